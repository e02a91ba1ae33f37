"""The words of Wig Out!: refusals, what happened, and the table's options."""

from collections.abc import Iterable
from typing import Any, TypeAlias, assert_never

from companion.rules.core import Seat
from companion.rules.options import Setting
from companion.rules.wig_out import events as e
from companion.rules.wig_out.options import FalseCalls
from companion.ui.words import N_, both, say


def setting_words(field: str, setting: Setting) -> str:
    """The value of an option, in the few words that fit a button."""
    match setting:
        case None:
            return say(f"wig_out.option.{field}.none")
        case bool():
            return say("wig_out.option.on" if setting else "wig_out.option.off")
        case int():
            return say(_NUMBERS[field], n=setting)
        case _:
            return say(f"wig_out.option.{field}.{setting.value}")


def happened(event: e.Event, names: tuple[str, ...]) -> str:
    """The event as a plain sentence. Never empty, and holds nothing that the event does not."""
    match event:
        case (
            e.DealerChosen()
            | e.RoundBegun()
            | e.RoundVoid()
            | e.HandsCount()
            | e.RoundScored()
            | e.Tied()
            | e.GameWon()
        ):
            return _between_races(event, names)
        case e.CardsCounted(seat, cards):
            return say("wig_out.did.counted", n=cards, name=names[seat])
        case e.WrongMatchFound(seat, points):
            return say("wig_out.did.wrong_match", n=points, name=names[seat])
        case e.CallRight(callers) if len(callers) == 1:
            return say("wig_out.did.out", name=names[callers[0]])
        case e.CallRight(callers):
            return say("wig_out.did.out_together", names=_named(callers, names))
        case _:
            return _in_race(event, names)


def in_short(events: Iterable[Any], names: tuple[str, ...]) -> str:
    """What a player did, rather than what follows from it: a title for undo and timeline."""
    told = tuple(events)
    follows = (e.CallRight, e.RoundBegun, e.RoundScored, e.RaceResumed, e.StallOff)
    chief = [event for event in told if not isinstance(event, follows)] or list(told)
    return happened(chief[0], names) if chief else say("wig_out.did.nothing")


def briefly(events: Iterable[Any], names: tuple[str, ...]) -> str:
    """As `in_short`, in the two or three words that fit a button."""
    told = tuple(events)
    for event in told:
        match event:
            case e.CardsCounted(seat, cards):
                return say("wig_out.brief.counted", n=cards, name=names[seat])
            case e.Called(seat) | e.CalledTogether(seat):
                return say("wig_out.brief.called", name=names[seat])
            case e.CallFalse():
                return say("wig_out.brief.false")
            case e.StallClaimed(seat):
                return say("wig_out.brief.stuck", name=names[seat])
            case e.WrongMatchFound():
                return say("wig_out.brief.wrong")
            case _:
                continue
    return in_short(told, names)


Between = e.DealerChosen | e.RoundBegun | e.RoundVoid | e.HandsCount | e.RoundScored | e.Tied | e.GameWon
InRace: TypeAlias = (
    e.StartedEarly
    | e.RaceBegun
    | e.Called
    | e.CalledTogether
    | e.CallFalse
    | e.RaceResumed
    | e.LockOutEnded
    | e.StallClaimed
    | e.StallOff
    | e.StockRanOut
)


def _between_races(event: Between, names: tuple[str, ...]) -> str:
    match event:
        case e.DealerChosen(seat):
            return say("wig_out.did.dealer", name=names[seat])
        case e.RoundBegun(sudden_death=True, dealer=dealer):
            return say("wig_out.did.sudden_death", name=names[dealer])
        case e.RoundBegun(begun, dealer):
            return say("wig_out.did.round", n=begun, name=names[dealer])
        case e.RoundVoid(_, counts=True):
            return say("wig_out.did.void_counts")
        case e.RoundVoid():
            return say("wig_out.did.void")
        case e.HandsCount():
            return say("wig_out.did.hands_count")
        case e.RoundScored(played, _):
            return say("wig_out.did.scored", n=played)
        case e.Tied(seats):
            return say("wig_out.did.tied", names=_named(seats, names))
        case e.GameWon(winners) if len(winners) == 1:
            return say("wig_out.did.won", name=names[winners[0]])
        case e.GameWon(winners):
            return say("wig_out.did.shared", names=_named(winners, names))
        case _:
            assert_never(event)


