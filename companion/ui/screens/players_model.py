"""Who plays, who is oldest, and how this table plays the game."""

from dataclasses import dataclass, replace
from typing import Any

from companion.rules.all_4_it.options import OPEN, Options
from companion.rules.options import Setting
from companion.ui.facts import Front, Person
from companion.ui.intents import (
    Button,
    Choose,
    Go,
    Kind,
    More,
    Oldest,
    ShowOptions,
    Start,
    Swap,
    TogglePerson,
)
from companion.ui.places import Place
from companion.ui.words import say

SEATS = 2
PAGE = 7
"""Chips of people a page."""

VALUES: dict[str, tuple[Setting, ...]] = {
    decision.field: tuple(value.setting for value in decision.values)
    for decision in OPEN
    if decision.field is not None
}
"""What taps on an option go through, the rulebook's first."""
IN_SIGHT = ("cards", "must_cover_empty")
"""The options everybody should see; the others are one tap further."""


@dataclass(frozen=True, slots=True)
class Roster:
    """What is chosen so far."""

    seats: tuple[Person, ...] = ()
    oldest: int = 0
    guests: tuple[Person, ...] = ()
    """New names of this evening, newest first."""
    page: int = 0
    options: tuple[tuple[str, Any], ...] = ()
    full: bool = False
    """Somebody wanted to be a third."""
    all_options: bool = False


@dataclass(frozen=True, slots=True)
class ChipModel:
    button: Button
    letter: str
    colour: str


@dataclass(frozen=True, slots=True)
class SeatModel:
    seat: int
    name: str
    letter: str
    colour: str
    oldest: bool
    button: Button | None
    """Makes this one the oldest."""


@dataclass(frozen=True, slots=True)
class PlayersModel:
    title: str
    back: Button
    seats: tuple[SeatModel, ...]
    chips: tuple[ChipModel, ...]
    options: tuple[Button, ...]
    more: Button
    """The other options, or back from them."""
    page: Button | None
    """More names, when there are."""
    swap: Button | None
    start: Button
    reason: str
    all_options: bool


def begin(front: Front) -> Roster:
    """The same as last time."""
    return Roster(front.last[:SEATS], front.last_oldest if front.last else 0)


def people(front: Front, roster: Roster) -> tuple[Person, ...]:
    """Everybody who can be chosen: new ones, known ones, and enough guests for a first evening."""
    known = (*roster.guests, *(p for p in front.people if p.name not in {g.name for g in roster.guests}))
    spare = (Person(say("players.guest", letter="AB"[i]), i) for i in range(SEATS))
    return known if len(known) >= SEATS else (*known, *spare)


def toggled(roster: Roster, person: Person) -> Roster:
    if any(p.name == person.name for p in roster.seats):
        seats = tuple(p for p in roster.seats if p.name != person.name)
        return replace(roster, seats=seats, oldest=0, full=False)
    if len(roster.seats) == SEATS:
        return replace(roster, full=True)
    # Two people of one colour could not be told apart: the newcomer takes the next colour free.
    taken = {p.colour for p in roster.seats}
    colour = next(c for c in range(person.colour, person.colour + 6) if c % 6 not in taken) % 6
    return replace(roster, seats=(*roster.seats, replace(person, colour=colour)), full=False)


def swapped(roster: Roster) -> Roster:
    return replace(roster, seats=roster.seats[::-1], oldest=len(roster.seats) - 1 - roster.oldest)


def value_of(roster: Roster, option: str) -> Any:
    return dict(roster.options).get(option, getattr(Options(), option))


def chosen(roster: Roster, option: str, value: Any) -> Roster:
    others = tuple(o for o in roster.options if o[0] != option)
    return replace(roster, options=(*others, (option, value)))


def present(front: Front, roster: Roster) -> PlayersModel:
    everybody = people(front, roster)
    pages = -(-len(everybody) // PAGE)
    first = (roster.page % max(1, pages)) * PAGE
    chips = tuple(_chip(p, roster) for p in everybody[first : first + PAGE])
    newcomer = ChipModel(Button(say("players.other"), Go(Place.NAME)), "+", "muted")
    complete = len(roster.seats) == SEATS
    shown = tuple(VALUES) if roster.all_options else IN_SIGHT
    return PlayersModel(
        say("players.how" if roster.all_options else "players.title"),
        Button(say("back"), Go(Place.HOME)),
        tuple(_seat(roster, seat) for seat in range(SEATS)),
        (*chips, newcomer),
        tuple(_option(roster, option) for option in shown),
        Button(
            say("players.people" if roster.all_options else "players.options"),
            ShowOptions(not roster.all_options),
        ),
        Button(say("players.more"), More()) if pages > 1 else None,
        Button(say("players.swap"), Swap()) if complete else None,
        Button(say("players.start"), Start(), Kind.PRIMARY if complete else Kind.PLAIN, enabled=complete),
        _reason(roster, complete=complete),
        roster.all_options,
    )


def _reason(roster: Roster, *, complete: bool) -> str:
    if roster.full:
        return say("players.full")
    return "" if complete else say("players.need")


def _chip(person: Person, roster: Roster) -> ChipModel:
    seated = next((p for p in roster.seats if p.name == person.name), None)
    kind = Kind.PLAIN if seated is None else Kind.CHOSEN
    shown = seated or person
    button = Button(person.name, TogglePerson(person.name), kind)
    return ChipModel(button, person.name[:1].upper(), f"player{shown.colour}")


def _seat(roster: Roster, seat: int) -> SeatModel:
    if seat >= len(roster.seats):
        return SeatModel(seat, say("players.empty"), str(seat + 1), "muted", False, None)
    person, oldest = roster.seats[seat], roster.oldest == seat
    text = say("players.oldest") if oldest else say("players.is_oldest")
    button = Button(text, Oldest(seat), Kind.CHOSEN if oldest else Kind.PLAIN)  # type: ignore[arg-type]
    return SeatModel(seat, person.name, person.name[:1].upper(), f"player{person.colour}", oldest, button)


def _option(roster: Roster, option: str) -> Button:
    values = VALUES[option]
    now = value_of(roster, option)
    after = values[(values.index(now) + 1) % len(values)] if now in values else values[0]
    text = f"{say(f'all_4_it.option.{option}')}: {value_words(option, now)}"
    return Button(text, Choose(option, after), Kind.PLAIN if now == values[0] else Kind.CHOSEN)


def value_words(option: str, value: Any) -> str:
    """An option's value in words."""
    if isinstance(value, bool):
        return say("all_4_it.option.on" if value else "all_4_it.option.off")
    if value is None:
        return say(f"all_4_it.option.{option}.none")
    if isinstance(value, int):
        return str(value)
    return say(f"all_4_it.option.{option}.{value}")
