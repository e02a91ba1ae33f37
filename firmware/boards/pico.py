"""Raspberry Pi Pico W and Pico 2 W, and their sisters without radio over USB alone.

Switches at GP2 to GP7, lamps at GP8 to GP13. Edges are timed by a state machine; where that cannot be had, by
a hard interrupt of each pin.
"""

from time import ticks_us  # type: ignore[attr-defined]

import machine

from firmware.boards.chip import Chip
from firmware.edges import Edges

FIRST_SWITCH, FIRST_LAMP = 2, 8
_LEVELS = 0xD0000004  # GPIO_IN of both chips; 30 pins, so it is a small integer


def switches() -> int:
    """One look at all switches: a bit set is a button closed."""
    levels: int = machine.mem32[_LEVELS]
    return ~(levels >> FIRST_SWITCH) & 0x3F


class PinCapture:
    """The hard interrupt of one switch. A closing that is over when we look still counts as one."""

    def __init__(self, edges: Edges, button: int) -> None:
        self._edges, self._bit = edges, 1 << button
        pin = machine.Pin(FIRST_SWITCH + button)
        self._irq = pin.irq(
            handler=self._edge, trigger=machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING, hard=True
        )

    def _edge(self, _pin: object) -> None:
        at, low = ticks_us(), switches()
        if self._irq.flags() & machine.Pin.IRQ_FALLING:
            self._edges.put(at, low | self._bit)
            if low & self._bit:
                return
        self._edges.put(at, low)


class Pico(Chip):
    """The reference board."""

    name = "pico"

    def __init__(self) -> None:
        super().__init__()
        for pin in range(FIRST_SWITCH, FIRST_SWITCH + self.buttons):
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
        self._lamps = [machine.Pin(FIRST_LAMP + n, machine.Pin.OUT, value=0) for n in range(self.buttons)]
        self._capture: object
        try:
            from firmware.boards.pio import PioCapture

            self._capture, self.class_us = PioCapture(self.edges, FIRST_SWITCH), 5
        except (ImportError, OSError, ValueError):  # all state machines taken, or none in this MicroPython
            self._capture = [PinCapture(self.edges, button) for button in range(self.buttons)]
            self.class_us = 100

    def ticks(self) -> int:
        return ticks_us()  # type: ignore[no-any-return]

    def low(self) -> int:
        return switches()

    def show(self, lamps: int) -> None:
        for lamp in self._lamps:
            lamp.value(lamps & 1)
            lamps >>= 1
