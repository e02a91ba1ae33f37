"""Hands: real cards, of which the app knows what lies open, and cards that the app has dealt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.core import Hands, HeldHands, PaperHands, Seat

ME, YOU = Seat(0), Seat(1)
PAPER = PaperHands((2, 3), ((), ("Wild",)))
HELD = HeldHands((("Left", "Wild"), ("Wild", "Wild", "Wind 1")), ((), ("Wild",)))


@pytest.mark.parametrize("hands", [PAPER, HELD], ids=["paper", "held"])
def test_the_same_questions_can_be_asked_of_both(hands: Hands) -> None:
    assert [hands.size(seat) for seat in (ME, YOU)] == [2, 3]
    assert [hands.hidden(seat) for seat in (ME, YOU)] == [2, 2]
    assert hands.open_cards(YOU) == ("Wild",)
    assert hands.gain(ME, "Left").size(ME) == 3
    assert hands.lose(YOU, "Wild").open_cards(YOU) == ()
    assert hands.emptied().size(YOU) == 0


def test_with_real_cards_only_what_is_public_makes_something_impossible() -> None:
    assert PAPER.may_hold(ME, "anything", 2)
    assert not PAPER.may_hold(ME, "anything", 3)
    assert PAPER.may_hold(YOU, "Wild", 3)
    assert not PAPER.may_hold(YOU, "Left", 3)
    assert PAPER.known(ME) == ()


def test_with_dealt_cards_the_app_knows_exactly() -> None:
    assert HELD.may_hold(YOU, "Wild", 2)
    assert not HELD.may_hold(YOU, "Wild", 3)
    assert not HELD.may_hold(ME, "Wind 1")
    assert HELD.known(ME) == ("Left", "Wild")


def test_an_open_copy_leaves_before_a_hidden_one() -> None:
    assert HELD.lose(YOU, "Wild") == HeldHands((("Left", "Wild"), ("Wild", "Wind 1")), ((), ()))
    assert PAPER.lose(YOU, "Wild") == PaperHands((2, 2), ((), ()))
    assert PAPER.lose(YOU, None) == PaperHands((2, 2), ((), ("Wild",)))


def test_what_cannot_be_is_an_error() -> None:
    with pytest.raises(ValueError, match="hidden"):
        PaperHands((1,), (("Wild",),)).lose(ME, None)
    with pytest.raises(ValueError, match="hidden"):
        PaperHands((1,), (("Wild",),)).show(ME, "Left")
    with pytest.raises(ValueError, match="hidden"):
        HELD.show(ME, "Wind 1")
    with pytest.raises(ValueError, match="not in tuple"):
        HELD.lose(ME, "Wind 1")
    for verb in (HELD.gain, HELD.lose):
        with pytest.raises(ValueError, match="name"):
            verb(ME, None)


VERBS = st.tuples(
    st.sampled_from(["gain", "lose", "show"]), st.sampled_from([ME, YOU]), st.sampled_from("ABC")
)


@given(st.lists(VERBS, max_size=30))
def test_whatever_held_hands_can_do_paper_hands_can_too(story: list[tuple[str, Seat, str]]) -> None:
    """Real cards allow at least what the true hands allow, and both count alike."""
    held, paper = HeldHands(((), ()), ((), ())), PaperHands((0, 0), ((), ()))
    for verb, seat, card in story:
        if verb != "gain" and not held.may_hold(seat, card):
            continue
        if verb == "show" and held.known(seat).count(card) == held.open_cards(seat).count(card):
            continue
        assert verb == "gain" or paper.may_hold(seat, card)
        held, paper = getattr(held, verb)(seat, card), getattr(paper, verb)(seat, card)
        for each in (ME, YOU):
            assert (held.size(each), held.open_cards(each)) == (paper.size(each), paper.open_cards(each))
