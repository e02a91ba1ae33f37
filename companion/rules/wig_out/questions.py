"""The decisions about Wig Out! that a table can make, each with its default first."""

from companion.rules.options import Decision, Value
from companion.rules.wig_out import options as o

OPEN: tuple[Decision, ...] = (
    Decision(
        "W01",
        "There are two editions. How many cards are in the box?",
        "Sixty: twelve characters, five cards of each.",
        "edition",
        (Value(o.Edition.SIXTY, "60 cards"), Value(o.Edition.SEVENTY, "70 cards: 14 characters")),
    ),
    Decision(
        "W16",
        "How many rounds?",
        "Five.",
        "rounds",
        (Value(5, "5"), Value(1, "1"), Value(3, "3"), Value(7, "7"), Value(10, "10")),
    ),
    Decision(
        "W02",
        "The stock is used up. What now?",
        "Nobody draws any more; play goes on until somebody is out or nobody can play.",
        "empty_stock",
        (
            Value(o.EmptyStock.PLAY_ON, "Play on without drawing"),
            Value(o.EmptyStock.END_AND_SCORE, "The round ends, and everybody's cards count"),
            Value(o.EmptyStock.RECYCLE_PILES, "Shuffle the piles, but for their top cards, and go on"),
        ),
    ),
    Decision(
        "W03",
        "Nobody can play or draw, with any number of cards in hand.",
        "As when all hold one card: a tie, no points, and the round is dealt again.",
        "stall",
        (
            Value(o.Stall.VOID, "No points, deal again"),
            Value(o.Stall.SCORE_HANDS, "Everybody's cards count"),
        ),
    ),
    Decision(
        "W05",
        "Does a round without points count as one of the rounds?",
        "No, it is played again; the deal moves on all the same.",
        "void_counts",
        (Value(False, "No, it is played again"), Value(True, "Yes, with no points for anybody")),
    ),
    Decision(
        "W06",
        "You cannot play, and would rather wait than draw.",
        "Whoever cannot play must draw; whoever can need not play at once. The app cannot see it.",
        "waiting",
        (Value(o.Waiting.MUST_DRAW, "You must draw"), Value(o.Waiting.ALLOWED, "You may wait")),
    ),
    Decision(
        "W06",
        "Does the app remind everybody to draw while they race?",
        "No.",
        "reminder_s",
        (
            Value(None, "No"),
            Value(10, "Every 10 seconds"),
            Value(20, "Every 20 seconds"),
            Value(30, "Every 30 seconds"),
        ),
    ),
    Decision(
        "W09",
        "Somebody calls with cards still in hand.",
        "The call is void and the race goes on. What else it costs is home-made.",
        "false_call",
        (
            Value(o.FalseCalls.NONE, "Nothing more happens"),
            Value(o.FalseCalls.POINTS, "It costs points"),
            Value(o.FalseCalls.DRAW, "The caller draws cards"),
            Value(o.FalseCalls.LOCK_OUT, "The caller may not call for some seconds"),
        ),
    ),
    Decision(
        "W09",
        "How many points or cards does a false call cost?",
        "Two, if it costs any. Of cards, no more than the stock still holds.",
        "penalty",
        (Value(2, "2"), Value(1, "1"), Value(3, "3"), Value(5, "5")),
    ),
    Decision(
        "W18",
        "Somebody presses before GO.",
        "It does not count, and the app shows that it was early.",
        "false_start",
        (
            Value(o.FalseStarts.IGNORED, "It does not count"),
            Value(o.FalseStarts.LOCK_OUT, "Nor may they call for the first seconds"),
        ),
    ),
    Decision(
        "W18",
        "How long does a lock-out last, where the table has one?",
        "Three seconds: after a false call from the moment it is said, after a false start from GO (S25).",
        "lock_out_s",
        (Value(3, "3 seconds"), Value(1, "1 second"), Value(5, "5 seconds"), Value(10, "10 seconds")),
    ),
    Decision(
        "W10",
        "How close must two calls be to be called a dead heat?",
        "Only when no clock can tell them apart.",
        "tie_window_ms",
        (Value(0, "Not to be told apart"), Value(10, "10 ms"), Value(50, "50 ms"), Value(100, "100 ms")),
    ),
    Decision(
        "W13",
        "A card lies on a pile that it does not match, and it is seen after the race. What does it cost?",
        "It counts as one more card in that player's hand.",
        "wrong_match_points",
        (Value(0, "Nothing more"), Value(1, "1 point more"), Value(2, "2 points more")),
    ),
    Decision(
        "W14",
        "Several have the lowest score in the end. Who wins?",
        "All of them.",
        "tie",
        (
            Value(o.Tie.SHARED, "All of them"),
            Value(o.Tie.SUDDEN_DEATH_ROUND, "One more round, played by them alone"),
        ),
    ),
)
