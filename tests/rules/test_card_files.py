"""The card files that a person may edit: what can be written, and what each mistake is told."""

from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import (
    POWERS_FILE,
    SHAPES_FILE,
    CardsError,
    load_cards,
    read_powers,
    read_shapes,
    shipped,
)
from companion.rules.all_4_it.cards import Cards
from companion.rules.all_4_it.checks import check_cards
from companion.rules.all_4_it.options import Options
from companion.rules.all_4_it.placements import placements
from companion.rules.all_4_it.transition import setup
from companion.rules.core import Seat

SHAPES = """\
[[shape]]
name = "bar"
points = ["####"]
copies = 2

[[shape]]
name = "hook"
points = [
    "#..",
    "###",
]
copies = 2
"""
POWERS = """\
[[power]]
name = "Gust"
cost = 1
text = "Flip a piece."

[[power]]
name = "Gale"
cost = 3
text = "Flip a row."
copies = 2
"""


def fault_in_shapes(text: str) -> str:
    with pytest.raises(CardsError) as caught:
        read_shapes(text, "shapes.toml")
    return str(caught.value)


def fault_in_powers(text: str) -> str:
    with pytest.raises(CardsError) as caught:
        read_powers(text, "powers.toml")
    return str(caught.value)


def test_what_ships_can_be_played_with_and_says_that_it_is_assumed() -> None:
    cards = load_cards(None)
    check_cards(cards)
    assert cards.shapes_assumed
    assert cards.powers_assumed


def test_what_ships_lies_in_the_package() -> None:
    for name in (SHAPES_FILE, POWERS_FILE):
        assert files("companion.rules.all_4_it").joinpath(name).is_file()


def test_a_persons_own_files_replace_those_that_ship_each_for_itself(tmp_path: Path) -> None:
    (tmp_path / SHAPES_FILE).write_text(SHAPES, encoding="utf-8")
    cards = load_cards(tmp_path)
    assert [shape.name for shape in cards.shapes] == ["bar", "hook"]
    assert not cards.shapes_assumed
    assert cards.powers == load_cards(None).powers
    assert cards.powers_assumed


def test_a_copy_of_the_shipped_file_reads_the_same(tmp_path: Path) -> None:
    for name in (SHAPES_FILE, POWERS_FILE):
        (tmp_path / name).write_text(shipped(name), encoding="utf-8")
    assert load_cards(tmp_path) == load_cards(None)


def test_a_file_saved_by_a_windows_editor_is_read(tmp_path: Path) -> None:
    (tmp_path / SHAPES_FILE).write_bytes(b"\xef\xbb\xbf" + SHAPES.replace("\n", "\r\n").encode())
    assert len(load_cards(tmp_path).shapes) == 2


def test_a_shape_is_drawn_and_may_be_in_pieces() -> None:
    (frame,), assumed = read_shapes(
        '[[shape]]\nname = "Ecken 四隅 🎲"\npoints = ["#...#", "", "", "", "#...#"]\ncopies = 4\n',
        "shapes.toml",
    )
    assert frame.points == ((0, 0), (0, 4), (4, 0), (4, 4))
    assert frame.id == frame.name == "Ecken 四隅 🎲"
    assert placements(frame.points) == {(0, 4, 20, 24)}
    assert not assumed


def test_where_a_shape_is_drawn_does_not_matter() -> None:
    (bar,), _ = read_shapes('[[shape]]\nname = "bar"\npoints = ["", " ####"]\ncopies = 4\n', "shapes.toml")
    assert bar.points == ((0, 0), (0, 1), (0, 2), (0, 3))


def test_a_power_has_one_copy_unless_it_says_otherwise() -> None:
    powers, _ = read_powers(POWERS, "powers.toml")
    assert [(power.id, power.cost, power.copies) for power in powers] == [("Gust", 1, 1), ("Gale", 3, 2)]


