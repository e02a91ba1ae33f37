"""Inside the machine: bring up what is real here, run the behaviour suite over it, then take figures.

python -m tests.rigs.guest usb|radio [SEED]
"""

import importlib
import os
import subprocess
import sys

import pytest

os.environ.setdefault("TABLESIDE_RIG", sys.argv[1])


def main() -> int:
    name = sys.argv[1]
    kind = importlib.import_module(f"tests.rigs.{name}")
    for module in kind.MODULES:
        subprocess.run(["modprobe", module], check=True)
    kind.set_up()
    print("up", os.uname().release, open("/proc/uptime").read().split()[0], flush=True)
    return int(pytest.main(["-v", "--color=no", "--tb=short", "--durations=5", "-p", "no:cacheprovider", "tests/devices/test_boxes.py"]))


if __name__ == "__main__":
    sys.exit(main())
