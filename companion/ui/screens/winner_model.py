"""The game is over, or was ended early: who won or leads, one fact, and the same again."""

from dataclasses import dataclass, replace
from typing import Any

from companion.rules.all_4_it.view import View
from companion.table.snapshot import Snapshot
from companion.ui.facts import Person, Source
from companion.ui.intents import Button, Go, Kind, Leave, Rematch
from companion.ui.places import Place
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


def ended(snapshot: Snapshot[Any, Any], people: tuple[Person, ...], source: Source) -> WinnerModel:
    """How a game stood when it was ended before its last round was scored."""
    view: View = snapshot.view
    home = Button(say("winner.home"), Go(Place.HOME))
    top = top_model.present(snapshot, source, back=False)
    # Nothing can be taken back any more, and there is no menu of a game that is gone.
    top = replace(top, left=replace(home, text=say("top.back")), undo=None)
    again = Button(say("winner.again"), Rematch(), Kind.PRIMARY)
    if view.winners:
        return replace(present(snapshot, people, source), top=top, home=home)
    best = max(seat.points for seat in view.seats)
    leading = [at for at, seat in enumerate(view.seats) if seat.points == best]
    alone = len(leading) == 1
    title = say("ended.leads", name=snapshot.names[leading[0]]) if alone else say("ended.level")
    colour = f"player{people[leading[0]].colour}" if alone else "text"
    told = [
        say("home.score", name=name, points=seat.points)
        for name, seat in zip(snapshot.names, view.seats, strict=True)
    ]
    return WinnerModel(top, title, colour, say("ended.fact", scores=", ".join(told)), home, again)
