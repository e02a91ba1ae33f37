"""Every reason for which All 4 It refuses an action. The ui has words for each key."""

from companion.rules.core import Refusal

NOT_AN_ACTION = Refusal("all_4_it.not_an_action")
"""Not one of the game's actions, or a field of another type."""
NO_SUCH_SEAT = Refusal("all_4_it.no_such_seat")
NO_SUCH_CELL = Refusal("all_4_it.no_such_cell")
CELLS_NOT_ASCENDING = Refusal("all_4_it.cells_not_ascending")
"""An imprint names four different cells, the lowest first."""
NO_SUCH_SHAPE = Refusal("all_4_it.no_such_shape")
NO_SUCH_POWER = Refusal("all_4_it.no_such_power")
NOT_NOW = Refusal("all_4_it.not_now")
"""Another step of the game comes first."""
GAME_OVER = Refusal("all_4_it.game_over")
NOT_YOUR_TURN = Refusal("all_4_it.not_your_turn")
SHAPE_NOT_HELD = Refusal("all_4_it.shape_not_held")
NOT_THAT_SHAPE = Refusal("all_4_it.not_that_shape")
"""The four cells are not the shape, however it is turned (F25)."""
MIRRORED = Refusal("all_4_it.mirrored")
"""The four cells are the shape's mirror image."""
MUST_COVER_EMPTY = Refusal("all_4_it.must_cover_empty")
"""F08, S20."""
NO_FREE_SHAPES = Refusal("all_4_it.no_free_shapes")
"""The table plays with known shapes only, or the app holds the cards."""
SHAPES_KNOWN = Refusal("all_4_it.shapes_known")
"""Both of the seat's face-up shapes are known already."""
SHAPE_ELSEWHERE = Refusal("all_4_it.shape_elsewhere")
"""Every copy of the shape lies face up already."""
CELL_ALREADY_SET = Refusal("all_4_it.cell_already_set")
CELL_UNCHANGED = Refusal("all_4_it.cell_unchanged")
POWER_NOT_HELD = Refusal("all_4_it.power_not_held")
POWER_ELSEWHERE = Refusal("all_4_it.power_elsewhere")
"""Every copy of the power lies revealed before the other seat."""
POWER_TOO_DEAR = Refusal("all_4_it.power_too_dear")
"""F13."""
EXCHANGE_TOO_DEAR = Refusal("all_4_it.exchange_too_dear")
"""F13."""
POWER_DECK_EMPTY = Refusal("all_4_it.power_deck_empty")
"""F17."""
NO_PASS = Refusal("all_4_it.no_pass")
"""F09, S17."""
CARDS_ON_TABLE = Refusal("all_4_it.cards_on_table")
"""The app deals no cards: real ones lie on the table."""
CARDS_IN_APP = Refusal("all_4_it.cards_in_app")
"""The app knows the shapes: it has dealt them."""
ANOTHER_CARD_DUE = Refusal("all_4_it.another_card_due")
"""The next card is of another kind or goes to another seat."""
CARD_NOT_LEFT = Refusal("all_4_it.card_not_left")
"""No such card is left in the deck."""
NOT_A_GRID = Refusal("all_4_it.not_a_grid")
"""A correction is 25 letters."""
CELLS_UNSEEN = Refusal("all_4_it.cells_unseen")
"""A correction needs every cell to be seen."""
NO_CORRECTION_NOW = Refusal("all_4_it.no_correction_now")
RETURN_FIRST = Refusal("all_4_it.return_first")
"""An exchange is under way: a power goes back before the turn ends."""

KEYS: frozenset[str] = frozenset(
    value.key for value in tuple(globals().values()) if isinstance(value, Refusal)
)
"""All of them."""
