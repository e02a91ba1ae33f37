"""Who was first, of all presses of a heat that have come so far. Pure, and remembers nothing.

One box is right by its own clock, however late its lines come. Between boxes their clocks are compared,
each with its doubt: whom the doubts cannot part finish together, and that is said. Nothing is decided by
who was heard first. How long to wait is not a matter of time either: each box says up to when it has told
everything, and once that has passed the first press for all boxes, the order is final. Ask again after
every line that comes; a press that comes late, for whatever reason, is in the next answer like any other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.devices.clock_map import Placed
from firmware import wire


@dataclass(frozen=True, slots=True)
class Push:
    """A stamped push, named for ever by box, boot and seq; equal `at_us` of one box is a dead heat.

    `at_us` is the box's own clock, `here_ns` when its line came, by this computer's monotonic clock.
    `kind`, `rank` and `flags` are as `firmware.wire` has them; one with a rank counts in its heat.
    """

    box: str
    boot: str
    seq: int
    kind: int
    button: int
    at_us: int
    heat: int
    rank: int
    flags: int
    here_ns: int

    @property
    def name(self) -> tuple[str, str, int]:
        return self.box, self.boot, self.seq

    @property
    def held(self) -> bool:
        """Not a push of its own: the button has now been down for a second."""
        return self.kind == wire.HELD

    @property
    def early(self) -> bool:
        """Before GO."""
        return bool(self.flags & wire.EARLY)

    @property
    def coarse(self) -> bool:
        """Seen late, by a look: stamped up to two milliseconds after it was."""
        return bool(self.flags & wire.COARSE)


@dataclass(frozen=True, slots=True)
class Track:
    """One boot of one box: its pushes, and the time of its own clock up to which there are no others.

    `place` is its clock on ours. `over` means that it will say no more: it has started anew since. Boots of
    one box stand in the order in which they were.
    """

    box: str
    pushes: tuple[Push, ...]
    told_us: int
    over: bool
    place: Callable[[int], Placed | None]


@dataclass(frozen=True, slots=True)
class Nobody:
    """No press that counts has come."""


@dataclass(frozen=True, slots=True)
class First:
    """One was first, or several in the same microsecond of one box (`heat_of`, drawn by lot; else just one).

    `next` came after and `margin_ns` later, give or take `doubt_ns`; the margin is None when clocks cannot
    tell it. `unheard` are boxes that may still tell of an earlier one: while there are any, this is
    provisional.
    """

    push: Push
    heat_of: tuple[Push, ...]
    next: Push | None
    margin_ns: int | None
    doubt_ns: int
    unheard: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhotoFinish:
    """These may all have been first, the likeliest first, within `within_ns`; None when clocks cannot tell.

    What becomes of it the game decides.
    """

    pushes: tuple[Push, ...]
    within_ns: int | None
    unheard: tuple[str, ...]


Verdict: TypeAlias = Nobody | First | PhotoFinish


@dataclass(frozen=True, slots=True)
class _Runner:
    """The first of a track, and the rest of it."""

    track: Track
    pushes: tuple[Push, ...]
    placed: Placed | None

    @property
    def first(self) -> Push:
        return self.pushes[0]


def verdict(tracks: Sequence[Track], heat: int) -> Verdict:
    """Whose press of the heat was first."""
    runners = _runners(tracks, heat)
    if not runners:
        return Nobody()
    rivals = [one for one in runners if not any(_surely_before(other, one) for other in runners)]
    rivals.sort(key=lambda one: one.placed.at_ns if one.placed else one.first.here_ns)
    unheard = tuple(
        dict.fromkeys(
            track.box
            for track in tracks
            if not track.over and not all(_has_told(track, one) for one in rivals)
        )
    )
    if len(rivals) == 1:
        return _first(rivals[0], runners, unheard)
    placed = [one.placed for one in rivals if one.placed]
    within = (
        max(p.at_ns for p in placed) - min(p.at_ns for p in placed) if len(placed) == len(rivals) else None
    )
    return PhotoFinish(tuple(push for one in rivals for push in _together(one)), within, unheard)


def _runners(tracks: Sequence[Track], heat: int) -> list[_Runner]:
    """Whoever has a press that counts; of a box that has started anew, its earliest boot alone."""
    runners: list[_Runner] = []
    later: dict[str, list[Push]] = {}
    for track in tracks:
        counting = sorted(
            (one for one in track.pushes if one.heat == heat and one.rank), key=lambda p: (p.at_us, p.seq)
        )
        if not counting:
            continue
        if track.box in later:
            later[track.box].extend(counting)
            continue
        later[track.box] = counting
        runners.append(_Runner(track, tuple(counting), track.place(counting[0].at_us)))
    return runners


def _surely_before(one: _Runner, other: _Runner) -> bool:
    if one is other or one.placed is None or other.placed is None:
        return False
    return other.placed.at_ns - one.placed.at_ns > one.placed.doubt_ns + other.placed.doubt_ns


def _has_told(track: Track, one: _Runner) -> bool:
    """Whether no press of the track that may have been before this one can still come."""
    if track is one.track:
        return track.told_us >= one.first.at_us
    told = track.place(track.told_us) if track.told_us >= 0 else None
    if told is None or one.placed is None:
        return False
    return told.at_ns - told.doubt_ns > one.placed.at_ns + one.placed.doubt_ns


def _together(one: _Runner) -> tuple[Push, ...]:
    return tuple(push for push in one.pushes if push.at_us == one.first.at_us)


def _first(winner: _Runner, runners: Sequence[_Runner], unheard: tuple[str, ...]) -> First:
    """The winner, and who came next: on the same box by its clock, else by the compared ones."""
    heat_of = _together(winner)
    behind = [
        ((push.at_us - winner.first.at_us) * 1000, 0, push)
        for push in winner.pushes[len(heat_of) : len(heat_of) + 1]
    ]
    unplaced: list[Push] = []
    for one in runners:
        if one is winner:
            continue
        if one.placed and winner.placed:
            margin = one.placed.at_ns - winner.placed.at_ns
            behind.append((margin, one.placed.doubt_ns + winner.placed.doubt_ns, one.first))
        else:
            unplaced.append(one.first)
    if not behind:
        following = unplaced[0] if unplaced else None
        return First(winner.first, heat_of, following, None, 0, unheard)
    margin, doubt, following = min(behind, key=lambda told: told[0])
    return First(winner.first, heat_of, following, margin, doubt, unheard)
