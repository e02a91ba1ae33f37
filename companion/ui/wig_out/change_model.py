"""A past round mended: how many cards it really were."""

from dataclasses import dataclass
from typing import Any

from companion.rules.wig_out.actions import EnterCards
from companion.table.snapshot import Snapshot
from companion.ui.facts import Person, Source
from companion.ui.intents import Button, Change, Go, Kind
from companion.ui.places import Place
from companion.ui.screens import top_model
from companion.ui.screens.timeline_model import title
from companion.ui.screens.top_model import TopModel
from companion.ui.wig_out.count_model import SINGLE
from companion.ui.wig_out.intents import ManyCards
from companion.ui.wig_out.past import record_of
from companion.ui.words import has_words, say


@dataclass(frozen=True, slots=True)
class ChangeModel:
    top: TopModel
    lead: str
    colour: str
    text: str
    cells: tuple[Button, ...]
    lines: tuple[str, ...]
    """Later records that would no longer fit."""
    buttons: tuple[Button, ...]


def present(
    snapshot: Snapshot[Any, Any],
    source: Source,
    people: tuple[Person, ...],
    chosen: int | None,
    drafted: int | None,
) -> ChangeModel:
    """`chosen` is the record, `drafted` the number that was asked for last."""
    top = top_model.present(snapshot, source, back=True, title=say("amend.title"))
    cancel = Button(say("amend.cancel"), Go(Place.BOARD))
    was = None if chosen is None else record_of(snapshot, chosen)
    if was is None:
        return ChangeModel(top, "", "text", say("amend.impossible"), (), (), (cancel,))
    round_ = snapshot.view.results[was.race].round if was.race < len(snapshot.view.results) else None
    lead = say(
        "wig_out.past",
        name=snapshot.names[was.seat],
        round=snapshot.view.round if round_ is None else round_,
        n=was.cards,
    )
    colour = f"player{people[was.seat].colour}"
    if snapshot.broken and drafted is not None:
        drop = Button(
            say("amend.drop_them"),
            Change(was.seq, EnterCards(was.seat, drafted), drop=True),
            Kind.PRIMARY,
        )
        told = {x.seq: title(x, snapshot) for x in snapshot.timeline}
        lines = tuple(told[b.seq] for b in snapshot.broken if b.seq in told)[:4]
        text = say("amend.drop", n=len(snapshot.broken))
        return ChangeModel(top, lead, colour, text, (), lines, (drop, cancel))

    def number(n: int) -> Button:
        kind = Kind.CHOSEN if n == was.cards else Kind.PLAIN
        change = Change(was.seq, EnterCards(was.seat, n), drop=False)
        return Button(str(n), None if n == was.cards else change, kind, enabled=n != was.cards)

    more = Button(say("wig_out.more"), ManyCards(was.seat))
    text = say("wig_out.ask.really")
    if snapshot.refusal is not None:
        text = say(snapshot.refusal.key if has_words(snapshot.refusal.key) else "table.refused")
    cells = (*(number(n) for n in range(SINGLE)), more)
    return ChangeModel(top, lead, colour, text, cells, (), (cancel,))
