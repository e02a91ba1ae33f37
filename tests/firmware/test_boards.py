"""What touches a board, with stand-ins for what only a board has; the PIO program runs, cycle by cycle."""

import os
import random
import re
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from firmware import keys, store, wire
from firmware.box import Box
from firmware.clock import MASK
from firmware.debounce import STUCK_US
from tests.firmware import pythons, standins
from tests.firmware.pio import Pio, assembled

ON_BOARDS = ("chip", "pico", "pio", "esp32")


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Modules of boards as if they were never imported, and none left behind."""
    kept = dict(sys.modules)
    had = set(vars(time))
    yield
    for name in set(sys.modules) - set(kept):
        del sys.modules[name]
    for name in ("machine", "rp2", "bluetooth"):
        sys.modules.pop(name, None)
    for name in set(vars(time)) - had:
        delattr(time, name)


class Streams:
    """Stands in for the standard streams of a board, which poll can be asked about."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        module = import_module("firmware.stream")
        self.incoming, self.written, self.room = bytearray(), bytearray(), True
        streams = self

        class Poll:
            def register(self, stream: object, _event: int) -> None:
                self.reads = stream == "in"

            def poll(self, _ms: int) -> list[int]:
                return [1] if (streams.incoming if self.reads else streams.room) else []

        class Buffer:
            def __init__(self, name: str) -> None:
                self.name = name

            def __eq__(self, other: object) -> bool:
                return other == self.name

            def __hash__(self) -> int:
                return 0

            def read(self, count: int) -> bytes:
                taken = bytes(streams.incoming[:count])
                del streams.incoming[:count]
                return taken

            def write(self, data: bytes) -> None:
                streams.written += data

        class Standard:
            def __init__(self, name: str) -> None:
                self.buffer = Buffer(name)

        monkeypatch.setattr(module.select, "poll", Poll)
        monkeypatch.setattr(sys, "stdin", Standard("in"))
        monkeypatch.setattr(sys, "stdout", Standard("out"))


class Radio:
    """MicroPython's `bluetooth.BLE`, as the real stack was seen to behave."""

    def __init__(self) -> None:
        self.advertising: tuple[bytes, bytes] | None = None
        self.written = b""
        self.notified = bytearray()
        self.room = 70
        self.dropped: list[int] = []
        self.largest = 0

    def active(self, on: bool) -> None:
        self.on = on

    def config(self, **settings: Any) -> None:
        self.settings = settings

    def irq(self, handler: Any) -> None:
        self.handler = handler

    def gatts_register_services(self, services: Any) -> Any:
        ((self.service, self.characteristics),) = services
        return ((7, 9),)

    def gatts_set_buffer(self, handle: int, size: int, append: bool) -> None:
        assert (handle, append) == (9, True)
        self.size = size

    def gap_advertise(self, _every_us: int, adv_data: bytes, resp_data: bytes) -> None:
        assert len(adv_data) <= 31
        assert len(resp_data) <= 31
        self.advertising = (adv_data, resp_data)

    def gatts_read(self, handle: int) -> bytes:
        assert handle == 9
        taken, self.written = self.written, b""
        return taken

    def gatts_notify(self, _central: int, handle: int, data: bytes) -> None:
        assert handle == 7
        if not self.room:
            raise OSError(12)
        self.room -= 1
        self.largest = max(self.largest, len(data))
        self.notified += data

    def gap_disconnect(self, central: int) -> None:
        self.dropped.append(central)
        self.leave(central)

    # what a central does

    def come(self, central: int, mtu: int) -> None:
        self.advertising = None
        self.handler(1, (central, 0, b"\0" * 6))
        self.handler(21, (central, mtu))

    def leave(self, central: int) -> None:
        self.handler(2, (central, 0, b"\0" * 6))

    def write(self, central: int, data: bytes) -> None:
        self.written += data
        self.handler(3, (central, 9))


def board(name: str, radio: Radio | None, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any, Streams]:
    """The board of that name, its world and its cable."""
    for one in ON_BOARDS:
        sys.modules.pop(f"firmware.boards.{one}", None)
    world = standins.install(radio)
    streams = Streams(monkeypatch)
    module = import_module(f"firmware.boards.{name}")
    return getattr(module, name.capitalize())(), world, streams


# ---------------------------------------------------------------------- pico


