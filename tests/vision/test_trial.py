"""Whether a race was taught well enough is said while it can still be mended."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.race_figures import random_toys, standing
from tests.vision.race_renderer import THICK_MM, Laid, Moment, RaceRenderer, corners_of, race_table
from tests.vision.race_taught import shot, taught_race
from tests.vision.race_view import Floats
from tests.vision.races import random_race
from vision.lens import Lens, assumed
from vision.taught import TaughtError, TaughtRace, from_take
from vision.traced import FigureShot, side_of
from vision.trial import Trial, try_out


@pytest.fixture(scope="module")
def take(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A drawn table of two tiles, each alone and both as laid, and a figure."""
    folder = tmp_path_factory.mktemp("take")
    table = race_table(41, size_px=(1280, 720), tiles=2, taught=2)
    draw, rng = RaceRenderer(table), np.random.default_rng(3)
    (folder / "teach" / "tiles").mkdir(parents=True)
    (folder / "teach" / "figures").mkdir()
    for side in table.sides:
        picture, told = draw.side_picture(side.id, rng)
        cv2.imwrite(str(folder / "teach" / "tiles" / f"{side.id}.png"), picture)
        (folder / "teach" / "tiles" / f"{side.id}.json").write_text(json.dumps(told))
    (toy,) = random_toys(5, ("steve",))
    fronts = {}
    for k, (x, y, heading) in enumerate([(-40.0, 20.0, 30.0), (130.0, -60.0, 250.0)]):
        way = np.array([np.cos(np.deg2rad(heading)), -np.sin(np.deg2rad(heading))])
        tap = table.view.to_picture(np.array([[x, y]]) + 35 * way, -THICK_MM)[0]
        fronts[f"steve_{k}.jpg"] = tap.tolist()
        shown = draw.bare(Moment(5), [standing(toy, x, y, heading, floor_mm=-THICK_MM)])
        cv2.imwrite(str(folder / "teach" / "figures" / f"steve_{k}.jpg"), shown)
    told = {"figure": "steve", "height_mm": toy.height_mm, "feet_mm": list(toy.feet_mm), "front_px": fronts}
    (folder / "teach" / "figures" / "steve.json").write_text(json.dumps(told))
    cv2.imwrite(str(folder / "layout.jpg"), draw.frame(Moment(6)))
    glass = table.view.glass
    lens = Lens(glass.size_px, np.asarray(glass.matrix), np.asarray(glass.distortion), 0.2)
    (folder / "lens.json").write_text(json.dumps([lens.matrix.tolist(), lens.distortion.tolist()]))
    return folder


@pytest.fixture(scope="module")
def taught(take: Path) -> TaughtRace:
    race = from_take(take)
    assert isinstance(race, TaughtRace)
    matrix, distortion = json.loads((take / "lens.json").read_text())
    lens = Lens((1280, 720), np.array(matrix), np.array(distortion), 0.2)
    return TaughtRace(lens, race.sides, race.figures, race.layout)


def tried(race: TaughtRace) -> Trial:
    return try_out(race, lambda _: None)


def test_what_was_learned_is_said_a_line_each(taught: TaughtRace) -> None:
    said: list[str] = []
    trial = try_out(taught, said.append)
    assert trial.doubtful == ()
    assert trial.learned[0] == "the lens is well known: measured to 0.20 px"
    for line, side in zip(trial.learned[1:3], taught.sides, strict=True):
        assert line.startswith(f"tile side {side.id}: 1 ")
        assert line.endswith("; known by its art")
    (steve,) = taught.figures
    size = f"height {steve.height_mm:g} mm, feet {steve.feet_mm[0]:g} x {steve.feet_mm[1]:g} mm"
    assert trial.learned[3] == f"steve: {size}, seen on 2 pictures"
    assert sorted(trial.learned[4].removeprefix("laid out: ").split(", ")) == [s.id for s in taught.sides]
    assert len(said) == 5


def test_one_picture_under_two_names_is_noticed(taught: TaughtRace) -> None:
    one, other = taught.sides
    copy = type(other)(other.id, one.shot, one.corners_px, one.size_mm, one.zones)
    trial = tried(TaughtRace(taught.lens, (one, copy), taught.figures, None))
    assert [line.split(":")[0] for line in trial.doubtful] == [f"tile side {s.id}" for s in taught.sides]


