"""`make prove`: every campaign whole, one line a promise; the exit code is 1 when one was broken.

python -m tests.prove [CAMPAIGN …]        TABLESIDE_SEED=… repeats a run
"""

import sys
import threading
import time
import traceback

from tests import campaigns, seeds
from tests.campaigns import Outcome

WORD_EVERY_S = 30.0


def prove(name: str, seed: int) -> list[Outcome]:
    """Run one campaign whole; a fault of the campaign itself is a broken promise with its trace shown."""
    done = threading.Event()
    threading.Thread(target=_words_of_progress, args=(name, done), daemon=True).start()
    try:
        campaign = campaigns.load(name)
        outcomes = [Outcome(*one) for one in campaign.run(seed, campaign.WHOLE)]
    except Exception as error:
        traceback.print_exc()
        return [Outcome(f"the campaign {name} runs to its end", False, repr(error))]
    finally:
        done.set()
    return outcomes or [Outcome(f"the campaign {name} promises something", False, "it promised nothing")]


def _words_of_progress(name: str, done: threading.Event) -> None:
    started_s = time.monotonic()
    while not done.wait(WORD_EVERY_S):
        print(f"      … {name} has run for {time.monotonic() - started_s:.0f} s", file=sys.stderr, flush=True)


def main() -> int:
    wanted = sys.argv[1:] or campaigns.names()
    unknown = sorted(set(wanted) - set(campaigns.names()))
    if unknown or not wanted:
        print(
            f"no such campaign: {', '.join(unknown)}; there are: {', '.join(campaigns.names())}",
            file=sys.stderr,
        )
        return 2
    seed = seeds.chosen()
    print(f"seed {seed} (TABLESIDE_SEED={seed} repeats this run)", flush=True)
    kept = broken = 0
    for name in wanted:
        started_s = time.monotonic()
        outcomes = prove(name, seed)
        for outcome in outcomes:
            word = "ok" if outcome.kept else "FAIL"
            print(f"{word:<5} {name}: {outcome.promise} [{outcome.figure}; seed {seed}]", flush=True)
            kept, broken = kept + outcome.kept, broken + (not outcome.kept)
        print(f"      {name} took {time.monotonic() - started_s:.0f} s", flush=True)
    print(f"{kept} passed, {broken} failed")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
