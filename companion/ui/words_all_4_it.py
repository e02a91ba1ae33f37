"""The words of All 4 It: refusals, what happened, the table's options, and what its screens say."""

from collections.abc import Iterable
from typing import Any, assert_never

from companion.rules.all_4_it import events as e
from companion.rules.all_4_it.actions import (
    Action,
    ClearGrid,
    ClosePower,
    Flip,
    Imprint,
    OpenFree,
    OpenPower,
    SetCell,
    Touch,
)
from companion.rules.all_4_it.cards import SIDE, Cards, blank_cost
from companion.rules.all_4_it.state import Colour
from companion.rules.all_4_it.view import View
from companion.rules.options import Setting
from companion.ui.words import N_, say


def setting_words(field: str, setting: Setting) -> str:
    """The value of an option, in the few words that fit a button."""
    match setting:
        case None:
            return say(f"all_4_it.option.{field}.none")
        case bool():
            return say("all_4_it.option.on" if setting else "all_4_it.option.off")
        case int():
            return str(setting)
        case _:
            return say(f"all_4_it.option.{field}.{setting.value}")


def cell_name(cell: int) -> str:
    """Column letter and row number, as on a chess board but from the top: A1 to E5."""
    row, column = divmod(cell, SIDE)
    return "ABCDE"[column] + str(row + 1)


def colour_name(colour: Colour | None) -> str:
    match colour:
        case Colour.RED:
            return say("all_4_it.red")
        case Colour.WHITE:
            return say("all_4_it.white")
        case None:
            return say("all_4_it.bare")
        case _:
            assert_never(colour)


def letter_name(letter: str) -> str:
    """The same of a letter of a layout; anything unseen is hidden."""
    match letter:
        case "R":
            return colour_name(Colour.RED)
        case "W":
            return colour_name(Colour.WHITE)
        case ".":
            return colour_name(None)
        case _:
            return say("all_4_it.unseen")


def shape_name(cards: Cards, shape: str | None) -> str:
    return next((s.name for s in cards.shapes if s.id == shape), say("all_4_it.some_shape"))


def power_name(cards: Cards, power: str | None) -> str:
    cost = None if power is None else blank_cost(power)
    if cost is not None:
        return say("all_4_it.power.blank", n=cost)
    return next((p.name for p in cards.powers if p.id == power), say("all_4_it.a_power"))


def happened(event: e.Event, names: tuple[str, ...], cards: Cards) -> str:  # noqa: PLR0912 - one case an event
    """The event as a plain sentence. Never empty, and holds nothing that the event does not."""
    match event:
        case e.ColoursTaken(red, _):
            return say("all_4_it.did.colours", name=names[red])
        case e.ShapeDeckDealt(dealt):
            return say("all_4_it.did.deck", n=dealt)
        case e.ShapeTurnedUp(seat, shape):
            return say("all_4_it.did.turned_up", name=names[seat], shape=shape_name(cards, shape))
        case e.ShapesReshuffled(whose):
            if whose is None:
                return say("all_4_it.did.reshuffled_all")
            return say("all_4_it.did.reshuffled", name=names[whose])
        case e.PowerTaken(seat, power):
            return say("all_4_it.did.drew_power", name=names[seat], power=power_name(cards, power))
        case e.ShapePlayed(seat, shape, placed, flipped):
            return _played(names[seat], shape_name(cards, shape), len(placed), len(flipped))
        case e.FreeShapeBegun(seat):
            return say("all_4_it.did.free", name=names[seat])
        case e.CellTouched(seat, cell, colour) | e.CellChanged(seat, cell, colour):
            return say(
                "all_4_it.did.cell", name=names[seat], cell=cell_name(cell), colour=colour_name(colour)
            )
        case e.PowerUsed(seat, power, cost):
            return say("all_4_it.did.power", n=cost, name=names[seat], power=power_name(cards, power))
        case e.PowerDone(seat, power):
            return say("all_4_it.did.power_done", name=names[seat], power=power_name(cards, power))
        case e.ExchangePaid(seat):
            return say("all_4_it.did.exchange", name=names[seat])
        case e.PowerReturned(seat, power):
            return say("all_4_it.did.returned", name=names[seat], power=power_name(cards, power))
        case e.ShapeEntered(seat, shape):
            return say("all_4_it.did.entered", name=names[seat], shape=shape_name(cards, shape))
        case e.Passed(seat):
            return say("all_4_it.did.passed", name=names[seat])
        case e.GridCorrected(_, cells, _):
            return say("all_4_it.did.corrected", n=len(cells))
        case e.TurnBegun(seat):
            return say("all_4_it.did.turn", name=names[seat])
        case e.RoundScored(played, pieces, _):
            return say("all_4_it.did.scored", n=played, first=pieces[0], second=pieces[1])
        case e.RoundBegun(begun, starter):
            return say("all_4_it.did.round", n=begun, name=names[starter])
        case e.GameWon(winners) if len(winners) == 1:
            return say("all_4_it.did.won", name=names[winners[0]])
        case e.GameWon():
            return say("all_4_it.did.shared")
        case _:
            assert_never(event)


