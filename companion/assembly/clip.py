"""The clip that ships: what it shows, and the game and the deal that belong to it."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from companion.assembly.kept import followed
from companion.cards import load_cards
from companion.journal.store import Journal, OpenGame
from companion.rules.all_4_it.actions import Flip
from companion.rules.all_4_it.options import Options
from companion.rules.all_4_it.state import Colour
from companion.rules.core import Seat
from companion.table.dealer import SecretDealer, StackedDealer
from companion.table.hosted.all_4_it import All4It
from companion.table.hosted.all_4_it_setup import as_setup

FOLDER = "demo"
"""The clip's games lie in a journal of their own in the data folder: they are nobody's evening."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Who plays in the clip, and which shapes each of them plays, in order."""

    names: tuple[str, str]
    oldest: Seat
    flipped: Colour
    shapes: tuple[tuple[str, ...], tuple[str, ...]]


def clip_folder() -> Path:
    """Where the clip, its bare grid and its deal lie."""
    with as_file(files("companion.demo") / "all_4_it") as folder:
        return folder


def read_deal(folder: Path) -> Deal:
    told = json.loads((folder / "deal.json").read_text(encoding="utf-8"))
    first, second = told["shapes"]
    one, other = told["names"]
    return Deal((one, other), Seat(told["oldest"]), Colour(told["flipped"]), (tuple(first), tuple(second)))


def first_move(deal: Deal) -> Flip:
    """The piece was flipped before the clip begins."""
    return Flip(deal.oldest, deal.flipped)


def open_game(
    journal: Journal, deal: Deal, secret: Callable[[], bytes], at_s: float
) -> tuple[OpenGame, float]:
    """The clip's unfinished game, or a new one, and the clip's second up to which it has been played."""
    hosted = All4It()
    row = next((row for row in journal.games() if row.ended_s is None), None)
    if row is not None:
        game = followed(journal.path, hosted, journal.open(row.id))
        if _moves(game) < sum(len(plays) for plays in deal.shapes):
            return game, played_until_s(game.lines)
        journal.end(row.id, at_s)
    setup = as_setup(Options(), load_cards(None), deal.oldest)
    game = journal.begin(
        game=hosted.name,
        rules=hosted.rules_version,
        setup=setup,
        names=deal.names,
        secret=secret(),
        summary=hosted.summary(hosted.start(setup)),
        at_s=at_s,
    )
    return game, -1.0


def dealer(deal: Deal, game: OpenGame) -> StackedDealer:
    """Deals each seat the shapes it plays in the clip; the powers come by chance."""
    deck = sorted(card["id"] for card in game.row.setup["cards"]["shapes"] for _ in range(card["copies"]))
    rest = list(deck)
    for shape in (*deal.shapes[0], *deal.shapes[1]):
        rest.remove(shape)
    half = len(deck) // 2
    lacking = half - len(deal.shapes[0])
    own = ((*deal.shapes[0], *rest[:lacking]), (*deal.shapes[1], *rest[lacking:]))
    dealt = [card for pair in zip(*own, strict=True) for card in pair]
    orders = {"shapes": dealt, "shapes of seat 0": own[0], "shapes of seat 1": own[1]}
    return StackedDealer(orders, SecretDealer(game.secret))


def played_until_s(lines: Sequence[dict[str, Any]]) -> float:
    """The newest second of the clip that a record rests on; -1 when none does."""
    return max((float(line["because"].get("taken_s", -1.0)) for line in lines), default=-1.0)


def _moves(game: OpenGame) -> int:
    return sum(line["action"].get("do") == "imprint" for line in game.lines)
