"""All that was taught of a race table so far, and what may come next."""

from dataclasses import dataclass

from companion.ui import theme
from companion.ui.intents import Button, Kind
from companion.ui.race_table import intents as i
from companion.ui.race_table.draft import (
    MOST_FIGURES,
    MOST_SIDES,
    Draft,
    Figure,
    Side,
    can_learn,
    finished_figure,
    finished_side,
)
from companion.ui.race_table.facts import RaceTeaching
from companion.ui.words import say

SIDES_A_PAGE = 8


@dataclass(frozen=True, slots=True)
class SheetModel:
    title: str
    hint: str
    back: Button
    anew: Button | None
    sides_title: str
    sides: tuple[Button, ...]
    more: Button | None
    figures_title: str
    figures: tuple[Button, ...]
    next: tuple[Button, ...]
    """What may be taught next; the likeliest is primary."""


def present(draft: Draft, seen: RaceTeaching | None, page: int) -> SheetModel:
    pages = max(1, -(-len(draft.sides) // SIDES_A_PAGE))
    first = page % pages * SIDES_A_PAGE
    listed = tuple(enumerate(draft.sides))[first : first + SIDES_A_PAGE]
    anew = Button(
        say("race_table.anew"), None, Kind.DANGER, hold_intent=i.BeginAnew(), hold_s=theme.END_HOLD_S
    )
    return SheetModel(
        say("race_table.title"),
        _hint(draft, seen),
        Button(say("back"), i.Backward()),
        anew if draft.begun else None,
        say("race_table.sides", n=len(draft.sides)),
        tuple(Button(_side(side), i.OpenSide(at)) for at, side in listed),
        Button(say("race_table.more"), i.Page()) if pages > 1 else None,
        say("race_table.figures", n=len(draft.figures)),
        tuple(Button(_figure(figure), i.OpenFigure(at)) for at, figure in enumerate(draft.figures)),
        () if seen is None else _next(draft),
    )


def _hint(draft: Draft, seen: RaceTeaching | None) -> str:
    if seen is None:
        return say("race_table.waiting")
    if seen.failed:
        return seen.failed
    return say("race_table.still") if draft.begun else say("race_table.fresh")


def _side(side: Side) -> str:
    if not finished_side(side):
        return say("race_table.unfinished")
    return say("race_table.zones", n=len(side.zones), name=side.name)


def _figure(figure: Figure) -> str:
    if finished_figure(figure):
        return say("race_table.item", name=figure.name)
    return say("race_table.unfinished")


def _next(draft: Draft) -> tuple[Button, ...]:
    learn = can_learn(draft)
    side_next = not learn and not draft.sides
    figure_next = not learn and bool(draft.sides) and not draft.figures
    return (
        Button(
            say("race_table.next_side"),
            i.NextSide(),
            Kind.PRIMARY if side_next else Kind.PLAIN,
            enabled=len(draft.sides) < MOST_SIDES,
        ),
        Button(
            say("race_table.next_figure"),
            i.NextFigure(),
            Kind.PRIMARY if figure_next else Kind.PLAIN,
            enabled=len(draft.figures) < MOST_FIGURES,
        ),
        Button(
            say("race_table.layout" if draft.layout is None else "race_table.layout_again"), i.TakeLayout()
        ),
        Button(say("race_table.learn"), i.LearnTable(), Kind.PRIMARY if learn else Kind.PLAIN, enabled=learn),
    )
