"""A thing seen that was not so, mended: what else it may have been, and the pictures of it."""

from dataclasses import dataclass
from typing import Any

from companion.table.race_shown import Fate, Happening
from companion.table.snapshot import Snapshot
from companion.ui.all_wound_up import amend_model
from companion.ui.all_wound_up.chips_model import chip_words
from companion.ui.all_wound_up.happening_words import briefly, margin
from companion.ui.all_wound_up.intents import DismissSeen, KeepSeen, ShowPhotoFinish, TellByHand
from companion.ui.intents import BackTo, Button, Change, Kind
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


def present(snapshot: Snapshot[Any, Any], top: TopModel, seen: Happening[Any]) -> FixModel:
    answers = _answers(seen)
    if seen.evidence is not None:
        answers.append(Button(say("all_wound_up.fix.photo"), ShowPhotoFinish(seen.evidence)))
    answers.append(Button(say("all_wound_up.strip.by_hand"), TellByHand(True)))
    return FixModel(
        top,
        briefly(seen, snapshot),
        margin(seen),
        _others(snapshot, seen),
        say(f"all_wound_up.fate.{seen.fate.value}"),
        tuple(answers),
    )


def _answers(seen: Happening[Any]) -> list[Button]:
    """What is kept is taken back with all after it: what follows from it may not have been so either."""
    yes = Button(say("all_wound_up.doubt.yes"), KeepSeen(seen.id), Kind.PRIMARY)
    no = say("all_wound_up.fix.nothing")
    match seen.fate:
        case Fate.WAITING:
            return [yes, Button(no, DismissSeen(seen.id))]
        case Fate.DISMISSED if seen.readings:
            return [yes]
        case Fate.KEPT if seen.seq is not None:
            return [Button(no, BackTo(seen.seq - 1, needs_consent=False))]
        case _:
            return []


def _others(snapshot: Snapshot[Any, Any], seen: Happening[Any]) -> tuple[Button, ...]:
    if seen.fate is Fate.WAITING:
        return tuple(
            Button(
                ", ".join(chip_words(snapshot, a) or say("all_wound_up.did.nothing") for a in reading),
                KeepSeen(seen.id, at),
            )
            for at, reading in enumerate(seen.readings[:MOST])
            if at
        )
    entry = next((e for e in snapshot.timeline if e.seq == seen.seq and e.counts), None)
    if entry is None:
        return ()
    return tuple(
        Button(chip_words(snapshot, action), Change(entry.seq, action, drop=False))
        for action in amend_model.replacements(entry, snapshot.view)[:MOST]
    )
