"""What a touch can mean in a race, beside what it can mean in every game."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.core import Seat
from companion.table.race_shown import HappeningId
from companion.ui.intents import GameIntent


@dataclass(frozen=True, slots=True)
class PickKind(GameIntent):
    """The bid is for these; how many cards, comes next."""

    kind: Card


@dataclass(frozen=True, slots=True)
class MoreWilds(GameIntent):
    """One Wild more goes with the cards that are laid next; none again after the most."""


@dataclass(frozen=True, slots=True)
class MoreNumbers(GameIntent):
    """Larger numbers, or the small ones again."""


@dataclass(frozen=True, slots=True)
class TapToken(GameIntent):
    seat: Seat
    rank: Rank


@dataclass(frozen=True, slots=True)
class DropToken(GameIntent):
    """The token that was tapped is not used after all."""


@dataclass(frozen=True, slots=True)
class Together(GameIntent):
    """The tapped token is declared, to be used in turn with those of others."""


@dataclass(frozen=True, slots=True)
class AllStill(GameIntent):
    """The walk, placing, turning or standing up is over, with all that was seen of it."""


@dataclass(frozen=True, slots=True)
class TooEarly(GameIntent):
    """Let go too early, or wound wrongly."""


@dataclass(frozen=True, slots=True)
class KeepSeen(GameIntent):
    """What was seen is so; `reading` chooses among what it may have been."""

    id: HappeningId
    reading: int = 0


@dataclass(frozen=True, slots=True)
class DismissSeen(GameIntent):
    id: HappeningId


@dataclass(frozen=True, slots=True)
class OpenSeen(GameIntent):
    """To what a thing seen may have been otherwise."""

    id: HappeningId


@dataclass(frozen=True, slots=True)
class PickFigure(GameIntent):
    """What happened is told of this seat's figure from now on."""

    figure: Seat


@dataclass(frozen=True, slots=True)
class MoreChips(GameIntent):
    """More that may have happened, or the first again after the last."""


@dataclass(frozen=True, slots=True)
class TellByHand(GameIntent):
    """What may have happened in place of what the camera says did, or back."""

    by_hand: bool


@dataclass(frozen=True, slots=True)
class LookAtHand(GameIntent):
    """To the cover of this seat's cards; None asks first whose."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class PickCard(GameIntent):
    """In private: one more of these goes with what is given or laid, none again after the last."""

    card: Card


@dataclass(frozen=True, slots=True)
class GivePicked(GameIntent):
    """In private: the picked cards go to the left, or away."""


@dataclass(frozen=True, slots=True)
class TellCard(GameIntent):
    """In private, with real cards: one more of these is held, none again after the most."""

    card: Card


@dataclass(frozen=True, slots=True)
class ForgetHand(GameIntent):
    """In private: the told hand is forgotten."""


@dataclass(frozen=True, slots=True)
class ShowPhotoFinish(GameIntent):
    """To the pictures kept under this name."""

    evidence: str


@dataclass(frozen=True, slots=True)
class ShowFair(GameIntent):
    """To how figures walk."""


@dataclass(frozen=True, slots=True)
class StepPhoto(GameIntent):
    """To the next or previous picture."""

    by: int


@dataclass(frozen=True, slots=True)
class TapTile(GameIntent):
    """The next tile of the course; the last one taken out again by a second tap."""

    tile: str


@dataclass(frozen=True, slots=True)
class CountZones(GameIntent):
    """One zone more of this kind on this tile; none again after the most."""

    tile: str
    kind: str


@dataclass(frozen=True, slots=True)
class PickLayout(GameIntent):
    """How the tiles lie: the next of the shapes that are offered."""


@dataclass(frozen=True, slots=True)
class FlipGate(GameIntent):
    """The gate is crossed the other way."""


@dataclass(frozen=True, slots=True)
class ClearCourse(GameIntent):
    pass


@dataclass(frozen=True, slots=True)
class SetHands(GameIntent):
    """Real cards, or the app deals them."""

    in_app: bool


@dataclass(frozen=True, slots=True)
class SetFigures(GameIntent):
    """By chance, or each chooses."""

    chosen: bool


@dataclass(frozen=True, slots=True)
class GoStep(GameIntent):
    """To this step of the set-up."""

    step: int


@dataclass(frozen=True, slots=True)
class StartRace(GameIntent):
    pass


RaceIntent: TypeAlias = (
    PickKind
    | MoreWilds
    | MoreNumbers
    | TapToken
    | DropToken
    | Together
    | AllStill
    | TooEarly
    | KeepSeen
    | DismissSeen
    | OpenSeen
    | PickFigure
    | MoreChips
    | TellByHand
    | LookAtHand
    | PickCard
    | GivePicked
    | TellCard
    | ForgetHand
    | ShowPhotoFinish
    | ShowFair
    | StepPhoto
    | TapTile
    | CountZones
    | PickLayout
    | FlipGate
    | ClearCourse
    | SetHands
    | SetFigures
    | GoStep
    | StartRace
)
