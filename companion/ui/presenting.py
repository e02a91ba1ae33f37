"""The model of the place we are at. Screens are shown what this says, and nothing else."""

from typing import Any

from companion.ui.desk import Desk
from companion.ui.places import Place


def present(desk: Desk, now_ns: int, now_s: float) -> Any:
    """`now_ns` is the monotonic clock, `now_s` seconds since the epoch."""
    # Models are imported as places are reached, so that the first frame waits for one screen only.
    from companion.ui.screens import home_model, name_model, players_model, tables_model, teach_model  # noqa: PLC0415

    match desk.place:
        case Place.HOME:
            return home_model.present(desk.front, desk.settings, now_s)
        case Place.PLAYERS:
            return players_model.present(desk.front, desk.roster)
        case Place.NAME:
            return name_model.present(desk.typed, desk.taken_names(), desk.page)
        case Place.TEACH:
            return teach_model.present(desk.teaching)
        case Place.TABLES:
            return tables_model.present(desk.front)
        case Place.RACE_TABLE if desk.lesson is not None:
            from companion.ui.race_table.presenting import present as present_lesson  # noqa: PLC0415

            return present_lesson(desk.lesson)
        case Place.PREPARE if desk.preparing is not None:
            return desk.preparing.present()
        case _:
            return _in_game(desk, now_ns)


def _in_game(desk: Desk, now_ns: int) -> Any:
    from companion.ui.screens import (  # noqa: PLC0415
        consent_model,
        menu_model,
        timeline_model,
        winner_model,
    )

    snapshot, people, source = desk.game, desk.people, desk.front.source
    match desk.place:
        case Place.WINNER:
            return winner_model.present(snapshot, people, source)
        case Place.ENDED:
            return winner_model.ended(snapshot, people, source)
        case Place.TIMELINE:
            return timeline_model.present(snapshot, source, desk.page, desk.record, desk.can_change)
        case Place.CONSENT:
            return consent_model.present(snapshot, desk.wants, desk.agreed, people)
        case Place.MENU:
            more = desk.face.more(snapshot)
            return menu_model.present(snapshot, desk.settings, sound=desk.front.sound, more=more)
        case place:
            return desk.face.present(desk, place, now_ns)
