"""The letter, or two, that stands for a name beside its colour. No two names of a table have the same."""

from collections.abc import Sequence


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """Of each name its first letter; where several begin alike, also what tells them apart."""
    firsts = [name[:1].upper()[:1] for name in names]
    found = []
    for name, first in zip(names, firsts, strict=True):
        alike = [other for other, its in zip(names, firsts, strict=True) if its == first]
        found.append(first if len(alike) == 1 else first + _telling(name, alike))
    return tuple(found)


def letter_of(name: str, names: Sequence[str]) -> str:
    """As one of `names`; its first letter where it is none of them."""
    return dict(zip(names, letters(names), strict=True)).get(name, name[:1].upper())


def _telling(name: str, alike: list[str]) -> str:
    """The character at the first place where all differ; where there is none, the number among them."""
    for at in range(1, min(map(len, alike))):
        column = [other[at].upper() for other in alike]
        if all(char.isalnum() for char in column) and len(set(column)) == len(column):
            return name[at]
    return str(alike.index(name) + 1)
