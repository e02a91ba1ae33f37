"""The button box. One step of the main loop: look, stamp, keep, listen, speak, show."""

import binascii

from firmware import lamps, wire
from firmware.board import Board
from firmware.clock import Clock, later, since
from firmware.debounce import Debouncer
from firmware.race import Race
from firmware.store import Store
from firmware.talk import Talk

VERSION = "1.0"
_SECOND_US = 1_000_000
_NEVER_US = 500_000_000  # a ping older than this is none: ticks come round


class Box:
    """All of a button box but its board."""

    def __init__(self, board: Board) -> None:
        now = board.ticks()
        self.board = board
        self.clock = Clock(now)
        self.debouncer = Debouncer(board.buttons, now)
        self.race = Race()
        self.store = Store(binascii.hexlify(board.random(4)).decode())
        self.talks = [Talk(link, board, now) for link in board.links]
        self.host: Talk | None = None
        self.key = board.load_key()
        self.maintain = False
        """The host wants the prompt: whoever runs us is to restart the board into it."""
        self._beacons = self._ping = 0
        self._ping_at = -1
        self._every_ms, self._beacon_at, self._beacon_in, self._beacon_now = 250, now, 0, False
        self._second_at = now
        self._news, self._shown_at, self._shown = True, -1, -1

    def step(self) -> None:
        """To be called about every millisecond."""
        now = self._look()
        for talk in self.talks:
            for message in talk.hear(self.key, now):
                self._obey(talk, message, now)
        if self.host is not None and not self.host.open:
            self.host = None
        if self.host is not None:
            self._speak(self.host, now)
        if self._news or now >> 12 != self._shown_at:  # at once after a press, else every four milliseconds
            self._news, self._shown_at = False, now >> 12
            self._show(now)
        if since(now, self._second_at) >= _SECOND_US:
            self._second_at = now
            self.debouncer.find_stuck(now)
            if self._ping_at >= 0 and since(now, self._ping_at) > _NEVER_US:
                self._ping_at = -1
            self.board.tidy()

    # ------------------------------------------------------------------ presses

    def _look(self) -> int:
        """Take in edges and level; keep what is certain. Returns the tick up to which we have looked."""
        edges, debouncer = self.board.edges, self.debouncer
        before = edges.head
        low = self.board.low()
        now = self.board.ticks()
        end = edges.head
        still = end == before  # a level is worth something only if no edge came while it was read
        while edges.tail != end:
            at = edges.ticks[edges.tail]
            debouncer.look(at, edges.low[edges.tail], True)
            edges.done()
            now = later(now, at)
        if still:
            debouncer.look(now, low, False)
        self.clock.see(now)
        group = debouncer.take(now)
        while group:
            self._press(group, self.clock.us(debouncer.at))
            group = debouncer.take(now)
        group = debouncer.held(now)
        if group:
            for button in range(self.board.buttons):
                if group >> button & 1:
                    self._keep(wire.HELD, button, self.clock.us(now), 0, 0)
        return now

    def _press(self, group: int, at_us: int) -> None:
        """Presses of one look, in an order drawn by lot, so that no pin is better than another."""
        waiting = [button for button in range(self.board.buttons) if group >> button & 1]
        while waiting:
            button = waiting.pop(self._draw(len(waiting)))
            rank, flags = self.race.press(button)
            if self.debouncer.coarse >> button & 1:
                flags |= wire.COARSE
            self._keep(wire.PRESSED, button, at_us, rank, flags)

    def _keep(self, kind: int, button: int, at_us: int, rank: int, flags: int) -> None:
        self.store.add(kind, button, at_us, self.race.orders.heat, rank, flags)
        self._beacon_now = self._news = True

    def _draw(self, count: int) -> int:
        """One of so many, each as likely."""
        if count == 1:
            return 0
        fair = 256 - 256 % count
        drawn = fair
        while drawn >= fair:
            drawn = self.board.random(1)[0]
        return drawn % count

    # ------------------------------------------------------------------ host

    def _obey(self, talk: Talk, message: wire.Message, now: int) -> None:
        if isinstance(message, wire.Proof):
            self._welcome(talk, now)
        elif isinstance(message, wire.Key):
            self._pair(talk, message)
        elif isinstance(message, wire.Maintain):
            self.maintain = True
        elif isinstance(message, wire.Ping):
            self._ping, self._ping_at = message.ping, self.board.ticks()
            self._every_ms = max(40, min(message.every_ms, 1000))
            self._beacon_in = min(self._beacon_in, 1500 * self._every_ms)
        elif isinstance(message, wire.Ack):
            self.store.ack(message.boot, message.seq)
        elif isinstance(message, wire.Orders) and message.orders != self.race.orders.orders:
            self.race.obey(message)
            self._beacon_now = self._news = True

    def _welcome(self, talk: Talk, now: int) -> None:
        if self.host is not None and self.host is not talk:
            self.host.close("taken", now)
        self.host = talk
        self.store.begin()
        self.race.orders.orders = 0  # they stand, but their number was the last host's
        self._ping_at = -1
        self._beacon_now = True
        board, store = self.board, self.store
        welcome = wire.Welcome(
            store.boot,
            VERSION,
            board.name,
            board.buttons,
            board.class_us,
            store.first,
            store.last,
            board.woke,
        )
        talk.link.write(wire.encode(welcome))

    def _pair(self, talk: Talk, message: wire.Key) -> None:
        key = binascii.unhexlify(message.key)
        if not self.board.save_key(key):
            talk.no("flash")
            return
        self.key = key
        talk.link.write(wire.encode(wire.Paired(wire.key_id(key))))

    def _speak(self, host: Talk, now: int) -> None:
        said = 0
        for record in self.store.due(now) if self.store.kept else ():
            if not host.link.write(wire.encode(record)):
                break
            said += 1
        if said:
            self.store.said(said, now)
        if self._beacon_now or since(now, self._beacon_at) >= self._beacon_in:
            self._beacon(host, now)

    def _beacon(self, host: Talk, now: int) -> None:
        debouncer, edges = self.debouncer, self.board.edges
        behind = debouncer.behind(now)
        state = (wire.FULL if self.store.losing else 0) | (wire.STUCK if debouncer.stuck else 0)
        broken = sum([talk.reader.broken for talk in self.talks])
        write = later(self.board.ticks(), now)
        age = wire.NEVER if self._ping_at < 0 else since(write, self._ping_at)
        beacon = wire.Beacon(
            self.store.boot, self._beacons, self.clock.us(write), behind + since(write, now), self.store.last,
            self._ping, age, self.race.orders.orders, debouncer.down, state,
            debouncer.glitches & 0xFFFF, edges.missed & 0xFFFF, broken & 0xFFFF,
        )  # fmt: skip
        if not host.link.write(wire.encode(beacon)):
            return
        self._beacons = (self._beacons + 1) & 0xFFFF
        self._beacon_now, self._beacon_at = False, now
        self._beacon_in = self._every_ms * (500 + 1000 * self.board.random(1)[0] // 255)

    # ------------------------------------------------------------------ lamps

    def _show(self, now: int) -> None:
        debouncer = self.debouncer
        shown = lamps.lit(
            self.race, now, self.board.buttons, debouncer.down, debouncer.stuck, bool(self.key),
            self.host is not None, self.store.losing is not None,
        )  # fmt: skip
        if shown != self._shown:
            self._shown = shown
            self.board.show(shown)
