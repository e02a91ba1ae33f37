"""Inside the machine: what is real there is set up, the behaviour suite runs over it, then figures are taken.

    python -m tests.rigs.guest usb|bluez SEED

Only there: it loads modules, writes to /etc and plugs things into the kernel.
"""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = "tests/devices/test_boxes.py"


def main() -> int:
    name, seed = sys.argv[1:]
    os.environ |= {"TABLESIDE_RIG": name, "TABLESIDE_SEED": seed}
    rig = importlib.import_module(f"tests.rigs.{name}")
    for module in rig.MODULES:
        subprocess.run(["modprobe", module], check=True)
    rig.set_up()
    print(f"set up {Path('/proc/uptime').read_text().split()[0]} s after its kernel began", flush=True)
    failed = pytest.main(["-v", "--color=no", "--tb=short", "-p", "no:cacheprovider", SUITE])
    for figure in rig.FIGURES:
        print(f"figure: {figure(rig.Rig)}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
