"""What the screens of Wig Out! say: plain values, no window."""

import random
from dataclasses import replace

import pytest

from companion.rules.core import Seat
from companion.rules.wig_out.actions import ClaimStall, EnterCards, WrongMatch
from companion.rules.wig_out.options import EmptyStock, Options, Stall
from companion.table import inbound as ib
from companion.ui.facts import Person, Source
from companion.ui.intents import Button, Change, DealFewer, Kind
from companion.ui.pressing import Box, Buttons, Finish, Link
from companion.ui.screens import players_model, winner_model
from companion.ui.screens.players_model import Roster
from companion.ui.wig_out import (
    band_model,
    buttons_model,
    count_model,
    pad_model,
    past,
    race_model,
    ready_model,
)
from companion.ui.wig_out.intents import Cards, ManyCards, Past
from tests.ui.glass import FRONT
from tests.ui.wig_game import SIX, WigGame

PEOPLE = tuple(Person(name, at) for at, name in enumerate(SIX))
A, B, C = Seat(0), Seat(1), Seat(2)


def roster(players: int) -> Roster:
    return Roster("wig_out", PEOPLE[:players])


@pytest.mark.parametrize("players", range(7))
def test_two_to_six_may_play(players: int) -> None:
    model = players_model.present(FRONT, roster(min(players, 6)))
    assert model.start.enabled is (players >= 2)
    assert model.reason == ("" if players >= 2 else "Choose 2 to 6 players")
    assert len(model.seats) == 6


def test_a_seventh_is_refused_in_words_and_everybody_has_a_colour_of_their_own() -> None:
    full = players_model.toggled(roster(6), Person("Gus", 2))
    assert len(full.seats) == 6
    assert players_model.present(FRONT, full).reason == "6 seats: tap one to leave"
    alike = Roster("wig_out")
    for at in range(6):
        alike = players_model.toggled(alike, Person(SIX[at], 4))
    assert len({p.colour for p in alike.seats}) == 6


def hands(roster: Roster) -> dict[str, Button]:
    """Who is dealt how many cards, from all pages of the choices."""
    pages = [
        players_model.present(FRONT, replace(roster, all_options=True, page=page)).options for page in (0, 1)
    ]
    return {b.text: b for page in pages for b in page if isinstance(b.intent, DealFewer)}


@pytest.mark.parametrize("players", range(2, 7))
def test_how_many_cards_each_is_dealt_goes_round_to_where_it_began(players: int) -> None:
    chosen, seen = roster(players), []
    for _ in range(players * 7):
        if players_model.fewer_of(chosen)[0] == 0 and seen:
            break
        button = next(iter(hands(chosen).values()))
        assert isinstance(button.intent, DealFewer)
        seen.append(players_model.fewer_of(chosen)[0])
        chosen = replace(chosen, fewer={**chosen.fewer, button.intent.name: button.intent.cards})
    assert seen == list(range(7 if players <= 4 else 5))
    assert list(hands(chosen)) == [f"Cards for {name}: all" for name in SIX[:players]]


def test_fewer_cards_go_with_the_player_and_never_to_none() -> None:
    chosen = replace(roster(4), fewer={"Ben": 6, "Dee": 1})
    assert players_model.fewer_of(chosen) == (0, 6, 0, 1)
    assert hands(chosen)["Cards for Ben: 6 fewer"].kind is Kind.CHOSEN
    assert players_model.fewer_of(replace(chosen, seats=PEOPLE)) == (0, 4, 0, 1, 0, 0), "six get five each"
    assert players_model.fewer_of(players_model.toggled(chosen, PEOPLE[0])) == (6, 0, 1)


def test_no_other_game_asks_who_is_dealt_fewer_cards() -> None:
    for game in ("all_4_it", "all_wound_up"):
        assert players_model.fewer_of(Roster(game, PEOPLE[:2], fewer={"Ana": 2})) == ()
        assert hands(Roster(game, PEOPLE[:2])) == {}
    assert hands(roster(1)) == {}, "first who plays"


def test_strangers_need_not_type_their_names() -> None:
    front = replace(FRONT, people=(Person("Ana", 0),), last=())
    names = [p.name for p in players_model.people(front, Roster("wig_out"))]
    assert names == ["Ana", "Player A", "Player B", "Player C", "Player D", "Player E", "Player F"]


def finish(*seats: Seat, **more: object) -> Finish:
    told: dict[str, object] = {
        "button": "2", "photo": False, "within_ms": None, "next": None, "margin_ms": None, "unheard": (),
        "corrected": False,
    }  # fmt: skip
    return Finish(seats, **{**told, **more})  # type: ignore[arg-type]  # a test's own words


