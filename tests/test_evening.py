"""An evening as the window wishes for it: real threads, journal, clip and eye; only the glass is missing."""

import threading
import time
from collections.abc import Callable, Iterator
from math import dist
from pathlib import Path
from typing import Any

import pytest

from companion import fair, settings
from companion.assembly import clip, laying, race_clip, replace_told
from companion.assembly.evening import Evening
from companion.assembly.facts import ui_settings
from companion.assembly.laying import LayingThread
from companion.assembly.rehearsal import first_front
from companion.rules.all_4_it.actions import Imprint
from companion.rules.all_4_it.view import Phase
from companion.rules.core import Seat
from companion.table.inbound import Act, FlipForUs, Peek, Unpeek
from companion.table.race_shown import Fate
from companion.table.snapshot import Eye, Snapshot
from companion.trouble import UserError
from companion.ui.facts import Front, Person, Source
from companion.ui.wishes import NewGame
from vision.learning import forget
from vision.taught import from_take, save

TWO = (Person("Ana", 0), Person("Ben", 1))
PATIENCE_S = 60.0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "evening"


@pytest.fixture
def sit(home: Path) -> Iterator[Callable[..., Evening]]:
    """Makes evenings in one data folder, one after the other, and ends them."""
    made: list[Evening] = []

    def make(chosen: settings.Settings | None = None) -> Evening:
        while made:
            made.pop().close()
        made.append(Evening(chosen or at_once(), home, clock_ns=time.monotonic_ns, wall_s=time.time))
        return made[-1]

    yield make
    while made:
        made.pop().close()


def at_once(**more: Any) -> settings.Settings:
    return settings.Settings(acceptance_delay_s=0, **more)


def until(evening: Evening, wanted: Callable[[Snapshot[Any, Any]], bool]) -> Snapshot[Any, Any]:
    """The first snapshot that is as wanted."""
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        snapshot = evening.sources.snapshots.take()
        if snapshot is not None and wanted(snapshot):
            return snapshot
        time.sleep(0.005)
    raise AssertionError("it never came to that")


def front(evening: Evening) -> Front:
    told = evening.sources.fronts.take()
    assert told is not None, "nothing was told to the home screen"
    return told


def new_game(evening: Evening, **options: Any) -> Snapshot[Any, Any]:
    evening.new_game(NewGame("all_4_it", TWO, 0, options))
    return until(evening, lambda s: s.view.phase is Phase.COLOURS)


def test_a_game_is_dealt_and_goes_on_after_leaving_and_after_the_program_ends(
    sit: Callable[..., Evening],
) -> None:
    evening = sit()
    evening.play_by_hand()
    new_game(evening)
    evening.send(FlipForUs(time.monotonic_ns()))
    dealt = until(evening, lambda s: s.view.phase is Phase.TURN)
    move = next(choice for choice in dealt.choices if isinstance(choice, Imprint))
    evening.send(Act((move,), time.monotonic_ns()))
    played = until(evening, lambda s: s.view.turns_this_round == 1)
    evening.leave()
    front(evening)
    evening = sit()
    resume = evening.front().resume
    assert resume is not None
    assert resume.to_move == played.names[played.view.to_move]
    evening.resume(resume.id)
    again = until(evening, lambda s: s.view.phase is Phase.TURN)
    assert again.view == played.view
    assert [line.seq for line in again.timeline] == [line.seq for line in played.timeline]


def test_what_was_shown_of_a_game_is_never_taken_for_the_next(sit: Callable[..., Evening]) -> None:
    """A rematch begins with its own first snapshot, whatever the game before has said meanwhile."""
    evening = sit()
    evening.play_by_hand()
    new_game(evening)
    evening.send(FlipForUs(time.monotonic_ns()))
    evening.leave()
    assert evening.sources.snapshots.take() is None


def test_people_and_last_players_are_remembered(sit: Callable[..., Evening]) -> None:
    evening = sit()
    assert evening.front().last == ()
    evening.play_by_hand()
    new_game(evening)
    evening.leave()
    told = sit().front()
    assert told.last == TWO
    assert {person.name for person in told.people} == {"Ana", "Ben"}


