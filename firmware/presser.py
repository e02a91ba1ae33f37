"""A second Pico as six tireless fingers: main.py of the one that presses, for the bench in hardware.md.

Its GP2 to GP7 go to GP2 to GP7 of the box, a resistor of 1 kilohm in each wire, ground to ground. A closed
switch is a pin that pulls to ground; an open one is a pin that only listens. A state machine times them to an
eighth of a microsecond. What it presses is known to both ends by heart: `pattern`.
"""

GAPS_US = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500)
HZ = 8_000_000
FIRST_PIN = 2
OVERHEAD = 4
"""Cycles that a step takes besides its delay."""
AHEAD_US, HOLD_US, REST_US = 5000, 60_000, 60_000
EVERYBODY = 10
"""Every tenth time all six press at once."""


def pattern(number: int) -> tuple[int, int, int]:
    """Of one pair: the buttons that press first, those that are down in the end, and the time between.

    All thirty pairs of buttons come with all gaps.
    """
    if number % (EVERYBODY + 1) == EVERYBODY:
        return 63, 63, 0
    pair, gap = number % 30, GAPS_US[number // 30 % len(GAPS_US)]
    first, second = pair // 5, pair % 5
    second += second >= first
    return 1 << first, 1 << first | 1 << second, gap


def word(closed: int, us: int) -> int:
    """A step of the state machine: these switches closed, for so long."""
    return closed | (us * (HZ // 1_000_000) - OVERHEAD) << 6


def steps(number: int) -> list[int]:
    """The words of one pair. The first closes nothing: meanwhile the others come into the queue."""
    first, both, gap_us = pattern(number)
    words = [word(0, AHEAD_US)]
    if gap_us:
        words.append(word(first, gap_us))
    return [*words, word(both, HOLD_US), word(0, REST_US)]


def main(count: int) -> None:
    """Press so many pairs, on a Pico."""
    import machine
    import rp2

    @rp2.asm_pio(out_init=(rp2.PIO.IN_LOW,) * 6, out_shiftdir=rp2.PIO.SHIFT_RIGHT, fifo_join=rp2.PIO.JOIN_TX)  # type: ignore[untyped-decorator]
    def fingers() -> None:
        # ruff: noqa: F821
        pull(block)  # type: ignore[name-defined]
        out(pindirs, 6)  # type: ignore[name-defined]
        out(x, 26)  # type: ignore[name-defined]
        label("wait")  # type: ignore[name-defined]
        jmp(x_dec, "wait")  # type: ignore[name-defined]

    hand = rp2.StateMachine(0, fingers, freq=HZ, out_base=machine.Pin(FIRST_PIN))
    hand.active(1)
    for number in range(count):
        for step in steps(number):
            hand.put(step)


if __name__ == "__main__":
    main(3300)
