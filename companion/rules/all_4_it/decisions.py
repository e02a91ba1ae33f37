"""The decisions about All 4 It that are settled for every table, and all of them together."""

from companion.rules.all_4_it.options import OPEN
from companion.rules.options import Decision

SETTLED: tuple[Decision, ...] = (
    Decision(
        "F02",
        "How many cards are there of each shape?",
        "As many as the data file says. It ships four of each, as an assumption.",
    ),
    Decision(
        "F03",
        "Which powers are there, and what do they do?",
        "A power has a name, a cost and a text. The players carry it out on the real grid, and the app "
        "reads what has changed. The ones that ship are house cards.",
    ),
    Decision(
        "F04",
        "Is a new shape drawn after one was played?",
        "Yes: the played one is discarded and the deck gives another, so that two lie face up.",
    ),
    Decision("F07", "Neither player has a shape left and cells are empty.", "The round ends and is scored."),
    Decision(
        "F11",
        "A power fills, moves or empties cells. When is the grid full?",
        "It is looked at when a turn ends, and only then.",
    ),
    Decision("F12", "May one shape both lay pieces and flip others?", "Yes, cell by cell."),
    Decision(
        "F14",
        "When is a power paid for, and can it be used again?",
        "When it is used. It stays open before its owner and can be used again, for its cost, every turn.",
    ),
    Decision(
        "F15",
        "Exchanging a power: what comes first, and may the new card go back?",
        "Pay 1 point, draw, then choose any one of the three to be shuffled back.",
    ),
    Decision(
        "F16",
        "A revealed power is exchanged.",
        "It goes back like any other, and the new card is hidden.",
    ),
    Decision(
        "F17",
        "There are too few powers.",
        "No exchange while the Power Deck is empty; fewer than four powers are dealt as far as they go.",
    ),
    Decision(
        "F18",
        "Do revealed powers go back as well at the end of a round?",
        "Yes, all of them; each player draws two new ones.",
    ),
    Decision(
        "F19",
        "How do powers stay secret on one screen?",
        "Each owner holds to look at them. What was revealed is open to all.",
    ),
    Decision(
        "F20",
        "Who plays which colour, and who begins?",
        "The oldest player flips a piece, or the app does, and plays the side that lands up. Red begins "
        "the first round, white the second, and so on in turn.",
    ),
    Decision(
        "F22", "Do a round's points replace the counter or come on top?", "They are added to what was there."
    ),
    Decision(
        "F23",
        "The camera sees something that is not allowed.",
        "It does not count. The app shows which cells differ; the table may say that the board is right.",
    ),
    Decision("F24", "Does a shape flip one's own pieces too?", "Yes, every piece under it."),
    Decision(
        "F25",
        "Which way up is a shape, with players on two sides of the grid?",
        "Any: all four rotations count, so the seat does not matter. Its mirror image never does.",
    ),
    Decision("F26", "Are VP and points different things?", "No."),
    Decision(
        "S16",
        "When are discards shuffled?",
        "When a shape is wanted and the deck is empty. If both players' discards are shuffled together, "
        "they are dealt one at a time, beginning with whoever wanted a shape.",
    ),
    Decision(
        "S17",
        "A player has no shape left.",
        "It may use or exchange a power. It may pass when it can pay for neither the exchange nor a "
        "revealed power: what is hidden is not asked about, since the question would tell. With real "
        "cards that are not made anew, the app believes whoever passes, and two passes in a row end the "
        "round. A new round draws what is left.",
    ),
    Decision(
        "S18",
        "How does the app tell a power from a shape?",
        "A power is declared before its effect. Without that, a change of the grid must be a shape.",
    ),
    Decision(
        "S19",
        "Is a shape drawn after the play that ends the round?",
        "No. If an equal turn opens the grid again, both draw then.",
    ),
    Decision(
        "S20",
        "What exactly must a shape cover, if it must cover an empty cell?",
        "If any shape before the player could cover one, the shape that is chosen must. With real cards "
        "only shapes that the app has been told of, and the one that is played, are looked at.",
    ),
    Decision(
        "S21", "An equal turn opens the filled grid again.", "The round goes on until it is filled again."
    ),
    Decision(
        "S22",
        "In which order are the powers dealt?",
        "One by one, beginning with the player who starts the round.",
    ),
    Decision("S23", "Still equal after a tie-break.", "Both win."),
)
"""Nothing to choose: this is how the app reads them."""

DECISIONS: tuple[Decision, ...] = (*OPEN, *SETTLED)
