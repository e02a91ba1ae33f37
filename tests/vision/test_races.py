"""Random races are honest: the truth beside a take is what was played and what its pictures show."""

import json
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.race_cases import margin_of, marking_on_gate, passing
from tests.vision.race_play import Scene, State
from tests.vision.race_renderer import RaceTable, race_table
from tests.vision.race_truth import clipped_area, truth_of
from tests.vision.races import Bump, Push, Take, main, random_race, score, true_readings


@lru_cache
def table_16() -> RaceTable:
    return race_table(16, size_px=(1280, 720), taught=4)


@lru_cache
def two_tiles(seed: int) -> RaceTable:
    return race_table(seed, size_px=(1280, 720), tiles=2, taught=2, gate=True)


@pytest.fixture(scope="module")
def take() -> Take:
    return random_race(16, fps=12, turns=3, disturbed=False, table=table_16())


def test_what_is_true_scores_full_and_what_is_not_does_not(take: Take) -> None:
    readings = true_readings(take)
    full = score(take, readings)
    assert full.found == full.events >= 2
    assert not full.missed
    assert not full.false
    assert not full.spare
    assert full.poses_seen == full.poses_due > 100
    assert max(full.error_mm) == 0
    assert max(full.heading_deg) < 0.2

    event = next(e for e in readings if e["kind"] in ("grave", "brain", "mausoleum", "gate"))
    late = score(take, [*(o for o in readings if o is not event), {**event, "t": event["t"] + 0.6}])
    assert late.found == full.found - 1
    assert len(late.false) == 1
    off = [
        {**o, "tile_mm": [o["tile_mm"][0] + 3, o["tile_mm"][1] + 4]} if o["kind"] == "pose" else o
        for o in readings
    ]
    assert min(score(take, off).error_mm) == pytest.approx(5)
    early = score(take, [{**event, "said": event["t"] - 0.2}])
    assert early.early == 1


def test_a_seed_plays_the_same_race_again(take: Take) -> None:
    again = random_race(
        16, fps=12, turns=3, disturbed=False, table=race_table(16, size_px=(1280, 720), taught=4)
    )
    assert again.truth == take.truth
    assert np.array_equal(again.picture(40), take.picture(40))


def test_a_figure_is_seen_where_the_truth_puts_it(take: Take) -> None:
    empty = Scene({}, (), take.table.laid)
    looked = 0
    for index in range(0, len(take), 37):
        frame = take.truth.frames[index]
        if frame["hand"]:
            continue
        codes = take.draw.codes(
            take.moments[index], take.scenes[index].solids({t.name: t for t in take.toys})
        )
        bare = take.draw.codes(take.moments[index], empty.solids({}))
        changed = np.abs(codes - bare).max(axis=2) > 12
        near = np.zeros(changed.shape, np.uint8)
        for name, f in frame["figures"].items():
            toy = next(t for t in take.toys if t.name == name)
            at = take.table.view.to_picture(np.array([f["world_mm"]]), toy.height_mm / 2)[0]
            cv2.circle(near, tuple(np.rint(at).astype(int).tolist()), 130, 1, -1)
            x, y = np.rint(at).astype(int)
            if f["upright"]:  # a fallen one lies beside its feet
                assert changed[max(y - 6, 0) : y + 7, max(x - 6, 0) : x + 7].any(), (index, name)
                looked += 1
        assert not changed[near == 0].any()
    assert looked > 3


def test_a_contact_is_an_overlap_of_feet_and_zone(take: Take) -> None:
    contacts = [e for e in take.truth.events if e["kind"] in ("grave", "brain", "mausoleum")]
    assert contacts
    for event in contacts:
        zone = take.table.side(event["tile"]).zones[event["zone"]]
        toy = next(t for t in take.toys if t.name == event["figure"])
        frame = round(event["t"] * take.fps)
        areas = []
        for i in (frame - 1, frame):
            s = take.scenes[i].states[toy.name]
            tile = next(t for t in take.scenes[i].laid if t.side == event["tile"])
            areas.append(
                clipped_area(zone.points_mm, tile.to_tile(toy.feet_at(s.x_mm, s.y_mm, s.heading_deg)))
            )
        assert areas[0] == 0 < areas[1]


def test_areas_agree_with_opencv() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        a, b = (cv2.convexHull(rng.uniform(0, 40, (7, 2)).astype(np.float32))[:, 0] for _ in range(2))
        want = cv2.intersectConvexConvex(a, b)[0]
        assert clipped_area(a.astype(np.float64), b.astype(np.float64)) == pytest.approx(want, abs=0.1)


