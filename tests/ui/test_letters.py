"""The letters that stand for names."""

from hypothesis import given
from hypothesis import strategies as st

from companion.ui.letters import letter_of, letters


@given(st.lists(st.text("abAB1 ", min_size=1, max_size=4), unique=True, max_size=6))
def test_no_two_names_of_a_table_have_the_same_letters(names: list[str]) -> None:
    found = letters(names)
    assert len(set(found)) == len(names)
    assert all(1 <= len(each) <= 2 for each in found)
    assert [letter_of(name, names) for name in names] == list(found)


def test_one_letter_is_enough_where_all_begin_in_their_own_way() -> None:
    assert letters(("Ana", "Ben", "cy")) == ("A", "B", "C")


def test_names_that_begin_alike_show_where_they_differ() -> None:
    assert letters(("Player A", "Ben", "Player B")) == ("PA", "B", "PB")
    assert letters(("Figure D", "Figure A")) == ("FD", "FA")
    assert letters(("Ann", "Anna")) == ("A1", "A2")
