"""What is asked before a game of All 4 It."""

from companion.rules.all_4_it.options import OPEN, Options
from companion.ui.face import Asks, offered
from companion.ui.words_all_4_it import setting_words

ASKS = Asks(
    fewest=2,
    most=2,
    role="oldest",
    defaults=Options(),
    values=offered(OPEN),
    in_sight=("cards", "must_cover_empty"),
    words=setting_words,
)