def test_of_two_kept_games_each_waits_on_the_shelf_and_goes_on(sit: Callable[..., Evening]) -> None:
    evening = sit()
    evening.play_by_hand()
    evening.new_game(NewGame("wig_out", TWO, 0, {}))
    until(evening, lambda s: s.game == "wig_out")
    evening.leave()
    new_game(evening)
    evening.leave()
    told = front(evening)
    assert told.resume is not None
    assert told.resume.game == "all_4_it"
    kept = {one.game: one.kept for one in told.shelf}
    assert kept["all_4_it"] == told.resume
    assert kept["all_wound_up"] is None
    wig = kept["wig_out"]
    assert wig is not None
    evening = sit()
    evening.resume(wig.id)
    assert until(evening, lambda s: s.game == "wig_out").names == ("Ana", "Ben")


def test_where_there_is_no_display_home_is_pictured_as_at_a_first_start(sit: Callable[..., Evening]) -> None:
    assert first_front(at_once()) == sit().front()


def test_an_ended_game_is_not_offered_again(sit: Callable[..., Evening]) -> None:
    evening = sit()
    evening.play_by_hand()
    new_game(evening)
    front(evening)
    evening.end_game()
    assert front(evening).resume is None


def test_without_a_taught_table_the_clip_plays_and_is_no_ones_evening(
    sit: Callable[..., Evening], home: Path
) -> None:
    evening = sit()
    evening.begin()
    kept = until(evening, lambda s: s.view.turns_this_round >= 2)
    assert kept.eye is Eye.SEEING
    assert kept.names == clip.read_deal(clip.clip_folder()).names
    assert evening.front().source is Source.DEMO
    evening.leave()
    told = front(evening)
    assert told.resume is None
    assert told.last == ()
    assert (home / clip.FOLDER).is_dir()


def test_the_clip_goes_on_where_it_was_left(sit: Callable[..., Evening]) -> None:
    evening = sit()
    evening.demo("all_4_it")
    left = until(evening, lambda s: s.view.turns_this_round == 2)
    evening.close()
    evening = sit()
    evening.demo("all_4_it")
    first = until(evening, lambda s: s.view.phase is Phase.TURN)
    assert first.view.turns_this_round >= left.view.turns_this_round
    later = until(evening, lambda s: s.view.turns_this_round > first.view.turns_this_round)
    assert not later.adrift_due


def test_no_picture_of_the_table_is_taken_while_a_secret_shows(sit: Callable[..., Evening]) -> None:
    evening = sit()
    evening.demo("all_4_it")
    until(evening, lambda s: s.view.phase is Phase.TURN and s.eye is Eye.SEEING)
    evening.send(Peek(Seat(0), time.monotonic_ns()))
    until(evening, lambda s: s.peek is not None)
    time.sleep(0.4)  # a picture already on its way
    evening.sources.board.take()
    time.sleep(0.6)  # at six pictures a second three would have come
    assert evening.sources.board.take() is None
    evening.send(Unpeek(time.monotonic_ns()))
    until(evening, lambda s: s.peek is None)
    time.sleep(0.6)
    assert evening.sources.board.take() is not None


def test_a_taught_table_is_played_with_its_camera(sit: Callable[..., Evening], tmp_path: Path) -> None:
    folder = clip.clip_folder()
    save(from_take(folder), tmp_path / "table", replace=False)
    evening = sit(at_once(table=str(tmp_path / "table"), source=str(folder / "clip.mp4")))
    assert evening.front().source is Source.CAMERA
    evening.begin()
    assert evening.sources.snapshots.take() is None, "no clip plays where there is a table"
    new_game(evening)
    seen = until(evening, lambda s: s.seen is not None)
    assert seen.seen == "." * 25


def test_a_camera_that_is_not_there_leaves_the_hand_path(sit: Callable[..., Evening], tmp_path: Path) -> None:
    save(from_take(clip.clip_folder()), tmp_path / "table", replace=False)
    evening = sit(at_once(table=str(tmp_path / "table"), source="rtsp://127.0.0.1:1/none"))
    new_game(evening)
    evening.send(FlipForUs(time.monotonic_ns()))
    dealt = until(evening, lambda s: s.view.phase is Phase.TURN)
    assert any(isinstance(choice, Imprint) for choice in dealt.choices)
    until(evening, lambda s: s.eye is Eye.BLIND)


def test_a_broken_table_is_said_and_the_game_goes_on_by_hand(
    sit: Callable[..., Evening], tmp_path: Path
) -> None:
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "table.json").write_text("{", encoding="utf-8")
    evening = sit(at_once(table=str(tmp_path / "table"), source="0"))
    evening.new_game(NewGame("all_4_it", TWO, 0, {}))
    lost = until(evening, lambda s: s.eye is Eye.LOST)
    assert lost.eye_why == "table_unreadable"


