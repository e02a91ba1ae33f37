"""A question with buttons to answer it: a name among chips, or which part of something to mend."""

from dataclasses import dataclass

from companion.ui import theme
from companion.ui.intents import Button, Kind
from companion.ui.race_table import intents as i
from companion.ui.race_table.draft import SHOTS, Figure, Side
from companion.ui.race_table.naming import chips
from companion.ui.race_table.steps import Step, What
from companion.ui.words import say


@dataclass(frozen=True, slots=True)
class ListModel:
    title: str
    back: Button
    buttons: tuple[Button, ...]
    last: tuple[Button, ...]
    """Below the others."""


def names(what: What, own: str, taken: tuple[str, ...]) -> ListModel:
    """Chips to name something by. `own` is the name that it has, `taken` are those of the others."""
    known = (own, *(name for name in chips(what, taken) if name != own)) if own else chips(what, taken)
    return ListModel(
        say("race_table.name_figure" if what is What.FIGURE else "race_table.name_side"),
        Button(say("back"), i.Backward()),
        tuple(
            Button(
                say("race_table.item", name=name), i.Called(name), Kind.CHOSEN if name == own else Kind.PLAIN
            )
            for name in known
        ),
        (Button(say("race_table.other_name"), i.Spell()),),
    )


def parts(thing: Side | Figure) -> ListModel:
    """What of a finished side or figure can be mended."""
    buttons = [Button(say("race_table.mend_size"), i.Mend(Step.MEASURE))]
    buttons.append(Button(say("race_table.mend_name"), i.Mend(Step.NAME)))
    if isinstance(thing, Side):
        buttons.insert(0, Button(say("race_table.mend_corners"), i.Mend(Step.MARK)))
        buttons.insert(1, Button(say("race_table.mend_zones"), i.Mend(Step.ZONES)))
    else:
        buttons[:0] = [
            Button(say("race_table.mend_front", n=at + 1), i.Mend(Step.MARK, at))
            for at in range(len(thing.shots))
        ]
        if len(thing.shots) < SHOTS:
            buttons.append(Button(say("race_table.second"), i.Mend(Step.TAKE, len(thing.shots))))
    away = Button(
        say("race_table.take_away"), None, Kind.DANGER, hold_intent=i.TakeAway(), hold_s=theme.END_HOLD_S
    )
    return ListModel(
        say("race_table.item", name=thing.name) if thing.name else say("race_table.unfinished"),
        Button(say("back"), i.Backward()),
        tuple(buttons),
        (away,),
    )
