"""The set-up of a race as plain words: the course, then who holds the cards."""

from dataclasses import dataclass

from companion.rules.all_wound_up.race import ZoneKind
from companion.ui.all_wound_up import map_model, setup
from companion.ui.all_wound_up.intents import (
    ClearCourse,
    CountZones,
    FlipGate,
    GoStep,
    PickLayout,
    SetFigures,
    SetHands,
    StartRace,
    TapTile,
)
from companion.ui.all_wound_up.map_model import MapModel, SquareModel
from companion.ui.all_wound_up.passing_model import hand_over_words
from companion.ui.all_wound_up.setup import Plan
from companion.ui.intents import Button, Go, Kind
from companion.ui.places import Place
from companion.ui.words import say


@dataclass(frozen=True, slots=True)
class WayModel:
    """One of two ways to play, with what it costs."""

    button: Button
    line: str


@dataclass(frozen=True, slots=True)
class CourseModel:
    title: str
    back: Button
    map: MapModel
    hint: str
    buttons: tuple[Button, ...]
    ways: tuple[WayModel, ...]
    """In place of the map: who holds the cards, how figures are found."""
    reason: str
    next: Button


def present(plan: Plan) -> CourseModel:
    return _course(plan) if plan.step == 0 else _hands(plan)


def _course(plan: Plan) -> CourseModel:
    reason = setup.why_not(plan)
    done = Button(
        say("all_wound_up.setup.next"), GoStep(1), Kind.PLAIN if reason else Kind.PRIMARY, enabled=not reason
    )
    return CourseModel(
        say("all_wound_up.setup.course"),
        Button(say("back"), Go(Place.PLAYERS)),
        plan_map(plan),
        _hint(plan),
        _buttons(plan),
        (),
        reason,
        done,
    )


def _hint(plan: Plan) -> str:
    if not plan.course:
        return say("all_wound_up.setup.tap")
    way = setup.forward(plan)
    if way is not None and not setup.left_out(plan):
        return say("all_wound_up.setup.arrow")
    return say("all_wound_up.setup.last_gate", tile=plan.course[-1])


def _buttons(plan: Plan) -> tuple[Button, ...]:
    ring = plan.ring or setup.is_ring(plan)
    buttons = [
        Button(say("all_wound_up.setup.ring" if ring else "all_wound_up.setup.line"), PickLayout()),
        Button(say("all_wound_up.setup.clear"), ClearCourse(), enabled=bool(plan.course)),
    ]
    # What means nothing yet is there already, off: a button that comes later would move the others.
    if any(lies.gate is not None for lies in plan.kit.lies):
        known = setup.forward(plan) is not None
        buttons.append(Button(say("all_wound_up.setup.other_way"), FlipGate(), enabled=known))
    if not setup.taught(plan):
        tile = (plan.course or plan.tiles)[-1 if plan.course else 0]
        buttons += [
            Button(
                say(f"all_wound_up.count.{kind.value}", tile=tile, n=setup.count(plan, tile, kind.value)),
                CountZones(tile, kind.value),
                enabled=bool(plan.course),
            )
            for kind in setup.ZONES
        ]
    return tuple(buttons)


def _hands(plan: Plan) -> CourseModel:
    def kind(on: bool) -> Kind:
        return Kind.CHOSEN if on else Kind.PLAIN

    ways = (
        WayModel(
            Button(say("all_wound_up.setup.paper"), SetHands(False), kind(not plan.in_app)),
            say("all_wound_up.setup.paper_line"),
        ),
        WayModel(
            Button(say("all_wound_up.setup.held"), SetHands(True), kind(plan.in_app)),
            hand_over_words(plan.seats, plan.table),
        ),
        WayModel(
            Button(say("all_wound_up.setup.random"), SetFigures(False), kind(not plan.chosen)),
            say("all_wound_up.setup.random_line"),
        ),
        WayModel(
            Button(say("all_wound_up.setup.chosen"), SetFigures(True), kind(plan.chosen)),
            say("all_wound_up.setup.chosen_line"),
        ),
    )
    return CourseModel(
        say("all_wound_up.setup.hands"),
        Button(say("back"), GoStep(0)),
        map_model.BLANK,
        "",
        (),
        ways,
        "",
        Button(say("players.start"), StartRace(), Kind.PRIMARY),
    )


def plan_map(plan: Plan) -> MapModel:
    """As the eye sees the tiles lie; by hand two by two, or in a row."""
    where, arrow = _places(plan)
    squares = tuple(
        SquareModel(
            tile,
            tile,
            where[tile],
            map_model.numbers(plan.course, tile),
            tuple(kind for kind in setup.zones(plan, tile) if kind != ZoneKind.GATE),
            ZoneKind.GATE.value in setup.zones(plan, tile),
            (),
            TapTile(tile),
        )
        for tile in plan.tiles
    )
    if arrow is None and plan.course and not setup.left_out(plan) and not setup.faults(plan):
        arrow = map_model.way_out(setup.race(plan), where)
    return MapModel(squares, map_model.steps(plan.course, where), arrow)


def _places(plan: Plan) -> tuple[dict[str, map_model.Place], tuple[map_model.Place, map_model.Place] | None]:
    if not plan.kit.lies:
        # Not by the course so far: no tile may move while somebody taps them one after the other.
        return map_model.places(plan.tiles, ring=plan.ring), None
    side = plan.kit.lies[0].side_mm
    left = min(each.middle[0] for each in plan.kit.lies)
    top = min(each.middle[1] for each in plan.kit.lies)

    def place(at: tuple[float, float]) -> map_model.Place:
        return (at[0] - left) / side, (at[1] - top) / side

    way = setup.way_out(plan)
    arrow = None if way is None else (place(way[0]), place(way[1]))
    return {each.tile: place(each.middle) for each in plan.kit.lies}, arrow
