"""Zones traced on the straightened tile: which kind, round which corners, and which are there already."""

from collections import Counter
from dataclasses import dataclass

from companion.ui.intents import Button, Kind
from companion.ui.race_table import intents as i
from companion.ui.race_table.draft import MOST_ZONES, Point, Side, ZoneKind
from companion.ui.race_table.facts import Shown
from companion.ui.race_table.steps import Subject
from companion.ui.race_table.tracing import Tracing, can_close, on_tile, straight_of
from companion.ui.words import say

ZONES_A_PAGE = 4
COLOURS = {
    ZoneKind.MAUSOLEUM: "err",
    ZoneKind.GRAVE: "warn",
    ZoneKind.BRAIN: "ok",
    ZoneKind.GATE: "accent",
}


@dataclass(frozen=True, slots=True)
class ZoneModel:
    """`points` are pixels of the straightened tile; `label` says what the colour says."""

    points: tuple[Point, ...]
    label: str
    colour: str
    closed: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class ZonesModel:
    title: str
    back: Button
    shown: Shown | None
    zones: tuple[ZoneModel, ...]
    outline: ZoneModel
    """What is being traced."""
    can_close: bool
    """A tap on the first corner closes the outline."""
    can_put: bool
    kinds: tuple[Button, ...]
    listed: tuple[Button, ...]
    more: Button | None
    tools: tuple[Button, ...]
    same_picture: Button | None
    onward: Button


def present(side: Side, shown: Shown | None, tracing: Tracing, subject: Subject, page: int) -> ZonesModel:
    straight = straight_of(side)
    names = _names(side)
    drawn = () if straight is None or shown is None else on_tile(side, straight)
    pages = max(1, -(-len(side.zones) // ZONES_A_PAGE))
    first = _page(page, pages, tracing) * ZONES_A_PAGE
    return ZonesModel(
        _title(side, tracing, straight is None),
        Button(say("back"), i.Backward()),
        shown,
        tuple(
            ZoneModel(
                points,
                names[at],
                COLOURS[zone.kind],
                zone.kind is not ZoneKind.GATE,
                at == tracing.chosen,
            )
            for at, (zone, points) in enumerate(zip(side.zones, drawn, strict=False))
        ),
        ZoneModel(tracing.outline, "", COLOURS[tracing.kind], closed=False, chosen=True),
        can_close(tracing),
        shown is not None and len(side.zones) < MOST_ZONES,
        tuple(
            Button(
                say(f"race_table.{kind.value}"),
                i.ChooseKind(kind),
                Kind.CHOSEN if kind is tracing.kind else Kind.PLAIN,
            )
            for kind in ZoneKind
        ),
        tuple(
            Button(names[at], i.ChooseZone(at), Kind.CHOSEN if at == tracing.chosen else Kind.PLAIN)
            for at in range(first, min(first + ZONES_A_PAGE, len(side.zones)))
        ),
        Button(say("race_table.more"), i.Page()) if pages > 1 else None,
        _tools(tracing),
        Button(say("race_table.same_picture"), i.NextSide(same_picture=True))
        if not subject.mending and not tracing.outline
        else None,
        Button(
            say("race_table.done"),
            i.Onward(),
            Kind.PLAIN if tracing.outline or not side.zones else Kind.PRIMARY,
            enabled=not tracing.outline,
        ),
    )


def _names(side: Side) -> tuple[str, ...]:
    """Each kind counted by itself: Brain 1, Brain 2, Grave 1."""
    many: Counter[ZoneKind] = Counter()
    names = []
    for zone in side.zones:
        many[zone.kind] += 1
        names.append(say("race_table.zone", kind=say(f"race_table.{zone.kind.value}"), at=many[zone.kind]))
    return tuple(names)


def _page(page: int, pages: int, tracing: Tracing) -> int:
    """The chosen zone is always listed until somebody leafs on."""
    first = 0 if tracing.chosen is None else tracing.chosen // ZONES_A_PAGE
    return (first + page) % pages


def _title(side: Side, tracing: Tracing, bent: bool) -> str:
    if bent:
        return say("race_table.bent")
    if len(side.zones) >= MOST_ZONES:
        return say("race_table.too_many")
    if tracing.kind is ZoneKind.GATE and (tracing.outline or tracing.chosen is None):
        return say("race_table.gate_second" if tracing.outline else "race_table.gate_first")
    if tracing.outline:
        return say("race_table.go_on")
    return say("race_table.traced") if tracing.chosen is not None else say("race_table.trace")


def _tools(tracing: Tracing) -> tuple[Button, ...]:
    if tracing.outline:
        undo = Button(say("race_table.drop_corner"), i.DropCorner())
        close = Button(say("race_table.close"), i.CloseZone(), Kind.PRIMARY)
        return (undo, close) if can_close(tracing) else (undo,)
    if tracing.chosen is not None:
        return (Button(say("race_table.drop_zone"), i.DropZone(), Kind.DANGER),)
    return ()
