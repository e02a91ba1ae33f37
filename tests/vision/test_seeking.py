"""The first sight of a race: nothing is read of a board of which part is hidden, and that is said once."""

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.race_figures import random_toys
from tests.vision.race_renderer import Moment, Picture, RaceRenderer, RaceTable, race_table, relaid
from tests.vision.race_taught import taught_race
from tests.vision.races import Take, play_on, take_of
from vision.camera import Frame
from vision.lens import Lens
from vision.observation import Blind, HandsSeen, RaceObservation, Seeing, SeenThrough, as_line
from vision.race_eye import RaceEye
from vision.taught_files import TaughtError
from vision.taught_race import TaughtRace
from vision.watching import open_eye

FPS, SIZE, SEED = 4.0, (1280, 720), 6
"""Few frames a second: between two looks at the whole picture half a second passes."""


@pytest.fixture(scope="module")
def take() -> Take:
    """Four sides, all of them laid, and one figure that stands."""
    table = race_table(SEED, size_px=SIZE, tiles=4, taught=4)
    toys = random_toys(SEED, ("ash",))
    play = play_on(table, toys, FPS, np.random.default_rng(0))
    play.run(play.idle(1.0))
    return take_of(SEED, table, toys, play)


@pytest.fixture(scope="module")
def taught(take: Take) -> TaughtRace:
    glass = take.table.view.glass
    return taught_race(take, Lens(glass.size_px, glass.matrix, glass.distortion, 0.2))


@pytest.fixture(scope="module")
def eye(taught: TaughtRace) -> RaceEye:
    return RaceEye(taught)


def watched(eye: RaceEye, pictures: Iterable[Picture]) -> list[RaceObservation]:
    eye.reset()
    said = [
        one for index, picture in enumerate(pictures) for one in eye.see(Frame(picture, index / FPS, index))
    ]
    return said + list(eye.finish())


def told(said: list[RaceObservation]) -> list[tuple[str, ...]]:
    """Blind and seeing, in words; and whatever else is more than the passing of time."""
    lines: list[tuple[str, ...]] = []
    for one in said:
        match one:
            case Blind():
                lines.append(("blind", one.why, one.about))
            case Seeing():
                lines.append(("seeing", *one.unseen))
            case SeenThrough() | HandsSeen():
                pass
            case _:
                lines.append((type(one).__name__,))
    return lines


def shown(table: RaceTable, count: int, first: int = 0) -> list[Picture]:
    draw = RaceRenderer(table)
    return [draw.frame(Moment(first + i)) for i in range(count)]


def covered(table: RaceTable, pictures: list[Picture], names: Iterable[str]) -> list[Picture]:
    """A sheet of paper over some tiles."""
    out = []
    for picture in pictures:
        sheet = picture.copy()
        for tile in table.laid:
            if tile.side in names:
                wide, high = table.side(tile.side).size_mm
                rim = np.array([[0, 0], [wide, 0], [wide, high * 0.9], [0, high * 0.9]])
                at = np.rint(table.view.to_picture(tile.to_table(rim))).astype(np.int32)
                cv2.fillConvexPoly(sheet, at, (200, 210, 214))
        out.append(sheet)
    return out


def sides_of(eye: RaceEye) -> set[str]:
    assert eye.layout is not None
    return {laid.side.id for laid in eye.layout.tiles}


@pytest.mark.parametrize("many", [1, 2, 3])
def test_with_part_of_the_board_hidden_nothing_is_read_until_it_is_seen_whole(
    many: int, take: Take, eye: RaceEye
) -> None:
    names = sorted(tile.side for tile in take.table.laid[:many])
    bare = shown(take.table, 10)
    said = watched(eye, [*covered(take.table, bare[:6], names), *bare[6:]])
    assert told(said) == [("blind", "tiles_hidden", ", ".join(names)), ("seeing",)]
    assert eye.blind is None
    assert sides_of(eye) == {tile.side for tile in take.table.laid}


def test_tiles_laid_anew_may_be_fewer_and_those_not_seen_are_named_once(take: Take, eye: RaceEye) -> None:
    other = relaid(take.table, 3)
    gone = other.laid[0].side
    said = watched(eye, shown(replace(other, laid=other.laid[1:]), 8))
    assert told(said) == [("seeing", gone)]


def test_a_tile_that_turns_up_later_joins_the_board(take: Take, eye: RaceEye) -> None:
    other = relaid(take.table, 3)
    name = other.laid[0].side
    bare = shown(other, 12)
    said = told(watched(eye, [*covered(other, bare[:3], [name]), *bare[3:]]))
    # what is drawn away at once may be taken for a bump in between
    assert said[0] == ("seeing", name)
    assert said[-2:] == [("blind", "tiles_hidden", name), ("seeing",)]
    assert set(said[1:-2]) <= {("blind", "camera_moved", ""), ("seeing", name)}
    assert sides_of(eye) == {tile.side for tile in other.laid}