def _played(name: str, shape: str, placed: int, flipped: int) -> str:
    if flipped and placed:
        return say("all_4_it.did.played", name=name, shape=shape, placed=placed, flipped=flipped)
    if flipped:
        return say("all_4_it.did.flipped", n=flipped, name=name, shape=shape)
    return say("all_4_it.did.placed", n=placed, name=name, shape=shape)


def in_short(events: Iterable[Any], names: tuple[str, ...], cards: Cards) -> str:
    """The first event that a player did, else the first there is: a title for undo and timeline."""
    told = tuple(events)
    follows = (e.TurnBegun, e.ShapeTurnedUp, e.PowerTaken, e.ShapesReshuffled, e.RoundBegun)
    chief = [event for event in told if not isinstance(event, follows)] or list(told)
    return happened(chief[0], names, cards) if chief else say("all_4_it.did.nothing")


def briefly(events: Iterable[Any], names: tuple[str, ...], cards: Cards) -> str:
    """As `in_short`, in the three or four words that fit a button."""
    told = tuple(events)
    for event in told:
        match event:
            case e.ShapePlayed(seat, shape, _, _):
                return say(
                    "all_4_it.brief.named",
                    name=names[seat],
                    what=shape_name(cards, shape) if shape else say("all_4_it.brief.shape"),
                )
            case e.PowerUsed(seat, power, _):
                return say("all_4_it.brief.named", name=names[seat], what=power_name(cards, power))
            case e.CellChanged(seat, _, _) | e.CellTouched(seat, _, _):
                return say("all_4_it.brief.named", name=names[seat], what=say("all_4_it.brief.cell"))
            case e.PowerDone(seat, power):
                return say("all_4_it.brief.named", name=names[seat], what=power_name(cards, power))
            case e.ColoursTaken():
                return say("all_4_it.brief.colours")
            case e.ExchangePaid(seat) | e.PowerReturned(seat, _):
                return say("all_4_it.brief.named", name=names[seat], what=say("all_4_it.brief.exchange"))
            case e.RoundBegun(begun, _):
                return say("all_4_it.brief.round", n=begun)
            case _:
                continue
    return in_short(told, names, cards)


def briefly_action(action: Action, view: View) -> str:
    """What an action that is offered would do, in the few words that fit a button."""
    match action:
        case Imprint(_, shape, cells):
            flipped = sum(view.grid[cell] is not None for cell in cells)
            name = shape_name(view.cards, shape)
            return say("all_4_it.other.imprint", shape=name, placed=4 - flipped, flipped=flipped)
        case Flip(_, colour):
            return colour_name(colour)
        case SetCell(_, cell, colour):
            return say("all_4_it.other.cell", cell=cell_name(cell), colour=colour_name(colour))
        case OpenPower(_, power):
            return power_name(view.cards, power)
        case OpenFree() | Touch():
            return say("all_4_it.ask.free_shape")
        case ClearGrid():
            return say("all_4_it.result.next")
        case ClosePower():
            return say("all_4_it.ask.done")
        case _:
            return say("all_4_it.other.else")


