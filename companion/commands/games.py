"""`tableside replay`, `export` and `import`: evenings out of the journal, and back into it."""

import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from companion import settings
from companion.assembly.hosts import Host, host_of
from companion.commands.writing import check_new, write
from companion.journal.carrying import export_lines, export_secret_lines, import_lines
from companion.journal.errors import JournalError
from companion.journal.rows import GameRow, Kept
from companion.journal.store import FILE, Journal
from companion.table.ledger import Ledger
from companion.table.ledger import replay as fold
from companion.table.records import Line
from companion.table.showing import entries
from companion.table.snapshot import Entry, RecordKind
from companion.table.telling import tell
from companion.table.thread import follow
from companion.trouble import UserError
from companion.ui import words
from companion.ui.face import Teller
from companion.ui.faces import teller_of
from companion.ui.words import both, say


def listing(home: Path) -> int:
    """Print a line for every game in the journal, those that can go on first."""
    _speak(home)
    with _journal(home) as journal:
        games = journal.games()
    for row in games:
        print(f"{row.id:>4}  {_headline(row)}")
    return 0


def replay(home: Path, game: str) -> int:
    """Print a game step by step, as a spectator may know it. Raises `UserError`.

    Where a record does not lead to the state it was written for, what came before is printed and then said.
    """
    _speak(home)
    number = _number(game)
    with _journal(home) as journal:
        kept, where = journal.game(number), f"{journal.path}: game {number}"
    host = _host(kept.row)
    hosted = host.hosted
    if kept.row.rules > hosted.rules_version:
        follow(hosted, kept.row.rules, kept.row.setup, kept.lines)  # says so
    try:
        ledger, stopped = fold(hosted, kept.row.setup, kept.lines)
    except ValueError as error:
        raise UserError(f"{where} cannot begin: {error}") from error
    if wrong := _names_wrong(kept.row, ledger):
        raise UserError(f"{where} cannot begin: {wrong}")
    print(f"Game {number}: {_headline(kept.row)}")
    for line in _told(ledger, kept.row.names, host.columns):
        print(line)
    if stopped is not None:
        raise UserError(f"game {number} stops there: {stopped.why}")
    return 0


def export(home: Path, game: str, *, secret: bool, out: Path | None) -> int:
    """Write a game as JSON lines to `out`, which must be new, or to standard output. Raises `UserError`."""
    number = _number(game)
    if out is not None:
        check_new(out)
    with _journal(home) as journal:
        lines = list(
            export_secret_lines(journal, number) if secret else export_lines(journal, number, _public_lines)
        )
    text = "".join(f"{line}\n" for line in lines)
    if out is None:
        sys.stdout.write(text)
    else:
        write(out, text.encode())
    return 0


def bring_in(home: Path, file: Path) -> int:
    """Take a game that was exported with its secrets in, unless it is there already. Raises `UserError`."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UserError(f"{file}: is not UTF-8 text") from error
    try:
        with Journal(home) as journal:
            imported = import_lines(journal, text.splitlines(), _summary)
    except JournalError as error:
        raise UserError(f"{file}: {error}") from error
    if imported.new:
        print(f"It is game {imported.game_id} here.")
    else:
        print(f"It is here already, as game {imported.game_id}; nothing was changed.")
    return 0


def _journal(home: Path) -> Journal:
    if not (home / FILE).exists():  # a plainer word for it than SQLite's
        raise UserError(f"{home}: no game has been played here yet")
    return Journal(home, reading=True)


def _number(game: str) -> int:
    if not game.isascii() or not game.isdigit() or len(game) > 15:
        raise UserError(f"{game}: is no game; `tableside replay` lists them by number")
    return int(game)


def _speak(home: Path) -> None:
    words.use(settings.load(home / settings.FILE).language)


def _host(row: GameRow) -> Host:
    host = host_of(row.game)
    if host is None:
        raise UserError(f"game {row.id} is {row.game}, which this Tableside does not know; use a newer one")
    return host


def _follow(kept: Kept) -> Ledger[Any, Any, Any, Any]:
    return follow(_host(kept.row).hosted, kept.row.rules, kept.row.setup, kept.lines)


def _names_wrong(row: GameRow, ledger: Ledger[Any, Any, Any, Any]) -> str:
    seats, names = len(ledger.hosted.seats(ledger.state)), len(row.names)
    return "" if names == seats else f"{names} names for {seats} seats"


def _summary(kept: Kept) -> Line:
    ledger = _follow(kept)
    if wrong := _names_wrong(kept.row, ledger):
        raise UserError(wrong)
    return ledger.hosted.summary(ledger.state)


def _public_lines(kept: Kept) -> Iterator[Line]:
    return tell(_follow(kept))


def _headline(row: GameRow) -> str:
    """What a list says of a game, from its row alone, so that one that cannot be followed is listed too."""
    name = say(f"game.{row.game}") if words.has_words(f"game.{row.game}") else row.game
    begun = datetime.fromtimestamp(row.started_s).astimezone()
    parts = [f"{begun:%Y-%m-%d %H:%M}", name, both(row.names)]
    points = row.summary.get("points")
    if isinstance(points, list):
        parts.append(" : ".join(str(one) for one in points))
    if row.ended_s is None:
        parts.append("can go on")
    elif not row.summary.get("over"):
        parts.append("left unfinished")
    return ", ".join(parts)


def _told(ledger: Ledger[Any, Any, Any, Any], names: tuple[str, ...], columns: int) -> Iterator[str]:
    hosted = ledger.hosted
    teller = teller_of(hosted.name)
    shown = hosted.layout(ledger.start)
    for entry in entries(ledger):
        if entry.kind is RecordKind.ACTION and not entry.events:
            continue  # a card was dealt face down: nobody saw anything
        at = datetime.fromtimestamp(entry.at_s).astimezone()
        tags = [] if entry.counts else [say("timeline.gone")]
        tags += [say("timeline.by_camera")] if entry.from_camera else []
        tag = f"  ({', '.join(tags)})" if tags else ""
        state = ledger.state_at(ledger.heads[entry.seq])
        sentences = _sentences(entry, names, teller, hosted.view_for(state, None))
        yield f"{entry.seq:>4}  {at:%H:%M:%S}  {'; '.join(sentences)}{tag}"
        layout = hosted.layout(state)
        if layout != shown:
            shown = layout
            yield from (f"{'':>16}{layout[i : i + columns]}" for i in range(0, len(layout), columns))


def _sentences(entry: Entry, names: tuple[str, ...], teller: Teller, view: Any) -> list[str]:
    match entry.kind:
        case RecordKind.TAKEN_BACK:
            first, last = entry.span or (entry.seq, entry.seq)
            return [say("timeline.taken_back", n=last - first + 1)]
        case RecordKind.AMENDED if entry.span is not None:
            said = [say("timeline.left_out" if entry.by is None else "timeline.amended", n=entry.span[0])]
        case _:
            said = []
    said += [teller.happened(event, names, view) for event in entry.events]
    return said or [say("timeline.corrected")]
