"""A drawn race taught as a person teaches one, in memory: through the same forms as a folder on disk."""

import cv2

from tests.vision.race_renderer import Picture
from tests.vision.races import Take
from vision.lens import Lens, assumed, calibrate
from vision.taught_files import Shot
from vision.taught_race import TaughtRace
from vision.traced import figure_of, side_of

SHEETS = 10
QUALITY = 92


def shot(name: str, picture: Picture) -> Shot:
    """A picture as it lies in a folder."""
    encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    return Shot(name, encoded, (int(picture.shape[1]), int(picture.shape[0])))


def lens_of(take: Take, sheets: int = SHEETS) -> Lens:
    """The lens measured on pictures of the sheet; assumed when there are none."""
    if not sheets:
        return assumed(take.table.view.glass.size_px)
    return calibrate([shot("sheet.jpg", picture).pixels for picture in take.sheets(sheets)])


def taught_race(take: Take, lens: Lens | None = None) -> TaughtRace:
    """All that is taught of a take; the lens is measured on its sheets unless it is given."""
    sides = tuple(
        side_of(told, name, shot(f"{name}.jpg", picture), f"{name}.json")
        for name, (picture, told) in take.teach_sides().items()
    )
    figures = tuple(
        figure_of(
            told,
            name,
            [shot(f"{name}_{k}.jpg", picture) for k, picture in enumerate(pictures)],
            f"{name}.json",
        )
        for name, (pictures, told) in take.teach_figures().items()
    )
    return TaughtRace(lens or lens_of(take), sides, figures, shot("layout.jpg", take.layout()))
