"""How one state of All Wound Up leads to the next. `apply` judges every action there is."""

from typing import get_args

from companion.rules.all_wound_up import (
    acting,
    bidding,
    dealing,
    flow,
    handling,
    passing,
    refusals,
    spending,
    walking,
)
from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up import tokens as t
from companion.rules.all_wound_up.actions import Action, Chance, Played, Report, Spending
from companion.rules.all_wound_up.cards import ACTIONS, DECK_SIZE, Card, Mix
from companion.rules.all_wound_up.checks import SEATS, mix_faults, race_faults
from companion.rules.all_wound_up.dealing import Verdict
from companion.rules.all_wound_up.events import BidderNamed, Event
from companion.rules.all_wound_up.figures import Away, Figure, Gone
from companion.rules.all_wound_up.forms import malformed
from companion.rules.all_wound_up.options import Figures, Options
from companion.rules.all_wound_up.race import Race
from companion.rules.all_wound_up.stages import Bidding, Drafting, Following, Over, Passing, Raising
from companion.rules.all_wound_up.state import Pile, State
from companion.rules.all_wound_up.tasks import (
    BrainChoice,
    Enter,
    Pick,
    Rise,
    Settle,
    Turn,
    Walk,
    Wind,
    Window,
)
from companion.rules.all_wound_up.view import asked
from companion.rules.core import HeldHands, PaperHands, Refusal, Seat, Step

_CHANCE: tuple[type, ...] = get_args(Chance)
_SPENDING: tuple[type, ...] = get_args(Spending)
_REPORTS: tuple[type, ...] = get_args(Report)


def setup(options: Options, race: Race, mix: Mix, seats: int, dealer: Seat) -> State:
    """A game before anything has happened; it holds no secret. `dealer` is the oldest.

    ValueError names what cannot be (A67: two to four seats).
    """
    if type(seats) is not int or seats not in SEATS:
        raise ValueError(f"seats: 2 to 4, not {seats!r}")
    if type(dealer) is not int or not 0 <= dealer < seats:
        raise ValueError(f"dealer: seat 0 to {seats - 1}, not {dealer!r}")
    for fault in (*mix_faults(mix), *race_faults(race, seats)):
        raise ValueError(str(fault))
    if len(race.tiles) != options.tiles:
        raise ValueError(f"race.tiles: {options.tiles} are played with; here are {len(race.tiles)}")
    nobody: HeldHands | PaperHands
    if options.in_app:
        cards = tuple(sorted(card for card in Card for _ in range(mix.of(card))))
        nobody, deck = HeldHands(((),) * seats, ((),) * seats), Pile(cards)
    else:
        nobody, deck = PaperHands((0,) * seats, ((),) * seats), Pile()
    first = Seat((dealer + 1) % seats)
    return State(
        options=options,
        race=race,
        mix=mix,
        names=(None,) * seats,
        round=0,
        dealer=dealer,
        bidder=first,
        figures=(Figure(Away(Gone.NOT_PLACED, race.course[0], at_start=True)),) * seats,
        tokens=(t.NONE,) * seats,
        supply=t.ALL,
        box=t.NONE,
        hands=nobody,
        transit=nobody,
        deck=deck,
        discards=(),
        played=(),
        fresh=ACTIONS,
        most=(),
        stage=Drafting(first),
        tasks=(),
        waiting=None,
        winner=None,
    )


def apply(state: State, action: Action) -> Step[State, Event] | Refusal:
    """Judge `action` against `state`. Never raises, whatever `action` is, and never mutates."""
    fault = malformed(action, len(state.figures))
    if fault:
        return fault
    if isinstance(state.stage, Over):
        return refusals.GAME_OVER
    if isinstance(action, _CHANCE):
        verdict = dealing.chance_acts(state, action)  # type: ignore[arg-type]  # of `Chance`
    elif isinstance(action, _SPENDING):
        verdict = spending.spend(state, action)  # type: ignore[arg-type]  # of `Spending`
    else:
        verdict = _play(state, action)  # type: ignore[arg-type]  # what remains
        if isinstance(verdict, Step):
            verdict = Step(spending.after_action(state, verdict.state), verdict.events)
    if isinstance(verdict, Refusal):
        return verdict
    step = flow.proceed(verdict.state, *verdict.events)
    now = step.state.stage
    if isinstance(now, Bidding) and now != state.stage:
        return Step(step.state, (*step.events, BidderNamed(now.seat)))
    return step


