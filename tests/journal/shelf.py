"""Games in a journal, for tests: played at the table of Quilt and kept on a real disk."""

from pathlib import Path

from companion.journal.rows import Kept, Line
from companion.journal.store import Journal, OpenGame
from companion.table.ledger import Ledger
from companion.table.telling import tell
from companion.table.thread import follow
from tests.table.evening import BARE, SECRET, Evening
from tests.table.toy import Quilt

SETUP = {"turns": 20}
QUILT = Quilt()


def new_game(journal: Journal, *, at_s: float = 1000.0, names: tuple[str, ...] = ("Ana", "Ben")) -> OpenGame:
    return journal.begin(
        game=QUILT.name,
        rules=QUILT.rules_version,
        setup=SETUP,
        names=names,
        secret=SECRET,
        summary=QUILT.summary(QUILT.start(SETUP)),
        at_s=at_s,
    )


def seated(game: OpenGame, *, delay_s: float = 0) -> Evening:
    return Evening(delay_s=delay_s, lines=game.lines, keeper=game)


def played(folder: Path, moves: int = 3) -> int:
    """A game of some moves in a new journal; its id."""
    with Journal(folder) as journal:
        evening = seated(game := new_game(journal)).begins().sees(BARE)
        for _ in range(moves):
            evening.acts(next(c for c in evening.shown.choices if hasattr(c, "places")))
        return game.row.id


def followed(kept: Kept) -> Ledger:
    return follow(QUILT, kept.row.rules, kept.row.setup, kept.lines)


def summed(kept: Kept) -> Line:
    return QUILT.summary(followed(kept).state)


def told(kept: Kept):
    return tell(followed(kept))
