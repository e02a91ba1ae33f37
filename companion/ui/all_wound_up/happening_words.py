"""What the eye says happened, in words: figure, what, where, and by how much."""

from typing import Any, assert_never

from companion.table.race_shown import Happening, What
from companion.table.snapshot import Snapshot
from companion.ui.all_wound_up.asked_model import cast
from companion.ui.words import say


def briefly(seen: Happening[Any], snapshot: Snapshot[Any, Any]) -> str:
    who = cast(snapshot)
    figure = seen.figure if seen.seat is None else who.figure(seen.seat)
    tile = "" if seen.tile is None else who.tile(seen.tile)
    zone = "" if seen.zone is None else who.zone(seen.zone)
    match seen.what:
        case What.PLACED:
            return say(
                "all_wound_up.seen.placed" if tile else "all_wound_up.seen.put", figure=figure, tile=tile
            )
        case What.UNDER | What.TOUCHED:
            return say("all_wound_up.did.touches", figure=figure, zone=zone)
        case What.LET_GO:
            return say("all_wound_up.seen.let_go", figure=figure)
        case What.LEFT_ZONE:
            return say("all_wound_up.did.leaves", figure=figure, zone=zone)
        case What.STEPPED_ON:
            return say("all_wound_up.did.steps", figure=figure, tile=tile)
        case What.CROSSED:
            back = seen.forward is False
            return say("all_wound_up.did.crossed_back" if back else "all_wound_up.did.crossed", figure=figure)
        case What.LEFT_BOARD:
            return say("all_wound_up.seen.left", figure=figure)
        case What.FELL:
            return say("all_wound_up.did.fell", figure=figure)
        case What.STOOD_STILL:
            return say("all_wound_up.did.still")
        case What.DONE:
            return say("all_wound_up.seen.done", figure=figure)
        case _:
            assert_never(seen.what)


def in_a_row(seen: Happening[Any], snapshot: Snapshot[Any, Any]) -> str:
    """The same in a few words: figure, what, where."""
    who = cast(snapshot)
    figure = seen.figure if seen.seat is None else who.figure(seen.seat)
    tile = "" if seen.tile is None else who.tile(seen.tile)
    zone = "" if seen.zone_kind is None else say(f"all_wound_up.kind.{seen.zone_kind}")
    match seen.what:
        case What.UNDER | What.TOUCHED:
            what = say("all_wound_up.chip.on", zone=zone, tile=tile)
        case What.LEFT_ZONE:
            what = say("all_wound_up.chip.leaves", zone=zone)
        case What.STEPPED_ON:
            what = say("all_wound_up.chip.to", tile=tile)
        case What.CROSSED:
            what = say("all_wound_up.chip.gate_back" if seen.forward is False else "all_wound_up.chip.gate")
        case What.LEFT_BOARD:
            what = say("all_wound_up.chip.left")
        case What.FELL:
            what = say("all_wound_up.chip.fell")
        case _:
            return briefly(seen, snapshot)
    return say("all_wound_up.seen.row", figure=figure, what=what)


def margin(seen: Happening[Any]) -> str:
    """By how much, in mm; empty where nothing was measured."""
    return "" if seen.margin_mm is None else millimetres(seen.margin_mm)


def millimetres(mm: float) -> str:
    return say("all_wound_up.mm", mm=f"{mm:+.1f}")