def test_who_walks_the_gate_line_has_right_on_the_right_hand() -> None:
    take = marking_on_gate(3, 0.1, table=two_tiles(3))
    tile = next(t for t in take.table.laid if any(z.kind == "gate" for z in take.table.side(t.side).zones))
    gate = next(z for z in take.table.side(tile.side).zones if z.kind == "gate")
    a, b = gate.points_mm
    way = (b - a) / np.hypot(*(b - a))
    right = np.array([-way[1], way[0]])  # y runs down: clockwise is to the right
    middle = (a + b) / 2
    toy = take.toys[0]
    scenes = []
    for k in np.linspace(-40, 40, 41):
        x, y = tile.to_table(middle + right * k)
        scenes.append(Scene({toy.name: State(float(x), float(y), 0.0)}, (), take.table.laid))
    sides = {s.id: s for s in take.table.sides}
    there = truth_of(scenes, {toy.name: toy}, sides, 12.0, [False] * 41).events
    back = truth_of(scenes[::-1], {toy.name: toy}, sides, 12.0, [False] * 41).events
    assert [e["direction"] for e in there if e["kind"] == "gate"] == ["to_right"]
    assert [e["direction"] for e in back if e["kind"] == "gate"] == ["to_left"]


def test_marking_time_on_the_gate_s_line_is_no_crossing() -> None:
    take = marking_on_gate(5, 40.0, table=two_tiles(3))
    assert not [e for e in take.truth.events if e["kind"] == "gate"]
    assert len(take) > 480


@pytest.mark.parametrize("margin", [2.0, -2.0])
def test_a_figure_comes_as_close_as_asked(margin: float) -> None:
    for seed in (1, 2):
        take = passing(seed, margin, table=two_tiles(3))
        toy = take.toys[0]
        least = min(
            margin_of(zone, tile.to_tile(toy.feet_at(s.x_mm, s.y_mm, s.heading_deg)))
            for scene in take.scenes
            for s in scene.states.values()
            for tile in scene.laid
            for zone in take.table.side(tile.side).zones
            if zone.kind != "gate"
        )
        assert least == pytest.approx(margin, abs=0.1)
        touched = [e for e in take.truth.events if e["kind"] in ("grave", "brain", "mausoleum")]
        assert len(touched) == (margin < 0)


def test_a_bump_moves_the_picture_as_far_as_asked_and_a_push_takes_figures_along() -> None:
    table = two_tiles(3)
    take = random_race(12, fps=12, turns=2, table=table, bump=Bump(30, 25.0), push=Push(20, 8.0, -3.0, 1.0))
    view = take.moments[30].view
    assert view is not None
    assert take.moments[29].view is None
    at = np.array([[0.0, 0.0]])
    moved = np.hypot(*(view.to_picture(at) - table.view.to_picture(at))[0])
    assert 15 < moved < 35
    assert take.push is not None
    before, after = take.truth.frames[take.push.frame - 1], take.truth.frames[take.push.frame + 6]
    assert take.scenes[take.push.frame + 6].laid != table.laid
    for name, f in before["figures"].items():
        if f["tile"] and not f["held"] and not before["hand"]:
            assert np.allclose(f["tile_mm"], after["figures"][name]["tile_mm"], atol=0.02)


def test_a_take_is_written_as_people_fill_its_folder(take: Take, tmp_path: Path) -> None:
    short = replace(take, scenes=take.scenes[:6], moments=take.moments[:6])
    short.write(tmp_path, sheets=2)
    truth = json.loads((tmp_path / "truth.json").read_text("utf-8"))
    assert set(truth) >= {"fps", "frames", "events", "camera", "tiles", "bump", "dim"}
    for name, side in truth["tiles"].items():
        told = json.loads((tmp_path / f"teach/tiles/{name}.json").read_text("utf-8"))
        assert len(told["corners_px"]) == 4
        assert len(told["zones"]) == len(side["zones"])
    for toy in take.toys:
        told = json.loads((tmp_path / f"teach/figures/{toy.name}.json").read_text("utf-8"))
        assert abs(told["height_mm"] - toy.height_mm) <= 1.5
        assert all((tmp_path / "teach/figures" / shot).exists() for shot in told["front_px"])
    assert len(list((tmp_path / "camera").glob("shot_*.jpg"))) == 2
    clip = cv2.VideoCapture(str(tmp_path / "clip.mp4"))
    assert clip.get(cv2.CAP_PROP_FRAME_COUNT) == 6
    ok, first = clip.read()
    assert ok
    assert np.abs(first.astype(int) - take.picture(0)).mean() < 6


def test_a_race_is_written_over_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "layout.jpg").write_text("mine")
    with pytest.raises(SystemExit) as ended:
        main(["3", str(tmp_path)])
    assert ended.value.code == 2
    assert "name a new folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["layout.jpg"]
