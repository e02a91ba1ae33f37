"""What screens say and where the app is: plain values, no window."""

from dataclasses import replace

import pytest

from companion.people import LONGEST_NAME
from companion.rules.all_4_it.actions import ClosePower, Imprint, SetCell
from companion.rules.all_4_it.options import CardsWhere, Options
from companion.rules.all_4_it.state import Colour
from companion.rules.core import Refusal
from companion.table import inbound as ib
from companion.table.snapshot import Eye, RecordKind
from companion.ui import intents as i
from companion.ui.all_4_it import intents as own
from companion.ui.all_4_it.asks import ASKS
from companion.ui.all_4_it.face import All4ItFace
from companion.ui.all_4_it.hand import EMPTY_HAND
from companion.ui.all_4_it.places import All4ItPlace
from companion.ui.desk import Desk
from companion.ui.facts import Person, Source
from companion.ui.hold import Hold
from companion.ui.places import OUTSIDE, Place, where
from companion.ui.screens import (
    board_model,
    consent_model,
    fix_model,
    home_model,
    name_model,
    past_model,
    players_model,
    powers_model,
    result_model,
    strip_model,
    timeline_model,
    top_model,
    winner_model,
)
from companion.ui.screens.players_model import Roster
from companion.ui.words import seconds_ago
from tests.ui import scenes
from tests.ui.game import ANA, BEN, Game
from tests.ui.glass import FRONT, SETTINGS, Clock, Said

PEOPLE = FRONT.last


FACE = All4ItFace()


def test_without_a_game_one_is_at_home_or_on_the_way_to_one() -> None:
    for wanted in Place:
        assert where(None, wanted, None) is (wanted if wanted in OUTSIDE else Place.HOME)


def test_the_end_of_a_round_and_of_the_game_come_before_the_board() -> None:
    game = Game(Options(rounds=2)).begin().to_scoring()
    assert where(game.snapshot, Place.BOARD, FACE) is All4ItPlace.RESULT
    assert where(game.snapshot, Place.TIMELINE, FACE) is Place.TIMELINE
    game.act(game.snapshot.choices[0])
    assert where(game.to_scoring().snapshot, Place.BOARD, FACE) is Place.WINNER


def test_a_look_at_secrets_is_not_ended_by_a_piece_that_lies_wrong() -> None:
    game = Game(eye=Eye.LEARNING).begin().play(2)
    game.eye_opens()
    game.sees("RWRWR" * 5)
    snapshot = game.wait(6)
    assert where(snapshot, Place.BOARD, FACE) is All4ItPlace.COMPARE
    assert where(snapshot, All4ItPlace.POWERS, FACE) is All4ItPlace.POWERS


def test_a_fix_without_a_question_is_the_board() -> None:
    assert where(Game().begin().snapshot, Place.FIX, FACE) is Place.BOARD


def test_the_result_is_the_count_of_the_pieces_that_lie_there() -> None:
    snapshot = Game().begin().to_scoring().snapshot
    model = result_model.present(snapshot, PEOPLE, Source.NONE, 0)
    for side, letter in zip(model.sides, "RW", strict=True):
        count = sum(cell.letter == letter for cell in model.cells)
        before = int(side.points) - count
        assert side.sum == f"{before} + {count} = {side.points}"
        assert before == 5


def test_other_readings_come_nearest_first_and_without_the_one_that_was_wrong() -> None:
    game = Game(eye=Eye.LEARNING).begin().play(3)
    game.eye_opens()
    game.sees(game.layout())
    meant = game.imprint(prefer_empty=False)
    snapshot = game.sees(game.after(meant))
    assert snapshot.pending is not None
    others = fix_model.others(snapshot)
    assert 2 <= len(others) <= 6
    assert snapshot.pending.actions not in others
    far = [fix_model._distance(snapshot.view, o[0], snapshot.seen or "") for o in others]
    assert far == sorted(far)


@pytest.mark.parametrize("move", range(0, 200, 37))
def test_what_was_really_played_is_among_the_other_readings(move: int) -> None:
    """One cell misread: whatever the eye made of it, the truth is offered."""
    game = Game().begin().play(3)
    truths = [c for c in game.snapshot.choices if isinstance(c, Imprint)]
    truth = truths[move % len(truths)]
    seen = list(game.after(truth))
    seen[(move * 7) % 25] = {"R": "W", "W": "R", ".": "R"}[seen[(move * 7) % 25]]
    snapshot = replace(game.snapshot, seen="".join(seen))
    assert (truth,) in fix_model.others(snapshot)