def _in_race(event: InRace, names: tuple[str, ...]) -> str:
    match event:
        case e.StartedEarly(seat):
            return say("wig_out.did.early", name=names[seat])
        case e.RaceBegun(dealer):
            return say("wig_out.did.go", name=names[dealer])
        case e.Called(seat):
            return say("wig_out.did.called", name=names[seat])
        case e.CalledTogether(seat, others):
            return say("wig_out.did.dead_heat", names=_named((*others, seat), names))
        case e.CallFalse(seat, penalty, amount):
            return _false_call(names[seat], penalty, amount)
        case e.RaceResumed():
            return say("wig_out.did.resumed")
        case e.LockOutEnded(seat):
            return say("wig_out.did.freed", name=names[seat])
        case e.StallClaimed(seat):
            return say("wig_out.did.stuck", name=names[seat])
        case e.StallOff(None):
            return say("wig_out.did.stall_off")
        case e.StallOff(seat):
            assert seat is not None, "handled above"
            return say("wig_out.did.stall_denied", name=names[seat])
        case e.StockRanOut(seat):
            return say("wig_out.did.stock", name=names[seat])
        case _:
            assert_never(event)


def _false_call(name: str, penalty: FalseCalls, amount: int) -> str:
    match penalty:
        case FalseCalls.NONE:
            return say("wig_out.did.false_call", name=name)
        case FalseCalls.POINTS:
            return say("wig_out.did.false_call.points", n=amount, name=name)
        case FalseCalls.DRAW:
            return say("wig_out.did.false_call.draw", n=amount, name=name)
        case FalseCalls.LOCK_OUT:
            return say("wig_out.did.false_call.lock_out", n=amount, name=name)
        case _:
            assert_never(penalty)


def _named(seats: tuple[Seat, ...], names: tuple[str, ...]) -> str:
    return both(tuple(names[seat] for seat in seats))


_NUMBERS = {
    "rounds": "wig_out.option.number",
    "penalty": "wig_out.option.number",
    "wrong_match_points": "wig_out.option.points",
    "lock_out_s": "wig_out.option.seconds",
    "reminder_s": "wig_out.option.every_seconds",
    "tie_window_ms": "wig_out.option.milliseconds",
}
"""How the number of each option is said."""

