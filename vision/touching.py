"""What one standing figure's feet are in, from where they were judged to be at one moment after another."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot
from typing import TypeAlias

from vision.board import Board, GateOnTable, ZoneOnTable
from vision.feet import Convex, depth
from vision.levels import DOUBT, Depth, Level, Turn
from vision.observation import Crossed, Direction, LeftBoard, LeftZone, SteppedOn, Touched, ZoneUnder
from vision.stance import Steady

NEAR_MM = 12.0
"""Gaps are measured up to here: figures walk 4 mm a frame, so that the way in is always measured."""
GATE_MM = 80.0
"""Farther than this from a gate, feet may have gone round it."""
ONTO_MM = 1.5
"""The middle of the feet is on another tile when so deep in it: the places of tiles are no better."""

Told: TypeAlias = Touched | LeftZone | Crossed | LeftBoard | SteppedOn


@dataclass
class _Side:
    """Feet and one gate: the side they were last wholly on (1 right, -1 left) and how the middle went over.

    `through` says whether the middle last went over the line between its ends; `over_end`: while a part of
    the feet went past an end, or the middle so close to one that it cannot be told.
    """

    side: int
    far: Level
    middle: tuple[float, float]
    through: bool = False
    over_end: bool = False


@dataclass
class Touching:
    """Levels of one figure while it stands. `tile` is the one the middle of its feet was last on."""

    figure: str
    tile: str | None = None
    _zones: dict[tuple[str, int], Level] = field(default_factory=dict)
    _gates: dict[tuple[str, int], _Side] = field(default_factory=dict)
    _off: Level = field(default_factory=lambda: Level(within=False, doubtful=False))
    _unsure: bool = False
    _onto_s: float | None = None

    def begin(self, board: Board, stand: Steady, before: Convex | None) -> tuple[ZoneUnder, ...]:
        """The feet have been put down: what they are on is so from now on, and nothing was entered.

        `before` is where they were as far back as they may have stood unseen. The zones under the feet,
        those included that they may just not be on.
        """
        self._forget()
        self.tile, in_tile = board.tile_at(stand.middle)
        band = DOUBT * stand.sigma_mm
        off = _off_board(board, stand, in_tile)
        self._off = Level(off > 0, doubtful=abs(off) < band)
        under = []
        for zone in board.zones:
            deep = _deep(stand, zone)
            earlier = deep if before is None else depth(before, zone.shape, NEAR_MM)
            if max(deep, earlier) <= -band:
                continue
            within = earlier > 0
            doubtful = min(abs(deep), abs(earlier)) < band or within != (deep > 0)
            self._zones[zone.tile, zone.zone] = Level(within, doubtful)
            if earlier > -band:
                under.append(ZoneUnder(zone.tile, zone.kind, zone.zone, earlier, doubtful))
        for gate in board.gates:  # which side the feet are on; a crossing takes two moments
            list(self._cross(gate, stand, stand.taken_s, True))
        return tuple(under)

    def see(self, board: Board, stand: Steady, said_s: float, *, shaky: bool) -> Iterator[Told]:
        """One more moment, later than the others; `shaky` when it may be wrong by more than its sigma."""
        for zone in board.zones:
            yield from self._zone(zone, stand, said_s, shaky)
        for gate in board.gates:
            yield from self._cross(gate, stand, said_s, shaky)
        tile, deep = board.tile_at(stand.middle)
        yield from self._tile(tile, deep, stand, said_s)
        for turn in self._off.see(_depth(stand, _off_board(board, stand, deep), shaky)):
            if turn.into:
                yield LeftBoard(turn.taken_s, said_s, self.figure, self.tile, turn.uncertain)
        self._unsure = False

    def resume(self, *, jumped: bool) -> None:
        """The figure was not seen for a while, or (`jumped`) the table was not."""
        self._unsure, self._onto_s = True, None
        for level in self._levels():
            level.resume(jumped=jumped)

    def close(self, board: Board, said_s: float) -> Iterator[Told]:
        """The figure is lifted or has fallen: what cannot be told is said as such, and it touches nothing."""
        for zone in board.zones:
            level = self._zones.get((zone.tile, zone.zone))
            for turn in level.close() if level else ():
                yield self._of_zone(zone, turn, said_s)
        for gate in board.gates:
            known = self._gates.get((gate.tile, gate.zone))
            if known is not None:
                for turn in known.far.close():
                    yield from self._over(gate, known, turn, said_s)
        for turn in self._off.close():
            yield LeftBoard(turn.taken_s, said_s, self.figure, self.tile, turn.uncertain)
        self._forget()

    def open_s(self) -> float | None:
        """Since when something hangs in the balance."""
        waiting = [level.open_s() for level in self._levels()]
        return min((s for s in [*waiting, self._onto_s] if s is not None), default=None)

    def _levels(self) -> list[Level]:
        return [*self._zones.values(), *(one.far for one in self._gates.values()), self._off]

    def _forget(self) -> None:
        self._zones, self._gates, self._unsure = {}, {}, False
        self._onto_s = None
        self._off = Level(within=False, doubtful=False)

    def _zone(
        self, zone: ZoneOnTable, stand: Steady, said_s: float, shaky: bool
    ) -> Iterator[Touched | LeftZone]:
        key = (zone.tile, zone.zone)
        level = self._zones.get(key)
        deep = _deep(stand, zone)
        if level is None:
            if deep <= -NEAR_MM:
                return
            level = self._zones[key] = Level(within=False, doubtful=self._unsure)
        for turn in level.see(_depth(stand, deep, shaky)):
            yield self._of_zone(zone, turn, said_s)
        if deep < -2 * NEAR_MM and not level.within:
            del self._zones[key]

    def _of_zone(self, zone: ZoneOnTable, turn: Turn, said_s: float) -> Touched | LeftZone:
        who = (turn.taken_s, said_s, self.figure, zone.tile, zone.kind, zone.zone)
        return Touched(*who, turn.depth_mm, turn.uncertain) if turn.into else LeftZone(*who, turn.uncertain)

    def _cross(self, gate: GateOnTable, stand: Steady, said_s: float, shaky: bool) -> Iterator[Crossed]:
        key, length = (gate.tile, gate.zone), gate.length_mm
        along, across = gate.place(*stand.middle)
        if hypot(across, max(-along, along - length, 0.0)) > GATE_MM:
            self._gates.pop(key, None)
            return
        band = DOUBT * stand.sigma_mm
        corners = [gate.place(x, y) for x, y in stand.feet.corners.tolist()]
        known = self._gates.get(key)
        if known is None:
            side = 1 if across > 0 else -1
            wholly = min(c * side for _, c in corners) > band
            far = Level(within=False, doubtful=self._unsure or not wholly)
            known = self._gates[key] = _Side(side, far, (along, across))
        before_along, before = known.middle
        if (before > 0) != (across > 0):
            at = before_along + (along - before_along) * before / (before - across)
            known.through = 0.0 <= at <= length
            past = [a - along + at for a, _ in corners]
            known.over_end = min(past) < -band or max(past) > length + band
        known.middle = (along, across)
        beyond = min(c * -known.side for _, c in corners)
        for turn in known.far.see(_depth(stand, beyond, shaky)):
            yield from self._over(gate, known, turn, said_s)

    def _over(self, gate: GateOnTable, known: _Side, turn: Turn, said_s: float) -> Iterator[Crossed]:
        """The whole of the feet is on the far side now, or may be: that is a crossing if it went through."""
        to: Direction = "to_right" if known.side < 0 else "to_left"
        if known.through:
            who = (turn.taken_s, said_s, self.figure, gate.tile, gate.zone)
            yield Crossed(*who, to, turn.depth_mm, turn.uncertain or known.over_end)
        if not turn.brushed:
            known.side, known.through = -known.side, False
            known.far = Level(within=False, doubtful=False)

    def _tile(self, tile: str | None, deep: float, stand: Steady, said_s: float) -> Iterator[SteppedOn]:
        if tile is None or tile == self.tile:
            self._onto_s = None
            return
        if self._onto_s is None:
            self._onto_s = stand.taken_s
        if deep > ONTO_MM:
            yield SteppedOn(self._onto_s, said_s, self.figure, tile)
            self.tile, self._onto_s = tile, None


def _depth(stand: Steady, mm: float, shaky: bool) -> Depth:
    return Depth(stand.taken_s, mm, stand.sigma_mm, alone=stand.frames < 2, shaky=shaky)


def _deep(stand: Steady, zone: ZoneOnTable) -> float:
    (x, y), (zx, zy) = stand.middle, zone.shape.middle
    gap = hypot(x - zx, y - zy) - zone.shape.radius_mm - stand.radius_mm
    return -gap if gap > NEAR_MM else depth(stand.feet, zone.shape, NEAR_MM)


def _off_board(board: Board, stand: Steady, deep: float) -> float:
    """How far off every tile the feet are, in mm; negative while on one. `deep`: how deep their middle is."""
    if deep > NEAR_MM:
        return -deep
    return -max((depth(stand.feet, tile.outline, NEAR_MM) for tile in board.tiles), default=-NEAR_MM)