def test_timeline_titles_are_never_empty_and_number_what_is_lost() -> None:
    game = Game().begin().play(4)
    model = timeline_model.present(game.snapshot, Source.NONE, 0, None, FACE.can_change)
    assert all(row.button.text.strip() for row in model.rows)
    undo = game.snapshot.undo
    assert undo is not None
    snapshot = game.tell(ib.TakeBack(undo.to_seq, frozenset({ANA, BEN}), game.now_ns))
    told = timeline_model.lines(snapshot)
    assert timeline_model.title(told[-1], snapshot) == "1 record taken back"
    assert [e.counts for e in told[-2:]] == [False, True]


def test_undo_is_absent_when_there_is_nothing_to_undo() -> None:
    assert top_model.undo(Game().snapshot) is None


def test_a_refusal_is_said_in_words() -> None:
    snapshot = replace(Game().begin().snapshot, refusal=Refusal("all_4_it.power_too_dear"))
    assert strip_model.present(snapshot, EMPTY_HAND, 0).text == "Too few points for that power"


def test_the_ring_goes_round_with_time() -> None:
    game = Game(eye=Eye.LEARNING).begin().play(2)
    game.eye_opens()
    game.sees(game.layout())
    snapshot = game.sees(game.after(game.imprint()))
    pending = snapshot.pending
    assert pending is not None
    assert pending.due_ns is not None
    half = (pending.since_ns + pending.due_ns) // 2
    rings = [
        strip_model.present(snapshot, EMPTY_HAND, now).buttons[0].ring
        for now in (pending.since_ns, half, pending.due_ns)
    ]
    assert rings == pytest.approx([0, 0.5, 1])


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-3, "saved 0 seconds ago"), (12, "saved 12 seconds ago"), (60, "saved 1 minute ago"),
     (7200, "saved 2 hours ago"), (200_000, "saved 2 days ago")],
)  # fmt: skip
def test_how_long_ago(seconds: float, words: str) -> None:
    assert seconds_ago(seconds) == words


def test_a_name_begins_large_goes_on_small_and_has_an_end() -> None:
    typed = ""
    for letter in "MARY-ANN AND MORE":
        typed = name_model.typed_on(typed, letter)
    assert typed == "Mary-Ann And More"
    assert name_model.typed_on(typed, "") == "Mary-Ann And Mor"
    assert name_model.typed_on("", " ") == ""
    for letter in "OVER" * 9:
        typed = name_model.typed_on(typed, letter)
    assert len(typed) == LONGEST_NAME
    assert name_model.present(typed, (), 0).reason == "24 letters at most"


@pytest.mark.parametrize("name", ["Ömer", "Zoë", "Šárka", "ßen", "Ирина", "R2d2", "D'Arcy", "明"])
def test_a_name_is_in_any_script(name: str) -> None:
    typed = ""
    for letter in name:
        typed = name_model.typed_on(typed, letter)
    assert typed.casefold() == name.casefold()


@pytest.mark.parametrize("key", ["\t", "\x00", "\uf700", "?", "<", "shift", "\u0301"])
def test_what_is_no_letter_makes_no_name(key: str) -> None:
    assert name_model.typed_on("Ana", key) == "Ana"


def test_every_key_on_the_glass_writes_what_it_says() -> None:
    for page in range(len(name_model.PAGES)):
        for row in name_model.present("", (), page).rows:
            for key in row:
                assert isinstance(key.intent, i.Type)
                assert name_model.typed_on("a", key.intent.letter) == "a" + key.text.lower()


def test_guests_make_a_first_evening_possible_without_typing() -> None:
    front = replace(FRONT, people=(), last=())
    model = players_model.present(front, Roster("all_4_it"))
    assert [chip.button.text for chip in model.chips[:2]] == ["Player A", "Player B"]


def test_two_people_of_one_colour_are_told_apart() -> None:
    roster = players_model.toggled(Roster("all_4_it"), Person("Ana", 3))
    roster = players_model.toggled(roster, Person("Ben", 3))
    assert [p.colour for p in roster.seats] == [3, 4]


