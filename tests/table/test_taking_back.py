"""Undo, take-backs and amendments: nothing is rubbed out, and nothing taken back comes again by itself."""

import pytest

from companion.table import inbound as ib
from companion.table.reading import Difference, Retracted, Unchanged
from companion.table.snapshot import RecordKind
from tests.table.evening import ANA, BARE, BEN, BOTH
from tests.table.test_sitting_at_the_table import BAR, BAR_LIES, BENS, BOTH_LIE, table
from tests.table.toy import Sew, ShowCharm, Toss

NOBODY: frozenset[int] = frozenset()


def seq_of(evening, action):
    """The record in which this was done."""
    steps = evening.table.sitting.ledger.counting()
    return next(s.seq for s in steps if getattr(s.deed, "action", None) == action)


# undo


def test_undo_takes_back_a_move_with_the_card_it_drew():
    evening = table().acts(BAR)
    before = evening.again().undoes()
    assert before.sewn == []
    assert before.state.patterns[ANA] == ("bar", "post")
    assert before.state.to_move == ANA


def test_undo_names_what_somebody_did_and_not_the_card_that_came():
    evening = table().acts(BAR)
    assert evening.shown.undo.entry.by == ANA
    assert "Sewn" in repr(evening.shown.undo.entry.events)


def test_each_undo_is_one_thing_somebody_did_back_to_the_first_deal():
    evening = table().acts(BAR).acts(BENS)
    seen = [len(evening.sewn)]
    while evening.shown.undo:
        evening.undoes()
        seen.append(len(evening.sewn))
    assert seen == [2, 1, 0, 0], "the toss was the first thing"
    assert evening.state.to_move is None


def test_several_moves_entered_at_once_are_undone_at_once():
    evening = table().acts(BAR, BENS)
    assert evening.undoes().sewn == []


def test_after_a_take_back_undo_goes_further_back_and_not_forward_again():
    evening = table().acts(BAR).acts(BENS).undoes().undoes()
    assert evening.sewn == []
    evening.undoes()
    assert evening.state.to_move is None
    assert evening.shown.undo is None


def test_a_take_back_can_be_taken_back():
    evening = table().acts(BAR)
    there = evening.table.sitting.ledger.last_seq
    state = evening.state
    evening.undoes()
    evening.tell(ib.TakeBack(there, frozenset(), evening.ns))
    assert evening.refused is None, "going forward makes nobody forget anything"
    assert evening.state == state


def test_the_timeline_keeps_what_was_taken_back():
    evening = table().acts(BAR)
    first = seq_of(evening, BAR)
    evening.undoes()
    entry = evening.shown.timeline[first - 1]
    assert not entry.counts
    assert entry.events, "it is still told, as it was"
    last = evening.shown.timeline[-1]
    assert (last.kind, last.span, last.counts) == (RecordKind.TAKEN_BACK, (first, first + 1), True)


def test_there_is_no_way_back_to_where_we_are_nor_to_what_never_was():
    evening = table().acts(BAR)
    last = evening.table.sitting.ledger.last_seq
    assert evening.tell(ib.TakeBack(last, BOTH, evening.ns)).refused == "table.nothing_to_take_back"
    assert evening.tell(ib.TakeBack(last + 1, BOTH, evening.ns)).refused == "table.no_such_record"
    assert evening.tell(ib.TakeBack(-1, BOTH, evening.ns)).refused == "table.no_such_record"


# consent and cards


def test_all_agree_before_a_revealed_card_goes_back():
    evening = table().acts(BAR)
    assert evening.shown.undo.needs_consent
    assert evening.undoes(consent=frozenset({ANA})).refused == "table.needs_consent"
    assert evening.sewn == [BAR]
    assert evening.undoes(consent=BOTH).sewn == []
    assert evening.keeper.lines[-1]["action"]["consent"] == [0, 1]


def test_what_revealed_nothing_is_anybodys_to_undo():
    evening = table()
    assert not evening.shown.undo.needs_consent, "a toss tells nothing"
    assert evening.undoes(consent=frozenset()).refused is None


def test_the_same_card_comes_again_after_a_take_back():
    evening = table().acts(BAR)
    drawn = evening.state.patterns
    for _ in range(3):
        evening.undoes().acts(BAR)
        assert evening.state.patterns == drawn


def test_a_take_back_between_a_move_and_its_card_brings_the_card_back():
    evening = table().acts(BAR).acts(BENS)
    state = evening.again().undoes().state
    evening.tell(ib.TakeBack(seq_of(evening, BAR), BOTH, evening.ns))
    assert evening.state == state


# retracted


