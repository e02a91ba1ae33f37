"""`tableside cards`: the card files where a person can edit them, checked."""

from pathlib import Path

from companion.cards import DECK_FILE, FOLDER, POWERS_FILE, SHAPES_FILE, load_cards, shipped
from companion.deck_file import load_mix
from companion.files import write_whole


def lay_out(home: Path) -> int:
    """Copy the files that ship into `home/cards` where they are not there yet, and check what is there.

    Raises `CardsError` naming file, line and field of the first fault; no file that is there is touched.
    """
    folder = home / FOLDER
    for file in (SHAPES_FILE, POWERS_FILE, DECK_FILE):
        if not (folder / file).exists():
            write_whole(folder / file, shipped(file).encode())
    cards = load_cards(folder)
    shapes, powers = sum(s.copies for s in cards.shapes), sum(p.copies for p in cards.powers)
    mix = load_mix(folder)
    for file, what, assumed in (
        (
            SHAPES_FILE,
            f"{_counted(len(cards.shapes), 'shape')} on {_counted(shapes, 'card')}",
            cards.shapes_assumed,
        ),
        (
            POWERS_FILE,
            f"{_counted(len(cards.powers), 'power')} on {_counted(powers, 'card')}",
            cards.powers_assumed,
        ),
        (DECK_FILE, f"{sum(mix.copies)} cards", mix.assumed),
    ):
        print(f"{folder / file}: {what}{', assumed' if assumed else ''}")
    return 0


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
