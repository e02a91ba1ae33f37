"""What differs from the bare grid, with the light taken out.

In logarithms of light, a change of exposure, white balance or lamp adds a smooth field; a piece adds a step.
The field is fitted where the grid is bare, colour channel by colour channel, and taken away: what is left is
zero where nothing lies, whatever the lamp does.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import PX, SIDE, Mask, Square

GAMMA = 2.2
FLOOR = 0.003
"""Light added before the logarithm: code 18 of 255, below which a web camera shows mostly noise."""
LEAST_DOUBT = 0.1
"""Log of light: what lamps and the fit of a smooth field leave, measured on renderings."""
DOUBT_CODES = (2.5, 25.0)
"""Codes of 255 that five times the noise is taken to be at least and at most."""
SLOPE = 0.5
"""Doubts a sample: light fades over cells (by 0.03 in a lamp's reflection), an edge over 3 samples."""
FAINT = 1.0
"""Doubts: what a whole patch may be off and still be bare, fenced in by badly placed lines."""
LARGEST_LOCAL = 0.6
"""Log of light: more than this no local light explains, edge or no edge."""

_CODES = np.arange(256, dtype=np.float64) / 255
LOG_LIGHT: NDArray[np.float32] = np.log(_CODES**GAMMA + FLOOR).astype(np.float32)


class Doubt:
    """By how much each sample and channel may be off by noise and rounding alone (log of light)."""

    __slots__ = ("between", "share", "square")

    def __init__(self, square: Square) -> None:
        blue, green, red = (plane * plane for plane in _planes(square))
        certain = [1 / plane for plane in (blue, green, red)]
        whole = np.sqrt(certain[0] + certain[1] + certain[2])
        self.square = square
        self.share = [plane / whole for plane in certain]
        """What each channel counts for in the lightness."""
        self.between = [1 / np.sqrt(a + b) for a, b in ((red, green), (green, blue), (red, blue))]
        """One over the doubt of the difference between two channels."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One frame against the bare grid, both as squares.

    `residual` (SIDE x SIDE x 3, natural log of light, BGR, averaged over 3 x 3) is zero where nothing
    changed; `colour` is the logarithm of light as it would be under the lamp and white balance of the bare
    picture.
    """

    residual: Square
    colour: Square
    doubt: Doubt


@dataclass(frozen=True, slots=True, eq=False)
class Departure:
    """How far samples are from bare: lightness (signed) and tint in doubts, and the mean log of light."""

    light: Square
    tint: Square
    mean: Square


def departure(residual: Square, doubt: Doubt) -> Departure:
    """Splits a residual into lightness, weighted by how well each channel is known, and tint."""
    blue, green, red = _planes(residual)
    light = blue * doubt.share[0] + green * doubt.share[1] + red * doubt.share[2]
    tint = np.maximum(
        np.maximum(np.abs(red - green) * doubt.between[0], np.abs(green - blue) * doubt.between[1]),
        np.abs(red - blue) * doubt.between[2],
    )
    mean = (blue + green + red) * np.float32(1 / 3)
    return Departure(
        light=np.asarray(light, dtype=np.float32), tint=np.asarray(tint, dtype=np.float32), mean=mean
    )


def _planes(square: Square) -> tuple[Square, Square, Square]:
    blue, green, red = cv2.split(square)
    return (
        np.asarray(blue, dtype=np.float32),
        np.asarray(green, dtype=np.float32),
        np.asarray(red, dtype=np.float32),
    )


def _largest(square: Square) -> Square:
    """The largest of the three channels."""
    a, b, c = _planes(square)
    return np.maximum(np.maximum(a, b), c)


def log_light(square: NDArray[np.uint8]) -> Square:
    """Logarithm of linear light for each sample and channel of 8 bit, gamma about 2.2."""
    return np.asarray(cv2.LUT(square, LOG_LIGHT), dtype=np.float32)


class LightField:
    """Fits the smooth change of light over chosen samples of the square (every fourth, for speed)."""

    def __init__(self) -> None:
        at = (np.arange(SIDE, dtype=np.float32) - SIDE / 2) / (SIDE / 2)
        x, y = np.meshgrid(at, at)
        self._basis = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
        self._rows = np.ascontiguousarray(self._basis[1::4, 1::4].reshape(-1, 6))
        # without a pull towards "the same all over", a hand on one side would bend the field
        self._pull = np.diag([0.0, 1.0, 1.0, 4.0, 4.0, 4.0]).astype(np.float32)

    def fit(self, difference: Square, bare: Mask) -> Square:
        """The field (SIDE x SIDE x 3) that most of the samples marked `bare` agree on."""
        use = bare[1::4, 1::4].reshape(-1)
        samples = difference[1::4, 1::4].reshape(-1, 3)[use]
        rows = self._rows[use]
        if len(samples) < 40:  # too little in sight for a field
            return np.broadcast_to(_middle(difference.reshape(-1, 3)), difference.shape)
        coefficients = np.zeros((6, 3), dtype=np.float32)
        coefficients[0] = _middle(samples)
        for reach in (0.6, 0.3, 0.15):
            off = np.abs(samples - rows @ coefficients).max(axis=1)
            kept = off < reach
            if kept.sum() < 40:
                break
            a, b = rows[kept], samples[kept]
            coefficients = np.linalg.solve(
                a.T @ a + 0.02 * len(a) * self._pull + 1e-6 * np.eye(6, dtype=np.float32), a.T @ b
            ).astype(np.float32)
        return (self._basis.reshape(-1, 6) @ coefficients).reshape(SIDE, SIDE, 3)


def _middle(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Where most samples lie, channel by channel: the middle of the shortest half."""
    ordered = np.sort(samples, axis=0)
    half = len(ordered) // 2
    width = ordered[half:] - ordered[: len(ordered) - half]
    first = np.argmin(width, axis=0)
    channels = np.arange(samples.shape[1])
    return np.asarray(0.5 * (ordered[first, channels] + ordered[first + half, channels]), dtype=np.float32)


def change_from(
    square: NDArray[np.uint8], bare: NDArray[np.uint8], bare_here: Mask, outer: Mask, field: LightField
) -> Change:
    """One frame's square against the bare one's.

    `bare_here` is where the grid is thought bare; `outer`, where noise is measured: the ring around the grid.
    """
    logs = log_light(square)
    difference = logs - log_light(bare)
    light = field.fit(difference, bare_here)
    residual = np.asarray(cv2.blur(difference - light, (3, 3)), dtype=np.float32)
    # a step of one code is 2.2 / code in the logarithm: dark channels are known badly, above all after JPEG
    codes = np.minimum(square, bare).astype(np.float32) + 4
    seen = (np.abs(residual) * codes)[outer] / GAMMA
    noise = (
        np.clip(5 * 1.48 * np.median(seen, axis=0), *DOUBT_CODES) if len(seen) else np.full(3, DOUBT_CODES[1])
    )
    doubt = np.clip((GAMMA * noise).astype(np.float32) / codes, LEAST_DOUBT, 1.0)
    return Change(residual=residual, colour=logs - light, doubt=Doubt(doubt))


def without_local_light(change: Change, outer: Mask) -> Change:
    """The same with what local light there is taken out as well: reflections, soft shadows.

    Light fades slowly, a piece has an edge all round. What joins the surroundings (`outer`) without crossing
    an edge is bare, and shows the light; between, it is interpolated. Not for finding hands: an arm joins the
    surroundings too.
    """
    smooth = change.residual
    scaled = smooth / change.doubt.square
    across = cv2.Sobel(scaled, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(scaled, cv2.CV_32F, 0, 1, scale=1 / 8)
    slope = _largest(np.maximum(np.abs(across), np.abs(down)))
    off = _largest(np.abs(scaled))
    flat = (slope < SLOPE).astype(np.uint8)
    count, labels = cv2.connectedComponents(flat, connectivity=4)
    sizes = np.bincount(labels.reshape(-1), minlength=count)
    joined = np.bincount(labels[outer], minlength=count) >= _JOINED
    faint = np.bincount(labels.reshape(-1), off.reshape(-1), minlength=count) < FAINT * np.maximum(sizes, 1)
    shows = joined | faint
    shows[0] = False  # the edges themselves
    weight = (shows[labels] & (_largest(np.abs(smooth)) < LARGEST_LOCAL)).astype(np.float32)
    size = (round(1.5 * PX) | 1,) * 2
    about = cv2.blur(cv2.blur(smooth * weight[..., None], size), size)
    known = cv2.blur(cv2.blur(weight, size), size)[..., None]
    local = (about / np.maximum(known, 0.02)).astype(np.float32)
    return Change(residual=change.residual - local, colour=change.colour - local, doubt=change.doubt)


_JOINED = 40
"""Samples of the ring that make a patch part of the surroundings: an eighth of a cell's area."""
