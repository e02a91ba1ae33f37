"""What holds the parts together: who may import what, and which numbers on paper are computed."""

import ast
import math
import os
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from companion.__main__ import commands
from companion.settings import Settings

HERE = Path(__file__).parent.parent

PURE = {
    "__future__", "abc", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "hashlib",
    "itertools", "json", "math", "operator", "types", "typing", "unicodedata",
}  # fmt: skip
"""The parts of the standard library that the rules may use: no clock, no file, no generator, no thread."""


def modules(folder: str, pattern: str = "*.py") -> list[Path]:
    found = sorted((HERE / folder).rglob(pattern))
    assert found, f"{folder} holds nothing like {pattern}"
    return found


def imported(path: Path) -> set[str]:
    """Every module that a file imports anywhere in it, by its full name."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                names |= {alias.name for alias in node.names}
            case ast.ImportFrom():
                assert node.level == 0, f"{path}: say whole names"
                names.add(str(node.module))
    return names


@pytest.mark.parametrize("path", modules("companion/rules"), ids=lambda p: str(p.relative_to(HERE)))
def test_rules_use_the_pure_standard_library_and_themselves(path: Path) -> None:
    foreign = {
        n for n in imported(path) if n.split(".")[0] not in PURE and not n.startswith("companion.rules")
    }
    assert not foreign


@pytest.mark.parametrize("path", modules("companion/ui", "*_model.py"), ids=lambda p: p.stem)
def test_a_model_names_no_kivy_and_no_picture(path: Path) -> None:
    assert not {n for n in imported(path) if n.split(".")[0] in {"kivy", "cv2", "numpy"}}


def test_rules_table_journal_and_models_run_without_opencv_numpy_and_kivy() -> None:
    names = [
        ".".join(path.relative_to(HERE).with_suffix("").parts).removesuffix(".__init__")
        for path in (
            *modules("companion/rules"),
            *modules("companion/table"),
            *modules("companion/journal"),
            *modules("companion/ui", "*_model.py"),
            HERE / "vision/observation.py",
        )
    ]
    program = f"""
import importlib, sys
class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("cv2", "numpy", "kivy"):
            raise ModuleNotFoundError(f"{{name}} is not installed on this machine", name=name)
sys.meta_path.insert(0, Nowhere())
for name in {names!r}:
    importlib.import_module(name)
print(len({names!r}))
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=HERE, capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == [str(len(names))]


def test_vision_says_nothing_of_screens_or_games() -> None:
    for path in modules("vision"):
        assert not {n for n in imported(path) if n.split(".")[0] in {"companion", "kivy"}}, path


def test_every_folder_says_what_it_is_for_in_its_first_line() -> None:
    for path in (
        *modules("companion", "__init__.py"),
        *modules("firmware", "__init__.py"),
        *modules("vision", "__init__.py"),
    ):
        words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        assert words or path == HERE / "vision/__init__.py", path


def test_every_package_we_ask_for_is_pinned_to_one_version() -> None:
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        *project["project"]["dependencies"],
        *project["dependency-groups"]["dev"],
        *project["build-system"]["requires"],
    ]
    pins = [
        line.split(";")[0].strip()
        for line in (HERE / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9!][A-Za-z0-9.!]*", pin) for pin in pins)
    pinned = {pin.split("==")[0].lower() for pin in pins}
    asked = {re.split(r"[<>=!~\[ ]", one, maxsplit=1)[0].lower() for one in wanted}
    assert asked <= pinned


def test_opencv_stays_at_its_fourth_major_version() -> None:
    pins = (HERE / "constraints.txt").read_text(encoding="utf-8")
    assert re.search(r"^opencv-python==4\.", pins, re.MULTILINE)
    assert '"opencv-python>=4.11,<5"' in (HERE / "pyproject.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked: all that somebody has who installs Tableside."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=HERE,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def test_the_wheel_holds_every_file_of_the_program(wheel: Path) -> None:
    def files(root: Path) -> set[str]:
        return {
            str(path.relative_to(root))
            for folder in ("companion", "firmware", "vision")
            for path in (root / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }

    assert files(wheel) == files(HERE)
    assert any(name.endswith(".mp4") for name in files(wheel))


def test_the_program_runs_from_the_wheel_far_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    elsewhere = {**os.environ, "PYTHONPATH": str(wheel)}

    def said(*line: str) -> str:
        done = subprocess.run(
            [sys.executable, *line], cwd=tmp_path, env=elsewhere, check=False, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    found = said("-c", "import companion, vision; print(companion.__file__, vision.__file__)")
    assert found.count(str(wheel)) == 2
    assert said("-m", "companion", "--version").startswith("tableside 0.")
    assert "shapes.toml" in said("-m", "companion", "cards")
    assert "display" in said("-m", "companion", "doctor")


def test_footage_stays_small_enough_to_be_fetched_by_everybody() -> None:
    films = [p for p in HERE.rglob("*.mp4") if ".venv" not in p.parts]
    assert sum(p.stat().st_size for p in films) < 12_000_000


def shown_commands() -> list[str]:
    """Every command line that the pages for people show."""
    lines = [
        line.split("  #")[0].strip()
        for page in ("README.md", "hardware.md")
        for line in (HERE / page).read_text(encoding="utf-8").splitlines()
    ]
    shown = [line for line in lines if re.match(r"tableside [a-z]", line)]
    shown += re.findall(r"`(tableside [a-z][^`]*)`", (HERE / "hardware.md").read_text(encoding="utf-8"))
    assert len(shown) >= 12
    return shown


@pytest.mark.parametrize("line", shown_commands())
def test_a_command_line_on_paper_can_be_typed(line: str) -> None:
    arguments = shlex.split(line)[1:]
    group = commands.make_context("tableside", list(arguments))
    name, command, rest = commands.resolve_command(group, list(arguments))
    assert name is not None
    assert command is not None
    command.make_context(name, rest)  # a wrong option raises


def test_the_settings_on_paper_are_the_settings_there_are() -> None:
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[a-z_`, ]+`) \|", readme, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row)}
    assert named - {"make"} == set(Settings.__struct_fields__)


def camera_rows() -> list[tuple[float, ...]]:
    """The table in hardware.md: the camera's diagonal angle, side seen, height, millimetres a pixel."""
    text = (HERE / "hardware.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| *(\d+)° *\| *(\d+) cm *\| *(\d+) cm *\| *([\d.]+) mm *\|", text, re.MULTILINE)
    return [tuple(float(cell) for cell in row) for row in rows]


def test_the_table_of_camera_heights_follows_from_its_formula() -> None:
    rows = camera_rows()
    assert len(rows) >= 12
    for diagonal_deg, short_side_cm, height_cm, mm_a_pixel in rows:
        half_diagonal = math.tan(math.radians(diagonal_deg) / 2)
        half_short = half_diagonal * 9 / math.hypot(16, 9)
        assert height_cm == round(short_side_cm / 2 / half_short)
        assert mm_a_pixel == round(short_side_cm * 10 / 720, 2)
