"""What the button box does, said as its maker would. Runs on CPython and on every MicroPython alike."""

import random

from firmware import wire
from firmware.clock import MASK
from firmware.store import SIZE
from tests.firmware import vectors
from tests.firmware.host import Disk, Host
from tests.firmware.world import NEAR_THE_WRAP, World, push

KEY = bytes(range(32))
NONCE = "0123456789abcdef"
SECOND = 1_000_000


def table(capture="pio", start=NEAR_THE_WRAP, every_ms=250, cable=0):
    """A paired box and its host, in session."""
    world = World(KEY, capture, start)
    host = Host(world.cables[cable].host_end, KEY, NONCE, Disk(), 0, every_ms)
    world.hosts.append(host)
    world.run(100_000)
    assert host.welcome, host.heard
    return world, host


def presses(host):
    rows = host.disk.rows.get(host.welcome.boot, {})
    return [rows[seq] for seq in sorted(rows) if isinstance(rows[seq], wire.Press)]


def pushed(host):
    return [(press.button, press.at_us) for press in presses(host) if press.kind == wire.PRESSED]


def said(host, kind):
    return [message for message in host.heard if isinstance(message, kind)]


def whys(host):
    return [message.why for message in said(host, wire.No)]


# ---------------------------------------------------------------------- presses and stamps


def test_a_press_is_stamped_with_its_first_closing_however_it_bounces():
    for capture, late in (("pio", 0), ("irq", 30)):
        world, host = table(capture)
        at = world.now_us + 1000
        for bounces in (0, 1, 12):
            world.plan(push(at, 3, bounces))
            world.run(at + 400_000)
            button, stamp = pushed(host)[-1]
            assert button == 3
            assert 0 <= stamp - at <= late
            at += 500_000
        assert len(pushed(host)) == 3


def test_a_spark_is_no_press_and_is_counted():
    world, host = table()
    at = world.now_us + 1000
    world.plan([(at, 2, True), (at + 90, 2, False), (at + 5000, 4, True), (at + 5003, 4, False)])
    world.run(at + SECOND)
    assert pushed(host) == []
    assert host.beacon.glitches == 2
    world.plan(push(at + SECOND + 5, 2))
    world.run(at + 2 * SECOND)
    assert pushed(host) == [(2, at + SECOND + 5)]


def test_a_spark_just_before_a_press_does_not_make_it_earlier():
    world, host = table()
    at = world.now_us + 1000
    world.plan([(at, 1, True), (at + 20, 1, False)] + push(at + 1500, 1, 4))
    world.run(at + SECOND)
    assert pushed(host) == [(1, at + 1500)]


def test_presses_are_numbered_in_the_order_of_their_stamps_though_the_later_one_was_sure_sooner():
    world, host = table()
    at = world.now_us + 1000
    dithering = [(at, 5, True)]
    for n in range(6):  # open most of the time, for longer than it takes to be sure of the other
        dithering += [(at + 10 + 600 * n, 5, False), (at + 600 + 600 * n, 5, True)]
    world.plan(dithering + [(at + 90_000, 5, False)] + push(at + 100, 0))
    world.run(at + SECOND)
    assert pushed(host) == [(5, at), (0, at + 100)]


def test_stamps_go_on_when_the_ticks_come_round():
    world, host = table(start=NEAR_THE_WRAP)
    first, second = 4_999_950, 5_000_150
    assert first + world.start <= MASK < second + world.start
    world.plan(push(first, 0, 6) + push(second, 1, 6))
    world.run(6 * SECOND)
    assert pushed(host) == [(0, first), (1, second)]
    world.calm_us, host.keep_heard = 800_000, False
    for n in range(1, 6):  # and over two more rounds of 18 minutes
        world.run(n * 500 * SECOND)
        world.plan(push(n * 500 * SECOND + 7, 2))
    world.run(3000 * SECOND)
    assert [at for button, at in pushed(host) if button == 2] == [n * 500 * SECOND + 7 for n in range(1, 6)]


