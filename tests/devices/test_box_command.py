"""`tableside box`, as somebody types it, with the real firmware behind a terminal."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.__main__ import obey
from companion.commands import box as command
from companion.devices import twin
from companion.devices.link import Unable
from companion.devices.twin import Twin

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a thing of POSIX")


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch) -> Iterator[Twin]:
    monkeypatch.setattr(command, "LOOK_S", 1.0)
    monkeypatch.setattr(command, "AWAY_S", 0.1)
    made = twin.start(lambda _: None)
    assert not isinstance(made, Unable)
    yield made
    made.close()


def test_a_box_is_said_to_be_anothers_then_paired_then_listed_and_watched(
    box: Twin, capsys: pytest.CaptureFixture[str]
) -> None:
    port = ["--port", box.port.path]
    assert obey(["box", "list", *port]) == 0
    assert "has another table's key" in capsys.readouterr().out
    assert obey(["box", "pair", *port]) == 0
    assert capsys.readouterr().out.endswith("is paired\n")
    assert obey(["box", "pair", *port]) == 0
    assert capsys.readouterr().out.endswith("is paired already\n")

    def push() -> None:
        time.sleep(0.8)
        box.press(3, closed=True)
        time.sleep(0.1)
        box.press(3, closed=False)

    pushing = threading.Thread(target=push)
    pushing.start()
    assert obey(["box", "watch", *port, "--seconds", "1.6"]) == 0
    pushing.join()
    first, pressed = capsys.readouterr().out.splitlines()
    assert "desk, firmware 1.0, 6 buttons, stamps good to 2000 µs" in first
    assert "button 4 pressed" in pressed
    assert obey(["box", "list", *port]) == 0
    assert "waiting" not in capsys.readouterr().out


def test_pushes_that_wait_for_a_game_are_left_to_it(box: Twin, capsys: pytest.CaptureFixture[str]) -> None:
    port = ["--port", box.port.path]
    assert obey(["box", "pair", *port]) == 0
    box.press(0, closed=True)
    time.sleep(0.05)
    box.press(0, closed=False)
    time.sleep(0.1)
    assert obey(["box", "watch", *port, "--seconds", "1.0"]) == 0
    assert "none were taken" in capsys.readouterr().out
    assert obey(["box", "list", *port]) == 0
    assert "1 pushes waiting" in capsys.readouterr().out


def test_flashing_asks_for_the_prompt_copies_all_and_looks_whether_the_box_answers(
    box: Twin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tool = tmp_path / "bin" / "mpremote"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nfor one in "$@"; do echo "$one"; done > {tmp_path}/told\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tool.parent), prepend=os.pathsep)
    assert obey(["box", "flash", "--port", box.port.path]) == 0
    assert "the box answers" in capsys.readouterr().out
    told = (tmp_path / "told").read_text().split("\n")
    assert told[:2] == ["connect", box.port.path]
    assert told[-2] == "reset"
    copied = [told[at + 2] for at, word in enumerate(told) if word == "cp"]
    assert copied[-1] == ":main.py"
    assert {":firmware/box.py", ":firmware/wire.py", ":firmware/boards/pico.py"} <= set(copied)
    tool.write_text("#!/bin/sh\nexit 1\n")
    assert obey(["box", "flash", "--port", box.port.path]) == 2
    assert "is MicroPython on the board?" in capsys.readouterr().err


def test_what_is_missing_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "LOOK_S", 0.1)
    monkeypatch.setattr(command, "ports_of_this_computer", list)
    monkeypatch.setenv("PATH", str(tmp_path))
    for words, says in (
        (["flash"], "pip install mpremote"),
        (["pair"], "no box answers"),
        (["watch", "--port", "/dev/nothing", "--seconds", "0"], "there is no such port"),
    ):
        assert obey(["box", *words]) == 2
        error = capsys.readouterr().err
        assert says in error
        assert error.count("\n") == 1
    assert obey(["box", "list"]) == 0
    assert "no box is on a cable" in capsys.readouterr().out


def test_whoever_watches_is_told_once_that_no_box_is_here(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "LOOK_S", 0.1)
    monkeypatch.setattr(command, "ports_of_this_computer", list)
    assert obey(["box", "watch", "--seconds", "1.0"]) == 0
    assert capsys.readouterr().out == f"{command.NONE_THERE} (--radio looks for Bluetooth, too)\n"


@pytest.mark.parametrize(
    ("words", "code"), [(["list"], 0), (["watch", "--seconds", "1.5"], 0), (["pair"], 2)]
)
def test_what_is_no_serial_port_is_said_once_with_what_to_do(
    words: list[str], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "LOOK_S", 1.5)
    assert obey(["box", *words, "--port", os.devnull]) == code
    said = "".join(capsys.readouterr())
    assert said.count("\n") == 1
    assert "is no serial port; a box is one like" in said
    assert "rrno" not in said
