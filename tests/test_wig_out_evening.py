"""Wig Out! as the window wishes for it: real threads, journal, and a box on the real firmware."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import settings
from companion.assembly.evening import Evening
from companion.journal.errors import NotSavedError
from companion.journal.rows import PushRow
from companion.journal.store import Journal
from companion.rules.core import Seat
from companion.rules.wig_out.actions import EnterCards, Go
from companion.rules.wig_out.state import Checking, Race, Ready
from companion.table.inbound import Act
from companion.table.snapshot import Snapshot
from companion.ui.facts import Person
from companion.ui.pressing import Buttons, Meaning, Pressed
from companion.ui.wishes import NewGame

THREE = (Person("Ana", 0), Person("Ben", 1), Person("Cleo", 2))
PATIENCE_S = 30.0


class Glass:
    """What the screen would take from its slots."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.snapshot: Snapshot[Any, Any] | None = None
        self.buttons = Buttons()
        self.pushes: list[Pressed] = []

    def until(self, there: Callable[[], object], s: float = PATIENCE_S) -> None:
        end_s = time.monotonic() + s
        while time.monotonic() < end_s:
            sources = self.evening.sources
            self.snapshot = sources.snapshots.take() or self.snapshot
            self.buttons = sources.buttons.take() or self.buttons
            self.pushes += sources.pushes.take()
            if there():
                return
            time.sleep(0.002)
        raise AssertionError("it never came to that")

    @property
    def stage(self) -> Any:
        return None if self.snapshot is None else self.snapshot.view.stage

    def act(self, *actions: Any) -> None:
        self.evening.send(Act(actions, time.monotonic_ns()))

    def begin(self) -> None:
        self.evening.new_game(NewGame("wig_out", THREE, 0, {"rounds": 2}))
        self.until(lambda: isinstance(self.stage, Ready))

    def go(self) -> None:
        assert self.snapshot is not None
        self.act(Go(self.snapshot.view.dealer))
        self.until(lambda: isinstance(self.stage, Race))

    def call(self, seat: int) -> None:
        """Press until it counts: the box may not yet have heard that the race is on."""
        end_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < end_s:
            self.press(seat)
            try:
                self.until(lambda: any(p.meaning is Meaning.CALL for p in self.pushes), s=1.0)
            except AssertionError:
                continue
            return
        raise AssertionError("it was never heard")

    def press(self, seat: int) -> None:
        self.evening.press(Seat(seat), time.monotonic_ns())


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Glass]]:
    made: list[Evening] = []

    def make(*, simulate: bool) -> Glass:
        evening = Evening(
            settings.Settings(), tmp_path, clock_ns=time.monotonic_ns, wall_s=time.time, simulate=simulate
        )
        made.append(evening)
        return Glass(evening)

    yield make
    for evening in made:
        evening.close()


def test_a_round_with_a_box_from_the_first_press_to_the_sheet_and_every_press_is_kept(
    sit: Callable[..., Glass], tmp_path: Path
) -> None:
    glass = sit(simulate=True)
    glass.begin()
    glass.until(lambda: glass.buttons.heard)
    glass.evening.show_buttons(on=True, anew=False)
    time.sleep(0.3)
    for seat in range(3):
        glass.press(seat)
        glass.until(lambda at=seat: glass.buttons.of_seats[at] == str(at + 1))
        time.sleep(0.15)
    glass.evening.show_buttons(on=False, anew=False)
    glass.go()
    glass.call(1)
    glass.press(2)
    glass.until(lambda: glass.stage == Checking((Seat(1),)))
    glass.until(lambda: glass.buttons.finish is not None and glass.buttons.finish.margin_ms is not None)
    finish = glass.buttons.finish
    assert finish is not None
    assert finish.next == 2
    assert finish.margin_ms is not None
    assert finish.margin_ms > 0
    glass.act(EnterCards(Seat(0), 3))
    glass.act(EnterCards(Seat(2), 12))
    glass.until(lambda: isinstance(glass.stage, Ready))
    assert glass.snapshot is not None
    assert [seat.points for seat in glass.snapshot.view.seats] == [3, 0, 12]
    glass.evening.close()
    with Journal(tmp_path) as journal:
        pushes = journal.pushes(1)
    ranked = [(push.button, push.rank) for push in pushes if push.rank]
    assert ranked == [(1, 1), (2, 2)]
    assert {0, 1, 2} <= {push.button for push in pushes}
    assert sorted(push.seq for push in pushes) == list(range(1, len(pushes) + 1))


