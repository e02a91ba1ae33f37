"""What is told of a game to those who may not know its secrets."""

import json

from companion.rules.core import Refusal
from companion.table import inbound as ib
from companion.table import refusals
from companion.table.telling import tell
from tests.table.evening import ANA, BEN, BOTH
from tests.table.test_sitting_at_the_table import BAR, BAR_LIES, table
from tests.table.toy import Sew, ShowCharm


def told(evening):
    return list(tell(evening.table.sitting.ledger))


def test_no_charm_is_told_before_it_is_shown():
    evening = table().acts(BAR)
    text = json.dumps(told(evening))
    assert "canary" not in text
    assert '"charm": null' in text, "that one was taken is no secret"
    assert all(line["digest"] not in text for line in evening.keeper.lines)


def test_a_charm_that_was_shown_is_told_and_the_next_one_is_not():
    evening = table().acts(ShowCharm(ANA, "canary-owl"))
    text = json.dumps(told(evening))
    assert "canary-owl" in text
    assert "canary-fox" not in text
    assert "canary-hare" not in text


def test_a_line_says_who_did_what_and_whether_it_counts():
    evening = table().lays(BAR_LIES).keeps()
    seq = evening.shown.undo.to_seq + 1
    line = told(evening)[seq - 1]
    assert line == {
        "seq": seq,
        "at_s": evening.shown.timeline[seq - 1].at_s,
        "kind": "action",
        "by": 0,
        "counts": True,
        "from_camera": True,
        "events": [{"event": "Sewn", "seat": 0, "pattern": "bar", "places": [0, 1]}],
    }
    evening.undoes()
    assert not told(evening)[seq - 1]["counts"]
    assert told(evening)[-1]["span"] == [seq, seq + 1]


def test_no_snapshot_names_a_hidden_card_whatever_is_done():
    evening = table(delay_s=0)
    for inbound in (
        ib.Act((BAR,), 0),
        ib.TakeBack(7, BOTH, 0),
        ib.Act((BAR, Sew(BEN, "pair", (2, 6))), 0),
        ib.Amend(11, Sew(ANA, "bar", (4, 5)), drop=True, now_ns=0, consent=BOTH),
        ib.Peek(ANA, 0),
        ib.Unpeek(0),
    ):
        evening.tell(inbound)
        if evening.shown.peek is None:
            assert "canary" not in repr(evening.shown), inbound


def test_every_refusal_of_the_table_has_a_key_of_its_own():
    named = [value for value in vars(refusals).values() if isinstance(value, Refusal)]
    assert len(refusals.KEYS) == len(named)
    assert all(key.startswith("table.") for key in refusals.KEYS)
