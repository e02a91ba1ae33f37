"""What the options of all games share: the shape of a decision, and the checks of a field."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, TypeAlias

Setting: TypeAlias = StrEnum | bool | int | None


@dataclass(frozen=True, slots=True)
class Value:
    """One answer to a decision, as the game's `Options` hold it and in words."""

    setting: Setting
    words: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that the rulebook leaves open.

    `reading` is how it is read when nobody says otherwise. `field` is its place in the game's `Options`,
    None when there is nothing to choose. `values` begin with the default; for a number they are those
    worth offering, and any other within the bounds of `Options` will do.
    """

    id: str
    question: str
    reading: str
    field: str | None = None
    values: tuple[Value, ...] = ()


def check_kinds(options: Any) -> None:
    """ValueError names a field that should be one of a kind, or true or false as its default is, and is not.

    Types are compared exactly: 1 is not true, and "shared" is not `Tie.SHARED`.
    """
    for field in fields(options):
        value, default = getattr(options, field.name), field.default
        if isinstance(default, StrEnum) and type(value) is not type(default):
            raise ValueError(f"{field.name}: one of {', '.join(type(default))}, not {value!r}")
        if type(default) is bool and type(value) is not bool:
            raise ValueError(f"{field.name}: true or false, not {value!r}")


def check_number(options: Any, name: str, low: int, high: int, *, or_none: bool = False) -> None:
    """ValueError unless the field `name` is a whole number from `low` to `high`, or none where it may be."""
    value = getattr(options, name)
    if or_none and value is None:
        return
    if type(value) is not int or not low <= value <= high:
        none = ", or none" if or_none else ""
        raise ValueError(f"{name}: a whole number from {low} to {high}{none}, not {value!r}")
