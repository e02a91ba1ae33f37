"""What is said where the parts of the machine cannot be had."""

from pathlib import Path

import pytest

from tests.rigs import __main__ as rigs
from tests.rigs import parts

REFUSES = """#!/bin/sh
echo "W: this and that" >&2
echo "E: Could not resolve 'deb.debian.org'" >&2
exit 100
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer with no programs but those that are put here, on which nothing was fetched before."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(parts, "FOLDER", tmp_path / "rigs")
    monkeypatch.setattr("sys.argv", ["rigs"])
    return folder


def program(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


@pytest.mark.usefixtures("programs")
def test_without_apt_one_line_says_what_is_needed_and_nothing_failed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert rigs.main() == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("skipped: apt-get, apt-cache, dpkg-deb, tar not found: ")
    assert all(one in line for one in (*parts.PACKAGES, "linux-image-amd64", "Debian"))


def test_without_a_mirror_one_line_says_so_and_the_next_time_it_tries_again(
    programs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for tool in parts.TOOLS:
        program(programs, tool, REFUSES)
    for _ in range(2):
        assert rigs.main() == 0
        *_, line = capsys.readouterr().out.splitlines()
        assert line.startswith("skipped: apt cannot fetch ")
        assert "(Could not resolve 'deb.debian.org')" in line
        assert all(one in line for one in parts.PACKAGES)


def test_a_rig_that_there_is_not_is_named_with_those_that_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["rigs", "wifi"])
    assert rigs.main() == 2
    assert capsys.readouterr().err == "no such rig: wifi; there are: usb, bluez\n"
