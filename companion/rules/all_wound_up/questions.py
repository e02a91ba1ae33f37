"""The decisions about All Wound Up that a table can make, each with its default first."""

from companion.rules.all_wound_up import options as o
from companion.rules.options import Decision, Value

OPEN: tuple[Decision, ...] = (
    Decision(
        "cards",
        "Where are the cards?",
        "In the players' hands, real ones: the app counts what all may know.",
        "cards",
        (
            Value(o.CardsWhere.ON_TABLE, "On the table, real ones"),
            Value(o.CardsWhere.IN_APP, "In the app, which deals them"),
        ),
    ),
    Decision(
        "A02",
        "There are two versions of the rules. How many cards are dealt?",
        "Ten each, and passed as the number of players says.",
        "edition",
        (
            Value(o.Edition.TEN_CARDS, "Ten cards"),
            Value(o.Edition.EIGHT_CARDS, "Eight cards; four, three, two and one are passed"),
        ),
    ),
    Decision(
        "A03",
        "When are used cards shuffled?",
        "When the deck has no card left for the next one who is dealt to.",
        "shuffle",
        (
            Value(o.Shuffle.WHEN_EMPTY, "When the deck is empty"),
            Value(o.Shuffle.EVERY_ROUND, "All of them before every round"),
        ),
    ),
    Decision(
        "A04",
        "Three or four players pass cards. One after another?",
        "Yes, from the dealer's left; what has just come may be passed on.",
        "passing",
        (
            Value(o.Passing.SEQUENTIAL, "One after another"),
            Value(o.Passing.SIMULTANEOUS, "All at once"),
        ),
    ),
    Decision(
        "A09",
        "May a yellow token be used while cards are being passed?",
        "No: it waits until the hands are ready.",
        "tokens_during_passing",
        (Value(False, "No"), Value(True, "Yes")),
    ),
    Decision(
        "A10",
        "Who bids first in later rounds?",
        "Whoever sits left of the new dealer.",
        "first_bidder",
        (
            Value(o.FirstBidder.DEALER_LEFT, "The dealer's left"),
            Value(o.FirstBidder.CARRY_OVER, "Whoever would have bid next"),
        ),
    ),
    Decision(
        "A13",
        "Everybody passes, and cards are left.",
        "After a whole circle without a bid the round ends, and the cards are put away.",
        "all_pass",
        (
            Value(o.AllPass.END_ROUND, "The round ends"),
            Value(o.AllPass.FORCE_BID, "Whoever holds an action card must bid"),
        ),
    ),
    Decision(
        "A14",
        "May Wilds alone make a bid?",
        "Yes, for a kind the bidder holds none of and nobody has bid for in this round.",
        "wild_only_bid",
        (
            Value(o.WildOnlyBid.FRESH_TYPE, "For a kind not bid for yet"),
            Value(o.WildOnlyBid.ANY_TYPE, "For any kind not held"),
            Value(o.WildOnlyBid.NEVER, "Never"),
        ),
    ),
    Decision(
        "A15",
        "May somebody without a card of the kind add Wilds to another's bid?",
        "Yes: a bid of none may be raised like any other.",
        "wild_from_zero",
        (Value(True, "Yes"), Value(False, "No")),
    ),
    Decision(
        "A16",
        "May somebody who passed raise after all?",
        "Yes, until all have passed in one circle.",
        "pass_is_final",
        (Value(False, "Yes"), Value(True, "No, a pass is final")),
    ),
    Decision(
        "A21",
        "A tied player's figure wins. Do the other tied players still act?",
        "No: the game is over at once.",
        "finish_tied_actions",
        (Value(False, "No"), Value(True, "Yes, though the race is won")),
    ),
    Decision(
        "A30",
        "A figure touches a mausoleum or a grave and keeps walking. What counts after that?",
        "Nothing that happens to it; what it has pushed stands.",
        "hazard_after",
        (
            Value(o.HazardAfter.VOID_LATER, "Nothing"),
            Value(o.HazardAfter.ALL_COUNT, "Everything; it is taken off when all stand still"),
        ),
    ),
    Decision(
        "A31",
        "Where do used Brain tokens go?",
        "Back to their stack.",
        "spent_tokens",
        (
            Value(o.SpentTokens.SUPPLY, "Back to their stack"),
            Value(o.SpentTokens.BOX, "Out of the game"),
        ),
    ),
    Decision(
        "A35",
        "When does a Brain count again?",
        "In every movement, once, if the figure had left it before.",
        "brain_repeat",
        (
            Value(o.BrainRepeat.EACH_MOVEMENT, "Once each movement"),
            Value(o.BrainRepeat.OTHER_THAN_LAST, "After another Brain"),
            Value(o.BrainRepeat.ONCE_PER_GAME, "Never: once a game"),
        ),
    ),
    Decision(
        "A38",
        "A figure is pushed onto a zone or through the gate.",
        "It counts as if it had walked. If not, zones sleep until left, and only walking wins.",
        "pushed_triggers",
        (Value(True, "It counts"), Value(False, "It does not count")),
    ),
    Decision(
        "A40",
        "May black tokens leave no turn at all?",
        "Yes: the figure does not walk, and the card is played all the same.",
        "min_turns",
        (Value(0, "Yes"), Value(1, "No, one turn stays")),
    ),
    Decision(
        "A41",
        "How many turns may green tokens add up to?",
        "As many as there are; mind the spring.",
        "max_turns",
        (Value(None, "No limit"), Value(4, "4"), Value(6, "6"), Value(8, "8")),
    ),
    Decision(
        "A42",
        "Whose bid does a red token raise?",
        "The owner's own, from the bid until the winner begins to act.",
        "red_target",
        (Value(o.RedTarget.OWN, "One's own"), Value(o.RedTarget.ANY, "Anybody's")),
    ),
    Decision(
        "A51",
        "A figure is put down on a zone. Does the zone act?",
        "No: it sleeps until the feet have left it.",
        "placing_triggers",
        (Value(False, "No"), Value(True, "Yes, but never the grave it comes back to")),
    ),
    Decision(
        "A53",
        "Turning or standing up brings feet onto a zone. Does it act?",
        "No: only walking and being pushed count.",
        "turning_triggers",
        (Value(False, "No"), Value(True, "Yes")),
    ),
    Decision(
        "A54",
        "Which part of a figure touches a zone?",
        "The feet; so a fallen figure touches nothing.",
        "contact",
        (Value(o.Contact.FEET, "The feet"), Value(o.Contact.ANY_PART, "Any part")),
    ),
    Decision(
        "A55",
        "When has a figure left the board?",
        "When it is wholly outside all tiles. Over an edge, or on the next tile, is on.",
        "off_board",
        (
            Value(o.OffBoard.FULLY_OUT, "Wholly outside"),
            Value(o.OffBoard.ANY_PART_OUT, "With any part outside"),
        ),
    ),
    Decision(
        "A57",
        "A figure steps onto a tile that is not its next one.",
        "It may stand there; only the agreed order brings it forward.",
        "off_course",
        (
            Value(o.OffCourse.NO_PROGRESS, "It stands there"),
            Value(o.OffCourse.TREAT_AS_LEFT, "As if it had left the board"),
        ),
    ),
    Decision(
        "A65",
        "How many tiles are laid?",
        "All four.",
        "tiles",
        (Value(4, "4"), Value(3, "3"), Value(2, "2"), Value(1, "1")),
    ),
    Decision(
        "A66",
        "How do players get their figures?",
        "By chance.",
        "figures",
        (Value(o.Figures.RANDOM, "By chance"), Value(o.Figures.CHOSEN, "Each chooses, the dealer last")),
    ),
)
"""The decisions that a table can make."""
