# ruff: noqa: PLC0415  kivy is imported only once a window has been prepared
"""Fingers on screens: what is shown follows the model, and what is pressed becomes a wish."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules.all_4_it.actions import ClosePower, Flip, Imprint, OpenFree, SetCell, ShowShape, Touch
from companion.rules.all_4_it.events import ShapePlayed
from companion.rules.all_4_it.state import Colour
from companion.rules.all_4_it.view import Phase
from companion.table import inbound as ib
from companion.table.reading import Adrift
from companion.table.snapshot import Entry, Eye
from companion.ui import intents as i
from companion.ui import theme
from companion.ui.all_4_it.places import All4ItPlace
from companion.ui.facts import Person, Resumable, Source
from companion.ui.places import Place
from companion.ui.wishes import NewGame
from companion.ui.words import say
from tests.ui import scenes
from tests.ui.game import ANA, BEN, Game
from tests.ui.glass import FRONT, SIZES, Finger, Glass
from tests.ui.peeping import texts_of


def texts(glass: Glass) -> str:
    return "\n".join(texts_of(glass.screen))


def turn(glass: Glass, moves: int = 4) -> Game:
    return scenes.sit(glass, Game(now_ns=glass.clock.now).begin().play(moves))


# ---- before a game


def test_resume_is_one_tap_and_absent_when_there_is_nothing(glass: Glass) -> None:
    assert "RESUME" not in texts(glass)
    game = Resumable("g1", "all_4_it", 2, "Ana", (("Ana", 17), ("Ben", 21)), 1_000_000 - 12)
    glass.sources.fronts.put(replace(FRONT, resume=game))
    glass.frame(2)
    glass.settle()
    assert "All 4 It · round 2, Ana to play" in texts(glass)
    assert "saved 12 seconds ago" in texts(glass)
    glass.tap("Go")
    assert glass.said.called("resume") == [("g1",)]


def test_every_kept_game_is_two_taps_from_the_start(glass: Glass) -> None:
    scenes.home_three_resume(glass)
    glass.settle()
    assert "kept: round 2" in texts(glass)
    for game in glass.desk.front.shelf:
        glass.desk.do(i.Go(Place.HOME))
        glass.settle()
        glass.tap(say(f"game.{game.game}"))
        glass.settle()
        if game.kept is None:
            assert "Go on" not in texts(glass)
        else:
            glass.tap(f"Go on: round {game.kept.round}")
            assert glass.said.called("resume")[-1] == (game.kept.id,)
            glass.desk.do(i.Leave())


def test_the_same_two_as_last_time_are_two_taps_from_the_start(glass: Glass) -> None:
    glass.tap("All 4 It")
    glass.settle()
    glass.tap("Start")
    [(game,)] = glass.said.called("new_game")
    assert game == NewGame("all_4_it", FRONT.last, 0, {})


def test_a_third_player_is_refused_in_words_and_start_needs_two(glass: Glass) -> None:
    glass.desk.do(i.Go(Place.PLAYERS))
    glass.settle()
    glass.tap("Cy")
    assert "Two play: tap one to leave" in texts(glass)
    glass.clock.pass_s(1)
    glass.tap("Ben")
    glass.frame()
    assert "Choose two players" in texts(glass)
    assert [t for t in glass.targets() if t.text == "Start"] == []
    glass.tap("Cy")
    glass.settle()
    glass.tap("Start")
    [(game,)] = glass.said.called("new_game")
    assert [p.name for p in game.people] == ["Ana", "Cy"]


def test_a_new_name_is_typed_on_the_glass_and_seated(glass: Glass) -> None:
    glass.desk.do(i.Go(Place.PLAYERS))
    glass.desk.do(i.TogglePerson("Ben"))
    glass.settle()
    glass.tap("Somebody new")
    glass.settle()
    for letter in "IDA":
        glass.tap(letter)
    glass.settle()
    glass.tap("Done")
    assert glass.place is Place.PLAYERS
    assert [p.name for p in glass.desk.roster.seats] == ["Ana", "Ida"]
    assert len({p.colour for p in glass.desk.roster.seats}) == 2


def test_a_real_keyboard_may_type_a_name(glass: Glass) -> None:
    glass.desk.do(i.Go(Place.NAME))
    # As Kivy tells it: each key, with the letter it might mean, and apart from that what was written.
    for key, letter, written in (
        (304, "\u0130", ""), (105, "I", "I"), (282, "\u011b", ""), (246, "\u00f6", "\u00f6"),
        (308, "\u0134", ""), (111, "o", "o"), (8, None, ""), (97, "a", "a"),
    ):  # fmt: skip
        glass.window.dispatch("on_key_down", key, 0, letter, [])
        if written:
            glass.window.dispatch("on_textinput", written)
    assert glass.desk.typed == "I\u00f6a"
    glass.window.dispatch("on_key_down", 13, 0, None, [])
    assert glass.place is Place.PLAYERS


def test_options_go_with_the_game(glass: Glass) -> None:
    glass.desk.do(i.Go(Place.PLAYERS))
    glass.settle()
    glass.tap("Cards: in the app")
    glass.tap("More choices")
    glass.settle()
    glass.tap("Rounds: 4")
    glass.settle()
    glass.tap("Start")
    [(game,)] = glass.said.called("new_game")
    assert game.options == {"cards": "on_table", "rounds": 1}


# ---- teaching


def test_a_corner_is_dragged_and_told(glass: Glass) -> None:
    scenes.teach_found(glass)
    glass.settle()
    handle = glass.screen.ids.corners.handles()[0]
    before = glass.desk.teaching.corners[0]
    finger = glass.down(handle)
    x, y = handle.to_window(*handle.center)
    finger.move(x + 50, y - 40)
    finger.lift()
    [*_, (corners,)] = glass.said.called("corners")
    left, _, width, height = glass.screen.ids.corners.picture.picture_box()
    assert corners[0] == pytest.approx((before[0] + 50 / width, before[1] + 40 / height), abs=0.01)
    glass.frame(2)
    assert handle.center_x == pytest.approx(left + corners[0][0] * width, abs=1)


def test_a_corner_stays_within_the_picture(glass: Glass) -> None:
    scenes.teach_found(glass)
    glass.settle()
    finger = glass.down(glass.screen.ids.corners.handles()[0])
    finger.move(0, 799)
    finger.lift()
    assert glass.desk.teaching.corners[0] == (0, 0)


def test_a_good_picture_is_one_tap_and_a_bad_one_has_no_such_button(glass: Glass) -> None:
    scenes.teach_doubtful(glass)
    assert [t for t in glass.targets() if getattr(t, "text", "") == "Right, use it"] == []
    glass.sources.teachings.put(scenes._teaching(scenes.Verdict.GOOD, True))
    glass.frame(2)
    glass.settle()
    glass.tap("Right, use it")
    assert glass.said.called("keep_table") == [()]
    glass.sources.fronts.put(replace(FRONT, source=Source.CAMERA))
    glass.frame(2)
    assert glass.place is Place.HOME


# ---- the board


def test_a_turn_by_hand_is_four_taps(glass: Glass) -> None:
    game = turn(glass)
    move = game.imprint()
    for cell in move.cells:
        glass.tap(glass.cell(cell))
    [act] = glass.said.of(ib.Act)
    assert act.actions == (move,)
    glass.frame()
    assert "Ben: tap four cells" in texts(glass)


def test_every_turn_of_a_game_by_hand_is_at_most_five_taps(glass: Glass) -> None:
    game = Game(now_ns=glass.clock.now)
    scenes.sit(glass, game)
    glass.tap("Red")
    glass.settle()
    taps = []
    while game.snapshot.view.phase.value == "turn":
        move, before = game.imprint(), len(glass.said.of(ib.Act))
        count = 0
        for cell in move.cells:
            glass.tap(glass.cell(cell))
            count += 1
        taps.append(count)
        assert len(glass.said.of(ib.Act)) == before + 1
        glass.frame()
    assert len(taps) >= 7
    assert max(taps) <= 5
    assert glass.place is All4ItPlace.RESULT
    glass.settle()
    glass.tap("Next round")
    glass.frame()
    assert game.snapshot.view.round == 2


def test_a_turn_with_the_camera_is_no_tap_or_one(glass: Glass) -> None:
    game = scenes.camera_game(glass)
    move = game.imprint()
    game.sees(game.after(move))
    scenes.sit(glass, game)
    assert glass.screen.model.strip.buttons[0].text == "Right"
    glass.tap("Right")
    assert len(glass.said.of(ib.Keep)) == 1
    glass.frame()
    assert game.snapshot.pending is None
    # And without any tap, when its delay is over.
    game.sees(game.after(game.imprint()))
    game.wait(3.5)
    assert game.snapshot.pending is None


def test_four_cells_that_are_no_shape_shake_and_the_strip_says_why(glass: Glass) -> None:
    turn(glass)
    for cell in (0, 4, 20, 24):
        glass.tap(glass.cell(cell))
    assert glass.said.of(ib.Act) == []
    assert "No shape of Ana fits there" in texts(glass)
    assert glass.cell(0).model.mark.value == "wrong"


def test_the_mirror_image_of_a_shape_is_called_that(glass: Glass) -> None:
    from companion.rules.all_4_it.placements import mirrored_placements, placements

    game = turn(glass, 0)
    view = game.snapshot.view
    held = [s for s in view.cards.shapes if s.id in view.seats[ANA].shapes]
    fits = set().union(*(placements(s.points) for s in held))
    mirrored = set().union(*(mirrored_placements(s.points) for s in held)) - fits
    assert mirrored, "this deal must hold a shape that differs from its mirror image"
    for cell in min(mirrored):
        glass.tap(glass.cell(cell))
    assert "Mirrored: turn it, don't mirror it" in texts(glass)


def test_a_cell_tapped_twice_is_not_picked(glass: Glass) -> None:
    turn(glass)
    glass.tap(glass.cell(3))
    assert glass.desk.face.hand.cells == (3,)
    glass.tap(glass.cell(3))
    assert glass.desk.face.hand.cells == ()


def test_tapping_cells_holds_what_the_camera_was_about_to_keep(glass: Glass) -> None:
    game = scenes.camera_game(glass)
    game.sees(game.after(game.imprint()))
    scenes.sit(glass, game)
    glass.tap(glass.cell(0))
    assert len(glass.said.of(ib.HoldPending)) == 1
    glass.settle()
    glass.tap("Start again")
    assert len(glass.said.of(ib.ResumePending)) == 1


def test_a_fix_is_two_taps(glass: Glass) -> None:
    game = scenes.camera_game(glass)
    wrong = game.imprint(prefer_empty=False)
    game.sees(game.after(wrong))
    scenes.sit(glass, game)
    glass.tap("Fix")
    glass.settle()
    assert glass.place is Place.FIX
    assert len(glass.said.of(ib.HoldPending)) == 1
    others = glass.screen.model.others
    assert 2 <= len(others) <= 6
    other = next(t for t in glass.targets() if getattr(t, "model", None) == others[0].button)
    glass.tap(other)
    [act] = glass.said.of(ib.Act)
    assert isinstance(act.actions[0], Imprint)
    assert act.actions[0] != wrong


def test_a_fix_can_be_left_and_the_ring_goes_on(glass: Glass) -> None:
    scenes.fix(glass)
    glass.settle()
    glass.tap("Back")
    assert len(glass.said.of(ib.ResumePending)) == 1
    assert glass.place is Place.BOARD


def test_the_open_powers_effect_is_tapped_cell_by_cell_and_done(glass: Glass) -> None:
    game = Game(now_ns=glass.clock.now).begin().play(4)
    game.act(scenes.own_power(game))
    scenes.sit(glass, game)
    grid = game.snapshot.view.grid
    full = next(cell for cell in range(25) if grid[cell] is Colour.RED)
    bare = next(cell for cell in range(25) if grid[cell] is None)
    glass.tap(glass.cell(full))
    glass.tap(glass.cell(bare))
    glass.tap(glass.cell(bare))
    assert glass.cell(full).model.letter == "W"
    glass.tap("Done")
    [act] = glass.said.of(ib.Act)
    assert act.actions == (
        SetCell(ANA, full, Colour.WHITE),
        SetCell(ANA, bare, Colour.WHITE),
        ClosePower(ANA),
    )
    glass.frame()
    assert game.snapshot.view.open_power is None


def test_a_cell_of_a_power_cycles_back_to_what_lies_there(glass: Glass) -> None:
    game = Game(now_ns=glass.clock.now).begin().play(4)
    game.act(scenes.own_power(game))
    scenes.sit(glass, game)
    for _ in range(3):
        glass.tap(glass.cell(0))
    assert glass.desk.face.hand.draft == ()


def test_four_free_cells_are_one_entry_with_real_cards(glass: Glass) -> None:
    scenes.sit(glass, Game(scenes.ON_TABLE, now_ns=glass.clock.now).begin())
    for cell in (0, 4, 20, 24):
        glass.tap(glass.cell(cell))
    [act] = glass.said.of(ib.Act)
    assert act.actions == (OpenFree(ANA), *(Touch(ANA, cell) for cell in (0, 4, 20, 24)))


def test_a_real_shape_is_named_in_two_taps(glass: Glass) -> None:
    game = scenes.sit(glass, Game(scenes.ON_TABLE, now_ns=glass.clock.now).begin())
    glass.tap(next(t for t in glass.targets() if getattr(t, "text", "") == "Name it"))
    glass.settle()
    glass.tap("T")
    [act] = glass.said.of(ib.Act)
    assert act.actions == (
        ShowShape(ANA, next(s.id for s in game.snapshot.view.cards.shapes if s.name == "T")),
    )
    assert glass.place is Place.BOARD


def test_a_real_power_is_named_in_two_taps(glass: Glass) -> None:
    game = scenes.sit(glass, Game(scenes.ON_TABLE, now_ns=glass.clock.now).begin())
    glass.tap("Powers")
    glass.settle()
    glass.tap("Pluck (1)")
    glass.frame()
    assert game.snapshot.view.open_power is not None


def test_the_colours_are_told_by_a_tap(glass: Glass) -> None:
    scenes.sit(glass, Game(now_ns=glass.clock.now))
    glass.tap("White")
    [act] = glass.said.of(ib.Act)
    assert act.actions == (Flip(ANA, Colour.WHITE),)


def test_the_app_may_flip(glass: Glass) -> None:
    scenes.sit(glass, Game(now_ns=glass.clock.now))
    glass.tap("Flip for us")
    assert len(glass.said.of(ib.FlipForUs)) == 1


def test_changed_points_wear_a_badge_for_five_seconds(glass: Glass) -> None:
    scenes.board_badge(glass)
    assert "-1" in texts(glass)
    glass.clock.pass_s(5.1)
    glass.frame(2)
    assert "-1" not in texts(glass)


def test_points_are_read_from_across_the_table() -> None:
    for size in SIZES:
        with Glass(size) as glass:
            turn(glass)
            points = [w for w in glass.screen.walk(restrict=True) if getattr(w, "text", "") == "5"]
            assert len(points) == 2
            assert min(w.font_size for w in points) >= 72


@pytest.mark.parametrize(("size", "least"), [(SIZES[0], 104), (SIZES[1], 68)])
def test_cells_are_large(size: tuple[int, int], least: int) -> None:
    with Glass(size) as glass:
        turn(glass)
        assert min(glass.cell(0).size) >= least


def test_the_screen_says_that_a_clip_plays(glass: Glass) -> None:
    scenes.board_demo(glass)
    assert "Demo clip, no camera" in texts(glass)
    assert "Assumed cards" in texts(glass)


@pytest.mark.parametrize("eye", list(Eye), ids=lambda e: e.value)
def test_how_the_eye_is_stands_in_words_top_right(glass: Glass, eye: Eye) -> None:
    from companion.ui.words import say

    scenes.at_camera(glass)
    game = turn(glass)
    glass.show(replace(game.snapshot, eye=eye, eye_why="frozen" if eye in (Eye.BLIND, Eye.LOST) else ""))
    said = {Eye.BLIND: "Picture frozen", Eye.LOST: "Picture frozen"}
    assert said.get(eye, say(f"eye.{eye.value}")) in texts(glass)


def test_a_lost_camera_leaves_the_hand_path(glass: Glass) -> None:
    game = scenes.camera_game(glass)
    game.tell(ib.EyeGone("unplugged", game.now_ns))
    scenes.sit(glass, game)
    assert "The camera was unplugged. Ana: tap four cells" in texts(glass)
    for cell in game.imprint().cells:
        glass.tap(glass.cell(cell))
    assert len(glass.said.of(ib.Act)) == 1


# ---- taking back, comparing, menu


def test_undo_names_its_event_and_asks_all_seats_when_something_was_seen(glass: Glass) -> None:
    game = turn(glass)
    undo = game.snapshot.undo
    assert undo is not None
    assert undo.needs_consent
    glass.tap(next(t for t in glass.targets() if getattr(t, "text", "").startswith("Undo: Ben")))
    glass.settle()
    assert glass.place is Place.CONSENT
    glass.tap("Ana agrees")
    assert glass.said.of(ib.TakeBack) == []
    glass.settle()
    glass.tap("Ben agrees")
    [back] = glass.said.of(ib.TakeBack)
    assert (back.to_seq, back.consent) == (undo.to_seq, {ANA, BEN})
    glass.frame()
    assert glass.place is Place.BOARD
    assert game.snapshot.view.to_move == BEN


def test_holding_undo_opens_the_timeline_and_lifting_does_not_undo(glass: Glass) -> None:
    turn(glass)
    button = next(t for t in glass.targets() if getattr(t, "text", "").startswith("Undo"))
    finger = glass.down(button)
    glass.clock.pass_s(theme.TIMELINE_HOLD_S + 0.1)
    glass.frame(2)
    finger.lift()
    assert glass.place is Place.TIMELINE
    assert glass.said.of(ib.TakeBack) == []


def test_any_line_of_the_timeline_can_be_gone_back_to(glass: Glass) -> None:
    game = turn(glass)
    glass.desk.do(i.Go(Place.TIMELINE))
    glass.settle()
    row = glass.screen.model.rows[2]
    glass.tap(next(t for t in glass.targets() if getattr(t, "model", None) == row.button))
    assert "Takes 2 records back" in texts(glass)
    glass.settle()
    glass.tap("Go back to here")
    glass.frame(2)
    # The sitting says that all must agree; then they are asked.
    assert glass.place is Place.CONSENT
    glass.settle()
    glass.tap("Ana agrees")
    glass.settle()
    glass.tap("Ben agrees")
    glass.frame(2)
    assert sum(c is not None for c in game.snapshot.view.grid) < 13


def test_a_wrong_call_is_amended(glass: Glass) -> None:
    game = turn(glass, 1)
    glass.desk.do(i.Go(Place.TIMELINE))
    glass.settle()
    row = next(r for r in glass.screen.model.rows if "played" in r.button.text)
    glass.tap(next(t for t in glass.targets() if getattr(t, "model", None) == row.button))
    glass.settle()
    glass.tap("Change this")
    glass.settle()
    played = next(
        e
        for e in game.snapshot.timeline
        if e.by is not None and e.events[0].__class__.__name__ == "ShapePlayed"
    )
    shape = next(s for s in game.snapshot.view.cards.shapes if s.id == played.events[0].shape)
    from companion.rules.all_4_it.placements import placements

    was = {*played.events[0].placed, *played.events[0].flipped}
    cells = next(c for c in sorted(placements(shape.points)) if not was & set(c))
    for cell in cells:
        glass.tap(glass.cell(cell))
    glass.settle()
    glass.tap("Change it")
    glass.frame(2)
    [amend] = glass.said.of(ib.Amend)
    assert amend.replacement == Imprint(ANA, shape.id, cells)
    assert game.snapshot.refusal is None
    assert {cell for cell in range(25) if game.snapshot.view.grid[cell]} == set(cells)
    assert glass.place is Place.BOARD


def _is_play(entry: Entry) -> bool:
    return any(isinstance(event, ShapePlayed) for event in entry.events)


def test_what_an_amendment_would_drop_is_named_first(glass: Glass) -> None:
    scenes.amend_drop(glass)
    assert "3 later records no longer fit" in texts(glass)
    glass.settle()
    glass.tap("Drop them")
    [amend] = glass.said.of(ib.Amend)
    assert amend.drop


@pytest.mark.parametrize(
    ("button", "kind"),
    [
        ("Board is right", ib.BoardIsRight),
        ("It was Ana's move", ib.BoardIsRight),
        ("Record is right", ib.RecordIsRight),
    ],
)
def test_board_and_record_are_compared_and_one_tap_says_who_is_right(
    glass: Glass, button: str, kind: type
) -> None:
    scenes.compare(glass)
    assert isinstance(glass.desk.snapshot.reading, Adrift)
    assert "A1: record red, board white" in texts(glass)
    glass.tap(button)
    [said] = glass.said.of(kind)
    if isinstance(said, ib.BoardIsRight):
        assert said.ends_turn is (button == "It was Ana's move")


def test_the_menu_flips_the_picture_and_the_touches(glass: Glass) -> None:
    turn(glass)
    upright = glass.window.rotation
    glass.desk.do(i.Go(Place.MENU))
    glass.settle()
    glass.tap("Flip the screen")
    glass.settle()
    assert abs(glass.window.rotation - upright) == 180
    [(settings,)] = glass.said.called("settings")
    assert settings.flipped
    # The very same button, where it is now for the finger.
    back = glass.find("Back")
    x, y = back.to_window(*back.center)
    Finger(glass, glass.window.width - 1 - x, glass.window.height - 1 - y).lift()
    assert glass.place is Place.BOARD


def test_light_colours_and_larger_text_take_effect_at_once(glass: Glass) -> None:
    turn(glass)
    glass.desk.do(i.Go(Place.MENU))
    glass.settle()
    dark = glass.pixels()
    glass.tap("Light colours")
    glass.settle()
    assert glass.pixels() != dark
    glass.tap("Text size S")
    glass.settle()
    assert theme.look().text_scale > 1
    assert glass.place is Place.MENU


def test_there_is_nothing_to_mute_without_sound(glass: Glass) -> None:
    turn(glass)
    glass.desk.do(i.Go(Place.MENU))
    glass.settle()
    assert "Sound" not in texts(glass)


def test_ending_needs_a_second_of_holding(glass: Glass) -> None:
    turn(glass)
    glass.desk.do(i.Go(Place.MENU))
    glass.settle()
    glass.tap("End game: hold")
    assert glass.said.called("end_game") == []
    finger = glass.down(glass.find("End game: hold"))
    glass.clock.pass_s(1.1)
    glass.frame(2)
    finger.lift()
    assert glass.said.called("end_game") == [()]
    assert glass.place is Place.ENDED
    assert "Ana 5, Ben 5: ended early" in texts(glass)
    glass.settle()
    glass.tap("To the start")
    assert glass.place is Place.HOME
    assert glass.window.allow_screensaver


def test_after_an_early_end_the_same_two_play_again_in_one_tap(glass: Glass) -> None:
    game = turn(glass)
    glass.desk.do(i.EndGame())
    glass.show(game.snapshot)
    assert glass.place is Place.ENDED
    glass.settle()
    glass.tap("Again")
    [(again,)] = glass.said.called("new_game")
    assert [p.name for p in again.people] == ["Ana", "Ben"]
    glass.show(Game().snapshot)
    assert glass.place is Place.BOARD


def test_the_screen_is_turned_and_its_text_sized_before_any_game(glass: Glass) -> None:
    for button in ("Light colours", "Text size S", "Flip the screen"):
        glass.tap(button)
        glass.settle()
    *_, (settings,) = glass.said.called("settings")
    assert settings.light
    assert settings.text_scale > 1
    assert settings.flipped
    assert glass.place is Place.HOME


def test_accents_and_digits_are_on_the_second_page_of_keys(glass: Glass) -> None:
    glass.desk.do(i.Go(Place.NAME))
    glass.settle()
    glass.tap("A")
    glass.tap("ÄÉ 12")
    glass.settle()
    glass.tap("Ü")
    glass.tap("2")
    glass.tap("ABC")
    glass.settle()
    glass.tap("B")
    assert glass.desk.typed == "Aü2b"


def test_leaving_goes_home_and_a_late_snapshot_does_not_come_back(glass: Glass) -> None:
    game = turn(glass)
    glass.desk.do(i.Go(Place.MENU))
    glass.settle()
    glass.tap("Home (game is kept)")
    assert glass.said.called("leave") == [()]
    glass.show(game.snapshot)
    assert glass.place is Place.HOME


def test_again_is_one_tap_and_the_other_one_flips(glass: Glass) -> None:
    scenes.winner(glass)
    glass.settle()
    glass.tap("Again")
    [(game,)] = glass.said.called("new_game")
    assert [p.name for p in game.people] == ["Ana", "Ben"]
    assert game.first == 1
    assert game.options["rounds"] == 1


def test_pausing_and_going_on(glass: Glass) -> None:
    turn(glass)
    glass.desk.do(i.Go(Place.MENU))
    glass.settle()
    glass.tap("Pause")
    glass.frame()
    assert "Paused" in texts(glass)
    assert [t for t in glass.targets() if type(t).__name__ == "Cell"] == []
    glass.settle()
    glass.tap("Continue")
    glass.frame()
    assert "Paused" not in texts(glass)


def test_the_screen_stays_awake_in_a_game_and_may_sleep_outside(glass: Glass) -> None:
    assert glass.window.allow_screensaver
    turn(glass)
    assert not glass.window.allow_screensaver
    glass.desk.do(i.Leave())
    assert glass.window.allow_screensaver


# ---- fingers that were not meant


def test_a_finger_down_while_the_screen_changes_means_nothing_to_the_new_one(glass: Glass) -> None:
    game = turn(glass)
    finger = glass.down(glass.cell(12))
    won = replace(game.snapshot, view=replace(game.snapshot.view, phase=Phase.OVER, winners=(ANA,)))
    glass.show(won)
    assert glass.place is Place.WINNER
    finger.lift()
    assert glass.desk.face.hand.cells == ()
    glass.tap("Again")
    assert glass.said.called("new_game") == []
    glass.settle()
    glass.tap("Again")
    assert len(glass.said.called("new_game")) == 1


def test_a_button_that_changes_under_a_finger_is_not_pressed(glass: Glass) -> None:
    game = scenes.camera_game(glass)
    move = game.imprint()
    game.sees(game.after(move))
    scenes.sit(glass, game)
    finger = glass.down(glass.find("Right"))
    snapshot = game.wait(4)
    glass.show(snapshot)
    game.sees(game.after(game.imprint()))
    glass.show(game.snapshot)
    finger.lift()
    assert glass.said.of(ib.Keep) == []


def test_one_finger_told_by_two_drivers_is_one_tap(glass: Glass) -> None:
    turn(glass)
    x, y = glass.cell(3).to_window(*glass.cell(3).center)
    first = Finger(glass, x, y)
    echo = Finger(glass, x + 2, y, device="hid")
    first.lift()
    echo.lift()
    assert glass.desk.face.hand.cells == (3,)


def test_a_picture_is_a_png_of_the_window_under_its_own_name(glass: Glass, tmp_path: Path) -> None:
    import struct

    path = tmp_path / "a {brace} and 1.png"
    assert glass.app.picture(path)
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == SIZES[0]
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_people_keep_their_colours_and_no_two_have_the_same() -> None:
    front = replace(FRONT, people=(Person("Ana", 0), Person("Ben", 0)), last=())
    with Glass(front=front) as glass:
        turn(glass)
        colours = [p.colour for p in glass.desk.people]
        assert colours[0] == 0
        assert len(set(colours)) == 2
