"""Tables of All Wound Up for tests: builders that state only what matters, and random ones."""

import random
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

from companion.deck_file import load_mix
from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.cards import ACTIONS, DECK_SIZE, Card, Mix
from companion.rules.all_wound_up.choices import chance, choices
from companion.rules.all_wound_up.figures import Figure, On
from companion.rules.all_wound_up.options import CardsWhere, Options
from companion.rules.all_wound_up.race import Race, Tile, Zone, ZoneKind
from companion.rules.all_wound_up.stages import Bidding, Over
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tokens import ALL, NONE, Purse, Rank, add
from companion.rules.all_wound_up.transition import apply, setup
from companion.rules.core import HeldHands, PaperHands, Refusal, Seat, Step
from companion.table.hosted.all_wound_up_setup import as_setup

ANA, BEN, CLEO, DAN = Seat(0), Seat(1), Seat(2), Seat(3)
"""In all tables built here Dan, or whoever sits last, deals, so that Ana bids first."""
STEVE, MOLLY, GUS, VERA = "Steve", "Molly", "Gus", "Vera"
FIGURES = (STEVE, MOLLY, GUS, VERA)

SHIPPED = load_mix(None)
COUNTED = Mix(SHIPPED.copies, assumed=False)
IN_APP = Options(cards=CardsWhere.IN_APP)
ON_TABLE = Options(cards=CardsWhere.ON_TABLE)

CRYPT = Tile(
    "crypt",
    "Crypt",
    (
        Zone("crypt/brain", ZoneKind.BRAIN),
        Zone("crypt/mausoleum", ZoneKind.MAUSOLEUM),
    ),
)
YARD = Tile(
    "yard",
    "Yard",
    (Zone("yard/brain", ZoneKind.BRAIN), Zone("yard/grave", ZoneKind.GRAVE)),
)
WELL = Tile(
    "well",
    "Well",
    (
        Zone("well/brain", ZoneKind.BRAIN),
        Zone("well/mausoleum", ZoneKind.MAUSOLEUM),
        Zone("well/grave", ZoneKind.GRAVE),
    ),
)
GATE = Tile("gate", "Gate", (Zone("gate/gate", ZoneKind.GATE), Zone("gate/grave", ZoneKind.GRAVE)))

LINE = Race(
    (CRYPT, YARD, WELL, GATE),
    ("crypt", "yard", "well", "gate"),
    "gate/gate",
    "by the oak",
    ring=False,
    figures=FIGURES,
)
"""Four tiles in a row, and the gate at the end."""
RING = replace(LINE, ring=True, start="behind the gate")
"""The same four in a ring: start equal to finish, the first tile behind the gate."""
OVAL = replace(LINE, ring=True, course=("gate", "crypt", "yard", "well", "gate"), start="behind the gate")
"""The start tile is the gate's own."""
SHORT = replace(LINE, tiles=(CRYPT, GATE), course=("crypt", "gate"))


def begun(
    options: Options = ON_TABLE,
    *,
    seats: int = 3,
    race: Race = LINE,
    mix: Mix = SHIPPED,
    dealer: Seat | None = None,
) -> State:
    """A game whose figures are drawn in order: Ana has Steve, Ben Molly, and so on."""
    dealer = Seat(seats - 1) if dealer is None else dealer
    state = setup(replace(options, tiles=len(race.tiles)), race, mix, seats, dealer)
    for _ in range(seats):
        seat = state.stage.seat  # type: ignore[union-attr]
        if options.figures.value == "random":
            state = after(state, a.FigureDrawn(seat, FIGURES[seat]))
        else:
            state = after(state, a.ChooseFigure(seat, FIGURES[seat]))
    return state


def dealt(state: State) -> State:
    """Whatever the cards have to do is done, each time with the first card in order."""
    while acts := chance(state):
        state = after(state, acts[0])
    return state


def table(
    options: Options = ON_TABLE,
    *,
    seats: int = 3,
    race: Race = LINE,
    mix: Mix = SHIPPED,
    hands: tuple[str, ...] | int | None = None,
    on: dict[int, str] | None = None,
    reached: dict[int, int] | None = None,
    tokens: dict[int, tuple[Rank, ...]] | None = None,
    bidder: Seat = ANA,
    idle: int = 0,
    dealer: Seat | None = None,
    brains: dict[int, tuple[str, ...]] | None = None,
) -> State:
    """Ana, or `bidder`, is asked to bid. `hands`: how many real cards each holds, or what, in the app:
    "4 4 R W" are two Wind 4, a Turn Right and a Wild. `on`: which tile each figure stands on.
    """
    state = begun(options, seats=seats, race=race, mix=mix, dealer=dealer)
    figures, purses = list(state.figures), list(state.tokens)
    for seat, tile in (on or {}).items():
        figures[seat] = replace(figures[seat], place=On(tile))
    for seat, many in (reached or {}).items():
        figures[seat] = replace(figures[seat], reached=many)
    for seat, touched in (brains or {}).items():
        figures[seat] = replace(figures[seat], brains=touched)
    supply = ALL
    for seat, ranks in (tokens or {}).items():
        for rank in ranks:
            purses[seat], supply = add(purses[seat], rank), add(supply, rank, -1)
    state = replace(
        state, figures=tuple(figures), tokens=tuple(purses), supply=supply, tasks=(), fresh=ACTIONS
    )
    state = _with_hands(state, hands)
    return replace(state, stage=Bidding(bidder, idle), bidder=bidder)


LETTERS = {
    "1": Card.WIND_1, "2": Card.WIND_2, "3": Card.WIND_3, "4": Card.WIND_4,
    "R": Card.RIGHT, "L": Card.LEFT, "O": Card.OPPONENT, "W": Card.WILD,
}  # fmt: skip


