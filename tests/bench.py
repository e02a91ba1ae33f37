"""`make bench`: ratios and times a person feels, printed and never asserted.

    python -m tests.bench [BENCHMARK …]

Each benchmark is a module of tests/benchmarks with `main()`, run in a process of its own, so that peak memory
and warm caches of one say nothing about the next.
"""

import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(__file__).parent / "benchmarks"


def names() -> list[str]:
    """Every benchmark there is."""
    return sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("_"))


def main() -> int:
    wanted = sys.argv[1:] or names()
    unknown = sorted(set(wanted) - set(names()))
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are: {', '.join(names())}", file=sys.stderr)
        return 2
    parts = ", ".join(f"{name} {version(name)}" for name in ("opencv-python", "numpy", "kivy"))
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {parts}",
        flush=True,
    )
    failed = []
    for name in wanted:
        print(f"\n== {name}", flush=True)
        ended = subprocess.run(
            [sys.executable, "-m", f"tests.benchmarks.{name}"],
            cwd=FOLDER.parent.parent,
            env={**os.environ, "SDL_VIDEODRIVER": "offscreen"},
            check=False,
        )
        if ended.returncode:
            failed.append(name)
    if failed:
        print(f"could not be run to the end: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
