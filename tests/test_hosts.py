"""Every game that can be hosted: told step by step, written out, and taken in somewhere else."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import obey
from companion.assembly.facts import resumable
from companion.assembly.hosts import PLAYABLE, host_of
from companion.journal.store import Journal
from companion.table.dealer import SecretDealer
from companion.table.inbound import Act
from companion.table.snapshot import Eye
from companion.table.thread import Table
from companion.ui.faces import SHELF, asks_of, face_of, teller_of
from companion.ui.facts import Front, Shelved, Source
from companion.ui.intents import ChooseGame
from companion.ui.places import Place
from companion.ui.screens import home_model
from tests.ui.glass import SETTINGS

GOLDEN = Path(__file__).parent / "golden"
STEPS = 60
KINDS = (
    "all_4_it_shared_win",
    "all_wound_up_tied_action",
    "all_wound_up_forward_crossing_real_cards",
    "wig_out_five_rounds",
)


def begun(kind: str) -> dict[str, Any]:
    """How a game of this kind was set up once."""
    told = (GOLDEN / f"{kind}.json").read_text(encoding="utf-8")
    game: dict[str, Any] = json.loads(told)
    return game


def played(home: Path, kind: str, seed: int) -> Table[Any, Any, Any, Any]:
    """A game in the journal of `home`, some way on, by whatever the rules offered."""
    golden, chance = begun(kind), random.Random(seed)
    host = host_of(golden["game"])
    assert host is not None
    hosted, setup = host.hosted, golden["setup"]
    start = hosted.start(setup)
    names = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay")[: len(hosted.seats(start))]
    with Journal(home) as journal:
        opened = journal.begin(
            game=hosted.name, rules=hosted.rules_version, setup=setup, names=names,
            secret=bytes(32), summary=hosted.summary(start), at_s=1000.0,
        )  # fmt: skip
        table: Table[Any, Any, Any, Any] = Table(
            hosted, rules=hosted.rules_version, setup=setup, names=names, lines=(),
            dealer=SecretDealer(bytes(32)), keeper=opened, wall=lambda: 1000.0, delay_s=0, eye=Eye.NONE,
        )  # fmt: skip
        for _ in range(STEPS):
            state = table.sitting.ledger.state
            offered = [c for seat in hosted.seats(state) for c in hosted.choices(state, seat)]
            if not offered:
                break
            shown = table.handle(Act((chance.choice(offered),), 0))
            assert shown.refusal is None
    return table


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_told_and_carried_elsewhere(
    kind: str, seed: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    table = played(here, kind, seed)
    assert obey(["replay", "1", "--home", str(here)]) == 0
    told = capfd.readouterr().out
    acted = [entry for entry in table.snapshot.timeline if entry.by is not None and entry.events]
    assert told.count("\n") > len(acted)
    file = tmp_path / "game.jsonl"
    assert obey(["export", "1", "--home", str(here), "--secret", "--out", str(file)]) == 0
    assert obey(["import", str(file), "--home", str(there)]) == 0
    capfd.readouterr()
    assert obey(["replay", "1", "--home", str(there)]) == 0
    assert capfd.readouterr().out == told
    assert obey(["export", "1", "--home", str(there)]) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_was_tampered_with_spoils_no_list(
    kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What it says of itself is not believed; what no list could show is refused in one line."""
    here, file = tmp_path / "here", tmp_path / "game.jsonl"
    played(here, kind, 1)
    assert obey(["export", "1", "--home", str(here), "--secret", "--out", str(file)]) == 0
    head, *records = file.read_text(encoding="utf-8").splitlines()
    told = json.loads(head)
    for number, harm in enumerate(
        ({"summary": {"round": None, "points": 5, "to_move": "x"}}, {"summary": {}})
    ):
        there = tmp_path / f"there{number}"
        file.write_text("\n".join([json.dumps(told | harm), *records]), encoding="utf-8")
        assert obey(["import", str(file), "--home", str(there)]) == 0
        with Journal(there) as journal:
            assert journal.game(1).row.summary == told["summary"]
            resumable(journal.games(), PLAYABLE)
    there = tmp_path / "none"
    few, many = told["names"][:1], [*told["names"], "Zoe"]
    for refused in ({"names": few}, {"names": many}, {"started_s": 1e12}, {"saved_s": -1e11}):
        file.write_text("\n".join([json.dumps(told | refused), *records]), encoding="utf-8")
        capfd.readouterr()
        assert obey(["import", str(file), "--home", str(there)]) == 2
        assert capfd.readouterr().err.count("\n") == 1
    assert obey(["replay", "--home", str(there)]) == 0
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("kind", KINDS)
def test_every_line_of_a_timeline_says_something(kind: str, tmp_path: Path) -> None:
    snapshot = played(tmp_path, kind, 7).snapshot
    teller = teller_of(snapshot.game)
    assert teller.title(snapshot.view).strip()
    for entry in snapshot.timeline:
        for words in (teller.in_short, teller.briefly):
            assert words(entry.events, snapshot.names, snapshot.view).strip()
    assert 1 <= len(teller.leaders(snapshot.view)) <= len(snapshot.names)


@pytest.mark.parametrize("game", PLAYABLE)
def test_what_can_be_played_has_rules_questions_and_a_face(game: str) -> None:
    host = host_of(game)
    assert host is not None
    assert host.set_up is not None
    assert host.hosted.name == game == face_of(game).name
    assert Place.BOARD in face_of(game).screens
    asked = asks_of(game)
    assert set(asked.in_sight) <= set(asked.values)
    for option, values in asked.values.items():
        assert values[0] == getattr(asked.defaults, option)
        assert len({asked.words(option, value) for value in values}) == len(values)


def test_games_stand_on_the_shelf_in_one_order() -> None:
    assert list(PLAYABLE) == [game for game in SHELF if game in PLAYABLE]
    shelf = tuple(Shelved(game, (), 0) for game in PLAYABLE)
    front = Front(None, (), (), shelf, Source.NONE, can_teach=False, sound=False)
    shown = home_model.present(front, SETTINGS, 0.0)
    assert [card.button.intent for card in shown.games] == [ChooseGame(game) for game in PLAYABLE]


def test_an_unknown_game_is_none_of_ours() -> None:
    assert host_of("chess") is None
