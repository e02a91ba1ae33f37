"""Real Bluetooth: bleak's own backend, BlueZ and the kernel, on a virtual controller; the boxes on others.

All controllers are Bumble's, on one virtual link; the kernel's is plugged in by `/dev/vhci`. The firmware
runs in this process.
"""

import asyncio
import subprocess
import threading
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from bumble.controller import Controller
from bumble.link import LocalLink
from bumble.transport import open_transport

from companion.devices.link import Way
from companion.devices.radio import MOST, REST_S, SCAN_S, Radio
from tests.devices.air import TABLET, RadioRig, Station
from tests.devices.rigs import CLOCK, LiveBox, until
from tests.rigs import figures

MODULES = ("hci_vhci", "ecb", "cmac", "ccm", "algif_skcipher", "algif_hash")
DAEMON = "/usr/libexec/bluetooth/bluetoothd"
SLOW_S = 60.0
PIECE, EVERY_MS = 244, 100
"""What the firmware asks for: an MTU of 247, and to be heard ten times a second."""


class Link(LocalLink):
    """What comes over a connection comes from the address that it was made with: Linux looks for boxes under
    another one than it calls them with."""

    def send_acl_data(
        self, sender_controller: Any, destination_address: Any, transport: Any, data: bytes
    ) -> None:
        connection = sender_controller.le_connections.get(destination_address)
        source = connection.self_address if connection else sender_controller.random_address
        to = self.find_le_controller(destination_address)
        if to is not None:
            asyncio.get_running_loop().call_soon(to.on_link_acl_data, source, transport, data)


class Sky:
    """The link, on a loop and a thread of its own, for as long as the machine runs."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.link = Link()
        threading.Thread(target=self.loop.run_forever, name="sky", daemon=True).start()
        self.kernel = self.wait(self._plug_in())

    def wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(SLOW_S)

    def put_up(self, address: str, live: LiveBox, rig: RadioRig) -> Station:
        """Another box on the air."""

        async def begin() -> Station:
            station = Station(self.link, address, live, lambda: rig.plugged, piece=PIECE, every_ms=EVERY_MS)
            await station.power_on()
            return station

        station: Station = self.wait(begin())
        return station

    def take_down(self, station: Station) -> None:
        self.wait(station.power_off())
        controller: Any = station.device.host.controller
        self.link.remove_controller(controller)

    async def _plug_in(self) -> Controller:
        hci = await open_transport("vhci")
        return Controller(
            "kernel", host_source=hci.source, host_sink=hci.sink, link=self.link, public_address=TABLET
        )


skies: list[Sky] = []
"""The one that `set_up` made."""


def set_up() -> None:
    """Once a machine: the bus, the daemon, the controller, switched on."""
    users = Path("/etc/passwd")
    if "messagebus:" not in users.read_text():  # an installed D-Bus would have made one
        with users.open("a") as file:
            file.write("messagebus:x:100:65534::/nonexistent:/usr/sbin/nologin\n")
    Path("/run/dbus").mkdir()
    subprocess.run(["dbus-daemon", "--system", "--fork"], check=True)
    skies.append(Sky())
    with Path("/run/bluetoothd.log").open("wb") as log:
        subprocess.Popen([DAEMON, "-n"], stdout=log, stderr=log)
    until(lambda: Path("/sys/class/bluetooth/hci0").exists(), SLOW_S)
    until(_switched_on, SLOW_S, lambda: Path("/run/bluetoothd.log").read_text())


def _switched_on() -> bool:
    told = subprocess.run(
        ["bluetoothctl", "--timeout", "5", "power", "on"], capture_output=True, text=True, check=False
    )
    return "succeeded" in told.stdout


class Rig(RadioRig):
    """A box that this computer's own Bluetooth finds and calls."""

    met = 0
    """BlueZ remembers whom it met: each box is a new one to it."""
    step_s = 0.005

    def __init__(self, folder: Path) -> None:
        Rig.met += 1
        self.box_id = f"00aa11bb22{Rig.met:02x}"
        super().__init__(folder)
        (self._sky,) = skies
        self.station = self._sky.put_up(f"C4:F2:17:1B:00:{Rig.met:02X}", self.live, self)

    def way(self) -> Way:
        return Radio(CLOCK, scanner=None, client=None, scan_s=SCAN_S, rest_s=REST_S)

    def end(self) -> None:
        super().end()
        assert self.station is not None
        self._sky.take_down(self.station)


FIGURES = (
    figures.found_and_pressed,
    partial(figures.cut_off, times=5),
    partial(figures.at_once, count=MOST),
)
