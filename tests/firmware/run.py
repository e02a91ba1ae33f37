"""Runs the behaviour suite on any Python, MicroPython too: python -m tests.firmware.run; one line a test."""

import gc
import random
import sys

from tests.firmware import behaviour


def main(seed) -> int:
    broken = 0
    for name in sorted(dir(behaviour)):
        if name.startswith("test_"):
            random.seed(seed)
            gc.collect()
            try:
                getattr(behaviour, name)()
                print("ok", name)
            except Exception as error:  # every fault is shown, and the next test tried
                broken += 1
                print("FAIL", name, repr(error))
                if hasattr(sys, "print_exception"):
                    sys.print_exception(error)
    return broken


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
