"""A photo finish: what happened, picture by picture, with zones, feet and margin drawn."""

from dataclasses import dataclass
from pathlib import Path

from companion.table.race_picture import Drawn, PhotoFinish
from companion.ui.all_wound_up.happening_words import millimetres
from companion.ui.all_wound_up.intents import StepPhoto
from companion.ui.facts import Finish
from companion.ui.intents import Button, Go, Kind
from companion.ui.places import Place
from companion.ui.screens.top_model import TopModel
from companion.ui.words import has_words, say


@dataclass(frozen=True, slots=True)
class PhotoModel:
    top: TopModel
    file: str
    """The picture, or empty."""
    size_px: tuple[int, int]
    drawn: Drawn
    zone: str
    """Its outline is drawn strong."""
    figure: str
    what: str
    title: str
    line: str
    gone: str
    """In place of a picture that cannot be had."""
    buttons: tuple[Button, ...]


def present(top: TopModel, finish: Finish | None, at: int) -> PhotoModel:
    back = Button(say("back"), Go(Place.BOARD), Kind.PRIMARY)
    if finish is None or finish.finish is None or not finish.finish.pictures:
        text = say("all_wound_up.photo.wait" if finish is None else "all_wound_up.photo.gone")
        return PhotoModel(top, "", (1, 1), Drawn(), "", "", "", "", "", text, (back,))
    shown, many = finish.finish, len(finish.finish.pictures)
    number = start(shown) + at
    picture = shown.pictures[number % many]
    seconds = picture.taken_s - shown.taken_s
    key = f"all_wound_up.shown.{shown.what}"
    margin = "" if shown.margin_mm is None else millimetres(shown.margin_mm)
    line = say("all_wound_up.photo.line", n=number % many + 1, of=many, s=f"{seconds:+.2f}")
    return PhotoModel(
        top,
        str(Path(finish.folder) / picture.file),
        (picture.wide_px, picture.high_px),
        picture.drawn,
        shown.zone or "",
        shown.figure,
        say(key, figure=shown.figure) if has_words(key) else shown.figure,
        margin,
        line,
        say("all_wound_up.photo.gone"),
        (
            Button(say("all_wound_up.photo.before"), StepPhoto(-1)),
            Button(say("all_wound_up.photo.after"), StepPhoto(1)),
            back,
        ),
    )


def start(finish: PhotoFinish) -> int:
    """The picture nearest to when it happened."""
    pairs = enumerate(finish.pictures)
    return min(pairs, key=lambda pair: abs(pair[1].taken_s - finish.taken_s))[0]