def test_the_oldest_stays_oldest_when_seats_are_swapped() -> None:
    roster = players_model.swapped(Roster("all_4_it", PEOPLE, first=0))
    assert roster.seats[roster.first].name == "Ana"


def test_every_option_goes_round_to_where_it_began() -> None:
    for option, values in ASKS.values.items():
        roster, seen = Roster("all_4_it"), []
        for _ in values:
            seen.append(players_model.value_of(roster, option))
            after = players_model._option(roster, option).intent
            assert isinstance(after, i.Choose)
            roster = players_model.chosen(roster, option, after.value)
        assert seen == list(values)
        assert players_model.value_of(roster, option) == values[0]


def test_home_offers_what_there_is() -> None:
    bare = home_model.present(replace(FRONT, can_teach=False), SETTINGS, 0)
    assert bare.resume is None
    set_up = i.Go(Place.TABLES)
    assert set_up not in [b.intent for b in bare.buttons]
    assert set_up in [b.intent for b in home_model.present(FRONT, SETTINGS, 0).buttons]


def test_a_snapshot_that_brings_a_secret_nobody_holds_for_is_stripped() -> None:
    clock, game = Clock(), Game().begin()
    desk = Desk(Said(), FRONT, SETTINGS, clock, lambda: None)  # type: ignore[arg-type]  # answers to all
    desk.take_snapshot(game.tell(ib.Peek(ANA, clock.now)))
    assert desk.snapshot is not None
    assert desk.snapshot.peek is None


def test_a_refusal_stays_readable_for_a_while() -> None:
    clock, game = Clock(), Game().begin()
    desk = Desk(Said(), FRONT, SETTINGS, clock, lambda: None)  # type: ignore[arg-type]  # answers to all
    refused = replace(game.snapshot, refusal=Refusal("all_4_it.no_pass"))
    desk.take_snapshot(refused)
    clock.pass_s(1)
    desk.take_snapshot(game.snapshot)
    assert desk.snapshot is not None
    assert desk.snapshot.refusal == refused.refusal
    clock.pass_s(5)
    desk.take_snapshot(game.snapshot)
    assert desk.snapshot.refusal is None


# ---- what a newcomer must be able to tell


def test_the_pad_says_that_cards_stay_open_only_to_whoever_may_choose() -> None:
    snapshot = Game().begin().snapshot
    held = {}
    for seat in (ANA, BEN):
        for shown, hold in (("cover", Hold()), ("held", Hold(frozenset("f"), "f", 1))):
            held[seat, shown] = powers_model.present(snapshot, seat, hold, PEOPLE, 0).pad_line
    assert snapshot.view.to_move == ANA
    assert "stays open" in held[ANA, "cover"]
    assert held[BEN, "cover"] == "lift your thumb to hide"


@pytest.mark.parametrize("why", ["no_picture", "unplugged", "too_dark"])
@pytest.mark.parametrize("lost", [True, False])
def test_without_a_picture_the_question_and_its_buttons_stay(why: str, lost: bool) -> None:
    eye = Eye.LOST if lost else Eye.BLIND
    for game in (Game(), Game().begin().play(2)):
        seeing = strip_model.present(game.snapshot, EMPTY_HAND, 0)
        blind = replace(game.snapshot, eye=eye, eye_why=why)
        strip = strip_model.present(blind, EMPTY_HAND, 0)
        assert strip.text.endswith(seeing.text)
        assert strip.buttons == seeing.buttons
        assert top_model.present(blind, Source.CAMERA, back=False).eye not in ("Camera", "Doubtful")


def test_a_game_by_hand_is_not_called_a_clip() -> None:
    by_hand = Game().begin().snapshot
    assert top_model.present(by_hand, Source.DEMO, back=False).eye == "By hand"
    clip = replace(by_hand, eye=Eye.SEEING)
    assert top_model.present(clip, Source.DEMO, back=False).eye == "Demo clip, no camera"


def test_cards_are_called_assumed_only_where_the_list_matters() -> None:
    def note(options: Options) -> str:
        return top_model.present(Game(options).begin().snapshot, Source.NONE, back=False).note

    assert note(Options()) == "Assumed cards"
    assert note(Options(cards=CardsWhere.ON_TABLE)) == "Assumed cards"
    assert note(scenes.ON_TABLE) == "0 of 25 filled"


