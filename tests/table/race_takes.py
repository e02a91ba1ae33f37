"""Three filmed races as a table plays them: what was truly there, what the eye said, what is tapped.

`race_takes.json` holds what somebody who watched writes down (`game`, `truth`) and what the eye on the clip
said (`eye`). Of the race before the clip only its outcome is known: it is entered by hand.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.deck_file import load_mix
from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.figures import Away
from companion.rules.all_wound_up.options import Figures, Options
from companion.rules.all_wound_up.stages import Bidding, Drafting, Following, Passing, Raising
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tasks import BrainChoice, Enter, Settle, Walk, Wind
from companion.rules.all_wound_up.view import asked
from companion.rules.core import Seat
from companion.table.hosted.all_wound_up_race import as_race, zone_id
from companion.table.hosted.all_wound_up_setup import as_setup
from vision.observation import (
    WHY,
    Blind,
    Crossed,
    Fell,
    HandsSeen,
    LeftBoard,
    Lifted,
    Placed,
    Posed,
    RaceObservation,
    Seeing,
    SeenThrough,
    SteppedOn,
    Still,
    Touched,
)

FILE = Path(__file__).parent / "race_takes.json"
NAMES = ("bend", "line", "oval")
SAID_S = 0.25
"""So much later things are said in the scripted truth."""


@dataclass(frozen=True)
class Take:
    name: str
    game: dict[str, Any]
    tiles: dict[str, list[str]]
    truth: list[dict[str, Any]]
    eye: list[dict[str, Any]]

    @property
    def ring(self) -> bool:
        """The gate's tile comes first: it is the last as well."""
        return "gate" in self.tiles[self.game["course"][0]]

    @property
    def course(self) -> tuple[str, ...]:
        told = tuple(self.game["course"])
        return (*told, told[0]) if self.ring else told

    def setup(self) -> dict[str, Any]:
        sides = [(name, tuple(kinds)) for name, kinds in self.tiles.items()]
        seats = tuple(self.game["seats"])
        race = as_race(sides, self.course, "as the table said", ring=self.ring, figures=seats)
        options = Options(figures=Figures.CHOSEN)
        return as_setup(
            options,
            race,
            load_mix(None),
            len(seats),
            Seat(len(seats) - 1),
            forward=self.game["forward_at_gate"],
        )

    def seat(self, figure: str) -> Seat:
        return Seat(self.game["seats"].index(figure))

    def zone(self, tile: str, kind: str) -> int:
        return self.tiles[tile].index(kind)


def load(name: str) -> Take:
    told = json.loads(FILE.read_text(encoding="utf-8"))[name]
    return Take(name, told["game"], told["tiles"], told["truth"], told["eye"])


# what is tapped


def next_tap(state: State, bids: dict[Seat, Card]) -> a.Action | None:
    """What hands do until the figure of the seat that has a card in `bids` is to be wound: everybody passes
    but that seat. None when a figure is to be put down, wound or chosen for.
    """
    head = state.head
    match head:
        case Drafting(seat):
            return a.ChooseFigure(seat, state.race.figures[seat])
        case Passing():
            return a.HandOver(asked(state)[0])
        case Bidding(seat):
            return a.MakeBid(seat, bids[seat], 1, 0) if seat in bids else a.Pass(seat)
        case Following(_, seat):
            return a.Follow(seat, 0, 0)
        case Raising(_, seat):
            return a.Pass(seat)
        case _:
            return None


def before_the_clip(take: Take, figure: str) -> Iterator[a.Action]:
    """How the figure came to where it stands when the clip begins, told by hand; it is its owner's turn."""
    seat = take.seat(figure)
    visited = take.game["at_start"]["tiles_visited_in_order"][figure]
    there = take.game["at_start"]["on_board"].get(figure)
    yield a.Place(seat, take.course[0])
    yield a.Done(seat)
    yield a.Release(seat)
    at = take.course[0]
    for tile in take.course[1:visited]:
        yield a.StepOn(seat, seat, tile)
        at = tile
    if there is not None and there != at:
        yield a.StepOn(seat, seat, there)
    yield a.StandStill(seat)


def card_of(turn: dict[str, Any]) -> Card:
    return Card(turn["action"].replace(" ", "_"))


def by_hand(take: Take, turn: dict[str, Any]) -> Iterator[a.Action]:
    """The turn as somebody enters it who has watched, once its figure is wound."""
    seat = take.seat(turn["figure"])
    yield a.Release(seat)
    stepped = [e for e in take.truth if e["kind"] == "left_tile"]
    for event in sorted((*turn["seen"], *stepped), key=lambda one: one["t"]):
        if not turn["from_s"] <= event["t"] < turn["to_s"]:
            continue
        figure = take.seat(event["figure"])
        match event["kind"]:
            case "left_tile":
                yield a.StepOn(seat, figure, event["to"])
            case "fall":
                yield a.Fall(seat, figure)
            case "left_board":
                yield a.LeaveBoard(seat, figure, wholly=True)
            case "gate":
                forward = event["direction"] == take.game["forward_at_gate"]
                yield a.Cross(seat, (figure,), forward)
            case kind:
                yield a.TouchZone(seat, figure, zone_id(event["tile"], take.zone(event["tile"], kind)))