def test_presses_of_one_microsecond_are_a_dead_heat_drawn_by_lot():
    world, host = table()
    firsts = set()
    for _ in range(40):
        at = world.now_us + 1000
        world.plan(push(at, 1) + push(at, 4))
        world.run(at + 300_000)
        (one, at_one), (other, at_other) = pushed(host)[-2:]
        assert at_one == at_other == at
        assert {one, other} == {1, 4}
        firsts.add(one)
    assert firsts == {1, 4}


def test_the_second_push_of_a_button_is_a_press_of_its_own_and_a_long_one_is_held_once():
    world, host = table()
    at = world.now_us + 1000
    world.plan(push(at, 0, 3, 2_500_000) + push(at + 2_700_000, 0, 3))
    world.run(at + 4 * SECOND)
    told = [(press.kind, press.button) for press in presses(host)]
    assert told == [(wire.PRESSED, 0), (wire.HELD, 0), (wire.PRESSED, 0)]
    assert 0 <= presses(host)[1].at_us - at - SECOND < 20_000


def test_a_press_whose_edge_got_lost_is_found_by_a_look_and_said_to_be_coarse():
    world, host = table("irq")
    world.deaf = True
    at = world.now_us + 1000
    world.plan(push(at, 2))
    world.run(at + 500_000)
    (press,) = presses(host)
    assert press.flags & wire.COARSE
    assert 0 <= press.at_us - at <= 2000


def test_a_stuck_button_is_said_and_hinders_nobody():
    world, host = table()
    at = world.now_us + 1000
    world.plan([(at, 5, True)])
    world.run(at + 25 * SECOND)
    assert host.beacon.state & wire.STUCK
    world.calm_us, host.keep_heard = 800_000, False
    world.run(at + 3000 * SECOND)  # far longer than the ticks can tell
    world.plan(push(at + 3000 * SECOND + 500, 1) + [(at + 3002 * SECOND, 5, False)])
    world.run(at + 3004 * SECOND)
    assert pushed(host) == [(5, at), (1, at + 3000 * SECOND + 500)]
    assert not host.beacon.state & wire.STUCK


# ---------------------------------------------------------------------- store and forward


def test_a_press_is_said_again_and_again_until_it_is_on_disk():
    world, host = table()
    host.answers = False
    at = world.now_us + 1000
    world.plan(push(at, 2))
    world.run(at + 10 * SECOND)
    assert 5 <= len(said(host, wire.Press)) <= 12
    assert len(world.box.store.kept) == 1
    host.answers = True
    world.run(at + 13 * SECOND)
    assert world.box.store.kept == []
    before = len(said(host, wire.Press))
    world.run(at + 20 * SECOND)
    assert len(said(host, wire.Press)) == before
    assert pushed(host) == [(2, at)]


def test_a_host_that_crashed_finds_all_it_had_not_kept_and_keeps_nothing_twice():
    world, host = table()
    at = world.now_us + 1000
    for n in range(6):
        world.plan(push(at + n * 3000, n))
    world.run(at + 12_000)  # some said, none on disk
    assert said(host, wire.Press)
    disk = host.disk
    world.hosts[0] = host = Host(world.cables[0].host_end, KEY, "fedcba9876543210", disk, world.now_us)
    world.run(at + 3 * SECOND)
    assert pushed(host) == [(n, at + n * 3000) for n in range(6)]
    assert disk.twice == 0
    assert world.box.store.kept == []


def test_when_nobody_fetches_them_the_newest_are_lost_and_their_number_is_told():
    world, host = table()
    host.answers = False
    at = world.now_us + 1000
    for n in range(SIZE + 10):
        world.plan(push(at, n % 6))
        world.run(at + 200_000)
        at += 200_000
    assert host.beacon.state & wire.FULL
    first_lost = at - 10 * 200_000
    world.run(world.now_us + 3 * SECOND)
    host.answers = True
    world.run(world.now_us + 5 * SECOND)
    (lost,) = said(host, wire.Lost)[:1]
    assert (lost.seq, lost.at_us, lost.count) == (SIZE + 1, first_lost, 10)
    world.plan(push(world.now_us + 500, 4))
    world.run(world.now_us + 2 * SECOND)
    assert len(pushed(host)) == SIZE + 1
    assert not host.beacon.state & wire.FULL
    assert host.disk.through(host.welcome.boot) == SIZE + 2


