"""The table's choices: every decision that the rulebook leaves open and tables settle differently."""

from dataclasses import dataclass
from enum import StrEnum

from companion.rules.options import check_kinds, check_number

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
        check_kinds(self)
        check_number(self, "tiles", 1, 4)
        check_number(self, "min_turns", 0, 1)
        check_number(self, "max_turns", 1, MOST_MAX_TURNS, or_none=True)

    @property
    def in_app(self) -> bool:
        return self.cards is CardsWhere.IN_APP
