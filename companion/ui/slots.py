"""A place for one thing: the newest. Whoever is slow to look misses what lay there before."""

from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Slot(Generic[T]):
    """Any thread puts; one thread takes."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._thing: T | None = None

    def put(self, thing: T) -> None:
        with self._lock:
            self._thing = thing

    def take(self) -> T | None:
        """The newest thing not taken yet, or None."""
        with self._lock:
            thing, self._thing = self._thing, None
            return thing
