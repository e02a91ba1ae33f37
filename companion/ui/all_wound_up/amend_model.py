"""A wrong record mended: what it should have said instead."""

from dataclasses import dataclass, replace
from typing import Any

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up import events as e
from companion.rules.all_wound_up.cards import ACTIONS
from companion.rules.all_wound_up.figures import Gone
from companion.rules.all_wound_up.race import ZoneKind, tile_with
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.all_wound_up.view import View
from companion.rules.core import Seat
from companion.table.snapshot import Entry, RecordKind, Snapshot
from companion.ui.all_wound_up.chips_model import chip_words
from companion.ui.all_wound_up.intents import ShowPhotoFinish
from companion.ui.faces import teller_of
from companion.ui.intents import Button, Change, Go, Kind
from companion.ui.places import Place
from companion.ui.screens.top_model import TopModel
from companion.ui.words import has_words, say
from companion.ui.words_all_wound_up import card_name

MOST = 12
MOST_LAID = 6
MOST_TOLD = 4


@dataclass(frozen=True, slots=True)
class AmendModel:
    top: TopModel
    was: str
    buttons: tuple[Button, ...]
    text: str
    answers: tuple[Button, ...]
    lines: tuple[str, ...]
    """Later records that would no longer fit."""


_CHIEF = (
    e.BidMade,
    e.BidFollowed,
    e.SteppedOn,
    e.BrainTouched,
    e.HazardTouched,
    e.ZoneReached,
    e.FigureFell,
    e.GateCrossed,
    e.TakenOff,
    e.TokenGained,
    e.TokenUpgraded,
    e.TokenDeclined,
    e.OpponentPicked,
)


def can_change(entry: Entry) -> bool:
    mendable = entry.happening is not None or _chief(entry) is not None
    return entry.kind is RecordKind.ACTION and entry.counts and entry.by is not None and mendable


def was_not_so(entry: Entry) -> Button:
    """That alone did not happen, and all that came after it stands as far as it can."""
    return Button(say("all_wound_up.fix.nothing"), Change(entry.seq, None, drop=False))


def _chief(entry: Entry) -> Any:
    """The event that can be replaced by another of its kind."""
    if entry.by is None:
        return None
    return next((event for event in entry.events if isinstance(event, _CHIEF)), None)


def replacements(entry: Entry, view: View) -> tuple[Any, ...]:
    """The actions that could stand in the record's place, the likeliest first."""
    chief, by = _chief(entry), entry.by
    if by is None:
        return ()
    match chief:
        case e.BidMade(seat, kind, cards, wilds):
            numbers = [n for n in range(1, MOST_LAID + 1) if n != cards]
            same = tuple(a.MakeBid(seat, kind, n, wilds) for n in _nearest(numbers, cards))
            return (*same, *(a.MakeBid(seat, other, cards, wilds) for other in ACTIONS if other is not kind))
        case e.BidFollowed(seat, cards, wilds):
            numbers = [n for n in range(MOST_LAID + 1) if n != cards]
            return tuple(a.Follow(seat, n, wilds) for n in _nearest(numbers, cards))
        case e.BrainTouched(figure, zone) | e.HazardTouched(figure, zone) | e.ZoneReached(figure, zone):
            return _zones(by, figure, zone, view)
        case e.SteppedOn(figure, tile):
            others = (a.StepOn(by, figure, each.id) for each in view.race.tiles if each.id != tile)
            return (*others, a.LeaveBoard(by, figure, True))
        case e.FigureFell(figure):
            return (a.LeaveBoard(by, figure, True),)
        case e.TakenOff(figure, Gone.LEFT):
            return (a.Fall(by, figure),)
        case e.GateCrossed(figure, forward):
            return (a.Cross(by, (figure,), not forward),)
        case e.TokenGained() | e.TokenUpgraded() | e.TokenDeclined():
            ranks = list(Rank)
            upgrades = tuple(a.UpgradeToken(by, rank) for rank in ranks[:-1])
            return (a.GainToken(by), a.DeclineToken(by), *upgrades)
        case e.OpponentPicked(seat, figure):
            seats = [Seat(at) for at in range(len(view.seats))]
            return tuple(a.PickOpponent(seat, other) for other in seats if other not in (seat, figure))
        case _:
            return ()


