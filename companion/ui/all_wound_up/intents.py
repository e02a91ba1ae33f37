"""What a touch can mean in a race, beside what it can mean in every game."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.core import Seat


@dataclass(frozen=True, slots=True)
class PickKind:
    """The bid is for these; how many cards, comes next."""

    kind: Card


@dataclass(frozen=True, slots=True)
class MoreWilds:
    """One Wild more goes with the cards that are laid next; none again after the most."""


@dataclass(frozen=True, slots=True)
class MoreNumbers:
    """Larger numbers, or the small ones again."""


@dataclass(frozen=True, slots=True)
class TapToken:
    seat: Seat
    rank: Rank


@dataclass(frozen=True, slots=True)
class DropToken:
    """The token that was tapped is not used after all."""


@dataclass(frozen=True, slots=True)
class PickFigure:
    """What happened is told of this seat's figure from now on."""

    figure: Seat


@dataclass(frozen=True, slots=True)
class MoreChips:
    """More that may have happened, or the first again after the last."""


@dataclass(frozen=True, slots=True)
class TellByHand:
    """What may have happened in place of what the camera says did, or back."""

    by_hand: bool


@dataclass(frozen=True, slots=True)
class LookAtHand:
    """To the cover of this seat's cards; None asks first whose."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class HideHand:
    pass


@dataclass(frozen=True, slots=True)
class PickCard:
    """In private: one more of these goes with what is given or laid, none again after the last."""

    card: Card


@dataclass(frozen=True, slots=True)
class GivePicked:
    """In private: the picked cards go to the left, or away."""


@dataclass(frozen=True, slots=True)
class TellCard:
    """In private, with real cards: one more of these is held, none again after the most."""

    card: Card


@dataclass(frozen=True, slots=True)
class ForgetHand:
    """In private: the told hand is forgotten."""


@dataclass(frozen=True, slots=True)
class ShowPhotoFinish:
    """To the pictures of what happened there; None leads back."""

    happening: str | None


@dataclass(frozen=True, slots=True)
class StepPhoto:
    """To the next or previous picture."""

    by: int


@dataclass(frozen=True, slots=True)
class TapTile:
    """The next tile of the course; the last one taken out again by a second tap."""

    tile: str


@dataclass(frozen=True, slots=True)
class TurnTile:
    """Another side of the box lies here."""

    at: int


@dataclass(frozen=True, slots=True)
class CountZones:
    """One zone more of this kind on this tile; none again after the most."""

    tile: str
    kind: str


@dataclass(frozen=True, slots=True)
class PickLayout:
    """How the tiles lie: the next of the shapes that are offered."""


@dataclass(frozen=True, slots=True)
class FlipGate:
    """The gate is crossed the other way."""


@dataclass(frozen=True, slots=True)
class ClearCourse:
    pass


@dataclass(frozen=True, slots=True)
class SetHands:
    """Real cards, or the app deals them."""

    in_app: bool


@dataclass(frozen=True, slots=True)
class SetFigures:
    """By chance, or each chooses."""

    chosen: bool


@dataclass(frozen=True, slots=True)
class GoStep:
    """To this step of the set-up."""

    step: int


@dataclass(frozen=True, slots=True)
class StartRace:
    pass


RaceIntent: TypeAlias = (
    PickKind
    | MoreWilds
    | MoreNumbers
    | TapToken
    | DropToken
    | PickFigure
    | MoreChips
    | TellByHand
    | LookAtHand
    | HideHand
    | PickCard
    | GivePicked
    | TellCard
    | ForgetHand
    | ShowPhotoFinish
    | StepPhoto
    | TapTile
    | TurnTile
    | CountZones
    | PickLayout
    | FlipGate
    | ClearCourse
    | SetHands
    | SetFigures
    | GoStep
    | StartRace
)
