"""Every decision the rulebook leaves open: its question, our default, and the table's choices."""

from dataclasses import dataclass
from enum import StrEnum


class CardsWhere(StrEnum):
    """Who holds the cards: the app deals them, or real ones lie on the table."""

    IN_APP = "in_app"
    ON_TABLE = "on_table"


class ShapeDeck(StrEnum):
    RECYCLE = "recycle"
    SHARED_RESHUFFLE = "shared_reshuffle"
    PLAY_OUT = "play_out"


class Tie(StrEnum):
    SHARED = "shared"
    FEWEST_POINTS_SPENT = "fewest_points_spent"
    EXTRA_ROUND = "extra_round"


@dataclass(frozen=True, slots=True)
class Options:
    """The table's choices. Defaults are the rulebook's."""

    cards: CardsWhere = CardsWhere.IN_APP
    free_shapes: bool = False
    shape_deck: ShapeDeck = ShapeDeck.RECYCLE
    keep_shapes: bool = False
    must_cover_empty: bool = False
    max_turns_per_round: int | None = None
    allow_pass: bool = False
    equal_turns: bool = False
    debt: bool = False
    tie: Tie = Tie.SHARED
    rounds: int = 4
