"""The games that a table can host, by name: their rules, how they are set up, what they look at.

This is the one table of games; what they show stands in `companion.ui.faces`. What one game needs is loaded
when it is asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from companion.rules.core import Seat
from companion.table.hosting import Hosted
from companion.ui.wishes import NewGame

PLAYABLE = ("all_wound_up", "all_4_it", "wig_out")
"""In the order in which they stand on the home screen."""

SetUp: TypeAlias = Callable[[NewGame, Path], dict[str, Any]]
"""The set-up, as plain JSON, of what was asked for at the screen; the path is the data folder.

Raises `UserError` for a file of the players that cannot be used.
"""


class Looks(StrEnum):
    """What an eye must have been taught to help a game."""

    AT_NOTHING = "nothing"
    AT_GRID = "grid"
    AT_RACE = "race"


@dataclass(frozen=True, slots=True)
class Host:
    hosted: Hosted[Any, Any, Any, Any]
    set_up: SetUp | None
    """None: old games of it can be told, but none can be begun here."""
    looks: Looks
    presses: bool
    """Somebody may press a button in it."""
    columns: int
    """Of a layout as people read it; 0 where there is no layout."""


def host_of(game: str) -> Host | None:
    """None for a game that this Tableside does not know."""
    match game:
        case "all_4_it":
            from companion.table.hosted.all_4_it import All4It

            return Host(All4It(), _all_4_it, Looks.AT_GRID, presses=False, columns=5)
        case "all_wound_up":
            from companion.table.hosted.all_wound_up import AllWoundUp

            return Host(AllWoundUp(), _all_wound_up, Looks.AT_RACE, presses=False, columns=0)
        case "wig_out":
            from companion.table.hosted.wig_out import WigOut

            return Host(WigOut(), _wig_out, Looks.AT_NOTHING, presses=True, columns=0)
        case _:
            return None


def _all_4_it(game: NewGame, home: Path) -> dict[str, Any]:
    from companion.cards import FOLDER, load_cards
    from companion.rules.all_4_it.options import Options
    from companion.table.hosted.all_4_it_setup import as_setup

    cards = load_cards(home / FOLDER)
    return as_setup(msgspec.convert(game.options, Options), cards, Seat(game.first or 0))


def _all_wound_up(game: NewGame, home: Path) -> dict[str, Any]:
    """The race and the way over its gate come beside the table's options."""
    from companion.cards import FOLDER
    from companion.deck_file import load_mix
    from companion.rules.all_wound_up.options import Options
    from companion.rules.all_wound_up.race import Race
    from companion.table.hosted.all_wound_up_setup import FORWARD, as_setup

    options = dict(game.options)
    race, forward = options.pop("race"), options.pop(FORWARD, None)
    setup = as_setup(
        msgspec.convert(options, Options),
        msgspec.convert(race, Race),
        load_mix(home / FOLDER),
        len(game.people),
        Seat(game.first or 0),
    )
    return setup if forward is None else setup | {FORWARD: forward}


def _wig_out(game: NewGame, home: Path) -> dict[str, Any]:
    """Where not all are dealt the same, how many cards fewer each gets comes beside the table's options."""
    from companion.rules.wig_out.options import Options
    from companion.table.hosted.wig_out_setup import as_setup

    options = dict(game.options)
    fewer = tuple(options.pop("fewer", ()))
    dealer = None if game.first is None else Seat(game.first)
    return as_setup(msgspec.convert(options, Options), len(game.people), dealer, fewer)
