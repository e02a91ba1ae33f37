"""What decks can be played with. Says where a fault is, so that a loader can name the line."""

from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import category, normalize

from companion.rules.all_4_it.cards import BLANKS, SIDE, Cards, Power, Shape
from companion.rules.all_4_it.placements import normal, turns

MOST_COPIES = 99
MOST_CARDS = 120
"""Different cards in one deck."""
LONGEST_NAME = 60
LONGEST_TEXT = 600
DEAREST = 99
FEWEST_SHAPES = 4
"""Two face up for each seat."""


@dataclass(frozen=True, slots=True)
class Fault:
    """`kind` is "shapes" or "powers"; `at` counts cards from 0 (None: the deck as a whole)."""

    kind: str
    at: int | None
    field: str
    what: str

    def __str__(self) -> str:
        place = self.kind if self.at is None else f"{self.kind}[{self.at}]"
        return f"{place}.{self.field}: {self.what}"


def check_cards(cards: Cards) -> None:
    """ValueError with the first fault, if there is one."""
    for fault in faults(cards):
        raise ValueError(str(fault))


def faults(cards: Cards) -> Iterator[Fault]:
    """Everything that makes these decks unplayable, in reading order."""
    yield from shape_faults(cards.shapes)
    yield from power_faults(cards.powers)


def shape_faults(shapes: tuple[Shape, ...]) -> Iterator[Fault]:
    yield from _common_faults("shapes", shapes)
    earlier: dict[object, str] = {}
    for at, shape in enumerate(shapes):
        fault = _points_fault(shape)
        if fault:
            yield Fault("shapes", at, "points", fault)
            continue
        likeness = turns(shape.points)
        if likeness in earlier:
            yield Fault(
                "shapes",
                at,
                "points",
                f"this is {earlier[likeness]!r} again, perhaps turned: give that more copies",
            )
        earlier.setdefault(likeness, shape.name)
    copies = sum(shape.copies for shape in shapes)
    if copies % 2:
        yield Fault("shapes", None, "copies", f"both players get equally many; {copies} in all is odd")
    if copies < FEWEST_SHAPES:
        yield Fault("shapes", None, "copies", f"at least {FEWEST_SHAPES} in all; here are {copies}")


def power_faults(powers: tuple[Power, ...]) -> Iterator[Fault]:
    yield from _common_faults("powers", powers)
    for at, power in enumerate(powers):
        if power.id in BLANKS:
            yield Fault("powers", at, "id", f"{power.id!r} is kept for cards that the app does not know")
        if type(power.cost) is not int or not 0 <= power.cost <= DEAREST:
            yield Fault("powers", at, "cost", f"a whole number from 0 to {DEAREST}, not {power.cost!r}")
        if len(power.text) > LONGEST_TEXT:
            yield Fault("powers", at, "text", f"at most {LONGEST_TEXT} letters; this has {len(power.text)}")
        if not _visible(power.text, allowed="\n"):
            yield Fault("powers", at, "text", "say what the card does, in letters that can be seen")


def _common_faults(kind: str, cards: tuple[Shape | Power, ...]) -> Iterator[Fault]:
    if len(cards) > MOST_CARDS:
        yield Fault(kind, None, "copies", f"at most {MOST_CARDS} different cards; here are {len(cards)}")
    ids: set[str] = set()
    names: set[str] = set()
    for at, card in enumerate(cards):
        for field, text, taken in (("id", card.id, ids), ("name", card.name, names)):
            # Names that look alike on the screen are alike, however they are typed.
            alike = normalize("NFKC", text).casefold().strip()
            if not alike or not _visible(text) or len(text) > LONGEST_NAME:
                yield Fault(kind, at, field, f"1 to {LONGEST_NAME} letters that can be seen")
            elif alike in taken:
                yield Fault(kind, at, field, f"{text!r} stands here already")
            taken.add(alike)
        if type(card.copies) is not int or not 1 <= card.copies <= MOST_COPIES:
            yield Fault(kind, at, "copies", f"a whole number from 1 to {MOST_COPIES}, not {card.copies!r}")


def _points_fault(shape: Shape) -> str | None:
    distinct = set(shape.points)
    if len(distinct) != 4 or len(shape.points) != 4:
        return f"a shape has four different points; this one has {_spelled(len(distinct))}"
    if not all(0 <= row < SIDE and 0 <= column < SIDE for row, column in distinct):
        return f"a shape fits the {SIDE} x {SIDE} grid; this one is larger"
    if normal(shape.points) != shape.points:
        return "points are counted from the shape's own top-left, in reading order"
    return None


def _spelled(count: int) -> str:
    words = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    return words[count] if count < len(words) else str(count)


def _visible(text: str, allowed: str = "") -> bool:
    """Whether something can be seen and nothing is a control, half a letter or a break. Letters newer
    than this Python are as good as others.
    """
    kinds = {category(letter) for letter in text if letter not in allowed}
    return not kinds & {"Cc", "Cs", "Zl", "Zp"} and any(kind[0] != "Z" and kind != "Cf" for kind in kinds)
