"""Every sentence of All Wound Up: there, short, and said by somebody."""

import dataclasses
import re
import typing
from pathlib import Path

import pytest

from companion.rules.all_wound_up import events as e
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.decisions import DECISIONS
from companion.rules.all_wound_up.figures import Gone
from companion.rules.all_wound_up.questions import OPEN
from companion.rules.all_wound_up.refusals import KEYS
from companion.rules.all_wound_up.tokens import Rank
from companion.ui import theme, words_all_wound_up
from companion.ui.words import has_words, say
from companion.ui.words_all_wound_up import SAID, Cast, happened, in_short, setting_words
from tests.rules.all_wound_up_tables import FIGURES, LINE

CAST = Cast(("Ana", "Ben", "Cleo"), FIGURES[:3], LINE)

EXAMPLE: dict[str, typing.Any] = {
    "seat": 0, "name": "Steve", "round": 2, "dealer": 1, "card": Card.RIGHT, "to": 1, "cards": 2, "wilds": 1,
    "kind": Card.WIND_3, "winners": (0, 1), "amount": 3, "left": (1, 0, 2), "figure": 1, "tile": "yard",
    "at_start": False, "grave": None, "by": 2, "turns": 3, "visited": True, "zone": "crypt/brain",
    "gained": Rank.BLACK, "first": True, "at_once": True, "why": Gone.MAUSOLEUM, "forward": True,
    "counts": True,
    "rank": Rank.RED, "old": Rank.BLACK, "new": Rank.PURPLE, "on": 1, "victim": 2, "replaced": False,
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
    told = happened(example(kind), CAST)
    assert told.strip()
    assert "{" not in told
    assert "all_wound_up" not in told
    assert in_short((example(kind),), CAST)


def test_a_touched_brain_is_told_as_players_tell_it() -> None:
    told = happened(e.BrainTouched(0, "crypt/brain", Rank.BLACK, True), CAST)  # type: ignore[arg-type]
    assert told == "Steve touches the Brain on Crypt: Ana takes a black token"


@pytest.mark.parametrize("kind", [e.CardCame, e.CardPassed, e.CardSetAside, e.CardDiscarded, e.CardStolen])
def test_a_hidden_card_is_not_named(kind: type) -> None:
    told = happened(example(kind, card=None), CAST)
    assert not any(say(f"all_wound_up.card.{card.value}") in told for card in Card)
    assert "a card" in told


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (example(e.BidMade), "Ana bids 2 cards and 1 Wild for Wind 3"),
        (example(e.BidMade, cards=0), "Ana bids 1 Wild for Wind 3"),
        (example(e.BidFollowed, cards=0, wilds=0), "Ana lays nothing"),
        (example(e.BidWon), "Ana and Ben tie for Wind 3: 3"),
        (example(e.BidWon, winners=(1,)), "Ben wins Wind 3 with 3"),
        (example(e.FigurePlaced, at_start=True, tile="crypt"), "Molly starts on Crypt"),
        (example(e.FigurePlaced, grave="yard/grave"), "Molly stands on Yard's grave"),
        (example(e.TakenOff, why=Gone.LEFT), "Molly left: back on Yard"),
        (example(e.HazardTouched, zone="yard/grave"), "Molly touches the grave on Yard"),
        (example(e.GateCrossed, forward=False), "Molly crosses the gate backward"),
        (example(e.TokenUsed, on=0), "Ana uses a red token"),
        (example(e.TokenUsed, rank=Rank.YELLOW), "Ana uses yellow on Ben"),
        (example(e.BrainTouched, gained=None), "Molly touches the Brain on Crypt: no token is left for Ben"),
        (example(e.BrainTouched, first=False), "Molly touches the Brain on Crypt"),
        (example(e.GameWon), "Ana wins with Steve"),
    ],
    ids=str,
)
def test_what_happened_reads(event: e.Event, told: str) -> None:
    assert happened(event, CAST) == told


@pytest.mark.parametrize("decision", OPEN, ids=lambda decision: str(decision.field))
def test_every_option_and_each_of_its_values_has_words(decision: typing.Any) -> None:
    assert say(f"all_wound_up.option.{decision.field}")
    told = [setting_words(decision.field, value.setting) for value in decision.values]
    assert all(told)
    assert len(set(told)) == len(told)


def test_every_decision_asks_something_and_says_how_it_is_read() -> None:
    assert all(decision.question and decision.reading for decision in DECISIONS)


@pytest.mark.parametrize(("key", "sentence"), sentences(), ids=lambda v: v[:40])
def test_no_sentence_is_longer_than_a_glance(key: str, sentence: str) -> None:
    said = [word for word in sentence.split() if any(c.isalnum() for c in word)]
    assert len(said) <= theme.MAX_WORDS, f"{key}: {len(said)} words"


def test_no_sentence_waits_in_vain_to_be_said() -> None:
    words = Path(words_all_wound_up.__file__)
    screens = sorted((words.parent / "all_wound_up").glob("*.*"))
    source = "".join(path.read_text(encoding="utf-8") for path in (words, *screens))
    composed = tuple(
        f"all_wound_up.{kind}."
        for kind in (
            "zone",
            "card",
            "rank",
            "option",
            "kind",
            "count",
            "letter",
            "shown",
            "does",
            "way",
            "fate",
        )
    )  # put together from a kind and a value, each tried above
    idle = [
        key for key in SAID if f'"{key}"' not in source and not key.startswith(composed) and key not in KEYS
    ]
    assert idle == []
    assert {key for key in re.findall(r'say\(\s*"([a-z0-9_.]+)"', source) if not has_words(key)} == set()
