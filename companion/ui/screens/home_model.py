"""The start: go on where you were, or begin."""

from dataclasses import dataclass

from companion.ui.facts import Front, Resumable, Settings, Source
from companion.ui.intents import Button, Demo, Go, Kind, Resume
from companion.ui.places import Place
from companion.ui.screens.menu_model import screen_buttons
from companion.ui.words import both, say, seconds_ago


@dataclass(frozen=True, slots=True)
class ResumeModel:
    title: str
    line: str
    button: Button


@dataclass(frozen=True, slots=True)
class HomeModel:
    lead: str
    resume: ResumeModel | None
    """None: the card is absent, not grey."""
    games: tuple[Button, ...]
    games_line: str
    buttons: tuple[Button, ...]
    screen: tuple[Button, ...]
    """Change the screen itself."""
    source: str


def present(front: Front, settings: Settings, now_s: float) -> HomeModel:
    """`now_s` is wall-clock time, for how long ago the game was saved."""
    resume = None if front.resume is None else _resume(front.resume, now_s)
    people = both(tuple(person.name for person in front.last)) or say("home.new_people")
    kind = Kind.PLAIN if resume else Kind.PRIMARY
    lead = say("home.pick_up") if resume else say("home.first")
    buttons = [Button(say("home.demo"), Demo())] if front.source is not Source.CAMERA else []
    if front.can_teach:
        buttons.append(Button(say("home.teach"), Go(Place.TABLES)))
    return HomeModel(
        front.trouble or lead,
        resume,
        (Button(say("game.all_4_it"), Go(Place.PLAYERS), kind),),
        people,
        tuple(buttons),
        screen_buttons(settings),
        say(f"source.{front.source.value}") if front.source is not Source.CAMERA else say("source.camera"),
    )


def _resume(game: Resumable, now_s: float) -> ResumeModel:
    name = say(f"game.{game.game}")
    title = (
        say("home.round_to_play", game=name, round=game.round, name=game.to_move)
        if game.to_move
        else say("home.round", game=name, round=game.round)
    )
    scores = "   ".join(say("home.score", name=who, points=points) for who, points in game.scores)
    line = f"{scores}   ·   {seconds_ago(now_s - game.saved_at_s)}"
    return ResumeModel(title, line, Button(say("home.go"), Resume(game.id), Kind.PRIMARY))
