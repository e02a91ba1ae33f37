"""Sources of pictures. The only doubles stand where `cv2.VideoCapture` stands."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import naming
from vision.camera import CameraError, FileSource, Frame, LiveCamera, PacedFile, is_live
from vision.controls import settle_controls
from vision.observation import Blind, Seeing

SHIPPED = Path(__file__).parents[2] / "companion" / "demo" / "all_4_it" / "clip.mp4"


def test_every_frame_of_a_file_comes_stamped_by_its_own_rate() -> None:
    source = FileSource(SHIPPED)
    frames = list(source)
    assert [f.index for f in frames] == list(range(124))
    assert [f.taken_s for f in frames] == [i / source.fps for i in range(124)]
    assert frames[0].pixels.shape == (720, 1280, 3)
    assert frames[0].pixels.dtype == np.uint8


@pytest.mark.parametrize("kind", ["absent", "folder", "text", "empty", "torn"])
def test_a_file_that_is_no_video_is_refused_in_one_line(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "clip.mp4"
    match kind:
        case "folder":
            path.mkdir()
        case "text":
            path.write_text("not a film")
        case "empty":
            path.touch()
        case "torn":
            path.write_bytes(SHIPPED.read_bytes()[:2000])
        case _:
            pass
    with pytest.raises(CameraError) as refused:
        list(FileSource(path))
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_paced_file_keeps_its_own_time() -> None:
    now = 100.0
    slept: list[float] = []

    def wait(seconds: float) -> bool:
        nonlocal now
        slept.append(seconds)
        now += seconds
        return len(slept) > 9

    frames = list(PacedFile(FileSource(SHIPPED), lambda: now, wait))
    assert len(frames) == 10
    assert slept == pytest.approx([1 / 6] * 10)


def test_a_number_or_an_address_is_live_and_a_path_is_not() -> None:
    assert is_live("0")
    assert is_live("http://10.0.0.7:8080/video")
    assert is_live("rtsp://phone/1")
    assert not is_live("clip.mp4")
    assert not is_live("/dev/video0")
    assert not is_live("\N{SUPERSCRIPT TWO}")


@given(number=st.integers(0, naming.MOST_DEVICE), zeros=st.integers(0, 3))
def test_a_camera_is_opened_by_its_number(number: int, zeros: int) -> None:
    assert naming.named("0" * zeros + str(number)) == number


impossible_numbers = st.one_of(
    st.integers(max_value=-1).map(str),
    st.integers(min_value=naming.MOST_DEVICE + 1).map(str),
    st.integers(0, 10**9).flatmap(lambda n: st.sampled_from([hex(n), f"+{n}", f"{n}.0", f"{n}e3", f"-{n}"])),
    st.integers(3, 6000).map(lambda n: "9" * n),
    st.sampled_from(["", " ", "\0"]),
)


@given(source=impossible_numbers)
def test_a_name_that_no_source_can_have_never_comes_to_a_driver(source: str) -> None:
    driver = Driver()
    with pytest.raises(CameraError) as refused:
        LiveCamera(source, opener=driver.open).start()
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200
    assert driver.opened == 0


def test_a_clip_with_a_hole_in_it_does_not_just_end_there(tmp_path: Path) -> None:
    hole = tmp_path / "hole.mp4"
    out = cv2.VideoWriter(str(hole), cv2.VideoWriter.fourcc(*"mp4v"), 6, (64, 48))
    rng = np.random.default_rng(0)
    for _ in range(60):
        out.write(rng.integers(0, 255, (48, 64, 3), np.uint8))
    out.release()
    data = bytearray(hole.read_bytes())
    middle = slice(len(data) // 3, len(data) // 2)
    data[middle] = bytes(len(data[middle]))
    hole.write_bytes(data)
    seen: list[Frame] = []
    with pytest.raises(CameraError, match=r"hole.mp4: can be read only up to [\d.]+ s of 10.0 s") as told:
        seen.extend(FileSource(hole))
    assert seen
    assert "damaged" in str(told.value)


def test_one_picture_is_no_clip(tmp_path: Path) -> None:
    picture, clip = SHIPPED.with_name("empty.jpg"), tmp_path / "one.mp4"
    out = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"mp4v"), 6, (64, 48))
    out.write(np.zeros((48, 64, 3), np.uint8))
    out.release()
    for path in (picture, clip):
        with pytest.raises(CameraError, match="is one picture, and no clip"):
            list(FileSource(path))


class Driver:
    """A driver: noisy frames, or none, or the same again; and controls that obey or not."""

    def __init__(self, obeys: bool = True) -> None:
        self.mode = "works"
        self.obeys = obeys
        self.opened = 0
        self.unblock = threading.Event()
        self.count = 0
        self.still = np.random.default_rng(0).integers(60, 200, (48, 64, 3), np.uint8)
        self.values: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 100.0, cv2.CAP_PROP_WB_TEMPERATURE: 4000.0}
        self.asked: list[int] = []

    def open(self, source: int | str) -> "Driver":
        self.opened += 1
        return self

    def isOpened(self) -> bool:
        return self.mode != "gone"

    def grab(self) -> bool:
        time.sleep(0.01)
        if self.mode == "blocks":
            self.unblock.wait(20)
            return False
        return self.mode in ("works", "frozen")

    def retrieve(self) -> tuple[bool, Any]:
        self.count += 1
        picture = self.still.astype(np.float32)
        if self.mode != "frozen":
            picture += np.random.default_rng(self.count).normal(0, 2, picture.shape)
        if self.obeys:
            picture *= self.values[cv2.CAP_PROP_EXPOSURE] / 100
            picture[..., 0] *= self.values[cv2.CAP_PROP_WB_TEMPERATURE] / 4000
        return True, np.clip(picture, 0, 255).astype(np.uint8)

    def get(self, prop: int, /) -> float:
        return self.values.get(prop, 0.0)

    def set(self, prop: int, value: float, /) -> bool:
        self.asked.append(prop)
        self.values[prop] = value
        return True

    def release(self) -> None:
        pass


def until(camera: LiveCamera, wanted: Callable[[Frame | Blind | Seeing], bool], seconds: float = 6) -> float:
    """Takes from the camera until something is as wanted; how long that took."""
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        for item in camera.next(0.05):
            if wanted(item):
                return time.monotonic() - begun
    raise AssertionError("never came")


@pytest.fixture
def driver() -> Driver:
    return Driver()


@pytest.fixture
def camera(driver: Driver) -> Any:
    made = LiveCamera("rtsp://somewhere/1", opener=driver.open)
    made.start()
    until(made, lambda item: isinstance(item, Frame))
    yield made
    driver.unblock.set()
    made.close()


@pytest.mark.parametrize(
    ("mode", "why"), [("blocks", "no_picture"), ("fails", "no_picture"), ("frozen", "frozen")]
)
def test_a_lost_camera_is_said_within_a_second_and_picked_up_again(
    camera: LiveCamera, driver: Driver, mode: str, why: str
) -> None:
    driver.mode = mode
    took = until(camera, lambda item: isinstance(item, Blind) and item.why == why)
    assert took < 1.1  # a second, and what a busy machine adds to it
    driver.mode = "works"
    driver.unblock.set()
    until(camera, lambda item: isinstance(item, Seeing))
    until(camera, lambda item: isinstance(item, Frame))


def test_a_read_that_never_returns_is_given_up(camera: LiveCamera, driver: Driver) -> None:
    driver.mode = "blocks"
    until(camera, lambda item: isinstance(item, Blind))
    opened = driver.opened
    driver.mode = "works"  # the old read still hangs; only a new capture gets pictures
    until(camera, lambda item: isinstance(item, Seeing), seconds=8)
    assert driver.opened > opened


def test_only_the_newest_frame_waits_and_the_others_are_counted(camera: LiveCamera) -> None:
    until(camera, lambda item: isinstance(item, Frame))
    before = camera.dropped
    time.sleep(0.3)
    (first,) = camera.next(0)
    assert isinstance(first, Frame)
    assert time.monotonic() - first.taken_s < 0.2
    assert camera.dropped > before


def test_no_such_camera_is_one_line_with_what_to_do(driver: Driver) -> None:
    driver.mode = "gone"
    with pytest.raises(CameraError, match="camera 7: cannot be opened; plug it in"):
        LiveCamera("7", opener=driver.open).start()


def test_an_obedient_driver_is_locked_without_a_word(driver: Driver) -> None:
    driver.values |= {cv2.CAP_PROP_FPS: 30.0}
    assert settle_controls(driver, (1280, 720), 30.0, lambda: True) == ()
    order = [driver.asked.index(p) for p in (cv2.CAP_PROP_FOURCC, cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FPS)]
    assert order == sorted(order), "the format before size and rate"
    assert driver.values[cv2.CAP_PROP_EXPOSURE] == 100.0, "what was tried is put back"


def test_a_driver_that_only_says_yes_is_found_out_on_the_pixels() -> None:
    words = " ".join(settle_controls(Driver(obeys=False), (1280, 720), 30.0, lambda: True))
    assert "exposure would not lock" in words
    assert "white balance would not lock" in words
