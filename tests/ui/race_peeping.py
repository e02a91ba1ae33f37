"""Somebody peeps at a hand of cards: in the app's, and in a real one that its owner has told."""

from typing import Any

from companion.rules.all_wound_up.cards import Card
from companion.rules.core import Seat
from companion.ui.all_wound_up import held_model, told_model
from companion.ui.all_wound_up import intents as own
from companion.ui.all_wound_up.drafts import Told
from companion.ui.all_wound_up.places import RacePlace
from tests.ui.game import ANA
from tests.ui.peeping import ELSEWHERE, Peeper
from tests.ui.race_game import HELD, REAL, RaceGame

NAMES = dict(
    zip(
        Card,
        ("Zyzzogeton", "Quincunx", "Vexilla", "Jabberw", "Kerfuff", "Widdersh", "Xylophag", "Mumpsim"),
        strict=True,
    )
)
"""What cards are called on the screen of hands, and nowhere else."""
CARD_SPOTS = ((140, 430), (390, 430), (140, 310), (640, 430))
"""On the cards, once there are any."""


class HeldPeeper(Peeper):
    """The app holds the cards; all know whose turn it is to pass some on."""

    canaries = tuple(NAMES.values())
    place = RacePlace.HAND
    spots = (ELSEWHERE, *CARD_SPOTS)

    def begin(self) -> Any:
        self._names = held_model.card_name, told_model.card_name
        held_model.card_name = told_model.card_name = lambda card: NAMES[Card(card)]
        return RaceGame(HELD, names=("Ana", "Ben"), now_ns=self.glass.clock.now)

    def close(self) -> None:
        held_model.card_name, told_model.card_name = self._names
        super().close()

    def may_latch(self, seat: Seat) -> bool:
        return seat in self.game.view.asked

    def owned(self, seat: Seat) -> tuple[str, ...]:
        return tuple({NAMES[Card(card)] for card in self.game.state.hands.known(seat)})

    def go(self, seat: Seat) -> None:
        self.glass.desk.do(own.LookAtHand(seat))
        self.glass.settle()
        assert self.glass.place is self.place


class ToldPeeper(HeldPeeper):
    """Real cards, as their owners told them. How many there are of a kind is what gives an owner away."""

    canaries = ("x 7", "x 9")
    spots = (ELSEWHERE,)

    def begin(self) -> Any:
        super().begin()
        return RaceGame(REAL, names=("Ana", "Ben"), now_ns=self.glass.clock.now).to_bids()

    def may_latch(self, seat: Seat) -> bool:
        return True

    def owned(self, seat: Seat) -> tuple[str, ...]:
        kinds, many = ((Card.WIND_4, Card.LEFT), 7) if seat == ANA else ((Card.RIGHT, Card.WIND_1), 9)
        cards = tuple(str(kinds[0]) for _ in range(many)) + tuple(str(kinds[1]) for _ in range(10 - many))
        face = self.glass.desk.face
        face.draft = face.draft.with_told(seat, Told(self.game.snapshot.timeline[-1].seq, cards))
        return (f"x {many}",)


def peeper(kind: str, seed: int) -> Peeper:
    return {"held": HeldPeeper, "told": ToldPeeper}[kind](seed)
