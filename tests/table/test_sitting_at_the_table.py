"""Stories at the table: what two people, an eye and a clock do to a sitting."""

import pytest

from companion.table import inbound as ib
from companion.table.dealer import SecretDealer
from companion.table.reading import (
    Adrift,
    Ambiguous,
    Difference,
    Retracted,
    Unchanged,
    Understood,
    Underway,
    Wait,
)
from companion.table.snapshot import Eye, RecordKind
from tests.table.evening import ANA, BARE, BEN, BOTH, Evening, dealt
from tests.table.toy import PatternDrawn, Sew, ShowCharm

BAR = Sew(ANA, "bar", (0, 1))
"""Ana's first patch."""
BAR_LIES = "RR.. .... ...."
BENS = Sew(BEN, "pair", (2, 6))
BOTH_LIE = "RRW. ..W. ...."


def table(**told):
    """Ana begins, and the eye sees a bare quilt."""
    return Evening(**told).begins().sees(BARE)


# kept by itself, or by a tap


def test_a_patch_that_lies_is_kept_after_the_tables_delay():
    evening = table().lays(BAR_LIES)
    assert evening.shown.reading == Understood((BAR,))
    assert evening.shown.pending.actions == (BAR,)
    assert not evening.waits(2.9).sewn
    assert evening.waits(0.2).sewn == [BAR]
    assert evening.shown.reading == Unchanged()
    assert evening.shown.pending is None


def test_without_a_delay_it_is_kept_at_once():
    assert table(delay_s=0).lays(BAR_LIES).sewn == [BAR]


def test_one_tap_keeps_it_now():
    assert table().lays(BAR_LIES).keeps().sewn == [BAR]


def test_a_nervous_thumb_keeps_nothing_twice():
    evening = table().lays(BAR_LIES).keeps().keeps()
    assert evening.sewn == [BAR]
    assert evening.refused == "table.nothing_to_keep"


def test_a_kept_move_and_its_draw_are_one_write():
    evening = table().lays(BAR_LIES)
    writes = evening.keeper.writes
    evening.keeps()
    assert evening.keeper.writes == writes + 1
    assert [line["kind"] for line in evening.keeper.lines[-2:]] == ["action", "action"]
    assert evening.keeper.lines[-1]["because"] == {"from": "cards"}


def test_a_new_delay_counts_from_now():
    evening = table().lays(BAR_LIES)
    evening.tell(ib.AcceptAfter(5, evening.ns)).waits(4)
    assert not evening.sewn
    assert evening.waits(1.1).sewn == [BAR]


def test_the_same_layout_said_twice_does_not_wind_the_ring_up_again():
    evening = table().lays(BAR_LIES).waits(2).sees(BAR_LIES).waits(0.8)
    assert evening.sewn == [BAR]


# hands


def test_the_ring_stands_while_hands_are_in_and_begins_anew_when_they_leave():
    evening = table().lays(BAR_LIES).waits(2).hands(True)
    assert evening.shown.reading == Wait()
    assert evening.shown.pending.due_ns is None
    assert not evening.waits(60).sewn
    assert not evening.hands(False).waits(2.9).sewn
    assert evening.waits(0.2).sewn == [BAR]


def test_with_no_delay_the_eye_still_gets_time_to_say_what_the_hands_did():
    evening = table(delay_s=0)
    evening.tell(ib.HoldPending(evening.ns)).lays(BAR_LIES).hands(True).hands(False)
    evening.tell(ib.ResumePending(evening.ns))
    assert not evening.sewn, "what the hands left behind has not been seen yet"
    assert not evening.sees(BARE).waits(10).sewn


def test_a_patch_slid_over_other_squares_counts_only_where_it_was_left():
    evening = table().lays(BAR_LIES).lays(".RR. .... ....").lays("..RR .... ....").waits(4)
    assert evening.sewn == [Sew(ANA, "bar", (2, 3))]


def test_half_a_patch_waits():
    evening = table(delay_s=0).lays("R... .... ....").waits(60)
    assert evening.shown.reading == Underway((0,))
    assert not evening.sewn
    assert evening.lays(BAR_LIES).sewn == [BAR]


def test_a_layout_seen_only_in_part_keeps_nothing():
    evening = table(delay_s=0).lays("RR.. ..?. ....").waits(60)
    assert evening.shown.reading == Wait()
    assert not evening.sewn


def test_something_lasting_over_a_square_stops_the_ring():
    evening = table().lays(BAR_LIES).waits(2).sees("RR.. ..?. ....").waits(60)
    assert not evening.sewn
    assert evening.sees(BAR_LIES).waits(3.1).sewn == [BAR]


# one on top of the other