def test_the_open_power_is_explained_to_both() -> None:
    game = Game().begin().play(4)
    game.act(scenes.own_power(game))
    view = game.snapshot.view
    text = next(p.text for p in view.cards.powers if p.id == view.open_power)
    strip = strip_model.present(game.snapshot, EMPTY_HAND, 0)
    assert text in strip.text
    assert "tap cells, then Done" in strip.text


def test_the_panel_counts_the_pieces_that_lie_there_now() -> None:
    snapshot = Game().begin().play(3).snapshot
    for seat in (ANA, BEN):
        panel = board_model.panel(snapshot, seat, PEOPLE, 0)
        colour = snapshot.view.seats[seat].colour
        assert panel.grid == f"{snapshot.view.grid.count(colour)} on the grid"


def test_an_open_power_does_not_hide_how_many_cards_are_left() -> None:
    game = Game().begin().play(4)
    seat = game.snapshot.view.to_move
    before = board_model.panel(game.snapshot, seat, PEOPLE, 0).note
    game.act(scenes.own_power(game))
    after = board_model.panel(game.snapshot, seat, PEOPLE, 0).note
    assert before.removesuffix(" cards left") == after.rpartition(", ")[2].removesuffix(" left")


def test_agreement_timeline_and_take_back_count_the_same() -> None:
    game = Game().begin().play(4)
    everybody = frozenset({ANA, BEN})
    for back in (1, 2):
        told = [e for e in timeline_model.lines(game.snapshot) if e.counts and e.kind is RecordKind.ACTION]
        to_seq = told[-back - 1].seq
        asked = consent_model.present(game.snapshot, i.BackTo(to_seq, True), frozenset(), PEOPLE)
        assert timeline_model.title(told[-back], game.snapshot) in asked.takes
        assert len(timeline_model.going_back(game.snapshot, to_seq)) == back
        snapshot = game.tell(ib.TakeBack(to_seq, everybody, game.now_ns))
        row = [e for e in timeline_model.lines(snapshot) if e.kind is RecordKind.TAKEN_BACK][-1]
        assert len(timeline_model.taken_by(row, snapshot)) == back
    rows = timeline_model.present(game.snapshot, Source.NONE, 0, None, FACE.can_change).rows
    assert [r.tag for r in rows if r.button.text.endswith("taken back")] == ["", ""]


def test_going_back_to_a_line_keeps_that_line() -> None:
    game = Game().begin().play(4)
    chosen = [e for e in timeline_model.lines(game.snapshot) if e.by is not None][2]
    snapshot = game.tell(ib.TakeBack(chosen.seq, frozenset({ANA, BEN}), game.now_ns))
    assert next(e for e in snapshot.timeline if e.seq == chosen.seq).counts


def test_undo_says_cells_and_amendments_in_words() -> None:
    game = Game().begin().play(1)
    played = [e for e in timeline_model.lines(game.snapshot) if e.by is not None][-1]
    move = next(x for x in scenes.other_places(game, played) if set(x.cells) != set(played.events[0].placed))
    assert game.tell(ib.Amend(played.seq, move, False, game.now_ns)).refusal is None
    undo = top_model.undo(game.snapshot)
    assert undo is not None
    assert undo.text == "Undo: the change"
    assert past_model.grid_before(game.snapshot, played.seq) == (None,) * 25


def test_the_grid_before_each_record_is_told_by_the_timeline() -> None:
    game = Game().begin()
    lay = {}
    for _ in range(5):
        before = game.snapshot.view.grid
        seq = game.act(game.imprint(prefer_empty=False)).timeline
        acted = [e for e in seq if e.by is not None][-1]
        lay[acted.seq] = before
    before = game.snapshot.view.grid
    seat = game.snapshot.view.to_move
    game.act(scenes.own_power(game))
    game.act(SetCell(seat, 24, Colour.RED if before[24] is not Colour.RED else None), ClosePower(seat))
    lay[game.snapshot.timeline[-1].seq] = game.snapshot.view.grid
    assert {seq: past_model.grid_before(game.snapshot, seq) for seq in lay} == lay


def test_a_board_that_was_right_leaves_the_past_untold() -> None:
    game = Game(eye=Eye.LEARNING).begin().play(2)
    game.eye_opens()
    game.sees("RWRWR" * 5)
    game.wait(6)
    snapshot = game.tell(ib.BoardIsRight(False, game.now_ns))
    first = [e for e in snapshot.timeline if e.by is not None][1]
    assert past_model.grid_before(snapshot, first.seq) is None