def test_a_broken_card_file_is_told_on_the_home_screen(sit: Callable[..., Evening], home: Path) -> None:
    (home / "cards").mkdir(parents=True)
    (home / "cards" / "shapes.toml").write_text(
        '[[shape]]\nname = "I"\npoints = ["###"]\ncopies = 4\n', encoding="utf-8"
    )
    evening = sit()
    evening.new_game(NewGame("all_4_it", TWO, 0, {}))
    told = front(evening)
    assert "shapes.toml, line 3" in told.trouble
    assert told.resume is None


def test_what_is_changed_at_the_screen_is_remembered(sit: Callable[..., Evening], home: Path) -> None:
    evening = sit()
    changed = ui_settings(at_once(theme="light", text_size="L", flipped=True))
    evening.settings(changed)
    assert ui_settings(settings.load(home / settings.FILE)) == changed


def test_what_is_told_for_one_run_stays_out_of_the_settings(
    sit: Callable[..., Evening], home: Path, tmp_path: Path
) -> None:
    """`play --table X --source Y`, and then the text is made larger."""
    home.mkdir()
    file = home / settings.FILE
    file.write_text('# ours\ntable = "grid"\nsource = "1"\n', encoding="utf-8")
    save(from_take(clip.clip_folder()), tmp_path / "other", replace=False)
    chosen = replace_told(settings.load(file), source="0", table=tmp_path / "other")
    evening = sit(chosen)
    evening.settings(ui_settings(at_once(text_size="L")))
    assert file.read_text(encoding="utf-8") == '# ours\ntable = "grid"\nsource = "1"\ntext_size = "L"\n'
    assert evening.front().trouble == "", "it is played with all the same"


def test_settings_broken_meanwhile_are_named_and_left_alone(sit: Callable[..., Evening], home: Path) -> None:
    evening = sit()
    file = home / settings.FILE
    file.write_text("text_size = 3\n", encoding="utf-8")
    evening.settings(ui_settings(at_once(text_size="L")))
    assert f"{file}, line 1: text_size" in front(evening).trouble
    assert file.read_text(encoding="utf-8") == "text_size = 3\n"


def test_a_taught_table_that_is_gone_is_told_and_the_clip_plays(
    sit: Callable[..., Evening], tmp_path: Path
) -> None:
    evening = sit(at_once(table=str(tmp_path / "gone"), source="0"))
    told = evening.front()
    assert "gone: the taught table is not there any more" in told.trouble
    assert told.source is Source.DEMO


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"table": Path("nowhere"), "source": "0"}, "no taught table there"),
        ({"table": Path("nowhere"), "source": None}, "no taught table there"),
        ({"table": None, "source": "0"}, "needs a taught table"),
        ({"table": Path("nowhere"), "source": "nowhere.mp4"}, "no such clip"),
    ],
)
def test_a_table_or_camera_that_cannot_be_used_is_said_at_once(told: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError, match=words):
        replace_told(settings.Settings(), **told)


def test_a_taught_table_without_a_camera_asks_for_it(tmp_path: Path) -> None:
    save(from_take(clip.clip_folder()), tmp_path / "table", replace=False)
    with pytest.raises(UserError, match="needs its camera"):
        replace_told(settings.Settings(), table=tmp_path / "table", source=None)


def test_the_race_that_ships_is_seen_and_kept_with_its_pictures(
    sit: Callable[..., Evening], home: Path
) -> None:
    evening = sit()
    evening.begin("all_wound_up")
    touched = until(
        evening, lambda s: s.race is not None and any(one.evidence is not None for one in s.race.happenings)
    )
    assert touched.names == ("Ana", "Ben", "Cleo")
    assert touched.race is not None
    brain = next(one for one in touched.race.happenings if one.evidence is not None)
    assert (brain.figure, brain.fate, brain.zone) == ("steve", Fate.KEPT, "crypt/2")
    evening.finish(brain.id)
    finish = evening.sources.finishes.take()
    assert finish is not None
    assert finish.finish is not None
    assert len(finish.finish.pictures) > 5
    assert (Path(finish.folder) / finish.finish.pictures[0].file).is_file()
    picture = evening.sources.races.take()
    assert picture is not None
    assert len(picture.drawn.tiles) == 4
    evening.send(Peek(Seat(0), time.monotonic_ns()))
    until(evening, lambda s: s.peek is not None)
    time.sleep(0.4)  # a picture already on its way
    evening.sources.races.take()
    time.sleep(0.6)  # at twelve pictures a second seven would have come
    assert evening.sources.races.take() is None
    evening.send(Unpeek(time.monotonic_ns()))
    walked = until(
        evening, lambda s: s.race is not None and s.race.walked is not None and s.race.walked.clean
    )
    assert walked.race is not None
    end_s = time.monotonic() + 60
    while not (gaits := fair.load(home / fair.FILE)):
        assert time.monotonic() < end_s, "how steve walks was never written"
        time.sleep(0.1)
    assert 1 < gaits["steve"].cm_a_turn < 20
    evening.leave()
    assert front(evening).resume is None, "the clip is nobody's evening"