def test_two_players_in_a_hurry_are_both_heard():
    evening = table().lays(BAR_LIES).waits(1).lays(BOTH_LIE)
    assert evening.sewn == [BAR], "what came before is kept at once"
    assert evening.shown.pending.actions == (BENS,)
    assert evening.waits(3.1).sewn == [BAR, BENS]


def test_half_of_the_next_patch_leaves_the_first_pending_without_a_ring():
    evening = table().lays(BAR_LIES).lays("RRW. .... ....").waits(60)
    assert not evening.sewn
    assert evening.shown.pending.due_ns is None
    assert evening.lays(BOTH_LIE).sewn == [BAR]


def test_a_patch_taken_off_again_is_forgotten():
    evening = table().lays(BAR_LIES).lays(BARE).waits(60)
    assert not evening.sewn
    assert evening.shown.pending is None


def test_a_changed_mind_that_also_looks_like_the_next_move_is_asked_about():
    """Ana's bar one square further on looks as if it had stayed and Ben had sewn a gap."""
    evening = table(dealer=dealt("bar", "gap", "post", "pair", "bar", "post"))
    evening.acts(BAR, BENS).lays(BOTH_LIE).lays("WWW. ..W. ....")
    assert evening.shown.reading == Understood((BAR,))
    evening.lays("RWR. ..W. ....")
    moved, both = (Sew(ANA, "bar", (1, 2)),), (BAR, Sew(BEN, "gap", (0, 2)))
    assert evening.shown.reading == Ambiguous((moved, both))
    assert evening.waits(60).sewn == [BAR, BENS], "a turn never advances on doubt"
    assert evening.sees("RWR. ..W. ....").waits(60).sewn == [BAR, BENS]
    assert evening.acts(*both).sewn == [BAR, BENS, *both]
    assert evening.shown.reading == Unchanged()


# ambiguous


def test_two_patterns_that_look_alike_are_asked_about():
    evening = table(delay_s=0).acts(BAR).lays(BAR_LIES)
    evening.lays("RRWW .... ....").waits(60)
    alike = {(Sew(BEN, "bar", (2, 3)),), (Sew(BEN, "pair", (2, 3)),)}
    assert set(evening.shown.reading.candidates) == alike
    assert len(evening.sewn) == 1
    evening.acts(Sew(BEN, "pair", (2, 3)))
    assert evening.sewn[-1] == Sew(BEN, "pair", (2, 3))
    assert evening.shown.reading == Unchanged()


def test_while_the_table_is_asked_a_tap_keeps_nothing():
    evening = table().acts(BAR).lays(BAR_LIES).lays("RRWW .... ....").keeps()
    assert evening.refused == "table.nothing_to_keep"
    assert len(evening.sewn) == 1


# entered by hand


def test_a_move_entered_by_hand_and_then_laid_is_one_move():
    evening = table(delay_s=0).acts(BAR).waits(1).lays(BAR_LIES).waits(60)
    assert evening.sewn == [BAR]
    assert evening.shown.reading == Unchanged()


def test_a_board_behind_the_record_is_no_move_of_the_next_player():
    """All squares full: turning two over by hand leaves a board that looks like turning them back."""
    evening = table(delay_s=0)
    evening.lays("RR.. .... ....").acts(Sew(BEN, "bar", (0, 1)))
    evening.waits(60)
    assert len(evening.sewn) == 2
    assert evening.shown.pending is None
    assert evening.shown.reading == Adrift((Difference(0, "W", "R"), Difference(1, "W", "R")))
    assert evening.lays("WW.. .... ....").shown.reading == Unchanged()


def test_all_or_none_of_what_is_entered_together():
    evening = table().acts(BAR, BAR)
    assert evening.refused == "quilt.not_your_turn"
    assert not evening.sewn
    assert evening.acts(BAR, BENS).sewn == [BAR, BENS]


def test_nothing_entered_is_refused():
    assert table().acts().refused == "table.nothing_entered"


def test_no_one_deals_for_themselves():
    evening = table().acts(PatternDrawn(ANA, "pair"))
    assert evening.refused == "quilt.no_such_draw"


def test_the_answer_to_a_wrong_reading_does_not_become_the_next_players_move():
    evening = table().lays("RR.. .... ....")
    evening.tell(ib.HoldPending(evening.ns)).acts(Sew(ANA, "bar", (1, 2))).waits(60)
    assert evening.sewn == [Sew(ANA, "bar", (1, 2))]
    assert isinstance(evening.shown.reading, Adrift | Underway)
    assert evening.shown.pending is None


# the fix sheet, pause, secrets


def test_a_fix_sheet_holds_the_ring():
    evening = table().lays(BAR_LIES)
    evening.tell(ib.HoldPending(evening.ns)).waits(60)
    assert not evening.sewn
    assert evening.shown.pending.held
    evening.tell(ib.ResumePending(evening.ns))
    assert not evening.waits(2.9).sewn
    assert evening.waits(0.2).sewn == [BAR]


