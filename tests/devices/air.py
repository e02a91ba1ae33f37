"""A virtual radio: bleak's own front end on a backend over Bumble, and a box that advertises and notifies.

Two controllers on one link, all on the event loop that scans; each host has a new one. The firmware runs in a
thread beside it (`rigs.LiveBox`), and loses the radio when that loop ends.
"""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from bleak.backends.characteristic import BleakGATTCharacteristic
from bleak.backends.client import BaseBleakClient
from bleak.backends.scanner import AdvertisementData, BaseBleakScanner
from bleak.backends.service import BleakGATTService, BleakGATTServiceCollection
from bleak.exc import BleakError
from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData
from bumble.device import Device, Peer
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink

from companion.devices.link import Way
from companion.devices.radio import Radio
from firmware import wire
from tests.devices.rigs import CLOCK, KEY, LiveBox

TABLET, BOX = "C4:F2:17:1A:1D:AA", "C4:F2:17:1A:1D:BB"
PIECE = 20
"""Bytes a write and a notification may have: as few as there are."""


class Station:
    """A box's radio on a link: it advertises, and notifies what the firmware says. On the running loop.

    A notification has so many bytes at most; whoever looks for it hears it every so many milliseconds.
    """

    def __init__(
        self,
        link: LocalLink,
        address: str,
        live: LiveBox,
        on_air: Callable[[], bool],
        *,
        piece: int = PIECE,
        every_ms: int = 20,
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.device = _device(link, "Tableside box", address)
        self._live, self._on_air = live, on_air
        self._piece, self._every_ms = piece, every_ms
        self._notified = Characteristic(
            wire.FROM_BOX, Characteristic.Properties.NOTIFY, Characteristic.READABLE, b""
        )
        written = Characteristic(
            wire.TO_BOX,
            Characteristic.Properties.WRITE | Characteristic.Properties.WRITE_WITHOUT_RESPONSE,
            Characteristic.WRITEABLE,
            CharacteristicValue(write=lambda _, value: live.wires.arrive(bytes(value))),
        )
        self.device.add_service(Service(wire.SERVICE, [written, self._notified]))
        self.device.on("connection", self._connected)
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._sender = asyncio.create_task(self._send())

    async def power_on(self) -> None:
        await self.device.power_on()
        await self.advertise()

    async def advertise(self) -> None:
        if not self._on_air() or self.device.connections:
            return
        services = [(AdvertisingData.FLAGS, bytes([6]))]
        services.append(
            (AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, bytes(UUID(wire.SERVICE)))
        )
        await self.device.start_advertising(
            advertising_data=bytes(AdvertisingData(services)),
            advertising_interval_min=self._every_ms,
            advertising_interval_max=self._every_ms * 3 / 2,
        )

    async def silence(self) -> None:
        with contextlib.suppress(Exception):
            await self.device.stop_advertising()
        for connection in list(self.device.connections.values()):
            await connection.disconnect()

    async def power_off(self) -> None:
        self._on_air = lambda: False
        await self.silence()
        self._sender.cancel()

    def soon(self, work: Callable[[], Any]) -> None:
        """Have the loop do it, if it is still there."""
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(lambda: self.loop.create_task(work()))

    def _connected(self, connection: Any) -> None:
        self._live.wires.begin()
        self._live.wires.out = self._out
        self._live.wires.cut = lambda: self.soon(self.silence)
        connection.on("disconnection", self._disconnected)

    def _disconnected(self, _: object) -> None:
        self._live.wires.out = lambda _: False
        self.loop.create_task(self.advertise())

    def _out(self, line: bytes) -> bool:
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._queue.put_nowait, line)
        return True

    async def _send(self) -> None:
        while True:
            line = await self._queue.get()
            for at in range(0, len(line), self._piece):
                await self.device.notify_subscribers(self._notified, line[at : at + self._piece])


class Air:
    """One tablet's radio and one box's, on the running loop."""

    def __init__(self, live: LiveBox, on_air: Callable[[], bool]) -> None:
        link = LocalLink()
        self.tablet = _device(link, "tablet", TABLET)
        self.station = Station(link, BOX, live, on_air)

    async def power_on(self) -> None:
        await self.tablet.power_on()
        await self.station.power_on()


def _device(link: LocalLink, name: str, address: str) -> Device:
    controller = Controller(name, link=link, public_address=address)
    return Device(name=name, address=Address(address), host=Host(controller, controller))


class Scanner(BaseBleakScanner):
    rig: ClassVar["RadioRig"]

    def __init__(self, detection_callback: Any, service_uuids: Any, scanning_mode: str, **_: Any) -> None:
        del scanning_mode
        super().__init__(detection_callback, service_uuids)

    async def start(self) -> None:
        self.seen_devices = {}
        self._tablet = (await self.rig.air()).tablet
        self._tablet.on("advertisement", self._advertised)
        await self._tablet.start_scanning(
            legacy=not self._tablet.supports_le_extended_advertising, filter_duplicates=False
        )

    async def stop(self) -> None:
        self._tablet.remove_listener("advertisement", self._advertised)
        await self._tablet.stop_scanning()

    def _advertised(self, heard: Any) -> None:
        uuids = [
            uuid.to_hex_str("-").lower()
            for uuid in heard.data.get(AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS) or []
        ]
        if self.is_allowed_uuid(uuids):
            data = AdvertisementData(None, {}, {}, uuids, None, heard.rssi, (heard,))
            key = str(heard.address)
            self.call_detection_callbacks(self.create_or_update_device(key, key, None, heard, data), data)


