"""A race where everything happens in any order: eyes that stammer and doubt, hands, taps, power cuts.

What must hold is worked out here from what went in and what came out, not by asking the sitting.
"""

import json
import random
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules.all_wound_up.figures import On
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tasks import Enter, Rise, Settle, Turn, Walk, Wind
from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.table.race_facts import Fact, fact_id
from companion.table.race_shown import Fate
from companion.table.snapshot import Eye, Snapshot
from companion.table.thread import follow
from tests.rules.all_wound_up_subject import filling
from tests.rules.all_wound_up_tables import random_setup
from tests.table.race_evening import RaceEvening
from vision.observation import (
    Blind,
    Crossed,
    Fell,
    HandsSeen,
    LeftBoard,
    LeftZone,
    Lifted,
    Placed,
    Posed,
    Seeing,
    SeenThrough,
    SteppedOn,
    Still,
    Touched,
    ZoneUnder,
)

AHEAD = (ib.KeepHappening, ib.DismissHappening, ib.Done, ib.LetGoEarly, ib.Act, ib.TakeBack, ib.Amend)
"""With these somebody answers, so that what waited behind may go on."""


def with_zones_counted(setup: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The set-up with zones named as an eye's are, and mostly a direction for the gate."""
    names = {}
    for tile in setup["race"]["tiles"]:
        for at, zone in enumerate(tile["zones"]):
            names[zone["id"]] = zone["id"] = f"{tile['id']}/{at}"
    setup["race"]["gate"] = names[setup["race"]["gate"]]
    return {**setup, "forward": "to_right"} if rng.random() < 0.8 else setup


@dataclass
class Known:
    """What a bystander has heard of one fact."""

    fact: Fact
    late: bool
    again: bool
    """The same gate the same way as before, without a way back: no eye can have seen that rightly."""


@dataclass
class Bystander:
    """What somebody knows who reads every message."""

    eye: Eye = Eye.LEARNING
    seen_s: float = -1.0
    heard: dict[str, Known] = field(default_factory=dict)
    banned: set[str] = field(default_factory=set)
    """Dismissed, or taken back, or amended."""
    gates: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    heard_s: float = -1.0
    level_s: float = -1.0
    """When the eye said that it sees."""
    missed_s: float = -1.0
    """The newest moment at which nobody looked."""
    walk_s: float = -1.0
    """When the newest walk began."""
    rest_s: float = -1.0
    """Everybody stood still then: a walk was over."""
    last_s: float = -1.0
    """When the newest thing happened that was kept by itself in this walk."""


class RaceChaos:
    """One evening. `faults` lists what was broken, in words; `counts` what happened how often."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self.by = Bystander()
        self.source_s = 5.0
        self.told: list[Any] = []
        setup = json.loads(json.dumps(random_setup(rng)))
        self.setup = with_zones_counted(setup, rng)
        self.names = tuple(["Ana", "Ben", "Cleo", "Dan"][: self.setup["seats"]])
        self.evening = RaceEvening(self.setup, self.names)
        for name in self.state.race.figures:
            self._say(Still(self.source_s, self.source_s, name, self.source_s - 1))

    def play(self, steps: int) -> None:
        deeds = [
            (14, self._go_on), (6, self._handle), (9, self._walk), (6, self._stop), (3, self._fall),
            (4, self._answer), (2, self._done), (1, self._early), (3, self._hand), (2, self._take_back),
            (2, self._amend), (2, self._repeat), (2, self._late), (1, self._blind), (3, self._seeing),
            (1, self._unplug), (1, self._pause), (1, self._peek), (1, self._restart), (1, self._full_disk),
            (2, self._rubbish),
        ]  # fmt: skip
        weights, doing = zip(*deeds, strict=True)
        for step in range(steps):
            self.rng.choices(doing, weights)[0]()
            if step % 20 == 0:
                self._folds()
            if self.faults:
                return
        self._restart()

    # what happens

    @property
    def state(self) -> State:
        return self.evening.state

    def _offered(self) -> list[Any]:
        hosted = self.evening.hosted
        return [c for seat in hosted.seats(self.state) for c in hosted.choices(self.state, seat)]

    def _calm(self) -> None:
        snapshot = self.evening.table.snapshot
        if snapshot.paused:
            self._tell(ib.Continue(self._ns))
        if snapshot.peek is not None:
            self._tell(ib.Unpeek(self._ns))
        if self.by.eye is not Eye.SEEING:
            self._seeing()

    def _go_on(self) -> None:
        """Whatever is asked beside the board is answered, so that there is a race to watch."""
        self._calm()
        for _ in range(8):
            if isinstance(self.state.head, Enter | Settle | Turn | Rise | Wind | Walk):
                return
            offered = self._offered()
            if not offered:
                return
            self._tell(ib.Act((filling(self.rng, self.state, offered),), self._ns))
            if self.faults:
                return

    def _handle(self) -> None:
        """Somebody lifts a figure and puts it down, mostly the one that is due and where it is due."""
        self._calm()
        name, tile = self._due()
        if name is None:
            return
        if self.rng.random() < 0.7:
            self._say(Lifted(*self._at(), name))
        if self.rng.random() < 0.9:
            zones = () if tile is None else self._zones_under(tile)
            self._say(Placed(*self._at(), name, tile, zones))
        if self.rng.random() < 0.5:
            self._through()

    def _due(self) -> tuple[str | None, str | None]:
        state, head = self.state, self.state.head
        seat: Seat | None = None
        if isinstance(head, Enter | Settle | Turn | Rise):
            seat = head.figure
        elif isinstance(head, Wind | Walk):
            seat = head.seat
        if seat is None or self.rng.random() < 0.15:
            seat = Seat(self.rng.randrange(len(state.names)))
        tile = state.figures[seat].place.tile
        if self.rng.random() < 0.1:
            tile = self.rng.choice([None, *(each.id for each in state.race.tiles)])
        return state.names[seat], tile

    def _zones_under(self, tile: str) -> tuple[ZoneUnder, ...]:
        zones = [z for z in self._zones() if z[0] == tile and z[2] != "gate"]
        grave = [z for z in zones if self._is_due_on(z)]
        chosen = (
            grave
            if self.rng.random() < 0.8
            else self.rng.sample(zones, min(len(zones), self.rng.randint(0, 2)))
        )
        return tuple(
            ZoneUnder(tile, kind, at, self.rng.uniform(-1, 8), self.rng.random() < 0.2)
            for _, at, kind in chosen
        )

    def _is_due_on(self, zone: tuple[str, int, Any]) -> bool:
        return any(getattr(f.place, "grave", None) == f"{zone[0]}/{zone[1]}" for f in self.state.figures)

    def _walk(self) -> None:
        """Figures touch, cross, step; the walker most of all."""
        self._calm()
        for _ in range(self.rng.randint(1, 4)):
            self._say(self._claim(self._walker()))
        if self.rng.random() < 0.7:
            self._through()

    def _walker(self) -> str:
        names = [name for name in self.state.names if name is not None] or list(self.state.race.figures)
        head = self.state.head
        if isinstance(head, Wind | Walk) and self.rng.random() < 0.8:
            own = self.state.names[head.seat]
            return own if own is not None else self.rng.choice(names)
        return self.rng.choice(names)

    def _claim(self, name: str) -> Any:
        at, rng = self._at(), self.rng
        unsure = rng.random() < 0.15
        tiles = [tile.id for tile in self.state.race.tiles]
        tile, zone, kind = rng.choice(self._zones()) if self._zones() else (tiles[0], 0, "gate")
        pick = rng.random()
        if pick < 0.3:
            return SteppedOn(*at, name, rng.choice(tiles))
        if pick < 0.36:
            return LeftBoard(*at, name, rng.choice(tiles), unsure)
        if kind == "gate":
            return Crossed(
                *at, name, tile, zone, rng.choice(["to_left", "to_right"]), rng.uniform(0, 9), unsure
            )
        if pick < 0.5:
            return LeftZone(*at, name, tile, kind, zone, unsure)
        return Touched(*at, name, tile, kind, zone, rng.uniform(-1, 9), unsure)

    def _zones(self) -> list[tuple[str, int, Any]]:
        return [(t.id, at, z.kind.value) for t in self.state.race.tiles for at, z in enumerate(t.zones)]

    def _stop(self) -> None:
        """Everybody comes to rest."""
        self._calm()
        stopped_s = self.source_s
        self.source_s += 1.0
        for name in self.state.race.figures:
            if self.rng.random() < 0.93:
                self._say(Still(*self._at(0.01), name, stopped_s))
        self._through()

    def _fall(self) -> None:
        self._calm()
        self._say(Fell(*self._at(), self._walker()))

    def _rubbish(self) -> None:
        """Poses of somebody, hands, figures and zones that are not in the game."""
        at = self._at()
        place = (self.rng.uniform(0, 200), self.rng.uniform(0, 200))
        tiles = [tile.id for tile in self.state.race.tiles]
        self._observe(
            self.rng.choice(
                [
                    Posed(
                        *at,
                        self._walker(),
                        self.rng.choice(tiles),
                        place,
                        self.rng.uniform(0, 360),
                        upright=True,
                    ),
                    HandsSeen(*at, self.rng.random() < 0.5),
                    Touched(*at, "a stranger", tiles[0], "brain", 0, 5.0, uncertain=False),
                    Touched(*at, self._walker(), "elsewhere", "brain", 99, 5.0, uncertain=False),
                ]
            )
        )

    def _answer(self) -> None:
        race = self.evening.race
        waiting = [one for one in race.happenings if one.fate is Fate.WAITING]
        if self.rng.random() < 0.1:
            waiting = list(race.happenings)
        if not waiting:
            return
        one = self.rng.choice(waiting)
        if self.rng.random() < 0.6:
            self._tell(ib.KeepHappening(one.id, self._ns, self.rng.choice([0, 0, 0, 1])))
        else:
            self._tell(ib.DismissHappening(one.id, self._ns))

    def _done(self) -> None:
        self._tell(ib.Done(self._ns))

    def _early(self) -> None:
        if self.rng.random() < 0.4:
            self._tell(ib.LetGoEarly(self._ns))

    def _hand(self) -> None:
        if offered := self._offered():
            self._tell(ib.Act((self.rng.choice(offered),), self._ns, {"by": "chaos"}))

    def _take_back(self) -> None:
        undo = self.evening.table.snapshot.undo
        if undo is not None:
            to_seq = (
                undo.to_seq
                if self.rng.random() < 0.7
                else self.rng.randint(0, len(self.evening.keeper.lines))
            )
            everybody = frozenset(self.evening.hosted.seats(self.state))
            self._tell(ib.TakeBack(to_seq, everybody, self._ns))

    def _amend(self) -> None:
        ledger = self.evening.table.sitting.ledger
        acted = [step for step in ledger.counting() if not step.cards]
        if not acted:
            return
        step = self.rng.choice(acted[-5:])
        before, hosted = ledger.state_at(step.before), self.evening.hosted
        then = [c for seat in hosted.seats(before) for c in hosted.choices(before, seat)]
        replacement = None if self.rng.random() < 0.3 else self.rng.choice(then or [None])
        everybody = frozenset(hosted.seats(before))
        self._tell(ib.Amend(step.seq, replacement, self.rng.random() < 0.6, self._ns, everybody))

    def _repeat(self) -> None:
        """The eye stammers: what was said before is said again, and nothing comes of it."""
        if not self.told:
            return
        lines = len(self.evening.keeper.lines)
        one = self.rng.choice(self.told[-30:])
        known = not isinstance(one, HandsSeen | Seeing | Blind)
        self.counts["said again"] += 1
        self._tell(ib.Observed(one, self._ns))
        if known and len(self.evening.keeper.lines) != lines:
            self.faults.append(f"{one} was said again, and that wrote {self.evening.keeper.lines[lines:]}")

    def _late(self) -> None:
        """Something is said of which the eye had promised that nothing would be."""
        if self.by.seen_s < 4:
            return
        claim = self._claim(self._walker())
        early_s = self.by.seen_s - self.rng.uniform(0, 3)
        self.counts["late"] += 1
        self._say(replace(claim, taken_s=early_s))

    def _blind(self) -> None:
        self.source_s += 0.1
        self._observe(Blind(self.source_s, self.source_s, "camera_moved"))

    def _seeing(self) -> None:
        self.source_s += 0.1
        self._observe(Seeing(self.source_s, self.source_s))

    def _unplug(self) -> None:
        self._tell(ib.EyeGone("no_picture", self._ns))

    def _pause(self) -> None:
        self._tell(ib.Pause(self._ns) if self.rng.random() < 0.5 else ib.Continue(self._ns))

    def _peek(self) -> None:
        self._tell(ib.Peek(Seat(0), self._ns) if self.rng.random() < 0.5 else ib.Unpeek(self._ns))

    def _full_disk(self) -> None:
        self.evening.keeper.full = True
        self.rng.choice([self._walk, self._stop, self._hand, self._done])()
        self.evening.keeper.full = False

    def _restart(self) -> None:
        """The program is gone at any moment; what is on the disk is what there is."""
        self.evening.keeper.full = False
        before = self.evening
        lines = json.loads(json.dumps(before.keeper.lines))
        self.evening = RaceEvening(self.setup, self.names, lines)
        self.told = []  # an eye of its own begins with it
        self.counts["restarts"] += 1
        if self.evening.hosted.digest(self.state) != before.hosted.digest(before.state):
            self.faults.append("starting again changed the state")
        if self.evening.keeper.lines != lines:
            self.faults.append("starting again wrote something")
        unwritten = {one.id for one in before.race.happenings if one.fate is Fate.DISMISSED} - {
            id_ for line in lines for id_ in line["because"].get("dismissed", ())
        }
        self.by = Bystander(
            banned=self.by.banned - unwritten,
            heard=self.by.heard,
            missed_s=self.source_s,
            walk_s=self.by.walk_s,
        )

    def _folds(self) -> None:
        hosted = self.evening.hosted
        ledger = follow(hosted, hosted.rules_version, self.setup, self.evening.keeper.lines)
        if hosted.digest(ledger.state) != hosted.digest(self.state):
            self.faults.append("the state is not what the records add up to")

    # how it reaches the table

    @property
    def _ns(self) -> int:
        return round((100 + self.source_s) * 1e9)

    def _at(self, later_s: float | None = None) -> tuple[float, float]:
        self.source_s += self.rng.uniform(0.05, 0.4) if later_s is None else later_s
        return self.source_s, self.source_s + self.rng.choice([0.0, 0.2, 0.3])

    def _say(self, fact: Any) -> None:
        """Said once, or twice; sometimes what it rests on comes later than something else."""
        self._observe(fact)
        if self.rng.random() < 0.15:
            self._observe(replace(fact, said_s=fact.said_s + 0.1))

    def _through(self) -> None:
        self._observe(SeenThrough(self.source_s, self.source_s + 0.1))

    def _observe(self, observation: Any) -> None:
        self.told.append(observation)
        self._tell(ib.Observed(observation, self._ns))

    def _tell(self, inbound: Any) -> None:
        if self.faults:
            return
        before, lines = self.evening.table.snapshot, len(self.evening.keeper.lines)
        counted = self._counting()
        self._listen(inbound)
        after = self.evening.table.handle(inbound)
        new = self.evening.keeper.lines[lines:]
        if new:
            self.counts["writes"] += 1
        self._judge(inbound, before, after, new)
        self._note(inbound, after, counted)

    # what must hold

    def _listen(self, inbound: Any) -> None:
        by = self.by
        if isinstance(inbound, ib.EyeGone):
            by.eye, by.missed_s, by.seen_s = Eye.LOST, self.source_s, max(by.seen_s, by.heard_s)
        if not isinstance(inbound, ib.Observed):
            return
        said = inbound.observation
        if isinstance(said, Blind):
            if by.eye is Eye.SEEING and said.said_s < by.level_s:
                return  # it is long over
            by.seen_s = max(by.seen_s, by.heard_s, said.said_s)
            by.eye, by.missed_s = Eye.BLIND, self.source_s
            return
        if isinstance(said, Seeing):
            if by.eye is Eye.LOST:
                by.seen_s, by.heard_s = -1.0, said.taken_s
                by.gates = {}
            if by.eye is not Eye.SEEING:
                by.level_s = said.taken_s
            by.eye = Eye.SEEING
            return
        if by.eye in {Eye.BLIND, Eye.LOST}:
            return
        by.eye = Eye.SEEING
        if isinstance(said, HandsSeen):
            return
        if isinstance(said, SeenThrough):
            by.seen_s = max(by.seen_s, said.taken_s)
        elif not isinstance(said, Posed) and fact_id(said) not in by.heard:
            late = said.taken_s <= by.seen_s
            by.heard[fact_id(said)] = Known(said, late, not late and self._same_way(said))
        by.heard_s = max(by.heard_s, said.said_s)

    def _same_way(self, said: Any) -> bool:
        if isinstance(said, Lifted | Placed):
            self.by.gates = {k: v for k, v in self.by.gates.items() if k[0] != said.figure}
        if not isinstance(said, Crossed):
            return False
        gate = (said.figure, said.tile, said.zone)
        again = self.by.gates.get(gate) == said.direction
        self.by.gates[gate] = said.direction
        return again

    def _judge(
        self, inbound: Any, before: Snapshot[Any, Any], after: Snapshot[Any, Any], new: list[Any]
    ) -> None:
        alone = [line for line in new if line["because"].get("kept") == "by itself"]
        for line in new:
            if line in alone:
                self._judge_line(line)
            self._note_walk(line)
        if not alone:
            return
        self.counts["by itself"] += len(alone)
        race = before.race
        assert race is not None
        doubt = any(one.fate is Fate.WAITING for one in race.happenings)
        if doubt and not isinstance(inbound, AHEAD):
            self.faults.append(f"{inbound} went on beyond a doubt: {alone}")
        if (after.paused or after.peek is not None) and not isinstance(inbound, ib.Done):
            self.faults.append(f"kept while nothing may be: {alone}")

    def _note_walk(self, line: Any) -> None:
        """When walks begin and end."""
        do, because = line["action"].get("do"), line["because"]
        if do == "release":
            self.by.walk_s, self.by.last_s = because.get("taken_s", self.source_s), -1.0
        elif do == "stand_still" or line["kind"] != "action":
            self.by.rest_s, self.by.last_s = because.get("taken_s", self.by.heard_s), -1.0

    def _judge_line(self, line: Any) -> None:
        by, because = self.by, line["because"]
        if line["kind"] != "action" or because["from"] != "eye":
            self.faults.append(f"nobody said {line}")
        for id_ in because["happenings"]:
            if id_ in by.banned:
                self.faults.append(f"{id_} was dismissed or taken back, and came again: {line}")
            known = by.heard.get(id_)
            if known is None:
                continue
            self.counts["claims kept by themselves"] += 1
            if getattr(known.fact, "uncertain", False) or known.late or known.again:
                self.faults.append(f"kept on doubt: {known}")
            if isinstance(known.fact, Placed):
                continue  # it stands there, whenever it was put there
            if known.fact.taken_s < by.last_s:
                self.faults.append(f"kept after what happened later: {known} {by.last_s}")
            by.last_s = max(by.last_s, known.fact.taken_s)
        if line["action"]["do"] == "stand_still":
            self.counts["walks ended by themselves"] += 1
            if by.missed_s > by.walk_s or by.eye is not Eye.SEEING:
                self.faults.append(f"a walk ended by itself that was not seen: {line}")
            moving = self._moving(because["taken_s"])
            if moving:
                self.faults.append(f"a walk ended by itself while {moving} moved")

    def _moving(self, by_s: float) -> list[str]:
        """Figures on the board that had not come to rest by then, for all that was said of them."""
        moving = []
        for seat, name in enumerate(self.state.names):
            known = [k.fact for k in self.by.heard.values() if k.fact.figure == name and not k.late]
            when = sorted(
                (fact.since_s if isinstance(fact, Still) else fact.taken_s, at)
                for at, fact in enumerate(known)
            )
            rests, moved_s = "", -1.0
            for at_s, at in when:
                fact = known[at]
                if at_s > by_s:
                    break
                if isinstance(fact, Still | Fell | Lifted):
                    rests = type(fact).__name__
                elif isinstance(fact, Placed) or rests not in {"Fell", "Lifted"}:
                    rests, moved_s = "no", at_s
            if isinstance(self.state.figures[seat].place, On) and rests == "no" and moved_s > self.by.rest_s:
                moving.append(str(name))
        return moving

    def _counting(self) -> set[int]:
        return {step.seq for step in self.evening.table.sitting.ledger.counting()}

    def _note(self, inbound: Any, after: Snapshot[Any, Any], counted: set[int]) -> None:
        by = self.by
        race = after.race
        assert race is not None
        gone = counted - self._counting()
        for line in self.evening.keeper.lines:
            if line["seq"] in gone:
                by.banned |= set(line["because"].get("happenings", ()))
        by.banned |= {one.id for one in race.happenings if one.fate is Fate.DISMISSED}
        self.counts["taken back or dismissed"] = len(by.banned)
        if isinstance(inbound, ib.KeepHappening) and after.refusal is None:
            by.banned.discard(inbound.id)
        if after.paused:
            by.missed_s = self.source_s
