"""The strip: the one question of the moment, with its default answer and *Fix*."""

from dataclasses import dataclass
from typing import Any, assert_never

from companion.rules.all_4_it.actions import ClearGrid, Flip, Pass, Return
from companion.rules.all_4_it.state import Colour
from companion.rules.all_4_it.view import Phase, View
from companion.table.reading import Adrift, Ambiguous, Retracted, Unchanged, Understood, Underway, Wait
from companion.table.snapshot import Eye, Pending, Snapshot
from companion.ui.all_4_it.hand import Hand
from companion.ui.all_4_it.intents import DropPicks, LookAtPowers, PowerDone
from companion.ui.intents import (
    AgainAfterAll,
    Button,
    Intent,
    KeepPending,
    Kind,
    LetAppFlip,
    OpenFix,
    Play,
    SetPaused,
)
from companion.ui.screens.winner_model import won
from companion.ui.words import has_words, say
from companion.ui.words_all_4_it import in_short, power_name

CLIP_OVER = "ended"
"""Why there is no eye any more after a clip: nothing is wrong, and the game goes on by hand."""


class Mood:
    """How the strip's edge looks; the words say it too."""

    ASK, CALM, WARN = "accent", "outline", "warn"


@dataclass(frozen=True, slots=True)
class StripModel:
    text: str
    mood: str
    buttons: tuple[Button, ...] = ()


BLANK = StripModel("", Mood.CALM)
"""What widgets hold before they are given anything: KV looks through it at once."""


def present(snapshot: Snapshot[Any, Any], hand: Hand, now_ns: int) -> StripModel:
    if snapshot.paused:
        return StripModel(
            say("strip.paused"), Mood.ASK, (Button(say("strip.continue"), SetPaused(False), Kind.PRIMARY),)
        )
    if hand.cells or hand.draft:
        return _by_hand(snapshot, hand)
    if hand.why:
        return StripModel(hand.why, Mood.WARN, _asked(snapshot).buttons)
    if snapshot.refusal is not None:
        return StripModel(_refused(snapshot.refusal.key), Mood.WARN, _asked(snapshot).buttons)
    if snapshot.pending is not None:
        return _pending(snapshot, snapshot.pending, now_ns)
    if snapshot.eye in (Eye.BLIND, Eye.LOST) and snapshot.eye_why != CLIP_OVER:
        return _blind(snapshot)
    return _read(snapshot)


def _refused(key: str) -> str:
    return say(key) if has_words(key) else say("table.refused")


def _blind(snapshot: Snapshot[Any, Any]) -> StripModel:
    """The question goes on without the camera; why it sees nothing is said before it where there is room."""
    asked = _asked(snapshot)
    if snapshot.view.phase is not Phase.TURN or asked.buttons:
        return StripModel(asked.text, Mood.WARN, asked.buttons)
    key = f"why.{snapshot.eye_why}"
    why = say(key) if has_words(key) else say("why.")
    return StripModel(say("strip.blind", why=why, ask=asked.text), Mood.WARN)


def _by_hand(snapshot: Snapshot[Any, Any], hand: Hand) -> StripModel:
    view = snapshot.view
    name = _mover(snapshot)
    if view.phase is Phase.POWER:
        return _power(view, name)
    left = 4 - len(hand.cells)
    return StripModel(
        say("all_4_it.ask.more", n=left, name=name),
        Mood.ASK,
        (Button(say("all_4_it.ask.clear"), DropPicks()),),
    )


def _pending(snapshot: Snapshot[Any, Any], pending: Pending[Any], now_ns: int) -> StripModel:
    ring = -1.0
    if pending.due_ns is not None and not pending.held:
        span = max(1, pending.due_ns - pending.since_ns)
        ring = min(1.0, max(0.0, (now_ns - pending.since_ns) / span))
    return StripModel(
        in_short(pending.events, snapshot.names, snapshot.view.cards),
        Mood.ASK,
        (
            Button(_right(snapshot), KeepPending(pending.since_ns), Kind.PRIMARY, ring=ring),
            Button(say("strip.fix"), OpenFix()),
        ),
    )


def _right(snapshot: Snapshot[Any, Any]) -> str:
    """A power is done when its user says so; everything else is only confirmed."""
    return say("all_4_it.ask.done") if snapshot.view.phase is Phase.POWER else say("strip.right")


