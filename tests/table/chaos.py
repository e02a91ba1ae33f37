"""An evening where everything happens in any order: eyes that stammer, hands, taps, power cuts.

What must hold is worked out here from what went in and what came out, not by asking the sitting.
"""

import json
import random
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from companion.table import inbound as ib
from companion.table.dealer import SecretDealer
from companion.table.reading import Adrift, Retracted, Understood, Underway, Wait
from companion.table.sitting import receive
from companion.table.snapshot import Eye, Snapshot
from companion.table.telling import tell
from companion.table.thread import Table, follow
from tests.table.evening import MemoryKeeper
from vision.observation import Blind, GridSeen, HandsSeen, Seeing

BY_ITSELF = (
    ib.Observed, ib.EyeGone, ib.Woke, ib.ResumePending, ib.Continue, ib.Unpeek, ib.AcceptAfter,
    ib.HoldPending, ib.RecordIsRight, ib.Peek, ib.Pause,
)  # fmt: skip
"""Inbounds with which nobody says that a move counts. `PlayAgain` says so."""


@dataclass(frozen=True)
class Played:
    """A game that can be put through an evening: `secrets` are words that no screen may show before somebody
    has shown them, `rows` how its layout is cut for the eye.
    """

    hosted: Any
    setup: dict[str, Any]
    secrets: frozenset[str]
    across: int

    def rows(self, layout: str) -> Any:
        return tuple(layout[at : at + self.across] for at in range(0, len(layout), self.across))


@dataclass
class Truth:
    """What a bystander knows who reads every message."""

    eye: Eye = Eye.LEARNING
    hands: bool = False
    paused: bool = False
    peeking: bool = False
    held: bool = False
    newest_s: float = -1.0
    hands_s: float = -1.0
    seen: str | None = None
    """The last settled layout, while the eye can be believed."""
    banned: set[str] = field(default_factory=set)
    """Layouts that lay there when something was taken back: while nothing else is seen, nothing is kept."""
    dismissed: set[tuple[float, str]] = field(default_factory=set)