def retracted():
    """Ana's bar was kept from the camera and taken back; it still lies there."""
    return table(delay_s=0).lays(BAR_LIES).undoes()


def test_what_still_lies_there_after_a_take_back_is_not_read_again():
    evening = retracted().waits(60)
    assert evening.sewn == []
    assert evening.shown.reading == Retracted((Difference(0, ".", "R"), Difference(1, ".", "R")))
    assert evening.shown.pending is None
    assert evening.keeps().refused == "table.nothing_to_keep"


def test_nor_after_the_program_was_started_again():
    evening = retracted().again().sees(BAR_LIES).waits(60)
    assert evening.sewn == []
    assert isinstance(evening.shown.reading, Retracted)


def test_nor_when_hands_and_blindness_have_come_and_gone():
    evening = retracted().hands(True).hands(False).waits(9).blind().seeing().sees(BAR_LIES).waits(60)
    assert evening.sewn == []


def test_nor_when_a_square_was_hidden_for_a_while():
    assert retracted().sees("RR.. ..?. ....").sees(BAR_LIES).waits(60).sewn == []


def test_nor_when_the_eye_was_blind_at_the_take_back():
    evening = table(delay_s=0).lays(BAR_LIES).blind().undoes().seeing().sees(BAR_LIES).waits(60)
    assert evening.sewn == []
    assert isinstance(evening.shown.reading, Retracted)


def test_nor_when_the_very_observation_comes_again_from_a_clip_begun_anew():
    evening = table(delay_s=0).hands(True).hands(False).waits(1)
    taken_s = evening.now_s
    evening.waits(0.2).sees(BAR_LIES, taken_s=taken_s).undoes()
    again = evening.again().sees(BARE, taken_s=0.1).sees(BAR_LIES, taken_s=taken_s).waits(60)
    assert again.sewn == []
    assert isinstance(again.shown.reading, Retracted)
    again.tell(ib.PlayAgain(again.ns))
    assert again.sewn == [BAR]


def test_put_back_and_laid_anew_it_is_a_new_move():
    evening = retracted().lays(BARE)
    assert evening.shown.reading == Unchanged()
    assert evening.lays(BAR_LIES).sewn == [BAR]


def test_played_again_on_purpose_it_counts():
    evening = retracted()
    evening.tell(ib.PlayAgain(evening.ns))
    assert evening.sewn == [BAR]
    assert evening.tell(ib.PlayAgain(evening.ns)).refused == "table.not_retracted"


def test_another_move_entered_by_hand_leaves_the_old_one_to_be_put_away():
    other = Sew(ANA, "post", (3, 7))
    evening = retracted().acts(other).waits(60)
    assert evening.sewn == [other]
    assert isinstance(evening.shown.reading, Retracted)
    assert {d.place for d in evening.shown.reading.differences} == {0, 1, 3, 7}


def test_what_was_pending_on_top_is_not_read_again_either():
    evening = table().lays(BAR_LIES).lays(BOTH_LIE)
    assert evening.shown.pending.actions == (BENS,)
    evening.undoes().waits(60)
    assert evening.sewn == []
    assert isinstance(evening.shown.reading, Retracted)


# amendments


def test_a_wrong_call_is_mended_and_what_followed_stays():
    evening = table().acts(BAR).acts(BENS)
    cards = evening.state.patterns
    mended = Sew(ANA, "bar", (4, 5))
    evening.tell(ib.Amend(seq_of(evening, BAR), mended, drop=False, now_ns=evening.ns))
    assert evening.refused is None
    assert evening.sewn == [mended, BENS]
    assert evening.state.patterns == cards, "the cards that came stay where they are"
    assert evening.quilt == "..W. RRW. ...."


def test_an_amendment_says_what_it_replaced():
    evening = table().acts(BAR)
    old = seq_of(evening, BAR)
    evening.tell(ib.Amend(old, Sew(ANA, "bar", (4, 5)), drop=False, now_ns=evening.ns))
    last = evening.shown.timeline[-1]
    assert (last.kind, last.span, last.by, last.counts) == (RecordKind.AMENDED, (old, old), ANA, True)
    assert not evening.shown.timeline[old - 1].counts
    assert evening.shown.timeline[old].counts, "the card that came counts as before"


def test_one_undo_undoes_an_amendment():
    evening = table().acts(BAR).acts(BENS)
    state = evening.state
    evening.tell(ib.Amend(seq_of(evening, BAR), Sew(ANA, "bar", (4, 5)), drop=False, now_ns=evening.ns))
    assert evening.shown.undo.entry.kind is RecordKind.AMENDED
    evening.undoes(consent=frozenset())
    assert evening.state == state


