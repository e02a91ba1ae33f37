"""Which table to set up: the grid, or the tiles of a race. Each kind is kept beside the other."""

from dataclasses import dataclass

from companion.ui.facts import Front, TableState
from companion.ui.intents import Button, Go, Kind, Teach, TeachRace
from companion.ui.places import Place
from companion.ui.words import say

COLOURS = {
    TableState.UNTAUGHT: "muted",
    TableState.HALF: "accent",
    TableState.TAUGHT: "ok",
    TableState.GONE: "warn",
}


@dataclass(frozen=True, slots=True)
class TableModel:
    button: Button
    state: str
    colour: str


@dataclass(frozen=True, slots=True)
class TablesModel:
    title: str
    trouble: str
    back: Button
    tables: tuple[TableModel, TableModel]


def present(front: Front) -> TablesModel:
    return TablesModel(
        say("race_table.tables"),
        front.trouble,
        Button(say("back"), Go(Place.HOME)),
        (
            _table(Button(say("race_table.grid"), Teach()), front.grid),
            _table(
                Button(
                    say("race_table.race"),
                    TeachRace(),
                    Kind.PRIMARY if front.race is TableState.HALF else Kind.PLAIN,
                ),
                front.race,
            ),
        ),
    )


def _table(button: Button, state: TableState) -> TableModel:
    return TableModel(button, say(f"race_table.{state.value}"), COLOURS[state])
