"""Tile sides as learned from the owner's pictures: art seen straight from above, and zones in tile mm.

Every side is photographed alone under a camera that stays put. So all traced corners together give one pose
over the table, and the noise of each tap is averaged over all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens
from vision.pose import Camera, Floats, Place, PoseError, Seen, fit_together
from vision.relief import Relief, relief_of, resampled
from vision.rims import rim_seen, traced_sharpness
from vision.traced import TracedSide

ART_PX_PER_MM = 2.0
"""Samples a mm of learned art: as fine as a camera at 1080p sees it, and a little finer than at 720p."""
FEATURES_PER_MM = 1.25
COARSE_PER_MM, FINE_PER_MM = 0.6, 1.5
"""Densities for comparing: coarse forgives a place 2 mm off, fine is what a camera at 720p sees."""
STAYED_PX = 2.5
"""At a width of 1280: traced corners off by half a pixel leave less in a common fit, a moved camera more."""

ZONE_SHARE = 0.2
"""A patch of which a zone covers so much looks like that zone, not like the ground beside."""
FARTHEST_OFF = 0.05
"""Of a tile's width: a corner farther off is another corner, or another size than told."""
RIM_ROUNDS = 3

Zones = Literal["mausoleum", "grave", "brain", "gate"]
Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Zone:
    """A polygon in tile mm (N x 2), or a gate's two ends; `index` counts zones in the order told."""

    kind: Zones
    points_mm: Floats
    index: int


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Spots that can be told again: N x 2 tile mm, sizes in mm, angles in rad, N x 128 unit rows."""

    points_mm: Floats
    sizes_mm: Floats
    angles: Floats
    words: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Marker:
    """A printed marker on a side: which dictionary, which number, its four corners in tile mm."""

    dictionary: int
    number: int
    corners_mm: Floats


@dataclass(frozen=True, slots=True, eq=False)
class TileSide:
    """One printed face of a tile. `art` is BGR, ART_PX_PER_MM samples a mm, from the top-left corner on.

    `zoned` tells which patches of `fine` hold a good part of a zone.
    """

    id: str
    size_mm: tuple[float, float]
    art: Picture
    zones: tuple[Zone, ...]
    features: Features
    markers: tuple[Marker, ...]
    coarse: Relief
    fine: Relief
    zoned: NDArray[np.bool_]

    @property
    def corners_mm(self) -> Floats:
        """4 x 2: top-left, top-right, bottom-right, bottom-left."""
        wide, high = self.size_mm
        return np.array([[0.0, 0.0], [wide, 0.0], [wide, high], [0.0, high]])


def learn_sides(traced: Sequence[TracedSide], lens: Lens) -> tuple[TileSide, ...]:
    """All sides, in their order, from pictures taken by one camera. PoseError when corners fit no tile."""
    seen = [(_rectangle(t.size_mm), np.array(t.corners_px, dtype=np.float64)) for t in traced]
    unit = lens.size_px[0] / 1280
    camera, places, error = fit_together(lens, seen, None)
    if error > STAYED_PX * unit:
        # the camera was moved between the pictures: each stands for itself
        return tuple(
            learn_side(told, *_alone(lens, one, told)) for told, one in zip(traced, seen, strict=True)
        )
    sharp = [traced_sharpness(4, unit)] * len(seen)
    pictures = [told.picture for told in traced]
    for _ in range(RIM_ROUNDS):
        rims = [
            rim_seen(picture, camera, place, told.size_mm)
            for picture, place, told in zip(pictures, places, traced, strict=True)
        ]
        both = [
            (np.concatenate([one[0], rim[0]]), np.concatenate([one[1], rim[1]]))
            for one, (rim, _) in zip(seen, rims, strict=True)
        ]
        known = [np.concatenate([s, r]) for s, (_, r) in zip(sharp, rims, strict=True)]
        camera, places, _ = fit_together(lens, both, camera, known)
    return tuple(learn_side(told, camera, place) for told, place in zip(traced, places, strict=True))


def learn_side(told: TracedSide, camera: Camera, place: Place) -> TileSide:
    """One side from its picture, the camera's pose over the table and the tile's place being known."""
    corners = np.array(told.corners_px, dtype=np.float64)
    off = np.hypot(*(camera.to_picture(place.to_table(_rectangle(told.size_mm)), 0.0) - corners).T)
    if not np.isfinite(off).all() or off.max() > FARTHEST_OFF * float(np.ptp(corners, axis=0).max()):
        wide, high = told.size_mm
        raise PoseError(f"{told.id}: the traced corners are not those of a tile of {wide:g} x {high:g} mm")
    art = _rectified(told.picture, camera, place, told.size_mm)
    zones = tuple(
        Zone(z.kind, place.to_tile(camera.to_table(np.array(z.points_px, dtype=np.float64), 0.0)), i)
        for i, z in enumerate(told.zones)
    )
    return side_of_art(told.id, told.size_mm, art, zones)


def side_of_art(name: str, size_mm: tuple[float, float], art: Picture, zones: tuple[Zone, ...]) -> TileSide:
    """A side whose art is known already, ART_PX_PER_MM samples a mm."""
    fine = relief_of(art, ART_PX_PER_MM, FINE_PER_MM)
    return TileSide(
        name,
        size_mm,
        art,
        zones,
        _features(art),
        tuple(_markers(art)),
        relief_of(art, ART_PX_PER_MM, COARSE_PER_MM),
        fine,
        _zoned(fine, zones),
    )


def evened(grey: Picture) -> Picture:
    """Light and shade over a picture evened out, so that spots are told apart in both."""
    light = grey.astype(np.float32) + 6
    around = cv2.blur(light, (65, 65))
    return np.asarray(np.clip(light / around * 110, 0, 255), dtype=np.uint8)


def spots(grey: Picture, most: int) -> tuple[Floats, Floats, Floats, NDArray[np.float32]]:
    """The strongest spots of a picture: places in px, sizes in px, angles in rad, unit rows of words."""
    finder = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02, edgeThreshold=12)
    found, words = finder.detectAndCompute(evened(grey), None)
    if words is None or not len(found):
        return np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros((0, 128), np.float32)
    found, words = found[:most], words[:most]
    places = np.array([k.pt for k in found], dtype=np.float64)
    sizes = np.array([k.size for k in found], dtype=np.float64)
    angles = np.deg2rad(np.array([k.angle for k in found], dtype=np.float64))
    # the root of each share: Hellinger's distance as a dot product
    rows = np.sqrt(np.maximum(words, 0) / np.maximum(words.sum(axis=1, keepdims=True), 1e-6))
    return places, sizes, angles, np.asarray(rows, dtype=np.float32)


def markers_in(grey: Picture) -> list[tuple[int, int, Floats]]:
    """Printed markers: dictionary, number, 4 x 2 corners in px with pixel centres at whole numbers."""
    found: list[tuple[int, int, Floats]] = []
    for dictionary in (cv2.aruco.DICT_5X5_100, cv2.aruco.DICT_4X4_100):
        looking = cv2.aruco.DetectorParameters()
        looking.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        looking.errorCorrectionRate = 0.0  # art may look like a marker with a few bits wrong
        detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(dictionary), looking)
        corners, numbers, _ = detector.detectMarkers(grey)
        if numbers is not None:
            found += [
                (dictionary, int(n), np.asarray(c, dtype=np.float64).reshape(4, 2))
                for n, c in zip(np.ravel(numbers), corners, strict=True)
            ]
    return found


def _rectangle(size_mm: tuple[float, float]) -> Floats:
    wide, high = size_mm
    return np.array([[0.0, 0.0], [wide, 0.0], [wide, high], [0.0, high]])


def _alone(lens: Lens, seen: Seen, told: TracedSide) -> tuple[Camera, Place]:
    try:
        camera, places, _ = fit_together(lens, [seen], None)
    except PoseError as error:
        raise PoseError(f"{told.id}: {error}") from error
    return camera, places[0]


def _zoned(relief: Relief, zones: tuple[Zone, ...]) -> NDArray[np.bool_]:
    """Which patches hold a good part of a zone (a gate is too thin to tell by)."""
    drawn = np.zeros(relief.size[::-1], np.uint8)
    for zone in zones:
        if zone.kind != "gate":
            cv2.fillPoly(drawn, [np.rint(zone.points_mm * relief.per_mm - 0.5).astype(np.int32)], 1)
    rows, columns = relief.across
    left, top = relief.corner
    m = relief.side
    cut = drawn[top : top + rows * m, left : left + columns * m].reshape(rows, m, columns, m)
    return np.asarray(cut.mean(axis=(1, 3)).ravel() > ZONE_SHARE)


def _rectified(picture: Picture, camera: Camera, place: Place, size_mm: tuple[float, float]) -> Picture:
    """The side seen straight from above."""
    width, height = (round(v * ART_PX_PER_MM) for v in size_mm)
    xs, ys = np.meshgrid((np.arange(width) + 0.5) / ART_PX_PER_MM, (np.arange(height) + 0.5) / ART_PX_PER_MM)
    tile = np.stack([xs.ravel(), ys.ravel()], axis=1)
    at = camera.to_picture(place.to_table(tile), 0.0).astype(np.float32).reshape(height, width, 2)
    seen = cv2.remap(
        picture, at[..., 0].copy(), at[..., 1].copy(), cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, dtype=np.uint8)


def _features(art: Picture) -> Features:
    small = resampled(art, ART_PX_PER_MM, FEATURES_PER_MM)
    places, sizes, angles, words = spots(small, 700)
    return Features((places + 0.5) / FEATURES_PER_MM, sizes / FEATURES_PER_MM, angles, words)


def _markers(art: Picture) -> list[Marker]:
    grey = np.asarray(cv2.cvtColor(art, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    return [Marker(d, n, (c + 0.5) / ART_PX_PER_MM) for d, n, c in markers_in(grey)]
