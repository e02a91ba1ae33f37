"""The model of the step that a lesson is at."""

from typing import Any, assert_never

from companion.ui.race_table import (
    learn_model,
    list_model,
    mark_model,
    measure_model,
    sheet_model,
    spell_model,
    take_model,
    zones_model,
)
from companion.ui.race_table.lesson import Lesson
from companion.ui.race_table.marks import marks_of
from companion.ui.race_table.steps import Step


def present(lesson: Lesson) -> Any:
    subject = lesson.subject
    match lesson.step:
        case Step.SHEET:
            return sheet_model.present(lesson.draft, lesson.seen, lesson.page)
        case Step.TAKE:
            return take_model.present(lesson.draft, lesson.seen, subject, lesson.awaited)
        case Step.MARK:
            return mark_model.present(lesson.shown, subject, marks_of(lesson.draft, subject), lesson.picked)
        case Step.MEASURE:
            return measure_model.present(lesson.thing, subject)
        case Step.NAME:
            return list_model.names(subject.what, lesson.thing.name, lesson.names())
        case Step.ITEM:
            return list_model.parts(lesson.thing)
        case Step.SPELL:
            return spell_model.present(lesson.typed, lesson.names(), lesson.page)
        case Step.ZONES:
            return zones_model.present(lesson.side, lesson.shown, lesson.tracing, subject, lesson.page)
        case Step.LEARN:
            return learn_model.present(lesson.work, lesson.page)
        case _:
            assert_never(lesson.step)
