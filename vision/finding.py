"""Finds learned tile sides on a table: any layout, any turn, other light, partly covered.

Spots of the art are recognised in the picture and vote for places; the tiles with most votes give the camera;
under it every side left over is looked for again with three numbers to find instead of eight. Then the art is
laid over the picture patch by patch, which moves camera and tiles to a fraction of a pixel, and says whether
it really is this side that lies there: a side is accepted only where no other side could be what is seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens, LensError
from vision.pose import Camera, Floats, Place, PoseError, Seen, fit_together, place_of
from vision.relief import FIT, Relief, Shown, fits_of, shown_at, sights, viewed
from vision.tiles import Picture, TileSide, markers_in, spots

WORK_WIDTH = 960
"""Spots are looked for in a picture of at most this width: half of 1080p."""
MOST_SPOTS = 2500
ALIKE = 0.92
"""The best spot must be nearer than this share of the distance of the next one."""
LEAST_VOTES = 6
"""Spots that must agree on a place before it is looked at: three could by chance."""
LEAST_VOTES_KNOWN = 4
"""The same once the camera is known and three numbers are left to find."""
LEAST_SHARE = 0.25
"""Of the patches with texture so many must show the art: half may be covered, and edges of what covers."""
LEAST_PATCHES = 8
LEAST_LEAD = 4.0
"""Patches of lead over the side that fits second best at the same place."""
LEAST_ZONES = 0.25
"""Of patches with zones so many must show the art: sides may share a printed ground, never their zones."""
HINT_SHARE = 0.15
"""A side that fits so much, yet too little to be accepted, may lie there: doubt."""
LAPPED = 0.1
"""Tiles lie side by side: of two that share more of their place than this, one is not there."""
REACH_MM = (8.0, 3.0, 1.5, 1.0)
"""How far patches may be off in each round of laying the art over the picture."""
NEAREST_MM, FARTHEST_MM = 200.0, 1500.0

Why = Literal["dark", "shape", "nothing", "which", "covered", "missing"]


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A side and where it lies; `sure` is the share of its textured patches that were seen to show it."""

    side: TileSide
    place: Place
    sure: float


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The camera over the table and the tiles on it, in the order in which the sides were given."""

    camera: Camera
    tiles: tuple[Laid, ...]

    def side_at(self, table_mm: Floats) -> Laid | None:
        """The tile under one point of the table."""
        at = int(self.sides_at(np.asarray(table_mm, dtype=np.float64).reshape(1, 2))[0])
        return None if at < 0 else self.tiles[at]

    def sides_at(self, table_mm: Floats) -> NDArray[np.int64]:
        """For N x 2 points which tile (by its place in `tiles`) each lies on, -1 for none."""
        on = np.full(len(table_mm), -1, dtype=np.int64)
        for i, laid in enumerate(self.tiles):
            tile = laid.place.to_tile(table_mm)
            on[np.all((tile >= 0) & (tile <= laid.side.size_mm), axis=1)] = i
        return on

    def corners_px(self, laid: Laid) -> Floats:
        """The four corners of a tile's top side in the picture."""
        return self.camera.to_picture(laid.place.to_table(laid.side.corners_mm), 0.0)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Nothing is claimed, and why; `sides` are those it is about, `told` one line for people."""

    why: Why
    sides: tuple[str, ...]
    told: str


@dataclass(frozen=True, slots=True, eq=False)
class _Match:
    """Spots of one side and where they may be seen: N x 2 tile mm; N x 2 rays; turns and logs of scale."""

    tile_mm: Floats
    rays: Floats
    turns: Floats
    scales: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Guess:
    """A side, the spots that agree (tile mm and px), and how many there are."""

    index: int
    seen: Seen
    votes: int


def find(
    picture: Picture, sides: Sequence[TileSide], lens: Lens, expected: frozenset[str] | None = None
) -> Layout | Doubt:
    """The layout in a BGR picture, or doubt. Each side lies there at most once.

    `expected` are ids that are known to lie there: then one that is not found is doubt, and any other is not
    looked for.
    """
    try:
        lens = lens.scaled((picture.shape[1], picture.shape[0]))
    except LensError as error:
        return Doubt("shape", (), str(error))
    known = [s for s in sides if expected is None or s.id in expected]
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    if float(np.percentile(grey, 95)) < 12 or float(grey.std()) < 2:
        return Doubt("dark", (), "the picture is dark or empty: nothing can be seen on it")
    matches = _matches(grey, known, lens)
    markers = _markers(grey, known)
    found = _Finding(grey, known, lens, matches, markers)
    return found.answer(expected)


class _Finding:
    """One search: guesses, then a camera, then what the art says."""

    def __init__(
        self,
        grey: Picture,
        sides: Sequence[TileSide],
        lens: Lens,
        matches: list[_Match],
        markers: list[Seen],
    ) -> None:
        self._grey = grey
        self._sides = sides
        self._lens = lens
        self._matches = matches
        self._markers = markers
        self._focal = float(lens.matrix[0, 0])
        self._pyramid = {1.0: grey}

    def answer(self, expected: frozenset[str] | None) -> Layout | Doubt:
        guesses = [g for i in range(len(self._sides)) for g in self._free(i)]
        start = self._camera(guesses)
        if start is None:
            names = tuple(sorted(expected or ()))
            return Doubt("nothing", names, "none of the learned tiles is recognised")
        camera, places = start
        for i in range(len(self._sides)):
            sure = (
                i in places and self._judged(camera, places[i][0], self._sides[i].coarse, wide=True)[0] > 0.7
            )
            if not sure:
                places[i] = places.get(i, []) + self._under(camera, i)
        return self._laid_over(camera, places, expected)

    # guesses

    def _free(self, index: int) -> list[_Guess]:
        """Places of a side that many of its spots agree on, the camera not being known."""
        m = self._matches[index]
        guesses = []
        marked = self._markers[index]
        if len(marked[0]):
            guesses.append(_Guess(index, marked, 4 * LEAST_VOTES))
        for chosen in _agreeing(m):
            tile, rays = m.tile_mm[chosen], m.rays[chosen]
            plane, inliers = _plane(tile, rays, self._focal)
            if plane is None or inliers.sum() < LEAST_VOTES:
                continue
            points = self._lens.to_picture(
                np.concatenate([rays[inliers], np.ones((inliers.sum(), 1))], axis=1)
            )
            guesses.append(_Guess(index, (tile[inliers], points), int(inliers.sum())))
        return guesses

    def _camera(self, guesses: list[_Guess]) -> tuple[Camera, dict[int, list[Place]]] | None:
        """The camera that the guesses with most votes agree on, and their places."""
        guesses = sorted(guesses, key=lambda g: -g.votes)
        for first in guesses[:4]:
            try:
                camera, _, error = fit_together(self._lens, [first.seen], None)
            except PoseError:
                continue
            if not NEAREST_MM < camera.height_mm < FARTHEST_MM or error > 4.0:
                continue
            taken = [first]
            for other in guesses:
                if other.index in {g.index for g in taken} or other.votes < max(
                    LEAST_VOTES, first.votes // 8
                ):
                    continue
                try:
                    wider, _, error = fit_together(self._lens, [*(g.seen for g in taken), other.seen], camera)
                except PoseError:
                    continue
                # one more tile must not pull the camera far: it hangs where the strongest tile says
                if error < 2.5 and abs(wider.height_mm / camera.height_mm - 1) < 0.15:
                    taken, camera = [*taken, other], wider
            camera, places, _ = fit_together(self._lens, [g.seen for g in taken], camera)
            return camera, {g.index: [p] for g, p in zip(taken, places, strict=True)}
        return None

    def _under(self, camera: Camera, index: int) -> list[Place]:
        """Places of a side under a known camera that a few of its spots agree on, best first."""
        m = self._matches[index]
        if not len(m.tile_mm):
            return []
        points = self._lens.to_picture(np.concatenate([m.rays, np.ones((len(m.rays), 1))], axis=1))
        table = camera.to_table(points, 0.0)
        across = camera.rotation[0, :2]
        turns = m.turns + np.arctan2(-across[1], across[0])
        size = m.scales + np.log(camera.height_mm)
        places = []
        left = np.abs(size) < 0.5
        off, apart = _told_by_each(m.tile_mm, table, np.cos(turns), np.sin(turns))
        near = off < 6 + 0.15 * apart
        near &= np.cos(turns[:, None] - turns[None, :]) > 0.9
        for _ in range(3):
            agree = near & left[None, :] & left[:, None]
            best = int(np.argmax(agree.sum(axis=1)))
            chosen = agree[best]
            if chosen.sum() < LEAST_VOTES_KNOWN:
                break
            for _ in range(3):
                place, _ = place_of(m.tile_mm[chosen], table[chosen])
                off = np.hypot(*(place.to_table(m.tile_mm) - table).T)
                chosen = (off < 5.0) & left
                if chosen.sum() < LEAST_VOTES_KNOWN:
                    break
            else:
                places.append(place)
            left &= ~agree[best] & ~chosen
        return places

    # laying the art over the picture

    def _laid_over(
        self, camera: Camera, places: dict[int, list[Place]], expected: frozenset[str] | None
    ) -> Layout | Doubt:
        fitting: list[tuple[float, int, Place]] = []
        for i, several in places.items():
            for place in several:
                share, count = self._judged(camera, place, self._sides[i].coarse, wide=True)
                if share >= HINT_SHARE and count >= LEAST_PATCHES / 2:
                    fitting.append((share, i, place))
        tiles: dict[int, Place] = {}
        # the best first: a side that looks like another must not be put where that one lies
        for _, i, place in sorted(fitting, key=lambda f: -f[0]):
            if i not in tiles and not any(
                _overlap(place, self._sides[i], other, self._sides[j]) > LAPPED for j, other in tiles.items()
            ):
                tiles[i] = place
        if not tiles:
            return Doubt("nothing", tuple(sorted(expected or ())), "none of the learned tiles is recognised")
        camera, tiles = self._settled(camera, tiles)
        return self._judgement(camera, tiles, expected)

    def _grey_for(self, camera: Camera, per_mm: float) -> tuple[Picture, Camera]:
        """The picture about as fine as the art it is compared with, for averaging takes off noise."""
        there = self._focal / camera.height_mm
        shrink = 0.5 if there > 1.6 * per_mm else 1.0
        if there > 3.2 * per_mm:
            shrink = 0.25
        if shrink not in self._pyramid:
            size = (round(self._grey.shape[1] * shrink), round(self._grey.shape[0] * shrink))
            small = cv2.resize(self._grey, size, interpolation=cv2.INTER_AREA)
            self._pyramid[shrink] = np.asarray(small, dtype=np.uint8)
        small = self._pyramid[shrink]
        return small, camera.scaled((small.shape[1], small.shape[0]))

    def _shown(self, camera: Camera, place: Place, relief: Relief) -> Shown:
        grey, own = self._grey_for(camera, relief.per_mm)
        return shown_at(grey, own, place, relief)

    def _judged(self, camera: Camera, place: Place, relief: Relief, *, wide: bool) -> tuple[float, int]:
        """The share and the number of a side's patches that show it at a place."""
        shown = self._shown(camera, place, relief)
        told = np.isfinite(shown.fits)
        near = np.hypot(*shown.off_mm.T) < (REACH_MM[0] if wide else REACH_MM[-1] + 1)
        good = np.nan_to_num(shown.fits) >= (FIT - 0.15 if wide else FIT)
        good &= near
        return float(good.sum()) / max(1, int(told.sum())), int(good.sum())

    def _settled(self, camera: Camera, tiles: dict[int, Place]) -> tuple[Camera, dict[int, Place]]:
        """Camera and tiles moved until the art lies on the picture; what does not come to lie is dropped."""
        for round_, reach in enumerate(REACH_MM):
            seen: list[Seen] = []
            sharp: list[Floats] = []
            kept = []
            for i, place in tiles.items():
                relief = self._sides[i].coarse if round_ < 2 else self._sides[i].fine
                grey, own = self._grey_for(camera, relief.per_mm)
                shown = shown_at(grey, own, place, relief)
                points, sharpness = sights(shown, relief, camera, place, reach)
                if len(points[0]) < 4:
                    continue
                kept.append(i)
                seen.append(points)
                sharp.append(sharpness)
            if not kept:
                return camera, {}
            camera, placed, _ = fit_together(self._lens, seen, camera, sharp)
            tiles = dict(zip(kept, placed, strict=True))
        return camera, tiles

    # judgement

    def _judgement(
        self, camera: Camera, tiles: dict[int, Place], expected: frozenset[str] | None
    ) -> Layout | Doubt:
        accepted: dict[int, Laid] = {}
        doubts: list[Doubt] = []
        for i, place in tiles.items():
            side = self._sides[i]
            share, count = self._judged(camera, place, side.fine, wide=False)
            if share < LEAST_SHARE or count < LEAST_PATCHES:
                if share >= HINT_SHARE:
                    doubts.append(
                        Doubt("covered", (side.id,), f"{side.id} may lie there, but too little of it is seen")
                    )
                continue
            if not self._zones_seen(camera, place, side):
                told = f"what lies there has the ground of {side.id}, but its zones are not seen"
                doubts.append(Doubt("which", (side.id,), told))
                continue
            rival, lead = self._rival(camera, place, i)
            # a marker that was read names the side by itself, where it lies as it should
            lead += LEAST_LEAD if self._marked(camera, place, i) else 0.0
            if lead < LEAST_LEAD:
                names = tuple(sorted((side.id, rival)))
                doubts.append(
                    Doubt("which", names, f"it cannot be told whether {names[0]} or {names[1]} lies there")
                )
                continue
            accepted[i] = Laid(side, place, share)
        doubts = [d for d in doubts if not self._explained(d, tiles, accepted)]
        for i, j in _overlapping(accepted):
            names = tuple(sorted((self._sides[i].id, self._sides[j].id)))
            doubts.append(Doubt("which", names, f"{names[0]} and {names[1]} seem to lie in one place"))
        if doubts:
            return doubts[0]
        if expected is not None and (missing := expected - {laid.side.id for laid in accepted.values()}):
            names = tuple(sorted(missing))
            return Doubt("missing", names, f"{', '.join(names)}: not found on the table")
        if not accepted:
            return Doubt("nothing", (), "none of the learned tiles is recognised")
        return Layout(camera, tuple(accepted[i] for i in sorted(accepted)))

    def _zones_seen(self, camera: Camera, place: Place, side: TileSide) -> bool:
        """Whether some of the zones of a side are seen at its place, if it has any."""
        fits = self._shown(camera, place, side.fine).fits[side.zoned]
        told = np.isfinite(fits)
        return not told.any() or float((fits[told] >= FIT).mean()) >= LEAST_ZONES

    def _marked(self, camera: Camera, place: Place, index: int) -> bool:
        tile, points = self._markers[index]
        if not len(tile):
            return False
        off = np.hypot(*(camera.to_picture(place.to_table(tile), 0.0) - points).T)
        return bool((off < 2.5).sum() >= 4)

    def _explained(self, doubt: Doubt, tiles: dict[int, Place], accepted: dict[int, Laid]) -> bool:
        """Whether what seemed to be a side lies where an accepted one lies: two never do."""
        mine = [i for i in tiles if self._sides[i].id in doubt.sides and i not in accepted]
        return all(
            any(
                _overlap(tiles[i], self._sides[i], laid.place, laid.side) > LAPPED
                for laid in accepted.values()
            )
            for i in mine
        )

    def _rival(self, camera: Camera, place: Place, index: int) -> tuple[str, float]:
        """The other side that fits best at a place, and by how many patches it fits worse.

        Only patches in which the two differ can tell: each side's fits are compared patch by patch, and what
        fits neither (a hand) says nothing.
        """
        side = self._sides[index]
        grey, own = self._grey_for(camera, side.coarse.per_mm)
        view, seen = viewed(grey, own, place, side.coarse)
        mine = np.clip(np.nan_to_num(fits_of(side.coarse, view, seen)), 0, 1)
        worst, name = float("inf"), ""
        for j, other in enumerate(self._sides):
            if j == index:
                continue
            for quarter in range(4):
                if other.coarse.size != (side.coarse.size if quarter % 2 == 0 else side.coarse.size[::-1]):
                    continue
                theirs = fits_of(other.coarse, np.rot90(view, quarter), np.rot90(seen, quarter))
                grid = np.nan_to_num(theirs).reshape(other.coarse.across)
                turned = np.clip(np.rot90(grid, -quarter), 0, 1).ravel()
                lead = float((mine - turned).sum())
                if lead < worst:
                    worst, name = lead, other.id
        return name, worst


