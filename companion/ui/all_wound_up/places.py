"""Places that only All Wound Up has."""

from enum import StrEnum


class RacePlace(StrEnum):
    BID = "all_wound_up.bid"
    MOVE = "all_wound_up.move"
    PASSING = "all_wound_up.passing"
    """Cards go round before the bids."""
    HAND = "all_wound_up.hand"
    """One seat's cards behind a cover."""
    PHOTO = "all_wound_up.photo"
    FAIR = "all_wound_up.fair"
    """How far each figure walks a turn of its key."""
