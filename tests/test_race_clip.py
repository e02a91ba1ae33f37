"""The race that ships: the real eye, sitting and journal play it to its end, also after a power cut."""

import contextlib
import io
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.assembly import play, race_clip
from companion.assembly.race_rehearsal import Rehearsal
from companion.assembly.tables import is_race, kit_of
from companion.journal.store import Journal
from companion.rules.all_wound_up.stages import Over
from companion.rules.core import Seat
from companion.settings import Settings
from companion.table.hosted.all_wound_up import AllWoundUp
from companion.table.thread import follow
from companion.trouble import UserError

CLEO = Seat(2)
SEEN = ["place", "done", "release", "touch_zone", "stand_still"]


def of_the_eye(lines: Any) -> list[str]:
    return [line["action"]["do"] for line in lines if line["because"].get("from") == "eye"]


class Played(NamedTuple):
    home: Path
    """Where the clip's races lie."""
    said: str


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Played as on a server, from the command line's end on."""
    home, said = tmp_path_factory.mktemp("home"), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(said):
        patch.setenv("SDL_VIDEODRIVER", "offscreen")
        code = play(Settings(), home=home, pictures=None, source=None, table=None, clip="all_wound_up")
    assert code == 0
    return Played(home / race_clip.FOLDER, said.getvalue())


@pytest.fixture
def played(whole: Played) -> Path:
    return whole.home


def test_each_line_is_told_as_it_is_kept(whole: Played) -> None:
    lines = whole.said.splitlines()
    assert lines[0] == "Demo clip, no camera: Ana, Ben, Cleo"
    seen = [
        line.removesuffix("(seen)").split(None, 2)[2].strip() for line in lines if line.endswith("(seen)")
    ]
    assert seen == [
        "steve is placed on crypt",
        "steve walks: 3 turns",
        "steve touches the Brain on crypt: Ana takes a black token",
        "All stand still; Ben to bid",
        "wanda is placed on chalk",
        "wanda walks: 3 turns",
        "wanda touches the mausoleum on chalk; wanda is taken off, then swamp",
        "All stand still; Cleo to bid",
        "rob is placed on moor-gate",
        "rob walks: 4 turns",
        "rob crosses the gate; Cleo wins with rob",
    ]


def test_pictures_of_screens_are_not_to_be_had_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    with pytest.raises(UserError, match="told in lines"):
        play(Settings(), home=tmp_path, pictures=tmp_path, source=None, table=None, clip="all_wound_up")


def test_all_that_happens_on_its_board_is_read_off_the_clip(played: Path) -> None:
    with Journal(played, reading=True) as journal:
        (row,) = journal.games()
        game = journal.game(row.id)
    assert of_the_eye(game.lines) == [*SEEN, *SEEN, "place", "done", "release", "cross"]
    ledger = follow(AllWoundUp(), game.row.rules, game.row.setup, game.lines)
    assert ledger.state.stage == Over(CLEO)
    assert ledger.state.tokens[0][0] == 1, "steve has touched a Brain"


def test_after_a_power_cut_it_goes_on(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The journal as it was after the first walk; the rest is played again, and no move twice."""
    with Journal(played, reading=True) as journal:
        whole = journal.game(journal.games()[0].id)
    lines = json.loads(json.dumps(whole.lines))
    first = [line["action"].get("do") for line in lines].index("stand_still", 61) + 1
    script = race_clip.read_script(race_clip.clip_folder())
    with Journal(tmp_path) as journal:
        game, from_s = race_clip.open_game(journal, script, lambda: bytes(32), 1.0)
        assert from_s == -1.0
        game.append(lines[:first], {"over": False})
    with Journal(tmp_path) as journal:
        Rehearsal(journal).play()
        (row,) = journal.games()
        again = journal.game(row.id)
    assert of_the_eye(again.lines) == of_the_eye(whole.lines)
    assert [line["action"] for line in again.lines] == [line["action"] for line in lines]
    assert "going on after" in capsys.readouterr().out


def test_what_was_taught_of_it_is_known_before_any_eye_is_opened() -> None:
    table = str(race_clip.clip_folder() / "taught")
    assert is_race(table)
    kit = kit_of(table)
    assert {side.id for side in kit.sides} == {"chalk", "crypt", "moor-gate", "swamp"}
    assert set(kit.figures) == {"betty", "rob", "steve", "wanda"}
    assert next(side.zones for side in kit.sides if side.id == "moor-gate")[0] == "gate"


def test_a_folder_that_holds_no_race_has_no_kit(tmp_path: Path) -> None:
    for text in ("", "[]", '{"kind": "grid"}', '{"kind": "race", "sides": 3}'):
        (tmp_path / "table.json").write_text(text)
        assert not kit_of(str(tmp_path)).sides
        assert not is_race(str(tmp_path)) or "race" in text
