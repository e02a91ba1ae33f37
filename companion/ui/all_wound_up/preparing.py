"""A race that is being set up at the screen."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from companion.rules.all_wound_up.options import Options
from companion.rules.all_wound_up.race import Race
from companion.ui.all_wound_up import course_model, setup
from companion.ui.all_wound_up import intents as own
from companion.ui.desk import Desk
from companion.ui.face import Preparing
from companion.ui.facts import Front
from companion.ui.intents import GameIntent


class CoursePreparing(Preparing):
    screen = "companion.ui.all_wound_up.course"

    def __init__(self, plan: setup.Plan, last: Mapping[str, Any]) -> None:
        """`last` is how a race was set up before."""
        self.plan, self._last = plan, last

    def take_front(self, front: Front) -> None:
        """The eye has found how the tiles lie: they are shown so, unless somebody has begun by hand.

        A course over these very tiles stays, and so does the way over its gate.
        """
        plan = self.plan
        if front.kit == plan.kit:
            return
        if not plan.course:
            self.plan = replace(setup.begin(plan.seats, front.kit, {}), table=plan.table)
        elif front.kit.sides == plan.kit.sides and front.kit.lies:
            self.plan = setup.laid(plan, front.kit, self._last)

    def present(self) -> Any:
        return course_model.present(self.plan)

    def do(self, desk: Desk, intent: GameIntent) -> bool:
        plan = self.plan
        match intent:
            case own.TapTile(tile):
                self.plan = setup.tapped(plan, tile)
            case own.CountZones(tile, kind):
                self.plan = setup.counted(plan, tile, kind)
            case own.PickLayout():
                self.plan = replace(plan, ring=not plan.ring)
            case own.FlipGate():
                self.plan = replace(plan, other_way=not plan.other_way)
            case own.ClearCourse():
                self.plan = replace(plan, course=())
            case own.SetHands(in_app):
                self.plan = replace(plan, in_app=in_app)
            case own.SetFigures(chosen):
                self.plan = replace(plan, chosen=chosen)
            case own.GoStep(step):
                if not step or not setup.why_not(plan):
                    self.plan = replace(plan, step=step)
            case own.StartRace():
                if not setup.why_not(plan):
                    desk.begin_prepared(setup.options(plan))
            case _:
                return False
        return True


def prepare(front: Front, seats: int, options: Mapping[str, Any]) -> CoursePreparing:
    """The same race as last time, if its tiles are there."""
    last = next((s.setup for s in front.shelf if s.game == "all_wound_up"), {})
    plan = setup.begin(seats, front.kit, last)
    return CoursePreparing(replace(plan, table=msgspec.convert(options, Options)), last)


def way_over(preparing: Preparing | None, last: Mapping[str, Any], race: Race) -> str | None:
    """Which way the gate of `race` is crossed to win, if it was agreed before: for the race that was set up
    last, or for the one of before that was set up as `last` tells.
    """
    if isinstance(preparing, CoursePreparing) and setup.race(preparing.plan) == race:
        return setup.forward(preparing.plan)
    told = last.get(setup.FORWARD) if last.get("race") == msgspec.to_builtins(race) else None
    return told if isinstance(told, str) else None