def test_acknowledgements_of_another_boot_or_of_what_was_never_given_mean_nothing():
    world, host = table()
    host.answers = False
    world.plan(push(world.now_us + 500, 4))
    world.run(world.now_us + 200_000)
    for boot, seq in (("00000000", 1), (host.welcome.boot, 2), (host.welcome.boot, 0)):
        host.say(wire.Ack(boot, seq))
        world.run(world.now_us + 50_000)
        assert len(world.box.store.kept) == 1


def test_no_press_comes_late_to_a_watermark_and_none_is_settled_that_is_not_on_disk():
    world, host = table("irq", every_ms=40)
    late, marks = set(), []
    for n in range(30):
        at = world.now_us + random.randint(1000, 60_000)
        world.plan(push(at, n % 6, random.randint(0, 9)) + push(at + random.randint(0, 900), (n + 1) % 6, 5))
        while world.now_us < at + 250_000:
            world.run(world.now_us + random.randint(100, 30_000))
            late.add((host.settled_us, len(host.disk.rows.get(host.welcome.boot, ()))))
            marks += [(beacon.now_us - beacon.behind_us, beacon.last) for beacon in said(host, wire.Beacon)]
            host.heard = []  # MicroPython has little room for memories
    stamps = [at_us for _, at_us in pushed(host)]
    assert len(stamps) == 60
    assert len(marks) > 100
    for through_us, last in marks:
        assert all([press.at_us > through_us for press in presses(host) if press.seq > last])
    for settled_us, there in late:
        assert len([at for at in stamps if at <= settled_us]) <= there
    assert len({settled for settled, _ in late}) > 50


def test_a_power_cut_is_seen_by_a_new_boot():
    world, host = table()
    boot = host.welcome.boot
    world.power_cut()
    world.run(world.now_us + 4 * SECOND)
    assert host.welcome.boot != boot


# ---------------------------------------------------------------------- who is heard


def test_a_stranger_is_not_heard_and_told_so_once():
    world = World(KEY)
    end = world.cables[0].host_end
    reader = wire.LineReader(wire.FROM_THE_BOX)
    for _ in range(5):
        end.write(wire.encode(wire.Orders(1, 1, wire.RACE, 63, "222222")))
        world.run(world.now_us + 50_000)
    assert world.box.race.orders.orders == 0
    assert reader.feed(end.read()) == [wire.No("stranger")]


def test_a_host_with_another_key_gets_no_session():
    world = World(KEY)
    host = Host(world.cables[1].host_end, bytes(32), NONCE, Disk(), 0)
    world.hosts.append(host)
    world.run(2 * SECOND)
    assert host.here
    assert not host.welcome  # it does not believe the box either
    for _ in range(3):
        host.say(wire.Proof(wire.proof(bytes(32), "host", host.here.box, NONCE, host.here.nonce)))
        world.run(world.now_us + 100_000)
    assert whys(host) == ["proof"]
    assert world.box.host is None
    world.run(15 * SECOND)
    assert world.cables[1].dropped  # it holds the radio that the owner needs


def test_an_overheard_proof_opens_nothing():
    world, host = table()
    proof = wire.Proof(wire.proof(KEY, "host", host.here.box, NONCE, host.here.nonce))
    thief = Host(world.cables[1].host_end, bytes(32), NONCE, Disk(), world.now_us)
    world.hosts.append(thief)
    world.run(world.now_us + SECOND)
    thief.say(proof)
    world.run(world.now_us + SECOND)
    assert whys(thief) == ["proof"]
    assert world.box.host is world.box.talks[0]


def test_an_unpaired_box_says_so_and_takes_a_key_over_a_cable_alone():
    world = World()
    cable, radio = [Host(c.host_end, KEY, NONCE, Disk(), 0) for c in world.cables]
    world.hosts = [cable, radio]
    world.run(SECOND)
    for host in (cable, radio):
        assert host.here.key == wire.NOBODY
        assert not host.welcome
        assert "unpaired" in whys(host)
    key = wire.Key("".join(["%02x" % byte for byte in KEY]))
    radio.say(key)
    world.run(world.now_us + SECOND)
    assert "usb" in whys(radio)
    assert world.board.key == b""
    world.board.writable = False
    cable.say(key)
    world.run(world.now_us + SECOND)
    assert whys(cable)[-1] == "flash"
    world.board.writable = True
    cable.say(key)
    world.run(world.now_us + 2 * SECOND)
    assert said(cable, wire.Paired) == [wire.Paired(wire.key_id(KEY))]
    assert world.board.key == KEY
    assert cable.welcome or radio.welcome


