"""Every sentence of Wig Out!: there, short, and said by somebody."""

import dataclasses
import re
import typing
from pathlib import Path

import pytest

from companion.assembly.buttons import QUIET
from companion.devices.ears import SaidKey
from companion.rules.core import Seat
from companion.rules.wig_out import events as e
from companion.rules.wig_out.decisions import DECISIONS
from companion.rules.wig_out.options import FalseCalls
from companion.rules.wig_out.questions import OPEN
from companion.rules.wig_out.refusals import KEYS
from companion.ui import theme, words_wig_out
from companion.ui.pressing import Link
from companion.ui.words import has_words, say
from companion.ui.words_wig_out import SAID, happened, in_short, setting_words

NAMES = ("Ana", "Ben", "Cleo")

EXAMPLE: dict[str, typing.Any] = {
    "seat": 0, "round": 2, "dealer": 1, "dealt": (7, 7, 7), "sudden_death": False, "others": (1,),
    "penalty": FalseCalls.NONE, "amount": 2, "missing": (1, 2), "callers": (0,), "cards": 3, "points": 2,
    "counts": False, "seats": (0, 2), "winners": (0,),
}  # fmt: skip


def example(kind: type, **more: typing.Any) -> typing.Any:
    values = EXAMPLE | more
    return kind(**{field.name: values[field.name] for field in dataclasses.fields(kind)})


def sentences() -> list[tuple[str, str]]:
    return [
        (key, sentence)
        for key, said in SAID.items()
        for sentence in ((said,) if isinstance(said, str) else said)
    ]


@pytest.mark.parametrize("key", sorted(KEYS))
def test_every_refusal_has_words(key: str) -> None:
    assert has_words(key)


@pytest.mark.parametrize("kind", typing.get_args(e.Event), ids=lambda kind: kind.__name__)
def test_every_event_is_a_plain_sentence(kind: type) -> None:
    told = happened(example(kind), NAMES)
    assert told.strip()
    assert "{" not in told
    assert "wig_out" not in told
    assert in_short((example(kind),), NAMES)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (example(e.RoundBegun), "Round 2: Ben deals"),
        (example(e.RoundBegun, sudden_death=True), "Sudden death: Ben deals"),
        (example(e.CalledTogether), "Dead heat: Ben and Ana"),
        (example(e.CallFalse), "Ana still had cards"),
        (example(e.CallFalse, penalty=FalseCalls.POINTS), "False call: Ana gets 2 points"),
        (example(e.CallFalse, penalty=FalseCalls.POINTS, amount=1), "False call: Ana gets 1 point"),
        (example(e.CallFalse, penalty=FalseCalls.DRAW), "False call: Ana draws 2 cards"),
        (example(e.CallFalse, penalty=FalseCalls.LOCK_OUT), "False call: Ana waits 2 seconds"),
        (example(e.CallRight), "Ana is out"),
        (example(e.CallRight, callers=(0, 2)), "Ana and Cleo are out"),
        (example(e.CardsCounted, cards=1), "Ana has 1 card left"),
        (example(e.CardsCounted), "Ana has 3 cards left"),
        (example(e.StallOff), "Ana says play goes on"),
        (example(e.StallOff, seat=None), "Not stuck after all"),
        (example(e.RoundVoid), "All stuck: no points, deal again"),
        (example(e.RoundVoid, counts=True), "All stuck: no points"),
        (example(e.GameWon), "Ana won"),
        (example(e.GameWon, winners=(0, 1, 2)), "Ana, Ben and Cleo share the win"),
    ],
    ids=str,
)
def test_what_happened_reads(event: e.Event, told: str) -> None:
    assert happened(event, NAMES) == told


def test_a_title_says_what_was_done_and_not_what_followed() -> None:
    told = (e.CallRight((Seat(0),)), e.CardsCounted(Seat(1), 3), e.RoundScored(1, (0, 3, 2)))
    assert in_short(told, NAMES) == "Ben has 3 cards left"
    assert in_short((e.StallOff(None), e.Called(Seat(2))), NAMES) == "Cleo called Wig Out!"
    assert in_short((), NAMES) == "Nothing happened"


@pytest.mark.parametrize("decision", OPEN, ids=lambda decision: str(decision.field))
def test_every_option_and_each_of_its_values_has_words(decision: typing.Any) -> None:
    assert say(f"wig_out.option.{decision.field}")
    told = [setting_words(decision.field, value.setting) for value in decision.values]
    assert all(told)
    assert len(set(told)) == len(told)


def test_numbers_are_said_with_what_they_count() -> None:
    assert setting_words("lock_out_s", 1) == "1 second"
    assert setting_words("reminder_s", 20) == "every 20 seconds"
    assert setting_words("tie_window_ms", 50) == "50 ms"
    assert setting_words("rounds", 5) == "5"


def test_every_decision_asks_something_and_says_how_it_is_read() -> None:
    assert all(decision.question and decision.reading for decision in DECISIONS)


@pytest.mark.parametrize(("key", "sentence"), sentences(), ids=lambda v: v[:40])
def test_no_sentence_is_longer_than_a_glance(key: str, sentence: str) -> None:
    said = [word for word in sentence.split() if any(c.isalnum() for c in word)]
    assert len(said) <= theme.MAX_WORDS, f"{key}: {len(said)} words"


def test_no_sentence_waits_in_vain_to_be_said() -> None:
    source, defined = Path(words_wig_out.__file__).read_text(encoding="utf-8").split("SAID: dict")
    assert defined
    screens = Path(words_wig_out.__file__).parent / "wig_out"
    source += "".join(path.read_text(encoding="utf-8") for path in sorted(screens.glob("*.*")))
    idle = [
        key
        for key in SAID
        if f'"{key}"' not in source
        and not key.startswith(("wig_out.option.", "wig_out.box."))
        and key not in KEYS
    ]
    assert idle == []
    assert {key for key in re.findall(r'say\(\s*"([a-z0-9_.]+)"', source) if not has_words(key)} == set()


@pytest.mark.parametrize("key", sorted({*typing.get_args(SaidKey), *Link} - QUIET))
def test_whatever_a_box_says_has_words(key: str) -> None:
    assert has_words(f"wig_out.box.{key}")
