"""What the ui may ask of the rest of the program. It never waits for an answer: answers come as facts."""

from dataclasses import dataclass
from typing import Any, Protocol

from companion.rules.core import Seat
from companion.table.inbound import Inbound
from companion.ui.facts import Lies, Person, Point, Settings
from companion.ui.race_table.facts import RaceWish


@dataclass(frozen=True, slots=True)
class NewGame:
    """`options` are plain JSON values by the names of the game's own options; absent ones keep defaults. What
    only one game asks for stands beside them by a name of its own.
    """

    game: str
    people: tuple[Person, ...]
    """In seat order."""
    first: int | None
    """The seat that was singled out (the oldest, the dealer); None where the game singles out nobody."""
    options: dict[str, Any]


class Wishes(Protocol):
    def send(self, inbound: Inbound[Any]) -> None:
        """To the sitting that is on."""

    def new_game(self, game: NewGame) -> None:
        """The first snapshot of the game is the answer. Who is new is remembered."""

    def resume(self, game_id: str) -> None: ...

    def demo(self, game: str) -> None:
        """Play the clip of a game that comes with the program. Its first snapshot is the answer."""

    def finish(self, name: str) -> None:
        """For the pictures of a race kept under this name. A `Finish` is the answer."""

    def paces(self) -> None:
        """For how figures walk, with what was measured just now. A `Front` is the answer."""

    def leave(self) -> None:
        """Back to the home screen; the game waits there. A new `Front` is the answer."""

    def end_game(self) -> None:
        """The game on the table is over for good and no longer offered."""

    def teach(self) -> None:
        """Start looking; `Teaching` facts and live frames are the answer."""

    def corners(self, corners: tuple[Point, Point, Point, Point]) -> None:
        """Somebody dragged a corner to here."""

    def keep_table(self) -> None:
        """Learn the table from what is seen now. A new `Front` is the answer."""

    def stop_teaching(self) -> None: ...

    def race_table(self, wish: RaceWish) -> None:
        """What teaching a race table asks for; each wish says what its answer is."""

    def play_by_hand(self) -> None:
        """From now on without a camera, until a table is taught."""

    def press(self, seat: Seat, at_ns: int) -> None:
        """A key or a tap in place of a button, at that time of the monotonic clock."""

    def show_buttons(self, *, on: bool, anew: bool) -> None:
        """From now on a push shows whose button it is, or no longer. `anew`: forget who has which."""

    def pair_boxes(self) -> None:
        """Give every box on a cable that has no key of ours one."""

    def laid(self, lies: tuple[Lies, ...]) -> None:
        """So the tiles of the taught race lie, as was found beside all this. A new `Front` is the answer."""

    def settings(self, settings: Settings) -> None:
        """Remember these."""