@pytest.mark.usefixtures("fresh")
def test_a_pico_pulls_its_switches_up_and_starts_with_all_lamps_out(monkeypatch: pytest.MonkeyPatch) -> None:
    pico, world, _ = board("pico", Radio(), monkeypatch)
    assert [world.pins[pin]["pull"] for pin in range(2, 8)] == [2] * 6
    assert [world.pins[pin]["value"] for pin in range(8, 14)] == [0] * 6
    assert len(pico.links) == 2
    assert pico.box_id == "385283" + "4e7a2c"
    assert pico.woke == "power"
    pico.show(0b100101)
    assert [world.pins[pin]["value"] for pin in range(8, 14)] == [1, 0, 1, 0, 0, 1]
    world.levels = 0x3FFFFFFF & ~(1 << 2 | 1 << 7)
    assert pico.low() == 0b100001
    pico.breathe(soon=False)
    assert (world.fed, world.slept_ms) == (1, 1)
    pico.breathe(soon=True)  # a press is being judged: it waits for nobody
    assert (world.fed, world.slept_ms) == (2, 1)


@pytest.mark.usefixtures("fresh")
def test_a_pico_without_a_free_state_machine_stamps_in_hard_interrupts_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for one in ON_BOARDS:
        sys.modules.pop(f"firmware.boards.{one}", None)
    world = standins.install(None)
    world.no_pio = True
    Streams(monkeypatch)
    pico = import_module("firmware.boards.pico").Pico()
    assert pico.class_us == 100
    assert len(pico.links) == 1  # no radio in this one
    assert all(world.pins[pin]["hard"] for pin in range(2, 8))
    world.ticks, world.levels = 77, 0x3FFFFFFF & ~(1 << 3 | 1 << 4)
    world.pins[3]["handler"](None)
    assert (pico.edges.ticks[0], pico.edges.low[0], pico.edges.head) == (77, 0b000110, 1)
    world.levels = 0x3FFFFFFF  # it has opened again before we looked: a closing all the same
    world.pins[3]["handler"](None)
    assert list(pico.edges.low[1:3]) == [0b000010, 0]
    world.flags = 8  # it opens
    world.pins[3]["handler"](None)
    assert (pico.edges.low[3], pico.edges.head) == (0, 4)


