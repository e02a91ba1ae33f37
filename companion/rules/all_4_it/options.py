"""The table's choices: every decision that the rulebook leaves open and tables settle differently."""

from dataclasses import dataclass
from enum import StrEnum

from companion.rules.options import Decision, Value, check_kinds, check_number

MOST_ROUNDS = 99
MOST_TURNS = 999


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
    """The table's choices. Defaults are the rulebook's. ValueError names a field that cannot be so."""

    cards: CardsWhere = CardsWhere.IN_APP
    free_shapes: bool = False
    """Without effect while the app holds the cards: it knows every shape."""
    shape_deck: ShapeDeck = ShapeDeck.RECYCLE
    keep_shapes: bool = False
    must_cover_empty: bool = False
    max_turns_per_round: int | None = None
    allow_pass: bool = False
    equal_turns: bool = False
    debt: bool = False
    tie: Tie = Tie.SHARED
    rounds: int = 4

    def __post_init__(self) -> None:
        check_kinds(self)
        check_number(self, "rounds", 1, MOST_ROUNDS)
        check_number(self, "max_turns_per_round", 1, MOST_TURNS, or_none=True)


OPEN: tuple[Decision, ...] = (
    Decision(
        "cards",
        "Where are the cards?",
        "The app shuffles, deals and shows them.",
        "cards",
        (
            Value(CardsWhere.IN_APP, "In the app"),
            Value(CardsWhere.ON_TABLE, "On the table, real ones"),
        ),
    ),
    Decision(
        "F01",
        "The printed shapes are not known. May a real shape be any four cells?",
        "No: it is one of the data file, which ships the seven one-sided four-square shapes, assumed.",
        "free_shapes",
        (
            Value(False, "Only the shapes the app knows"),
            Value(True, "Any four cells, with real cards"),
        ),
    ),
    Decision(
        "F05",
        "Your own Shape Deck is used up. What now?",
        "Your own discards are shuffled and become your deck when you next need a shape (S16).",
        "shape_deck",
        (
            Value(ShapeDeck.RECYCLE, "Shuffle your own discards"),
            Value(ShapeDeck.SHARED_RESHUFFLE, "Shuffle both players' discards and deal them evenly"),
            Value(ShapeDeck.PLAY_OUT, "Play with what is left"),
        ),
    ),
    Decision(
        "F06",
        "A round ends. What becomes of the face-up shapes?",
        "They are discarded, and two new ones are drawn for the next round.",
        "keep_shapes",
        (Value(False, "Discard them"), Value(True, "Keep them for the next round")),
    ),
    Decision(
        "F08",
        "A round may go on for very long. Must a shape cover an empty cell when it can?",
        "No: it may lie on pieces only.",
        "must_cover_empty",
        (Value(False, "No"), Value(True, "Yes, one at least")),
    ),
    Decision(
        "F08",
        "A round may go on for very long. Is there a last turn?",
        "No. If there is one, the turns of both players count, and the grid is scored as it stands (S20).",
        "max_turns_per_round",
        (Value(None, "No limit"), Value(30, "30 turns"), Value(50, "50 turns"), Value(100, "100 turns")),
    ),
    Decision(
        "F09",
        "May a player do nothing?",
        "No: exactly one of the three things a turn. Who can do none of them passes (S17).",
        "allow_pass",
        (Value(False, "No"), Value(True, "Yes")),
    ),
    Decision(
        "F10",
        "The round's first player fills the grid. Does the other one have another turn?",
        "No: the round ends with the turn that fills the grid.",
        "equal_turns",
        (Value(False, "No"), Value(True, "Yes, so that both had equally many")),
    ),
    Decision(
        "F13",
        "May a player spend more points than there are on the counter?",
        "No: it never falls below 0.",
        "debt",
        (Value(False, "No"), Value(True, "Yes, the counter may fall below 0")),
    ),
    Decision(
        "F21",
        "Both have equally many points in the end. Who wins?",
        "Both do.",
        "tie",
        (
            Value(Tie.SHARED, "Both"),
            Value(Tie.FEWEST_POINTS_SPENT, "Whoever has spent less on powers and exchanges"),
            Value(Tie.EXTRA_ROUND, "One more round decides"),
        ),
    ),
    Decision(
        "F27",
        "How many rounds?",
        "Four.",
        "rounds",
        (Value(4, "4"), Value(1, "1"), Value(2, "2"), Value(6, "6")),
    ),
)
"""The decisions that a table can make."""
