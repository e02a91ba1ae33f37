"""The race eye: frames in, observations in tile mm out, the stages in order.

Camera and tiles (`finding`, `anchor`), what differs from the bare board (`backdrop`), hands (`arms`), figures
(`tracks`), and what their feet did (`contacts`). While the table is lost nothing is claimed.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.anchor import Follower, Motion, in_frame_of
from vision.arms import hands_in, reaching_in
from vision.backdrop import SMALL_WIDTH, Backdrop
from vision.board import Board, board
from vision.camera import Frame
from vision.contacts import Contacts
from vision.following import LOOK_AGAIN_S, STIRRED
from vision.layout import Layout
from vision.learning import learned_figures, learned_table
from vision.lens import LensError
from vision.light import unlit
from vision.observation import Blind, HandsSeen, Happening, Posed, RaceObservation, Seeing, SeenThrough
from vision.pose import Floats
from vision.seeking import NoSight, Seeker, Sight, apart_mm, halved, stays
from vision.stance import Posture, Stance
from vision.state import Doing, FigureSeen, RaceState, TileSeen, tile_seen
from vision.steadying import Steadying, Step
from vision.taught_files import TaughtError
from vision.taught_race import TaughtRace
from vision.track import Look, Track, feet_of
from vision.tracks import Tracks

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

SEARCH_S = 0.5
"""Between two searches of the whole picture for the tiles."""
LOOK_FOR_MORE_S = 1.0
"""Until sides that were not seen at first are looked for again; then twice as long, and so on."""
SOUGHT = frozenset({"tiles_lost", "tiles_doubtful", "tiles_hidden"})
"""Reasons between which a search wavers while nothing changes: said once."""
LOST_S = 0.3
"""Unplaced for so long, the table is looked for anew in the whole picture."""
BUMP_PX = 1.5
"""A move of the picture by more between two frames is told: until it is fitted nothing was claimed."""
CODES_A_LOG, NOISE_CODES = 0.45, 6.0
"""A log of light is so many times a code of 255, by the screen's gamma of 2.2; and noise besides."""
REMEMBERED_FRAMES = 120
"""Stamps of the newest frames: 2 s at 60 frames a second, and nothing is told later than that."""
ARM_GONE_S = 2.0
"""What is first seen so long after the last hand was not put there by it."""
HELD_IN_MEMORY_S = 1.0
"""A figure not seen for longer is not said to stand where it stood."""
LEAST_SIZE = 0.3
"""Of the width learned with: below that, figures are a few pixels."""
UNASKED_S = 2.0
"""Longer than poses take to settle."""
SETTLES_S, SETTLES_MM = 1.0, 0.5
"""A layout found in one picture is off by less; the pictures that follow put its tiles right unsaid."""
PLACE_ERROR_MM = 0.8
"""One sigma of a place for many frames on end: half a pixel of tracing, the ruler, the lens."""
ASSUMED_LENS_MM = 2.0


