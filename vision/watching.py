"""From a source to observations: the eye over every frame, the camera's own losses between them."""

from collections.abc import Iterator
from typing import Protocol, TypeAlias, TypeVar

from vision.camera import FileSource, Frame, LiveCamera, PacedFile
from vision.grid_eye import GridEye
from vision.observation import Blind, Observation, Posed, RaceObservation, Seeing
from vision.state import State
from vision.taught import Taught, TaughtGrid

Source: TypeAlias = FileSource | PacedFile | LiveCamera
Said: TypeAlias = Observation | RaceObservation
S = TypeVar("S", bound=Said)
S_co = TypeVar("S_co", bound=Said, covariant=True)


class Eye(Protocol[S_co]):
    """What watches a taught table, of whatever kind, and says what belongs to that kind."""

    @property
    def doubts(self) -> tuple[str, ...]:
        """A line for each thing taught that could not be learned, and is not watched."""

    @property
    def blind(self) -> str | None:
        """The key of why nothing is claimed, or None while the table is seen."""

    @property
    def state(self) -> State:
        """What it has of the newest frame, in that frame's pixels."""

    def see(self, frame: Frame) -> tuple[S_co, ...]:
        """What this frame makes known; frames come in order of their stamps. Never raises on any picture."""

    def poses(self) -> tuple[Posed, ...]:
        """Where each figure is in the newest frame; a grid has none."""

    def settled_poses(self) -> tuple[Posed, ...]:
        """Where figures were in frames a moment ago, each once and better known by now; a grid has none."""

    def finish(self) -> tuple[S_co, ...]:
        """The picture is interrupted, or no frame follows: what was not yet sure enough is told now."""

    def forget_said(self) -> None:
        """After an interruption: what is there is said again, for what happened unseen is not known."""

    def reset(self) -> None:
        """Forgets everything seen; what was taught stays."""


def open_eye(taught: Taught, expected: frozenset[str] | None = None) -> Eye[Said]:
    """The eye for a taught table; `expected` are the tile sides that must lie on a race's, if that is known.

    Raises `TaughtError` when there is too little in it to know things by.
    """
    if isinstance(taught, TaughtGrid):
        return GridEye(taught)
    from vision.race_eye import RaceEye  # noqa: PLC0415 (a grid needs nothing of it)

    return RaceEye(taught, expected)


def watch(eye: Eye[S], source: Source) -> Iterator[S | Blind | Seeing]:
    """What the eye says of a source, in order, until it ends or is closed.

    Raises `CameraError` when a file holds no picture, or only one.
    """
    for item in source:
        yield from see_item(eye, item)
    yield from eye.finish()


def see_item(eye: Eye[S], item: Frame | Blind | Seeing) -> tuple[S | Blind | Seeing, ...]:
    """One step of `watch`, for those who also show the frames."""
    match item:
        case Frame():
            return eye.see(item)
        case Blind() | Seeing():
            # what happened unseen is not known: whatever lies there is said again
            held = eye.finish()
            eye.forget_said()
            return (*held, item)
