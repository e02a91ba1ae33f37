"""What is shown without a screen: films and pictures, whole or not there."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.showing import Film, ShowError, Still, Window, has_screen, show_into


def grey(value: int, size: tuple[int, int] = (64, 48)) -> np.ndarray:
    return np.full((size[1], size[0], 3), value, np.uint8)


def frames_of(path: Path) -> list[int]:
    film = cv2.VideoCapture(str(path))
    values = []
    while (read := film.read())[0]:
        values.append(round(float(read[1].mean())))
    film.release()
    return values


def test_a_film_holds_every_frame_and_is_there_only_once_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "seen.mp4"
    film = Film(path, fps=12)
    for index in range(24):
        film.show(grey(10 * index), 3 + index / 12)
        assert not path.exists()
    film.close(whole=True)
    film.close(whole=True)
    assert frames_of(path) == pytest.approx([10 * index for index in range(24)], abs=4)
    assert list(tmp_path.iterdir()) == [path]


def test_a_film_that_was_stopped_leaves_nothing(tmp_path: Path) -> None:
    film = Film(tmp_path / "seen.mp4", fps=12)
    film.show(grey(10), 0.0)
    film.close(whole=False)
    assert list(tmp_path.iterdir()) == []


def test_frames_that_come_unevenly_keep_their_time_in_a_film(tmp_path: Path) -> None:
    film = Film(tmp_path / "seen.mp4", fps=10)
    for taken_s, value in ((0.0, 20), (0.02, 60), (0.5, 100), (0.9, 140), (100.0, 180)):
        film.show(grey(value), taken_s)
    film.close(whole=True)
    assert frames_of(tmp_path / "seen.mp4") == pytest.approx([60] * 5 + [100] * 4 + [140] * 50 + [180], abs=4)


def test_another_size_in_the_middle_is_fitted_into_the_film(tmp_path: Path) -> None:
    film = Film(tmp_path / "seen.mp4", fps=10)
    film.show(grey(20, (65, 49)), 0.0)
    film.show(grey(90, (320, 240)), 0.1)
    film.close(whole=True)
    assert frames_of(tmp_path / "seen.mp4") == pytest.approx([20, 90], abs=4)


def test_a_picture_is_the_newest_each_second_and_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "seen.png"
    still = Still(path)
    seen = []
    for index in range(30):
        still.show(grey(index), index / 12)
        seen.append(int(cv2.imread(str(path))[0, 0, 0]))
    still.close(whole=False)
    assert sorted(set(seen)) == [0, 12, 24]
    assert int(cv2.imread(str(path))[0, 0, 0]) == 29
    assert list(tmp_path.iterdir()) == [path]


def test_where_nothing_can_be_written_is_said_in_a_line(tmp_path: Path) -> None:
    for show in (
        Film(tmp_path / "nowhere" / "seen.mp4", fps=12),
        Still(tmp_path / "nowhere" / "seen.png"),
    ):
        with pytest.raises(ShowError, match="nowhere"):
            show.show(grey(1), 0.0)
    with pytest.raises(ShowError, match=r"\.mp4 or \.png"):
        show_into(tmp_path / "seen.gif", fps=12)


@pytest.mark.skipif("sys.platform != 'linux'", reason="elsewhere there is always a screen")
def test_a_screen_that_does_not_answer_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert not has_screen()
    monkeypatch.setenv("DISPLAY", "127.0.0.1:97")
    assert not has_screen()


class Screen:
    """What OpenCV's windows are asked, with a key that somebody presses and a clock that waiting moves on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s = 50.0
        self.key = -1
        self.visible = 1.0
        self.shown: list[float] = []
        self.destroyed = 0
        monkeypatch.setattr(cv2, "namedWindow", lambda *_: None)
        monkeypatch.setattr(cv2, "imshow", lambda *_: self.shown.append(self.now_s))
        monkeypatch.setattr(cv2, "waitKey", self._wait)
        monkeypatch.setattr(cv2, "getWindowProperty", lambda *_: self.visible)
        monkeypatch.setattr(cv2, "destroyWindow", self._destroy)

    def clock(self) -> float:
        return self.now_s

    def _wait(self, ms: int) -> int:
        assert ms >= 1, "0 would wait for ever"
        self.now_s += ms / 1000
        return self.key

    def _destroy(self, _: str) -> None:
        self.destroyed += 1
        if self.visible < 1:
            raise cv2.error("no such window")


def test_a_clip_is_shown_no_faster_than_it_was_filmed(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(monkeypatch)
    window = Window(live=False, clock=screen.clock)
    for index in range(13):
        window.show(grey(index), 3 + index / 12)
    assert len(screen.shown) == 13
    assert screen.now_s - 50 == pytest.approx(1.0, abs=0.02)
    window.close(whole=True)
    window.close(whole=True)
    assert screen.destroyed == 1


def test_a_camera_is_never_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(monkeypatch)
    window = Window(live=True, clock=screen.clock)
    for index in range(30):
        window.show(grey(index), 1000 + index)
    assert screen.now_s - 50 == pytest.approx(0.03)


@pytest.mark.parametrize(("key", "visible"), [(27, 1.0), (ord("q"), 1.0), (-1, 0.0), (-1, -1.0)])
def test_a_window_that_somebody_closes_stays_closed(
    monkeypatch: pytest.MonkeyPatch, key: int, visible: float
) -> None:
    screen = Screen(monkeypatch)
    window = Window(live=True, clock=screen.clock)
    window.show(grey(1), 0.0)
    screen.key, screen.visible = key, visible
    for index in range(5):
        window.show(grey(1), 1.0 + index)
    assert len(screen.shown) == 2
    window.close(whole=True)
    assert screen.destroyed == 1