def test_who_knows_what_must_lie_there_may_say_so(take: Take, taught: TaughtRace) -> None:
    names = frozenset(tile.side for tile in take.table.laid)
    other = relaid(take.table, 3)
    gone = other.laid[0].side
    eye = open_eye(taught, names)
    assert isinstance(eye, RaceEye)
    assert told(watched(eye, shown(replace(other, laid=other.laid[1:]), 5))) == [
        ("blind", "tiles_hidden", gone)
    ]
    assert told(watched(eye, shown(other, 3))) == []
    with pytest.raises(TaughtError, match="attic: no such tile side"):
        open_eye(taught, frozenset({"attic"}))


def test_a_camera_hung_up_the_other_way_round_reads_on(take: Take, eye: RaceEye) -> None:
    turned = [np.ascontiguousarray(p[::-1, ::-1]) for p in shown(take.table, 4)]
    assert told(watched(eye, turned)) == []
    assert eye.blind is None


def test_a_clip_that_turns_upside_down_is_lost_and_found_again(take: Take, eye: RaceEye) -> None:
    bare = shown(take.table, 14)
    turned = [np.ascontiguousarray(p[::-1, ::-1]) for p in bare[5:]]
    assert told(watched(eye, [*bare[:5], *turned])) == [("blind", "camera_moved", ""), ("seeing",)]
    assert eye.blind is None
    true = {t.side: take.table.view.to_picture(t.to_table(np.zeros((1, 2))))[0] for t in take.table.laid}
    assert eye.layout is not None
    for laid in eye.layout.tiles:
        seen = np.array(SIZE) - 1 - eye.layout.corners_px(laid)[0]
        assert float(np.hypot(*(seen - true[laid.side.id]))) < 4.0


def test_a_board_partly_hidden_after_a_bump_waits_for_the_rest(take: Take, eye: RaceEye) -> None:
    table = take.table
    bumped = replace(table, view=table.view.moved((90.0, -40.0, 0.0), (0.0, 0.0, 20.0)))
    name = table.laid[0].side
    after = shown(bumped, 12, 5)
    said = watched(eye, [*shown(table, 4), *covered(bumped, after[:6], [name]), *after[6:]])
    assert told(said) == [("blind", "camera_moved", ""), ("seeing",)]
    assert sides_of(eye) == {tile.side for tile in table.laid}


def mirrored(take: Take) -> list[Picture]:
    return [np.ascontiguousarray(p[:, ::-1]) for p in shown(take.table, 8)]


def of_another_table(take: Take) -> list[Picture]:
    """Half of its sides are of this one, half were never taught."""
    strange = race_table(SEED + 30, size_px=SIZE, tiles=4, taught=4)
    laid = tuple(
        replace(tile, side=own.side) if k % 2 else tile
        for k, (tile, own) in enumerate(zip(strange.laid, take.table.laid, strict=True))
    )
    kept = {tile.side for tile in laid}
    sides = tuple(s for s in (*take.table.sides, *strange.sides) if s.id in kept)
    return shown(replace(strange, sides=sides, laid=laid), 8)


def noisy(take: Take) -> list[Picture]:
    rng = np.random.default_rng(1)
    high, wide = take.layout().shape[:2]
    return [rng.integers(0, 256, (high, wide, 3), np.uint8) for _ in range(8)]


def cut(take: Take) -> list[Picture]:
    return [np.ascontiguousarray(p[:, 160:1120]) for p in shown(take.table, 8)]


@pytest.mark.parametrize(
    ("spoiled", "whys"),
    [
        (mirrored, {"tiles_lost", "tiles_doubtful"}),
        (noisy, {"tiles_lost"}),
        (lambda take: [np.zeros_like(p) for p in shown(take.table, 8)], {"too_dark"}),
        (cut, {"resolution_changed"}),
    ],
    ids=["mirrored", "noise", "black", "4 : 3"],
)
def test_what_shows_no_table_is_one_line_and_then_all_is_well_by_itself(
    spoiled: object, whys: set[str], take: Take, eye: RaceEye
) -> None:
    assert callable(spoiled)
    bad = spoiled(take)
    lines = told(watched(eye, bad))
    assert len(lines) == 1
    assert lines[0][0] == "blind"
    assert lines[0][1] in whys
    assert told(watched(eye, [*bad, *shown(take.table, 6)])) == [*lines, ("seeing",)]


def test_of_a_table_that_shares_sides_only_these_are_claimed(take: Take, eye: RaceEye) -> None:
    said = told(watched(eye, of_another_table(take)))
    assert len(said) == 1
    if eye.blind is None:
        assert sides_of(eye) <= {tile.side for tile in take.table.laid[1::2]}


def test_another_shape_of_picture_is_told_with_both_sizes(take: Take, eye: RaceEye) -> None:
    said = watched(eye, [np.zeros((480, 640, 3), np.uint8)])
    assert as_line(said[0])["about"] == "640 x 480, and 1280 x 720 were learned"
