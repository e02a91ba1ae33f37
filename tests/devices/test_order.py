"""Who was first: one box by its own clock, several within their doubt, and never by who was heard first."""

import random
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from companion.devices.clock_map import Placed
from companion.devices.keyboard import Keyboard
from companion.devices.known_box import KnownBox, Missing
from companion.devices.news import Wish
from companion.devices.order import First, Nobody, PhotoFinish, Push, Track, verdict
from firmware import wire

MS = 1_000_000


def push(box: str, seq: int, at_us: int, *, button: int = 0, heat: int = 1, rank: int = 1) -> Push:
    return Push(box, "0000000a", seq, wire.PRESSED, button, at_us, heat, rank, 0, 0)


def clock(offset_us: int, doubt_ns: int) -> Callable[[int], Placed]:
    return lambda at_us: Placed((at_us - offset_us) * 1000, doubt_ns)


def unknown(_: int) -> None:
    return None


def test_one_box_is_right_by_its_own_clock_in_whatever_order_its_lines_come() -> None:
    pushes = [push("a", 1, 1_000, button=4), push("a", 2, 1_001, button=2, rank=2)]
    for order in (pushes, pushes[::-1]):
        told = verdict([Track("a", tuple(order), 1_500, False, unknown)], 1)
        assert told == First(pushes[0], (pushes[0],), pushes[1], 1_000, 0, ())


def test_a_dead_heat_is_said_and_the_boxs_lot_stands() -> None:
    one, two, three = push("a", 1, 1_000, button=4), push("a", 2, 1_000, button=2), push("a", 3, 1_700)
    told = verdict([Track("a", (three, two, one), 2_000, False, unknown)], 1)
    assert told == First(one, (one, two), three, 700_000, 0, ())


def test_before_the_watermark_the_first_is_provisional_and_a_late_line_puts_it_right() -> None:
    late, heard = push("a", 1, 900), push("a", 2, 1_000)
    told = verdict([Track("a", (heard,), 800, False, unknown)], 1)
    assert isinstance(told, First)
    assert (told.push, told.unheard) == (heard, ("a",))
    told = verdict([Track("a", (heard, late), 1_000, False, unknown)], 1)
    assert isinstance(told, First)
    assert (told.push, told.next, told.unheard) == (late, heard, ())


def test_what_does_not_count_or_is_of_another_heat_is_nobodys() -> None:
    others = (push("a", 1, 10, rank=0), push("a", 2, 20, heat=2))
    assert verdict([Track("a", others, 100, False, unknown)], 1) == Nobody()


