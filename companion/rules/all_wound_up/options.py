"""The table's choices: every decision that the rulebook leaves open and tables settle differently."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TypeAlias

MOST_MAX_TURNS = 20


class CardsWhere(StrEnum):
    """Who holds the cards: the app deals them, or real ones are held by the players."""

    IN_APP = "in_app"
    ON_TABLE = "on_table"


class Figures(StrEnum):
    RANDOM = "random"
    CHOSEN = "chosen"


class Edition(StrEnum):
    TEN_CARDS = "ten_cards"
    EIGHT_CARDS = "eight_cards"


class Shuffle(StrEnum):
    WHEN_EMPTY = "when_empty"
    EVERY_ROUND = "every_round"


class Passing(StrEnum):
    SEQUENTIAL = "sequential"
    SIMULTANEOUS = "simultaneous"


class FirstBidder(StrEnum):
    DEALER_LEFT = "dealer_left"
    CARRY_OVER = "carry_over"


class AllPass(StrEnum):
    END_ROUND = "end_round"
    FORCE_BID = "force_bid"


class WildOnlyBid(StrEnum):
    FRESH_TYPE = "fresh_type"
    ANY_TYPE = "any_type"
    NEVER = "never"


class HazardAfter(StrEnum):
    VOID_LATER = "void_later"
    ALL_COUNT = "all_count"


class SpentTokens(StrEnum):
    SUPPLY = "supply"
    BOX = "box"


class BrainRepeat(StrEnum):
    EACH_MOVEMENT = "each_movement"
    OTHER_THAN_LAST = "other_than_last"
    ONCE_PER_GAME = "once_per_game"


class RedTarget(StrEnum):
    OWN = "own"
    ANY = "any"


class Contact(StrEnum):
    FEET = "feet"
    ANY_PART = "any_part"


class OffBoard(StrEnum):
    FULLY_OUT = "fully_out"
    ANY_PART_OUT = "any_part_out"


class OffCourse(StrEnum):
    NO_PROGRESS = "no_progress"
    TREAT_AS_LEFT = "treat_as_left"


@dataclass(frozen=True, slots=True)
class Options:
    """The table's choices. Defaults are the rulebook's. ValueError names a field that cannot be so."""

    cards: CardsWhere = CardsWhere.ON_TABLE
    figures: Figures = Figures.RANDOM
    tiles: int = 4
    edition: Edition = Edition.TEN_CARDS
    shuffle: Shuffle = Shuffle.WHEN_EMPTY
    passing: Passing = Passing.SEQUENTIAL
    tokens_during_passing: bool = False
    first_bidder: FirstBidder = FirstBidder.DEALER_LEFT
    all_pass: AllPass = AllPass.END_ROUND
    wild_only_bid: WildOnlyBid = WildOnlyBid.FRESH_TYPE
    wild_from_zero: bool = True
    pass_is_final: bool = False
    finish_tied_actions: bool = False
    hazard_after: HazardAfter = HazardAfter.VOID_LATER
    spent_tokens: SpentTokens = SpentTokens.SUPPLY
    brain_repeat: BrainRepeat = BrainRepeat.EACH_MOVEMENT
    pushed_triggers: bool = True
    min_turns: int = 0
    max_turns: int | None = None
    red_target: RedTarget = RedTarget.OWN
    placing_triggers: bool = False
    turning_triggers: bool = False
    contact: Contact = Contact.FEET
    off_board: OffBoard = OffBoard.FULLY_OUT
    off_course: OffCourse = OffCourse.NO_PROGRESS

    def __post_init__(self) -> None:
        for field in fields(self):
            value, default = getattr(self, field.name), field.default
            if isinstance(default, StrEnum) and type(value) is not type(default):
                raise ValueError(f"{field.name}: one of {', '.join(type(default))}, not {value!r}")
            if type(default) is bool and type(value) is not bool:
                raise ValueError(f"{field.name}: true or false, not {value!r}")
        if type(self.tiles) is not int or not 1 <= self.tiles <= 4:
            raise ValueError(f"tiles: a whole number from 1 to 4, not {self.tiles!r}")
        if type(self.min_turns) is not int or self.min_turns not in (0, 1):
            raise ValueError(f"min_turns: 0 or 1, not {self.min_turns!r}")
        most = self.max_turns
        if most is not None and (type(most) is not int or not 1 <= most <= MOST_MAX_TURNS):
            raise ValueError(f"max_turns: a whole number from 1 to {MOST_MAX_TURNS}, or none, not {most!r}")

    @property
    def in_app(self) -> bool:
        return self.cards is CardsWhere.IN_APP


Setting: TypeAlias = StrEnum | bool | int | None


@dataclass(frozen=True, slots=True)
class Value:
    """One answer to a decision, as `Options` holds it and in words."""

    setting: Setting
    words: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that the rulebook leaves open.

    `reading` is how it is read when nobody says otherwise. `field` is its place in `Options`, None
    when there is nothing to choose. `values` begin with the default; for a number they are those
    worth offering, and any other within the bounds of `Options` will do.
    """

    id: str
    question: str
    reading: str
    field: str | None = None
    values: tuple[Value, ...] = ()
