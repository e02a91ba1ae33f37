"""The start: go on where you were, or begin."""

from dataclasses import dataclass

from companion.ui.facts import Front, Resumable, Settings, Shelved, Source
from companion.ui.intents import Button, ChooseGame, Demo, Go, Kind, Resume
from companion.ui.places import Place
from companion.ui.screens.menu_model import screen_buttons
from companion.ui.words import both, say, seconds_ago

ALL_4_IT, ALL_WOUND_UP = "all_4_it", "all_wound_up"
"""The games of which a clip comes with the program."""
NAMED = 2
"""So many people have room for their names beneath a game."""


@dataclass(frozen=True, slots=True)
class ResumeModel:
    title: str
    line: str
    button: Button


@dataclass(frozen=True, slots=True)
class GameModel:
    button: Button
    line: str
    """What is kept of it, else who played it last."""


@dataclass(frozen=True, slots=True)
class HomeModel:
    trouble: str
    """Empty when all is well."""
    resume: ResumeModel | None
    """None: the card is absent, not grey."""
    games: tuple[GameModel, ...]
    buttons: tuple[Button, ...]
    screen: tuple[Button, ...]
    """Change the screen itself."""
    source: str


def present(front: Front, settings: Settings, now_s: float) -> HomeModel:
    """`now_s` is wall-clock time, for how long ago the game was saved."""
    resume = None if front.resume is None else _resume(front.resume, now_s)
    clips = [] if front.kit.sides else [ALL_WOUND_UP]
    clips += [] if front.source is Source.CAMERA else [ALL_4_IT]
    buttons = [Button(say("home.demo", game=say(f"game.{game}")), Demo(game)) for game in clips]
    if front.can_teach:
        buttons.append(Button(say("home.teach"), Go(Place.TABLES)))
    return HomeModel(
        front.trouble,
        resume,
        tuple(_game(one, next_thing=resume is None and _likeliest(one, front)) for one in front.shelf),
        tuple(buttons),
        screen_buttons(settings),
        say(f"source.{front.source.value}") if front.source is not Source.CAMERA else say("source.camera"),
    )


def _game(shelved: Shelved, *, next_thing: bool) -> GameModel:
    people = _people(tuple(person.name for person in shelved.last))
    line = people if shelved.kept is None else say("home.kept", round=shelved.kept.round)
    kind = Kind.PRIMARY if next_thing else Kind.PLAIN
    return GameModel(Button(say(f"game.{shelved.game}"), ChooseGame(shelved.game), kind), line)


def _likeliest(shelved: Shelved, front: Front) -> bool:
    """What was played last, or the only game there is."""
    return len(front.shelf) == 1 or (bool(front.last) and shelved.last == front.last)


def _people(names: tuple[str, ...]) -> str:
    """Few are named, many are counted."""
    if len(names) > NAMED:
        return say("home.at_table", n=len(names))
    return both(names) or say("home.new_people")


def _resume(game: Resumable, now_s: float) -> ResumeModel:
    name = say(f"game.{game.game}")
    title = (
        say("home.round_to_play", game=name, round=game.round, name=game.to_move)
        if game.to_move
        else say("home.round", game=name, round=game.round)
    )
    scores = "   ".join(say("home.score", name=who, points=points) for who, points in game.scores)
    saved = seconds_ago(now_s - game.saved_at_s)
    line = f"{scores}   ·   {saved}" if scores else saved
    return ResumeModel(title, line, Button(say("home.go"), Resume(game.id), Kind.PRIMARY))