class RaceEye:
    """Watches one taught race. `see` takes frames in order of their stamps."""

    def __init__(self, taught: TaughtRace, expected: frozenset[str] | None = None) -> None:
        """`expected` are the sides that must lie there, if that is known: without them nothing is claimed.

        `doubts` then has a line for each figure that cannot be learned and is not watched. Raises
        `TaughtError` when a side or all figures cannot be learned, or a side is expected that is not taught.
        Takes some seconds.
        """
        self._taught = taught
        table = learned_table(taught)
        if unknown := (expected or frozenset()) - {side.id for side in table.sides}:
            raise TaughtError(f"{_listed(sorted(unknown))}: no such tile side is taught")
        self._error_mm = PLACE_ERROR_MM + (ASSUMED_LENS_MM if taught.lens.error_px is None else 0.0)
        self._seeker = Seeker(table.sides, table.lens, table.laid, expected)
        self._figures, self.doubts = learned_figures(taught)
        self.reset()

    def reset(self) -> None:
        """Forgets everything seen; what was taught stays."""
        self._tracks = Tracks(self._figures)
        self._steadying = Steadying()
        self._unsettled: dict[tuple[float, str], tuple[Posed, Layout]] = {}
        self._finished = False
        self._follower: Follower | None = None
        self._backdrop: Backdrop | None = None
        self._contacts: Contacts | None = None
        self._blind: str | None = None
        self._size = self._taught.size_px
        self._hands: Mask | None = None
        self._reach: Mask | None = None
        self._before: Picture | None = None
        self._hands_s = -1e9
        self._over = False
        self._searched_s: float | None = None
        self._unseen: tuple[str, ...] = ()
        self._unseen_told, self._sure = False, True
        self._look_s = self._wait_s = LOOK_FOR_MORE_S
        self._started_s = -1e9
        self._lost_s: float | None = None
        self._now = 0.0
        self._stamps: deque[float] = deque(maxlen=REMEMBERED_FRAMES)

    def forget_said(self) -> None:
        """After an interruption: what happened unseen is not known."""
        if self._contacts is not None:
            self._contacts.hold(self._now)
        self._before = None

    def finish(self) -> tuple[RaceObservation, ...]:
        """The picture is interrupted, or no frame follows: what was not yet sure enough is told now."""
        self._finished = True
        if self._contacts is None or self._blind is not None:
            return ()
        return tuple(self._dated(self._contacts.finish()))

    # what a screen shows

    @property
    def blind(self) -> str | None:
        """The key of why nothing is claimed, or None while the table is seen."""
        return self._blind

    @property
    def layout(self) -> Layout | None:
        """Camera and tiles as they are now, in pixels of the newest frame; None until found."""
        return None if self._follower is None else self._follower.layout

    @property
    def state(self) -> RaceState:
        """What there is to draw of the newest frame."""
        layout = self.layout
        if layout is None or self._blind is not None:
            return RaceState(None, (), (), None, stirring=False, blind=self._blind)
        tiles = _tiles_of(layout)
        figures = tuple(self._figure_seen(track) for track in self._tracks.tracks)
        stirring = self._over or any(f.doing in {"walking", "held"} for f in figures)
        return RaceState(layout.camera, tiles, figures, self._hands, stirring=stirring, blind=None)

    def _figure_seen(self, track: Track) -> FigureSeen:
        doing: Doing = "standing"
        if track.posture is Posture.FALLEN:
            doing = "fallen"
        elif track.posture is Posture.HELD:
            doing = "held"
        elif track.moving:
            doing = "walking"
        place, heading_deg = track.place, track.heading_deg
        if track.posture is Posture.HELD:
            place = None
        elif track.posture is Posture.FALLEN:
            place = None if track.lies_mm is None else np.array([*track.lies_mm, 0.0])
            heading_deg = None
        feet = None if place is None else feet_of(track.figure, place)
        return FigureSeen(
            track.figure.name, track.figure.height_mm, feet, heading_deg, self._error_of(track), doing
        )

    def poses(self) -> tuple[Posed, ...]:
        """Where each figure that stands or lies is in the newest frame."""
        layout = self.layout
        if layout is None or self._blind is not None:
            return ()
        return tuple(p for t in self._tracks.tracks if (p := self._posed(t, layout)) is not None)

    def settled_poses(self) -> tuple[Posed, ...]:
        """Poses of frames about half a second ago, each once, without the sway of a walk."""
        said = []
        for step in self._steadying.ready(self._now, last=self._finished):
            posed, layout = self._unsettled.pop((step.taken_s, step.figure))
            said.append(replace(_on_tile(posed, step.place, layout), said_s=self._now))
        return tuple(said)

    def _keep_poses(self, layout: Layout) -> None:
        """For `settled_poses`."""
        # nobody may ask for them: then they go as they came
        self._steadying.forget_before(self._now - UNASKED_S)
        for kept in [key for key in self._unsettled if key[0] < self._now - UNASKED_S]:
            del self._unsettled[kept]
        for track in self._tracks.tracks:
            at, posed = _at(track), self._off_tile(track)
            if at is not None and posed is not None:
                walks = track.posture is Posture.STANDING and track.looked_s > self._now - 2 * LOOK_AGAIN_S
                run = track.run if walks else -1
                self._steadying.add(Step(self._now, track.figure.name, at, run, track.likeness))
                self._unsettled[self._now, track.figure.name] = posed, layout

    def _known(self, track: Track) -> bool:
        """Whether a figure is seen, or was a moment ago and no hand may have moved it since."""
        if track.posture is not Posture.UNSEEN:
            return True
        return track.hidden_s < self._now and self._now - track.seen_s < HELD_IN_MEMORY_S

    def _posed(self, track: Track, layout: Layout) -> Posed | None:
        at, posed = _at(track), self._off_tile(track)
        return None if at is None or posed is None else _on_tile(posed, at, layout)

    def _off_tile(self, track: Track) -> Posed | None:
        """What is said of a figure wherever it is, its heading in table terms; None while it is not known."""
        if track.posture is Posture.HELD or not self._known(track):
            return None
        upright = track.posture is not Posture.FALLEN
        heading = track.heading_deg if upright else None
        return Posed(self._now, self._now, track.figure.name, None, None, heading, upright)

    # what a frame says

    def see(self, frame: Frame) -> tuple[RaceObservation, ...]:
        """What this frame makes known. Never raises on any picture of three channels."""
        now = self._now = frame.taken_s
        self._finished = False
        self._stamps.append(now)
        said: list[RaceObservation] = []
        size = (int(frame.pixels.shape[1]), int(frame.pixels.shape[0]))
        if size != self._size:
            changed = ("resolution_changed", now, _sizes(size, self._taught.size_px))
            if self._follower is not None:
                said += self._go_blind(*changed)
            if not self._fits(size):
                return (*said, *self._go_blind(*changed))
        half = halved(frame.pixels)
        grey = np.asarray(cv2.cvtColor(half, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        if (why := unlit(grey)) is not None:
            return (*said, *self._go_blind(why, now))
        if self._follower is None:
            return (*said, *self._acquire(frame, half, now))
        before = self._follower.layout
        motion = self._follower.look(half, grey, self._covered(half.shape[:2]))
        if motion.state == "lost":
            return self._lose(frame, now)
        if self._lost_s is not None or motion.state == "refine":
            said += self._placed_again(before, motion, now)
        self._lost_s = None
        if self._blind is None and (told := self._look_for_more(frame, now)) is not None:
            return (*said, *told)
        if self._blind == "camera_moved" and said:
            return tuple(said)  # what this frame shows is claimed from the next one on
        said += self._read(frame, half, motion, now)
        return tuple(said)

    def _read(self, frame: Frame, half: Picture, motion: Motion, now: float) -> list[RaceObservation]:
        assert self._backdrop is not None
        assert self._contacts is not None
        said: list[RaceObservation] = []
        if self._blind is not None or (self._unseen and not self._unseen_told):
            self._blind, self._unseen_told = None, True
            said.append(Seeing(now, now, self._unseen))
        backdrop = self._backdrop
        if backdrop.move(motion.to_now):
            self._before = None
        small = backdrop.small(half)
        change = backdrop.compare(small, self._hands)
        figures = self._tracks.mask(change.sure.shape)
        camera = motion.layout.camera
        stirred = self._stirred(small)
        body_px = self._tracks.body_px(camera, backdrop.step)
        aslant_px = self._tracks.aslant_px(motion.layout, backdrop.step)
        hands = hands_in(change, figures, stirred, body_px, aslant_px)
        reach = reaching_in(change, figures, stirred, hands, self._reach, figure_px=body_px)
        self._tracks.see(Look(now, frame.pixels, backdrop, camera, change, hands, reach, stirred))
        self._hands = hands if hands.any() else None
        self._reach = reach if reach.any() else None
        if self._reach is not None:
            self._hands_s = now
        for track in self._tracks.tracks:
            if track.run == 1 and track.seen_s == now and now - self._hands_s > ARM_GONE_S:
                self._contacts.was_there(track.figure.name, now)
        if bool(hands.any()) != self._over:
            self._over = not self._over
            said.append(HandsSeen(now, now, self._over))
        self._keep_poses(motion.layout)
        said += self._dated(self._contacts.see(now, self._stances(now)))
        return said

    def _dated(self, happenings: Sequence[Happening]) -> list[Happening]:
        """What was between two frames is dated by the later, which shows it; `seen_through` is not."""
        dated = []
        for one in happenings:
            shown = [t for t in self._stamps if t >= one.taken_s - 1e-6]
            if shown and not isinstance(one, SeenThrough):
                one = replace(one, taken_s=min(shown[0], one.said_s))  # noqa: PLW2901
            dated.append(one)
        return dated

    def _stirred(self, small: Picture) -> Mask | None:
        """Where the picture changes from one frame to the next, more than all of it does."""
        before, self._before = self._before, small
        if before is None:
            return None
        step = cv2.absdiff(small, before)
        few = step[::7, ::7].reshape(-1, 3)
        codes = np.arange(256)[:, None]
        most = np.floor(STIRRED * CODES_A_LOG * codes + NOISE_CODES + np.median(few, axis=0))
        allowed = cv2.LUT(small, np.clip(most, 0, 255).astype(np.uint8)[None])
        blue, green, red = cv2.split(cv2.subtract(step, allowed))
        return np.asarray(cv2.max(cv2.max(blue, green), red) > 0)

    def _stances(self, now: float) -> list[Stance]:
        stances = []
        for track in self._tracks.tracks:
            if track.place is None:
                continue
            x, y = float(track.place[0]), float(track.place[1])
            if track.posture is Posture.FALLEN and track.lies_mm is not None:
                x, y = track.lies_mm
            stances.append(
                Stance(
                    track.figure.name,
                    now,
                    track.posture,
                    (x, y),
                    track.heading_deg,
                    track.figure.feet_mm,
                    self._error_of(track),
                )
            )
        return stances

    def _error_of(self, track: Track) -> float:
        return float(np.hypot(self._error_mm, track.figure.unsure_mm))

    # where the table is

    def _acquire(self, frame: Frame, half: Picture, now: float) -> tuple[RaceObservation, ...]:
        """The first sight of the tiles."""
        if self._searched_s is not None and now - self._searched_s < SEARCH_S:
            return ()
        self._searched_s = now
        sight = self._seeker.first(frame.pixels)
        if isinstance(sight, NoSight):
            return self._go_blind(sight.why, now, _listed(sight.sides))
        self._start(sight, now)
        assert self._follower is not None
        grey = np.asarray(cv2.cvtColor(half, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        motion = self._follower.look(half, grey, None)
        if motion.state == "lost":
            self._follower = None
            return self._go_blind("tiles_lost", now)
        return tuple(self._read(frame, half, motion, now))

    def _look_for_more(self, frame: Frame, now: float) -> tuple[RaceObservation, ...] | None:
        """Whether tiles that were not seen at first are seen now; less and less often, for it takes long."""
        assert self._follower is not None
        if self._sure or now < self._look_s:
            return None
        self._look_s, self._wait_s = now + self._wait_s, 2 * self._wait_s
        sight = self._seeker.more(frame.pixels, self._follower.layout)
        if sight is None:
            return None
        seen = {laid.side.id for laid in self._follower.layout.tiles}
        more = [laid.side.id for laid in sight.layout.tiles if laid.side.id not in seen]
        said = self._go_blind("tiles_hidden", now, _listed(more))
        self._start(sight, now)
        return said

    def _start(self, sight: Sight, now: float) -> None:
        self._follower = Follower(sight.layout, halved(sight.bare))
        self._backdrop = Backdrop(sight.bare)
        self._contacts = Contacts(_board(sight.layout))
        self._unseen, self._unseen_told, self._sure = sight.unseen, False, sight.sure
        self._look_s, self._wait_s = now + LOOK_FOR_MORE_S, 2 * LOOK_FOR_MORE_S
        self._tracks.reset()
        self._hands, self._reach, self._before = None, None, None
        self._started_s = now

    def _lose(self, frame: Frame, now: float) -> tuple[RaceObservation, ...]:
        """Camera or tiles moved and it is not known where to."""
        assert self._follower is not None
        if self._lost_s is None:
            self._lost_s = now
        said = self._go_blind("camera_moved", now)
        if now - self._lost_s >= LOST_S and (self._searched_s is None or now - self._searched_s >= SEARCH_S):
            self._searched_s = now
            sight = self._seeker.again(frame.pixels, self._follower.layout)
            if isinstance(sight, Sight):
                self._find_again(sight, now)
        return said

    def _find_again(self, sight: Sight, now: float) -> None:
        """Goes on from a layout found in the whole picture; other tiles, or tiles laid anew, start anew."""
        assert self._follower is not None
        new = in_frame_of(self._follower.layout, sight.layout)
        if stays(self._follower.layout, new) and self._follower.stand_on(new):
            self._tracks.moved_camera()
            return
        self._start(sight, now)

    def _placed_again(self, before: Layout, motion: Motion, now: float) -> list[RaceObservation]:
        """Moved, and fitted again: said, if it was more than a creep."""
        assert self._contacts is not None
        assert self._backdrop is not None
        said: list[RaceObservation] = []
        self._backdrop.move(motion.to_now)
        if motion.pushed:
            self._backdrop.push(replace(before, camera=motion.layout.camera), motion.layout, motion.pushed)
            self._contacts.relay(_board(motion.layout))
        settles = now < self._started_s + SETTLES_S and apart_mm(before, motion.layout) < SETTLES_MM
        if self._blind is None and (motion.moved_px >= BUMP_PX or (motion.pushed and not settles)):
            said += self._go_blind("camera_moved", now)
        self._tracks.moved_camera()
        self._before = None
        return said

    def _go_blind(self, why: str, now: float, about: str = "") -> tuple[RaceObservation, ...]:
        held: tuple[Happening, ...] = ()
        if self._blind is None and self._contacts is not None:
            held = tuple(self._dated(self._contacts.hold(now)))
        self._before = None
        if self._blind == why or (self._blind in SOUGHT and why in SOUGHT):
            return held
        self._blind = why
        return (*held, Blind(now, now, why, about))

    def _covered(self, shape: tuple[int, int]) -> Picture | None:
        """Hands and figures of the frame before, at half size, where no mark may be asked."""
        figures = self._tracks.mask((self._size[1] // self._step, self._size[0] // self._step))
        mask = figures if self._hands is None else figures | self._hands
        if not mask.any():
            return None
        large = cv2.resize(mask.astype(np.uint8), (shape[1], shape[0]), interpolation=cv2.INTER_NEAREST)
        return np.asarray(large, dtype=np.uint8)

    @property
    def _step(self) -> int:
        return max(1, round(self._size[0] / SMALL_WIDTH))

    def _fits(self, size: tuple[int, int]) -> bool:
        """Whether a picture of another size has the shape learned; then all starts anew."""
        if size[0] < LEAST_SIZE * self._taught.size_px[0]:
            return False
        try:
            self._taught.lens.scaled(size)
        except LensError:
            return False
        blind, over = self._blind, self._over
        self.reset()
        self._size, self._blind, self._over = size, blind, over  # as was told, so that its end is told too
        return True


def _tiles_of(layout: Layout) -> tuple[TileSeen, ...]:
    return tuple(
        tile_seen(
            laid.side.id,
            laid.side.size_mm,
            tuple((zone.kind, zone.points_mm) for zone in laid.side.zones),
            laid.place,
        )
        for laid in layout.tiles
    )


def _at(track: Track) -> Floats | None:
    """Where a figure stands, or the middle of it if it lies, in table mm."""
    if track.posture is Posture.FALLEN:
        return None if track.lies_mm is None else np.array(track.lies_mm)
    return None if track.place is None else track.place[:2]


def _on_tile(posed: Posed, at: Floats, layout: Layout) -> Posed:
    """The same on the tile under it; `posed` has its heading in table terms."""
    laid = layout.side_at(at)
    if laid is None:
        return replace(posed, tile=None, tile_mm=None, heading_deg=None)
    x, y = laid.place.to_tile(at[None])[0]
    turned = None if posed.heading_deg is None else (posed.heading_deg + laid.place.turn_deg) % 360
    return replace(posed, tile=laid.side.id, tile_mm=(float(x), float(y)), heading_deg=turned)


def _board(layout: Layout) -> Board:
    return board(
        (
            laid.side.id,
            laid.place.to_table(laid.side.corners_mm),
            [(zone.kind, laid.place.to_table(zone.points_mm)) for zone in laid.side.zones],
        )
        for laid in layout.tiles
    )


def _sizes(now: tuple[int, int], learned: tuple[int, int]) -> str:
    return f"{now[0]} x {now[1]}, and {learned[0]} x {learned[1]} were learned"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