class Client(BaseBleakClient):
    rig: ClassVar["RadioRig"]

    def __init__(self, address_or_ble_device: Any, services: Any = None, **options: Any) -> None:
        del services
        super().__init__(
            address_or_ble_device,
            disconnected_callback=options.get("disconnected_callback"),
            timeout=options.get("timeout", 10),
        )
        self._connection: Any = None

    @property
    def name(self) -> str:
        return self.address

    @property
    def mtu_size(self) -> int:
        return PIECE + 3

    @property
    def is_connected(self) -> bool:
        return self._connection is not None

    async def connect(self, pair: bool, **_: Any) -> None:
        del pair
        tablet = (await self.rig.air()).tablet
        try:
            self._connection = await tablet.connect(Address(self.address), timeout=self._timeout)
        except Exception as error:
            raise BleakError(f"connect failed: {error!r}") from error
        self._connection.on("disconnection", self._gone)
        peer = Peer(self._connection)
        await peer.discover_services()
        found = BleakGATTServiceCollection()
        for service in peer.services:
            known = BleakGATTService(service, service.handle, _uuid(service.uuid))
            found.add_service(known)
            for one in await service.discover_characteristics():
                names = [name for bit, name in PROPERTIES.items() if int(one.properties) & bit]
                found.add_characteristic(
                    BleakGATTCharacteristic(one, one.handle, _uuid(one.uuid), names, lambda: PIECE, known)
                )
        self.services = found

    def _gone(self, _: object) -> None:
        self._connection = None
        if self._disconnected_callback:
            self._disconnected_callback()

    async def disconnect(self) -> None:
        if self._connection is not None:
            await self._connection.disconnect()

    async def pair(self, *_: Any, **__: Any) -> None: ...

    async def unpair(self) -> None: ...

    async def read_gatt_char(self, characteristic: Any, **_: Any) -> bytearray:
        return bytearray(await characteristic.obj.read_value())

    async def read_gatt_descriptor(self, descriptor: Any, **_: Any) -> bytearray:
        return bytearray(await descriptor.obj.read_value())

    async def write_gatt_char(self, characteristic: Any, data: Any, response: bool) -> None:
        if self._connection is None:
            raise BleakError("Not connected")
        assert len(data) <= PIECE
        await characteristic.obj.write_value(bytes(data), with_response=response)

    async def write_gatt_descriptor(self, descriptor: Any, data: Any) -> None:
        await descriptor.obj.write_value(bytes(data), True)

    async def start_notify(self, characteristic: Any, callback: Any, **_: Any) -> None:
        await characteristic.obj.subscribe(lambda value: callback(bytearray(value)))

    async def stop_notify(self, characteristic: Any) -> None:
        await characteristic.obj.unsubscribe()


PROPERTIES = {
    1: "broadcast",
    2: "read",
    4: "write-without-response",
    8: "write",
    16: "notify",
    32: "indicate",
}


def _uuid(uuid: UUID) -> str:
    if len(uuid.uuid_bytes) == 16:
        return uuid.to_hex_str("-").lower()
    return f"0000{uuid.to_hex_str().lower()}-0000-1000-8000-00805f9b34fb"


class RadioRig:
    """The firmware in this process, on the air."""

    station: Station | None = None
    box_id = "00aa11bb22dd"
    step_s = 0.001

    def __init__(self, folder: Path) -> None:
        del folder
        self.key = KEY
        self.live = LiveBox(self.box_id, KEY, usb=False, step_s=self.step_s)
        self.plugged = True
        self._air: Air | None = None

    async def air(self) -> Air:
        if self._air is None or self._air.station.loop is not asyncio.get_running_loop():
            self._air = Air(self.live, lambda: self.plugged)
            self.station = self._air.station
            await self._air.power_on()
        return self._air

    def way(self) -> Way:
        mine = {"rig": self}
        return Radio(
            CLOCK,
            scanner=type("OurScanner", (Scanner,), mine),
            client=type("OurClient", (Client,), mine),
            scan_s=0.15,
            rest_s=0.05,
        )

    def press(self, button: int) -> None:
        self.live.closed |= 1 << button

    def let_go(self, button: int) -> None:
        self.live.closed &= ~(1 << button)

    def unplug(self) -> None:
        self.plugged = False
        assert self.station is not None
        self.station.soon(self.station.silence)

    def replug(self) -> None:
        self.plugged = True
        assert self.station is not None
        self.station.soon(self.station.advertise)

    def freeze(self, *, on: bool) -> None:
        self.live.frozen.set() if on else self.live.frozen.clear()

    def lamps(self) -> int:
        return self.live.lit

    def end(self) -> None:
        self.live.end()
