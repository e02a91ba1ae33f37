"""The menu: nothing here is needed in a normal game."""

from dataclasses import dataclass
from typing import Any

from companion.table.snapshot import Snapshot
from companion.ui.facts import TEXT_SCALES, Settings
from companion.ui.intents import Button, EndGame, Go, Kind, Leave, SetPaused, Turn, Twist
from companion.ui.places import Place
from companion.ui.theme import END_HOLD_S
from companion.ui.words import say


@dataclass(frozen=True, slots=True)
class MenuModel:
    title: str
    back: Button
    buttons: tuple[Button, ...]
    end: Button


def screen_buttons(settings: Settings) -> tuple[Button, ...]:
    """What changes the screen itself, in a game and before one."""
    sizes = dict(zip(TEXT_SCALES, ("menu.small", "menu.medium", "menu.large"), strict=True))
    return (
        Button(say("menu.flip"), Turn(Twist.FLIP)),
        Button(say("menu.dark" if settings.light else "menu.light"), Turn(Twist.LIGHT)),
        Button(say("menu.text", size=say(sizes[settings.text_scale])), Turn(Twist.TEXT)),
    )


def present(
    snapshot: Snapshot[Any, Any], settings: Settings, *, sound: bool, more: tuple[Button, ...] = ()
) -> MenuModel:
    """`sound`: there is something to mute; without it the button is absent. `more`: of the game itself."""
    paused = snapshot.paused
    buttons = [
        Button(say("menu.continue" if paused else "menu.pause"), SetPaused(not paused)),
        *screen_buttons(settings),
    ]
    if sound:
        buttons.append(Button(say("menu.unmute" if settings.muted else "menu.mute"), Turn(Twist.MUTE)))
    if snapshot.timeline:
        buttons.append(Button(say("menu.timeline"), Go(Place.TIMELINE)))
    buttons += [*more, Button(say("menu.leave"), Leave())]
    return MenuModel(
        say("menu.title"),
        Button(say("back"), Go(Place.BOARD)),
        tuple(buttons),
        Button(say("menu.end"), None, Kind.DANGER, hold_intent=EndGame(), hold_s=END_HOLD_S),
    )
