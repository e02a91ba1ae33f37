"""A game that was kept before, as far as it can be followed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.journal.store import OpenGame
from companion.table.hosting import Hosted
from companion.table.thread import ReplayError, follow
from companion.trouble import UserError


@contextmanager
def named(path: Path, game: OpenGame) -> Iterator[None]:
    """What cannot be followed of a game in the journal `path` is said with the names of both."""
    try:
        yield
    except ReplayError as error:
        raise UserError(f"{path}: game {game.row.id}: {error}") from error


def followed(path: Path, hosted: Hosted[Any, Any, Any, Any], game: OpenGame) -> OpenGame:
    """The game, of which set-up and records are sound. Raises `UserError` naming what is not."""
    with named(path, game):
        follow(hosted, game.row.rules, game.row.setup, game.lines)
    return game
