"""Learning what was taught: how far it is, and what came of it."""

from dataclasses import dataclass
from typing import assert_never

from companion.ui.intents import Button, Kind
from companion.ui.race_table import facts
from companion.ui.race_table import intents as i
from companion.ui.words import say

LINES_A_PAGE = 3


@dataclass(frozen=True, slots=True)
class LineModel:
    text: str
    colour: str
    sign: str
    """What the colour says, for who does not see it."""


@dataclass(frozen=True, slots=True)
class LearnModel:
    title: str
    doing: str
    progress: float
    """From 0 to 1; -1 when nothing is going on."""
    lines: tuple[LineModel, ...]
    more: Button | None
    back: Button
    keep: Button | None


def present(work: facts.Work | None, page: int) -> LearnModel:
    title, back = say("race_table.learning"), Button(say("race_table.stop"), i.Backward())
    mend = Button(say("race_table.mend"), i.Backward())
    match work:
        case None:
            return LearnModel(title, "", 0.0, (), None, back, None)
        case facts.Learning(_, doing, done, steps):
            step = say("race_table.step", at=done + 1, n=steps)
            return LearnModel(f"{title}. {step}", doing, done / steps, (), None, back, None)
        case facts.Learned(_, learned, doubtful):
            good = not doubtful
            keep = Button(
                say("race_table.keep" if good else "race_table.keep_so"),
                i.KeepTable(),
                Kind.PRIMARY if good else Kind.PLAIN,
            )
            said = say("race_table.learned") if good else say("race_table.doubtful", n=len(doubtful))
            lines = (
                *(LineModel(line, "warn", "?") for line in doubtful),
                *(LineModel(line, "ok", "+") for line in learned),
            )
            return _leaf(LearnModel(said, "", -1.0, lines, None, mend, keep), page)
        case facts.Refused(_, why):
            refused = LineModel(why, "err", "!")
            return LearnModel(say("race_table.refused"), "", -1.0, (refused,), None, mend, None)
        case facts.Kept():
            return LearnModel(say("race_table.learned"), "", 1.0, (), None, back, None)
        case _:
            assert_never(work)


def _leaf(model: LearnModel, page: int) -> LearnModel:
    pages = max(1, -(-len(model.lines) // LINES_A_PAGE))
    first = page % pages * LINES_A_PAGE
    return LearnModel(
        model.title,
        model.doing,
        model.progress,
        model.lines[first : first + LINES_A_PAGE],
        Button(say("race_table.more"), i.Page()) if pages > 1 else None,
        model.back,
        model.keep,
    )