@pytest.mark.parametrize(
    ("known", "line"),
    [
        (finish(B, next=C, margin_ms=38.2), "38 ms before Maximilian"),
        (finish(B, next=C, margin_ms=0.43), "0.4 ms before Maximilian"),
        (finish(B), "Everybody stop"),
        (finish(B, unheard=("0a1b2c3d4e5f",), next=C, margin_ms=5.0), "Not heard yet: 4e5f"),
        (finish(B, corrected=True, next=C, margin_ms=5.0), "A late press was earlier"),
        (finish(A, next=C, margin_ms=5.0), "Everybody stop"),
        (None, "Everybody stop"),
    ],
)
def test_the_band_says_how_it_came_about(known: Finish | None, line: str) -> None:
    band = band_model.present((B,), known, PEOPLE)
    assert (band.name, band.line, band.colour) == ("BEN: Wig\u00a0Out!", line, "player1")


def test_a_photo_finish_is_said_and_takes_nobodys_colour() -> None:
    band = band_model.present((A, C), finish(A, C, photo=True, within_ms=6.44), PEOPLE)
    assert (band.name, band.line) == ("ANA and MAXIMILIAN: Wig\u00a0Out!", "Photo finish: within 6.4 ms")
    assert band.colour == "text"


@pytest.mark.parametrize(("seats", "angles"), [(2, [0, 180]), (3, [0, 270, 90]), (4, [0, 270, 180, 90])])
def test_the_pad_is_turned_to_whoever_types(seats: int, angles: list[int]) -> None:
    assert [pad_model.angle_of(Seat(at), seats) for at in range(seats)] == angles


def test_numbers_of_the_pad_begin_with_tens() -> None:
    enabled = [b.text for b in pad_model.present(A, PEOPLE, None, refused="").digits if b.enabled]
    assert enabled == ["1", "2", "3", "4", "5", "6"]
    assert all(b.enabled for b in pad_model.present(A, PEOPLE, 1, refused="").digits)


def random_evening(seed: int) -> WigGame:
    """Rounds, false calls, stalls that count nothing, stalls that count hands, wrong cards, changes."""
    chance = random.Random(seed)
    options = Options(
        rounds=9,
        stall=chance.choice(list(Stall)),
        void_counts=chance.random() < 0.5,
        wrong_match_points=1,
        empty_stock=EmptyStock.RECYCLE_PILES,
    )
    game = WigGame(options, names=SIX[: chance.randrange(2, 7)])
    seats = [Seat(at) for at in range(len(game.snapshot.names))]
    for _ in range(7):
        game.go()
        if chance.random() < 0.3:
            game.act(*(ClaimStall(seat) for seat in seats))
        else:
            caller = chance.choice(seats)
            if chance.random() < 0.3:
                game.called(caller).false(caller)
            game.called(caller)
        while any(isinstance(c, EnterCards) for c in game.snapshot.choices):
            if chance.random() < 0.1:
                game.act(WrongMatch(chance.choice(seats)))
                continue
            waiting = [c for c in game.snapshot.choices if isinstance(c, EnterCards) and c.cards < 15]
            game.act(chance.choice(waiting))
        known = past.counted(game.snapshot)
        if known and chance.random() < 0.4:
            one = chance.choice(known)
            amended = ib.Amend(one.seq, EnterCards(one.seat, chance.randrange(12)), False, 0)
            assert game.tell(amended).refusal is None
    return game


@pytest.mark.parametrize("seed", range(12))
def test_every_number_of_the_sheet_knows_the_record_that_it_came_from(seed: int) -> None:
    snapshot = random_evening(seed).snapshot
    found = {(one.race, one.seat): one for one in past.counted(snapshot)}
    for race, result in enumerate(snapshot.view.results):
        for seat, cards in enumerate(result.left):
            one = found.pop((race, Seat(seat)), None)
            if seat in result.callers or cards is None:
                assert one is None
            else:
                assert one is not None
                assert one.cards == cards
                assert past.record_of(snapshot, one.seq) == one
    assert not found


