"""The race that ships: the real eye, sitting and journal play it to its end, also after a power cut."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.assembly import race_clip
from companion.assembly.race_rehearsal import Rehearsal
from companion.assembly.tables import is_race, kit_of
from companion.journal.store import Journal
from companion.rules.all_wound_up.stages import Over
from companion.rules.core import Seat
from companion.table.hosted.all_wound_up import AllWoundUp
from companion.table.thread import follow

CLEO = Seat(2)
SEEN = ["place", "done", "release", "touch_zone", "stand_still"]


def of_the_eye(lines: Any) -> list[str]:
    return [line["action"]["do"] for line in lines if line["because"].get("from") == "eye"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    with Journal(home) as journal:
        Rehearsal(journal).play()
    return home


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
