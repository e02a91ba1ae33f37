"""Which step follows which, forwards and backwards."""

from dataclasses import replace
from typing import TypeAlias

from companion.ui.race_table.draft import SHOTS, Draft, Figure, finished_figure, finished_side
from companion.ui.race_table.steps import LAYOUT, Step, Subject, What

At: TypeAlias = tuple[Step, Subject]


def opened(draft: Draft, subject: Subject) -> At:
    """Where something is gone on with: what is finished can be mended part by part."""
    if subject.what is What.SIDE:
        return (Step.ITEM if finished_side(draft.sides[subject.at]) else Step.MARK), subject
    figure = draft.figures[subject.at]
    return (Step.ITEM, subject) if finished_figure(figure) else _missing(figure, subject)


def _missing(figure: Figure, subject: Subject) -> At:
    unmarked = next((at for at, shot in enumerate(figure.shots) if shot.front is None), None)
    if unmarked is not None:
        return Step.MARK, replace(subject, shot=unmarked)
    return (Step.MEASURE if figure.shots else Step.TAKE), subject


def ahead(step: Step, subject: Subject, draft: Draft) -> At:
    """Where one goes when `step` is done."""
    if subject.mending:
        return Step.ITEM, replace(subject, mending=False)
    match step, subject.what:
        case Step.MARK, What.SIDE:
            return Step.MEASURE, subject
        case Step.MARK, _:
            more = subject.shot + 1 < SHOTS and len(draft.figures[subject.at].shots) <= subject.shot + 1
            if more:
                return Step.TAKE, replace(subject, shot=subject.shot + 1)
            return Step.MEASURE, subject
        case Step.MEASURE, _:
            return Step.NAME, subject
        case Step.NAME, What.SIDE:
            return Step.ZONES, subject
        case _:
            return Step.SHEET, LAYOUT


def back(step: Step, subject: Subject, draft: Draft) -> At:
    """Where one goes back to from `step`."""
    if step is Step.SPELL:
        return Step.NAME, subject
    if subject.mending:
        return Step.ITEM, replace(subject, mending=False)
    match step, subject.what:
        case Step.ZONES, _:
            return Step.NAME, subject
        case Step.NAME, _:
            return Step.MEASURE, subject
        case Step.MEASURE, _:
            shots = len(draft.figures[subject.at].shots) if subject.what is What.FIGURE else 1
            return Step.MARK, replace(subject, shot=max(0, shots - 1))
        case Step.MARK, _:
            return Step.TAKE, subject
        case Step.TAKE, What.FIGURE if subject.shot > 0:
            return Step.MARK, replace(subject, shot=subject.shot - 1)
        case _:
            return Step.SHEET, LAYOUT