@pytest.mark.usefixtures("fresh")
def test_the_state_machine_sees_every_edge_to_the_microsecond_and_keeps_time(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Cycle by cycle: 20 a look, changed or not; stamps within a look of the truth, equal for equal edges."""
    pico, world, _ = board("pico", None, monkeypatch)
    (function, settings), (machine,) = world.programs[-1], world.machines
    assert machine.freq == 20_000_000
    assert machine.hard
    program = assembled(function)
    assert len(program) <= 32
    rng = random.Random(seed)
    pio = Pio(program, settings)
    world.ticks = start = MASK - 30_000
    pico._capture._started = start
    levels, at, true = 0b111111, 0.0, []
    for _ in range(400):
        at += rng.choice((1.05, 2.0, 3.7, 40.0, 900.0))
        changed = 0
        for _ in range(rng.choice((1, 1, 2, 6))):
            changed |= 1 << rng.randrange(6)
        words = pio.run_until(at * 20, levels)
        assert not words, "a word came without a change"
        levels ^= changed
        true.append((at, levels))
        words = pio.run_until(at * 20 + 40, levels)  # seen after a look at most, pushed six cycles later
        at += 2.0
        machine.words += words
        world.ticks = (start + int(at) + rng.randrange(200)) & MASK  # the interrupt comes when it can
        machine.handler(machine)
    edges = pico.edges
    assert edges.missed == 400 - 255
    for number in range(255):
        moment, pins = true[number]
        stamp = (edges.ticks[number] - start) & MASK
        assert edges.low[number] == ~pins & 63
        assert -1.0 <= stamp - moment <= 1.1
    assert pio.looks == int(pio.cycle - 4) // 20  # no look was ever longer than another


@pytest.mark.usefixtures("fresh")
def test_a_state_machine_that_runs_for_hours_comes_round_without_a_slip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pico, world, _ = board("pico", None, monkeypatch)
    (machine,) = world.machines
    pico._capture._started = 100
    for us in (5, (1 << 24) - 1, 1 << 24, (1 << 24) + 1, 1 << 30, 12 << 30, (12 << 30) + 12345):
        machine.words = [(0b111011 << 24) | (~us & 0xFFFFFF)]
        world.ticks = (100 + us + 60) & MASK
        machine.handler(machine)
        assert pico.edges.ticks[pico.edges.head - 1] == (100 + us) & MASK
        assert pico.edges.low[pico.edges.head - 1] == 0b000100


# ---------------------------------------------------------------------- esp32


@pytest.mark.usefixtures("fresh")
def test_an_esp32_says_that_it_is_coarse_and_reads_all_its_switches_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    esp32, world, _ = board("esp32", Radio(), monkeypatch)
    assert esp32.class_us == 2000
    world.levels = 0xFFFFFFFF & ~(1 << 16 | 1 << 22)
    world.ticks = MASK + 6
    world.pins[18]["handler"](None)
    assert (esp32.edges.ticks[0], esp32.edges.low[0]) == (5, 0b100001)
    assert world.pins[18]["hard"] is False


# ---------------------------------------------------------------------- cable and radio


def hello(nonce: str) -> bytes:
    return wire.encode(wire.Hello(wire.MAJOR, wire.MINOR, nonce))


@pytest.mark.usefixtures("fresh")
def test_a_whole_session_by_radio_with_the_smallest_packets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    radio = Radio()
    pico, world, streams = board("pico", radio, monkeypatch)
    key = bytes(range(32))
    assert pico.load_key() == b""
    assert pico.save_key(key)
    box = Box(pico)
    advertised, name = radio.advertising or (b"", b"")
    assert bytes(reversed(advertised[-16:])).hex() == wire.SERVICE.replace("-", "")
    assert name[2:] == b"Tableside-7a2c"
    radio.come(0, 23)
    assert radio.advertising is None
    reader = wire.LineReader(wire.FROM_THE_BOX)

    def after(ms: int) -> list[wire.Message]:
        for _ in range(ms):
            world.ticks = (world.ticks + 1000) & MASK
            box.step()
        said = reader.feed(bytes(radio.notified))
        radio.notified.clear()
        return said

    line = hello("0123456789abcdef")
    for at in range(0, len(line), 20):
        radio.write(0, line[at : at + 20])
    (here,) = after(5)
    assert isinstance(here, wire.Here)
    proof = wire.proof(key, "host", here.box, "0123456789abcdef", here.nonce)
    radio.write(0, wire.encode(wire.Proof(proof)))
    welcome, beacon = after(5)
    assert isinstance(welcome, wire.Welcome)
    assert isinstance(beacon, wire.Beacon)
    assert radio.largest == 20
    radio.room = 1  # the stack is full in the middle of a line: nothing of it may get lost
    world.machines[0].words = [0b110111 << 24 | (-world.ticks - 1) & 0xFFFFFF]
    world.machines[0].handler(world.machines[0])
    world.levels = 0x3FFFFFFF & ~(1 << 5)
    assert after(20) == []
    radio.room = 70
    press = after(20)[0]
    assert isinstance(press, wire.Press)
    assert press.button == 3
    assert not press.flags & wire.COARSE
    assert not streams.written  # the cable heard nothing of it
    radio.leave(0)
    assert radio.advertising
    after(5)
    assert box.host is None
    radio.come(3, 247)  # what the last one left half said does not spoil what the new one says
    radio.write(3, line)
    again = after(5)
    assert isinstance(again[0], wire.Here)
    after(11_000)
    assert radio.dropped == [3]


@pytest.mark.usefixtures("fresh")
def test_a_cable_without_a_reader_is_not_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    pico, _, streams = board("pico", None, monkeypatch)
    cable = pico.links[0]
    streams.incoming += b"x" * 600
    assert [len(cable.read()) for _ in range(4)] == [256, 256, 88, 0]
    assert cable.write(b"one\n")
    streams.room = False
    assert not cable.write(b"two\n")
    assert streams.written == b"one\n"


def test_a_key_file_that_is_no_key_is_none_and_a_full_flash_keeps_the_old_one(tmp_path: Any) -> None:
    path = str(tmp_path / "key")
    assert keys.load(path) == b""
    for rubbish in (b"", b"00", b"zz" * 32, b"00" * 31, b"\xff" * 64):
        (tmp_path / "key").write_bytes(rubbish)
        assert keys.load(path) == b""
    assert keys.save(path, bytes(range(32)))
    assert keys.load(path) == bytes(range(32))
    assert not keys.save(str(tmp_path / "nowhere" / "key"), bytes(32))
    assert [p.name for p in tmp_path.iterdir()] == ["key"]


# ---------------------------------------------------------------------- the interrupt


def test_the_interrupt_takes_no_memory_on_micropython() -> None:
    assert pythons.in_micropython("-m", "tests.firmware.isr").split() == ["faults", "0"]


def test_the_interrupt_takes_no_memory_where_small_integers_have_31_bits() -> None:
    assert pythons.in_ticks30("isr").split() == ["faults", "0"]


# ---------------------------------------------------------------------- main


class Reset(BaseException):
    """The board starts again."""


def started(
    monkeypatch: pytest.MonkeyPatch, radio: Radio, platform: str = "rp2"
) -> tuple[Any, Any, list[int]]:
    """main.py on a board: the module, the world, and what Ctrl-C was set to."""
    world, streams = standins.install(radio), Streams(monkeypatch)
    for one in (*(f"firmware.boards.{name}" for name in ON_BOARDS), "firmware.main"):
        sys.modules.pop(one, None)
    interrupts: list[int] = []

    def reset() -> None:
        raise Reset

    sys.modules["machine"].reset = reset  # type: ignore[attr-defined]
    micropython = standins.Module(kbd_intr=interrupts.append, alloc_emergency_exception_buf=lambda size: None)
    monkeypatch.setitem(sys.modules, "micropython", micropython)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "print_exception", lambda error, file: file.write(repr(error)), raising=False)
    world.streams = streams
    return import_module("firmware.main"), world, interrupts


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("platform", ["rp2", "esp32"])
def test_the_prompt_comes_when_the_first_button_is_held_at_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, platform: str
) -> None:
    monkeypatch.chdir(tmp_path)
    main, world, interrupts = started(monkeypatch, Radio(), platform)
    world.levels = 0x3FFFFFFF & ~(1 << (2 if platform == "rp2" else 16))
    main.on_a_board()
    assert interrupts == []


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("platform", ["rp2", "esp32"])
def test_asked_for_the_prompt_the_box_starts_once_into_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, platform: str
) -> None:
    monkeypatch.chdir(tmp_path)
    main, world, interrupts = started(monkeypatch, Radio(), platform)
    world.streams.incoming += b"\n" + wire.encode(wire.Maintain())
    with pytest.raises(Reset):
        main.on_a_board()
    assert interrupts == [-1]  # a 3 in a bad line is no Ctrl-C
    main.on_a_board()  # the prompt
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("fresh")
def test_whatever_breaks_is_written_down_and_the_box_starts_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    radio = Radio()
    main, _, _ = started(monkeypatch, radio)
    radio.active = lambda on: 1 // 0  # type: ignore[assignment,return-value]
    fault = tmp_path / "tableside.fault"
    with pytest.raises(Reset):
        main.on_a_board()
    assert "ZeroDivisionError" in fault.read_text()
    os.utime(fault, (1, 1))
    with pytest.raises(Reset):
        main.on_a_board()
    assert fault.stat().st_mtime == 1  # the same at every start is not written at every start
    fault.unlink()
    fault.mkdir()  # nothing can be written there, as on full flash
    with pytest.raises(Reset):
        main.on_a_board()


# ---------------------------------------------------------------------- paper


@pytest.mark.usefixtures("fresh")
def test_the_wiring_on_paper_is_the_wiring_of_the_boards() -> None:
    standins.install(Radio())
    pico, esp32 = import_module("firmware.boards.pico"), import_module("firmware.boards.esp32")
    page = (pythons.ROOT / "hardware.md").read_text(encoding="utf-8")
    row = r"^\| (\d) \| GP(\d+) \((\d+)\) \| GP(\d+) \((\d+)\) \| (\d), (\d+) \| IO(\d+) \| IO(\d+) \|$"
    rows = [[int(cell) for cell in found] for found in re.findall(row, page, re.MULTILINE)]
    assert [cells[0] for cells in rows] == [1, 2, 3, 4, 5, 6]
    for seat, switch, switch_pin, lamp, lamp_pin, channel_in, channel_out, esp_switch, esp_lamp in rows:
        assert switch == pico.FIRST_SWITCH + seat - 1
        assert lamp == pico.FIRST_LAMP + seat - 1
        for gpio, pin in ((switch, switch_pin), (lamp, lamp_pin)):
            assert pin == gpio + 1 + (gpio + 2) // 4  # a ground after every four
        assert (channel_in, channel_out) == (seat, 19 - seat)
        assert (esp_switch, esp_lamp) == (esp32.SWITCHES[seat - 1], esp32.LAMPS[seat - 1])
    assert f"{store.SIZE} wait" in page
    assert f"more than {STUCK_US // 1_000_000} seconds" in page


def test_the_box_holds_on_to_nothing_on_micropython() -> None:
    assert "faults 0" in pythons.in_micropython("-m", "tests.firmware.memory")
