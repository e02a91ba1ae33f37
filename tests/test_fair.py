"""How figures walk is measured at races and kept from game to game."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import fair
from companion.fair import Gait
from companion.trouble import UserError

WALKS = st.lists(
    st.tuples(st.integers(1, 6), st.floats(20, 800), st.floats(-90, 90)), min_size=1, max_size=fair.MOST_WALKS
)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


def test_the_first_walk_says_how_far_a_turn_goes(tmp_path: Path) -> None:
    gaits = fair.with_walk({}, "steve", 3, 105.0, -21.0)
    assert gaits["steve"] == Gait("steve", 1, 3.5, -20.0)
    fair.save(tmp_path / fair.FILE, gaits)
    assert fair.load(tmp_path / fair.FILE) == gaits


@given(WALKS)
def test_what_is_kept_is_the_mean_of_all_walks(walks: list[tuple[int, float, float]]) -> None:
    gaits: dict[str, Gait] = {}
    for turns, length_mm, turned_deg in walks:
        gaits = fair.with_walk(gaits, "steve", turns, length_mm, turned_deg)
    steve = gaits["steve"]
    assert steve.walks == len(walks)
    assert steve.cm_a_turn == pytest.approx(sum(mm / 10 / turns for turns, mm, _ in walks) / len(walks))
    assert steve.drift_deg == pytest.approx(sum(deg / (mm / 100) for _, mm, deg in walks) / len(walks))


def test_a_spring_that_tires_is_followed() -> None:
    gaits: dict[str, Gait] = {}
    for walk in range(20 * fair.MOST_WALKS):
        gaits = fair.with_walk(gaits, "steve", 1, 100.0 if walk < fair.MOST_WALKS else 50.0, 0.0)
    assert gaits["steve"].walks == fair.MOST_WALKS
    assert gaits["steve"].cm_a_turn == pytest.approx(5.0, abs=0.01)


@given(
    st.dictionaries(NAMES, st.tuples(st.integers(1, 50), st.floats(-99, 99), st.floats(-99, 99)), max_size=5)
)
def test_any_name_comes_back(
    tmp_path_factory: pytest.TempPathFactory, told: dict[str, tuple[int, float, float]]
) -> None:
    path = tmp_path_factory.mktemp("fair") / fair.FILE
    gaits = {name: Gait(name, *figures) for name, figures in told.items()}
    fair.save(path, gaits)
    again = fair.load(path)
    assert list(again) == list(gaits)
    for name, gait in gaits.items():
        assert again[name].walks == gait.walks
        assert again[name].cm_a_turn == pytest.approx(gait.cm_a_turn, abs=1e-3)


def test_where_nothing_was_measured_nothing_is_known(tmp_path: Path) -> None:
    assert fair.load(tmp_path / fair.FILE) == {}


@pytest.mark.parametrize(
    "text",
    [
        "figure = 3",
        "[[figure]]\nname = 'x'",
        "\x00",
        "[[figure]]\nname = ''\nwalks = 1\ncm_a_turn = 1\ndrift_deg = 1",
    ],
)
def test_a_spoiled_file_is_named_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / fair.FILE).write_text(text)
    with pytest.raises(UserError, match=r"figures\.toml") as raised:
        fair.load(tmp_path / fair.FILE)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(("turns", "length_mm"), [(0, 10.0), (1, 0.0)])
def test_what_is_no_walk_is_not_counted(turns: int, length_mm: float) -> None:
    with pytest.raises(ValueError, match="walk"):
        fair.with_walk({}, "steve", turns, length_mm, 0.0)
