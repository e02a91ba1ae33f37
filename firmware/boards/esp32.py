"""ESP32 (the first of that name, as on a DevKitC).

Its MicroPython has no hard interrupts: presses are told apart to about two milliseconds, and the box says so.

Switches at 16, 17, 18, 19, 21, 22, lamps at 23, 25, 26, 27, 32, 33.
"""

from time import ticks_us  # type: ignore[attr-defined]

import machine

from firmware.boards.chip import Chip
from firmware.clock import MASK

SWITCHES, LAMPS = (16, 17, 18, 19, 21, 22), (23, 25, 26, 27, 32, 33)
_LEVELS = 0x3FF4403C  # GPIO_IN_REG


class Esp32(Chip):
    """The coarser board."""

    name = "esp32"
    class_us = 2000

    def __init__(self) -> None:
        super().__init__()
        self._lamps = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in LAMPS]
        both = machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING
        for pin in SWITCHES:
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP).irq(handler=self._edge, trigger=both)

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