class Chaos:
    """One evening. `faults` lists what was broken, in words; `counts` what happened how often."""

    def __init__(self, game: Played, rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self.truth = Truth()
        self.now_s = 10.0
        self.source_s = 10.0
        self.delay_s = rng.choice([0, 0, 3, 5])
        self.dealer = SecretDealer(rng.randbytes(32))
        self.keeper = MemoryKeeper()
        self.told: list[Any] = []
        self.proposed: set[Any] = set()
        self.lies = game.hosted.layout(game.hosted.start(game.setup))
        self.table = self._open()

    def play(self, steps: int) -> None:
        deeds = [
            (8, self._lay_a_move), (3, self._lay_rubbish), (3, self._put_right), (4, self._lay_part),
            (3, self._repeat), (2, self._hands), (2, self._blind), (3, self._seeing), (1, self._unplug),
            (6, self._wait), (4, self._keep), (5, self._act), (1, self._act_badly), (3, self._take_back),
            (2, self._amend), (2, self._play_again), (1, self._override), (2, self._fix_sheet),
            (2, self._pause), (2, self._peek), (1, self._flip), (1, self._full_disk), (2, self._restart),
            (1, self._say_in_part),
        ]  # fmt: skip
        weights, doing = zip(*deeds, strict=True)
        for _ in range(steps):
            self.rng.choices(doing, weights)[0]()
            if self.faults:
                return
        self._restart()

    # what happens

    @property
    def state(self) -> Any:
        return self.table.sitting.ledger.state

    @property
    def _ns(self) -> int:
        return round(self.now_s * 1e9)

    def _choices(self) -> list[Any]:
        hosted = self.game.hosted
        return [c for seat in hosted.seats(self.state) for c in hosted.choices(self.state, seat)]

    def _lay_a_move(self) -> None:
        """Somebody makes a legal move on the real board, sometimes on top of one not kept yet."""
        if self.rng.random() < 0.7:
            self._calm()
        choice = self._choice_that_shows()
        if choice is not None:
            self._reach(choice)

    def _calm(self) -> None:
        """Whatever was in the way of playing on is over."""
        if self.truth.paused:
            self._tell(ib.Continue(self._ns))
        if self.truth.peeking:
            self._tell(ib.Unpeek(self._ns))
        if self.truth.held:
            self._tell(ib.ResumePending(self._ns))
        if self.truth.eye is not Eye.SEEING:
            self._seeing()

    def _choice_that_shows(self) -> str | None:
        hosted, state = self.game.hosted, self.state
        if self.table.snapshot.pending and self.rng.random() < 0.5:
            for action in self.table.snapshot.pending.actions:
                step = hosted.apply(state, action)
                state = getattr(step, "state", state)
            while (deck := hosted.deck(state)) is not None:
                state = hosted.apply(state, hosted.draw(state, self.dealer.card(deck))).state
        offered = [c for seat in hosted.seats(state) for c in hosted.choices(state, seat)]
        self.rng.shuffle(offered)
        for choice in offered[:12]:
            layout = hosted.layout(hosted.apply(state, choice).state)
            if layout != hosted.layout(state):
                return str(layout)
        return None

    def _lay_part(self) -> None:
        """A move half made, and the hand away."""
        whole = self._choice_that_shows()
        if whole is not None:
            self._reach("".join(self.rng.choice(pair) for pair in zip(self.lies, whole, strict=True)))

    def _lay_rubbish(self) -> None:
        cells = list(self.lies)
        for _ in range(self.rng.randint(1, 4)):
            cells[self.rng.randrange(len(cells))] = self.rng.choice(".RW")
        self._reach("".join(cells))

    def _put_right(self) -> None:
        self._reach(self.game.hosted.layout(self.state))

    def _reach(self, layout: str) -> None:
        self._see_hands(True)
        self._pass(self.rng.uniform(0.1, 2))
        self.lies = layout
        self._see_hands(False)
        if self.rng.random() < 0.9:
            self._see(layout)

    def _say_in_part(self) -> None:
        at = self.rng.randrange(len(self.lies))
        self._see(self.lies[:at] + "?" + self.lies[at + 1 :])

    def _repeat(self) -> None:
        """The eye stammers: something old comes again, or comes late."""
        if self.told:
            self.counts["repeated"] += 1
            self._tell(ib.Observed(self.rng.choice(self.told[-12:]), self._ns))

    def _hands(self) -> None:
        self._see_hands(self.rng.random() < 0.4)

    def _blind(self) -> None:
        self.source_s += 0.1
        self._observe(Blind(self.source_s, self.source_s, "frozen"))

    def _seeing(self) -> None:
        self.source_s += 0.1
        self._observe(Seeing(self.source_s, self.source_s))
        self._see(self.lies)

    def _unplug(self) -> None:
        self._tell(ib.EyeGone("no_picture", self._ns))

    def _wait(self) -> None:
        self._pass(self.rng.choice([0.1, 1, 3, 5, 8]))

    def _keep(self) -> None:
        self._tell(ib.Keep(self._ns))

    def _act(self) -> None:
        if choices := self._choices():
            self._tell(ib.Act((self.rng.choice(choices),), self._ns, {"by": "chaos"}))

    def _act_badly(self) -> None:
        lines = [line for line in self.keeper.lines if line["kind"] == "action"]
        if not lines:
            return
        actions = [self.game.hosted.decode(self.rng.choice(lines)["action"]) for _ in range(2)]
        self._tell(ib.Act(tuple(actions), self._ns))

    def _take_back(self) -> None:
        undo = self.table.snapshot.undo
        to_seq = (
            undo.to_seq if undo and self.rng.random() < 0.7 else self.rng.randint(-1, len(self.keeper.lines))
        )
        consent = self.rng.choice([(), (0,), (0, 1), (0, 1), (0, 1)])
        self._tell(ib.TakeBack(to_seq, frozenset(consent), self._ns))

    def _amend(self) -> None:
        """A record is said to have been something else: often something that was possible then."""
        ledger = self.table.sitting.ledger
        acted = [s for s in ledger.counting() if not s.cards]
        if not acted:
            return
        step = self.rng.choice(acted[-6:])
        before, hosted = ledger.state_at(step.before), self.game.hosted
        then = [c for seat in hosted.seats(before) for c in hosted.choices(before, seat)]
        replacement = None if self.rng.random() < 0.2 else self.rng.choice(then or [None])
        consent = frozenset(self.rng.choice([(), (0, 1)]))
        drop = self.rng.random() < 0.5
        self._tell(ib.Amend(step.seq, replacement, drop, self._ns, consent))

    def _play_again(self) -> None:
        self._tell(ib.PlayAgain(self._ns))

    def _override(self) -> None:
        if self.rng.random() < 0.5:
            self._tell(ib.BoardIsRight(self.rng.random() < 0.5, self._ns))
        else:
            self._tell(ib.RecordIsRight(self._ns))

    def _fix_sheet(self) -> None:
        self._tell(ib.HoldPending(self._ns) if self.rng.random() < 0.4 else ib.ResumePending(self._ns))

    def _pause(self) -> None:
        self._tell(ib.Pause(self._ns) if self.rng.random() < 0.4 else ib.Continue(self._ns))

    def _peek(self) -> None:
        self._tell(
            ib.Peek(self.rng.randrange(2), self._ns) if self.rng.random() < 0.4 else ib.Unpeek(self._ns)
        )

    def _flip(self) -> None:
        self._tell(ib.FlipForUs(self._ns))

    def _full_disk(self) -> None:
        self.keeper.full = True
        self._lay_a_move()
        self.rng.choice([self._keep, self._act, self._take_back])()
        self.keeper.full = False

    def _restart(self) -> None:
        """The program is gone at any moment; what is on the disk is what there is."""
        self.keeper.full = False
        before = self.table
        self.keeper = MemoryKeeper(json.loads(json.dumps(self.keeper.lines)))
        self.table = self._open()
        self.counts["restarts"] += 1
        self._same_as_before(before)
        held, self.truth = self.truth, Truth(banned=self.truth.banned)
        self.truth.dismissed = held.dismissed

    def _open(self) -> Table[Any, Any, Any, Any]:
        return Table(
            self.game.hosted,
            rules=self.game.hosted.rules_version,
            setup=self.game.setup,
            names=("Ana", "Ben"),
            lines=tuple(self.keeper.lines),
            dealer=self.dealer,
            keeper=self.keeper,
            wall=lambda: 1.7e9 + self.now_s,
            delay_s=self.delay_s,
            eye=Eye.LEARNING,
        )

    # how it reaches the table

    def _pass(self, seconds: float) -> None:
        self.now_s += seconds
        self.source_s += seconds
        while (wake_ns := self.table.wake_ns) is not None and wake_ns <= self._ns:
            self._tell(ib.Woke(wake_ns))

    def _see(self, layout: str) -> None:
        taken_s = self.source_s
        self._pass(0.25)
        self._observe(GridSeen(taken_s, self.source_s, self.game.rows(layout)))

    def _see_hands(self, over: bool) -> None:
        self._pass(0.1)
        self._observe(HandsSeen(self.source_s, self.source_s, over))

    def _observe(self, observation: Any) -> None:
        self.told.append(observation)
        self._tell(ib.Observed(observation, self._ns))

    def _tell(self, inbound: Any) -> None:
        if self.faults:
            return
        before, lines = self.table.snapshot, len(self.keeper.lines)
        layout_before = self.game.hosted.layout(self.state)
        after = self.table.handle(inbound)
        self._follow(inbound, after)
        new = self.keeper.lines[lines:]
        if new:
            self.counts["writes"] += 1
            self._judge(inbound, new)
        self._note_take_back(layout_before, new)
        if after.pending is not None:
            proposal = (after.pending.since_ns, after.pending.actions)
            if (after.paused or after.peek) and proposal not in self.proposed:
                self.faults.append(f"proposed {after.pending} while nothing may be")
            self.proposed.add(proposal)
        if after.serial != before.serial + 1:
            self.faults.append("a snapshot went missing")
        if self.rng.random() < 0.1:
            self._secrets_kept(after)

    # what must hold

    def _follow(self, inbound: Any, after: Snapshot[Any, Any]) -> None:
        """Keep the bystander's knowledge up to date."""
        t = self.truth
        match inbound:
            case ib.Observed(Blind() as said):
                if t.eye is not Eye.SEEING or said.said_s >= t.newest_s:
                    t.eye, t.seen = Eye.BLIND, None
            case ib.Observed(Seeing() as said) if t.eye is not Eye.SEEING:
                t.eye, t.newest_s, t.hands_s, t.seen = Eye.SEEING, said.taken_s, said.taken_s, None
            case ib.Observed(HandsSeen() | GridSeen()) if t.eye in {Eye.BLIND, Eye.LOST}:
                pass
            case ib.Observed(HandsSeen() as said) if said.taken_s >= t.hands_s:
                t.eye, t.hands, t.hands_s = Eye.SEEING, said.over, said.taken_s
            case ib.Observed(GridSeen() as said) if said.taken_s >= t.newest_s:
                layout = "".join(said.rows)
                t.eye, t.newest_s, t.seen = Eye.SEEING, said.taken_s, layout
                t.hands = t.hands and said.taken_s < t.hands_s
                known = layout in t.banned or (said.taken_s, layout) in t.dismissed
                if "?" not in layout and not known:
                    t.banned = set()
            case ib.EyeGone():
                t.eye, t.seen, t.hands = Eye.LOST, None, False
            case _:
                pass
        t.paused, t.peeking = after.paused, after.peek is not None
        if isinstance(inbound, ib.HoldPending):
            t.held = True
        elif isinstance(inbound, ib.ResumePending):
            t.held = False
        if isinstance(inbound, ib.PlayAgain) and after.refusal is None:
            t.banned, t.dismissed = set(), set()

    def _judge(self, inbound: Any, new: list[Any]) -> None:
        """Records that came without anybody's word must be beyond doubt."""
        t, hosted = self.truth, self.game.hosted
        for line in new:
            kept = line["because"].get("kept")
            if kept not in {"by itself", "followed by the next"}:
                t.held = t.held and line["because"].get("from") == "cards"  # somebody's word closes the sheet
                if isinstance(inbound, BY_ITSELF) and line["because"].get("from") != "cards":
                    self.faults.append(f"{type(inbound).__name__} wrote {line}")
                continue
            self.counts[kept] += 1
            if t.eye is not Eye.SEEING or t.hands or t.paused or t.peeking or t.held:
                self.faults.append(f"kept by itself while {t}")
            if t.seen is None or "?" in t.seen:
                self.faults.append(f"kept by itself while seeing {t.seen}")
                return
            if t.seen in t.banned:
                self.faults.append(f"what was taken back came again by itself: {line}")
            if (line["because"]["taken_s"], line["because"]["seen"]) in t.dismissed:
                self.faults.append(f"a dismissed observation proposed {line}")
            ledger = self.table.sitting.ledger
            group = [other for other in new if other["first"] == line["first"]]
            before_it = ledger.state_at(ledger.heads[line["first"] - 1])
            state = ledger.state_at(ledger.heads[group[-1]["seq"]])
            actions = [hosted.decode(o["action"]) for o in group if o["because"].get("from") == "eye"]
            if hosted.explain(before_it, line["because"]["seen"]) != Understood(tuple(actions)):
                self.faults.append(f"kept something else than was seen: {line}")
            if kept == "by itself" and t.seen != line["because"]["seen"]:
                self.faults.append(f"kept by itself although {t.seen} lies there: {line}")
            if kept != "by itself" and not isinstance(hosted.explain(state, t.seen), Understood):
                self.faults.append(f"kept as followed by something that is none: {line}")

    def _note_take_back(self, layout_before: str, new: list[Any]) -> None:
        if not new or new[0]["kind"] != "taken_back":
            return
        to_seq, lines = new[0]["action"]["to_seq"], self.keeper.lines
        hosted = self.game.hosted
        then = lines[to_seq - 1]["digest"] if to_seq else hosted.digest(hosted.start(self.game.setup))
        if new[0]["digest"] != then:
            self.faults.append(f"taken back to another state than that after record {to_seq}")
        t = self.truth
        now = self.game.hosted.layout(self.state)
        lay_there = {t.seen} if t.seen is not None and "?" not in t.seen else set()
        t.banned = ({layout_before} | lay_there) - {now}
        counting = {step.seq for step in self.table.sitting.ledger.counting()}
        for line in self.keeper.lines:
            because = line["because"]
            if line["kind"] == "action" and "taken_s" in because and line["seq"] not in counting:
                t.dismissed.add((because["taken_s"], because["seen"]))
        self.counts["taken back"] += 1

    def _same_as_before(self, before: Table[Any, Any, Any, Any]) -> None:
        old, new = before.snapshot, self.table.snapshot
        if (old.view, old.timeline, old.undo, old.choices) != (new.view, new.timeline, new.undo, new.choices):
            self.faults.append("after starting again the game is another")
        ledger = follow(self.game.hosted, 1, self.game.setup, self.keeper.lines)
        if ledger.state != before.sitting.ledger.state:
            self.faults.append("the state is not what the records add up to")
        self._reads_alike(before)

    def _reads_alike(self, before: Table[Any, Any, Any, Any]) -> None:
        """What lies there means the same to both, once both have seen it; or the newer one asks more."""
        calm = {"proposal": None, "hands": False, "paused": False, "peek": None, "held": True}
        readings = []
        for sitting in (before.sitting, self.table.sitting):
            sitting = replace(sitting, **calm)  # noqa: PLW2901
            for observation in (
                Blind(self.source_s, self.source_s, "frozen"),
                Seeing(self.source_s, self.source_s),
                GridSeen(self.source_s, self.source_s, self.game.rows(self.lies)),
            ):
                sitting, _ = receive(sitting, ib.Observed(observation, self._ns), 0.0)  # noqa: PLW2901
            readings.append(sitting.reading)
        old, new = readings
        if old == new:
            self.counts["readings that came back"] += 1
        elif isinstance(new, Retracted | Adrift | Underway | Wait):
            self.counts["readings asked again"] += 1
        else:
            self.faults.append(f"before: {old}; after starting again: {new}")

    def _secrets_kept(self, snapshot: Snapshot[Any, Any]) -> None:
        if snapshot.peek is not None:
            return
        ledger = self.table.sitting.ledger
        text = json.dumps(list(tell(ledger)))
        events = repr([entry.events for entry in snapshot.timeline])
        for secret in self.game.secrets:
            if secret not in events and (secret in repr(snapshot) or secret in text):
                self.faults.append(f"{secret} is told")
        if any(line["digest"] in text for line in self.keeper.lines):
            self.faults.append("a digest is told")


def drawn_from(table: Table[Any, Any, Any, Any]) -> dict[Any, set[str]]:
    """For each deck as it stood, which cards came from it as the next one."""
    ledger = table.sitting.ledger
    cards: dict[Any, set[str]] = {}
    for record in ledger.records:
        step = ledger.heads[record.seq]
        applied = ledger.steps[step] if step >= 0 else None
        if record.because.get("from") == "cards" and applied is not None:
            deck = ledger.hosted.deck(ledger.state_at(applied.before))
            line = ledger.hosted.encode(applied.deed.action)
            cards.setdefault(deck, set()).add(str({**line, "seat": None}))
    return cards
