"""Brain tokens: five ranks with five tokens each, and how one is gained, upgraded and given back."""

from enum import StrEnum
from typing import TypeAlias

Purse: TypeAlias = tuple[int, ...]
"""How many tokens of each rank lie somewhere, lowest rank first."""

EACH = 5


class Rank(StrEnum):
    """The colours, lowest rank first."""

    BLACK = "black"
    PURPLE = "purple"
    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


RANKS: tuple[Rank, ...] = tuple(Rank)
_PLACE = {rank: place for place, rank in enumerate(RANKS)}

NONE: Purse = (0,) * len(RANKS)
ALL: Purse = (EACH,) * len(RANKS)


def count(purse: Purse, rank: Rank) -> int:
    return purse[_PLACE[rank]]


def add(purse: Purse, rank: Rank, many: int = 1) -> Purse:
    """`purse` with so many more of `rank`; fewer when `many` is negative."""
    at = _PLACE[rank]
    return (*purse[:at], purse[at] + many, *purse[at + 1 :])


def to_gain(supply: Purse) -> Rank | None:
    """What a gained token is: black, or the next rank up that is in stock (A33). None: nothing is left."""
    return next((rank for rank, left in zip(RANKS, supply, strict=True) if left), None)


def to_upgrade(supply: Purse, rank: Rank) -> Rank | None:
    """What a token of `rank` becomes: the lowest higher rank in stock (A33, A34). None: it cannot be."""
    return next((better for better in RANKS[_PLACE[rank] + 1 :] if count(supply, better)), None)
