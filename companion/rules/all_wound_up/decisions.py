"""The decisions about All Wound Up that are settled for every table, and all of them together."""

from companion.rules.all_wound_up.questions import OPEN
from companion.rules.options import Decision

SETTLED: tuple[Decision, ...] = (
    Decision(
        "A01",
        "How many cards are there of each kind?",
        "As many as the data file says, 60 in all. It ships an assumed mix. With real cards an assumed mix "
        "forbids nothing; a counted one does.",
    ),
    Decision("A05", "A player has fewer cards than must be passed.", "The player passes all there are."),
    Decision("A06", "May Wilds be passed or put away?", "Yes."),
    Decision(
        "A07",
        "How do two players exchange cards?",
        "Three at the same time, each choosing before seeing the other's. Then two are put away face down "
        "and replaced, then one; whoever does not deal goes first.",
    ),
    Decision("A08", "May cards that have just come be put away?", "Yes."),
    Decision("A11", "The bidder passes.", "Nobody plays, nothing happens, the next one bids."),
    Decision("A12", "The bidder has no cards.", "That is a pass, and nobody is asked."),
    Decision(
        "A17",
        "Somebody has nothing but Wilds, and every kind has been bid for.",
        "They may raise other bids; if nobody bids any more the round ends.",
    ),
    Decision("A18", "May the winner of a bid decline?", "No; but a figure may be turned by nothing at all."),
    Decision(
        "A19",
        "The tied players act clockwise from the bidder. And if the bidder is not tied?",
        "The first tied player clockwise from the bidder begins.",
    ),
    Decision(
        "A20",
        "A tied player's figure has been taken off by an earlier action.",
        "It comes back by the rule for what took it, and then its owner acts.",
    ),
    Decision(
        "A22",
        "A card of the kind is taken by a yellow token after its owner has laid all others.",
        "It stays in hand, and may be bid later.",
    ),
    Decision("A32", "Where does an upgraded token go?", "Back to its stack."),
    Decision(
        "A33",
        "A colour is used up.",
        "The next higher colour in stock is taken, for a gain and for an upgrade; without one, nothing is.",
    ),
    Decision("A34", "Can a red token be upgraded?", "No, it is the highest."),
    Decision("A36", "Touching or passing over a Brain?", "Both are the same: the feet meet the zone."),
    Decision(
        "A37",
        "Must a token be taken?",
        "The first one comes by itself. After that the owner gains, upgrades or declines.",
    ),
    Decision(
        "A39",
        "When exactly are black and green tokens used?",
        "For one's own figure, after winning a Wind card and before winding begins.",
    ),
    Decision(
        "A43",
        "A purple token for a figure that is off the board or walks.",
        "It cannot be used; its owner keeps it.",
    ),
    Decision(
        "A44",
        "May a yellow token take the last card? Or be used on an empty hand?",
        "The last card, yes. On an empty hand it cannot be used.",
    ),
    Decision(
        "A45",
        "Several want to use tokens at the same time.",
        "They are declared, and used clockwise from the dealer, each player's in its own order. Whoever's "
        "turn it is has its place in that row: tokens of those behind wait for its action.",
    ),
    Decision("A46", "First come, first served?", "No: within a window the seats' order counts."),
    Decision("A47", "May tokens be used while a figure walks?", "No, not before all stand still."),
    Decision(
        "A50",
        "Where does a figure enter first?",
        "At the agreed start, pointing anywhere; if that is taken, at the nearest free spot.",
    ),
    Decision(
        "A52",
        "A figure comes back on a grave. Is it caught for ever?",
        "No: the grave sleeps until the feet have left it.",
    ),
    Decision(
        "A56",
        "Which tile is before the first one?",
        "None: the figure comes back at the start point. In a ring it is the last one, for whoever has "
        "visited all.",
    ),
    Decision(
        "A58",
        "The gate is start and finish.",
        "All tiles come first, in order; going through it at the start counts nothing.",
    ),
    Decision(
        "A59",
        "When is the gate crossed?",
        "When the feet are wholly beyond its edge, coming along the course. That is no leaving of the board.",
    ),
    Decision(
        "A60",
        "A figure goes back through the gate.",
        "That takes one crossing away; it has to cross forward again.",
    ),
    Decision(
        "A61",
        "Two figures cross in one movement.",
        "The earlier one wins. If nobody can tell, the first one clockwise from the dealer.",
    ),
    Decision(
        "A62",
        "A figure was wound wrongly, or let go too early.",
        "It is lifted; when it has stopped it is wound again.",
    ),
    Decision(
        "A63",
        "Figures have fallen.",
        "When all stand still their owners stand them up, clockwise from the dealer.",
    ),
    Decision(
        "A64",
        "Turn an Opponent, and the figure is off the board.",
        "Its owner puts it back by the usual rule; then it is turned.",
    ),
    Decision("A67", "One player, or more than four.", "That is not this game."),
    Decision(
        "S01",
        "Until when is a bid live?",
        "Until the first winner begins to act: says whose figure it turns, puts its own down, uses a black "
        "or green token, or turns or winds it.",
    ),
    Decision(
        "S02",
        "When has a tile been visited?",
        "When it is the next one due and the middle of the feet comes onto it by walking or a push. The "
        "start tile counts at once, being put down never does, and walking back loses nothing. Then more "
        "crossings forward than backward, counted since the last tile, win.",
    ),
    Decision(
        "S03",
        "All must bid and nobody can.",
        "After one more circle of passes the round ends.",
    ),
    Decision(
        "S04",
        "Purple and yellow tokens while cards are passed.",
        "Yellow waits, purple does not. While a single card is on its way no token is used.",
    ),
    Decision(
        "S05",
        "A red token is used.",
        "It is a raise: all may answer it, beginning left of its user, whoever had passed for good as well.",
    ),
    Decision(
        "S06",
        "Who is asked to follow and to raise?",
        "Everybody who holds a card, able or not: the question must not tell.",
    ),
    Decision(
        "S07",
        "A declared token's target is gone before its turn comes.",
        "Its owner keeps the token.",
    ),
    Decision("S08", "A token is used while a figure walks.", "It is refused, and may be used afterwards."),
    Decision(
        "S09",
        "How far do black tokens go down, and does the limit of turns bind cards?",
        "Down to the least number of turns; the limit only stops green tokens.",
    ),
    Decision(
        "S10",
        "Tied actions are finished although somebody has won, and somebody else crosses the gate.",
        "The first one has won.",
    ),
    Decision(
        "S11",
        "Can a figure go through the gate by being turned or stood up?",
        "No. A zone reached so sleeps until it is left.",
    ),
    Decision("S12", "A figure pushes others after it has touched a grave.", "The pushes stand."),
    Decision(
        "S13",
        "A figure that was let go too early has pushed others.",
        "They are put back; nothing that happened counts.",
    ),
    Decision(
        "S14",
        "In which order are things put right after a walk?",
        "Who fell is stood up, then who left the board is put back, then Brains are chosen; each clockwise "
        "from the dealer. The tile left is the one the middle of the feet was last on.",
    ),
    Decision("S15", "How are cards dealt?", "One at a time, from the dealer's left."),
)
"""Nothing to choose: this is how the app reads them."""

DECISIONS: tuple[Decision, ...] = (*OPEN, *SETTLED)
