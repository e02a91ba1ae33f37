"""The decisions about Wig Out! that are settled for every table, and all of them together."""

from companion.rules.options import Decision
from companion.rules.wig_out.questions import OPEN

SETTLED: tuple[Decision, ...] = (
    Decision(
        "handicap",
        "The older players always win. May others be dealt fewer cards?",
        "Everybody is dealt the same, unless the table says at the start how many fewer a seat gets.",
    ),
    Decision(
        "W04",
        "Who says that nobody can play any more?",
        "All do: a seat says so, every other one agrees, and any no cancels it.",
    ),
    Decision(
        "W07",
        "How are single cards laid?",
        "One card a lay, as often as one likes, on any pile that it matches; a pile of a pair is a pile.",
    ),
    Decision(
        "W08",
        "Two players begin a pile of the same character at once.",
        "Both plays stand; the piles are put together.",
    ),
    Decision("W11", "A hand is empty, and nobody shouts.", "The race goes on until somebody does."),
    Decision(
        "W12",
        "Cards are in the air when the race is stopped.",
        "What does not touch a pile goes back to the hand, and counts.",
    ),
    Decision(
        "W15",
        "Who deals first?",
        "Whoever the table says, or the app draws lots. Then the seat to the left, after every race.",
    ),
    Decision(
        "W17",
        "The first two cards that are turned up are alike.",
        "They are one pile; no third card is turned.",
    ),
    Decision(
        "W19",
        "How does the app know that a caller's hand is empty?",
        "It asks: entering the others' cards says yes, and a false call sends everybody back to the race.",
    ),
    Decision("W20", "One player, or more than six. Or somebody leaves.", "That is not this game."),
    Decision(
        "S24",
        "Others press while a call is being checked.",
        "Their presses keep their times; if the call was false the next one is checked. In a dead heat a "
        "caller with cards in hand has made a false call like any other.",
    ),
    Decision(
        "S25",
        "A false call has been made, and the round turns out without points.",
        "Its points fall away too.",
    ),
    Decision(
        "S26",
        "Somebody calls, or the stock is said to be empty, while a stall is being agreed on.",
        "The stall is off. If the call was false it must be said again.",
    ),
    Decision(
        "S27",
        "Who plays the sudden-death round, and what does it count?",
        "Only those who are tied, and as many cards as so many players get. It breaks the tie and is not "
        "added; the deal moves on as always, even to somebody who only deals. Whoever is still tied wins.",
    ),
    Decision("S28", "Who says that the stock is used up?", "Any seat that plays."),
)
"""Nothing to choose: this is how the app reads them."""

DECISIONS: tuple[Decision, ...] = (*OPEN, *SETTLED)