def test_hello_and_proof_may_be_said_again():
    world, host = table()
    host.keep_heard, host.heard = True, []
    for _ in range(3):
        host.say(wire.Hello(wire.MAJOR, wire.MINOR, NONCE))
        world.run(world.now_us + 50_000)
    answers = said(host, wire.Here)
    assert len(answers) == 3
    assert answers[0] == answers[1] == answers[2] == host.here
    assert len(said(host, wire.Welcome)) == 3
    assert whys(host) == []


def test_a_newer_session_takes_the_place_of_the_older_one():
    world, host = table()
    other = Host(world.cables[1].host_end, KEY, "00000000000000ff", Disk(), world.now_us)
    world.hosts = [other]
    world.run(world.now_us + SECOND)
    assert other.welcome
    host.heard = host.reader.feed(host.end.read())
    assert host.heard[-1] == wire.No("taken")
    world.plan(push(world.now_us + 500, 3))
    world.run(world.now_us + SECOND)
    assert [button for button, _ in pushed(other)] == [3]


def test_a_host_that_fell_silent_is_gone_and_its_box_goes_on_alone():
    world, host = table()
    host.wish(1, wire.RACE)
    world.run(world.now_us + SECOND)
    world.hosts = []
    at = world.now_us + 3 * SECOND
    world.run(at)
    assert world.box.host is None
    world.plan(push(at + 500, 3))
    world.run(at + SECOND)
    assert len(world.box.store.kept) == 1
    assert world.board.shown[-1][1] & 1 << 3  # first, and its lamp says so
    silent = host.end.cable.up.flying
    world.run(at + 2 * SECOND)
    assert host.end.cable.up.flying == silent  # nothing is written to nobody
    world.hosts = [host]
    world.run(at + 8 * SECOND)
    assert [button for button, _ in pushed(host)] == [3]


def test_another_major_version_is_told_and_gets_no_session():
    world = World(KEY)
    end = world.cables[0].host_end
    reader = wire.LineReader(wire.FROM_THE_BOX)
    end.write(wire.encode(wire.Hello(wire.MAJOR + 1, 0, NONCE)))
    world.run(100_000)
    here, no = reader.feed(end.read())
    assert no == wire.No("version")
    assert here.major == wire.MAJOR
    end.write(wire.encode(wire.Proof(wire.proof(KEY, "host", here.box, NONCE, here.nonce))))
    world.run(200_000)
    assert reader.feed(end.read()) == [wire.No("proof")]


def test_the_prompt_is_for_those_with_a_cable():
    world, _ = table()
    world.cables[1].host_end.write(wire.encode(wire.Maintain()))
    world.run(world.now_us + 100_000)
    assert not world.box.maintain
    world.cables[0].host_end.write(wire.encode(wire.Maintain()))
    world.run(world.now_us + 100_000)
    assert world.box.maintain


def test_broken_lines_are_counted_and_the_next_good_one_is_heard():
    world, host = table()
    host.orders = wire.Orders(9, 1, wire.RACE, 63, "000000")
    good = wire.encode(host.orders)
    for garbage in (b"\x03\x04\x00\n", b"AT+GCAP\r\n", good[:12], good[:-3] + b"\n", b"@" * 300, b"x" * 1000):
        host.end.write(garbage)
        world.run(world.now_us + 30_000)
    host.end.write(b"@Q,1,2*" + b"%06x\n" % (__import__("binascii").crc32(b"Q,1,2") & 0xFFFFFF))
    world.hosts = []  # no heartbeat between the halves of a line
    host.end.write(good[:15])
    world.run(world.now_us + 30_000)
    host.end.write(good[15:])
    world.run(world.now_us + 30_000)
    world.hosts = [host]
    world.run(world.now_us + SECOND)
    reader = world.box.talks[0].reader
    assert world.box.race.orders.orders == 9
    assert reader.unknown == 1
    assert reader.broken >= 3
    assert reader.noise >= 2
    assert host.beacon.broken == reader.broken


