"""Every reason for which Wig Out! refuses an action. The ui has words for each key."""

from companion.rules.core import Refusal

NOT_AN_ACTION = Refusal("wig_out.not_an_action")
"""Not one of the game's actions, or a field of another type."""
NO_SUCH_SEAT = Refusal("wig_out.no_such_seat")
GAME_OVER = Refusal("wig_out.game_over")
NOT_NOW = Refusal("wig_out.not_now")
"""Another step of the game comes first."""
NOT_THE_DEALER = Refusal("wig_out.not_the_dealer")
NOT_PLAYING = Refusal("wig_out.not_playing")
"""Only the tied play the sudden-death round (S27)."""
BEFORE_GO = Refusal("wig_out.before_go")
"""W18."""
CALL_IN_CHECK = Refusal("wig_out.call_in_check")
"""A call is being checked; the press waits (S24)."""
RACE_OVER = Refusal("wig_out.race_over")
LOCKED_OUT = Refusal("wig_out.locked_out")
"""W09, W18."""
NOT_LOCKED_OUT = Refusal("wig_out.not_locked_out")
EARLY_IS_IGNORED = Refusal("wig_out.early_is_ignored")
"""This table only shows that a press was early (W18)."""
ALREADY_EARLY = Refusal("wig_out.already_early")
ALREADY_CALLED = Refusal("wig_out.already_called")
NOT_CALLED = Refusal("wig_out.not_called")
"""This seat's call is not being checked."""
ALREADY_CLAIMED = Refusal("wig_out.already_claimed")
NO_STALL_CLAIMED = Refusal("wig_out.no_stall_claimed")
STOCK_GOES_ON = Refusal("wig_out.stock_goes_on")
"""At this table an empty stock ends nothing (W02)."""
CALLER_HAS_NONE = Refusal("wig_out.caller_has_none")
ALREADY_ENTERED = Refusal("wig_out.already_entered")
TOO_MANY_CARDS = Refusal("wig_out.too_many_cards")
"""The box does not hold so many."""
NO_LAYOUT = Refusal("wig_out.no_layout")
"""Nothing of this game is read off the table."""

KEYS: frozenset[str] = frozenset(
    value.key for value in tuple(globals().values()) if isinstance(value, Refusal)
)
"""All of them."""
