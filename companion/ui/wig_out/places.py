"""Places that only Wig Out! has. `Place.BOARD` is its sheet, with GO."""

from enum import StrEnum


class WigOutPlace(StrEnum):
    BUTTONS = "wig_out.buttons"
    """Everybody shows their button."""
    RACE = "wig_out.race"
    STUCK = "wig_out.stuck"
    COUNT = "wig_out.count"
    """A call is checked, or the cards that are left are counted."""
    PAD = "wig_out.pad"
    """Ten or more cards."""