# ---------------------------------------------------------------------- heartbeat and clocks


def test_a_beacon_says_when_the_last_ping_came_and_comes_as_often_as_was_asked():
    world, host = table(every_ms=50)
    world.cables[0].down.delay_us = (0, 0)
    world.run(5 * SECOND)
    host.heard = []
    world.run(15 * SECOND)
    beacons = said(host, wire.Beacon)
    assert 150 <= len(beacons) <= 230
    gaps = [b.now_us - a.now_us for a, b in zip(beacons, beacons[1:])]
    assert min(gaps) >= 25_000
    assert max(gaps) <= 95_000  # half as long again, and a lazy loop of 15 ms
    assert max(gaps) - min(gaps) > 30_000
    assert all([0 <= b.ping_age_us <= 70_000 for b in beacons])
    assert len({b.ping for b in beacons}) > 100


def test_a_box_that_was_never_pinged_says_never_and_an_old_ping_does_not_come_back():
    world, host = table()
    first = said(host, wire.Beacon)
    assert first[0].ping_age_us == wire.NEVER or first[0].ping == 0
    world.run(3 * SECOND)
    assert host.beacon.ping_age_us < SECOND


# ---------------------------------------------------------------------- race and lamps


def lamps(world):
    return world.board.shown[-1][1]


def test_the_box_ranks_callers_and_lights_the_winner_at_once():
    world, host = table()
    host.wish(1, wire.RACE, 0b011111)
    world.run(world.now_us + SECOND)
    at = world.now_us + 1000
    world.plan(push(at, 5) + push(at + 100, 2, 5) + push(at + 200, 4) + push(at + 400_000, 2))
    world.run(at + 2 * SECOND)
    told = [(press.button, press.rank, press.flags) for press in presses(host)]
    assert told == [(5, 0, wire.SHUT), (2, 1, 0), (4, 2, 0), (2, 0, wire.AGAIN)]
    lit_at = min([t for t, shown in world.board.shown if t > at and shown & 1 << 2])
    assert lit_at - at <= 10_000  # the loop of this world is lazier than the box's own
    assert all([shown & 1 << 2 and not shown & 1 << 5 for t, shown in world.board.shown if t > lit_at])
    blinks = [shown >> 4 & 1 for t, shown in world.board.shown if t > lit_at]
    assert set(blinks) == {0, 1}


def test_with_several_boxes_each_says_heard_and_the_host_names_the_winner():
    world, host = table()
    host.wish(1, wire.HEARD)
    world.run(world.now_us + SECOND)
    at = world.now_us + 1000
    world.plan(push(at, 3))
    world.run(at + 3 * SECOND)
    blinks = [shown >> 3 & 1 for t, shown in world.board.shown if t > at + 1000]
    assert set(blinks) == {0, 1}
    host.wish(1, wire.HEARD, 63, "000200")
    world.run(world.now_us + SECOND)
    world.board.shown = world.board.shown[-1:]
    world.run(world.now_us + 2 * SECOND)
    assert all([shown == 1 << 3 for _, shown in world.board.shown])


def test_before_go_a_press_is_early_and_counts_for_nothing():
    world, host = table()
    host.wish(1, wire.READY)
    world.run(world.now_us + SECOND)
    world.plan(push(world.now_us + 1000, 3))
    world.run(world.now_us + SECOND)
    host.wish(1, wire.RACE)
    world.run(world.now_us + SECOND)
    world.plan(push(world.now_us + 1000, 3))
    world.run(world.now_us + SECOND)
    assert [(press.rank, press.flags) for press in presses(host)] == [(0, wire.EARLY), (1, 0)]


def test_after_a_false_call_the_next_is_first_and_a_new_heat_begins_with_nobody():
    world, host = table()
    host.wish(1, wire.RACE)
    world.run(world.now_us + SECOND)
    at = world.now_us + 1000
    world.plan(push(at, 0) + push(at + 5000, 1))
    world.run(at + SECOND)
    assert lamps(world) & 1
    host.wish(1, wire.RACE, 0b111110)  # seat 0 may not call for a while
    world.run(world.now_us + SECOND)
    assert world.box.race.winner == 1
    host.wish(2, wire.RACE)
    world.run(world.now_us + SECOND)
    assert world.box.race.winner == -1
    world.plan(push(world.now_us + 1000, 0))
    world.run(world.now_us + SECOND)
    assert presses(host)[-1].rank == 1
    assert presses(host)[-1].heat == 2


