"""What is asked before a game of Wig Out!"""

from companion.rules.wig_out.options import Options
from companion.rules.wig_out.questions import OPEN
from companion.rules.wig_out.state import most_fewer
from companion.ui.face import Asks, offered
from companion.ui.words_wig_out import setting_words

ASKS = Asks(
    fewest=2,
    most=6,
    role="",
    defaults=Options(),
    values=offered(OPEN),
    in_sight=("rounds", "false_call"),
    words=setting_words,
    fewer=most_fewer,
)
