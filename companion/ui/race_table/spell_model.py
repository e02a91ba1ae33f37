"""A name typed on the app's own keyboard; its looks are those of a player's name."""

from companion.people import LONGEST_NAME
from companion.ui.intents import Button, Kind
from companion.ui.race_table import intents as i
from companion.ui.race_table.naming import name_fits
from companion.ui.screens.name_model import PAGES, NameModel
from companion.ui.words import say


def present(typed: str, taken: tuple[str, ...], page: int) -> NameModel:
    at = page % len(PAGES)
    name = typed.strip()
    fine = name_fits(name, taken)
    reason = ""
    if name and not fine:
        reason = say("race_table.name_taken")
    elif len(typed) >= LONGEST_NAME:
        reason = say("name.full", n=LONGEST_NAME)
    return NameModel(
        say("race_table.spell"),
        typed,
        Button(say("name.letters" if at else "name.accents"), i.Page()),
        tuple(tuple(Button(letter, i.Letter(letter)) for letter in row) for row in PAGES[at]),
        (Button(say("name.space"), i.Letter(" ")), Button(say("name.delete"), i.Letter(""))),
        Button(say("back"), i.Backward()),
        Button(say("name.done"), i.Spelled(), Kind.PRIMARY if fine else Kind.PLAIN, enabled=fine),
        reason,
    )