def _read(snapshot: Snapshot[Any, Any]) -> StripModel:
    match snapshot.reading:
        case Ambiguous():
            return StripModel(
                say("strip.which"), Mood.ASK, (Button(say("strip.fix"), OpenFix(), Kind.PRIMARY),)
            )
        case Underway(places):
            return StripModel(say("strip.underway", n=len(places)), Mood.CALM, _asked(snapshot).buttons)
        case Retracted():
            again = Button(say("strip.play_again"), AgainAfterAll(), Kind.PRIMARY)
            return StripModel(say("strip.retracted"), Mood.WARN, (again,))
        case Adrift(differences):
            return StripModel(say("strip.adrift", n=len(differences)), Mood.WARN, _asked(snapshot).buttons)
        case Wait() if snapshot.eye is Eye.SEEING and snapshot.hands:
            return StripModel(say("strip.hands"), Mood.CALM, _asked(snapshot).buttons)
        case Wait() | Unchanged() | Understood():
            return _asked(snapshot)
        case _:
            assert_never(snapshot.reading)


def _asked(snapshot: Snapshot[Any, Any]) -> StripModel:
    """What the rules wait for, in this phase."""
    name, choices = _mover(snapshot), snapshot.choices
    phase: Phase = snapshot.view.phase
    match phase:
        case Phase.COLOURS:
            return _colours(name, choices)
        case Phase.DEALING:
            return StripModel(say("all_4_it.ask.dealing"), Mood.CALM)
        case Phase.TURN:
            passing = tuple(
                Button(say("all_4_it.ask.pass"), Play((c,))) for c in choices if isinstance(c, Pass)
            )
            seen = snapshot.eye is Eye.SEEING
            key = "all_4_it.ask.lay" if seen else "all_4_it.ask.tap"
            return StripModel(say(key, name=name), Mood.CALM, passing)
        case Phase.FREE_IMPRINT:
            left = 4 - len(snapshot.view.touched)
            return StripModel(say("all_4_it.ask.free", n=left, name=name), Mood.ASK)
        case Phase.POWER:
            return _power(snapshot.view, name)
        case Phase.EXCHANGE:
            return _exchange(snapshot, name)
        case Phase.ROUND_SCORED:
            return _scored(choices)
        case Phase.OVER:
            return StripModel(won(snapshot.view.winners, snapshot.names), Mood.CALM)
        case _:
            assert_never(phase)


def _mover(snapshot: Snapshot[Any, Any]) -> str:
    seat = snapshot.view.to_move
    return "" if seat is None else snapshot.names[seat]


def _colours(name: str, choices: tuple[Any, ...]) -> StripModel:
    words = {Colour.RED: "all_4_it.ask.wait_red", Colour.WHITE: "all_4_it.ask.wait_white"}
    flips = tuple(Button(say(words[c.colour]), Play((c,))) for c in choices if isinstance(c, Flip))
    ours = Button(say("all_4_it.ask.flip_for_us"), LetAppFlip(), Kind.PRIMARY)
    return StripModel(say("all_4_it.ask.colours", name=name), Mood.ASK, (*flips, ours))


def _power(view: View, name: str) -> StripModel:
    done = Button(say("all_4_it.ask.done"), PowerDone(), Kind.PRIMARY)
    asked = say("all_4_it.ask.power", name=name, power=power_name(view.cards, view.open_power))
    # What it does is read by both: the card lies open.
    text = next((p.text for p in view.cards.powers if p.id == view.open_power), "")
    return StripModel("\n".join(line for line in (text, asked) if line), Mood.ASK, (done,))


def _exchange(snapshot: Snapshot[Any, Any], name: str) -> StripModel:
    blind = tuple(c for c in snapshot.choices if isinstance(c, Return) and c.power is None)
    answer: Intent
    if blind:
        answer, label = Play((blind[0],)), say("all_4_it.ask.returned")
    else:
        answer, label = LookAtPowers(snapshot.view.to_move), say("all_4_it.powers")
    return StripModel(
        say("all_4_it.ask.exchange", name=name), Mood.ASK, (Button(label, answer, Kind.PRIMARY),)
    )


def _scored(choices: tuple[Any, ...]) -> StripModel:
    clear = next((c for c in choices if isinstance(c, ClearGrid)), None)
    buttons = () if clear is None else (Button(say("all_4_it.result.next"), Play((clear,)), Kind.PRIMARY),)
    return StripModel(say("all_4_it.ask.scored"), Mood.ASK, buttons)