@pytest.mark.parametrize("seed", range(6))
def test_the_sheet_shows_every_round_on_some_page(seed: int) -> None:
    snapshot = random_evening(seed).snapshot
    people = PEOPLE[: len(snapshot.names)]
    shown: set[str] = set()
    for page in range(2):
        model = ready_model.present(
            snapshot, people, Source.NONE, page=page, early=None, buttons=Buttons(), badges=(0,) * len(people)
        )
        shown |= set(model.rounds)
        for row, seat in zip(model.rows, snapshot.view.seats, strict=True):
            assert row.total == str(seat.points)
            assert len(row.cells) == len(model.rounds) <= ready_model.COLUMNS
            for cell in row.cells:
                assert cell.enabled is isinstance(cell.intent, Past)
    assert shown == {str(result.round) for result in snapshot.view.results}


def test_what_the_box_cannot_hold_any_more_is_said_and_not_only_greyed() -> None:
    game = WigGame(names=SIX).go().called(0)
    for seat, cards in ((B, 14), (C, 14), (Seat(3), 18)):
        game.act(EnterCards(seat, cards))
    told = count_model.present(game.snapshot, PEOPLE, Source.NONE, blaming=False, buttons=Buttons())
    may = [int(cell.text) for cell in told.rows[5].cells if cell.enabled]
    assert told.hint == f"{max(may)} at most"
    assert told.warns
    game.act(EnterCards(Seat(4), 0))
    again = count_model.present(game.snapshot, PEOPLE, Source.NONE, blaming=False, buttons=Buttons())
    assert again.hint == told.hint


def test_one_tap_a_loser_and_a_second_thought_is_one_more() -> None:
    game = WigGame(names=SIX[:3]).go().called(1)
    rows = count_model.present(game.snapshot, PEOPLE[:3], Source.NONE, blaming=False, buttons=Buttons()).rows
    assert [cell.intent for cell in rows[0].cells[:10]] == [Cards(A, n) for n in range(10)]
    assert rows[0].cells[10].intent == ManyCards(A)
    assert rows[1].cells == ()
    game.act(EnterCards(A, 4))
    row = count_model.present(game.snapshot, PEOPLE[:3], Source.NONE, blaming=False, buttons=Buttons()).rows[
        0
    ]
    assert row.cells[4].kind is Kind.CHOSEN
    assert isinstance(row.cells[5].intent, Change)


def test_a_lost_box_leaves_the_names_to_tap() -> None:
    game = WigGame().go()

    def race(link: Link) -> race_model.RaceModel:
        buttons = Buttons((Box("0a1b2c3d4e5f", link, simulated=False),), ("1",) * 6)
        return race_model.present(game.snapshot, PEOPLE, elapsed_s=3, callers=(), note="", buttons=buttons)

    assert race(Link.WELL).calls == ()
    assert [call.name for call in race(Link.LOST).calls] == list(SIX)
    assert race(Link.LOST).hint == "Box not heard: tap your name!"


def test_everybody_is_asked_for_their_button_and_a_new_box_is_paired() -> None:
    snapshot = WigGame(names=("Ana", "Ben")).snapshot
    box = Box("0a1b2c3d4e5f", Link.WELL, simulated=False)
    asked = buttons_model.present(snapshot, PEOPLE[:2], Buttons((box,), ("3", "")))
    assert asked.title == "Ben, press your button"
    assert [seat.button for seat in asked.seats] == ["button 3", "press now"]
    assert buttons_model.complete(Buttons((box,), ("3", "1")), 2)
    fresh = replace(box, link=Link.FRESH)
    assert "Pair this box" in [
        b.text for b in buttons_model.present(snapshot, PEOPLE[:2], Buttons((fresh,), ("", ""))).buttons
    ]
    none = buttons_model.present(snapshot, PEOPLE[:2], Buttons())
    assert none.title == "No button box: tap the screen"
    assert [b.text for b in none.buttons] == ["Use the screen"]


def test_the_winner_is_shown_with_everybodys_points_best_first_and_no_minute_that_was_not_played() -> None:
    game = WigGame(Options(rounds=1), names=("Ana", "Ben")).play(1)
    people = (Person("Ana", 0), Person("Ben", 1))
    played = game.snapshot.timeline
    for took_s, said in ((20.0, "under a minute"), (60.0, "1 minute"), (130.0, "2 minutes")):
        last = replace(played[-1], at_s=played[0].at_s + took_s)
        shown = replace(game.snapshot, timeline=(*played[:-1], last))
        fact = winner_model.present(shown, people, Source.NONE).fact
        points = sorted(
            (seat.points, name) for seat, name in zip(shown.view.seats, ("Ana", "Ben"), strict=True)
        )
        scores, took = fact.split("\n")
        assert scores == ", ".join(f"{name} {many}" for many, name in points)
        assert took == f"1 round, {said}"
