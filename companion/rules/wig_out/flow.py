"""What follows by itself: a round is made ready, scored or void, and the game is won."""

from dataclasses import replace
from typing import TypeAlias

from companion.rules.core import Refusal, Seat, Step
from companion.rules.wig_out.events import Event, GameWon, RoundBegun, RoundScored, RoundVoid, Tied
from companion.rules.wig_out.options import FalseCalls, Tie
from companion.rules.wig_out.state import Counting, Ended, Over, Ready, RoundResult, State

Verdict: TypeAlias = Step[State, Event] | Refusal


def get_ready(state: State, dealer: Seat, *told: Event) -> Step[State, Event]:
    """`dealer` deals the round that `state` says; whatever the last race left behind is gone."""
    ready = replace(
        state,
        dealer=dealer,
        early=(),
        locked=(),
        false_calls=(0,) * len(state.seats),
        stage=Ready(),
    )
    begun = RoundBegun(ready.round, dealer, ready.dealt, ready.sudden_death)
    return Step(ready, (*told, begun))


def count(state: State, counting: Counting, *told: Event) -> Step[State, Event]:
    """The hands are being counted; when none is missing the round is scored."""
    if any(counting.left[seat] is None for seat in state.playing):
        return Step(replace(state, stage=counting), told)
    points = tuple(_points(state, counting, seat) if seat in state.playing else None for seat in state.seats)
    result = RoundResult(state.round, counting.ended, counting.callers, counting.left, points)
    scored = replace(state, results=(*state.results, result))
    return _after_round(scored, *told, RoundScored(state.round, points))


def void(state: State, *told: Event) -> Step[State, Event]:
    """Nobody scores. The round is played again, unless the table counts it (W05)."""
    counts = state.options.void_counts
    said = (*told, RoundVoid(state.round, counts))
    if not counts:
        return get_ready(state, _left_of_dealer(state), *said)
    nothing = tuple(0 if seat in state.playing else None for seat in state.seats)
    result = RoundResult(state.round, Ended.VOID, (), (None,) * len(state.seats), nothing)
    return _after_round(replace(state, results=(*state.results, result)), *said)


def _points(state: State, counting: Counting, seat: Seat) -> int:
    """Cards in hand, cards wrongly laid with what they cost, and what false calls cost in points."""
    wrong = counting.wrong[seat] * (1 + state.options.wrong_match_points)
    in_points = state.options.false_call is FalseCalls.POINTS
    false = state.false_calls[seat] * state.options.penalty if in_points else 0
    return (counting.left[seat] or 0) + wrong + false


def _after_round(state: State, *told: Event) -> Step[State, Event]:
    """The next round, the one that breaks a tie, or the end. `state.round` has just been played."""
    if state.round < state.options.rounds:
        return get_ready(replace(state, round=state.round + 1), _left_of_dealer(state), *told)
    best = _lowest(state)
    if len(best) > 1 and not state.sudden_death and state.options.tie is Tie.SUDDEN_DEATH_ROUND:
        again = replace(state, round=state.round + 1, playing=best)
        return get_ready(again, _left_of_dealer(state), *told, Tied(best))
    return Step(replace(state, stage=Over(best)), (*told, GameWon(best)))


def _lowest(state: State) -> tuple[Seat, ...]:
    """Who leads: by all rounds, or by the sudden-death round among those who played it."""
    scores = state.results[-1].points if state.sudden_death else state.points
    least = min(scores[seat] or 0 for seat in state.playing)
    return tuple(seat for seat in state.playing if scores[seat] == least)


def _left_of_dealer(state: State) -> Seat:
    """Seats are numbered clockwise; the next one round the table, whether or not it plays (S27)."""
    assert state.dealer is not None, "a round that was played had a dealer"
    return Seat((state.dealer + 1) % len(state.seats))