SAID: dict[str, Any] = {
    "all_4_it.red": N_("red"),
    "all_4_it.white": N_("white"),
    "all_4_it.bare": N_("empty"),
    "all_4_it.unseen": N_("hidden"),
    "all_4_it.RED": N_("RED"),
    "all_4_it.WHITE": N_("WHITE"),
    "all_4_it.R": N_("R"),
    "all_4_it.W": N_("W"),
    "all_4_it.some_shape": N_("a shape"),
    "all_4_it.a_power": N_("a power"),
    # refusals, by the keys of companion.rules.all_4_it.refusals
    "all_4_it.not_an_action": N_("That is no move here"),
    "all_4_it.no_such_seat": N_("Nobody sits there"),
    "all_4_it.no_such_cell": N_("That cell does not exist"),
    "all_4_it.cells_not_ascending": N_("A shape needs four different cells"),
    "all_4_it.no_such_shape": N_("Nobody knows that shape"),
    "all_4_it.no_such_power": N_("Nobody knows that power"),
    "all_4_it.not_now": N_("Something else comes first"),
    "all_4_it.game_over": N_("The game is over"),
    "all_4_it.not_your_turn": N_("The other player's turn"),
    "all_4_it.shape_not_held": N_("That shape is not face up"),
    "all_4_it.not_that_shape": N_("The shape does not fit there"),
    "all_4_it.mirrored": N_("Mirrored: turn it, don't mirror it"),
    "all_4_it.must_cover_empty": N_("It must cover an empty cell"),
    "all_4_it.no_free_shapes": N_("Only known shapes are played"),
    "all_4_it.shapes_known": N_("Both shapes are known already"),
    "all_4_it.shape_elsewhere": N_("That shape lies face up already"),
    "all_4_it.cell_already_set": N_("Each cell changes only once"),
    "all_4_it.cell_unchanged": N_("That cell shows this already"),
    "all_4_it.power_not_held": N_("That power is not held"),
    "all_4_it.power_elsewhere": N_("The other player has that power"),
    "all_4_it.power_too_dear": N_("Too few points for that power"),
    "all_4_it.exchange_too_dear": N_("No point left to swap"),
    "all_4_it.power_deck_empty": N_("The Power Deck is empty"),
    "all_4_it.no_pass": N_("Passing is not allowed"),
    "all_4_it.cards_on_table": N_("The real cards are dealt"),
    "all_4_it.cards_in_app": N_("The app has dealt the shapes"),
    "all_4_it.another_card_due": N_("Another card comes first"),
    "all_4_it.card_not_left": N_("That card is not left"),
    "all_4_it.not_a_grid": N_("The board could not be read"),
    "all_4_it.cells_unseen": N_("Some cells are hidden"),
    "all_4_it.no_correction_now": N_("Finish this step first"),
    "all_4_it.return_first": N_("Return a power first"),
    # what happened
    "all_4_it.did.nothing": N_("Cards were handled"),
    "all_4_it.did.colours": N_("{name} plays red"),
    "all_4_it.did.deck": (N_("{n} shape card dealt to each"), N_("{n} shape cards dealt to each")),
    "all_4_it.did.turned_up": N_("{name} turned up {shape}"),
    "all_4_it.did.reshuffled": N_("{name}'s shapes were shuffled"),
    "all_4_it.did.reshuffled_all": N_("All used shapes were shuffled"),
    "all_4_it.did.drew_power": N_("{name} drew {power}"),
    "all_4_it.did.played": N_("{name} played {shape}: {placed} new, {flipped} flipped"),
    "all_4_it.did.placed": N_("{name} played {shape}: {n} new"),
    "all_4_it.did.flipped": N_("{name} played {shape}: {n} flipped"),
    "all_4_it.did.free": N_("{name} plays a free shape"),
    "all_4_it.did.cell": N_("{name} made {cell} {colour}"),
    "all_4_it.did.power": (N_("{name} used {power} for {n}"), N_("{name} used {power} for {n}")),
    "all_4_it.did.power_done": N_("{name} finished {power}"),
    "all_4_it.did.exchange": N_("{name} paid 1 to exchange"),
    "all_4_it.did.returned": N_("{name} returned {power}"),
    "all_4_it.did.entered": N_("{name} shows {shape}"),
    "all_4_it.did.passed": N_("{name} passed"),
    "all_4_it.did.corrected": (N_("The board was right: {n} cell"), N_("The board was right: {n} cells")),
    "all_4_it.did.turn": N_("{name} to play"),
    "all_4_it.did.scored": N_("Round {n} scored: {first} and {second}"),
    "all_4_it.did.round": N_("Round {n}: {name} starts"),
    "all_4_it.did.won": N_("{name} won"),
    "all_4_it.did.shared": N_("The win is shared"),
    "all_4_it.brief.named": N_("{name} {what}"),
    "all_4_it.brief.shape": N_("shape"),
    "all_4_it.brief.cell": N_("one cell"),
    "all_4_it.brief.colours": N_("colours"),
    "all_4_it.brief.exchange": N_("exchange"),
    "all_4_it.brief.round": N_("round {n}"),
    "all_4_it.other.imprint": N_("{shape}: {placed} new, {flipped} flipped"),
    "all_4_it.other.cell": N_("{cell} {colour}"),
    "all_4_it.other.else": N_("Something else"),
    # the board
    "all_4_it.title": N_("All 4 It · round {round} of {rounds}"),
    "all_4_it.title_extra": N_("All 4 It · extra round"),
    "all_4_it.filled": N_("{n} of 25 filled"),
    "all_4_it.assumed": N_("Assumed cards"),
    "all_4_it.to_play": N_("{colour} · to play"),
    "all_4_it.no_colour": N_("no colour yet"),
    "all_4_it.powers": N_("Powers"),
    "all_4_it.swap": N_("Swap for 1"),
    "all_4_it.on_grid": N_("{n} on the grid"),
    "all_4_it.left": N_("{n} left"),
    "all_4_it.shapes_left": (N_("{n} card left"), N_("{n} cards left")),
    "all_4_it.show_shape": N_("Name it"),
    "all_4_it.live": N_("Live picture"),
    "all_4_it.mirror": N_("Drawn board"),
    # what is asked
    "all_4_it.ask.colours": N_("{name}: flip a piece. It shows?"),
    "all_4_it.ask.wait_red": N_("Red"),
    "all_4_it.ask.wait_white": N_("White"),
    "all_4_it.ask.flip_for_us": N_("Flip for us"),
    "all_4_it.ask.dealing": N_("The cards are dealt"),
    "all_4_it.ask.lay": N_("{name}: lay a shape"),
    "all_4_it.ask.tap": N_("{name}: tap four cells"),
    "all_4_it.ask.more": (N_("{name}: {n} more cell"), N_("{name}: {n} more cells")),
    "all_4_it.amend.it_was": N_("It was {shape}"),
    "all_4_it.ask.clear": N_("Start again"),
    "all_4_it.ask.free": (N_("{name}: {n} more cell"), N_("{name}: {n} more cells")),
    "all_4_it.ask.power": N_("{power}: {name}, tap cells, then Done"),
    "all_4_it.ask.done": N_("Done"),
    "all_4_it.ask.exchange": N_("{name}: choose one to return"),
    "all_4_it.ask.returned": N_("Returned"),
    "all_4_it.ask.pass": N_("Pass"),
    "all_4_it.ask.free_shape": N_("Other shape"),
    "all_4_it.ask.scored": N_("Clear the grid"),
    # why four cells are no move
    "all_4_it.no.shape": N_("No shape of {name} fits there"),
    "all_4_it.no.mirrored": N_("Mirrored: turn it, don't mirror it"),
    "all_4_it.no.must_cover": N_("It must cover an empty cell"),
    # powers
    "all_4_it.power.cost": (N_("costs {n} point"), N_("costs {n} points")),
    "all_4_it.power.use": (N_("Use for {n} point"), N_("Use for {n} points")),
    "all_4_it.power.return": (N_("Return it (cost {n})"), N_("Return it (cost {n})")),
    "all_4_it.power.opened": N_("{power} (open)"),
    "all_4_it.power.named": N_("{power} ({n})"),
    "all_4_it.power.blank": N_("a power for {n}"),
    "all_4_it.power.more": N_("More powers"),
    "all_4_it.power.none": N_("No power cards"),
    "all_4_it.power.which": N_("Which power is it?"),
    "all_4_it.shapes.title": N_("{name}: which shape is it?"),
    # the end of a round
    "all_4_it.result.title": N_("Round {n}"),
    "all_4_it.result.sum": N_("{before} + {pieces} = {after}"),
    "all_4_it.result.next": N_("Next round"),
    "all_4_it.result.starts": N_("{name} starts next"),
    "all_4_it.winner.fact": (
        N_("{first} to {second}, {n} round, {minutes}"),
        N_("{first} to {second}, {n} rounds, {minutes}"),
    ),
    # the table's options
    "all_4_it.option.cards": N_("Cards"),
    "all_4_it.option.cards.in_app": N_("in the app"),
    "all_4_it.option.cards.on_table": N_("real ones"),
    "all_4_it.option.free_shapes": N_("Any four cells"),
    "all_4_it.option.shape_deck": N_("Shape Deck empty"),
    "all_4_it.option.shape_deck.recycle": N_("shuffle own"),
    "all_4_it.option.shape_deck.shared_reshuffle": N_("shuffle all"),
    "all_4_it.option.shape_deck.play_out": N_("play out"),
    "all_4_it.option.keep_shapes": N_("Shapes stay for the next round"),
    "all_4_it.option.must_cover_empty": N_("Must cover an empty cell"),
    "all_4_it.option.max_turns_per_round": N_("Turns a round"),
    "all_4_it.option.max_turns_per_round.none": N_("no limit"),
    "all_4_it.option.allow_pass": N_("Passing allowed"),
    "all_4_it.option.equal_turns": N_("Both get equally many turns"),
    "all_4_it.option.debt": N_("Points below zero"),
    "all_4_it.option.tie": N_("After a tie"),
    "all_4_it.option.tie.shared": N_("shared win"),
    "all_4_it.option.tie.fewest_points_spent": N_("least spent"),
    "all_4_it.option.tie.extra_round": N_("extra round"),
    "all_4_it.option.rounds": N_("Rounds"),
    "all_4_it.option.on": N_("yes"),
    "all_4_it.option.off": N_("no"),
}