class Watched(Evening):
    """An evening that notes what other threads than its own do to it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.own, self.strange = threading.get_ident(), set[str]()
        super().__init__(*given, **named)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if threading.get_ident() != self.own:
            self.strange.add(f"{threading.current_thread().name} sets {name}")

    def front(self, trouble: str = "") -> Front:
        if threading.get_ident() != self.own:
            self.strange.add(f"{threading.current_thread().name} asks for the front")
        return super().front(trouble)


def test_no_thread_but_the_windows_changes_an_evening_or_reads_its_files(home: Path) -> None:
    folder = race_clip.clip_folder()
    chosen = at_once(race_table=str(folder / "taught"), race_source=str(folder / "clip.mp4"))
    evening = Watched(chosen, home, clock_ns=time.monotonic_ns, wall_s=time.time, simulate=True)
    try:
        evening.begin()
        new_game(evening)
        evening.leave()
        evening.new_game(NewGame("wig_out", TWO, 0, {}))
        until(evening, lambda s: s.game == "wig_out")
        evening.leave()
        evening.demo("all_wound_up")
        until(evening, lambda s: s.race is not None and s.eye is Eye.SEEING)
        end_s = time.monotonic() + PATIENCE_S
        while evening.sources.laid.take() is None:
            assert time.monotonic() < end_s, "the tiles were never found"
            time.sleep(0.1)
        evening.end_game()
    finally:
        evening.close()
    assert evening.strange == set()


def test_a_table_taught_anew_forgets_how_the_tiles_of_the_old_one_lay() -> None:
    told: list[Any] = []
    forget()  # it takes a while again
    laying = LayingThread(race_clip.clip_folder() / "taught", told.append)
    laying.start()
    laying.close()
    laying._thread.join(PATIENCE_S)
    assert told == []


def test_how_the_tiles_of_a_taught_race_lie_is_told_once_it_is_worked_out(
    sit: Callable[..., Evening],
) -> None:
    folder = race_clip.clip_folder()
    evening = sit(at_once(race_table=str(folder / "taught"), race_source=str(folder / "clip.mp4")))
    assert evening.front().kit.figures == ("betty", "rob", "steve", "wanda")
    assert evening.front().kit.lies == ()
    evening.begin()
    evening.resume("99")
    end_s = time.monotonic() + PATIENCE_S
    while (lies := evening.sources.laid.take()) is None:
        assert time.monotonic() < end_s, "the tiles were never found"
        time.sleep(0.1)
    evening.laid(lies)
    told = front(evening)
    assert told.kit.lies == lies
    assert "game 99" in told.trouble, "what was told before is still to be read"
    assert {each.tile for each in lies} == {"chalk", "crypt", "moor-gate", "swamp"}
    assert all(each.side_mm == pytest.approx(200) for each in lies)
    assert [each.tile for each in lies if each.gate is not None] == ["moor-gate"]
    apart = dist(lies[0].middle, lies[1].middle)
    assert 195 < apart < 300, "tiles lie beside each other"


def test_nobody_is_told_how_tiles_lie_once_the_evening_has_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or is being told: a journal is not closed under whoever reads it."""
    monkeypatch.setattr(laying, "lies_of", lambda _: ())
    began, said = threading.Event(), list[str]()

    def found(_: object) -> None:
        began.set()
        time.sleep(0.1)
        said.append("told")

    thread = laying.LayingThread(Path("nowhere"), found)
    thread.start()
    assert began.wait(PATIENCE_S)
    thread.close()
    said.append("closed")
    assert said == ["told", "closed"]
    late = laying.LayingThread(Path("nowhere"), found)
    late.close()
    late.start()
    time.sleep(0.05)
    assert said == ["told", "closed"]