def _nearest(numbers: list[int], to: int) -> list[int]:
    return sorted(numbers, key=lambda n: abs(n - to))


def _zones(by: Seat, figure: Seat, zone: str, view: View) -> tuple[Any, ...]:
    """Other zones, those of the same tile first."""
    here = tile_with(view.race, zone).id
    found = [
        (tile.id != here, each.id)
        for tile in view.race.tiles
        for each in tile.zones
        if each.kind is not ZoneKind.GATE and each.id != zone
    ]
    return tuple(a.TouchZone(by, figure, each) for _, each in sorted(found, key=lambda pair: pair[0]))


def present(
    snapshot: Snapshot[Any, Any], top: TopModel, chosen: int | None, tried: Change | None
) -> AmendModel:
    """`tried`: the change that was asked for last, which may have been refused."""
    cancel = Button(say("amend.cancel"), Go(Place.TIMELINE))
    entry = next((each for each in snapshot.timeline if each.seq == chosen), None)
    if entry is None or not can_change(entry):
        return AmendModel(top, "", (), say("amend.impossible"), (cancel,), ())
    teller = teller_of(snapshot.game)
    was = teller.in_short(entry.events, snapshot.names, snapshot.view)
    answers: tuple[Button, ...] = (cancel,)
    if entry.happening is not None:
        answers = (Button(say("all_wound_up.fix.photo"), ShowPhotoFinish(entry.happening)), cancel)
    if not isinstance(_chief(entry), e.BidMade | e.BidFollowed):
        answers = (was_not_so(entry), *answers)
    if (drop := dropping(snapshot, entry, tried)) is not None:
        return AmendModel(top, was, (), drop.text, (drop.button, cancel), drop.lines)
    text = refused(snapshot) or say("amend.title")
    buttons = tuple(
        Button(words(snapshot, action), Change(entry.seq, action, drop=False))
        for action in replacements(entry, snapshot.view)[:MOST]
    )
    return AmendModel(top, was, buttons, text, answers, ())


def words(snapshot: Snapshot[Any, Any], action: Any) -> str:
    match action:
        case a.MakeBid(_, kind, cards):
            return say("all_wound_up.amend.bid", card=card_name(kind), n=cards)
        case a.Follow(_, cards):
            return say("all_wound_up.cards", n=cards)
        case _:
            return chip_words(snapshot, action)


def refused(snapshot: Snapshot[Any, Any]) -> str:
    """Why the change that was asked for last cannot be; empty when it was not refused."""
    if snapshot.refusal is None:
        return ""
    return say(snapshot.refusal.key if has_words(snapshot.refusal.key) else "table.refused")


@dataclass(frozen=True, slots=True)
class Dropping:
    """A change that other records cannot follow: which, and a button for it all the same."""

    text: str
    lines: tuple[str, ...]
    button: Button


def dropping(snapshot: Snapshot[Any, Any], entry: Entry, tried: Change | None) -> Dropping | None:
    if not snapshot.broken or tried is None or tried.seq != entry.seq:
        return None
    told = {each.seq: each for each in snapshot.timeline}
    teller = teller_of(snapshot.game)
    lines = tuple(
        teller.in_short(told[broken.seq].events, snapshot.names, snapshot.view)
        for broken in snapshot.broken[:MOST_TOLD]
    )
    drop = Button(say("amend.drop_them"), replace(tried, drop=True), Kind.PRIMARY)
    return Dropping(say("amend.drop", n=len(snapshot.broken)), lines, drop)
