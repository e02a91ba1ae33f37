"""When a secret may show: any fingers, in any order, at any time."""

from hypothesis import given
from hypothesis import strategies as st

from companion.ui import hold as holding
from companion.ui.hold import LATCH_NS, LONGEST_HOLD_NS, LONGEST_LATCH_NS, Hold

SECOND = 1_000_000_000
FINGERS = st.sampled_from(["thumb", "other", "third"])
STEPS = st.one_of(
    st.tuples(st.just("down"), FINGERS, st.booleans()),
    st.tuples(st.just("move"), FINGERS, st.booleans()),
    st.tuples(st.just("up"), FINGERS, st.booleans()),
    st.tuples(st.just("wait"), st.integers(0, 25 * SECOND), st.booleans()),
    st.tuples(st.just("lost"), st.none(), st.booleans()),
)


@given(st.lists(STEPS, max_size=40), st.booleans())
def test_a_secret_shows_only_under_one_finger_on_the_pad_or_latched(
    steps: list[tuple[str, object, bool]], may_latch: bool
) -> None:
    hold, now = Hold(), 0
    on_glass: dict[str, bool] = {}
    for what, value, flag in steps:
        match what:
            case "down" if value not in on_glass:
                on_glass[str(value)] = flag
                hold = holding.down(hold, str(value), on_pad=flag, now_ns=now)
            case "move" if value in on_glass:
                on_glass[str(value)] = flag
                hold = holding.moved(hold, str(value), on_pad=flag)
            case "up" if value in on_glass:
                del on_glass[str(value)]
                hold = holding.up(hold, str(value))
            case "wait" if isinstance(value, int):
                now += value
            case "lost":
                hold = holding.covered(hold)
                assert not hold.visible
        hold = holding.ticked(hold, may_latch=may_latch, now_ns=now)
        assert hold.fingers == frozenset(on_glass)
        if hold.visible:
            assert len(on_glass) <= 1
            assert hold.latched or list(on_glass.values()) == [True]
            assert hold.since_ns is not None
            assert now - hold.since_ns < (LONGEST_LATCH_NS if hold.latched else LONGEST_HOLD_NS)
        assert not hold.latched or may_latch


def held(seconds: float = 0.1) -> Hold:
    hold = holding.down(Hold(), "thumb", on_pad=True, now_ns=0)
    return holding.ticked(hold, may_latch=True, now_ns=round(seconds * SECOND))


def test_holding_shows_and_lifting_hides() -> None:
    assert held().visible
    assert not holding.up(held(), "thumb").visible


def test_sliding_off_hides_and_sliding_back_does_not_show() -> None:
    off = holding.moved(held(), "thumb", on_pad=False)
    assert not off.visible
    assert not holding.moved(off, "thumb", on_pad=True).visible


def test_a_second_finger_hides_and_lifting_it_does_not_show() -> None:
    two = holding.down(held(), "other", on_pad=False, now_ns=1)
    assert not two.visible
    assert not holding.up(two, "other").visible


def test_eight_seconds_are_enough() -> None:
    hold = holding.down(Hold(), "thumb", on_pad=True, now_ns=0)
    assert holding.ticked(hold, may_latch=False, now_ns=LONGEST_HOLD_NS - 1).visible
    assert not holding.ticked(hold, may_latch=False, now_ns=LONGEST_HOLD_NS).visible


def test_a_longer_hold_latches_for_twenty_seconds_and_frees_the_finger() -> None:
    latched = held(LATCH_NS / SECOND)
    free = holding.up(latched, "thumb")
    assert free.visible
    assert free.latched
    end = LATCH_NS + LONGEST_LATCH_NS
    assert holding.ticked(free, may_latch=True, now_ns=end - 1).visible
    assert not holding.ticked(free, may_latch=True, now_ns=end).visible


def test_a_latched_hand_takes_single_taps_and_hides_from_two_fingers() -> None:
    free = holding.up(held(0.7), "thumb")
    tap = holding.down(free, "other", on_pad=False, now_ns=SECOND)
    assert tap.visible
    assert not holding.down(tap, "third", on_pad=False, now_ns=SECOND).visible


def test_a_finger_that_was_there_before_shows_nothing() -> None:
    resting = holding.down(Hold(), "palm", on_pad=False, now_ns=0)
    assert not holding.down(resting, "thumb", on_pad=True, now_ns=1).visible
