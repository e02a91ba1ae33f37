"""The points that somebody sets on a picture, a tile's corners or one before a figure, and measures."""

from dataclasses import dataclass, replace

from companion.ui.race_table.draft import (
    Draft,
    Figure,
    Four,
    Point,
    Shot,
    Side,
    with_figure,
    with_side,
)
from companion.ui.race_table.facts import Picture
from companion.ui.race_table.steps import Subject, What

TILE_MM, HEIGHT_MM, FEET_MM = (40, 1000), (15, 150), (4, 80)
"""What can be learned from; what is beyond was measured in another unit."""
FIRST_TILE_MM, FIRST_HEIGHT_MM, FIRST_FEET_MM = (200.0, 200.0), 55.0, (23.0, 19.0)
GUESS = 0.25
"""Of the picture's height: where corners wait to be dragged, from its middle."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One row to set: `key` of its words, what it is in mm, and between which bounds."""

    key: str
    mm: float
    bounds: tuple[int, int]


def guessed(picture: Picture) -> Four:
    """A square in the middle of the picture."""
    x, y, reach = picture.width / 2 - 0.5, picture.height / 2 - 0.5, picture.height * GUESS
    return ((x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach))


def marks_of(draft: Draft, subject: Subject) -> tuple[Point, ...]:
    match subject.what:
        case What.SIDE:
            return draft.sides[subject.at].corners
        case What.FIGURE:
            front = draft.figures[subject.at].shots[subject.shot].front
            return () if front is None else (front,)
        case What.LAYOUT:
            return ()


def picture_of(draft: Draft, subject: Subject) -> int | None:
    """The number of the picture that the subject is seen on; None before it was taken."""
    match subject.what:
        case What.SIDE:
            return draft.sides[subject.at].picture if subject.at < len(draft.sides) else None
        case What.FIGURE:
            shots = draft.figures[subject.at].shots if subject.at < len(draft.figures) else ()
            return shots[subject.shot].picture if subject.shot < len(shots) else None
        case What.LAYOUT:
            return draft.layout


def moved(draft: Draft, subject: Subject, mark: int, to: Point, picture: Picture) -> Draft:
    """The draft with one mark at another place of its picture; a mark that is not there is put there."""
    inside = (min(picture.width - 1.0, max(0.0, to[0])), min(picture.height - 1.0, max(0.0, to[1])))
    match subject.what:
        case What.SIDE:
            side = draft.sides[subject.at]
            a, b, c, d = (inside if at == mark else old for at, old in enumerate(side.corners))
            return with_side(draft, subject.at, replace(side, corners=(a, b, c, d)))
        case What.FIGURE:
            figure = draft.figures[subject.at]
            shot = replace(figure.shots[subject.shot], front=inside)
            shots = (*figure.shots[: subject.shot], shot, *figure.shots[subject.shot + 1 :])
            return with_figure(draft, subject.at, replace(figure, shots=shots))
        case What.LAYOUT:
            return draft


def measures(thing: Side | Figure) -> tuple[Measure, ...]:
    if isinstance(thing, Side):
        return (
            Measure("race_table.width", thing.size_mm[0], TILE_MM),
            Measure("race_table.height", thing.size_mm[1], TILE_MM),
        )
    return (
        Measure("race_table.tall", thing.height_mm, HEIGHT_MM),
        Measure("race_table.feet_length", thing.feet_mm[0], FEET_MM),
        Measure("race_table.feet_width", thing.feet_mm[1], FEET_MM),
    )


def measured(draft: Draft, subject: Subject, row: int, by_mm: int) -> Draft:
    """The draft with one measure so much longer, within its bounds."""
    thing = draft.sides[subject.at] if subject.what is What.SIDE else draft.figures[subject.at]
    mm = [measure.mm for measure in measures(thing)]
    low, high = measures(thing)[row].bounds
    mm[row] = min(high, max(low, mm[row] + by_mm))
    if isinstance(thing, Side):
        return with_side(draft, subject.at, replace(thing, size_mm=(mm[0], mm[1])))
    return with_figure(draft, subject.at, replace(thing, height_mm=mm[0], feet_mm=(mm[1], mm[2])))


def with_picture(draft: Draft, subject: Subject, picture: Picture) -> Draft:
    """The draft after the subject's picture was taken, for the first time or anew."""
    at, number = subject.at, picture.number
    match subject.what:
        case What.SIDE:
            if at == len(draft.sides):
                return with_side(draft, at, _new_side(draft, picture))
            # What was traced on the picture before need not lie there on this one.
            return with_side(draft, at, replace(draft.sides[at], picture=number, zones=()))
        case What.FIGURE:
            figure = draft.figures[at] if at < len(draft.figures) else _new_figure(draft)
            shots = (*figure.shots[: subject.shot], Shot(number, None), *figure.shots[subject.shot + 1 :])
            return with_figure(draft, at, replace(figure, shots=shots))
        case What.LAYOUT:
            return replace(draft, layout=number)


def without(draft: Draft, subject: Subject) -> Draft:
    at = subject.at
    match subject.what:
        case What.SIDE:
            return replace(draft, sides=draft.sides[:at] + draft.sides[at + 1 :])
        case What.FIGURE:
            return replace(draft, figures=draft.figures[:at] + draft.figures[at + 1 :])
        case What.LAYOUT:
            return replace(draft, layout=None)


def _new_side(draft: Draft, picture: Picture) -> Side:
    """A side on a picture just taken: where the last one lay, and of its size. Nothing else is known yet."""
    last = draft.sides[-1] if draft.sides else None
    if last is None:
        return Side("", picture.number, guessed(picture), FIRST_TILE_MM)
    # On one picture two sides lie at two places.
    there = last.picture != picture.number and _within(last.corners, picture)
    return Side("", picture.number, last.corners if there else guessed(picture), last.size_mm)


def _new_figure(draft: Draft) -> Figure:
    last = draft.figures[-1] if draft.figures else None
    if last is None:
        return Figure("", (), FIRST_HEIGHT_MM, FIRST_FEET_MM)
    return Figure("", (), last.height_mm, last.feet_mm)


def _within(corners: Four, picture: Picture) -> bool:
    return all(0 <= x <= picture.width - 1 and 0 <= y <= picture.height - 1 for x, y in corners)