def _matches(grey: Picture, sides: Sequence[TileSide], lens: Lens) -> list[_Match]:
    """For each side its spots that resemble one spot of the picture, and only one."""
    width, height = grey.shape[1], grey.shape[0]
    shrink = min(1.0, WORK_WIDTH / width)
    small = grey
    if shrink < 1:
        small = np.asarray(
            cv2.resize(grey, (round(width * shrink), round(height * shrink)), interpolation=cv2.INTER_AREA),
            dtype=np.uint8,
        )
    places, sizes, angles, words = spots(small, MOST_SPOTS)
    scale = np.array([width / small.shape[1], height / small.shape[0]])
    rays = lens.to_rays((places + 0.5) * scale - 0.5)
    per_px = float(scale[0]) / float(lens.matrix[0, 0])
    # the same spot found at a neighbouring size or angle is no rival of itself
    x, y = places.astype(np.float32).T
    beside = (np.abs(x[:, None] - x[None]) < 4) & (np.abs(y[:, None] - y[None]) < 4)
    matches = []
    for side in sides:
        f = side.features
        if len(words) < 5 or not len(f.words):
            nothing = np.zeros(0)
            matches.append(_Match(np.zeros((0, 2)), np.zeros((0, 2)), nothing, nothing))
            continue
        alike = f.words @ words.T
        rows = np.arange(len(alike))
        first = alike.argmax(axis=1)
        best = alike[rows, first]
        second = np.where(beside[first], -1, alike).max(axis=1)
        apart = np.sqrt(np.maximum(0, 2 - 2 * np.stack([best, second])))
        good = apart[0] < ALIKE * apart[1]
        at = first[good]
        matches.append(
            _Match(
                f.points_mm[good],
                rays[at],
                angles[at] - f.angles[good],
                np.log(sizes[at] * per_px / f.sizes_mm[good]),
            )
        )
    return matches


