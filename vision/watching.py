"""From a source to observations: the eye over every frame, the camera's own losses between them."""

from collections.abc import Iterator
from typing import TypeAlias

from vision.camera import FileSource, Frame, LiveCamera, PacedFile
from vision.grid_eye import GridEye
from vision.observation import Blind, Observation, Seeing

Source: TypeAlias = FileSource | PacedFile | LiveCamera


def watch(eye: GridEye, source: Source) -> Iterator[Observation]:
    """What the eye says of a source, in order, until it ends or is closed.

    Raises `CameraError` when a file holds no picture, or only one.
    """
    for item in source:
        yield from see_item(eye, item)


def see_item(eye: GridEye, item: Frame | Blind | Seeing) -> tuple[Observation, ...]:
    """One step of `watch`, for those who also show the frames."""
    match item:
        case Frame():
            return eye.see(item)
        case Blind() | Seeing():
            # what happened unseen is not known: whatever lies there is said again
            eye.forget_said()
            return (item,)