@pytest.mark.parametrize("seed", [5, 8])
def test_the_bare_table_under_a_sides_name_is_noticed(seed: int) -> None:
    """On wood or cloth, which is art enough to be known by."""
    table = race_table(seed, size_px=(1280, 720), tiles=2, taught=2)
    race = random_race(seed, turns=1, fps=12.0, table=table, disturbed=False)
    taught = taught_race(race, assumed((1280, 720)))
    assert tried(taught).doubtful == ()
    one, other = taught.sides
    wrong = replace(other, shot=shot("bare.jpg", race.draw.bare(Moment(4001))))
    trial = tried(replace(taught, sides=(one, wrong), layout=None))
    lines = [line for line in trial.doubtful if line.startswith(f"tile side {other.id}: ")]
    assert [line.split(": ")[1].split(";")[0] for line in lines] == ["its own picture shows the bare table"]


def test_several_sides_may_be_traced_on_one_picture(taught: TaughtRace) -> None:
    table = race_table(41, size_px=(1280, 720), tiles=2, taught=2)
    picture = taught.layout
    assert picture is not None
    rng = np.random.default_rng(9)
    sides = []
    for laid in table.laid:
        side = table.side(laid.side)

        def traced(tile_mm: Floats, laid: Laid = laid) -> list[list[float]]:
            on_picture = table.view.to_picture(laid.to_table(tile_mm))
            return (on_picture + rng.normal(0, 0.5, on_picture.shape)).tolist()  # type: ignore[no-any-return]

        zones = [
            {"kind": z.kind, "line_px" if z.kind == "gate" else "polygon_px": traced(z.points_mm)}
            for z in side.zones
        ]
        told = {"size_mm": list(side.size_mm), "corners_px": traced(corners_of(side)), "zones": zones}
        sides.append(side_of(told, side.id, picture, side.id))
    trial = tried(TaughtRace(taught.lens, tuple(sides), taught.figures, None))
    assert trial.doubtful == ()
    # One of them that was left out is asked about, where it is traced as well as where it is not.
    moved = replace(sides[1], corners_px=sides[0].corners_px, zones=())
    trial = tried(TaughtRace(taught.lens, (sides[0], moved), taught.figures, None))
    assert len(trial.doubtful) >= 1


def test_a_layout_that_shows_none_of_the_sides_is_doubtful(taught: TaughtRace) -> None:
    bare = taught.figures[0].shots[0].shot
    trial = tried(TaughtRace(taught.lens, taught.sides, taught.figures, bare))
    assert [line.split(":")[0] for line in trial.doubtful] == ["laid out"]


def test_corners_that_are_no_tile_are_refused(taught: TaughtRace) -> None:
    one, other = taught.sides
    bent = ((100.0, 100.0), (900.0, 120.0), (500.0, 330.0), (110.0, 700.0))
    broken = type(one)(one.id, one.shot, bent, one.size_mm, one.zones)
    with pytest.raises(TaughtError, match=f"corners_px of {one.id}:"):
        tried(TaughtRace(taught.lens, (broken, other), taught.figures, None))


def test_a_figure_that_is_not_in_its_pictures_is_named(taught: TaughtRace) -> None:
    (steve,) = taught.figures
    bare = FigureShot(taught.sides[0].shot, (60.0, 60.0))  # a tile's picture, tapped beside the tile
    trial = tried(TaughtRace(taught.lens, taught.sides, (replace(steve, shots=(bare,)),), None))
    assert [line.split(":")[0] for line in trial.doubtful] == ["steve"]


def test_a_tap_that_is_not_before_its_figure_is_doubtful(taught: TaughtRace) -> None:
    (steve,) = taught.figures
    astray = replace(steve, shots=(steve.shots[0], replace(steve.shots[1], front_px=(40.0, 40.0))))
    trial = tried(TaughtRace(taught.lens, taught.sides, (astray,), None))
    assert [
        line for line in trial.doubtful if line.startswith("steve: stands out near its front_px on only 1")
    ]