def _markers(grey: Picture, sides: Sequence[TileSide]) -> list[Seen]:
    """Corners of printed markers that were there when the sides were taught and are seen now."""
    nothing = (np.zeros((0, 2)), np.zeros((0, 2)))
    if not any(side.markers for side in sides):
        return [nothing for _ in sides]
    seen = {(d, n): corners for d, n, corners in markers_in(grey)}
    pairs = []
    for side in sides:
        both = [
            (m.corners_mm, seen[m.dictionary, m.number])
            for m in side.markers
            if (m.dictionary, m.number) in seen
        ]
        pairs.append(
            (np.concatenate([a for a, _ in both]), np.concatenate([b for _, b in both])) if both else nothing
        )
    return pairs


def _told_by_each(
    tile: Floats, there: Floats, c: Floats, s: Floats
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How far each spot (column) is seen from where each (row) says, and how far both are apart in mm."""
    on, at = tile.astype(np.float32), there.astype(np.float32)
    cos, sin = c.astype(np.float32)[:, None], s.astype(np.float32)[:, None]
    dx = on[None, :, 0] - on[:, None, 0]
    dy = on[None, :, 1] - on[:, None, 1]
    x = at[:, None, 0] + cos * dx - sin * dy - at[None, :, 0]
    y = at[:, None, 1] + sin * dx + cos * dy - at[None, :, 1]
    return np.sqrt(x * x + y * y), np.sqrt(dx * dx + dy * dy)


def _agreeing(m: _Match) -> list[NDArray[np.bool_]]:
    """Sets of spots that agree on where the tile is: each votes with its own place, turn and size."""
    usable = (m.scales > -np.log(FARTHEST_MM)) & (m.scales < -np.log(NEAREST_MM))
    if usable.sum() < LEAST_VOTES:
        return []
    size = np.exp(m.scales)
    c, s = np.cos(m.turns) * size, np.sin(m.turns) * size
    off, apart = _told_by_each(m.tile_mm, m.rays, c, s)
    agree = off < size.astype(np.float32)[:, None] * (8 + 0.2 * apart)
    agree &= np.cos(m.turns[:, None] - m.turns[None, :]) > 0.85
    agree &= np.abs(m.scales[:, None] - m.scales[None, :]) < 0.5
    agree &= usable[None, :] & usable[:, None]
    sets = []
    for _ in range(3):
        best = int(np.argmax(agree.sum(axis=1)))
        chosen = agree[best].copy()
        if chosen.sum() < LEAST_VOTES:
            break
        sets.append(chosen)
        agree[chosen] = False
        agree[:, chosen] = False
    return sets


def _plane(tile: Floats, rays: Floats, focal: float) -> tuple[Floats | None, NDArray[np.bool_]]:
    """A homography from tile to rays: first an affine map by the median's company, then all eight numbers."""
    inliers = np.ones(len(tile), dtype=bool)
    middle, there = tile.mean(axis=0), rays.mean(axis=0)
    rows = np.concatenate([(tile - middle) / 100, np.ones((len(tile), 1))], axis=1)
    for reach in (30.0, 12.0, 6.0, 4.0, 4.0):
        if inliers.sum() < LEAST_VOTES:
            return None, inliers
        affine = np.linalg.lstsq(rows[inliers], (rays - there)[inliers], rcond=None)[0]
        off = np.hypot(*(rows @ affine - (rays - there)).T) * focal
        inliers = off < max(reach, 2.5 * float(np.median(off[inliers])) if reach > 6 else reach)
    if inliers.sum() < 8:
        return affine, inliers
    plane, good = cv2.findHomography(tile[inliers], (rays[inliers] * focal), cv2.RANSAC, 2.5)
    if plane is None:
        return affine, inliers
    inliers[np.flatnonzero(inliers)[np.ravel(good) == 0]] = False
    return np.asarray(plane, dtype=np.float64), inliers


def _overlapping(laid: dict[int, Laid]) -> list[tuple[int, int]]:
    return [
        (i, j)
        for i in laid
        for j in laid
        if i < j and _overlap(laid[i].place, laid[i].side, laid[j].place, laid[j].side) > LAPPED
    ]


def _overlap(a: Place, side_a: TileSide, b: Place, side_b: TileSide) -> float:
    """The share of a tile that lies on another."""
    one = a.to_table(side_a.corners_mm).astype(np.float32)
    two = b.to_table(side_b.corners_mm).astype(np.float32)
    area, _ = cv2.intersectConvexConvex(one, two)
    return float(area) / (side_a.size_mm[0] * side_a.size_mm[1])
