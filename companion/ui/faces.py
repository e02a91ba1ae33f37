"""Where the screens find a game by its name. What they need of it is loaded when it is first asked for."""

from companion.ui.face import Asks, Face, Teller

SHELF = ("all_wound_up", "all_4_it", "wig_out")
"""In the order in which they stand on the home screen."""


def asks_of(game: str) -> Asks:
    match game:
        case "all_4_it":
            from companion.ui.all_4_it import asks as all_4_it  # noqa: PLC0415 - the first frame needs no game

            return all_4_it.ASKS
        case "all_wound_up":
            from companion.ui.all_wound_up import asks as all_wound_up  # noqa: PLC0415 - as above

            return all_wound_up.ASKS
        case "wig_out":
            from companion.ui.wig_out import asks as wig_out  # noqa: PLC0415 - as above

            return wig_out.ASKS
        case _:
            raise ValueError(f"{game} has no screens")


def face_of(game: str) -> Face:
    """A new one, for one game."""
    match game:
        case "all_4_it":
            from companion.ui.all_4_it.face import All4ItFace  # noqa: PLC0415 - as above

            return All4ItFace()
        case "all_wound_up":
            from companion.ui.all_wound_up.face import AllWoundUpFace  # noqa: PLC0415 - as above

            return AllWoundUpFace()
        case "wig_out":
            from companion.ui.wig_out.face import WigOutFace  # noqa: PLC0415 - as above

            return WigOutFace()
        case _:
            raise ValueError(f"{game} has no screens")


def teller_of(game: str) -> Teller:
    """Every game that was ever played can be told, also where it cannot be played."""
    match game:
        case "all_4_it":
            from companion.ui.all_4_it.teller import All4ItTeller  # noqa: PLC0415 - as above

            return All4ItTeller()
        case "all_wound_up":
            from companion.ui.all_wound_up.teller import AllWoundUpTeller  # noqa: PLC0415 - as above

            return AllWoundUpTeller()
        case "wig_out":
            from companion.ui.wig_out.teller import WigOutTeller  # noqa: PLC0415 - as above

            return WigOutTeller()
        case _:
            raise ValueError(f"{game} cannot be told")
