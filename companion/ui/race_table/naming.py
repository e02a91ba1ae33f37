"""Names of tile sides and figures: chips to tap, and what can be spelled."""

from companion.people import LONGEST_NAME
from companion.ui.race_table.steps import What
from companion.ui.screens.name_model import typed_on

FIGURES = ("Steve", "Wanda", "Rob", "Betty")
"""To tap instead of typing; whatever they are called at this table is typed."""
SIDES = tuple(f"Tile {tile}{face}" for tile in range(1, 5) for face in "AB")
"""Four tiles with two faces each."""


def spelled(typed: str, letter: str) -> str:
    """`typed` after one more letter. Files are named after it: an apostrophe is none of its letters."""
    return typed if letter == "'" else typed_on(typed, letter)


def name_fits(name: str, taken: tuple[str, ...]) -> bool:
    """Whether a name is one, and no other thing's, whatever its capitals."""
    return (
        bool(name)
        and name[0].isalnum()
        and len(name) <= LONGEST_NAME
        and name.casefold() not in {other.casefold() for other in taken}
    )


def chips(what: What, taken: tuple[str, ...]) -> tuple[str, ...]:
    """Names that nothing has yet."""
    names = FIGURES if what is What.FIGURE else SIDES
    return tuple(name for name in names if name_fits(name, taken))
