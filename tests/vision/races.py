"""Whole races at random, as takes: teach material, frames, truth; and the score of what was read off them.

    take = random_race(seed)                       everything drawn; keywords fix what a test wants so
    for index, picture in take.frames(): ...       BGR; take.picture(i) is one of them
    take.teach_sides() -> {id: (picture, told)}    take.teach_figures() -> {name: (pictures, told)}
    take.sheets() take.layout()                    as in a take's folder
    take.truth                                     race_truth.Truth; take.as_json() is truth.json
    take.write(folder)                             a folder that `tableside teach` and `watch` read
    score(take, readings) -> Score                 readings as lines of `watch --poses --jsonl`, as dicts

`python -m tests.vision.races SEED FOLDER [--fps 30] [--size 1080]` writes one.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.vision.race_figures import Toy, random_toys, standing
from tests.vision.race_light import to_light
from tests.vision.race_play import Play, Scene
from tests.vision.race_renderer import (
    THICK_MM,
    Moment,
    Picture,
    RaceRenderer,
    RaceTable,
    corners_of,
    race_table,
)
from tests.vision.race_score import Score, score_readings
from tests.vision.race_script import Script
from tests.vision.race_truth import Truth, as_json, hands_seen, truth_of
from tests.vision.race_view import Floats, View

NAMES = ("ash", "bo", "cleo", "dot", "eli", "fay", "gus", "hal")


@dataclass(frozen=True)
class Bump:
    frame: int
    px: float


@dataclass(frozen=True)
class Dim:
    frame: int
    share: float  # of the first lamp's light that is left


@dataclass(frozen=True)
class Push:
    """Tiles pushed (all: the mat), figures on them go along."""

    frame: int
    x_mm: float
    y_mm: float
    turn_deg: float
    tiles: tuple[str, ...] | None = None  # None: all


@dataclass
class Take:
    seed: int
    table: RaceTable
    toys: tuple[Toy, ...]
    fps: float
    scenes: list[Scene]
    moments: list[Moment]
    truth: Truth
    bump: Bump | None
    dim: Dim | None
    push: Push | None
    drawn_by: RaceRenderer | None = None  # one of the same table, made before

    @property
    def draw(self) -> RaceRenderer:
        if self.drawn_by is None:
            self.drawn_by = RaceRenderer(self.table)
        return self.drawn_by

    def __len__(self) -> int:
        return len(self.scenes)

    # pictures

    def picture(self, index: int) -> Picture:
        toys = {t.name: t for t in self.toys}
        return self.draw.frame(self.moments[index], self.scenes[index].solids(toys))

    def frames(self, first: int = 0, last: int | None = None) -> Iterator[tuple[int, Picture]]:
        for i in range(first, len(self.scenes) if last is None else last):
            yield i, self.picture(i)

    def layout(self) -> Picture:
        return self.draw.frame(Moment(4000))

    def sheets(self, count: int = 10) -> list[Picture]:
        return self.draw.sheet_pictures(np.random.default_rng([self.seed, 601]), count)

    def teach_sides(self) -> dict[str, tuple[Picture, dict[str, Any]]]:
        rng = np.random.default_rng([self.seed, 602])
        return {s.id: self.draw.side_picture(s.id, rng) for s in self.table.sides}

    def teach_figures(self) -> dict[str, tuple[list[Picture], dict[str, Any]]]:
        """One or two pictures of each figure on the bare table, its height by a ruler, a tap before it."""
        rng = np.random.default_rng([self.seed, 603])
        view = self.table.view
        w, h = view.glass.size_px
        out = {}
        for toy in self.toys:
            pictures, taps = [], {}
            for k in range(int(rng.choice([1, 2, 2]))):
                px = rng.uniform([0.22 * w, 0.22 * h], [0.78 * w, 0.78 * h])
                x, y = view.to_table(px[None], -THICK_MM)[0]
                heading = float(rng.uniform(0, 360))
                solid = standing(toy, float(x), float(y), heading, floor_mm=-THICK_MM)
                pictures.append(self.draw.bare(Moment(int(rng.integers(4096))), [solid]))
                way = np.array([np.cos(np.deg2rad(heading)), -np.sin(np.deg2rad(heading))])
                tap = view.to_picture(np.array([[x, y]]) + way * rng.uniform(25, 45), -THICK_MM)[0]
                taps[f"{toy.name}_{k}.jpg"] = [round(float(v), 1) for v in tap + rng.uniform(-1, 1, 2)]
            told = {
                "figure": toy.name,
                "height_mm": round(toy.height_mm + float(rng.uniform(-1, 1))),
                "feet_mm": [round(v) for v in toy.feet_mm],
                "front_px": taps,
            }
            out[toy.name] = (pictures, told)
        return out

    # on disk

    def as_json(self) -> dict[str, Any]:
        sides = {s.id: s for s in self.table.sides}
        extra = {
            "bump": [self.bump.frame / self.fps, self.bump.px] if self.bump else None,
            "dim": [self.dim.frame / self.fps, self.dim.share] if self.dim else None,
        }
        return as_json(self.truth, self.scenes, sides, self.table.view, extra)

    def write(self, folder: Path, sheets: int = 10) -> None:
        """Everything as files; the clip is MPEG-4."""
        for name in ("camera", "teach/tiles", "teach/figures"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        for i, sheet in enumerate(self.sheets(sheets)):
            _save(folder / f"camera/shot_{i:02}.jpg", sheet)
        for name, (picture, told) in self.teach_sides().items():
            _save(folder / f"teach/tiles/{name}.jpg", picture)
            (folder / f"teach/tiles/{name}.json").write_text(json.dumps(told, indent=1), "utf-8")
        for name, (pictures, told) in self.teach_figures().items():
            for k, picture in enumerate(pictures):
                _save(folder / f"teach/figures/{name}_{k}.jpg", picture)
            (folder / f"teach/figures/{name}.json").write_text(json.dumps(told, indent=1), "utf-8")
        _save(folder / "layout.jpg", self.layout())
        (folder / "truth.json").write_text(json.dumps(self.as_json()), "utf-8")
        clip = str(folder / "clip.mp4")
        writer = cv2.VideoWriter(
            clip, cv2.VideoWriter.fourcc(*"mp4v"), self.fps, self.table.view.glass.size_px
        )
        if not writer.isOpened():
            raise OSError(f"{clip}: cannot be written")
        for _, picture in self.frames():
            writer.write(picture)
        writer.release()


def _save(path: Path, picture: Picture) -> None:
    if not cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 92]):
        raise OSError(f"{path}: cannot be written")


# playing


def random_race(
    seed: int,
    *,
    turns: int | None = None,
    figures: int | None = None,
    fps: float | None = None,
    table: RaceTable | None = None,
    bump: Bump | None = None,
    dim: Dim | None = None,
    push: Push | None = None,
    disturbed: bool | None = None,
) -> Take:
    """A race of some turns. Unless `disturbed` is False, now and then a bump, a dimmed lamp or a push.

    A push waits for the first pause after its frame.
    """
    rng = np.random.default_rng([seed, 611])
    table = table or race_table(seed)
    fps = fps or float(rng.choice([12.0, 12.0, 30.0]))
    count = figures or int(rng.choice([1, 2, 3, 4], p=[0.05, 0.15, 0.3, 0.5]))
    turns = turns or int(rng.integers(3, 6))
    names = [str(n) for n in rng.permutation(NAMES)[:count]]
    like = [to_light(s.art).mean(axis=(0, 1)) for s in table.sides]
    toys = random_toys(seed, names, [np.asarray(c, np.float64) for c in like])
    if disturbed is None and not (bump or dim or push):
        guess = int(rng.uniform(2, 4 * turns) * fps)
        what = str(rng.choice(["none", "none", "none", "bump", "dim", "push"]))
        bump = Bump(guess, float(rng.uniform(1, 40))) if what == "bump" else None
        dim = Dim(guess, float(rng.uniform(0.2, 0.7))) if what == "dim" else None
        far = rng.uniform(-12, 12, 2)
        push = (
            Push(guess, float(far[0]), float(far[1]), float(rng.uniform(-3, 3))) if what == "push" else None
        )
    play = play_on(table, toys, fps, rng)
    script = Script(play, rng)
    script.begin()
    for _ in range(turns):
        script.turn()
        if push and not script.pushed and len(play.scenes) >= push.frame:
            script.pushed = True
            tiles = push.tiles or [t.side for t in table.laid]
            play.run(play.shove_tiles(tiles, push.x_mm, push.y_mm, push.turn_deg))
            play.run(play.idle(1.5))
    if push and not script.pushed:
        push = None
    elif push:
        push = replace(push, frame=next(i for i, s in enumerate(play.scenes) if s.laid != table.laid))
    return take_of(seed, table, toys, play, bump=bump, dim=dim, push=push)


def play_on(table: RaceTable, toys: Sequence[Toy], fps: float, rng: np.random.Generator) -> Play:
    w, h = table.view.glass.size_px
    edge = [[0, 0], [w / 2, 0], [w, 0], [w, h / 2], [w, h], [w / 2, h], [0, h], [0, h / 2]]
    return Play(toys, table.sides, table.laid, table.view.to_table(np.array(edge, np.float64)), fps, rng)


def take_of(
    seed: int,
    table: RaceTable,
    toys: Sequence[Toy],
    play: Play,
    *,
    bump: Bump | None = None,
    dim: Dim | None = None,
    push: Push | None = None,
    drawn_by: RaceRenderer | None = None,
) -> Take:
    """What was played, with its truth."""
    rng, fps = np.random.default_rng([seed, 612]), play.fps
    bump = bump if bump and bump.frame < len(play.scenes) else None
    dim = dim if dim and dim.frame < len(play.scenes) else None
    moments = _moments(table, play.scenes, fps, bump, dim, rng)
    seen = [hands_seen(s, m.view or table.view) for s, m in zip(play.scenes, moments, strict=True)]
    truth = truth_of(play.scenes, play.toys, play.sides, fps, seen)
    return Take(seed, table, tuple(toys), fps, play.scenes, moments, truth, bump, dim, push, drawn_by)


def bumped(view: View, board_mm: Floats, px: float, rng: np.random.Generator) -> View:
    """The camera knocked so that the middle of the board moves by about `px` in the picture."""
    shift, turn = rng.normal(0, 2, 3), rng.normal(0, 0.3, 3)
    before = view.to_picture(board_mm)

    def after(k: float) -> View:
        a, b = shift * k, turn * k
        return view.moved((float(a[0]), float(a[1]), float(a[2])), (float(b[0]), float(b[1]), float(b[2])))

    k = 1.0
    for _ in range(8):
        k *= px / float(np.hypot(*(after(k).to_picture(board_mm) - before).mean(axis=0)))
    return after(k)


def _moments(
    table: RaceTable,
    scenes: Sequence[Scene],
    fps: float,
    bump: Bump | None,
    dim: Dim | None,
    rng: np.random.Generator,
) -> list[Moment]:
    board = np.array([t.to_table(corners_of(table.side(t.side))).mean(axis=0) for t in table.laid])
    view = bumped(table.view, board, bump.px, rng) if bump else None
    lamps = len(table.lighting.lamps)
    lost = dim.share if dim else 1.0
    glare, opened = (
        float(rng.normal(0, 0.07)),
        0.0,
    )  # a hand in the picture changes what the camera exposes for
    out = []
    for i, scene in enumerate(scenes):
        dark = dim is not None and i >= dim.frame
        settled = min(1.0, (i - dim.frame) / (1.5 * fps)) if dim and dark else 0.0
        opened += ((glare if scene.hands else 0.0) - opened) * (1 - np.exp(-1 / (0.4 * fps)))
        out.append(
            Moment(
                index=i,
                view=view if bump and i >= bump.frame else None,
                laid=scene.laid,
                lamps=(lost, *(1.0,) * (lamps - 1)) if dark else None,
                gain=float(np.exp(opened)) * (1 / lost) ** (0.4 * settled / lamps),  # opens up, not wholly
            )
        )
    return out


def score(take: Take, readings: Sequence[dict[str, Any]]) -> Score:
    """Readings as the lines of `watch --poses --jsonl`; see race_score."""
    return score_readings(take.truth, {s.id: s.size_mm for s in take.table.sides}, readings)


def true_readings(take: Take) -> list[dict[str, Any]]:
    """What a perfect eye would say: for testing scores, and what stands behind them."""
    out: list[dict[str, Any]] = [{**e, "said": e["t"]} for e in (*take.truth.events, *take.truth.also)]
    for f in take.truth.frames:
        for name, s in f["figures"].items():
            if not s["held"] and s["tile"] is not None:
                pose = {"tile": s["tile"], "tile_mm": s["tile_mm"], "heading_deg": s["tile_heading_deg"]}
                out.append({"kind": "pose", "t": f["t"], "figure": name, "upright": s["upright"], **pose})
    return out


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.vision.races", description="Writes a random race as a take."
    )
    parser.add_argument("seed", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fps", type=float)
    parser.add_argument("--size", type=int, choices=(720, 1080))
    parser.add_argument("--turns", type=int)
    told = parser.parse_args(argv)
    if told.folder.exists() and not (told.folder.is_dir() and not any(told.folder.iterdir())):
        parser.error(f"{told.folder}: is there already; name a new folder, or an empty one")
    cv2.setNumThreads(1)
    size = {720: (1280, 720), 1080: (1920, 1080), None: None}[told.size]
    take = random_race(told.seed, fps=told.fps, turns=told.turns, table=race_table(told.seed, size_px=size))
    take.write(told.folder)
    print(
        f"{told.folder}: {len(take)} frames, {len(take.truth.events)} events,",
        ", ".join(t.name for t in take.toys),
    )


if __name__ == "__main__":
    main()
