"""Edges timed by a state machine of the RP2040 and RP2350, to the microsecond, whatever the processor does.

The program looks at six pins once a microsecond: its loop takes 20 cycles at 20 MHz, changed or not. Whenever
they differ from the last look it pushes one word, pins in bits 24 to 29, in bits 0 to 23 a counter that goes
down by one a look. 30 bits are a small integer of MicroPython: the interrupt that fetches the words needs no
memory.
"""

from time import ticks_us  # type: ignore[attr-defined]

import machine
import rp2

from firmware.clock import MASK
from firmware.edges import Edges

HZ = 20_000_000
_COUNTER = (1 << 24) - 1


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, fifo_join=rp2.PIO.JOIN_RX)  # type: ignore[untyped-decorator]
def edge_logger() -> None:
    """X counts, Y holds the pins of the last look."""
    # ruff: noqa: F821
    mov(x, invert(null))  # type: ignore[name-defined]
    mov(isr, null)  # type: ignore[name-defined]
    in_(pins, 6)  # type: ignore[name-defined]
    mov(y, isr)  # type: ignore[name-defined]
    label("look")  # type: ignore[name-defined]
    mov(isr, null)  # type: ignore[name-defined]
    in_(pins, 6)  # type: ignore[name-defined]
    mov(osr, x)  # type: ignore[name-defined]
    mov(x, isr)  # type: ignore[name-defined]
    jmp(x_not_y, "changed")  # type: ignore[name-defined]
    mov(x, osr)[13]  # type: ignore[name-defined]
    jmp(x_dec, "look")  # type: ignore[name-defined]
    jmp("look")  # type: ignore[name-defined]
    label("changed")  # type: ignore[name-defined]
    mov(y, x)  # type: ignore[name-defined]
    in_(osr, 24)  # type: ignore[name-defined]
    push(noblock)  # type: ignore[name-defined]
    irq(rel(0))  # type: ignore[name-defined]
    mov(x, osr)[9]  # type: ignore[name-defined]
    jmp(x_dec, "look")  # type: ignore[name-defined]
    jmp("look")  # type: ignore[name-defined]


class PioCapture:
    """Puts what the state machine saw into the ring, stamped in ticks."""

    def __init__(self, edges: Edges, first_pin: int) -> None:
        self._edges = edges
        self._machine = rp2.StateMachine(0, edge_logger, freq=HZ, in_base=machine.Pin(first_pin))
        self._machine.irq(self._fetch, hard=True)
        self._started = ticks_us()
        self._machine.active(1)

    def _fetch(self, _machine: object) -> None:
        """In the interrupt: no allocation."""
        while self._machine.rx_fifo():
            self._put(self._machine.get())

    def _put(self, word: int) -> None:
        now = ticks_us()
        looks = ~word & _COUNTER  # the counter began with all bits set
        age = ((now - self._started & _COUNTER) - looks) & _COUNTER  # no step of it needs more than 31 bits
        self._edges.put((now - age) & MASK, ~(word >> 24) & 0x3F)
