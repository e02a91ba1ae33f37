"""Fingers on a race table's pictures: rings, the magnifier, corners of zones, and a real keyboard."""

from typing import Any

import numpy as np
import pytest

from companion.ui import intents as ui
from companion.ui import theme
from companion.ui.facts import Frame, TableState
from companion.ui.places import Place
from companion.ui.race_table import facts
from companion.ui.race_table import intents as i
from companion.ui.race_table.draft import ZoneKind
from companion.ui.race_table.steps import Step
from tests.ui import lesson_scenes as scenes
from tests.ui.glass import SIZES, Finger, Glass
from tests.ui.peeping import texts_of

LOUPE_DP, PIXEL_DP = 184, 8
"""Of the magnifier: its side, and what a pixel of the picture is under it."""


def asked(glass: Glass, kind: type) -> list[Any]:
    return [wish for (wish,) in glass.said.called("race_table") if isinstance(wish, kind)]


def corner(glass: Glass, number: int) -> tuple[float, float]:
    x, y = glass.desk.lesson.side.corners[number]
    return float(x), float(y)


def test_both_tables_are_offered_with_how_far_they_are(glass: Glass) -> None:
    scenes.tables(glass)
    glass.settle()
    assert [texts_of(glass.screen)[at] for at in range(-4, 0)] == [
        "Grid for All 4 It",
        "ready",
        "Tiles for All Wound Up",
        "half done: go on",
    ]
    glass.tap("Tiles for All Wound Up")
    assert glass.place is Place.RACE_TABLE
    assert asked(glass, facts.Begin)
    glass.settle()
    glass.tap("Back")
    assert glass.place is Place.TABLES
    assert asked(glass, facts.Stop)
    glass.settle()
    glass.tap("Grid for All 4 It")
    assert glass.place is Place.TEACH


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_a_ring_held_anywhere_moves_as_far_as_the_finger(size: tuple[int, int]) -> None:
    with Glass(size) as glass:
        scenes.lesson_corners(glass)
        glass.settle()
        marks = glass.screen.ids.marks
        before = corner(glass, 2)
        x, y = marks.handles()[2].center
        finger = Finger(glass, x + 18, y - 11)
        assert corner(glass, 2) == before
        finger.move(x + 18 + 40, y - 11 + 24)
        finger.lift()
        _, _, width, height = marks.photo.picture_box()
        across, up = 40 * scenes.WIDE / width, 24 * scenes.HIGH / height
        assert corner(glass, 2) == pytest.approx((before[0] + across, before[1] - up), abs=0.6)
        glass.settle()
        held = corner(glass, 2)
        for words in ("Right", "Down", "Down", "Left", "Left"):
            glass.tap(words)
        assert corner(glass, 2) == (held[0] - 1, held[1] + 2)
        assert asked(glass, facts.Remember)[-1].draft == glass.desk.lesson.draft


def test_the_magnifier_shows_the_pixel_that_the_ring_is_on(glass: Glass) -> None:
    scenes.lesson_corners(glass)
    glass.settle()
    marks = glass.screen.ids.marks
    # Left of this pixel the picture is of another colour than right of it.
    picture = np.frombuffer(scenes.picture(scenes.WIDE, scenes.HIGH).pixels, np.uint8)
    rows = picture.reshape(scenes.HIGH, scenes.WIDE, 4)[:, :, :3].astype(int)
    row = 90
    edge = next(x for x in range(200, 400) if np.abs(rows[row, x] - rows[row, x - 1]).sum() > 100)
    glass.desk.do(i.MoveMark(0, (edge, row)))
    glass.frame(2)
    finger = glass.down(marks.handles()[0])
    loupe = marks.loupe
    assert loupe.shown
    assert loupe.width == theme.dp(LOUPE_DP)
    assert abs(loupe.center_y - finger.event.y) < theme.dp(LOUPE_DP)
    x, y = loupe.to_window(*loupe.center)
    pixels = np.frombuffer(glass.pixels(), np.uint8).reshape(800, 1280, 4)[:, :, :3].astype(int)
    step = round(theme.dp(PIXEL_DP))
    for away in (-6, -4, 4, 6):
        seen = pixels[round(y) + 5 * step, round(x) + away * step]
        assert np.abs(seen - rows[row, edge + away]).sum() < 30, away
    finger.lift()
    assert not loupe.shown


