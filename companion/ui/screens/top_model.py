"""The top bar: the same places on every screen of a game."""

from dataclasses import dataclass
from typing import Any

from companion.table.snapshot import Entry, Eye, RecordKind, Snapshot
from companion.ui.faces import teller_of
from companion.ui.facts import Source
from companion.ui.intents import BackTo, Button, Go
from companion.ui.places import Place
from companion.ui.theme import TIMELINE_HOLD_S
from companion.ui.words import has_words, say


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
    eye, colour = _eye(snapshot, source)
    told = teller_of(snapshot.game)
    shown = title or told.title(snapshot.view)
    return TopModel(left, shown, told.note(snapshot), undo(snapshot), eye, colour)


def undo(snapshot: Snapshot[Any, Any]) -> Button | None:
    """Names what it takes back; held, it opens the timeline. Absent when there is nothing."""
    if snapshot.undo is None:
        return None
    what = _what(snapshot, snapshot.undo.entry)
    return Button(
        say("top.undo", what=what),
        BackTo(snapshot.undo.to_seq, snapshot.undo.needs_consent),
        hold_intent=Go(Place.TIMELINE),
        hold_s=TIMELINE_HOLD_S,
    )


def _what(snapshot: Snapshot[Any, Any], entry: Entry) -> str:
    if entry.kind is RecordKind.AMENDED:
        return say("top.undo.change")
    if entry.kind is RecordKind.CORRECTED:
        return say("top.undo.correction")
    return teller_of(snapshot.game).briefly(entry.events, snapshot.names, snapshot.view)


def _eye(snapshot: Snapshot[Any, Any], source: Source) -> tuple[str, str]:
    eye = snapshot.eye
    colours = {
        Eye.NONE: "outline",
        Eye.LEARNING: "warn",
        Eye.SEEING: "ok",
        Eye.BLIND: "warn",
        Eye.LOST: "err",
    }
    # A game by hand has no eye, whatever clip could be played on this machine.
    if source is Source.DEMO and eye in (Eye.SEEING, Eye.LEARNING):
        return say("source.demo"), colours[eye]
    if eye in (Eye.BLIND, Eye.LOST) and has_words(f"dot.{snapshot.eye_why}"):
        return say(f"dot.{snapshot.eye_why}"), colours[eye]
    return say(f"eye.{eye.value}"), colours[eye]
