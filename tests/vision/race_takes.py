"""A take of a race as a person fills its folder, with pictures of nothing: for what is read, not seen."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

SIZE = (640, 480)
SIDES = ("crypt", "moor-gate")
FIGURES = ("steve", "wanda")


def side(name: str) -> dict[str, Any]:
    """A tile traced on its picture, with one zone of each kind."""
    return {
        "tile": name,
        "size_mm": [200, 200],
        "corners_px": [[200, 120], [400, 130], [390, 330], [190, 320]],
        "zones": [
            {"kind": "grave", "polygon_px": [[220, 150], [260, 150], [260, 190], [220, 190]]},
            {"kind": "brain", "polygon_px": [[300, 150], [330, 160], [300, 180]]},
            {"kind": "mausoleum", "polygon_px": [[300, 250], [350, 250], [350, 290], [300, 290]]},
            {"kind": "gate", "line_px": [[290, 130], [285, 318]]},
        ],
    }


def figure(name: str) -> dict[str, Any]:
    """A figure measured, and tapped in front of on both its pictures."""
    return {
        "figure": name,
        "height_mm": 56,
        "feet_mm": [23, 19],
        "front_px": {f"{name}_0.jpg": [300, 200], f"{name}_1.jpg": [420, 310.5]},
    }


def picture(path: Path, size: tuple[int, int] = SIZE) -> None:
    """Some grain, another one for each name."""
    grain = np.random.default_rng(len(path.name)).integers(80, 160, (size[1], size[0], 3), np.uint8)
    assert cv2.imwrite(str(path), grain)


def write_take(folder: Path) -> Path:
    """Two sides, two figures and a layout under `folder`; no pictures of a lens sheet."""
    tiles, figures = folder / "teach" / "tiles", folder / "teach" / "figures"
    tiles.mkdir(parents=True)
    figures.mkdir(parents=True)
    for name in SIDES:
        picture(tiles / f"{name}.jpg")
        (tiles / f"{name}.json").write_text(json.dumps(side(name)))
    for name in FIGURES:
        for k in range(2):
            picture(figures / f"{name}_{k}.jpg")
        (figures / f"{name}.json").write_text(json.dumps(figure(name)))
    picture(folder / "layout.jpg")
    return folder


def rewrite(path: Path, **changed: Any) -> None:
    """Other values for some fields of a JSON file; None takes the field away."""
    told = json.loads(path.read_text()) | changed
    path.write_text(json.dumps({k: v for k, v in told.items() if v is not None}))
