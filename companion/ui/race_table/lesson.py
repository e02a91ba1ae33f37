"""What the person teaching a race table is in the middle of. All state of it is here; screens hold none.

Each step can be left backwards, and the draft keeps what was done. Whatever
changes in it is told at once to whoever writes it down.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from companion.ui.race_table import facts, marks, tracing
from companion.ui.race_table import intents as i
from companion.ui.race_table.draft import (
    EMPTY,
    MOST_FIGURES,
    MOST_SIDES,
    Draft,
    Figure,
    Side,
    with_figure,
    with_side,
)
from companion.ui.race_table.marks import without
from companion.ui.race_table.naming import name_fits, spelled
from companion.ui.race_table.steps import LAYOUT, Step, Subject, What
from companion.ui.race_table.way import ahead, back, opened

SCREENS = {
    Step.SPELL: "companion.ui.screens.name",
    Step.NAME: "companion.ui.race_table.choose",
    Step.ITEM: "companion.ui.race_table.choose",
} | {
    step: f"companion.ui.race_table.{step.value}"
    for step in (Step.SHEET, Step.TAKE, Step.MARK, Step.MEASURE, Step.ZONES, Step.LEARN)
}


class Lesson:
    """`wish` asks the rest of the program; `leave` says that somebody went back out of it."""

    def __init__(self, wish: Callable[[facts.RaceWish], None], leave: Callable[[], None]) -> None:
        self._wish, self._leave = wish, leave
        self.draft: Draft = EMPTY
        self.seen: facts.RaceTeaching | None = None
        self.shown: facts.Shown | None = None
        self.step = Step.SHEET
        self.subject = LAYOUT
        self.picked = 0
        """The mark that arrows move."""
        self.tracing = tracing.Tracing()
        self.typed = ""
        self.page = 0
        self.awaited: int | None = None
        """The picture that was asked for and has not come yet."""

    def begin(self) -> None:
        self._wish(facts.Begin())
        self._go(Step.SHEET, LAYOUT)

    def stop(self) -> None:
        self._wish(facts.Stop())

    # ---- what comes in

    def take(self, seen: facts.RaceTeaching) -> None:
        before, self.seen = self.seen, seen
        if before is None:
            self.draft = seen.draft
        elif seen.failed and seen.failed != before.failed:
            # Whatever was asked for does not come: it may be asked for again.
            self.awaited = None
        if self.step is Step.LEARN and isinstance(seen.work, facts.Kept) and seen.work.draft == self.draft:
            self._wish(facts.Use())
            self._leave()
        taken = None if self.awaited is None else self.picture(self.awaited)
        if self.step is Step.TAKE and taken is not None:
            self._took(taken, self.subject)

    def take_shown(self, shown: facts.Shown) -> None:
        if shown.view == self.view:
            self.shown = shown

    # ---- what there is

    @property
    def view(self) -> facts.View:
        """What belongs on the glass in this step."""
        number = marks.picture_of(self.draft, self.subject)
        if self.step is Step.MARK and number is not None:
            return facts.Still(number)
        if self.step is Step.ZONES:
            side = self.side
            return facts.Flat(side.picture, side.corners, side.size_mm)
        return facts.Live() if self.step is Step.TAKE else facts.NoView()

    @property
    def screen(self) -> str:
        """The module of the screen for this step."""
        return SCREENS[self.step]

    @property
    def side(self) -> Side:
        return self.draft.sides[self.subject.at]

    @property
    def figure(self) -> Figure:
        return self.draft.figures[self.subject.at]

    @property
    def thing(self) -> Side | Figure:
        """The side or figure that is open."""
        return self.side if self.subject.what is What.SIDE else self.figure

    @property
    def work(self) -> facts.Work | None:
        """What has become of learning this very draft."""
        work = None if self.seen is None else self.seen.work
        return work if work is not None and work.draft == self.draft else None

    def picture(self, number: int) -> facts.Picture | None:
        pictures = () if self.seen is None else self.seen.pictures
        return next((picture for picture in pictures if picture.number == number), None)

    def names(self) -> tuple[str, ...]:
        """Taken by the other things of the same kind."""
        draft = self.draft
        sides, figures = (side.name for side in draft.sides), (figure.name for figure in draft.figures)
        names = sides if self.subject.what is What.SIDE else figures
        return tuple(name for at, name in enumerate(names) if at != self.subject.at and name)

    # ---- what is meant

    def do(self, intent: i.RaceIntent) -> None:  # noqa: PLR0912 - one case an intent
        if self.seen is None and not isinstance(intent, i.Backward):
            return
        match intent:
            case i.NextSide() | i.NextFigure() | i.TakeLayout() | i.OpenSide() | i.OpenFigure():
                self._open(intent)
            case i.TakePicture() | i.OnePicture():
                self._photograph(intent)
            case i.Mend(step, shot):
                self._go(step, replace(self.subject, mending=True, shot=shot))
            case i.TakeAway():
                self._keep(without(self.draft, self.subject))
                self._go(Step.SHEET, LAYOUT)
            case i.PutMark() | i.MoveMark() | i.PickMark() | i.Nudge():
                self._mark(intent)
            case i.Longer(row, by_mm):
                self._keep(marks.measured(self.draft, self.subject, row, by_mm))
            case i.Called() | i.Spell() | i.Letter() | i.Spelled():
                self._name(intent)
            case (
                i.ChooseKind()
                | i.PutCorner()
                | i.CloseZone()
                | i.DropCorner()
                | i.ChooseZone()
                | i.DropZone()
            ):
                draft, self.tracing = tracing.traced(self.draft, self.subject.at, self.tracing, intent)
                self._keep(draft)
            case i.Onward():
                self._go(*ahead(self.step, self.subject, self.draft))
            case i.Backward():
                if self.step is Step.SHEET:
                    self._leave()
                else:
                    self._go(*back(self.step, self.subject, self.draft))
            case i.Page():
                self.page += 1
            case i.LearnTable():
                self._go(Step.LEARN, LAYOUT)
                self._wish(facts.Learn(self.draft))
            case i.KeepTable():
                self._wish(facts.Keep())
            case i.BeginAnew():
                # Numbers go on: no picture of before is taken for a new one.
                self.draft = Draft(pictures=self.draft.pictures)
                self._wish(facts.Anew())
                self._go(Step.SHEET, LAYOUT)
            case _:
                assert_never(intent)

    def _go(self, step: Step, subject: Subject) -> None:
        self.step, self.subject = step, subject
        self.page, self.awaited, self.picked = 0, None, 0
        self.tracing = tracing.Tracing()
        if step is Step.SPELL:
            self.typed = ""
        if self.shown is not None and self.shown.view != self.view:
            self.shown = None
        self._wish(facts.Show(self.view))

    def _keep(self, draft: Draft) -> None:
        if draft != self.draft:
            self.draft = draft
            self._wish(facts.Remember(draft))

    def _open(self, intent: i.NextSide | i.NextFigure | i.TakeLayout | i.OpenSide | i.OpenFigure) -> None:
        match intent:
            case i.NextSide(same_picture):
                fresh = Subject(What.SIDE, len(self.draft.sides))
                picture = self.picture(self.side.picture) if same_picture else None
                if fresh.at < MOST_SIDES and picture is not None:
                    self._took(picture, fresh)
                elif fresh.at < MOST_SIDES:
                    self._go(Step.TAKE, fresh)
            case i.NextFigure():
                if len(self.draft.figures) < MOST_FIGURES:
                    self._go(Step.TAKE, Subject(What.FIGURE, len(self.draft.figures)))
            case i.TakeLayout():
                self._go(Step.TAKE, LAYOUT)
            case i.OpenSide(at):
                self._go(*opened(self.draft, Subject(What.SIDE, at)))
            case i.OpenFigure(at):
                self._go(*opened(self.draft, Subject(What.FIGURE, at)))
            case _:
                assert_never(intent)

    def _photograph(self, intent: i.TakePicture | i.OnePicture) -> None:
        match intent:
            case i.TakePicture():
                if self.awaited is None:
                    self.awaited = self.draft.pictures
                    self._keep(replace(self.draft, pictures=self.draft.pictures + 1))
                    self._wish(facts.Take(self.awaited))
            case i.OnePicture():
                self._go(Step.MEASURE, self.subject)
            case _:
                assert_never(intent)

    def _took(self, picture: facts.Picture, subject: Subject) -> None:
        self._keep(marks.with_picture(self.draft, subject, picture))
        if subject.what is What.LAYOUT:
            self._go(Step.SHEET, LAYOUT)
        else:
            self._go(Step.MARK, subject)

    def _mark(self, intent: i.PutMark | i.MoveMark | i.PickMark | i.Nudge) -> None:
        number = marks.picture_of(self.draft, self.subject)
        picture = None if number is None else self.picture(number)
        there = marks.marks_of(self.draft, self.subject)
        if picture is None:
            return
        match intent:
            case i.PutMark(to):
                if not there:
                    self._keep(marks.moved(self.draft, self.subject, 0, to, picture))
            case i.MoveMark(mark, to):
                self.picked = mark
                self._keep(marks.moved(self.draft, self.subject, mark, to, picture))
            case i.PickMark(mark):
                self.picked = mark
            case i.Nudge(right, down):
                if there:
                    x, y = there[self.picked]
                    self._keep(
                        marks.moved(self.draft, self.subject, self.picked, (x + right, y + down), picture)
                    )
            case _:
                assert_never(intent)

    def _name(self, intent: i.Called | i.Spell | i.Letter | i.Spelled) -> None:
        match intent:
            case i.Called(name):
                self._call(name)
            case i.Spell():
                self._go(Step.SPELL, self.subject)
            case i.Letter(letter):
                self.typed = spelled(self.typed, letter)
            case i.Spelled():
                self._call(self.typed.strip())
            case _:
                assert_never(intent)

    def _call(self, name: str) -> None:
        if not name_fits(name, self.names()):
            return
        if self.subject.what is What.SIDE:
            self._keep(with_side(self.draft, self.subject.at, replace(self.side, name=name)))
        else:
            self._keep(with_figure(self.draft, self.subject.at, replace(self.figure, name=name)))
        self._go(*ahead(Step.NAME, self.subject, self.draft))