def tidied(state: State) -> a.Action | None:
    """What hands enter after a walk: fallen figures stand, those that left come back, Brains are declined."""
    head = state.head
    match head:
        case Walk(seat):
            return a.StandStill(seat)
        case Enter(seat):
            place = state.figures[seat].place
            return a.Place(seat, place.tile) if isinstance(place, Away) else None
        case BrainChoice(seat):
            return a.DeclineToken(seat)
        case Wind():
            return None
        case _:
            by = getattr(head, "figure", None)
            return None if by is None or (isinstance(head, Settle) and _to_wind(state)) else a.Done(Seat(by))


def _to_wind(state: State) -> bool:
    return len(state.tasks) > 1 and isinstance(state.tasks[1], Wind)


# what the rules made of it


def as_after(take: Take, state: State) -> dict[str, Any]:
    """The state in the words of a turn's `after`."""
    off = {}
    for name, figure in zip(take.game["seats"], state.figures, strict=True):
        if isinstance(figure.place, Away) and figure.place.why.value in {"mausoleum", "grave"}:
            off[name] = figure.place.why.value
    return {
        "black_tokens": {n: state.tokens[s][0] for s, n in enumerate(take.game["seats"])},
        "off_board": off,
        "winner": None if state.winner is None else take.game["seats"][state.winner],
    }


def told_after(turn: dict[str, Any]) -> dict[str, Any]:
    after = turn["after"]
    return {**after, "off_board": {name: off["by"] for name, off in after["off_board"].items()}}


# what is seen


def from_truth(take: Take) -> list[RaceObservation]:
    """What an eye that knows the truth would say, in order of time: no pose, and nothing in doubt."""
    said: list[RaceObservation] = []
    for event in take.truth:
        at, who = (event["t"], event["t"] + SAID_S), event["figure"]
        match event["kind"]:
            case "lifted":
                said.append(Lifted(*at, who))
            case "placed":
                said.append(Placed(*at, who, event["tile"], ()))
            case "fall":
                said.append(Fell(*at, who))
            case "left_tile":
                said.append(SteppedOn(*at, who, event["to"]))
            case "left_board":
                said.append(LeftBoard(*at, who, event["tile"], uncertain=False))
            case "gate":
                zone = take.zone(event["tile"], "gate")
                said.append(Crossed(*at, who, event["tile"], zone, event["direction"], 5.0, uncertain=False))
            case kind:
                zone = take.zone(event["tile"], kind)
                said.append(Touched(*at, who, event["tile"], kind, zone, 5.0, uncertain=False))
    said += [Still(0.1, 0.1, figure, 0.0) for figure in take.game["at_start"]["on_board"]]
    for turn in take.game["turns"]:
        still_s = turn["still_s"]
        stands = not any(e["figure"] == turn["figure"] and e["kind"] == "fall" for e in turn["seen"])
        taken = [e for e in take.truth if e["figure"] == turn["figure"] and e["kind"] == "lifted"]
        if stands and not any(still_s <= e["t"] < still_s + 0.4 for e in taken):
            said.append(Still(still_s + 0.4, still_s + 0.4 + SAID_S, turn["figure"], still_s))
    said.sort(key=lambda one: one.taken_s)
    through = [SeenThrough(one.taken_s + 0.001, one.taken_s + SAID_S) for one in said]
    return [one for pair in zip(said, through, strict=True) for one in pair]


def from_eye(take: Take) -> list[RaceObservation]:
    """What the real eye said of the clip, in the order in which it was said; poses as the screen has them."""
    return [one for line in _as_heard(take.eye) for one in _observed(take, line)]


def _as_heard(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    live = [{**line, "said": line["t"]} if line["kind"] == "pose" else line for line in lines]
    return sorted(live, key=lambda line: float(line["said"]))


def _observed(take: Take, line: dict[str, Any]) -> Iterator[RaceObservation]:
    at, who = (line["t"], line["said"]), line.get("figure", "")
    match line["kind"]:
        case "hands":
            yield HandsSeen(*at, line["over"])
        case "blind":
            yield Blind(*at, next(key for key, words in WHY.items() if words == line["why"]))
        case "seeing":
            yield Seeing(*at)
        case "seen_through":
            yield SeenThrough(*at)
        case "pose":
            place = None if line["tile_mm"] is None else (line["tile_mm"][0], line["tile_mm"][1])
            yield Posed(*at, who, line["tile"], place, line["heading_deg"], line["upright"])
        case "lifted":
            yield Lifted(*at, who)
        case "placed":
            yield Placed(*at, who, line["tile"], ())
        case "still":
            yield Still(*at, who, line["since"])
        case "fall":
            yield Fell(*at, who)
        case "stepped_on":
            yield SteppedOn(*at, who, line["tile"])
        case "left_board":
            yield LeftBoard(*at, who, line["tile"], line["uncertain"])
        case "gate":
            yield Crossed(
                *at, who, line["tile"], line["zone"], line["direction"], line["margin_mm"], line["uncertain"]
            )
        case kind:
            yield Touched(*at, who, line["tile"], kind, line["zone"], line["margin_mm"], line["uncertain"])
