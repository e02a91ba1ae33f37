"""Lamps over the table and the faults of a web camera. Light is linear; pictures are codes of gamma 2.2."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

GAMMA = 2.2

Floats = NDArray[np.float64]
Light = NDArray[np.float32]
Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class Lamp:
    place_mm: tuple[float, float, float]  # x, y, height on the table
    radius_mm: float  # how wide it shines: soft edges of shadows
    colour: tuple[float, float, float]  # BGR; what it gives right below itself


@dataclass(frozen=True)
class Lighting:
    ambient: tuple[float, float, float]  # BGR
    lamps: tuple[Lamp, ...]


@dataclass(frozen=True)
class Sensor:
    """What the camera makes of light."""

    exposure: float  # stops around what the camera would choose
    vignette: float  # loss of light in the corners
    saturation: float
    blur_px: float  # at 720p
    noise: float  # codes
    grain: float  # how much of the noise is coarse, 0-1
    jpeg: int
    wander: float  # deviation of exposure, natural log
    tint: float  # the same of white balance


def random_lighting(rng: np.random.Generator) -> Lighting:
    """One to three lamps and what the walls give back."""
    warm = rng.uniform(-1, 1)
    lamps = []
    for share in rng.dirichlet(np.full(int(rng.choice([1, 1, 2, 2, 3])), 2.0)):
        lean = warm + rng.normal(0, 0.3)
        tone = np.array([1 - 0.2 * lean, 1.0, 1 + 0.17 * lean]) * share * rng.uniform(0.9, 1.1, 3)
        away, turn = rng.uniform(150, 900), rng.uniform(0, 2 * np.pi)
        x, y, high = away * np.cos(turn), away * np.sin(turn), rng.uniform(650, 1500)
        lamps.append(
            Lamp((float(x), float(y), float(high)), float(rng.choice([15, 40, 90])), tuple(tone.tolist()))
        )
    tone = np.array([1 - 0.15 * warm, 1.0, 1 + 0.1 * warm]) * rng.uniform(0.15, 0.7)
    return Lighting(tuple(tone.tolist()), tuple(lamps))


def random_sensor(rng: np.random.Generator) -> Sensor:
    return Sensor(
        exposure=float(rng.uniform(-0.7, 0.5)),
        vignette=float(rng.uniform(0, 0.4)),
        saturation=float(rng.uniform(0.7, 1.2)),
        blur_px=float(rng.uniform(0.4, 1.1)),
        noise=float(rng.uniform(0.8, 4.5)),
        grain=float(rng.uniform(0, 0.7)),
        jpeg=int(rng.integers(40, 91)),
        wander=float(rng.choice([0.01, 0.03, 0.06])),
        tint=float(rng.choice([0.004, 0.012, 0.025])),
    )


def falling_on(lamp: Lamp, ground_mm: Floats, height_mm: float = 0.0) -> Floats:
    """How much of the lamp's colour points (... x 2) of a level plane get, 1 right below it."""
    x, y, high = lamp.place_mm
    above = high - height_mm
    far2 = (ground_mm[..., 0] - x) ** 2 + (ground_mm[..., 1] - y) ** 2 + above**2
    return np.asarray((above * above / far2) ** 1.5)


def glance(lamp: Lamp, ground_mm: Floats, eye_mm: Floats, sharp: float) -> Floats:
    """The lamp's mirror image on a level plane (Blinn and Phong), 1 in its middle."""

    def unit(to: Floats) -> Floats:
        way = np.concatenate(
            [to[:2] - ground_mm, np.broadcast_to(to[2], (*ground_mm.shape[:-1], 1))], axis=-1
        )
        return np.asarray(way / np.linalg.norm(way, axis=-1, keepdims=True))

    half = unit(np.array(lamp.place_mm)) + unit(eye_mm)
    return np.asarray((half[..., 2] / np.linalg.norm(half, axis=-1)) ** sharp)


def to_light(codes: NDArray[np.uint8]) -> Light:
    """8-bit codes to linear reflectance, white 0.9."""
    table = (0.9 * (np.arange(256) / 255) ** GAMMA).astype(np.float32)
    return table[codes]


def to_codes(light: Light) -> Light:
    """Linear light, full at 1, to unrounded codes; above 255 is clipped only when the picture is made."""
    return np.asarray(cv2.pow(np.maximum(light, 0), 1 / GAMMA) * np.float32(255), np.float32)


def saturate(light: Light, saturation: float) -> Light:
    grey = np.array([0.114, 0.587, 0.299], np.float32)
    mix = (saturation * np.eye(3) + (1 - saturation) * grey[None, :]).astype(np.float32)
    return np.asarray(cv2.transform(light, mix), np.float32)


class Camera:
    """Codes to a picture: gain, white balance, noise, JPEG. The same frame number gives the same faults."""

    def __init__(self, sensor: Sensor, size_px: tuple[int, int], seed: int) -> None:
        self.sensor = sensor
        self._seed = seed
        w, h = size_px
        rng = np.random.default_rng([seed, 201])
        fine = rng.standard_normal((h + 97, w + 131, 3), np.float32)
        coarse = cv2.GaussianBlur(fine, (0, 0), 0.8) * np.float32(2.8)
        self._noise = (sensor.grain * coarse + (1 - sensor.grain) * fine) * np.float32(sensor.noise)
        drift = rng.normal(0, 1, (4096, 4))
        for i in range(1, len(drift)):  # slow: about two seconds at 12 frames a second
            drift[i] = 0.96 * drift[i - 1] + 0.28 * drift[i]
        self._drift = drift

    def gains(self, index: int) -> Floats:
        """Exposure and white balance of a frame, BGR, linear."""
        d = self._drift[index % len(self._drift)]
        tint = np.array([d[1], 0.0, d[2]]) * self.sensor.tint
        return np.asarray(np.exp(self.sensor.wander * d[0] + tint))

    def jpeg(self, codes: Light, index: int, gain: float = 1.0) -> bytes:
        """What the camera sends: the picture as JPEG."""
        rng = np.random.default_rng([self._seed, 202, index])
        h, w = codes.shape[:2]
        y, x = int(rng.integers(97)), int(rng.integers(131))
        by = (self.gains(index) * gain) ** (1 / GAMMA)
        shown = np.asarray(cv2.multiply(codes, np.array([*by, 1.0])), np.float32)
        cv2.add(shown, self._noise[y : y + h, x : x + w], dst=shown)
        np.clip(shown, 0, 255, out=shown)
        ok, packed = cv2.imencode(
            ".jpg", shown.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, self.sensor.jpeg]
        )
        assert ok
        return packed.tobytes()


def opened(jpeg: bytes) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
