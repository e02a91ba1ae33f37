"""Every sentence: there, short, and translatable without losing what stands in braces."""

import dataclasses
import re
import string
import typing
from pathlib import Path

import pytest

from companion.cards import load_cards
from companion.rules.all_4_it import events as e
from companion.rules.all_4_it import refusals as game_refusals
from companion.rules.all_4_it.options import OPEN
from companion.rules.all_4_it.state import Colour
from companion.table import refusals as table_refusals
from companion.ui import theme, words, words_all_4_it, words_race_table
from companion.ui.facts import TableState
from companion.ui.race_table.draft import ZoneKind
from companion.ui.words import PSEUDO, has_words, say
from vision.observation import WHY

ROOT = Path(words.__file__).parent
ALL = words.SAID | words_all_4_it.SAID | words_race_table.SAID
CARDS = load_cards(None)
KINDS_AND_STATES = tuple(f"race_table.{said.value}" for said in (*ZoneKind, *TableState))


@pytest.fixture(autouse=True)
def _english() -> typing.Iterator[None]:
    yield
    words.use("en")


def sentences() -> list[tuple[str, str]]:
    return [
        (key, sentence)
        for key, said in ALL.items()
        for sentence in ((said,) if isinstance(said, str) else said)
    ]


@pytest.mark.parametrize("key", sorted(game_refusals.KEYS | table_refusals.KEYS))
def test_every_refusal_has_words(key: str) -> None:
    assert has_words(key)


@pytest.mark.parametrize("why", sorted(WHY))
def test_every_reason_to_be_blind_has_words(why: str) -> None:
    assert has_words(f"why.{why}")


@pytest.mark.parametrize("decision", OPEN, ids=lambda d: str(d.field))
def test_every_option_and_each_of_its_values_has_words(decision: typing.Any) -> None:
    assert say(f"all_4_it.option.{decision.field}")
    told = [words_all_4_it.setting_words(decision.field, value.setting) for value in decision.values]
    assert all(told)
    assert len(set(told)) == len(told)


def _example(kind: type) -> typing.Any:
    values: dict[str, typing.Any] = {
        "seat": 0, "red": 0, "white": 1, "cards": 14,
        "shape": CARDS.shapes[0].id, "power": CARDS.powers[0].id,
        "placed": (1, 2), "flipped": (3, 4), "cell": 7, "colour": Colour.RED, "cost": 2, "cells": (1, 2),
        "ended_turn": True, "round": 2, "pieces": (12, 13), "points": (17, 18), "starter": 1, "winners": (0,),
        "first_time": True, "revealed": False,
    }  # fmt: skip
    return kind(**{f.name: values[f.name] for f in dataclasses.fields(kind)})


@pytest.mark.parametrize("kind", typing.get_args(e.Event), ids=lambda k: k.__name__)
def test_every_event_is_a_plain_sentence(kind: type) -> None:
    event = _example(kind)
    told = words_all_4_it.happened(event, ("Ana", "Ben"), CARDS)
    assert told.strip()
    assert "{" not in told
    assert words_all_4_it.in_short((event,), ("Ana", "Ben"), CARDS)
    assert words_all_4_it.briefly((event,), ("Ana", "Ben"), CARDS)


@pytest.mark.parametrize("kind", [e.PowerTaken, e.PowerReturned])
def test_a_hidden_power_is_not_named(kind: type) -> None:
    told = words_all_4_it.happened(kind(0, None), ("Ana", "Ben"), CARDS)
    assert not any(power.name in told for power in CARDS.powers)


@pytest.mark.parametrize(("key", "sentence"), sentences(), ids=lambda v: v[:40])
def test_no_sentence_is_longer_than_a_glance(key: str, sentence: str) -> None:
    said = [word for word in sentence.split() if any(c.isalnum() for c in word)]
    assert len(said) <= theme.MAX_WORDS, f"{key}: {len(said)} words"


@pytest.mark.parametrize(("key", "sentence"), sentences(), ids=lambda v: v[:40])
def test_the_pseudo_language_keeps_the_braces_and_is_two_fifths_longer(key: str, sentence: str) -> None:
    pseudo = words._Pseudo().gettext(sentence)
    names = [name for _, name, _, _ in string.Formatter().parse(sentence) if name]
    assert [name for _, name, _, _ in string.Formatter().parse(pseudo) if name] == names, key
    own = re.sub(r"{\w+}", "", sentence)
    letters = sum(c.isalpha() for c in own)
    if letters >= 8 and max(len(w) for w in own.split()) > 3:
        longer = sum(c.isalpha() for c in re.sub(r"{\w+}", "", pseudo))
        assert longer >= letters * 1.3, (sentence, pseudo)


def test_a_plural_is_chosen_by_its_number() -> None:
    assert say("strip.underway", n=1) == "1 cell changed so far"
    assert say("strip.underway", n=2) == "2 cells changed so far"
    with pytest.raises(KeyError, match="needs n"):
        say("strip.underway")


def test_a_key_without_words_is_an_error() -> None:
    with pytest.raises(KeyError):
        say("nowhere.to_be_found")
    assert not has_words("nowhere.to_be_found")


def test_switching_the_language_switches_the_words() -> None:
    assert say("strip.right") == "Right"
    words.use(PSEUDO)
    assert say("strip.right") == "Rîghttt"
    words.use("en")
    assert say("strip.right") == "Right"


def _named_in_sources() -> str:
    return "\n".join(
        path.read_text(encoding="utf-8")
        for kind in ("*.py", "*.kv")
        for path in sorted(ROOT.rglob(kind))
        if path.name not in ("words.py",) or "widgets" in path.parts
    )


def test_every_sentence_that_is_said_exists() -> None:
    text = _named_in_sources()
    said = set(re.findall(r"""say\(\s*"([a-z0-9_.]+)\"""", text, re.IGNORECASE))
    assert len(said) > 80
    assert {key for key in said if not has_words(key)} == set()


def test_no_sentence_waits_in_vain_to_be_said() -> None:
    text = _named_in_sources() + Path(words.__file__).read_text(encoding="utf-8").split("SAID:")[0]
    for module in (words_all_4_it, words_race_table):
        text = text.replace(Path(module.__file__).read_text(encoding="utf-8").split("SAID:")[1], "")
    # Keys that are put together from a kind and a value.
    composed = (
        "why.", "eye.", "dot.", "role.", "check.", "source.", "table.", "game.", "all_4_it.option.",
        "all_4_it.power.", "menu.small", "menu.medium", "menu.large", *KINDS_AND_STATES,
    )  # fmt: skip
    refusals = game_refusals.KEYS | table_refusals.KEYS
    idle = [k for k in ALL if f'"{k}"' not in text and not k.startswith(composed) and k not in refusals]
    assert idle == []
