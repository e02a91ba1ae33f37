"""One seed for everything that is drawn at random in a run."""

import os
import time


def chosen() -> int:
    """The seed in TABLESIDE_SEED, or one from the clock; the same for the whole process and its children."""
    told = os.environ.get("TABLESIDE_SEED", "")
    if not told:
        told = str(int(time.time()) % 1_000_000)
        os.environ["TABLESIDE_SEED"] = told
    return int(told)
