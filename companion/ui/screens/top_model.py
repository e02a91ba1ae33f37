"""The top bar: the same places on every screen of a game."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_4_it.view import View
from companion.table.snapshot import Eye, Snapshot
from companion.ui.facts import Source
from companion.ui.intents import BackTo, Button, Go
from companion.ui.places import Place
from companion.ui.theme import TIMELINE_HOLD_S
from companion.ui.words import say
from companion.ui.words_all_4_it import briefly


@dataclass(frozen=True, slots=True)
class TopModel:
    left: Button
    title: str
    note: str
    undo: Button | None
    eye: str
    eye_colour: str


BLANK = TopModel(Button("", None), "", "", None, "", "outline")
"""What widgets hold before they are given anything: KV looks through it at once."""


def present(snapshot: Snapshot[Any, Any], source: Source, *, back: bool, title: str = "") -> TopModel:
    """`back`: the left button leads to the board and not to the menu."""
    left = Button(say("top.back"), Go(Place.BOARD)) if back else Button(say("top.menu"), Go(Place.MENU))
    eye, colour = _eye(snapshot.eye, source)
    note = _note(snapshot, source)
    return TopModel(left, title or _title(snapshot.view), note, undo(snapshot), eye, colour)


def undo(snapshot: Snapshot[Any, Any]) -> Button | None:
    """Names what it takes back; held, it opens the timeline. Absent when there is nothing."""
    if snapshot.undo is None:
        return None
    what = briefly(snapshot.undo.entry.events, snapshot.names, snapshot.view.cards)
    return Button(
        say("top.undo", what=what),
        BackTo(snapshot.undo.to_seq, snapshot.undo.needs_consent),
        hold_intent=Go(Place.TIMELINE),
        hold_s=TIMELINE_HOLD_S,
    )


def _title(view: View) -> str:
    if view.round > view.options.rounds:
        return say("all_4_it.title_extra")
    return say("all_4_it.title", round=view.round, rounds=view.options.rounds)


def _note(snapshot: Snapshot[Any, Any], source: Source) -> str:
    """What must be said all the time, small: that no camera looks, that the cards are a guess."""
    view: View = snapshot.view
    if source is Source.DEMO and snapshot.eye in (Eye.BLIND, Eye.LOST):
        return say("source.demo")
    if view.cards.shapes_assumed or view.cards.powers_assumed:
        return say("all_4_it.assumed")
    return say("all_4_it.filled", n=sum(cell is not None for cell in view.grid))


def _eye(eye: Eye, source: Source) -> tuple[str, str]:
    colours = {
        Eye.NONE: "outline",
        Eye.LEARNING: "warn",
        Eye.SEEING: "ok",
        Eye.BLIND: "warn",
        Eye.LOST: "err",
    }
    demo = source is Source.DEMO and eye in (Eye.SEEING, Eye.LEARNING, Eye.NONE)
    return say("source.demo" if demo else f"eye.{eye.value}"), colours[eye]
