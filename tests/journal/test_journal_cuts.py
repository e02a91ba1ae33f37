"""A power cut at any byte: what had been kept is there, and the game goes on."""

import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal.store import FILE, Journal
from companion.trouble import UserError
from tests.journal.shelf import followed, new_game, seated
from tests.table.evening import BARE

WAL = FILE + "-wal"


@pytest.fixture(scope="module")
def evening_with_cuts(tmp_path_factory):
    """A journal whose log holds a whole game, and after how many of its bytes each move was on the disk."""
    folder = tmp_path_factory.mktemp("cut")
    log = folder / "home" / WAL
    with Journal(folder / "home") as journal:
        journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        journal._db.execute("PRAGMA wal_autocheckpoint = 0")
        evening = seated(new_game(journal)).begins().sees(BARE)
        kept = [(log.stat().st_size, evening.state)]
        while evening.shown.choices:
            evening.acts(next(c for c in evening.shown.choices if hasattr(c, "places")))
            kept.append((log.stat().st_size, evening.state))
        for name in (FILE, WAL):
            shutil.copy(folder / "home" / name, folder / name)
    return folder, kept


@settings(max_examples=60)
@given(data=st.data())
def test_a_log_cut_anywhere_holds_every_move_that_was_kept_before(tmp_path_factory, evening_with_cuts, data):
    source, kept = evening_with_cuts
    whole = (source / WAL).read_bytes()
    at = data.draw(st.integers(kept[0][0], len(whole)))
    home = tmp_path_factory.mktemp("home")
    shutil.copy(source / FILE, home / FILE)
    (home / WAL).write_bytes(whole[:at])
    with Journal(home, reading=True) as reader:
        read = followed(reader.game(1)).state
    with Journal(home) as journal:
        ledger = followed(journal.game(1))
        moves = max(n for n, (size, _) in enumerate(kept) if size <= at)
        assert ledger.state in [state for _, state in kept[moves : moves + 2]]
        assert read == ledger.state
        evening = seated(journal.open(1))
        if evening.shown.choices:
            evening.acts(next(c for c in evening.shown.choices if hasattr(c, "places")))
            assert evening.refused is None
        assert journal.check() == ()


@settings(max_examples=60)
@given(data=st.data())
def test_a_file_with_rubbish_in_it_is_told_in_one_line_or_replays_with_every_digest(
    tmp_path_factory, evening_with_cuts, data
):
    source, kept = evening_with_cuts
    home = tmp_path_factory.mktemp("home")
    for name in (FILE, WAL):
        shutil.copy(source / name, home / name)
    Journal(home).close()  # the log is taken into the file
    content = bytearray((home / FILE).read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    rubbish = data.draw(st.binary(min_size=1, max_size=40))
    content[at : at + len(rubbish)] = rubbish
    (home / FILE).write_bytes(content)
    for reading in (True, False):
        state, told = None, ""
        try:
            with Journal(home, reading=reading) as journal:
                journal.games()
                journal.check()
                state = followed(journal.game(1)).state
        except UserError as error:
            told = str(error)
        assert state == (None if told else kept[-1][1])
        assert "\n" not in told
