"""The deck file of All Wound Up: what can be written, and what each mistake is told."""

from pathlib import Path

import pytest

from companion.cards import DECK_FILE, CardsError, shipped
from companion.deck_file import load_mix, read_mix
from companion.rules.all_wound_up.cards import DECK_SIZE, Card

COUNTED = """\
[copies]
wind_1 = 9
wind_2 = 9
wind_3 = 8
wind_4 = 7
right = 7
left = 7
opponent = 7
wild = 6
"""


def fault(text: str) -> str:
    with pytest.raises(CardsError) as caught:
        read_mix(text, DECK_FILE)
    return str(caught.value)


def test_the_deck_that_ships_is_marked_as_assumed() -> None:
    mix = load_mix(None)
    assert mix.assumed
    assert sum(mix.copies) == DECK_SIZE
    assert "it is not the real deck" in shipped(DECK_FILE)


def test_a_counted_deck_is_no_assumption() -> None:
    mix = read_mix(COUNTED, DECK_FILE)
    assert not mix.assumed
    assert mix.of(Card.WIND_1) == 9
    assert mix.of(Card.WILD) == 6


def test_a_persons_own_file_replaces_the_one_that_ships(tmp_path: Path) -> None:
    (tmp_path / DECK_FILE).write_text(COUNTED, encoding="utf-8")
    assert load_mix(tmp_path) == read_mix(COUNTED, DECK_FILE)
    assert load_mix(tmp_path / "elsewhere") == load_mix(None)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (COUNTED.replace("wild = 6", "wild = 5"), "60 cards in all; here are 59"),
        (COUNTED.replace("wild = 6", "wild = -6"), "line 9, `wild`: a whole number from 0 to 60"),
        (COUNTED.replace("wild = 6", "wild = true"), "line 9, `wild`: a whole number"),
        (COUNTED.replace("wild", "joker"), "line 9, `joker`: there is no such card"),
        (COUNTED.replace("wild = 6\n", ""), "`wild`: missing; write 0"),
        (COUNTED.replace("wild = 6", "wild = "), "line 9: "),
        ("assumed = 1\n" + COUNTED, "line 1, `assumed`: true or false"),
        ("asumed = true\n" + COUNTED, "line 1, `asumed`: not known here"),
        ("copies = 3\n", "line 1, `copies`: there is no table"),
        ("", "there is no table [copies]"),
        ("x = " + "[" * 5000, "cannot be read as TOML"),
    ],
    ids=range(11),
)
def test_a_mistake_is_told_with_its_line(text: str, told: str) -> None:
    assert told in fault(text)
    assert DECK_FILE in fault(text)
