"""Games out of the journal and back: whole with their secrets, or for reading without any."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal.carrying import Imported, export_lines, export_secret_lines, import_lines
from companion.journal.errors import JournalError
from companion.journal.rows import FORMAT
from companion.journal.store import Journal
from companion.table import inbound as ib
from tests.journal.shelf import followed, new_game, played, seated, summed, told
from tests.table.evening import ANA, BARE, SECRET
from tests.table.toy import Sew


@pytest.fixture(scope="module")
def evening_out(tmp_path_factory):
    """A game with all kinds of records, exported whole."""
    with Journal(tmp_path_factory.mktemp("out")) as journal:
        evening = seated(game := new_game(journal)).begins().sees(BARE)
        evening.lays("RR.. .... ....").lays("RR.. W... W...").undoes().lays("RRW. ..W. ....")
        evening.lays("RRWR R.W. ....").waits(6)
        evening.tell(ib.BoardIsRight(True, evening.ns))
        seq = next(e.seq for e in evening.shown.timeline if "Sewn" in repr(e.events))
        evening.tell(ib.Amend(seq, Sew(ANA, "bar", (9, 10)), drop=False, now_ns=evening.ns))
        kinds = {entry.kind for entry in evening.shown.timeline}
        assert len(kinds) == 4, kinds
        yield list(export_secret_lines(journal, game.row.id)), evening.state


def test_a_whole_game_comes_back_equal(tmp_path, evening_out):
    lines, state = evening_out
    with Journal(tmp_path) as journal:
        new_game(journal)
        game_id = import_lines(journal, lines, summed).game_id
        kept = journal.game(game_id)
        assert followed(kept).state == state
        assert journal.secret(game_id) == SECRET
        assert list(export_secret_lines(journal, game_id)) == lines
        seated(journal.open(game_id)).undoes()


def test_what_is_exported_for_reading_holds_no_secret(tmp_path):
    game_id = played(tmp_path)
    with Journal(tmp_path) as journal:
        lines = list(export_lines(journal, game_id, told))
        digests = [line["digest"] for line in journal.game(game_id).lines]
    text = "\n".join(lines)
    assert json.loads(lines[0]) == {
        "tableside": "told", "format": FORMAT, "game": "quilt", "names": ["Ana", "Ben"], "started_s": 1000.0,
        "ended_s": None,
    }  # fmt: skip
    assert len(lines) == 1 + len(digests)
    assert "canary" not in text
    assert SECRET.hex() not in text
    assert not [digest for digest in digests if digest in text]


def test_what_was_exported_for_reading_does_not_come_back(tmp_path):
    game_id = played(tmp_path)
    with Journal(tmp_path) as journal:
        with pytest.raises(JournalError, match="exported for reading"):
            import_lines(journal, export_lines(journal, game_id, told), summed)
        assert len(journal.games()) == 1


HARMS = {
    "nothing": lambda lines: [],
    "no JSON": lambda lines: ["hello", *lines[1:]],
    "no game": lambda lines: ["[]", *lines[1:]],
    "cut off": lambda lines: lines[:-1],
    "a line twice": lambda lines: [lines[0], lines[1], *lines[1:-1]],
    "a broken line": lambda lines: [*lines[:-1], lines[-1][:-3]],
    "a deep line": lambda lines: [*lines[:-1], "[" * 100_000],
    "a huge number": lambda lines: [*lines[:-1], lines[-1].replace('"seq":', '"seq":' + "9" * 5000)],
    "no number": lambda lines: [*lines[:-1], lines[-1].replace('"at_s":', '"at_s":NaN,"x":')],
    "endless time": lambda lines: [*lines[:-1], lines[-1].replace('"at_s":', '"at_s":1e999,"x":')],
    "another digest": lambda lines: [*lines[:-1], lines[-1].replace('"digest":"', '"digest":"0')],
    "newer": lambda lines: [lines[0].replace(f'"format":{FORMAT}', f'"format":{FORMAT + 1}'), *lines[1:]],
    "newer rules": lambda lines: [lines[0].replace('"rules":1', '"rules":2'), *lines[1:]],
    "no secret": lambda lines: [lines[0].replace(SECRET.hex(), "xyz"), *lines[1:]],
    "half a character": lambda lines: [lines[0].replace("Ana", "\\ud800"), *lines[1:]],
    "a strange set-up": lambda lines: [lines[0].replace('"turns":20}', '"turns":"many"}'), *lines[1:]],
}


@pytest.mark.parametrize("harm", HARMS)
def test_a_harmed_game_is_refused_in_one_line_and_nothing_is_written(tmp_path, evening_out, harm):
    lines = HARMS[harm](evening_out[0])
    assert lines != evening_out[0]
    with Journal(tmp_path) as journal:
        with pytest.raises(JournalError) as refused:
            import_lines(journal, lines, summed)
        assert "\n" not in str(refused.value)
        assert journal.games() == ()


@given(data=st.data())
def test_a_game_cut_off_anywhere_is_told_by_the_first_record_that_is_missing(
    tmp_path_factory, evening_out, data
):
    lines = evening_out[0]
    left = data.draw(st.integers(0, len(lines) - 2))
    with (
        Journal(tmp_path_factory.mktemp("in")) as journal,
        pytest.raises(JournalError, match=f"record {left + 1} of {len(lines) - 1} is missing"),
    ):
        import_lines(journal, lines[: left + 1], summed)


def test_the_same_game_is_here_once_and_what_differs_comes_in(tmp_path, evening_out):
    lines, _ = evening_out
    head = json.loads(lines[0])
    with Journal(tmp_path) as journal:
        assert import_lines(journal, lines, summed) == Imported(1, new=True)
        assert import_lines(journal, lines, summed) == Imported(1, new=False)
        others = ({"started_s": 7.0}, {"names": ["Ana", "Eve"]})
        for number, other in enumerate(others, start=2):
            changed = [json.dumps(head | other), *lines[1:]]
            assert import_lines(journal, changed, summed) == Imported(number, new=True)
        shorter = [json.dumps(head | {"records": 1}), lines[1]]
        assert import_lines(journal, shorter, summed) == Imported(4, new=True)
        assert len(journal.games()) == 4
        assert import_lines(journal, lines, summed) == Imported(1, new=False)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def places(value, path=()):
    """Every place in a JSON value."""
    yield path
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for name, inner in items:
            yield from places(inner, (*path, name))


@settings(max_examples=150)
@given(data=st.data())
def test_whatever_stands_in_an_export_it_is_refused_or_followed(tmp_path_factory, evening_out, data):
    lines = [json.loads(line) for line in evening_out[0]]
    at = data.draw(st.integers(0, len(lines) - 1))
    path = data.draw(st.sampled_from(list(places(lines[at]))))
    strange = data.draw(values)
    if path:
        inner = lines[at]
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = strange
    else:
        lines[at] = strange
    with Journal(tmp_path_factory.mktemp("in")) as journal:
        try:
            lines_out = [json.dumps(line) for line in lines]
            game_id = import_lines(journal, lines_out, summed).game_id
        except JournalError as error:
            assert "\n" not in str(error)  # noqa: PT017  # any other error is a fault
            assert journal.games() == ()
        else:
            seated(journal.open(game_id))
            assert journal.check() == ()
