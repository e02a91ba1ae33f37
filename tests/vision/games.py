"""Whole games in front of the renderer's camera, and the score of what the eye made of them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.vision.renderer import Arm, Light, Piece, Pose, Renderer, Scene, scene
from vision.camera import Frame
from vision.grid_eye import GridEye
from vision.observation import Blind, GridSeen, Observation
from vision.taught import learn_grid

HAPPENINGS = ("nothing", "bump", "nudge", "dim", "lamp", "lean")
EMPTY_ROWS = (".....",) * 5


@dataclass(frozen=True)
class Shot:
    """One frame with what is true in it."""

    frame: Frame
    rows: tuple[str, ...]
    hand: bool
    settles: bool  # the first frame after a hand left
    pose: Pose


@dataclass
class Score:
    moves: int = 0
    missed: int = 0
    wrong_cells: int = 0
    phantoms: int = 0
    blinds: int = 0
    delays: list[float] | None = None
    notes: tuple[str, ...] = ()


def play(
    what: Scene, *, moves: int, fps: float, happening: str, half_off: float = 0.0, seed: int | None = None
) -> Iterator[Shot]:
    """A game: bare, then move after move; `happening` comes between two moves (or under the hand)."""
    rng = np.random.default_rng([what.seed if seed is None else seed, 33])
    renderer = Renderer(what)
    pose, light = what.pose, Light()
    board = [["."] * 5 for _ in range(5)]
    lying: dict[tuple[int, int], Piece] = {}
    index = 0
    drift = np.zeros(4)
    when = int(rng.integers(1, max(2, moves)))
    under_hand = bool(rng.random() < 0.5) or happening == "nudge"  # somebody pushes a mat

    def shot(arm: Arm | None, settles: bool = False) -> Shot:
        nonlocal index, drift
        drift = 0.9 * drift + rng.normal(0, what.wander * 0.45, 4)
        tint = tuple(float(v) for v in np.array(light.tint) * np.exp(0.35 * drift[1:]))
        gain = light.gain * float(np.exp(drift[0])) * (1.12 if arm else 1.0)
        picture = renderer.frame(pose, list(lying.values()), replace(light, gain=gain, tint=tint), arm, rng)
        made = Shot(
            Frame(picture, index / fps, index),
            tuple("".join(r) for r in board),
            arm is not None,
            settles,
            pose,
        )
        index += 1
        return made

    def happens() -> None:
        nonlocal pose, light
        if happening == "bump":
            far = rng.uniform(2, 26)
            way = rng.uniform(0, 2 * np.pi)
            pose = replace(
                pose,
                centre=(pose.centre[0] + far * np.cos(way), pose.centre[1] + far * np.sin(way)),
                spin=pose.spin + float(rng.uniform(-2.5, 2.5)),
            )
        elif happening == "nudge":
            x, y, turn = pose.mat
            x, y = x + float(rng.uniform(-14, 14)), y + float(rng.uniform(-14, 14))
            pose = replace(pose, mat=(x, y, turn + float(rng.uniform(-5, 5))))
        elif happening == "dim":
            light = replace(light, gain=0.5)
        elif happening == "lamp":
            tint = tuple(float(v) for v in rng.uniform(0.75, 1.25, 3))
            lamp = (-what.lamp[0] * 0.6, -what.lamp[1] * 0.6)
            light = replace(light, gain=float(rng.uniform(0.5, 1.1)), tint=tint, lamp=lamp)
        elif happening == "lean":
            light = replace(light, lean=float(rng.uniform(0.2, 0.6)))

    rest = max(3, round(0.55 * fps))
    for _ in range(rest):
        yield shot(None)
    for move in range(moves):
        colour = "RW"[move % 2]
        cells = _imprint(rng)
        side = float(rng.uniform(0, 360))
        steps = max(7, round(1.1 * fps))
        laid = 0
        for step in range(steps):
            progress = step / (steps - 1)
            near = cells[min(3, max(0, int((progress - 0.2) / 0.15)))]
            depth = 1 - abs(2 * min(max((progress - 0.5) * 1.3 + 0.5, 0), 1) - 1) ** 3
            a = np.deg2rad(side - pose.mat[2])
            tip = np.array([near[1] + 0.5, near[0] + 0.5])
            tip = tip + (1 - depth) * 9 * np.array([np.cos(a), np.sin(a)])
            while laid < 4 and progress > 0.25 + 0.14 * laid:
                r, c = cells[laid]
                board[r][c] = colour
                off = rng.normal(0, what.jitter, 2)
                if rng.random() < half_off:
                    off = rng.uniform(-0.36, 0.36, 2) * np.array([1, 0] if rng.random() < 0.5 else [0, 1])
                lying[(r, c)] = Piece(
                    c + 0.5 + off[0], r + 0.5 + off[1], float(rng.uniform(-what.turn, what.turn)), colour
                )
                laid += 1
            if move == when and under_hand and step == steps // 2:
                happens()
            yield shot(Arm((float(tip[0]), float(tip[1])), side))
        for k in range(rest + 1):
            if move == when and not under_hand and k == rest:
                happens()
            yield shot(None, settles=k == 0)


def _imprint(rng: np.random.Generator) -> list[tuple[int, int]]:
    cells = [(int(rng.integers(5)), int(rng.integers(5)))]
    while len(cells) < 4:
        r, c = cells[int(rng.integers(len(cells)))]
        dr, dc = [(0, 1), (1, 0), (0, -1), (-1, 0)][int(rng.integers(4))]
        if 0 <= r + dr < 5 and 0 <= c + dc < 5 and (r + dr, c + dc) not in cells:
            cells.append((r + dr, c + dc))
    return cells


def eye_for(what: Scene, tap_px: float = 1.0) -> GridEye:
    """An eye taught on the scene's bare grid, its corners tapped by a person."""
    rng = np.random.default_rng([what.seed, 44])
    renderer = Renderer(what)
    bare = renderer.frame(what.pose, [], Light(), None, rng)
    corners = renderer.corners(what.pose) + rng.normal(0, tap_px, (4, 2))
    return GridEye(learn_grid(bare, corners.tolist()))


