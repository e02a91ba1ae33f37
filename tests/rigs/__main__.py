"""`make rigs`: the behaviour of boxes over real Bluetooth and real USB serial, in a virtual machine.

    python -m tests.rigs [usb] [bluez]        TABLESIDE_SEED=… repeats a run

A machine each: the tests of tests/devices/test_boxes.py, then figures. All that is said is kept in
`build/rigs/NAME.log`. Where the parts cannot be had, one line says so and the exit code is 0; it is 1 when
a test failed or a machine did not come to its end.
"""

import sys
import time

from tests import seeds
from tests.rigs import machine, parts

NAMES = ("usb", "bluez")
PATIENCE_S = 1800.0


def main() -> int:
    wanted = sys.argv[1:] or list(NAMES)
    if unknown := sorted(set(wanted) - set(NAMES)):
        print(f"no such rig: {', '.join(unknown)}; there are: {', '.join(NAMES)}", file=sys.stderr)
        return 2
    try:
        ours = parts.get()
    except parts.NotToBeHadError as error:
        print(f"skipped: {error}")
        return 0
    went = [run(name, ours) for name in wanted]
    return int(not all(went))


def run(name: str, ours: parts.Parts) -> bool:
    """Whether all went well in one machine."""
    started_s = time.monotonic()
    path = parts.FOLDER / f"{name}.log"
    with path.open("w", encoding="utf-8") as log:

        def heard(line: str) -> None:
            print(line, flush=True)
            log.write(line + "\n")

        heard(f"== {name}: {ours.release} on one core without acceleration, seed {seeds.chosen()}")
        result = machine.run(ours, [name, str(seeds.chosen())], PATIENCE_S, heard)
        match result:
            case None:
                word = "FAIL: the machine did not come to its end"
            case 0:
                word = "ok"
            case _:
                word = "FAIL"
        heard(f"{word}: {name} took {time.monotonic() - started_s:.0f} s; see {path}")
    return result == 0


if __name__ == "__main__":
    sys.exit(main())
