"""What each lamp says.

chasing round the table         no key yet: pair me over USB
all, a blink every two seconds  nobody is listening; presses are kept and lamps still say who was first
lit while it is pressed         linked, nothing is on: a test of switch, lamp and cable
slow, all who may call          get ready: a press now would be early
fast, while it is pressed       that was early
lit                             first
slow                            heard, but not first
fast, one                       this button is stuck
fast, all                       presses are being lost: nobody has fetched them for too long
"""

from firmware import wire
from firmware.race import Race

_STEP = 16
"""A step of a blinking lamp is 2**16 microseconds long."""


def lit(
    race: Race, now: int, buttons: int, down: int, stuck: int, paired: bool, heard: bool, full: bool
) -> int:
    """The lamps that are lit at this tick, a bit a button."""
    step = now >> _STEP
    everybody = (1 << buttons) - 1
    slow = everybody if step & 8 else 0
    fast = everybody if step & 1 else 0
    if full:
        return fast
    if not paired:
        return 1 << (step >> 2) % buttons | down
    orders = race.orders
    if orders.mode == wire.REST:
        own = down if heard else down | (everybody if step & 31 == 0 else 0)
    elif orders.mode == wire.READY:
        own = orders.callers & slow & ~down | down & fast
    else:
        own = 0
        for button in race.ranked:
            own |= 1 << button & slow
        if orders.mode == wire.RACE and race.winner >= 0:
            own |= 1 << race.winner
        if not heard and step & 31 == 0 and not race.ranked:
            own = everybody
    own = own & ~stuck | stuck & fast
    if not heard:  # wishes of a host that is gone; the ranking stands
        return own & everybody
    wishes = (own, 0, everybody, slow, fast)
    shown = 0
    for button in range(min(buttons, len(orders.lamps))):
        wish = int(orders.lamps[button], 16)
        shown |= 1 << button & (wishes[wish] if wish < len(wishes) else own)
    return shown
