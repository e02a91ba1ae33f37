"""Pictures as logarithms of light: there a lamp, an exposure or a shadow only adds something."""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Light: TypeAlias = NDArray[np.float32]
Picture: TypeAlias = NDArray[np.uint8]

GAMMA = 2.2
FLOOR = 0.02
"""Light added before the logarithm, code 43 of 255: below it noise of two codes would count as a colour."""

DARK_CODE = 12
"""Median code below which colours cannot be told: noise is as strong as the light."""
BRIGHT_SHARE = 0.6

_CODES = np.arange(256, dtype=np.float64) / 255
_LOG: Light = np.log(_CODES**GAMMA + FLOOR).astype(np.float32)


def light_of(picture: Picture) -> Light:
    """Natural logarithm of light, channel by channel, of an 8-bit picture of any shape."""
    return np.asarray(cv2.LUT(picture, _LOG), dtype=np.float32)


def tinted(difference: Light) -> tuple[Light, Light]:
    """A difference of light (… x 3) as how much brighter it is, and how much another colour (both …)."""
    mean = (difference[..., 0] + difference[..., 1] + difference[..., 2]) * np.float32(1 / 3)
    off = np.abs(difference[..., 0] - mean)
    np.maximum(off, np.abs(difference[..., 1] - mean), out=off)
    np.maximum(off, np.abs(difference[..., 2] - mean), out=off)
    return mean, off


def unlit(grey: Picture) -> str | None:
    """Why a grey picture shows no colours, as a key of `observation.WHY`, or None when it may."""
    histogram = np.cumsum(cv2.calcHist([grey], [0], None, [256], [0, 256]).reshape(-1))
    if histogram[DARK_CODE] > 0.5 * histogram[-1]:
        return "too_dark"
    if histogram[-1] - histogram[249] > BRIGHT_SHARE * histogram[-1]:
        return "too_bright"
    return None
