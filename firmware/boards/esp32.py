"""ESP32 (the first of that name, as on a DevKitC).

Its MicroPython has no hard interrupts: presses are told apart to about two milliseconds, and the box says so.

Switches at 16, 17, 18, 19, 21, 22, lamps at 23, 25, 26, 27, 32, 33.
"""

import binascii
import gc
import os
import sys
from time import sleep_ms, ticks_us  # type: ignore[attr-defined]

import bluetooth
import machine

from firmware import keys
from firmware.board import Board
from firmware.clock import MASK
from firmware.nus import Nus
from firmware.stream import Stream

SWITCHES, LAMPS = (16, 17, 18, 19, 21, 22), (23, 25, 26, 27, 32, 33)
_LEVELS = 0x3FF4403C  # GPIO_IN_REG
_WATCHDOG_MS = 8000


class Esp32(Board):
    """The coarser board."""

    name = "esp32"
    class_us = 2000

    def __init__(self) -> None:
        super().__init__(binascii.hexlify(machine.unique_id()).decode()[-12:], woke())
        self._lamps = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in LAMPS]
        both = machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING
        for pin in SWITCHES:
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP).irq(handler=self._edge, trigger=both)
        self.links = [
            Stream(sys.stdin.buffer, sys.stdout.buffer),
            Nus(bluetooth.BLE(), bluetooth.UUID, "Tableside-" + self.box_id[-4:]),
        ]
        self._watchdog = machine.WDT(timeout=_WATCHDOG_MS)

    def _edge(self, _pin: object) -> None:
        self.edges.put(self.ticks(), self.low())

    def ticks(self) -> int:
        return int(ticks_us()) & MASK

    def low(self) -> int:
        levels, low = ~machine.mem32[_LEVELS], 0
        for button in range(self.buttons):
            low |= (levels >> SWITCHES[button] & 1) << button
        return low

    def show(self, lamps: int) -> None:
        for lamp in self._lamps:
            lamp.value(lamps & 1)
            lamps >>= 1

    def random(self, count: int) -> bytes:
        return os.urandom(count)

    def load_key(self) -> bytes:
        return keys.load(keys.PATH)

    def save_key(self, key: bytes) -> bool:
        return keys.save(keys.PATH, key)

    def breathe(self) -> None:
        self._watchdog.feed()
        sleep_ms(1)

    def tidy(self) -> None:
        gc.collect()


def woke() -> str:
    """Why we started."""
    return {machine.PWRON_RESET: "power", machine.WDT_RESET: "watchdog"}.get(machine.reset_cause(), "other")
