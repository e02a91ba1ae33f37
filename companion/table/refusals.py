"""Every reason for which the table itself refuses something. The ui has words for each key."""

from companion.rules.core import Refusal

NOTHING_TO_KEEP = Refusal("table.nothing_to_keep")
"""There is no reading on the strip."""
NOTHING_ENTERED = Refusal("table.nothing_entered")
NOTHING_TO_TAKE_BACK = Refusal("table.nothing_to_take_back")
NO_SUCH_RECORD = Refusal("table.no_such_record")
"""No record of that number, or one that does not count any more."""
NEEDS_CONSENT = Refusal("table.needs_consent")
"""Something was revealed in between: all seats have to agree."""
NOT_AMENDABLE = Refusal("table.not_amendable")
"""A card that came from a deck, or the table's own correction: take it back instead."""
WOULD_DROP = Refusal("table.would_drop")
"""Later records would no longer fit; the snapshot's `broken` lists them."""
NOT_RETRACTED = Refusal("table.not_retracted")
"""The board shows nothing that was taken back."""
NOT_SEEN = Refusal("table.not_seen")
"""No whole settled picture of the board is there to go by."""
HANDS_IN = Refusal("table.hands_in")
BOARD_AGREES = Refusal("table.board_agrees")
"""Board and record do not differ."""
NOTHING_TO_FLIP = Refusal("table.nothing_to_flip")
NO_SUCH_HAPPENING = Refusal("table.no_such_happening")
"""Nothing of that name waits for an answer."""
ANSWER_FIRST = Refusal("table.answer_first")
"""Something waits for a tap, and order counts."""
NOBODY_WALKS = Refusal("table.nobody_walks")
NOTHING_TO_FINISH = Refusal("table.nothing_to_finish")
"""*Done*, and nobody was placing, turning or standing anything up."""
PAUSED = Refusal("table.paused")
NO_SUCH_SEAT = Refusal("table.no_such_seat")
OTHER_PEEKS = Refusal("table.other_peeks")
"""Another seat is looking at its secrets."""
NOT_SAVED = Refusal("table.not_saved")
"""The disk refuses. Nothing counts that is not on it, so the game stands until a tap is saved again."""

KEYS: frozenset[str] = frozenset(
    value.key for value in tuple(globals().values()) if isinstance(value, Refusal)
)
"""All of them."""