def test_a_held_move_with_the_next_one_on_it_waits_and_then_follows():
    evening = table().lays(BAR_LIES)
    evening.tell(ib.HoldPending(evening.ns)).lays(BOTH_LIE).waits(60)
    assert not evening.sewn
    assert evening.shown.reading == Understood((BAR, BENS))
    assert evening.tell(ib.ResumePending(evening.ns)).sewn == [BAR]


def test_while_the_table_pauses_nothing_is_kept_nor_entered():
    evening = table().lays(BAR_LIES)
    evening.tell(ib.Pause(evening.ns)).waits(60)
    assert not evening.sewn
    assert evening.shown.reading == Wait()
    assert evening.keeps().refused == "table.paused"
    assert evening.acts(BAR).refused == "table.paused"
    evening.tell(ib.Continue(evening.ns)).waits(3.1)
    assert evening.sewn == [BAR]


def test_nothing_new_is_proposed_during_a_pause():
    evening = table()
    evening.tell(ib.Pause(evening.ns)).lays(BAR_LIES)
    assert evening.shown.pending is None
    evening.tell(ib.Continue(evening.ns))
    assert evening.shown.pending.actions == (BAR,)


def test_what_was_laid_during_a_pause_is_read_after_it():
    evening = table(delay_s=0)
    evening.tell(ib.Pause(evening.ns)).lays(BAR_LIES)
    assert not evening.sewn
    assert evening.tell(ib.Continue(evening.ns)).sewn == [BAR]


def test_only_the_owner_sees_a_charm_and_only_while_it_is_held():
    evening = table()
    assert "canary" not in repr(evening.shown)
    evening.tell(ib.Peek(BEN, evening.ns))
    assert evening.shown.peek.view.charm == "canary-fox"
    assert "canary-owl" not in repr(evening.shown)
    evening.tell(ib.Unpeek(evening.ns))
    assert "canary" not in repr(evening.shown)


def test_while_a_secret_is_looked_at_the_eye_proposes_nothing():
    evening = table(delay_s=0)
    evening.tell(ib.Peek(ANA, evening.ns)).lays(BAR_LIES).waits(60)
    assert not evening.sewn
    assert evening.tell(ib.Unpeek(evening.ns)).sewn == [BAR]


def test_a_card_chosen_while_looking_at_it_counts():
    evening = table()
    evening.tell(ib.Peek(ANA, evening.ns)).acts(ShowCharm(ANA, "canary-owl"))
    assert evening.refused is None
    assert evening.state.to_move == BEN


def test_two_do_not_look_at_once_and_strangers_not_at_all():
    evening = table()
    evening.tell(ib.Peek(ANA, evening.ns)).tell(ib.Peek(BEN, evening.ns))
    assert evening.refused == "table.other_peeks"
    assert evening.shown.peek.seat == ANA
    evening.tell(ib.Unpeek(evening.ns)).tell(ib.Peek(7, evening.ns))
    assert evening.refused == "table.no_such_seat"


# the eye goes and comes


@pytest.mark.parametrize("gone", ["blind", "unplugged"])
def test_what_was_pending_when_the_eye_went_may_be_tapped_but_is_not_kept_by_itself(gone):
    evening = table().lays(BAR_LIES)
    if gone == "blind":
        evening.blind()
        assert (evening.shown.eye, evening.shown.eye_why) == (Eye.BLIND, "frozen")
    else:
        evening.tell(ib.EyeGone("no_picture", evening.ns))
        assert (evening.shown.eye, evening.shown.eye_why) == (Eye.LOST, "no_picture")
    evening.waits(60)
    assert not evening.sewn
    assert evening.shown.reading == Wait()
    assert evening.keeps().sewn == [BAR]


def test_what_lies_there_when_the_eye_is_back_is_read():
    evening = table().lays(BAR_LIES).blind().waits(60).seeing().waits(60)
    assert not evening.sewn, "seeing is not yet having seen"
    assert evening.sees(BAR_LIES).waits(3.1).sewn == [BAR]


def test_a_blind_eye_claims_nothing():
    evening = table(delay_s=0).blind().sees(BAR_LIES).waits(60)
    assert not evening.sewn
    assert evening.shown.eye is Eye.BLIND


def test_late_news_of_the_board_is_no_news():
    evening = table(delay_s=0).waits(5)
    early = evening.now_s
    evening.waits(5).lays(BAR_LIES).sees(BARE, taken_s=early)
    assert evening.shown.reading == Unchanged()
    evening.sees(BAR_LIES, taken_s=early).waits(60)
    assert evening.sewn == [BAR]


