"""What all boards with a chip have alike: USB, radio where there is one, flash, watchdog."""

import binascii
import gc
import os
import sys
from time import sleep_ms  # type: ignore[attr-defined]

import machine

from firmware import keys
from firmware.board import Board
from firmware.nus import Nus
from firmware.stream import Stream

_WATCHDOG_MS = 8000


class Chip(Board):
    """All but pins, clock and interrupts."""

    def __init__(self) -> None:
        causes = {machine.PWRON_RESET: "power", machine.WDT_RESET: "watchdog"}
        woke = causes.get(machine.reset_cause(), "other")
        super().__init__(binascii.hexlify(machine.unique_id()).decode()[-12:], woke)
        self.links = [Stream(sys.stdin.buffer, sys.stdout.buffer)]
        try:
            import bluetooth

            self.links.append(Nus(bluetooth.BLE(), bluetooth.UUID, "Tableside-" + self.box_id[-4:]))
        except (ImportError, OSError):  # a board without radio
            pass
        self._watchdog = machine.WDT(timeout=_WATCHDOG_MS)

    def random(self, count: int) -> bytes:
        return os.urandom(count)

    def load_key(self) -> bytes:
        return keys.load(keys.PATH)

    def save_key(self, key: bytes) -> bool:
        return keys.save(keys.PATH, key)

    def breathe(self, soon: bool) -> None:
        self._watchdog.feed()
        if not soon:
            sleep_ms(1)

    def tidy(self) -> None:
        gc.collect()  # often and short; interrupts go on meanwhile
