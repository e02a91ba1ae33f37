"""The only typing in the app: a new name."""

from dataclasses import dataclass

from companion.people import LONGEST_NAME
from companion.ui.intents import Button, Go, Kind, More, Named, Type
from companion.ui.places import Place
from companion.ui.words import say

PAGES = (("ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ-"), ("1234567890", "ÄÖÜÅÆØÀÁÂÇ", "ÉÈÊÍÑÓß"))
"""Keys on the glass; a real keyboard may type any letter there is."""


@dataclass(frozen=True, slots=True)
class NameModel:
    title: str
    typed: str
    page: Button
    """The other keys."""
    rows: tuple[tuple[Button, ...], ...]
    extra: tuple[Button, ...]
    back: Button
    done: Button
    reason: str


def typed_on(typed: str, letter: str) -> str:
    """`typed` after one more letter; small after the first of a word. The empty letter deletes.

    Letters of any script, digits, spaces, hyphens and apostrophes make a name; nothing else is taken.
    """
    if letter == "":
        return typed[:-1]
    if len(letter) != 1 or not (letter.isalpha() or letter.isdecimal() or letter in " -'"):
        return typed
    if len(typed) >= LONGEST_NAME or (letter == " " and (not typed or typed.endswith(" "))):
        return typed
    starts = not typed or typed.endswith((" ", "-"))
    large = letter.upper()
    # Some letters have no large form of their own.
    return typed + (large if starts and len(large) == 1 else letter.lower()[:1])


def present(typed: str, taken: tuple[str, ...], page: int) -> NameModel:
    at = page % len(PAGES)
    name = typed.strip()
    known = name.casefold() in {t.casefold() for t in taken}
    fine = bool(name) and not known
    return NameModel(
        say("name.title"),
        typed,
        Button(say("name.letters" if at else "name.accents"), More()),
        tuple(tuple(Button(letter, Type(letter)) for letter in row) for row in PAGES[at]),
        (Button(say("name.space"), Type(" ")), Button(say("name.delete"), Type(""))),
        Button(say("back"), Go(Place.PLAYERS)),
        Button(say("name.done"), Named(), Kind.PRIMARY if fine else Kind.PLAIN, enabled=fine),
        _reason(typed, known=known),
    )


def _reason(typed: str, *, known: bool) -> str:
    if known:
        return say("name.taken")
    return say("name.full", n=LONGEST_NAME) if len(typed) >= LONGEST_NAME else ""