def test_a_picture_taken_before_the_hands_came_winds_up_no_ring():
    evening = table(delay_s=0)
    early = evening.now_s
    evening.hands(True).sees(BAR_LIES, taken_s=early).waits(60)
    assert not evening.sewn


def test_a_table_without_an_eye_is_played_by_hand():
    evening = Evening(eye=Eye.NONE).begins().acts(BAR)
    assert evening.sewn == [BAR]
    assert evening.shown.reading == Wait()
    assert not evening.shown.timeline[-1].from_camera


# adrift


STRAY = "RR.R .... ...."


def test_a_board_that_fits_nothing_is_spoken_of_after_five_seconds():
    evening = table().lays(STRAY)
    assert isinstance(evening.shown.reading, Adrift)
    assert not evening.shown.adrift_due
    assert not evening.waits(4.9).shown.adrift_due
    assert evening.waits(0.2).shown.adrift_due
    assert [d.place for d in evening.shown.reading.differences] == [0, 1, 3]


def test_hands_in_give_it_another_five_seconds():
    evening = table().lays(STRAY).waits(4).hands(True).waits(60)
    assert not evening.shown.adrift_due
    assert not evening.hands(False).waits(4.9).shown.adrift_due
    assert evening.waits(0.2).shown.adrift_due


def test_the_board_is_right():
    evening = table().lays(STRAY).waits(6)
    evening.tell(ib.BoardIsRight(True, evening.ns))
    assert evening.quilt == STRAY
    assert evening.state.to_move == BEN
    assert evening.shown.timeline[-1].kind is RecordKind.CORRECTED
    assert evening.shown.timeline[-1].by is None
    assert evening.shown.reading == Unchanged()


def test_the_record_is_right_until_the_board_changes():
    evening = table().lays(STRAY).waits(6)
    evening.tell(ib.RecordIsRight(evening.ns)).waits(60)
    assert not evening.shown.adrift_due
    assert evening.lays("RR.R ...R ....").waits(6).shown.adrift_due
    assert not evening.sewn


def test_there_is_nothing_to_override_with_when_nothing_is_seen():
    evening = table()
    assert evening.tell(ib.BoardIsRight(False, evening.ns)).refused == "table.board_agrees"
    assert evening.tell(ib.RecordIsRight(evening.ns)).refused == "table.board_agrees"
    evening.lays(STRAY).hands(True)
    assert evening.tell(ib.BoardIsRight(False, evening.ns)).refused == "table.hands_in"
    evening.blind()
    assert evening.tell(ib.BoardIsRight(False, evening.ns)).refused == "table.not_seen"
    assert evening.tell(ib.RecordIsRight(evening.ns)).refused == "table.not_seen"


# chance


def test_the_app_tosses_for_them_and_would_do_so_again():
    evening = Evening()
    evening.tell(ib.FlipForUs(evening.ns))
    starter = evening.state.to_move
    assert starter in BOTH
    evening.undoes().tell(ib.FlipForUs(evening.ns))
    assert evening.state.to_move == starter
    assert evening.tell(ib.FlipForUs(evening.ns)).refused == "table.nothing_to_flip"


def test_both_sides_of_the_toss_come_up():
    starters = set()
    for n in range(40):
        evening = Evening(dealer=SecretDealer(bytes([n]) * 32))
        starters.add(evening.tell(ib.FlipForUs(evening.ns)).state.to_move)
    assert starters == {ANA, BEN}


# the disk


def test_what_the_disk_refuses_does_not_count_and_the_next_tap_tries_again():
    evening = table().lays(BAR_LIES)
    evening.keeper.full = True
    evening.keeps()
    assert evening.refused == "table.not_saved"
    assert not evening.sewn
    assert evening.shown.pending.actions == (BAR,)
    evening.keeper.full = False
    assert evening.keeps().sewn == [BAR]
    assert evening.refused is None


def test_a_full_disk_stops_the_ring_but_not_the_eye():
    evening = table(delay_s=0)
    evening.keeper.full = True
    evening.lays(BAR_LIES).waits(60)
    assert evening.refused == "table.not_saved"
    assert not evening.sewn
    evening.lays("RRW. .... ....")
    assert evening.shown.seen == "RRW.........", "what is seen is still taken in"
    evening.keeper.full = False
    assert evening.waits(60).sewn == []
    assert evening.keeps().sewn == [BAR]


def test_a_refused_take_back_on_a_full_disk_takes_nothing_back():
    evening = table().acts(BAR)
    evening.keeper.full = True
    evening.undoes()
    assert evening.refused == "table.not_saved"
    assert evening.sewn == [BAR]


def test_retracted_is_not_adrift():
    evening = table(delay_s=0).lays(BAR_LIES).undoes().waits(60)
    assert isinstance(evening.shown.reading, Retracted)
    assert not evening.shown.adrift_due
