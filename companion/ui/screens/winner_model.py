"""The game is over: who won, one fact, and the same again."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_4_it.view import View
from companion.table.snapshot import Snapshot
from companion.ui.facts import Person, Source
from companion.ui.intents import Button, Kind, Leave, Rematch
from companion.ui.screens import top_model
from companion.ui.screens.strip_model import won
from companion.ui.screens.top_model import TopModel
from companion.ui.words import say


@dataclass(frozen=True, slots=True)
class WinnerModel:
    top: TopModel
    title: str
    colour: str
    fact: str
    home: Button
    again: Button


def present(snapshot: Snapshot[Any, Any], people: tuple[Person, ...], source: Source) -> WinnerModel:
    view: View = snapshot.view
    points = sorted((seat.points for seat in view.seats), reverse=True)
    took_s = snapshot.timeline[-1].at_s - snapshot.timeline[0].at_s if snapshot.timeline else 0.0
    minutes = say("winner.minutes", n=max(1, round(took_s / 60)))
    colour = f"player{people[view.winners[0]].colour}" if len(view.winners) == 1 else "text"
    return WinnerModel(
        top_model.present(snapshot, source, back=False),
        won(view.winners, snapshot.names),
        colour,
        say(
            "all_4_it.winner.fact",
            first=points[0],
            second=points[1],
            n=len(view.results),
            minutes=minutes,
        ),
        Button(say("winner.home"), Leave()),
        Button(say("winner.again"), Rematch(), Kind.PRIMARY),
    )