def test_a_game_without_powers_is_a_game() -> None:
    assert read_powers("power = []\n", "powers.toml") == ((), False)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["####"]', '["###"]', "line 3, `points`: a shape has four different points; this one has three"),
        ('["####"]', '["#####"]', "line 3, `points`: a shape has four different points; this one has 5"),
        ('["####"]', '["#....#", "##"]', "line 3, `points`: a shape fits the 5 x 5 grid; this one is larger"),
        ('["####"]', '["##o#"]', "line 3, `points`: `#` is a point and `.` is none; 'o' is neither"),
        ('["####"]', '"####"', "line 3, `points`: a list in brackets is wanted here, not text in quotes"),
        ('["####"]', "[[1]]", "line 3, `points`: text in quotes is wanted here, not a list in brackets"),
        ("copies = 2", 'copies = "2"', "line 4, `copies`: a whole number is wanted here, not text in quotes"),
        ("copies = 2", "copies = true", "line 4, `copies`: a whole number is wanted here, not true or false"),
        ("copies = 2", "copies = 0", "line 4, `copies`: a whole number from 1 to 99, not 0"),
        ("copies = 2", "copies = 100000000000", "line 4, `copies`: a whole number from 1 to 99"),
        ("copies = 2", "copies = 3", "`copies`: both players get equally many; 5 in all is odd"),
        ("copies = 2", "colour = 2", "line 4, `colour`: not known here; a shape has `name`"),
        ("copies = 2\n", "", "line 1, `copies`: missing; a shape has `name`"),
        ('name = "hook"', 'name = "bar"', "line 7, `name`: 'bar' stands here already"),
        ('name = "hook"', 'name = "BAR "', "line 7, `name`: 'BAR ' stands here already"),
        ('name = "hook"', 'name = ""', "line 7, `name`: 1 to 60 letters that can be seen"),
        ('name = "hook"', 'name = "\\u0000"', "line 7, `name`: 1 to 60 letters that can be seen"),
        ('name = "hook"', 'name = "h"\nid = "bar"', "line 8, `id`: 'bar' stands here already"),
        ('name = "bar"', 'nmae = "bar"', "line 2, `nmae`: not known here"),
        ('name = "bar"', "name = bar", "line 2: "),
        ("[[shape]]", "[shape]", "line 6: "),
        ("[[shape]]\nname", "asumed = true\n[[shape]]\nname", "line 1, `asumed`: not known here; outside"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_shapes_is_said_with_line_and_field(old: str, new: str, said: str) -> None:
    assert fault_in_shapes(SHAPES.replace(old, new, 1)).startswith(
        f"shapes.toml, {said}".replace(", `", ", `")
    )


def test_a_turned_shape_is_the_same_card_and_a_mirrored_one_is_not() -> None:
    turned = SHAPES + '\n[[shape]]\nname = "standing"\npoints = ["#", "#", "#", "#"]\ncopies = 2\n'
    assert fault_in_shapes(turned).startswith("shapes.toml, line 16, `points`: this is 'bar' again")
    mirrored = SHAPES + '\n[[shape]]\nname = "mirrored hook"\npoints = ["..#", "###"]\ncopies = 2\n'
    assert len(read_shapes(mirrored, "shapes.toml")[0]) == 3


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("cost = 1", "cost = -1", "line 3, `cost`: a whole number from 0 to 99, not -1"),
        ("cost = 1", "cost = 1.5", "line 3, `cost`: a whole number is wanted here, not"),
        ("cost = 1\n", "", "line 1, `cost`: missing; a power has `name`"),
        ('text = "Flip a piece."', 'text = ""', "line 4, `text`: say what the card does"),
        ('text = "Flip a piece."', f'text = "{"x" * 601}"', "line 4, `text`: at most 600 letters"),
        ('name = "Gust"', 'name = "blank-3"', "line 2, `name`: 'blank-3' is kept for cards"),
        ('name = "Gust"', f'name = "{"x" * 61}"', "line 2, `name`: 1 to 60 letters"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_powers_is_said_with_line_and_field(old: str, new: str, said: str) -> None:
    assert fault_in_powers(POWERS.replace(old, new, 1)).startswith(f"powers.toml, {said}")


def test_too_few_shapes() -> None:
    assert "at least 4 in all" in fault_in_shapes('[[shape]]\nname = "bar"\npoints = ["####"]\ncopies = 2\n')
    assert "no [[shape]] in the file" in fault_in_shapes("")


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / SHAPES_FILE).write_text("#" * 300_000, encoding="utf-8")
    with pytest.raises(CardsError, match="larger than 256 kB"):
        load_cards(tmp_path)


def test_a_file_that_is_no_text_names_its_line(tmp_path: Path) -> None:
    (tmp_path / POWERS_FILE).write_bytes(b"# one\n# two \xff\n")
    with pytest.raises(CardsError, match="line 2: save the file as UTF-8"):
        load_cards(tmp_path)


def test_a_folder_in_the_place_of_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / SHAPES_FILE).mkdir()
    with pytest.raises(CardsError, match="cannot be read"):
        load_cards(tmp_path)


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 5000, "a = " + "1" * 5000, "shape = 3", "shape = [3]", "\x00"]
)
def test_absurd_files_are_one_error_too(text: str) -> None:
    assert fault_in_shapes(text).startswith("shapes.toml")


@given(st.data())
def test_whatever_a_person_types_is_read_or_is_one_error(data: st.DataObject) -> None:
    """A letter taken out, put in or changed anywhere; what is read can be played with."""
    at = data.draw(st.integers(0, len(SHAPES) - 1))
    typed = data.draw(st.sampled_from(["", "#", '"', "[", "\n", "9", "=", "é", "\x07"]))
    drop = data.draw(st.integers(0, 3))
    try:
        shapes, assumed = read_shapes(SHAPES[:at] + typed + SHAPES[at + drop :], "shapes.toml")
    except CardsError:
        return
    setup(Options(), Cards(shapes, (), assumed, True), Seat(0))
