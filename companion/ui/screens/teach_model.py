"""Teaching a grid: the live picture, its four corners, and four checks."""

from dataclasses import dataclass

from companion.ui.facts import Aspect, Check, Point, Teaching, Verdict
from companion.ui.intents import Button, Go, KeepTable, Kind, PlayByHand
from companion.ui.places import Place
from companion.ui.words import has_words, say


@dataclass(frozen=True, slots=True)
class CheckModel:
    title: str
    words: str
    colour: str


@dataclass(frozen=True, slots=True)
class TeachModel:
    title: str
    hint: str
    back: Button
    corners: tuple[Point, ...]
    """Empty while there is nothing to drag on."""
    colour: str
    checks: tuple[CheckModel, ...]
    by_hand: Button
    keep: Button | None
    """Absent until the picture is good enough to learn from."""


COLOURS = {
    Verdict.WAITING: "outline",
    Verdict.GOOD: "ok",
    Verdict.DOUBTFUL: "warn",
    Verdict.BAD: "err",
}


def present(teaching: Teaching | None) -> TeachModel:
    """None: nothing is seen yet."""
    checks = {} if teaching is None else {check.aspect: check for check in teaching.checks}
    waiting = {aspect: Check(aspect, Verdict.WAITING, 0) for aspect in Aspect}
    keep = Button(say("teach.keep"), KeepTable(), Kind.PRIMARY)
    return TeachModel(
        say("teach.title"),
        _hint(teaching),
        Button(say("back"), Go(Place.HOME)),
        () if teaching is None else teaching.corners,
        "ok" if teaching is not None and teaching.found else "accent",
        tuple(_check(check) for check in (waiting | checks).values()),
        Button(say("teach.by_hand"), PlayByHand()),
        keep if teaching is not None and teaching.can_keep else None,
    )


def _hint(teaching: Teaching | None) -> str:
    if teaching is None:
        return say("teach.no_picture")
    if teaching.trouble:
        key = f"why.{teaching.trouble}"
        return say(key) if has_words(key) else say("why.")
    if teaching.found:
        return say("teach.found")
    return say("teach.drag") if teaching.can_keep else say("teach.bare")


def _check(check: Check) -> CheckModel:
    title = say(f"check.{check.aspect.value}")
    if check.verdict is Verdict.WAITING:
        return CheckModel(title, say("check.waiting"), COLOURS[check.verdict])
    words = say(f"check.{check.aspect.value}.{check.verdict.value}", n=check.number)
    return CheckModel(title, words, COLOURS[check.verdict])
