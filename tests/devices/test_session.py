"""The talk with a box, line by line and in virtual time: who is let in, what is said, what gets through."""

import random

import pytest

from companion.devices.keyring import new_key
from companion.devices.news import (
    RACE,
    Elsewhere,
    NotOurs,
    Opened,
    PairedNow,
    PairingRefused,
    Turned,
    Wish,
)
from firmware import wire
from tests.devices.virtual import VirtualHost
from tests.firmware.world import World, push

KEY = bytes(range(32))
SECOND = 1_000_000
BOX = "00aa11bb22cc"


def table(key: bytes = KEY) -> tuple[World, VirtualHost]:
    world = World(key)
    host = VirtualHost(world, {}, random.Random(3))
    return world, host


def said(host: VirtualHost, session_ns: int = 0) -> list[wire.Message]:
    host.session.tick(session_ns)
    return wire.LineReader(wire.FROM_HOST).feed(host.session.take())


def here(nonce: str, *, key: bytes = KEY, proved_by: bytes = KEY, major: int = 1) -> bytes:
    told = wire.Here(
        major, 0, BOX, wire.key_id(key), "f" * 16, wire.proof(proved_by, "box", BOX, nonce, "f" * 16)
    )
    return wire.encode(told)


def nonce_of(host: VirtualHost) -> str:
    (hello,) = (one for one in said(host) if isinstance(one, wire.Hello))
    return hello.nonce


def test_whoever_names_our_key_but_cannot_prove_it_is_told_nothing() -> None:
    _, host = table()
    nonce = nonce_of(host)
    told = []
    for line, at_s in (
        (here(nonce, proved_by=new_key()), 0),
        (here("0" * 16), 1),  # as said to another hello: it may just be late
        (here(nonce, proved_by=new_key()), 2),
        (here(nonce, proved_by=new_key()), 4),
        (here(nonce, proved_by=new_key()), 5),
    ):
        told.append(host.session.hear(line, at_s * 10**9))
        assert not [one for one in said(host) if isinstance(one, wire.Proof)]
    assert told == [[], [], [], [NotOurs(BOX, "stranger")], []]
    welcome = wire.Welcome("0000000a", "1.0", "fake", 6, 5, 1, 0, "power")
    assert host.session.hear(wire.encode(welcome), 0) == []
    press = wire.Press("0000000a", 1, wire.PRESSED, 0, 5, 0, 0, 0)
    assert host.session.hear(wire.encode(press), 0) == []
    assert not host.session.open


def test_a_late_answer_to_an_earlier_hello_makes_no_stranger_of_our_box() -> None:
    _, host = table()
    nonce = nonce_of(host)
    assert host.session.hear(here("0" * 16) + here("1" * 16) + here(nonce), 0) == []
    assert [one for one in said(host) if isinstance(one, wire.Proof)]


def test_a_box_with_a_key_that_we_do_not_know_is_a_stranger_at_once() -> None:
    _, host = table()
    host.key = lambda box, key_id: None  # type: ignore[method-assign]
    assert host.session.hear(here(nonce_of(host)), 0) == [NotOurs(BOX, "stranger")]


def test_another_version_is_said_once_and_gets_no_proof() -> None:
    _, host = table()
    nonce = nonce_of(host)
    line = here(nonce, major=2)
    assert host.session.hear(line + line, 0) == [NotOurs(BOX, "version")]
    assert not [one for one in said(host) if isinstance(one, wire.Proof)]


def test_orders_get_through_a_line_that_loses_half_of_all_lines() -> None:
    world, host = table()
    world.hosts = [host]
    world.run(SECOND // 2)
    assert host.session.open
    for way in (world.cables[0].up, world.cables[0].down):
        way.drop = 0.5
    for heat in range(1, 11):
        host.wanted = Wish(heat, RACE, 63, "000000")
        world.run(world.now_us + 4 * SECOND)
        if host.session.open:
            assert (world.box.race.orders.heat, world.box.race.orders.mode) == (heat, RACE)
    assert len(host.told) < 4 * 40  # a few things a second, for forty seconds: no flood of openings


def test_a_power_cut_is_told_and_the_next_boot_goes_on() -> None:
    world, host = table()
    world.hosts = [host]
    world.run(SECOND)
    world.plan(push(world.now_us + 1000, 2))
    world.run(world.now_us + SECOND)
    world.power_cut()
    world.run(world.now_us + 5 * SECOND)
    opened = [one for one in host.told if isinstance(one, Opened)]
    assert [one.restarted for one in opened] == [False, True]
    assert [one.how for one in host.told if isinstance(one, Turned)][-1] == "lost"
    world.plan(push(world.now_us + 1000, 4))
    world.run(world.now_us + SECOND)
    assert [one.button for one in host.disk.values()] == [2, 4]
    assert world.box.store.first == 2


def test_a_session_that_is_taken_is_said_and_is_asked_for_again() -> None:
    world, host = table()
    world.hosts = [host]
    world.run(SECOND)
    told = host.session.hear(wire.encode(wire.No("taken")), world.now_us * 1000)
    assert told == [Elsewhere("00aa11bb22cc")]
    assert not host.session.open
    world.run(world.now_us + SECOND)
    assert host.session.open


def test_a_key_goes_over_a_cable_until_the_box_has_it_and_a_full_flash_is_said() -> None:
    world, host = table(b"")
    world.hosts = [host]
    world.run(SECOND)
    assert host.told == [NotOurs(world.board.box_id, "unpaired")]
    fresh = new_key()
    world.board.writable = False
    host.session.pair(fresh)
    world.run(world.now_us + 3 * SECOND)
    assert host.told[-1] == PairingRefused(world.board.box_id)
    world.board.writable = True
    world.cables[0].down.drop = 0.5
    host.session.again(world.now_us * 1000)
    host.session.pair(fresh)
    world.run(world.now_us + 10 * SECOND)
    assert PairedNow(world.board.box_id, fresh) in host.told
    assert world.board.key == fresh
    world.run(world.now_us + 2 * SECOND)
    assert not [one for one in said(host, world.now_us * 1000) if isinstance(one, wire.Key)]


def test_a_key_never_goes_over_the_radio() -> None:
    _, host = table()
    host.session._usb = False
    with pytest.raises(ValueError, match="radio"):
        host.session.pair(new_key())
