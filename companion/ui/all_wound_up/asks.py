"""What is asked before a game of All Wound Up."""

from companion.rules.all_wound_up.options import Options
from companion.rules.all_wound_up.questions import OPEN
from companion.ui.all_wound_up.preparing import prepare
from companion.ui.face import Asks, offered
from companion.ui.words_all_wound_up import setting_words

ASKS = Asks(
    fewest=2,
    most=4,
    role="dealer",
    defaults=Options(),
    # Cards, figures and tiles are asked with the course.
    values={
        name: values for name, values in offered(OPEN).items() if name not in ("cards", "figures", "tiles")
    },
    in_sight=("edition", "passing"),
    words=setting_words,
    prepare=prepare,
)
