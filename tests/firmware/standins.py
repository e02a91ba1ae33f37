"""Stand-ins for the modules that MicroPython has on a board alone. Run on MicroPython too."""

import sys
import time


class World:
    """What the stand-ins show: levels of all pins, ticks, and what was done to them."""

    def __init__(self) -> None:
        self.levels = 0x3FFFFFFF
        self.ticks = 0
        self.pins = {}
        self.flags = 4
        self.machines = []
        self.fed = self.slept_ms = 0
        self.reset_cause = 1
        self.programs = []
        self.radio = None
        self.no_pio = False

    def sleep_ms(self, ms) -> None:
        self.slept_ms += ms


class Mem:
    def __init__(self, world) -> None:
        self.world = world
        self.address = 0

    def __getitem__(self, address):
        self.address = address
        return self.world.levels


class Irq:
    def __init__(self, world) -> None:
        self.world = world

    def flags(self):
        return self.world.flags


def pin_of(world):
    class Pin:
        IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 2, 4, 8

        def __init__(self, number, mode=None, pull=None, value=None) -> None:
            self.number = number
            if mode is not None:
                world.pins[number] = {"mode": mode, "pull": pull, "value": value}

        def irq(self, handler, trigger, hard=False):
            known = world.pins.setdefault(self.number, {})
            known.update({"handler": handler, "trigger": trigger, "hard": hard})
            return Irq(world)

        def value(self, value=None):
            if value is None:
                return world.levels >> self.number & 1
            world.pins[self.number]["value"] = value
            return None

    return Pin


class Wdt:
    def __init__(self, world, timeout) -> None:
        self.world, self.timeout = world, timeout

    def feed(self) -> None:
        self.world.fed += 1


class StateMachine:
    """Gives the words that the test puts into its queue."""

    def __init__(self, world, number, program, freq, in_base=None, out_base=None) -> None:
        if world.no_pio:
            raise OSError(12)
        self.program, self.freq, self.base, self.words, self.on = program, freq, in_base or out_base, [], 0
        self.handler = None
        self.hard = False
        world.machines.append(self)

    def irq(self, handler, hard=False) -> None:
        self.handler, self.hard = handler, hard

    def active(self, on) -> None:
        self.on = on

    def rx_fifo(self):
        return len(self.words)

    def get(self):
        return self.words.pop(0)


class Module:
    """A module made of what is given."""

    def __init__(self, **names) -> None:
        for name, value in names.items():
            setattr(self, name, value)


def install(radio=None):
    """Put `machine`, `rp2` and maybe `bluetooth` where imports look; returns the world they show."""
    world = World()
    world.radio = radio
    sys.modules["machine"] = Module(
        Pin=pin_of(world),
        mem32=Mem(world),
        unique_id=lambda: b"\xe6\x61\x38\x52\x83\x4e\x7a\x2c",
        reset_cause=lambda: world.reset_cause,
        PWRON_RESET=1,
        WDT_RESET=3,
        WDT=lambda timeout: Wdt(world, timeout),
    )

    def asm_pio(**settings):
        def keep(function):
            world.programs.append((function, settings))
            return function

        return keep

    sys.modules["rp2"] = Module(
        asm_pio=asm_pio,
        PIO=Module(SHIFT_LEFT=0, SHIFT_RIGHT=1, JOIN_TX=1, JOIN_RX=2, IN_LOW=0),
        StateMachine=lambda *arguments, **named: StateMachine(world, *arguments, **named),
    )
    if radio is not None:
        sys.modules["bluetooth"] = Module(BLE=lambda: radio, UUID=Uuid)
    else:
        sys.modules.pop("bluetooth", None)
    if sys.implementation.name == "cpython":
        time.ticks_us = lambda: world.ticks
        time.sleep_ms = world.sleep_ms
    return world


class Uuid:
    """Knows its sixteen bytes, the last first, as the radio sends them."""

    def __init__(self, text) -> None:
        self.text = text

    def __bytes__(self) -> bytes:
        digits = self.text.replace("-", "")
        return bytes([int(digits[at : at + 2], 16) for at in range(30, -2, -2)])