def score(eye: GridEye, shots: Iterator[Shot], fps: float) -> tuple[Score, list[tuple[Shot, Observation]]]:
    """Watches a game. A move is right when the true board stands half a second after the hand left."""
    out = Score(delays=[])
    log: list[tuple[Shot, Observation]] = []
    said: tuple[str, ...] = EMPTY_ROWS
    real: set[tuple[str, ...]] = {EMPTY_ROWS}
    due: tuple[float, tuple[str, ...]] | None = None
    at = 0.0

    def check() -> None:
        nonlocal due
        if due is None:
            return
        out.moves += 1
        if said != due[1]:
            out.missed += 1
            out.wrong_cells += (
                sum(
                    x != y and x != "?"
                    for a, b in zip(said, due[1], strict=True)
                    for x, y in zip(a, b, strict=True)
                )
                if said != EMPTY_ROWS
                else 0
            )
        else:
            assert out.delays is not None
            out.delays.append(max(0.0, at - due[0]))
        due = None

    for shot in shots:
        now = shot.frame.taken_s
        if due is not None and now > due[0] + 0.5 + 0.5 / fps:
            check()
        if shot.settles:
            real.add(shot.rows)
            due = (now, shot.rows)
        elif shot.hand and due is not None:
            check()
        if shot.hand:
            real.add(shot.rows)  # a board half laid was real too; it is wrong only after the hand left
        for seen in eye.see(shot.frame):
            log.append((shot, seen))
            match seen:
                case GridSeen():
                    if seen.partial:
                        continue
                    if seen.rows not in real or (shot.hand is False and seen.rows != shot.rows):
                        out.phantoms += 1
                    said, at = seen.rows, now
                case Blind():
                    out.blinds += 1
                case _:
                    pass
    check()
    return out, log


def random_game(seed: int, moves: int = 5) -> tuple[Scene, dict[str, object]]:
    """What the campaign plays at this seed."""
    rng = np.random.default_rng([seed, 55])
    what = scene(seed)
    fps = float(rng.choice([6, 6, 6, 10, 15]))
    return what, {
        "moves": moves,
        "fps": fps,
        "happening": str(rng.choice(HAPPENINGS)),
        "half_off": float(rng.choice([0, 0, 0.15])),
    }


def picture_of(shots: list[Shot], columns: int = 4) -> np.ndarray:
    """A contact sheet, for looking at."""
    small = [cv2.resize(s.frame.pixels, (480, 270)) for s in shots]
    small += [np.zeros_like(small[0])] * (-len(small) % columns)
    return np.vstack([np.hstack(small[i : i + columns]) for i in range(0, len(small), columns)])
