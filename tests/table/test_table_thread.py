"""A table on a thread of its own."""

import threading
import time

import pytest

from companion.table import inbound as ib
from companion.table.thread import ReplayError, TableThread, follow
from tests.table.evening import BARE, Evening
from tests.table.test_sitting_at_the_table import BAR, BAR_LIES, table
from tests.table.toy import Quilt

PATIENCE_S = 10


class Listener:
    def __init__(self):
        self.heard = []
        self._news = threading.Condition()

    def __call__(self, snapshot):
        with self._news:
            self.heard.append(snapshot)
            self._news.notify_all()

    def waits_for(self, wanted):
        with self._news:
            assert self._news.wait_for(lambda: any(map(wanted, self.heard)), PATIENCE_S)


def threaded(evening):
    """Clock: now is where the evening has got to, and time really passes."""
    began_ns = time.monotonic_ns() - evening.ns
    listener = Listener()
    thread = TableThread(evening.table, clock=lambda: time.monotonic_ns() - began_ns, listener=listener)
    thread.start()
    return thread, listener


def test_what_is_told_is_heard_in_order_and_all_of_it_before_the_end():
    evening = Evening().begins()
    thread, listener = threaded(evening)
    for _ in range(100):
        thread.tell(ib.Pause(0))
        thread.tell(ib.Continue(0))
    thread.tell(ib.Act((BAR,), 0))
    thread.close()
    assert [s.paused for s in listener.heard] == [False, *[True, False] * 100, False]
    assert [s.serial for s in listener.heard] == sorted({s.serial for s in listener.heard})
    assert evening.sewn == [BAR]
    assert thread.latest is listener.heard[-1]


def test_the_ring_runs_out_by_itself():
    evening = table(delay_s=0.2).lays(BAR_LIES)
    thread, listener = threaded(evening)
    listener.waits_for(lambda snapshot: snapshot.pending is None and len(snapshot.timeline) > 7)
    thread.close()
    assert evening.sewn == [BAR]


def test_many_may_tell_at_once():
    evening = table().acts(BAR)
    thread, listener = threaded(evening)
    tellers = [
        threading.Thread(target=lambda: [thread.tell(ib.Keep(0)) for _ in range(50)]) for _ in range(8)
    ]
    for teller in tellers:
        teller.start()
    for teller in tellers:
        teller.join()
    thread.close()
    assert len([s for s in listener.heard if s.refusal]) == 400


def test_a_defect_is_not_hidden():
    evening = table()

    def clumsy(_):
        raise RuntimeError("a listener fell over")

    thread = TableThread(evening.table, clock=time.monotonic_ns, listener=clumsy)
    thread.start()
    with pytest.raises(RuntimeError, match="fell over"):
        thread.close()
    assert isinstance(thread.failure, RuntimeError)


def test_it_is_on_the_disk_before_it_is_shown():
    evening = table(delay_s=0)
    shown_before = evening.shown

    class Watching:
        def append(self, lines, summary):
            assert evening.shown is shown_before, "shown before it was written"
            self.lines = lines

    evening.table._keeper = watching = Watching()
    evening.tell(ib.Act((BAR,), evening.ns))
    assert len(watching.lines) == 2
    assert evening.shown is not shown_before


@pytest.mark.parametrize(
    ("harm", "word"),
    [
        (lambda lines: lines[3].update(digest="0" * 16), "another state"),
        (lambda lines: lines.pop(3), "missing"),
        (lambda lines: lines[-1].update(kind="invented"), "cannot be read"),
        (lambda lines: lines[-1]["action"].update(do="dance"), "cannot be read"),
        (lambda lines: lines[-1]["action"].update(card="no such card"), "does not follow"),
        (lambda lines: lines[3].update(because={"seen": 7}), "cannot be read"),
        (lambda lines: lines[3].update(first=9), "cannot be read"),
    ],
)
def test_a_replay_stops_at_the_first_record_that_differs_and_says_so(harm, word):
    lines = [{**line, "action": dict(line["action"])} for line in table().acts(BAR).keeper.lines]
    harm(lines)
    with pytest.raises(ReplayError, match=f"record .*{word}"):
        follow(Quilt(), 1, {"turns": 20}, lines)


def test_newer_rules_and_a_bad_set_up_are_refused_with_a_sentence():
    with pytest.raises(ReplayError, match="newer rules"):
        follow(Quilt(), 2, {"turns": 20}, [])
    with pytest.raises(ReplayError, match="cannot begin: turns"):
        follow(Quilt(), 1, {"turns": 0}, [])


def test_an_evening_of_five_hundred_moves_stays_quick(capsys):
    evening = Evening(turns=520, delay_s=0).begins().sees(BARE)
    longest_s = 0.0
    for n in range(510):
        choices = [c for c in evening.shown.choices if hasattr(c, "places")]
        began_s = time.perf_counter()
        evening.acts(choices[n % len(choices)])
        longest_s = max(longest_s, time.perf_counter() - began_s)
        assert evening.refused is None
    began_s = time.perf_counter()
    again = evening.again()
    reopened_s = time.perf_counter() - began_s
    assert again.state == evening.state
    began_s = time.perf_counter()
    evening.undoes()
    undone_s = time.perf_counter() - began_s
    with capsys.disabled():
        print(f" [longest {longest_s * 1e3:.0f} ms, undo {undone_s * 1e3:.0f} ms, reopen {reopened_s:.2f} s]")
    assert len(evening.shown.timeline) > 1000
