"""The game is over, or was ended early: who won or leads, one fact, and the same again."""

from dataclasses import dataclass, replace
from typing import Any

from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui.faces import teller_of
from companion.ui.facts import Person, Source
from companion.ui.intents import Button, Go, Kind, Leave, Rematch
from companion.ui.places import Place
from companion.ui.screens import top_model
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
    told = teller_of(snapshot.game)
    winners = told.winners(snapshot.view)
    took_s = snapshot.timeline[-1].at_s - snapshot.timeline[0].at_s if snapshot.timeline else 0.0
    minutes = say("winner.minutes", n=round(took_s / 60)) if took_s >= 60 else say("winner.at_once")
    colour = f"player{people[winners[0]].colour}" if len(winners) == 1 else "text"
    return WinnerModel(
        top_model.present(snapshot, source, back=False),
        won(winners, snapshot.names),
        colour,
        told.fact(snapshot, minutes),
        Button(say("winner.home"), Leave()),
        Button(say("winner.again"), Rematch(), Kind.PRIMARY),
    )


def won(winners: tuple[Seat, ...], names: tuple[str, ...]) -> str:
    """Who has won, as a headline."""
    return say("winner.one", name=names[winners[0]]) if len(winners) == 1 else say("winner.shared")


def ended(snapshot: Snapshot[Any, Any], people: tuple[Person, ...], source: Source) -> WinnerModel:
    """How a game stood when it was ended before anybody had won."""
    told = teller_of(snapshot.game)
    home = Button(say("winner.home"), Go(Place.HOME))
    top = top_model.present(snapshot, source, back=False)
    # Nothing can be taken back any more, and there is no menu of a game that is gone.
    top = replace(top, left=replace(home, text=say("top.back")), undo=None)
    again = Button(say("winner.again"), Rematch(), Kind.PRIMARY)
    if told.winners(snapshot.view):
        return replace(present(snapshot, people, source), top=top, home=home)
    leading = told.leaders(snapshot.view)
    alone = len(leading) == 1
    title = say("ended.leads", name=snapshot.names[leading[0]]) if alone else say("ended.level")
    colour = f"player{people[leading[0]].colour}" if alone else "text"
    scores = ", ".join(
        say("home.score", name=name, points=points)
        for name, points in zip(snapshot.names, told.points(snapshot.view), strict=False)
    )
    fact = say("ended.fact", scores=scores) if scores else say("ended.early")
    return WinnerModel(top, title, colour, fact, home, again)