def test_without_a_box_keys_call_and_the_game_goes_on_after_the_program_ends(
    sit: Callable[..., Glass], tmp_path: Path
) -> None:
    glass = sit(simulate=False)
    glass.begin()
    glass.go()
    glass.call(2)
    glass.until(lambda: glass.stage == Checking((Seat(2),)))
    glass.evening.close()
    again = sit(simulate=False)
    resume = again.evening.front().resume
    assert resume is not None
    assert resume.game == "wig_out"
    again.evening.resume(resume.id)
    again.until(lambda: again.stage == Checking((Seat(2),)))
    again.act(EnterCards(Seat(0), 1))
    again.act(EnterCards(Seat(1), 1))
    again.until(lambda: isinstance(again.stage, Ready))
    again.go()
    again.call(0)
    again.until(lambda: again.stage == Checking((Seat(0),)))


def test_fewer_cards_for_one_stand_in_the_journal(sit: Callable[..., Glass], tmp_path: Path) -> None:
    glass = sit(simulate=False)
    glass.evening.new_game(NewGame("wig_out", THREE, 0, {"rounds": 2, "fewer": [0, 3, 0]}))
    glass.until(lambda: isinstance(glass.stage, Ready))
    assert glass.snapshot is not None
    assert [seat.dealt for seat in glass.snapshot.view.seats] == [7, 4, 7]
    glass.evening.close()
    with Journal(tmp_path) as journal:
        assert journal.game(journal.games()[0].id).row.setup["fewer"] == [0, 3, 0]


def test_a_push_beside_the_clip_belongs_to_no_game_of_this_journal(
    sit: Callable[..., Glass], tmp_path: Path
) -> None:
    glass = sit(simulate=True)
    glass.begin()
    glass.until(lambda: glass.buttons.heard)
    glass.evening.leave()
    glass.evening.demo("all_wound_up")
    glass.press(1)
    time.sleep(0.5)
    glass.evening.close()
    with Journal(tmp_path) as journal:
        assert {push.button for push in journal.pushes(0)} == {1}
        assert not any(push.button == 1 for push in journal.pushes(1))


def test_the_dealer_holds_the_button_for_a_second_and_the_race_is_on(sit: Callable[..., Glass]) -> None:
    glass = sit(simulate=True)
    glass.begin()
    glass.until(lambda: glass.buttons.heard)
    desk = glass.evening._buttons
    assert desk is not None
    assert desk._twin is not None
    desk._twin.press(0, closed=True)
    glass.until(lambda: isinstance(glass.stage, Race))
    desk._twin.press(0, closed=False)
    assert not [p for p in glass.pushes if p.meaning is Meaning.EARLY]


def test_a_push_that_could_not_be_kept_is_said_again_by_the_box_and_kept_then(
    sit: Callable[..., Glass], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    glass = sit(simulate=True)
    glass.begin()
    glass.until(lambda: glass.buttons.heard)
    refused: list[PushRow] = []
    kept = Journal.keep_push

    def full_at_first(journal: Journal, push: PushRow) -> None:
        if len(refused) < 2:
            refused.append(push)
            raise NotSavedError("no space left on the device")
        kept(journal, push)

    monkeypatch.setattr(Journal, "keep_push", full_at_first)
    glass.press(1)
    journal = glass.evening._journal
    glass.until(lambda: any(push.button == 1 for push in journal.pushes(1)))
    assert [(push.seq, push.button) for push in refused] == [(refused[0].seq, 1)] * 2


def test_where_there_is_no_display_a_round_is_played_on_the_real_firmware(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "play", "--simulated-box", "--home", str(tmp_path)],
        env={**os.environ, "SDL_VIDEODRIVER": "offscreen"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = done.stdout.partition("Wig Out!: Ana, Ben and Cleo\n")[2]
    assert re.search(r"Ana said GO\n.*(called Wig Out!|Dead heat)", told, re.DOTALL), done.stdout
    assert "Cleo has 12 cards left; Round 1 scored" in told
    assert {"07-buttons.png", "10-call.png", "12-winner.png"} <= {p.name for p in tmp_path.glob("pictures/*")}


def test_the_shelf_remembers_who_played_what(sit: Callable[..., Glass]) -> None:
    glass = sit(simulate=False)

    def last() -> dict[str, tuple[Person, ...]]:
        return {one.game: one.last for one in glass.evening.front().shelf}

    assert set(last().values()) == {()}
    glass.begin()
    glass.evening.leave()
    assert last() == {**dict.fromkeys(last(), ()), "wig_out": THREE}