SAID: dict[str, Any] = {
    "wig_out.title": N_("Wig Out! · round {round} of {rounds}"),
    "wig_out.title_sudden_death": N_("Wig Out! · sudden death"),
    "wig_out.deals": N_("{name} deals"),
    "wig_out.winner.fact": (
        N_("{scores}\n{n} round, {minutes}"),
        N_("{scores}\n{n} rounds, {minutes}"),
    ),
    # what undo names
    "wig_out.brief.counted": (N_("{name} {n}"), N_("{name} {n}")),
    "wig_out.brief.called": N_("{name} called"),
    "wig_out.brief.false": N_("false call"),
    "wig_out.brief.stuck": N_("{name} stuck"),
    "wig_out.brief.wrong": N_("wrong card"),
    # the sheet
    "wig_out.dealer": N_("deals"),
    "wig_out.gets": (N_("gets {n}"), N_("gets {n}")),
    "wig_out.deals_first": N_("deals first"),
    "wig_out.not_played": N_("-"),
    "wig_out.too_early": N_("{name} was too early"),
    "wig_out.ask.dealer": N_("Who deals first?"),
    "wig_out.ask.go": (N_("{name} deals {n} each. Ready?"), N_("{name} deals {n} each. Ready?")),
    "wig_out.ask.go_some": N_("{name} deals {fewest} to {most}. Ready?"),
    "wig_out.ask.sudden_death": N_("Sudden death! {name} deals. Ready?"),
    "wig_out.go": N_("GO"),
    "wig_out.lots": N_("Draw lots"),
    "wig_out.buttons": N_("Buttons"),
    "wig_out.earlier": N_("Other rounds"),
    # the race
    "wig_out.race": N_("Race!"),
    "wig_out.press": N_("Out of cards? Press and shout!"),
    "wig_out.tap": N_("Out of cards? Tap your name!"),
    "wig_out.reminder": N_("Nothing fits? Draw a card!"),
    "wig_out.box_lost": N_("A box is not heard"),
    "wig_out.box_gone": N_("Box not heard: tap your name!"),
    "wig_out.stop": N_("Stop: hold"),
    "wig_out.stuck": N_("All stuck: hold"),
    "wig_out.stock": N_("Stock empty: hold"),
    "wig_out.all_stuck": N_("Can nobody play?"),
    "wig_out.all_stuck.why": N_("All must say so"),
    "wig_out.am_stuck": N_("{name}: I am stuck"),
    "wig_out.is_stuck": N_("{name} is stuck"),
    "wig_out.not_stuck": N_("No, play goes on"),
    # the call, and counting
    # No line ends within the call.
    "wig_out.band": N_("{name}: Wig\u00a0Out!"),
    "wig_out.band.stop": N_("Everybody stop"),
    "wig_out.band.margin": N_("{ms} ms before {name}"),
    "wig_out.band.photo": N_("Photo finish: nobody can tell"),
    "wig_out.band.within": N_("Photo finish: within {ms} ms"),
    "wig_out.band.dead_heat": N_("Dead heat: both are checked"),
    "wig_out.band.unheard": N_("Not heard yet: {boxes}"),
    "wig_out.band.corrected": N_("A late press was earlier"),
    "wig_out.false_call": N_("False call"),
    "wig_out.count": N_("Count your cards"),
    "wig_out.count.all": N_("Everybody counts"),
    "wig_out.ask.cards": N_("Cards left?"),
    "wig_out.ask.few": N_("{cards} at most"),
    "wig_out.ask.wrong": N_("Who laid it?"),
    "wig_out.ask.really": N_("How many were it really?"),
    "wig_out.wrong": N_("Wrong card"),
    "wig_out.no_wrong": N_("Nobody"),
    "wig_out.laid": N_("laid it"),
    "wig_out.laid_it": (N_("{name} has laid {n}: one more"), N_("{name} has laid {n}: one more")),
    "wig_out.out": N_("out"),
    "wig_out.really": N_("All are out"),
    "wig_out.has_cards": N_("Has cards"),
    "wig_out.more": N_("10+"),
    "wig_out.how_many": N_("{name}: how many?"),
    "wig_out.past": (N_("{name}, round {round}: {n} card"), N_("{name}, round {round}: {n} cards")),
    # the buttons
    "wig_out.no_box": N_("No button box: tap the screen"),
    "wig_out.no_box.why": N_("Keys 1 to 6 work, too"),
    "wig_out.show_button": N_("{name}, press your button"),
    "wig_out.all_shown": N_("All buttons work"),
    "wig_out.button": N_("button {number}"),
    "wig_out.key": N_("key {number}"),
    "wig_out.now": N_("press now"),
    "wig_out.wait": N_("then you"),
    "wig_out.pair": N_("Pair this box"),
    "wig_out.anew": N_("Once more"),
    "wig_out.play": N_("Play"),
    "wig_out.as_numbered": N_("As numbered"),
    "wig_out.use_screen": N_("Use the screen"),
    "wig_out.simulated": N_("Simulated box: keys 1 to 6"),
    "wig_out.box.well": N_("Box {box} is here"),
    "wig_out.box.stale": N_("Box {box} is slow"),
    "wig_out.box.lost": N_("Box {box} is not heard"),
    "wig_out.box.elsewhere": N_("Box {box} is used elsewhere"),
    "wig_out.box.fresh": N_("Box {box} is new"),
    "wig_out.box.unpaired": N_("Box {box} needs a cable"),
    "wig_out.box.stranger": N_("Box {box} is another table's"),
    "wig_out.box.silent": N_("Nobody answers at {box}"),
    "wig_out.box.version": N_("Box {box} needs new firmware"),
    "wig_out.box.proof": N_("Pair box {box} again, by cable"),
    "wig_out.box.restarted": N_("Box {box} lost power: pushes lost"),
    "wig_out.box.not_paired": N_("Box {box} could not be paired"),
    # refusals, by the keys of companion.rules.wig_out.refusals
    "wig_out.not_an_action": N_("That is not possible here"),
    "wig_out.no_such_seat": N_("Nobody sits there"),
    "wig_out.game_over": N_("The game is over"),
    "wig_out.not_now": N_("Something else comes first"),
    "wig_out.not_the_dealer": N_("The dealer says GO"),
    "wig_out.not_playing": N_("Only the tied play this round"),
    "wig_out.before_go": N_("Too early: wait for GO"),
    "wig_out.call_in_check": N_("Another call is being checked"),
    "wig_out.race_over": N_("The race is over"),
    "wig_out.locked_out": N_("Locked out for a moment"),
    "wig_out.not_locked_out": N_("Nobody is locked out there"),
    "wig_out.early_is_ignored": N_("Too early: it does not count"),
    "wig_out.already_early": N_("Too early already"),
    "wig_out.already_called": N_("That call is heard already"),
    "wig_out.not_called": N_("They have not called"),
    "wig_out.already_claimed": N_("They have said so already"),
    "wig_out.no_stall_claimed": N_("Nobody says all are stuck"),
    "wig_out.stock_goes_on": N_("An empty stock ends nothing"),
    "wig_out.caller_has_none": N_("Whoever called has no cards"),
    "wig_out.already_entered": N_("Those cards are entered already"),
    "wig_out.too_many_cards": N_("So many cards cannot be left"),
    "wig_out.no_layout": N_("No camera is needed here"),
    # what happened
    "wig_out.did.nothing": N_("Nothing happened"),
    "wig_out.did.dealer": N_("{name} deals first"),
    "wig_out.did.round": N_("Round {n}: {name} deals"),
    "wig_out.did.sudden_death": N_("Sudden death: {name} deals"),
    "wig_out.did.early": N_("{name} was too early"),
    "wig_out.did.go": N_("{name} said GO"),
    "wig_out.did.called": N_("{name} called Wig Out!"),
    "wig_out.did.dead_heat": N_("Dead heat: {names}"),
    "wig_out.did.false_call": N_("{name} still had cards"),
    "wig_out.did.false_call.points": (
        N_("False call: {name} gets {n} point"),
        N_("False call: {name} gets {n} points"),
    ),
    "wig_out.did.false_call.draw": (
        N_("False call: {name} draws {n} card"),
        N_("False call: {name} draws {n} cards"),
    ),
    "wig_out.did.false_call.lock_out": (
        N_("False call: {name} waits {n} second"),
        N_("False call: {name} waits {n} seconds"),
    ),
    "wig_out.did.resumed": N_("The race goes on"),
    "wig_out.did.freed": N_("{name} may call again"),
    "wig_out.did.stuck": N_("{name} says all are stuck"),
    "wig_out.did.stall_denied": N_("{name} says play goes on"),
    "wig_out.did.stall_off": N_("Not stuck after all"),
    "wig_out.did.stock": N_("{name} says the stock is empty"),
    "wig_out.did.out": N_("{name} is out"),
    "wig_out.did.out_together": N_("{names} are out"),
    "wig_out.did.counted": (N_("{name} has {n} card left"), N_("{name} has {n} cards left")),
    "wig_out.did.wrong_match": (
        N_("{name}'s wrong card costs {n} point"),
        N_("{name}'s wrong card costs {n} points"),
    ),
    "wig_out.did.void": N_("All stuck: no points, deal again"),
    "wig_out.did.void_counts": N_("All stuck: no points"),
    "wig_out.did.hands_count": N_("All stuck: count your cards"),
    "wig_out.did.scored": N_("Round {n} scored"),
    "wig_out.did.tied": N_("Tied: {names}"),
    "wig_out.did.won": N_("{name} won"),
    "wig_out.did.shared": N_("{names} share the win"),
    # the table's options
    "wig_out.option.edition": N_("Cards in the box"),
    "wig_out.option.edition.60": N_("60"),
    "wig_out.option.edition.70": N_("70"),
    "wig_out.option.rounds": N_("Rounds"),
    "wig_out.option.empty_stock": N_("When the stock is empty"),
    "wig_out.option.empty_stock.play_on": N_("play on"),
    "wig_out.option.empty_stock.end_and_score": N_("round ends"),
    "wig_out.option.empty_stock.recycle_piles": N_("shuffle the piles"),
    "wig_out.option.stall": N_("When all are stuck"),
    "wig_out.option.stall.void": N_("no points"),
    "wig_out.option.stall.score_hands": N_("hands count"),
    "wig_out.option.void_counts": N_("Rounds without points count"),
    "wig_out.option.waiting": N_("Waiting instead of drawing"),
    "wig_out.option.waiting.must_draw": N_("must draw"),
    "wig_out.option.waiting.allowed": N_("allowed"),
    "wig_out.option.reminder_s": N_("Reminder to draw"),
    "wig_out.option.reminder_s.none": N_("none"),
    "wig_out.option.false_call": N_("A false call costs"),
    "wig_out.option.false_call.none": N_("nothing"),
    "wig_out.option.false_call.points": N_("points"),
    "wig_out.option.false_call.draw": N_("cards to draw"),
    "wig_out.option.false_call.lock_out": N_("a lock-out"),
    "wig_out.option.penalty": N_("Points or cards it costs"),
    "wig_out.option.false_start": N_("Too early before GO"),
    "wig_out.option.false_start.ignored": N_("not counted"),
    "wig_out.option.false_start.lock_out": N_("a lock-out"),
    "wig_out.option.lock_out_s": N_("A lock-out lasts"),
    "wig_out.option.tie_window_ms": N_("Dead heat within"),
    "wig_out.option.wrong_match_points": N_("A wrong card costs extra"),
    "wig_out.option.tie": N_("Tied at the end"),
    "wig_out.option.tie.shared": N_("shared win"),
    "wig_out.option.tie.sudden_death_round": N_("one more round"),
    "wig_out.option.number": N_("{n}"),
    "wig_out.option.points": (N_("{n} point"), N_("{n} points")),
    "wig_out.option.seconds": (N_("{n} second"), N_("{n} seconds")),
    "wig_out.option.every_seconds": (N_("every second"), N_("every {n} seconds")),
    "wig_out.option.milliseconds": N_("{n} ms"),
    "wig_out.option.on": N_("yes"),
    "wig_out.option.off": N_("no"),
}
