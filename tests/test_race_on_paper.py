"""What README says of races is what the program takes and writes."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np
import pytest

from vision.observation import (
    WHY,
    Blind,
    Crossed,
    Fell,
    GridSeen,
    HandsSeen,
    LeftBoard,
    LeftZone,
    Lifted,
    Observation,
    Placed,
    Posed,
    RaceObservation,
    Seeing,
    SeenThrough,
    SteppedOn,
    Still,
    Touched,
    as_line,
)
from vision.race_take import FIGURES_FOLDER, TILES_FOLDER, race_from_take
from vision.traced import ZONE_KINDS

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")

WHO = (1.0, 1.2, "steve")
SAID: tuple[Observation | RaceObservation, ...] = (
    GridSeen(1.0, 1.2, (".....", "..RW.", ".....", ".....", ".....")),
    GridSeen(1.0, 1.2, (".....", "..R?.", ".....", ".....", ".....")),
    Touched(*WHO, "crypt", "brain", 0, 4.1, uncertain=False),
    Touched(*WHO, "crypt", "grave", 1, 4.1, uncertain=False),
    Touched(*WHO, "crypt", "mausoleum", 2, 4.1, uncertain=False),
    LeftZone(*WHO, "crypt", "brain", 0, uncertain=False),
    Crossed(*WHO, "crypt", 3, "to_left", 4.1, uncertain=False),
    LeftBoard(*WHO, "crypt", uncertain=False),
    SteppedOn(*WHO, "crypt"),
    Fell(*WHO),
    Lifted(*WHO),
    Placed(*WHO, "crypt", ()),
    Still(*WHO, 0.1),
    Posed(*WHO, "crypt", (10.0, 20.0), None, upright=True),
    HandsSeen(1.0, 1.2, over=True),
    Blind(1.0, 1.2, "camera_moved"),
    Seeing(1.0, 1.2),
    SeenThrough(1.0, 1.2),
)
"""One of each that the eyes on a race and on a grid say."""


def files_on_paper() -> dict[str, Any]:
    """The JSON files that README shows, by the name that it gives them."""
    shown = re.findall(r"`(\w+\.json)`:\n\n```json\n(.*?)```", README, re.DOTALL)
    return {name: json.loads(text) for name, text in shown}


def test_the_folder_on_paper_can_be_taught(tmp_path: Path) -> None:
    listed = re.findall(r"^    race/(\S+)/(.+?)(?:  .*)?$", README, re.MULTILINE)
    files = [f"{folder}/{name}" for folder, names in listed for name in names.split(", ")]
    told = files_on_paper()
    assert f"{TILES_FOLDER}/crypt.json" in files
    assert f"{FIGURES_FOLDER}/steve_1.jpg" in files
    assert set(told) == {Path(file).name for file in files if file.endswith(".json")}
    picture = np.full((720, 1280, 3), 128, np.uint8)
    for file in [*files, "layout.jpg"]:
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".json":
            path.write_text(json.dumps(told[path.name]), encoding="utf-8")
        elif "camera" not in file:
            assert cv2.imwrite(str(path), picture)
    taught = race_from_take(tmp_path, lambda _: None, lambda _: None)
    (side,), (steve,) = taught.sides, taught.figures
    assert {zone.kind for zone in side.zones} == set(ZONE_KINDS)
    assert len(steve.shots) == 2
    assert taught.layout is not None


def test_every_kind_of_line_is_on_paper_and_none_besides() -> None:
    assert {type(one) for one in SAID} == {*get_args(RaceObservation), *get_args(Observation)}
    said = {as_line(one)["kind"] for one in SAID}
    rows = re.findall(r'^\| (`"[a-z_]+"`(?:, `"[a-z_]+"`)*) \|', README, re.MULTILINE)
    assert {kind for row in rows for kind in re.findall(r'"([a-z_]+)"', row)} == said


def test_the_line_on_paper_has_the_fields_of_one_that_is_written() -> None:
    (line,) = re.findall(r'^    (\{"t": .*\})$', README, re.MULTILINE)
    told = json.loads(line)
    written = next(as_line(one) for one in SAID if as_line(one)["kind"] == told["kind"])
    assert list(told) == list(written)


@pytest.mark.parametrize("why", ["tiles_lost", "tiles_hidden", "tiles_doubtful"])
def test_what_a_race_is_blind_for_has_a_remedy_on_paper(why: str) -> None:
    table = README[README.index("## When something is wrong") :]
    assert f'"{WHY[why]}"' in table