def most_actions_a_round(race: Race, seats: int) -> int:
    """No round takes more actions than this, chance included.

    Every bid lays a card and every raise a Wild, so there are at most as many as cards; between two of
    them each seat passes at most twice. A winner's action tells at most `MOST_TOLD` things and as many
    times lets go too early, then every figure is stood up or put back zone by zone, and each Brain asks
    once. A token is declared, waits for its window, and turns a figure zone by zone or takes a card; there
    are no more tokens used than there were, and were gained.
    """
    zones = sum(len(tile.zones) for tile in race.tiles)
    per_figure = 2 * zones + 4
    winner = 2 * walking.MOST_TOLD + 2 * per_figure * seats + walking.MOST_TOLD
    token = 4 + per_figure
    tokens = seats * t.EACH * len(t.RANKS) + walking.MOST_TOLD
    bids = DECK_SIZE
    per_bid = 1 + seats + 2 * seats + seats * (winner + tokens * (token + 2 * seats))
    return seats + 4 * DECK_SIZE + bids * per_bid + DECK_SIZE * 2 * seats


def _play(state: State, action: Played) -> Verdict:  # noqa: PLR0912 - one case a step of the game
    if not _fits(state, action):
        if state.tasks and isinstance(state.tasks[0], Window):
            return refusals.WINDOW_OPEN
        return refusals.NOT_NOW
    if action.seat not in asked(state):
        head = state.head
        if isinstance(head, Passing) and head.seat is None:
            return refusals.PASSED_ENOUGH
        return refusals.NOT_YOUR_TURN
    match (state.head, action):
        case (Drafting(), a.ChooseFigure()):
            return dealing.get_figure(state, action)
        case (Passing() as stage, a.PassCard() | a.DiscardCard() | a.HandOver()):
            return passing.give(state, stage, action)
        case (Bidding() as stage, a.MakeBid()):
            return bidding.make_bid(state, stage, action)
        case (Following() as stage, a.Follow()):
            return bidding.follow(state, stage, action)
        case (Raising() as stage, a.Raise()):
            return bidding.raise_bid(state, stage, action)
        case (Bidding() | Raising() as stage, a.Pass()):
            return bidding.pass_bid(state, stage, action)
        case (Pick() as task, a.PickOpponent()):
            return acting.pick(state, task, action)
        case (Enter() as task, a.Place()):
            return acting.place(state, task, action)
        case (Settle() | Turn() | Rise() as task, a.TouchZone()):
            return handling.touch(state, task, action)
        case (Turn() | Rise() as task, a.LeaveZone()):
            return handling.leave(state, task, action)
        case (Settle() | Turn() | Rise() as task, a.Done()):
            return handling.done(state, task, action)
        case (Wind() as task, a.Release()):
            return acting.release(state, task, action)
        case (Walk() as task, a.LetGoEarly()):
            return walking.let_go_early(state, task, action)
        case (Walk() as task, a.StandStill()):
            return walking.stand_still(state, task, action)
        case (
            Walk() as task,
            a.TouchZone() | a.LeaveZone() | a.StepOn() | a.Fall() | a.LeaveBoard() | a.Cross(),
        ):
            return walking.report(state, task, action)
        case (BrainChoice() as task, a.GainToken() | a.UpgradeToken() | a.DeclineToken()):
            return acting.choose(state, task, action)
        case _:
            return refusals.NOT_NOW


_FITTING: dict[type, tuple[type, ...]] = {
    Passing: (a.PassCard, a.DiscardCard, a.HandOver),
    Bidding: (a.MakeBid, a.Pass),
    Following: (a.Follow,),
    Raising: (a.Raise, a.Pass),
    Pick: (a.PickOpponent,),
    Enter: (a.Place,),
    Settle: (a.TouchZone, a.Done),
    Turn: (a.TouchZone, a.LeaveZone, a.Done),
    Rise: (a.TouchZone, a.LeaveZone, a.Done),
    Wind: (a.Release,),
    Walk: (*_REPORTS, a.LetGoEarly, a.StandStill),
    BrainChoice: (a.GainToken, a.UpgradeToken, a.DeclineToken),
}
"""What is done in each step of the game; nothing where the cards act."""


def _fits(state: State, action: Played) -> bool:
    head = state.head
    if isinstance(head, Drafting):
        return isinstance(action, a.ChooseFigure) and state.options.figures is Figures.CHOSEN
    return type(action) in _FITTING.get(type(head), ())
