# ruff: noqa: PLC0415  kivy is imported only once a window has been prepared
"""The lint of the screens: it finds what is wrong, and on our screens it finds nothing."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.ui import theme
from companion.ui.words import PSEUDO
from tests import seeds
from tests.ui.glass import SETTINGS, SIZES, Glass
from tests.ui.lint import faults
from tests.ui.scenes import SCENES, Scene

PLAIN = replace(SETTINGS, language="en", text_scale=1.0)
HARDEST = replace(SETTINGS, language=PSEUDO, text_scale=1.3)
TIGHTEST = (HARDEST, min(SIZES))
OTHERS = ((PLAIN, SIZES[0]), (PLAIN, SIZES[1]), (HARDEST, max(SIZES)))


def dressed() -> Iterator[Any]:
    """Every scene as it has the least room, and in one dress more; `make prove` looks at all there are."""
    chance = random.Random(seeds.chosen())
    for scene in SCENES:
        for settings, size in (TIGHTEST, chance.choice(OTHERS)):
            room = f"{settings.language}-{size[0]}x{size[1]}"
            yield pytest.param(scene, settings, size, id=f"{scene.name}-{room}")


@pytest.mark.parametrize(("scene", "settings", "size"), list(dressed()))
def test_nothing_is_wrong_with_the_screen(scene: Scene, settings: Any, size: tuple[int, int]) -> None:
    with Glass(size, settings=settings) as glass:
        scene.build(glass)
        assert [str(fault) for fault in faults(glass)] == []


def rules(glass: Glass) -> set[str]:
    glass.frame(2)
    return {fault.rule for fault in faults(glass)}


def put(glass: Glass, **kwargs: Any) -> Any:
    """A button of our own making in the middle of the bare home screen."""
    from companion.ui.intents import Button, Teach
    from companion.ui.widgets.choice import Choice

    glass.screen.clear_widgets()
    from kivy.uix.floatlayout import FloatLayout

    ground = FloatLayout()
    glass.screen.add_widget(ground)
    made: dict[str, Any] = {"size_hint": (None, None), "size": (200, 80), "pos": (400, 300)} | kwargs
    choice = Choice(model=Button("Right", Teach()), **made)
    ground.add_widget(choice)
    return choice


def test_a_good_button_has_no_fault(glass: Glass) -> None:
    put(glass)
    assert rules(glass) == set()


def test_a_small_target_is_found(glass: Glass) -> None:
    put(glass, size=(200, 50))
    assert rules(glass) == {"target too small"}


def test_small_text_is_found(glass: Glass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "FLOOR", 12)
    put(glass, size=(60, 60))
    assert "text too small" in rules(glass)


def test_clipped_text_is_found(glass: Glass) -> None:
    from companion.ui.intents import Button, Teach

    choice = put(glass, size=(120, 60))
    choice.model = Button("Right or wrong or neither of the two", Teach())
    assert rules(glass) == {"text clipped"}


def test_a_broken_word_is_found(glass: Glass) -> None:
    from companion.ui.intents import Button, Teach

    choice = put(glass, size=(80, 80))
    choice.model = Button("Indistinguishable", Teach())
    assert "word broken" in rules(glass)


def test_text_without_room_is_found(glass: Glass) -> None:
    from companion.ui.widgets.words import Words

    choice = put(glass)
    choice.parent.add_widget(Words(text="Gone", size_hint=(None, None), size=(100, 0)))
    assert rules(glass) == {"text without room"}


def test_text_off_the_glass_is_found(glass: Glass) -> None:
    from companion.ui.widgets.words import Words

    choice = put(glass)
    choice.parent.add_widget(Words(text="Out", size_hint=(None, None), size=(100, 60), pos=(1230, 100)))
    assert rules(glass) == {"text off the glass"}


@pytest.mark.parametrize(
    ("pos", "rule"),
    [((605, 300), "targets too near"), ((550, 300), "targets overlap"), ((4, 300), "target at the bezel")],
)
def test_a_target_in_the_wrong_place_is_found(glass: Glass, pos: tuple[int, int], rule: str) -> None:
    from companion.ui.intents import Button, Teach
    from companion.ui.widgets.choice import Choice

    choice = put(glass)
    choice.parent.add_widget(
        Choice(model=Button("Left", Teach()), size_hint=(None, None), size=(200, 80), pos=pos)
    )
    assert rules(glass) == {rule}


def test_faint_text_is_found(glass: Glass) -> None:
    from companion.ui.widgets.words import Words

    choice = put(glass)
    choice.parent.add_widget(
        Words(text="Faint", ink="raised", size_hint=(None, None), size=(200, 60), pos=(400, 500))
    )
    assert rules(glass) == {"text too faint"}


def test_the_bar_is_not_lowered_with_the_theme(glass: Glass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "TARGET", 10)
    put(glass, size=(200, 50))
    assert rules(glass) == {"target too small"}
