"""Nobody can play: everybody must say so, and one "no" is enough to go on."""

from dataclasses import dataclass
from typing import Any

from companion.rules.wig_out.actions import ClaimStall, DenyStall
from companion.rules.wig_out.state import Race
from companion.table.snapshot import Snapshot
from companion.ui.facts import Person
from companion.ui.intents import Button, Go, Kind, Play
from companion.ui.places import Place
from companion.ui.words import say


@dataclass(frozen=True, slots=True)
class StuckModel:
    title: str
    line: str
    seats: tuple[Button, ...]
    colours: tuple[str, ...]
    no: Button


def present(snapshot: Snapshot[Any, Any], people: tuple[Person, ...]) -> StuckModel:
    stage = snapshot.view.stage
    stuck = stage.stuck if isinstance(stage, Race) else ()
    claims = {c.seat: c for c in snapshot.choices if isinstance(c, ClaimStall)}
    seats, colours = [], []
    for at, person in enumerate(people):
        if at in stuck:
            seats.append(Button(say("wig_out.is_stuck", name=person.name), None, Kind.CHOSEN, enabled=False))
        elif at in claims:
            claim = claims[at]  # type: ignore[index]  # a seat is a number
            seats.append(Button(say("wig_out.am_stuck", name=person.name), Play((claim,)), Kind.PRIMARY))
        else:
            continue
        colours.append(f"player{person.colour}")
    deny = next((c for c in snapshot.choices if isinstance(c, DenyStall)), None)
    no = Button(say("wig_out.not_stuck"), Go(Place.BOARD) if deny is None else Play((deny,)))
    return StuckModel(
        say("wig_out.all_stuck"), say("wig_out.all_stuck.why"), tuple(seats), tuple(colours), no
    )
