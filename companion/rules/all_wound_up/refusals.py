"""Every reason for which All Wound Up refuses an action. The ui has words for each key."""

from companion.rules.core import Refusal

NOT_AN_ACTION = Refusal("all_wound_up.not_an_action")
"""Not one of the game's actions, or a field of another type."""
NO_SUCH_SEAT = Refusal("all_wound_up.no_such_seat")
NO_SUCH_TILE = Refusal("all_wound_up.no_such_tile")
NO_SUCH_ZONE = Refusal("all_wound_up.no_such_zone")
FIGURES_NOT_ASCENDING = Refusal("all_wound_up.figures_not_ascending")
"""Figures that cross are named once each, the lowest seat first."""
NOT_NOW = Refusal("all_wound_up.not_now")
"""Another step of the game comes first."""
NOT_YOUR_TURN = Refusal("all_wound_up.not_your_turn")
GAME_OVER = Refusal("all_wound_up.game_over")
# figures and cards
FIGURE_TAKEN = Refusal("all_wound_up.figure_taken")
"""Another seat has it, or it is not in the box."""
CARDS_ON_TABLE = Refusal("all_wound_up.cards_on_table")
"""The app deals no cards: players hold real ones."""
CARDS_IN_APP = Refusal("all_wound_up.cards_in_app")
"""The app holds the cards: they are passed one by one."""
ANOTHER_CARD_DUE = Refusal("all_wound_up.another_card_due")
"""The next card goes to another seat."""
CARD_NOT_LEFT = Refusal("all_wound_up.card_not_left")
"""No such card is left there."""
CARD_NOT_HELD = Refusal("all_wound_up.card_not_held")
PASSED_ENOUGH = Refusal("all_wound_up.passed_enough")
"""This seat has passed all it owes (A05)."""
# bidding
NOT_AN_ACTION_CARD = Refusal("all_wound_up.not_an_action_card")
"""Wilds are not bid for."""
NOTHING_LAID = Refusal("all_wound_up.nothing_laid")
"""A bid or raise of no card."""
MUST_FOLLOW_TYPE = Refusal("all_wound_up.must_follow_type")
"""All cards of the kind must be laid."""
TOO_MANY_CARDS = Refusal("all_wound_up.too_many_cards")
"""More than the seat holds, or can hold for all that is public."""
WILD_ONLY_BID = Refusal("all_wound_up.wild_only_bid")
"""A14."""
NO_WILD_FROM_ZERO = Refusal("all_wound_up.no_wild_from_zero")
"""A15."""
MUST_BID = Refusal("all_wound_up.must_bid")
"""A13 `force_bid`."""
# the board
OWN_FIGURE = Refusal("all_wound_up.own_figure")
"""Turn an Opponent turns another player's figure."""
WRONG_TILE = Refusal("all_wound_up.wrong_tile")
"""The figure comes back elsewhere."""
NOT_ON_BOARD = Refusal("all_wound_up.not_on_board")
ANOTHER_FIGURE = Refusal("all_wound_up.another_figure")
"""Only one figure is handled now."""
ALREADY_TOUCHING = Refusal("all_wound_up.already_touching")
NOT_TOUCHING = Refusal("all_wound_up.not_touching")
ALREADY_TOLD = Refusal("all_wound_up.already_told")
"""While a figure is turned or stood up each zone is told once."""
GATES_ARE_CROSSED = Refusal("all_wound_up.gates_are_crossed")
"""Touching a gate means nothing."""
FEET_IN_THE_AIR = Refusal("all_wound_up.feet_in_the_air")
"""A fallen figure's feet touch nothing (A54)."""
ALREADY_FALLEN = Refusal("all_wound_up.already_fallen")
ALREADY_THERE = Refusal("all_wound_up.already_there")
STILL_ON_BOARD = Refusal("all_wound_up.still_on_board")
"""A part of it over the edge is still on the board (A55)."""
BACKWARD_ONE_BY_ONE = Refusal("all_wound_up.backward_one_by_one")
"""Only forward crossings can be too close to tell apart: only they decide anything."""
TOO_MUCH_TOLD = Refusal("all_wound_up.too_much_told")
"""So much does not happen in one movement: let all stand still."""
# Brain tokens
TOKEN_NOT_HELD = Refusal("all_wound_up.token_not_held")
NO_TOKEN_LEFT = Refusal("all_wound_up.no_token_left")
NO_BETTER_TOKEN = Refusal("all_wound_up.no_better_token")
"""A33, A34."""
WHILE_WALKING = Refusal("all_wound_up.while_walking")
"""A47, S08."""
CARD_ON_ITS_WAY = Refusal("all_wound_up.card_on_its_way")
"""The cards act first."""
OWN_FIGURE_ONLY = Refusal("all_wound_up.own_figure_only")
"""Tokens touch the owner's own figure only."""
ONLY_BEFORE_WINDING = Refusal("all_wound_up.only_before_winding")
"""A39."""
TOO_FEW_TURNS = Refusal("all_wound_up.too_few_turns")
"""A40, S09."""
TOO_MANY_TURNS = Refusal("all_wound_up.too_many_turns")
"""A41, S09."""
FIGURE_FALLEN = Refusal("all_wound_up.figure_fallen")
"""It is stood up before it is turned."""
OWN_HAND = Refusal("all_wound_up.own_hand")
EMPTY_HAND = Refusal("all_wound_up.empty_hand")
"""A44."""
CARDS_IN_TRANSIT = Refusal("all_wound_up.cards_in_transit")
"""A09, S04."""
NO_LIVE_BID = Refusal("all_wound_up.no_live_bid")
"""A42, S01."""
OWN_BID_ONLY = Refusal("all_wound_up.own_bid_only")
"""A42."""
NO_RED_FROM_ZERO = Refusal("all_wound_up.no_red_from_zero")
"""A42 under A15."""
WINDOW_OPEN = Refusal("all_wound_up.window_open")
"""Tokens are being declared: other things wait."""
WINDOW_WAITS = Refusal("all_wound_up.window_waits")
"""Tokens declared before have not all been used yet."""
NOT_DECLARED = Refusal("all_wound_up.not_declared")
"""Black and green are used in one's own Wind only, and need no window."""
NO_LAYOUT = Refusal("all_wound_up.no_layout")
"""A race has no layout that the table could put in place of the record."""

KEYS: frozenset[str] = frozenset(
    value.key for value in tuple(globals().values()) if isinstance(value, Refusal)
)
"""All of them."""