def test_a_game_ended_early_says_how_it_stood() -> None:
    game = Game(Options(rounds=2)).begin().to_scoring()
    game.act(game.snapshot.choices[0])
    first, second = (seat.points for seat in game.snapshot.view.seats)
    model = winner_model.ended(game.snapshot, PEOPLE, Source.NONE)
    assert model.fact == f"Ana {first}, Ben {second}: ended early"
    leads = {True: "Ana leads", False: "Ben leads"}[first > second] if first != second else "Level"
    assert model.title == leads
    assert model.top.undo is None


# ---- what the desk forgets


def seated(game: Game) -> tuple[Desk, Said, Clock]:
    clock, said = Clock(), Said()
    desk = Desk(said, FRONT, SETTINGS, clock, lambda: None)  # type: ignore[arg-type]  # answers to all
    said.sitting = lambda inbound: desk.take_snapshot(game.tell(inbound))
    desk.take_snapshot(game.snapshot)
    return desk, said, clock


def test_why_a_game_cannot_start_is_said_where_it_can_be_read() -> None:
    """A broken card file, a full disk: the players' screen has no place for it."""
    said = Said()
    desk = Desk(said, FRONT, SETTINGS, Clock(), lambda: None)  # type: ignore[arg-type]  # answers to all
    gone = replace(FRONT, trouble="the taught table is not there any more")
    desk.do(i.ChooseGame("all_4_it"))
    desk.take_front(gone)
    assert desk.place is Place.PLAYERS, "nothing was wished for yet"
    desk.do(i.Start())
    assert said.called("new_game")
    desk.take_front(replace(FRONT, trouble="shapes.toml, line 1: is no shape"))
    assert desk.place is Place.HOME


@pytest.mark.parametrize("leave", ["kept", "back", "cancel"])
def test_cells_of_an_amendment_are_none_of_the_next_turn(leave: str) -> None:
    game = Game().begin().play(1)
    desk, _, _ = seated(game)
    played = [e for e in timeline_model.lines(game.snapshot) if e.by is not None][-1]
    desk.do(i.ChooseRecord(played.seq))
    desk.do(i.Go(Place.AMEND))
    move = next(x for x in scenes.other_places(game, played) if set(x.cells) != set(played.events[0].placed))
    for cell in move.cells:
        desk.do(own.Tap(cell))
    assert len(desk.face.hand.cells) == 4
    desk.do(
        {"kept": i.Change(played.seq, move, False), "back": i.Go(Place.BOARD)}.get(
            leave, i.Go(Place.TIMELINE)
        )
    )
    assert desk.face.hand == EMPTY_HAND
    if leave == "kept":
        assert desk.place is Place.BOARD


def test_a_refusal_does_not_follow_to_where_somebody_goes_next() -> None:
    game = Game().begin().play(4)
    desk, said, _ = seated(game)
    said.sitting = None
    desk.do(i.Go(Place.TIMELINE))
    desk.do(i.BackTo(38, needs_consent=False))
    desk.take_snapshot(game.tell(said.of(ib.TakeBack)[0]))
    assert desk.place is Place.CONSENT
    desk.do(i.Go(Place.BOARD))
    desk.take_snapshot(
        game.snapshot if game.snapshot.refusal is None else replace(game.snapshot, refusal=None)
    )
    assert desk.snapshot is not None
    assert desk.snapshot.refusal is None
    assert strip_model.present(desk.snapshot, EMPTY_HAND, 0).text == "Ana: tap four cells"


def test_an_amendment_that_all_must_agree_to_is_asked_for_and_made() -> None:
    game = Game().begin().play(2)
    desk, said, _ = seated(game)
    change = i.Change(38, game.imprint(), drop=False)
    desk.do(i.ChooseRecord(38))
    desk.do(i.Go(Place.AMEND))
    said.sitting = None
    desk.do(change)
    desk.take_snapshot(replace(game.snapshot, refusal=Refusal("table.needs_consent")))
    assert desk.place is Place.CONSENT
    for seat in (ANA, BEN):
        desk.do(i.Agree(seat))
    first, second = said.of(ib.Amend)
    assert (first.consent, second.consent) == (frozenset(), {ANA, BEN})
    assert replace(second, consent=frozenset(), now_ns=0) == replace(first, now_ns=0)
