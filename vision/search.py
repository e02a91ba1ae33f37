"""Searches for a board that was bumped, or for one tile that was pushed, starting from where it was.

Turns and shifts are tried on a picture an eighth of the size, where the farthest bump is a few pixels; the
best few are followed through larger pictures to the marks themselves, which have the last word.
"""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout
from vision.marks import Fine, Grey, Marks
from vision.pose import Camera, Floats, Place, fit_camera, fit_place, shifted

SHRINKS = (0.125, 0.25)
FARTHEST_PX = 56.0
"""In px of the full picture: how far a bump or a push may have moved what is seen."""
CAMERA_TURNS_DEG = np.arange(-7.0, 7.1, 1.75)
TILE_TURNS_DEG = np.arange(-24.0, 24.1, 4.0)
MOST_MARKS = 700
MOST_SAMPLES = 600
TRIED = 4
"""Of the best places so many are followed."""
REGAINED = 0.45
"""Share of all marks from which a place is believed: about half may be covered."""
SURE = 0.8
"""Share from which no other place is tried."""
ROUNDS = (6, 5, 6)
"""Looks at each size; each may move by a pixel or two."""


class Finder:
    """Built with a follower, from the same layout and bare board (grey, half size)."""

    def __init__(self, layout: Layout, background: Grey) -> None:
        self._sizes = [
            (round(background.shape[1] * 2 * s), round(background.shape[0] * 2 * s)) for s in SHRINKS
        ]
        pictures = self._smaller(background)
        self._levels = [
            Marks(layout, picture, shrink, MOST_MARKS)
            for picture, shrink in zip(pictures, SHRINKS, strict=True)
        ]
        relief = _relief(pictures[0])
        camera = layout.camera.scaled(self._sizes[0])
        self._samples: list[tuple[Floats, Fine]] = []
        for laid in layout.tiles:
            rim = np.rint(camera.to_picture(laid.place.to_table(laid.side.corners_mm), 0.0)).astype(np.int32)
            region = np.zeros(relief.shape, np.uint8)
            cv2.fillConvexPoly(region, rim, 1)
            ys, xs = np.nonzero(region)
            step = max(1, len(xs) * len(layout.tiles) // MOST_SAMPLES)
            xs, ys = xs[::step], ys[::step]
            table = camera.to_table(np.stack([xs, ys], axis=1).astype(np.float64), 0.0)
            self._samples.append((laid.place.to_tile(table), relief[ys, xs]))

    def camera(self, grey: Grey, layout: Layout, marks: Marks) -> Camera | None:
        """The camera under which the board is seen in a picture of half the size; None when it is not."""
        pictures = self._smaller(grey)
        small = layout.camera.scaled(self._sizes[0])
        table = np.concatenate(
            [laid.place.to_table(on) for laid, (on, _) in zip(layout.tiles, self._samples, strict=True)]
        )
        was = np.concatenate([values for _, values in self._samples])
        found, most = layout.camera, 0.0
        for moved in _tried(pictures[0], small.to_picture(table, 0.0), was, CAMERA_TURNS_DEG):
            some = slice(None, None, max(1, len(table) // 60))
            camera, _ = fit_camera(small, table[some], moved[some])
            share = 0.0
            for level, picture, rounds in zip([*self._levels, marks], [*pictures, grey], ROUNDS, strict=True):
                for _ in range(rounds):
                    level.stand(replace(layout, camera=_like(layout.camera, camera)))
                    fit = level.look(picture, np.ones(level.count, dtype=bool))
                    share, camera = fit.share, level.nudge(fit)
                    if level.still(fit):
                        break
            if share > most:
                found, most = _like(layout.camera, camera), share
            if share > SURE:
                break
        marks.stand(layout)
        return found if most >= REGAINED else None

    def tile(self, grey: Grey, layout: Layout, index: int, marks: Marks) -> Place | None:
        """Where one tile of the layout lies now, the others lying still; None when it is not seen again."""
        pictures = self._smaller(grey)
        laid = layout.tiles[index]
        on, was = self._samples[index]
        small = layout.camera.scaled(self._sizes[0])
        middle = np.array(laid.side.size_mm) / 2
        found, most = laid.place, 0.0
        points = small.to_picture(laid.place.to_table(on), 0.0)
        for moved in _tried(pictures[0], points, was, TILE_TURNS_DEG):
            place, _ = fit_place(small, on, moved, laid.place)
            share = 0.0
            for level, picture, rounds in zip([*self._levels, marks], [*pictures, grey], ROUNDS, strict=True):
                mine = level.tile == index
                for _ in range(rounds):
                    tiles = list(layout.tiles)
                    tiles[index] = replace(laid, place=place)
                    level.stand(replace(layout, tiles=tuple(tiles)))
                    fit = level.look(picture, np.ones(level.count, dtype=bool), moves=False)
                    share = fit.share_of(mine)
                    step, _ = level.of_tile(fit, index, place.to_table(middle[None])[0])
                    place = shifted(place, step, middle)
                    if np.abs(step[:2]).max() < 0.02 and abs(step[2]) < 1e-4:
                        break
            if share > most:
                found, most = place, share
            if share > SURE:
                break
        marks.stand(layout)
        return found if most >= REGAINED else None

    def _smaller(self, grey: Grey) -> list[Grey]:
        quarter = cv2.resize(grey, self._sizes[1], interpolation=cv2.INTER_AREA)
        eighth = cv2.resize(quarter, self._sizes[0], interpolation=cv2.INTER_AREA)
        return [np.asarray(eighth, dtype=np.uint8), np.asarray(quarter, dtype=np.uint8)]


def _like(full: Camera, camera: Camera) -> Camera:
    """The pose of one camera with the lens of another."""
    return replace(full, rotation=camera.rotation, translation=camera.translation)


def _relief(small: Grey) -> Fine:
    """Lightness without its slow changes, so that lamps and exposure do not matter."""
    grey = np.log(small.astype(np.float32) + 8)
    fine = grey - cv2.GaussianBlur(grey, (0, 0), 4.0)
    return np.asarray(np.clip(cv2.GaussianBlur(fine, (0, 0), 0.7), -0.4, 0.4), dtype=np.float32)


def _tried(picture: Grey, points: Floats, was: Fine, turns_deg: NDArray[np.float64]) -> Iterator[Floats]:
    """Where the points may have moved to, the likeliest first: turned about their middle and shifted."""
    relief = _relief(picture)
    high, wide = relief.shape
    reach = int(np.ceil(FARTHEST_PX * SHRINKS[0]))
    framed = np.pad(relief, reach + max(high, wide) // 2)
    edge = reach + max(high, wide) // 2
    middle = points.mean(axis=0)
    arms = points - middle
    steps = np.arange(-reach, reach + 1)
    shifts = np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)
    jumps = shifts[:, 1] * framed.shape[1] + shifts[:, 0]
    level = was - was.mean()
    level /= np.sqrt((level**2).sum()) + 1e-6
    fits = np.zeros((len(turns_deg), len(shifts)))
    turned = []
    for k, angle in enumerate(np.deg2rad(turns_deg)):
        c, s = np.cos(angle), np.sin(angle)
        turned.append(middle + arms @ np.array([[c, s], [-s, c]]))
        whole = np.clip(
            np.rint(turned[-1]).astype(np.int64) + edge, reach, np.array(framed.shape[::-1]) - reach - 1
        )
        flat = whole[:, 1] * framed.shape[1] + whole[:, 0]
        values = framed.ravel()[flat[None, :] + jumps[:, None]]
        values = values - values.mean(axis=1, keepdims=True)
        fits[k] = (values @ level) / (np.sqrt((values**2).sum(axis=1)) + 1e-6)
    for _ in range(TRIED):
        turn, shift = divmod(int(np.argmax(fits)), len(shifts))
        yield turned[turn] + shifts[shift]
        near = np.abs(shifts - shifts[shift]).max(axis=1) <= 1
        fits[max(0, turn - 1) : turn + 2, near] = -1
