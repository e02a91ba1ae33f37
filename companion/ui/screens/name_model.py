"""The only typing in the app: a new name."""

from dataclasses import dataclass

from companion.ui.intents import Button, Go, Kind, Named, Type
from companion.ui.places import Place
from companion.ui.words import say

ROWS = ("ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ")
LONGEST = 10
"""Letters in a name, so that it can be read from across the table."""


@dataclass(frozen=True, slots=True)
class NameModel:
    title: str
    typed: str
    rows: tuple[tuple[Button, ...], ...]
    extra: tuple[Button, ...]
    back: Button
    done: Button
    reason: str


def typed_on(typed: str, letter: str) -> str:
    """`typed` after one more letter; small after the first of a word. The empty letter deletes."""
    if letter == "":
        return typed[:-1]
    if len(typed) >= LONGEST or (letter == " " and (not typed or typed.endswith(" "))):
        return typed
    starts = not typed or typed.endswith((" ", "-"))
    return typed + (letter.upper() if starts else letter.lower())


def present(typed: str, taken: tuple[str, ...]) -> NameModel:
    rows = [tuple(Button(letter, Type(letter)) for letter in row) for row in ROWS]
    rows[-1] = (*rows[-1], Button("-", Type("-")))
    name = typed.strip()
    known = name.casefold() in {t.casefold() for t in taken}
    fine = bool(name) and not known
    return NameModel(
        say("name.title"),
        typed,
        tuple(rows),
        (Button(say("name.space"), Type(" ")), Button(say("name.delete"), Type(""))),
        Button(say("back"), Go(Place.PLAYERS)),
        Button(say("name.done"), Named(), Kind.PRIMARY if fine else Kind.PLAIN, enabled=fine),
        say("name.taken") if known else "",
    )
