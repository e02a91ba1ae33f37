"""Hands are known by reaching in, however dark they are; toys and their shadows are none."""

import numpy as np
from numpy.typing import NDArray

from vision.arms import hands_in, reaching_in
from vision.backdrop import CELLS, Change

Mask = NDArray[np.bool_]
FIGURE_PX = 80.0
NONE: Mask = np.zeros((180, 320), dtype=bool)


def box(left: int, top: int, right: int, bottom: int) -> Mask:
    mask = NONE.copy()
    mask[top:bottom, left:right] = True
    return mask


def change(sure: Mask, dark: Mask) -> Change:
    return Change(sure, sure | dark, np.zeros((CELLS[1], CELLS[0], 3), np.float32))


ARM = box(280, 60, 320, 85)


def reach(dark: Mask, stirred: Mask | None, before: Mask | None, figures: Mask = NONE) -> Mask:
    seen = change(NONE, dark)
    hands = hands_in(seen, figures, stirred, FIGURE_PX, (FIGURE_PX, 4 * FIGURE_PX))
    assert not hands.any()
    return reaching_in(seen, figures, stirred, hands, before, figure_px=FIGURE_PX)


def test_an_arm_no_darker_than_a_shadow_reaches_in_once_it_moved_and_for_as_long_as_it_stays() -> None:
    came = reach(ARM, ARM, None)
    assert came[ARM].all()
    assert reach(ARM, NONE, came)[ARM].all()
    assert not reach(ARM, NONE, None).any()  # a lamp is shaded: nobody came


def test_the_shadow_of_a_figure_at_the_rim_reaches_nowhere() -> None:
    lies = box(290, 60, 312, 70) | box(312, 62, 320, 70)
    assert not reach(lies, lies, None).any()
    stands = box(302, 60, 320, 72)
    assert not reach(stands, stands, None, figures=box(302, 60, 312, 72)).any()


def test_what_hangs_together_with_a_hand_by_its_shadow_reaches_in_as_well() -> None:
    palm, fingers = box(280, 60, 320, 85), box(250, 60, 281, 75)
    seen = change(palm, fingers)
    hands = hands_in(seen, NONE, palm, FIGURE_PX, (FIGURE_PX, 4 * FIGURE_PX))
    assert hands[palm].all()
    assert not hands[fingers].all()
    assert reaching_in(seen, NONE, palm, hands, None, figure_px=FIGURE_PX)[fingers].all()


def test_the_largest_toy_seen_aslant_is_no_hand_and_a_hand_without_its_sleeve_is_one() -> None:
    toy, hand = box(100, 60, 114, 75), box(100, 60, 130, 90)
    assert toy.sum() > 2.4 * FIGURE_PX
    assert not hands_in(change(toy, NONE), NONE, toy, FIGURE_PX, (180.0, 180.0)).any()
    assert hands_in(change(hand, NONE), NONE, hand, FIGURE_PX, (180.0, 180.0))[hand].all()


def test_four_large_toys_side_by_side_at_rest_are_no_hand_and_what_is_larger_than_all_is_one() -> None:
    toys, more = box(100, 60, 130, 80), box(100, 60, 140, 85)
    for seen, hand in ((toys, False), (more, True)):
        assert hands_in(change(seen, NONE), NONE, NONE, FIGURE_PX, (180.0, 600.0)).any() == hand
    assert toys.sum() > 5 * FIGURE_PX