def bunch(letters: str) -> tuple[Card, ...]:
    return tuple(sorted(LETTERS[letter] for letter in letters.split()))


def _with_hands(state: State, hands: tuple[str, ...] | int | None) -> State:
    seats = len(state.figures)
    if not state.options.in_app:
        size = hands if isinstance(hands, int) else 10
        paper = PaperHands((size,) * seats, ((),) * seats)
        return replace(state, hands=paper, most=((size,) * len(ACTIONS),) * seats)
    assert isinstance(hands, tuple), "say what the app has dealt"
    held = tuple(bunch(hand) for hand in (*hands, *("",) * (seats - len(hands))))
    left = [card for card in Card for _ in range(state.mix.of(card))]
    for hand in held:
        for card in hand:
            left.remove(card)
    pile = replace(state.deck, cards=tuple(sorted(left)))
    return replace(state, hands=HeldHands(held, ((),) * seats), deck=pile)


def after(state: State, *actions: Any) -> State:
    """The state after these actions, which must be accepted."""
    for action in actions:
        verdict = apply(state, action)
        assert isinstance(verdict, Step), (action, verdict)
        state = verdict.state
    return state


def events(state: State, *actions: Any) -> tuple[Any, ...]:
    """What the last of these actions led to."""
    verdict = apply(after(state, *actions[:-1]), actions[-1])
    assert isinstance(verdict, Step), (actions[-1], verdict)
    return verdict.events


def refusal(state: State, action: Any) -> str:
    """Why the action does not count."""
    verdict = apply(state, action)
    assert isinstance(verdict, Refusal), (action, verdict)
    return verdict.key.removeprefix("all_wound_up.")


def offered(state: State) -> list[Any]:
    """Everything that anybody can do now."""
    return [*(action for seat in state.seats for action in choices(state, seat)), *chance(state)]


def won(state: State, kind: Card = Card.WIND_3, seat: Seat = ANA, *more: Seat) -> State:
    """`seat` has bid for `kind` with one real card and won, with `more` tied; nobody has begun to act."""
    state = after(state, a.MakeBid(seat, kind, 1, 0))
    while not state.tasks:
        asked = state.stage.seat  # type: ignore[union-attr]
        following = type(state.stage).__name__ == "Following"
        cards = int(asked in more)
        state = after(state, a.Follow(asked, cards, 0) if following else a.Pass(asked))
    return state


def walking(state: State, seat: Seat = ANA, kind: Card = Card.WIND_3) -> State:
    """`seat` has won a Wind card, is on the board or enters it, and has let go."""
    state = won(state, kind, seat)
    if choices(state, seat) and isinstance(choices(state, seat)[0], a.Place):
        state = after(state, choices(state, seat)[0], a.Done(seat))
    return after(state, a.Release(seat))


def figure(state: State, seat: Seat) -> Figure:
    return state.figures[seat]


def purse(**many: int) -> Purse:
    """`purse(black=2, red=1)`."""
    filled = NONE
    for rank, count in many.items():
        filled = add(filled, Rank(rank), count)
    return filled


def is_over(state: State) -> bool:
    return isinstance(state.stage, Over)


def random_setup(
    rng: random.Random, seats: int | None = None, where: CardsWhere | None = None
) -> dict[str, Any]:
    """Any options and mix, on a random layout with a random course."""
    race = random_race(rng)
    values: dict[str, Any] = {}
    for field in fields(Options):
        default = field.default
        if rng.random() < 0.45:
            continue
        if isinstance(default, StrEnum):
            values[field.name] = rng.choice(list(type(default)))
        elif isinstance(default, bool):
            values[field.name] = rng.random() < 0.5
    values |= {
        "tiles": len(race.tiles),
        "min_turns": rng.randrange(2),
        "max_turns": rng.choice([None, None, 1, 4, 6]),
        "cards": where or rng.choice(list(CardsWhere)),
    }
    seats = seats or rng.randint(2, 4)
    mix = rng.choice([SHIPPED, COUNTED, random_mix(rng)])
    return as_setup(Options(**values), race, mix, seats, Seat(rng.randrange(seats)))


def random_mix(rng: random.Random) -> Mix:
    copies = [1] * len(Card)
    for _ in range(DECK_SIZE - len(Card)):
        copies[rng.randrange(len(Card))] += 1
    return Mix(tuple(copies), rng.random() < 0.5)


def random_race(rng: random.Random) -> Race:
    """One to four tiles with zones of every kind; a course over all of them, perhaps in a ring."""
    names = ["crypt", "yard", "well", "gate"][: rng.choice([1, 2, 3, 4, 4, 4])]
    rng.shuffle(names)
    tiles = []
    for name in names:
        kinds = rng.choices(
            [ZoneKind.BRAIN, ZoneKind.GRAVE, ZoneKind.MAUSOLEUM], k=rng.choice([0, 1, 1, 2, 3])
        )
        if name == names[-1] or rng.random() < 0.2:
            kinds.append(ZoneKind.GATE)
        zones = tuple(Zone(f"{name}/{kind.value}-{at}", kind) for at, kind in enumerate(kinds))
        tiles.append(Tile(name, name.title(), zones))
    gate = next(zone.id for zone in tiles[-1].zones if zone.kind is ZoneKind.GATE)
    ring = len(names) > 1 and rng.random() < 0.5
    course = [*names]
    if ring and len(names) > 2 and rng.random() < 0.5:
        course = [names[-1], *names]
    rng.shuffle(tiles)
    return Race(tuple(tiles), tuple(course), gate, "at the oak", ring, FIGURES)
