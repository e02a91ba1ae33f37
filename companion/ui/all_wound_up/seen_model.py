"""A thing seen that was not so, mended: what else it may have been, and the pictures of it."""

from dataclasses import dataclass
from typing import Any

from companion.table.race_shown import Fate, Happening
from companion.table.snapshot import Entry, Snapshot
from companion.ui.all_wound_up import amend_model
from companion.ui.all_wound_up.chips_model import chip_words
from companion.ui.all_wound_up.happening_words import briefly, margin
from companion.ui.all_wound_up.intents import DismissSeen, KeepSeen, ShowPhotoFinish, TellByHand
from companion.ui.intents import Button, Change, Go, Kind
from companion.ui.past import as_they_count
from companion.ui.places import Place
from companion.ui.screens.top_model import TopModel
from companion.ui.words import say

MOST = 6


@dataclass(frozen=True, slots=True)
class FixModel:
    top: TopModel
    lead: str
    margin: str
    buttons: tuple[Button, ...]
    """The likeliest other readings."""
    text: str
    answers: tuple[Button, ...]
    lines: tuple[str, ...] = ()
    """Later records that would no longer fit."""


def present(
    snapshot: Snapshot[Any, Any], top: TopModel, seen: Happening[Any], tried: Change | None
) -> FixModel:
    """`tried`: the change that was asked for last, which may have been refused."""
    entry = record_of(snapshot, seen)
    if entry is not None and (drop := amend_model.dropping(snapshot, entry, tried)) is not None:
        cancel = Button(say("amend.cancel"), Go(Place.BOARD))
        lead = briefly(seen, snapshot)
        return FixModel(top, lead, "", (), drop.text, (drop.button, cancel), drop.lines)
    answers = _answers(seen, entry)
    if seen.evidence is not None:
        answers.append(Button(say("all_wound_up.fix.photo"), ShowPhotoFinish(seen.evidence)))
    answers.append(Button(say("all_wound_up.strip.by_hand"), TellByHand(True)))
    return FixModel(
        top,
        briefly(seen, snapshot),
        margin(seen),
        _others(snapshot, seen, entry),
        amend_model.refused(snapshot) or fate(seen, entry),
        tuple(answers),
    )


def record_of(snapshot: Snapshot[Any, Any], seen: Happening[Any]) -> Entry | None:
    """What counts now in the place of the record that rests on it."""
    return next((entry for place, entry in as_they_count(snapshot.timeline) if place == seen.seq), None)


def fate(seen: Happening[Any], entry: Entry | None) -> str:
    """What became of it, and of its record since: `entry` is what counts now in the place of that."""
    now = seen.fate
    if now is Fate.KEPT and entry is None:
        return say("timeline.gone")
    if now is Fate.KEPT and entry is not None and entry.seq != seen.seq:
        now = Fate.DISMISSED if entry.by is None else Fate.BY_HAND
    return say(f"all_wound_up.fate.{now.value}")


def _answers(seen: Happening[Any], entry: Entry | None) -> list[Button]:
    yes = Button(say("all_wound_up.doubt.yes"), KeepSeen(seen.id), Kind.PRIMARY)
    no = say("all_wound_up.fix.nothing")
    match seen.fate:
        case Fate.WAITING:
            return [yes, Button(no, DismissSeen(seen.id))]
        case Fate.DISMISSED if seen.readings:
            return [yes]
        case Fate.KEPT if entry is not None and entry.by is not None:
            return [amend_model.was_not_so(entry)]
        case _:
            return []


def _others(snapshot: Snapshot[Any, Any], seen: Happening[Any], entry: Entry | None) -> tuple[Button, ...]:
    if seen.fate is Fate.WAITING:
        return tuple(
            Button(
                ", ".join(chip_words(snapshot, a) or say("all_wound_up.did.nothing") for a in reading),
                KeepSeen(seen.id, at),
            )
            for at, reading in enumerate(seen.readings[:MOST])
            if at
        )
    if entry is None:
        return ()
    return tuple(
        Button(chip_words(snapshot, action), Change(entry.seq, action, drop=False))
        for action in amend_model.replacements(entry, snapshot.view)[:MOST]
    )