def test_orders_are_followed_once_and_known_by_the_beacon():
    world, host = table()
    world.cables[0].down.drop = 0.3
    host.wish(1, wire.READY)
    world.run(world.now_us + 20 * SECOND)
    assert host.beacon.orders == 1 == world.box.race.orders.orders


def test_a_host_that_starts_anew_is_obeyed_though_it_counts_its_orders_from_one_again():
    world, host = table()
    host.wish(7, wire.RACE)
    world.run(world.now_us + SECOND)
    world.plan(push(world.now_us + 1000, 3))
    world.run(world.now_us + SECOND)
    host = Host(world.cables[0].host_end, KEY, "fedcba9876543210", host.disk, world.now_us)
    world.hosts = [host]
    world.run(world.now_us + 500_000)
    assert host.beacon.orders == 0
    assert world.box.race.winner == 3  # what stands, stands
    host.wish(8, wire.HEARD, 0b11)
    world.run(world.now_us + SECOND)
    assert host.beacon.orders == 1
    assert world.box.race.orders == wire.Orders(1, 8, wire.HEARD, 0b11, "000000")
    assert world.box.race.winner == -1


def test_a_lamp_is_lit_while_its_button_is_down_and_nothing_else_is_on():
    world, _ = table()
    at = world.now_us + 1000
    world.plan(push(at, 4, 3, 200_000))
    world.run(at + 100_000)
    assert lamps(world) == 1 << 4
    world.run(at + SECOND)
    assert lamps(world) == 0


def test_lamps_tell_of_a_box_without_key_without_host_and_without_room():
    world = World()
    world.run(10 * SECOND)
    chase = [shown for _, shown in world.board.shown]
    assert set(chase) == {1, 2, 4, 8, 16, 32}
    world = World(KEY)
    world.run(10 * SECOND)
    assert {shown for _, shown in world.board.shown} == {0, 63}
    assert 3 <= len([1 for _, shown in world.board.shown if shown]) <= 6
    for n in range(SIZE + 1):
        world.plan(push(world.now_us + 500, n % 6))
        world.run(world.now_us + 200_000)
    world.board.shown = []
    world.run(world.now_us + 2 * SECOND)
    assert len([1 for _, shown in world.board.shown if shown == 63]) > 10


def test_a_link_without_room_delays_and_loses_nothing():
    world, host = table()
    world.cables[0].room = False
    at = world.now_us + 1000
    world.plan(push(at, 4))
    world.run(at + SECOND)
    assert pushed(host) == []
    world.cables[0].room = True
    world.run(at + 5 * SECOND)
    assert pushed(host) == [(4, at)]


def test_the_seed_of_a_run_is_all_its_chance():
    random.seed(1)
    one = random.getrandbits(16)
    random.seed(1)
    assert random.getrandbits(16) == one


# ---------------------------------------------------------------------- the codec


def test_every_line_on_paper_is_written_and_read_alike():
    for line, (name, *values) in vectors.SOUND:
        message = getattr(wire, name)(*values)
        assert wire.encode(message) == line.encode() + b"\n", line
        ours = [kind for kind in wire.FROM_HOST if kind.LETTER == message.LETTER]
        kinds = wire.FROM_HOST if ours else wire.FROM_THE_BOX
        assert wire.decode(line.encode(), kinds) == message
        assert message.values() == tuple(values)
    for line in vectors.WRONG:
        for kinds in (wire.FROM_HOST, wire.FROM_THE_BOX):
            assert wire.decode(line.encode(), kinds) in (wire.BROKEN, wire.UNKNOWN), line
        assert wire.BROKEN in [wire.decode(line.encode(), k) for k in (wire.FROM_HOST, wire.FROM_THE_BOX)], (
            line
        )
    for line, (name, *values) in vectors.LATER:
        assert wire.decode(line.encode(), wire.FROM_HOST) == getattr(wire, name)(*values)
