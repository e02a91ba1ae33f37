"""A race table taught by touch from the first picture to the last: the app, its threads, a drawn camera."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion import settings
from companion.assembly.evening import Evening
from companion.assembly.facts import ui_settings
from companion.ui.facts import TableState
from companion.ui.places import Place
from companion.ui.race_table.draft import Point
from companion.ui.race_table.steps import Step
from companion.ui.race_table.tracing import straight_of
from tests.ui.glass import Finger, Glass
from tests.ui.peeping import texts_of
from tests.vision.race_figures import Toy, random_toys, standing
from tests.vision.race_renderer import THICK_MM, Moment, Picture, RaceRenderer, RaceTable, race_table
from vision.camera import Frame
from vision.observation import Posed
from vision.taught import TaughtRace, load
from vision.watching import open_eye

PATIENCE_S = 120.0
STREAM = "http://camera.example/1"


class Camera:
    """A capture of whatever is held before it; no two pictures of it are wholly alike."""

    now: Picture
    given = 0
    """Pictures of what is held before it just now."""

    def __init__(self, *_: Any) -> None:
        self._count = 0

    @staticmethod
    def look_at(picture: Picture) -> None:
        """Hold this before it, and wait until pictures of it have come."""
        Camera.now, Camera.given = picture, 0
        end_s = time.monotonic() + PATIENCE_S
        while Camera.given < 4:
            assert time.monotonic() < end_s
            time.sleep(0.01)

    def isOpened(self) -> bool:
        return True

    def grab(self) -> bool:
        time.sleep(0.03)
        self._count += 1
        return True

    def retrieve(self) -> tuple[bool, Picture]:
        picture = Camera.now.copy()
        picture[0, self._count % 64] ^= 1
        Camera.given += 1
        return True, picture

    def get(self, _: int) -> float:
        return 0.0

    def set(self, _prop: int, _value: float) -> bool:
        return True

    def release(self) -> None: ...


@pytest.fixture(scope="module")
def table() -> RaceTable:
    return race_table(41, size_px=(1280, 720), tiles=2, taught=2)


@pytest.fixture(scope="module")
def draw(table: RaceTable) -> RaceRenderer:
    return RaceRenderer(table)


@pytest.fixture(scope="module")
def toy() -> Toy:
    (toy,) = random_toys(5, ("steve",))
    return toy


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def sit(home: Path, monkeypatch: pytest.MonkeyPatch, draw: RaceRenderer) -> Iterator[Callable[[], Glass]]:
    """The whole program on the glass, its camera a drawn one; a second time it begins where it was."""
    monkeypatch.setattr(cv2, "VideoCapture", Camera)
    Camera.now = draw.bare(Moment(1), [])
    open_: list[tuple[Evening, Glass]] = []

    def end() -> None:
        while open_:
            evening, glass = open_.pop()
            glass.close()
            evening.close()

    def begin() -> Glass:
        end()
        chosen = settings.load(home / settings.FILE)
        if not chosen.source:
            chosen = settings.Settings(source=STREAM)
        evening = Evening(chosen, home, clock_ns=time.monotonic_ns, wall_s=time.time)
        glass = Glass(
            front=evening.front(), settings=ui_settings(chosen), wishes=evening, sources=evening.sources
        )
        open_.append((evening, glass))
        return glass

    yield begin
    end()


class Hand:
    """Somebody at the tablet, who waits for what is shown and touches nothing else."""

    def __init__(self, glass: Glass) -> None:
        self.glass = glass
        self.touches = 0

    @property
    def lesson(self) -> Any:
        return self.glass.desk.lesson

    def until(self, wanted: Callable[[], Any]) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not wanted():
            assert time.monotonic() < end_s, "\n".join(texts_of(self.glass.screen))
            self.glass.frame()
            time.sleep(0.005)
        self.glass.settle()

    def tap(self, words: str) -> None:
        self.until(lambda: [t for t in self.glass.targets() if getattr(t, "text", None) == words])
        self.glass.tap(words)
        self.touches += 1
        self.glass.settle()

    def hold(self, words: str) -> None:
        finger = self.glass.down(self.glass.find(words))
        self.glass.clock.pass_s(1.1)
        self.glass.frame(2)
        finger.lift()
        self.touches += 1
        self.glass.settle()

    def begin(self) -> None:
        self.tap("Set up table")
        self.tap("Tiles for All Wound Up")
        self.until(lambda: self.lesson.seen is not None and self.lesson.seen.seeing)

    def shoot(self, picture: Picture) -> None:
        """Something is laid before the camera, and its picture taken."""
        Camera.look_at(picture)
        self.tap("Take the picture")
        self.until(lambda: self.lesson.step is Step.MARK and self.lesson.shown is not None)

    def drag(self, mark: int, to: Point) -> None:
        """A ring onto a place of the picture, to the very pixel."""
        marks = self.glass.screen.ids.marks
        handle = marks.handles()[mark]
        x, y = handle.to_window(*handle.center)
        finger = self.glass.down(handle)
        end_x, end_y = marks.photo.to_screen(to)
        for share in (0.5, 1.0):
            finger.move(x + (end_x - x) * share, y + (end_y - y) * share)
        finger.lift()
        self.touches += 1
        self.glass.settle()
        self.nudge(mark, to)

    def nudge(self, mark: int, to: Point) -> None:
        picked = self.glass.screen.model.marks[mark]
        for at, less, more in ((0, "Left", "Right"), (1, "Up", "Down")):
            for _ in range(abs(round(to[at] - picked[at]))):
                self.tap(less if to[at] < picked[at] else more)

    def put(self, widget: Any, point: Point) -> None:
        """One touch on a place of a picture."""
        Finger(self.glass, *widget.photo.to_screen(point)).lift()
        self.touches += 1
        self.glass.settle()

    def trace(self, kind: str, points_px: list[list[float]]) -> None:
        self.tap(kind)
        straight = straight_of(self.lesson.side)
        assert straight is not None
        outline = [straight.to_straight((x, y)) for x, y in points_px]
        tracer = self.glass.screen.ids.tracer
        for point in outline:
            self.put(tracer, point)
        if kind != "Gate":
            self.put(tracer, outline[0])


def tapped(zone: dict[str, Any]) -> list[list[float]]:
    """Where a person taps round a zone: an oval is eight corners to them."""
    points: list[list[float]] = zone.get("polygon_px") or zone["line_px"]
    return points if len(points) <= 8 else points[::3]


def teach_side(hand: Hand, picture: Picture, told: dict[str, Any], name: str) -> None:
    hand.tap("Next tile side")
    hand.shoot(picture)
    for mark, corner in enumerate(told["corners_px"]):
        hand.drag(mark, tuple(corner))
    hand.tap("Next")
    wide, high = told["size_mm"]
    measure(hand, (wide, high))
    hand.tap(name)
    hand.until(lambda: hand.lesson.shown is not None)
    for zone in told["zones"]:
        hand.trace(zone["kind"].capitalize(), tapped(zone))
    hand.tap("Done")


def measure(hand: Hand, sizes_mm: tuple[float, ...]) -> None:
    """Steps of ten and of one until every row says what the ruler said."""
    for row, wanted in enumerate(sizes_mm):
        while left := round(wanted - float(hand.glass.screen.model.rows[row].value.split()[0])):
            by = 10 if abs(left) >= 10 else 1
            buttons = hand.glass.screen.model.rows[row]
            words = (buttons.more if left > 0 else buttons.less)[0 if (by == 10) is (left < 0) else 1].text
            found = [t for t in hand.glass.targets() if getattr(t, "text", "") == words]
            hand.glass.tap(sorted(found, key=lambda t: -t.to_window(*t.center)[1])[row])
            hand.touches += 1
            hand.glass.settle()
    hand.tap("Next")


def stood(draw: RaceRenderer, toy: Toy, spot: Point, heading_deg: float) -> tuple[Picture, Point]:
    """The figure on the ring that the screen shows, and a place before its toes."""
    view = draw.table.view
    w, h = view.glass.size_px
    x, y = view.to_table(np.array([[spot[0] * w, spot[1] * h]]), -THICK_MM)[0]
    solid = standing(toy, float(x), float(y), heading_deg, floor_mm=-THICK_MM)
    way = np.array([np.cos(np.deg2rad(heading_deg)), -np.sin(np.deg2rad(heading_deg))])
    tap = view.to_picture(np.array([[x, y]]) + 33 * way, -THICK_MM)[0]
    return draw.bare(Moment(7), [solid]), (float(tap[0]), float(tap[1]))


def teach_figure(hand: Hand, draw: RaceRenderer, toy: Toy, name: str) -> None:
    hand.tap("Next figure")
    for heading_deg in (30.0, 250.0):
        hand.until(lambda: hand.lesson.step is Step.TAKE)
        picture, front = stood(draw, toy, hand.glass.screen.model.spot, heading_deg)
        hand.shoot(picture)
        hand.put(hand.glass.screen.ids.marks, front)
        hand.nudge(0, front)
        hand.tap("Next")
    measure(hand, (round(toy.height_mm), round(toy.feet_mm[0]), round(toy.feet_mm[1])))
    hand.tap(name)


def test_a_table_is_taught_by_touch_and_an_eye_knows_it(
    sit: Callable[[], Glass], home: Path, draw: RaceRenderer, table: RaceTable, toy: Toy
) -> None:
    hand, rng = Hand(sit()), np.random.default_rng(3)
    hand.begin()
    told = {}
    for side, name in zip(table.sides, ("Tile 1A", "Tile 2A"), strict=True):
        picture, told[name] = draw.side_picture(side.id, rng, off_px=0.0)
        teach_side(hand, picture, told[name], name)
    # Somebody leaves in the middle, and the program ends: all is there again.
    assert hand.lesson.step is Step.SHEET
    hand = Hand(sit())
    assert hand.glass.desk.front.race is TableState.HALF
    hand.begin()
    hand.until(lambda: len(hand.lesson.draft.sides) == 2)
    teach_figure(hand, draw, toy, "Steve")
    hand.tap("Tiles as laid")
    Camera.look_at(draw.frame(Moment(6)))
    hand.tap("Take the picture")
    hand.until(lambda: hand.lesson.step is Step.SHEET)
    hand.tap("Learn it")
    worst_s = learn(hand)
    assert worst_s < 2.0, f"the screen stood still for {worst_s:.2f} s"
    assert "the lens is assumed" in "\n".join(texts_of(hand.glass.screen))
    hand.tap("Use this table")
    hand.until(lambda: hand.glass.place is Place.TABLES)
    hand.until(lambda: hand.glass.desk.front.race is TableState.TAUGHT)
    chosen = settings.load(home / settings.FILE)
    assert (chosen.race_table, chosen.race_source) == (str(home / "tables" / "race-1"), STREAM)
    taught = load(Path(chosen.race_table))
    assert isinstance(taught, TaughtRace)
    for side in taught.sides:
        within_px(side.corners_px, told[side.id]["corners_px"], 0.51)
        zones = [tapped(zone) for zone in told[side.id]["zones"]]
        assert [zone.kind for zone in side.zones] == [zone["kind"] for zone in told[side.id]["zones"]]
        for zone, points in zip(side.zones, zones, strict=True):
            within_px(zone.points_px, points, 1.5)
    known_by_an_eye(taught, draw, table, toy)


FRAME_S = 1 / 60
"""A screen waits for its next frame; a loop that does not keeps Python from all who work beside it."""


def learn(hand: Hand) -> float:
    """Until it is learned; the longest that the screen stood still meanwhile, in seconds."""
    worst_s, before_s = 0.0, time.monotonic()
    while not [t for t in hand.glass.targets() if getattr(t, "text", "").startswith("Use")]:
        hand.glass.frame()
        time.sleep(FRAME_S)
        now_s = time.monotonic()
        worst_s, before_s = max(worst_s, now_s - before_s), now_s
        assert "mended first" not in "\n".join(texts_of(hand.glass.screen)), texts_of(hand.glass.screen)
    return worst_s


def within_px(points: Any, told: Any, px: float) -> None:
    off = np.abs(np.array(points) - np.array(told)).max()
    assert off <= px, off


def known_by_an_eye(taught: TaughtRace, draw: RaceRenderer, table: RaceTable, toy: Toy) -> None:
    """The tiles as laid are found, and the figure on one of them where it stands."""
    eye = open_eye(taught)
    laid = table.laid[0]
    side = table.side(laid.side)
    x, y = laid.to_table(np.array([[0.4, 0.55]]) * side.size_mm)[0]
    solid = standing(toy, float(x), float(y), 30.0)
    poses: tuple[Posed, ...] = ()
    for index in range(24):
        eye.see(Frame(draw.frame(Moment(100 + index), [solid]), index / 12, index))
        poses = eye.poses()
    assert eye.blind is None
    (pose,) = poses
    assert pose.figure == "Steve"
    assert pose.tile == dict(zip([s.id for s in table.sides], ("Tile 1A", "Tile 2A"), strict=True))[laid.side]
    off_mm = np.hypot(*(np.array(pose.tile_mm) - np.array([0.4, 0.55]) * side.size_mm))
    assert off_mm < 6.0, off_mm
