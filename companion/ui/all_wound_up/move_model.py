"""On the board: who does what with which figure, what is seen of it, and what may have happened."""

from dataclasses import dataclass, replace
from typing import Any

from companion.rules.all_wound_up.tasks import Walk
from companion.rules.all_wound_up.view import View
from companion.rules.core import Seat
from companion.table.race_shown import Fate, Happening, What
from companion.table.snapshot import Eye, Snapshot
from companion.ui.all_wound_up import (
    asked_model,
    chips_model,
    map_model,
    panel_model,
    put_back,
    seen_model,
    strip_model,
)
from companion.ui.all_wound_up.asked_model import AskedModel
from companion.ui.all_wound_up.drafts import Drafts
from companion.ui.all_wound_up.happening_words import in_a_row, margin
from companion.ui.all_wound_up.intents import OpenSeen
from companion.ui.all_wound_up.map_model import MapModel
from companion.ui.all_wound_up.panel_model import RacerModel
from companion.ui.facts import Person
from companion.ui.intents import Button, Kind
from companion.ui.screens.strip_model import StripModel
from companion.ui.screens.top_model import TopModel

ROWS = 3
"""Things seen at once, the newest ones."""
SILENT = (What.STOOD_STILL, What.DONE)


@dataclass(frozen=True, slots=True)
class SeenModel:
    """One thing seen. A tap opens what else it may have been."""

    button: Button
    line: str
    """By how much; or what became of it, where it is not kept."""
    colour: str


@dataclass(frozen=True, slots=True)
class MoveModel:
    top: TopModel
    asked: AskedModel
    racers: tuple[RacerModel, ...]
    map: MapModel
    eye: bool
    """There is a live picture in place of the map."""
    large: bool
    """The picture has most of the screen."""
    leader: str
    """The name of the figure that is ahead, for the picture."""
    chips: tuple[Button, ...]
    seen: tuple[SeenModel, ...]
    guide: str
    """How far the figure that was put back is off; empty when there is nothing to put back."""
    strip: StripModel


def present(
    snapshot: Snapshot[Any, Any], top: TopModel, people: tuple[Person, ...], draft: Drafts
) -> MoveModel:
    eye = snapshot.eye in (Eye.SEEING, Eye.BLIND) and snapshot.race is not None
    walking = bool(snapshot.view.tasks) and isinstance(snapshot.view.tasks[0], Walk)
    watched = eye and walking and not draft.by_hand
    offered = chips_model.present(snapshot, draft)
    chips = () if watched else offered.chips
    return MoveModel(
        top,
        asked_model.present(snapshot),
        _racers(panel_model.racers(snapshot, people, draft), () if watched else offered.figures),
        map_model.present(snapshot, people),
        eye,
        eye and not chips,
        _leader(snapshot),
        chips,
        _seen(snapshot) if watched else (),
        put_back.guide(snapshot),
        strip_model.present(snapshot, draft),
    )


def _racers(
    racers: tuple[RacerModel, ...], figures: tuple[tuple[Seat, Button], ...]
) -> tuple[RacerModel, ...]:
    """The players, those whose figures can be chosen with a button for it."""
    buttons = dict(figures)
    return tuple(
        replace(racer, said=buttons[Seat(at)].text, figure=replace(buttons[Seat(at)], text=""))
        if Seat(at) in buttons
        else racer
        for at, racer in enumerate(racers)
    )


def _seen(snapshot: Snapshot[Any, Any]) -> tuple[SeenModel, ...]:
    race = snapshot.race
    if race is None:
        return ()
    told = [h for h in race.happenings[race.now_from :] if h.what not in SILENT]
    return tuple(_row(h, snapshot) for h in told[-ROWS:])


def _row(seen: Happening[Any], snapshot: Snapshot[Any, Any]) -> SeenModel:
    by, entry = margin(seen), seen_model.record_of(snapshot, seen)
    kept = seen.fate is Fate.KEPT and entry is not None and entry.seq == seen.seq
    return SeenModel(
        Button(in_a_row(seen, snapshot), OpenSeen(seen.id), Kind.PLAIN),
        by if by and kept else seen_model.fate(seen, entry),
        "ok" if kept else "warn" if seen.fate is Fate.WAITING else "muted",
    )


def _leader(snapshot: Snapshot[Any, Any]) -> str:
    view: View = snapshot.view
    reached = [seat.figure.reached for seat in view.seats]
    first = [at for at, many in enumerate(reached) if many == max(reached)]
    return (view.seats[first[0]].name or "") if len(first) == 1 else ""