def test_a_large_picture_makes_no_ring_slow() -> None:
    # Kivy writes out every value that it binds, at every change.
    large = facts.Shown(facts.Still(0), Frame(bytes(4 * 1920 * 1080), 1920, 1080))
    assert len(repr(large)) < 200


def test_a_ring_stays_on_the_picture(glass: Glass) -> None:
    scenes.lesson_corners(glass)
    glass.settle()
    finger = glass.down(glass.screen.ids.marks.handles()[0])
    finger.move(1, 799)
    finger.lift()
    assert corner(glass, 0) == (0, 0)


def test_a_tap_says_where_front_is_and_the_ring_is_moved_from_there(glass: Glass) -> None:
    scenes.lesson_front(glass)
    glass.settle()
    photo = glass.screen.ids.marks.photo
    finger = Finger(glass, *photo.to_screen((250, 170)))
    finger.move(*photo.to_screen((260, 180)))
    finger.lift()
    (front,) = [shot.front for shot in glass.desk.lesson.figure.shots]
    assert front == pytest.approx((260, 180), abs=0.6)


def test_a_corner_is_put_where_the_finger_is_lifted_and_the_first_one_closes(glass: Glass) -> None:
    scenes.lesson_zones_new(glass)
    glass.desk.do(i.ChooseKind(ZoneKind.BRAIN))
    glass.settle()
    tracer = glass.screen.ids.tracer
    before = len(glass.desk.lesson.side.zones)
    for point in ((300, 300), (500, 300), (500, 480)):
        finger = Finger(glass, *tracer.photo.to_screen((point[0] - 60, point[1])))
        assert tracer.loupe.shown
        finger.move(*tracer.photo.to_screen(point))
        finger.lift()
    assert glass.desk.lesson.tracing.outline[-1] == pytest.approx((500, 480), abs=1)
    Finger(glass, *tracer.photo.to_screen((306, 296))).lift()
    assert len(glass.desk.lesson.side.zones) == before + 1
    assert glass.desk.lesson.tracing.outline == ()
    glass.settle()
    glass.tap("Take away")
    assert len(glass.desk.lesson.side.zones) == before


def test_a_finger_that_was_down_when_the_screen_changed_puts_nothing(glass: Glass) -> None:
    scenes.lesson_zones(glass)
    glass.settle()
    finger = glass.down(glass.screen.ids.tracer)
    scenes.do(glass, i.Backward(), i.Mend(Step.ZONES))
    glass.settle()
    finger.lift()
    assert glass.desk.lesson.tracing.outline == ()
    assert not glass.screen.ids.tracer.loupe.shown


def test_a_real_keyboard_may_spell_a_name_of_a_side(glass: Glass) -> None:
    scenes.lesson_name_side(glass)
    scenes.do(glass, i.Spell())
    for key, written in ((99, "c"), (114, "r"), (8, ""), (114, "r"), (121, "y"), (112, "p"), (116, "t")):
        glass.window.dispatch("on_key_down", key, 0, None, [])
        if written:
            glass.window.dispatch("on_textinput", written)
    assert glass.desk.lesson.typed == "Crypt"
    glass.window.dispatch("on_key_down", 13, 0, None, [])
    assert glass.desk.lesson.side.name == "Crypt"
    assert glass.desk.lesson.step is Step.ZONES


def test_taking_away_and_beginning_anew_are_held(glass: Glass) -> None:
    scenes.lesson_item_side(glass)
    glass.settle()
    glass.tap("Take away: hold")
    assert len(glass.desk.lesson.draft.sides) == 2
    finger = glass.down(glass.find("Take away: hold"))
    glass.clock.pass_s(1.1)
    glass.frame(2)
    finger.lift()
    assert len(glass.desk.lesson.draft.sides) == 1
    glass.settle()
    glass.tap("Begin anew: hold")
    assert not asked(glass, facts.Anew)


def test_what_a_lesson_meant_is_nothing_once_it_is_left(glass: Glass) -> None:
    scenes.lesson_whole(glass)
    glass.desk.do(ui.Go(Place.HOME))
    glass.desk.do(i.NextSide())
    assert glass.place is Place.HOME
    assert glass.desk.front.race is TableState.UNTAUGHT
