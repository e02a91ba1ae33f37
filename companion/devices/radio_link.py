"""A box by Bluetooth Low Energy: what it says comes as notifications, and what it is told is written to it.

Calls come from the link's own thread; bleak is asked on the loop of the radio's (`radio`).
"""

import asyncio
import logging
import queue
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from companion.devices.link import Came, Gone
from firmware import wire

if TYPE_CHECKING:
    from bleak import BleakClient

log = logging.getLogger(__name__)

WRITE_S = 1.0
END_S = 3.0
"""How long an end is waited for that may hang in a system's Bluetooth; BlueZ takes two seconds to hang up."""


class RadioLink:
    """A connected and subscribed box. What it notifies is a stream of bytes, cut as the radio likes."""

    usb = False

    def __init__(
        self, name: str, clock: Callable[[], int], ended: Callable[["RadioLink", float], None]
    ) -> None:
        self.name = name
        self._clock, self._told_ended = clock, ended
        self._in: queue.SimpleQueue[Came | Gone | None] = queue.SimpleQueue()
        self._client: BleakClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._piece = 20
        self._closed = False

    def begin(self, client: "BleakClient", piece: int, loop: asyncio.AbstractEventLoop) -> None:
        self._client, self._piece, self._loop = client, max(20, piece), loop

    def came(self, _: object, data: bytearray) -> None:
        self._in.put(Came(self._clock(), bytes(data)))

    def lost(self, _: object) -> None:
        self._in.put(Gone("the radio link broke"))

    def read(self, wait_s: float) -> list[Came] | Gone:
        came: list[Came] = []
        wait: float | None = wait_s
        while True:
            try:
                one = self._in.get(block=bool(wait), timeout=wait or None)
            except queue.Empty:
                return came
            if isinstance(one, Gone):
                if came:
                    self._in.put(one)
                    return came
                return one
            if one is None:
                return came
            came.append(one)
            wait = 0.0

    def write(self, data: bytes) -> Gone | None:
        written = self._on_the_loop(self._write(data))
        if written is None:
            return Gone("the radio has stopped")
        try:
            written.result(WRITE_S)
        except TimeoutError:
            written.cancel()
            return Gone("it does not take what is written")
        except Exception as error:  # what a backend raises when the link is no more
            return Gone(f"the radio link broke ({error})")
        return None

    def wake(self) -> None:
        self._in.put(None)

    def close(self, away_s: float) -> None:
        if not self._closed:
            self._closed = True
            self._on_the_loop(self._end(away_s))

    async def hang_up(self) -> None:
        if self._client is not None:
            await quietly(self._client.disconnect())

    async def _write(self, data: bytes) -> None:
        if self._client is None:
            raise OSError("not connected")
        for at in range(0, len(data), self._piece):
            await self._client.write_gatt_char(wire.TO_BOX, data[at : at + self._piece], response=False)

    async def _end(self, away_s: float) -> None:
        await self.hang_up()
        self._told_ended(self, away_s)

    def _on_the_loop(self, work: Coroutine[Any, Any, None]) -> Any:
        """Have the radio's thread do it; None when it has ended."""
        if self._loop is None or self._loop.is_closed():
            work.close()
            return None
        try:
            return asyncio.run_coroutine_threadsafe(work, self._loop)
        except RuntimeError:  # it closed this very moment
            work.close()
            return None


def piece(client: "BleakClient") -> int:
    """How many bytes go into one write; of all that backends say of it this alone is true everywhere."""
    to_box = client.services.get_characteristic(wire.TO_BOX)
    if to_box is None:
        raise OSError("it has no box's service")
    return to_box.max_write_without_response_size


async def quietly(work: Coroutine[Any, Any, object]) -> None:
    """Undo something that may be undone already, or never was; not for longer than a moment."""
    try:
        async with asyncio.timeout(END_S):
            await work
    except Exception as error:
        log.debug("Bluetooth: %r", error)
