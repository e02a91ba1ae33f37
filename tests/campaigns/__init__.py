"""Long campaigns: each promise of the program, tried over and over from one seed.

A campaign is a module here with three names:

    WHOLE: int                                   how much `make prove` runs, in the campaign's own unit
    SHARE: int                                   how much of it `make test` runs
    def run(seed: int, n: int) -> list[Outcome]  runs n of them, and never raises for a broken promise
"""

import importlib
import pkgutil
from types import ModuleType
from typing import NamedTuple


class Outcome(NamedTuple):
    """One promise, whether it was kept, and the figure that shows it."""

    promise: str
    kept: bool
    figure: str


def names() -> list[str]:
    """Every campaign there is."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def load(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")
