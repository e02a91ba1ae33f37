"""Hold to see: when a secret may show. The one place that decides it, and knows no screen.

A secret shows while exactly one finger is down and on its owner's pad. Where the owner must choose, a
hold of 0.6 s latches it, to free the finger. Whatever else happens hides it at once.
"""

from dataclasses import dataclass, replace

LATCH_NS = 600_000_000
LONGEST_HOLD_NS = 8_000_000_000
LONGEST_LATCH_NS = 20_000_000_000


@dataclass(frozen=True, slots=True)
class Hold:
    """`fingers` are all that are on the glass, by id; `holder` the one on the pad."""

    fingers: frozenset[str] = frozenset()
    holder: str | None = None
    since_ns: int | None = None
    """When the hold began, or the latch; None while covered."""
    latched: bool = False

    @property
    def visible(self) -> bool:
        return self.since_ns is not None


def covered(hold: Hold) -> Hold:
    """Hidden; the fingers stay where they are and none of them may bring the secret back."""
    return Hold(hold.fingers)


def down(hold: Hold, finger: str, *, on_pad: bool, now_ns: int) -> Hold:
    fingers = hold.fingers | {finger}
    alone = len(fingers) == 1
    if hold.visible and not (hold.latched and alone):
        return Hold(fingers)
    if hold.latched:
        return replace(hold, fingers=fingers)
    if on_pad and alone:
        return Hold(fingers, finger, now_ns)
    return Hold(fingers)


def moved(hold: Hold, finger: str, *, on_pad: bool) -> Hold:
    if hold.visible and finger == hold.holder and not on_pad:
        return covered(hold)
    return hold


def up(hold: Hold, finger: str) -> Hold:
    fingers = hold.fingers - {finger}
    if finger != hold.holder:
        return replace(hold, fingers=fingers)
    return replace(hold, fingers=fingers, holder=None) if hold.latched else Hold(fingers)


def ticked(hold: Hold, *, may_latch: bool, now_ns: int) -> Hold:
    """Time passes. `may_latch`: the owner has something to choose."""
    if hold.since_ns is None:
        return hold
    been_ns = now_ns - hold.since_ns
    if been_ns >= (LONGEST_LATCH_NS if hold.latched else LONGEST_HOLD_NS):
        return covered(hold)
    if may_latch and not hold.latched and been_ns >= LATCH_NS:
        return replace(hold, latched=True, since_ns=now_ns)
    return hold
