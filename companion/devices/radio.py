"""Boxes by Bluetooth Low Energy, by bleak, on an asyncio thread of its own.

One thing at a time: scan, connect, subscribe. Each is undone when the next fails, and a link exists only
once the box's notifications are on; so a reconnection is a new link from the first step, and subscribes
again. Whether a box is still there is not for the radio to say, which may not notice for long: the
session's heartbeat does.
"""

import asyncio
import contextlib
import logging
import queue
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.devices.link import Found, Unable
from companion.devices.radio_link import END_S, RadioLink, piece, quietly
from firmware import wire

if TYPE_CHECKING:
    from bleak.backends.device import BLEDevice

log = logging.getLogger(__name__)

SCAN_S, REST_S, UNABLE_S = 2.0, 2.0, 5.0
"""How long to look, to wait between looks, and to wait when there is no radio."""
CONNECT_S = 10.0
MOST = 5
"""Radios of tablets carry so many connections; more would throw out the first."""
STALE_AFTER = 2
"""Failures to connect in a row after which what the system remembers of a box is thrown away."""


class Radio:
    """The way of the air. The backends are bleak's own when None; the clock stamps what comes."""

    name = "Bluetooth"

    def __init__(
        self,
        clock: Callable[[], int],
        *,
        scanner: type[Any] | None,
        client: type[Any] | None,
        scan_s: float,
        rest_s: float,
    ) -> None:
        self._clock, self._scanner, self._client = clock, scanner, client
        self._scan_s, self._rest_s = scan_s, rest_s
        self._found: queue.SimpleQueue[RadioLink] = queue.SimpleQueue()
        self._unable: str | None = None
        self._calm = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread: threading.Thread | None = None
        self._linked: dict[str, RadioLink] = {}
        self._away: dict[str, float] = {}
        self._failures: Counter[str] = Counter()

    def calm(self, *, on: bool) -> None:
        """Scanning takes time from the links there are."""
        self._calm = on

    def again(self) -> None:
        self._away = {}

    def look(self) -> list[Found]:
        if self._thread is None:
            try:
                import bleak  # noqa: F401
            except ImportError:
                return [Unable("bleak is not installed: boxes are heard on cables only")]
            started = threading.Event()
            self._thread = threading.Thread(target=self._live, args=(started,), name="radio", daemon=True)
            self._thread.start()
            started.wait(5)
        found: list[Found] = []
        while True:
            try:
                found.append(self._found.get_nowait())
            except queue.Empty:
                break
        unable = self._unable
        return [Unable(unable)] if unable is not None and not found else found

    def close(self) -> None:
        thread, loop, stop = self._thread, self._loop, self._stop
        if thread is not None and loop is not None and stop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended by itself
                loop.call_soon_threadsafe(stop.set)
            thread.join(4 * END_S)

    # ------------------------------------------------------------------ on the radio's thread

    def _live(self, started: threading.Event) -> None:
        """All of the thread. Backends may hang, or take no notice of being cancelled: they are not waited
        for."""
        loop = asyncio.new_event_loop()
        try:
            loop.run_until_complete(self._run(started))
            left = asyncio.all_tasks(loop)
            for task in left:
                task.cancel()
            if left:
                loop.run_until_complete(asyncio.wait(left, timeout=END_S))
        finally:
            loop.close()

    async def _run(self, started: threading.Event) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        looking = asyncio.create_task(self._look())
        started.set()
        await self._stop.wait()
        looking.cancel()
        await asyncio.wait({looking}, timeout=END_S)
        hanging_up = [asyncio.ensure_future(one.hang_up()) for one in self._linked.values()]
        if hanging_up:
            await asyncio.wait(hanging_up, timeout=END_S)

    async def _look(self) -> None:
        while self._stop is not None and not self._stop.is_set():
            rest_s = self._rest_s
            if not self._calm and len(self._linked) < MOST:
                try:
                    for device in await self._scan():
                        if not self._calm and len(self._linked) < MOST:
                            await self._connect(device)
                    self._unable = None
                except (
                    Exception
                ) as error:  # backends raise what their system does; a radio that fails is a sentence
                    self._unable = why_not(error)
                    log.info("Bluetooth: %r", error)
                    rest_s = UNABLE_S
            await asyncio.sleep(rest_s)

    async def _scan(self) -> "list[BLEDevice]":
        """Boxes that are not linked and may be called, by their service: names come late or never."""
        from bleak import BleakScanner

        options: dict[str, Any] = {} if self._scanner is None else {"backend": self._scanner}
        found = await BleakScanner.discover(self._scan_s, service_uuids=[wire.SERVICE], **options)
        now = time.monotonic()
        return [
            one
            for one in found
            if one.address not in self._linked and self._away.get(one.address, 0.0) <= now
        ]

    async def _connect(self, device: "BLEDevice") -> None:
        """Connect and subscribe, wholly or not at all."""
        from bleak import BleakClient

        address = device.address
        link = RadioLink(address, self._clock, self._ended)
        options: dict[str, Any] = {} if self._client is None else {"backend": self._client}
        client = BleakClient(device, link.lost, timeout=CONNECT_S, **options)
        try:
            async with asyncio.timeout(CONNECT_S):
                await client.connect()
                await client.start_notify(wire.FROM_BOX, link.came)
                size = piece(client)
        except asyncio.CancelledError:
            await quietly(client.disconnect())
            raise
        except Exception as error:  # as above; this box cannot be had now, others may
            log.info("box at %s: %r", address, error)
            await quietly(client.disconnect())
            self._failures[address] += 1
            if self._failures[address] % STALE_AFTER == 0 and sys.platform.startswith("linux"):
                await quietly(client.unpair())  # BlueZ forgets the device, and with it a stale idea of it
            return
        self._failures[address] = 0
        link.begin(client, size, asyncio.get_running_loop())
        self._linked[address] = link
        self._found.put(link)

    def _ended(self, link: "RadioLink", away_s: float) -> None:
        """Called on the radio's thread."""
        if self._linked.get(link.name) is link:
            del self._linked[link.name]
        self._away[link.name] = time.monotonic() + away_s


def why_not(error: Exception) -> str:
    """Why there is no radio, and what to do, in one line."""
    from bleak.exc import BleakBluetoothNotAvailableError
    from bleak.exc import BleakBluetoothNotAvailableReason as Why

    if isinstance(error, BleakBluetoothNotAvailableError):
        match error.reason:
            case Why.NO_BLUETOOTH | Why.NO_BLE_CENTRAL_ROLE:
                return "there is no Bluetooth here that can talk to a box: use its cable"
            case Why.POWERED_OFF:
                return "Bluetooth is switched off: switch it on, or use the box's cable"
            case Why.DENIED_BY_USER | Why.DENIED_BY_SYSTEM | Why.DENIED_BY_UNKNOWN:
                return "Bluetooth is not allowed: allow it for Tableside in the system's settings"
    if sys.platform.startswith("linux") and isinstance(error, (FileNotFoundError, ConnectionError)):
        return "there is no Bluetooth service (BlueZ) on this computer: use the box's cable"
    words = " ".join(str(error).split()) or type(error).__name__
    return f"Bluetooth does not work ({words}): use the box's cable"
