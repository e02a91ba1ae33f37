"""Real USB serial: a gadget of the kernel's on the kernel's own bus, with the real MicroPython behind it.

The box's end is `/dev/ttyGS0`; the host's is what `cdc_acm` makes of it. Whoever is root in the machine of
`make rigs` can plug and unplug it.
"""

import os
import subprocess
import tty
from functools import partial
from pathlib import Path

from companion.devices.link import Way
from companion.devices.serial_link import SerialPorts, ports_of_this_computer
from tests.devices.rigs import CLOCK, Cable, PtyRig
from tests.rigs import figures

MODULES = ("libcomposite", "usb_f_acm", "dummy_hcd", "cdc_acm")
CONFIG = Path("/sys/kernel/config")
GADGET = CONFIG / "usb_gadget" / "box"
BUS = "dummy_udc.0"


def set_up() -> None:
    """Once a machine: a board that calls itself a Pico with MicroPython, not yet plugged in."""
    subprocess.run(["mount", "-t", "configfs", "config", CONFIG], check=True)
    GADGET.mkdir()
    strings, configuration = GADGET / "strings/0x409", GADGET / "configs/c.1"
    for folder in (strings, configuration, GADGET / "functions/acm.0"):
        folder.mkdir()
    (GADGET / "idVendor").write_text("0x2e8a")
    (GADGET / "idProduct").write_text("0x0005")
    (strings / "serialnumber").write_text("00000000000000b0")
    (strings / "manufacturer").write_text("MicroPython")
    (strings / "product").write_text("Board in FS mode")
    (configuration / "acm.0").symlink_to(GADGET / "functions/acm.0")


class UsbCable(Cable):
    """Between the box's terminal and the gadget."""

    def _plug(self) -> tuple[int, str]:
        (GADGET / "UDC").write_text(BUS)
        near = os.open("/dev/ttyGS0", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(near)
        return near, "/dev/ttyGS0"

    def _pull(self, near: int) -> None:
        (GADGET / "UDC").write_text("\n")  # first: closed while it is plugged in, it waits for its reader
        os.close(near)


class Rig(PtyRig):
    """The real MicroPython on a cable that `cdc_acm` drives and pyserial's own list of ports finds."""

    def way(self) -> Way:
        assert self.cable
        return SerialPorts(ports_of_this_computer, CLOCK)

    def _plug_in(self) -> Cable:
        return UsbCable(self.twin.port.path)


FIGURES = (figures.found_and_pressed, partial(figures.cut_off, times=20))