def test_two_boxes_within_their_doubt_finish_together() -> None:
    one, two = push("a", 1, 1_000), push("b", 1, 5_900)
    tracks = [
        Track("a", (one,), 9_000, False, clock(0, MS // 2)),
        Track("b", (two,), 19_000, False, clock(4_000, MS // 2)),
    ]
    assert verdict(tracks, 1) == PhotoFinish((one, two), 900_000, ())
    tracks[1] = Track("b", (two,), 19_000, False, clock(3_000, MS // 2))
    assert verdict(tracks, 1) == First(one, (one,), two, 1_900_000, MS, ())


def test_clocks_that_are_not_known_yet_part_nobody() -> None:
    one, two = push("a", 1, 1_000), push("b", 1, 5_900)
    told = verdict([Track("a", (one,), 9_000, False, unknown), Track("b", (two,), 9_000, False, unknown)], 1)
    assert isinstance(told, PhotoFinish)
    assert (set(told.pushes), told.within_ns) == ({one, two}, None)


def test_a_silent_box_is_named_and_one_that_started_anew_is_not_waited_for() -> None:
    one = push("a", 1, 1_000)
    tracks = [
        Track("a", (one,), 9_000, False, clock(0, 0)),
        Track("b", (), 500, True, clock(0, 0)),
        Track("b", (), 900, False, clock(0, 0)),
    ]
    told = verdict(tracks, 1)
    assert isinstance(told, First)
    assert told.unheard == ("b",)


def test_of_a_box_that_started_anew_the_earlier_boot_was_first() -> None:
    before, after = push("a", 7, 90_000), push("a", 1, 100)
    tracks = [
        Track("a", (before,), 90_000, True, unknown),
        Track("a", (after,), 90_000, False, unknown),
    ]
    told = verdict(tracks, 1)
    assert isinstance(told, First)
    assert told.push == before


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_what_is_final_is_true_and_stays_in_whatever_order_lines_come(seed: int, count: int) -> None:
    """True clocks, doubts that hold, pushes and watermarks handed over in a random order."""
    rng = random.Random(seed)
    boxes = []
    for number in range(count):
        box, doubt = KnownBox(f"{number:012x}"), rng.randint(0, 3 * MS)
        offset = rng.randint(-(10**6), 10**6)
        boot, _ = box.welcome(
            wire.Welcome(f"{number:08x}", "1.0", "test", 6, 5, 1, 0, "power"),
        )
        times = sorted(rng.randint(2_000_000, 2_010_000) for _ in range(rng.randint(0, 4)))
        lines = [
            (at, seq, Push(box.box, boot.boot, seq, 0, seq % 6, at + offset, 1, seq, 0, 0))
            for seq, at in enumerate(times, 1)
        ]
        error = rng.randint(-doubt, doubt)

        def place(at_us: int, offset: int = offset, error: int = error, doubt: int = doubt) -> Placed:
            return Placed((at_us - offset) * 1000 + error, doubt)

        marks = [
            (at + offset, sum(one[0] <= at for one in lines))
            for at in (rng.randint(1_999_000, 2_030_000) for _ in range(6))
        ]
        boxes.append((box, boot, place, lines, marks))
    true = min((line[0] for _, _, _, lines, _ in boxes for line in lines), default=None)
    work = [
        (index, thing)
        for index, (_, _, _, lines, marks) in enumerate(boxes)
        for thing in [*[line[2] for line in lines], *marks]
    ]
    rng.shuffle(work)
    final = None
    for index, thing in work:
        boot = boxes[index][1]
        if isinstance(thing, Push):
            boot.record(thing, 0)
        else:
            now_us, last = thing
            boot.beacon(
                wire.Beacon(boot.boot, 0, max(now_us, 0), 0, last, 0, wire.NEVER, 0, 0, 0, 0, 0, 0), None, 0
            )
        tracks = [
            Track(one.box, boot.track().pushes, boot.told_us, False, place)
            for one, boot, place, _, _ in boxes
        ]
        told = verdict(tracks, 1)
        if isinstance(told, Nobody) or told.unheard:
            assert final is None
            continue
        if final is not None:
            assert (told.push if isinstance(told, First) else set(told.pushes)) == final
        final = told.push if isinstance(told, First) else set(told.pushes)
        first = {final} if isinstance(final, Push) else final
        times_of_first = {line[0] for _, _, _, lines, _ in boxes for line in lines if line[2] in first}
        assert true in times_of_first


def test_a_record_is_given_to_the_journal_again_only_while_it_is_not_kept_and_after_a_while() -> None:
    box = KnownBox("a")
    boot, again = box.welcome(wire.Welcome("0000000a", "1.0", "test", 6, 5, 5, 8, "power"))
    assert not again
    lost = Missing("a", "0000000a", 6, 100, 3)
    assert boot.record(lost, 0) == (True, True)
    assert boot.record(lost, 10**9 - 1) == (False, False)
    assert boot.record(lost, 10**9) == (False, True)
    assert not box.on_disk("0000000a", 6)  # five is missing: nothing may be acknowledged
    assert boot.kept == 4
    assert boot.record(push("a", 5, 50), 10**9) == (True, True)
    assert box.on_disk("0000000a", 5)
    assert boot.kept == 6
    assert boot.record(lost, 10**10) == (False, False)
    assert not box.on_disk("0000000a", 6)
    assert not box.on_disk("0000000b", 7)
    _, again = box.welcome(wire.Welcome("0000000b", "1.0", "test", 6, 5, 1, 0, "power"))
    assert again


def test_keys_are_ranked_like_buttons_and_doubted_like_keys() -> None:
    keys = Keyboard("00000001")
    keys.want(Wish(3, wire.READY, 63, "000000"))
    early = keys.press("2", 5 * MS)
    assert early
    assert (early.rank, early.flags) == (0, wire.EARLY)
    keys.want(Wish(3, wire.RACE, 0b111011, "000000"))
    ranks = [(one.button, one.rank, one.flags) for key in "3466" if (one := keys.press(key, 10 * MS))]
    assert ranks == [(2, 0, wire.SHUT), (3, 1, 0), (5, 2, 0), (5, 0, wire.AGAIN)]
    assert keys.press("7", 0) is None
    assert keys.press("", 0) is None
    quick = push("a", 1, 15_000, heat=3)
    told = verdict([keys.track(99 * MS), Track("a", (quick,), 99_000, False, clock(0, 0))], 3)
    assert isinstance(told, PhotoFinish)
    assert (told.within_ns, told.unheard) == (5 * MS, ())
