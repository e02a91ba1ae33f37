"""The camera takes a picture: of a tile side, of a figure on its spot, of the tiles as laid."""

from dataclasses import dataclass

from companion.ui.intents import Button, Kind
from companion.ui.race_table import intents as i
from companion.ui.race_table.draft import Draft, Point
from companion.ui.race_table.facts import RaceTeaching
from companion.ui.race_table.spots import spot
from companion.ui.race_table.steps import Subject, What
from companion.ui.words import has_words, say


@dataclass(frozen=True, slots=True)
class TakeModel:
    title: str
    trouble: str
    back: Button
    spot: Point | None
    """A ring on the live picture, in fractions of it."""
    skip: Button | None
    take: Button


def present(draft: Draft, seen: RaceTeaching | None, subject: Subject, awaited: int | None) -> TakeModel:
    ready = seen is not None and seen.seeing and awaited is None
    figure = subject.what is What.FIGURE
    second = figure and subject.shot > 0
    return TakeModel(
        _title(subject),
        _trouble(seen),
        Button(say("back"), i.Backward()),
        spot(draft, subject, () if seen is None else seen.pictures) if figure else None,
        Button(say("race_table.one_picture"), i.OnePicture()) if second and not subject.mending else None,
        Button(
            say("race_table.take" if awaited is None else "race_table.taking"),
            i.TakePicture(),
            Kind.PRIMARY if ready else Kind.PLAIN,
            enabled=ready,
        ),
    )


def _title(subject: Subject) -> str:
    match subject.what:
        case What.SIDE:
            return say("race_table.take_side")
        case What.FIGURE:
            return say("race_table.take_figure" if subject.shot == 0 else "race_table.take_again")
        case What.LAYOUT:
            return say("race_table.take_layout")


def _trouble(seen: RaceTeaching | None) -> str:
    if seen is None or (not seen.seeing and not seen.trouble):
        return say("teach.no_picture")
    if seen.failed:
        return say("race_table.not_kept")
    if seen.trouble:
        key = f"why.{seen.trouble}"
        return say(key) if has_words(key) else say("why.")
    return ""