def test_an_amendment_can_be_amended():
    evening = table().acts(BAR).acts(BENS)
    evening.tell(ib.Amend(seq_of(evening, BAR), Sew(ANA, "bar", (4, 5)), drop=False, now_ns=evening.ns))
    again = Sew(ANA, "bar", (9, 10))
    evening.tell(ib.Amend(evening.table.sitting.ledger.last_seq, again, drop=False, now_ns=evening.ns))
    assert evening.sewn == [again, BENS]


def broken_by_amending():
    """Ana's post replaces her bar; then the bar she sewed later is one she does not hold... twice."""
    evening = table().acts(BAR).acts(BENS).acts(Sew(ANA, "post", (3, 7))).acts(ShowCharm(BEN, "canary-fox"))
    return evening.acts(Sew(ANA, "post", (1, 5)))


def test_what_no_longer_fits_is_listed_and_nothing_changes():
    evening = broken_by_amending()
    state, lines = evening.state, len(evening.keeper.lines)
    seqs = [s.seq for s in evening.table.sitting.ledger.counting() if isinstance(s.deed.action, Sew)]
    evening.tell(ib.Amend(seqs[0], ShowCharm(ANA, "canary-owl"), drop=False, now_ns=evening.ns))
    assert evening.refused == "table.would_drop"
    assert [b.seq for b in evening.shown.broken] == [seqs[3]]
    assert (evening.state, len(evening.keeper.lines)) == (state, lines)
    assert evening.waits(1).tell(ib.Woke(evening.ns)).shown.broken == ()


def test_dropping_revealed_cards_needs_all_to_agree():
    evening = broken_by_amending()
    seq = seq_of(evening, BAR)
    ask = ib.Amend(seq, ShowCharm(ANA, "canary-owl"), drop=True, now_ns=evening.ns)
    assert evening.tell(ask).refused == "table.needs_consent"
    agreed = ib.Amend(seq, ShowCharm(ANA, "canary-owl"), drop=True, now_ns=evening.ns, consent=BOTH)
    evening.tell(agreed)
    assert evening.refused is None
    assert evening.sewn == [BENS, Sew(ANA, "post", (3, 7))]
    assert evening.again().state == evening.state


def test_cards_do_not_change_by_amendment_and_strangers_are_not_amended():
    evening = table().acts(BAR)
    drawn = evening.table.sitting.ledger.last_seq
    assert evening.tell(ib.Amend(drawn, BAR, drop=True, now_ns=0)).refused == "table.not_amendable"
    assert evening.tell(ib.Amend(99, BAR, drop=True, now_ns=0)).refused == "table.no_such_record"
    assert evening.tell(ib.Amend(seq_of(evening, BAR), BENS, drop=True, now_ns=0)).refused == (
        "quilt.not_your_turn"
    )


def test_the_board_that_still_shows_the_unmended_move_proposes_nothing():
    evening = table(delay_s=0).lays(BAR_LIES)
    mended = Sew(ANA, "bar", (4, 5))
    evening.tell(ib.Amend(seq_of(evening, BAR), mended, drop=False, now_ns=evening.ns)).waits(60)
    assert evening.sewn == [mended]
    assert evening.shown.pending is None
    assert evening.lays(".... RR.. ....").shown.reading == Unchanged()


def test_a_wrongly_read_move_is_mended_and_the_board_agrees():
    evening = table(delay_s=0).lays(BAR_LIES).acts(BENS)
    wrong = Sew(BEN, "pair", (2, 3))
    evening.tell(ib.Amend(seq_of(evening, BENS), wrong, drop=False, now_ns=evening.ns))
    assert evening.lays("RRWW .... ....").shown.reading == Unchanged()


def test_even_the_toss_can_be_mended_when_all_that_broke_is_dropped():
    evening = table().acts(BAR)
    toss = seq_of(evening, Toss(ANA, ANA))
    evening.tell(ib.Amend(toss, Toss(ANA, BEN), drop=True, now_ns=evening.ns, consent=BOTH))
    assert evening.state.to_move == BEN
    assert evening.sewn == []


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_the_game_is_the_same_after_it_is_picked_up(moves):
    evening = table(delay_s=0)
    for action in (BAR, BENS, Sew(ANA, "post", (3, 7)))[:moves]:
        evening.acts(action)
    evening.undoes().acts(ShowCharm(evening.state.to_move, evening.state.charms[evening.state.to_move]))
    again = evening.again()
    assert again.state == evening.state
    assert again.shown.timeline == evening.shown.timeline
    assert again.shown.undo == evening.shown.undo
