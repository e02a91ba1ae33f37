"""The smallest host that does all the protocol asks of one. Runs on MicroPython too."""

from firmware import wire

HELLO_US, COMMIT_US = 250_000, 20_000


class Disk:
    """What survives a host's crash: presses by boot and number."""

    def __init__(self) -> None:
        self.rows = {}  # boot -> {seq: record}
        self.twice = 0

    def keep(self, records) -> None:
        for record in records:
            rows = self.rows.setdefault(record.boot, {})
            if record.seq in rows:
                self.twice += 1
            rows[record.seq] = record

    def through(self, boot) -> int:
        """The number up to which all of a boot is here."""
        rows, seq = self.rows.get(boot, {}), 0
        while seq + 1 in rows:
            seq += 1
        return seq


class Host:
    """One life of a host program, at its end of a link (`read() -> bytes`, `write(bytes)`)."""

    def __init__(self, end, key, nonce, disk, now_us, every_ms=250) -> None:
        self.end, self.key, self.nonce, self.disk = end, key, nonce, disk
        self.reader = wire.LineReader(wire.FROM_THE_BOX)
        self.every_ms = every_ms
        self.heard = []  # every message, for tests to look at
        self.keep_heard = True
        self.answers = True
        """A host with a full disk, or one that hangs, does not acknowledge."""
        self.orders = wire.Orders(0, 0, wire.REST, 0, wire.OWN * 6)
        self.settled_us = -1
        """All presses up to this time are on disk."""
        self._marks = []
        self.pending, self.pending_at = {}, 0
        self._ping, self._ping_at, self._hello_at = 0, now_us, now_us - HELLO_US
        self._through = 0
        self._heard_at = now_us
        self.begin(now_us)

    def begin(self, now_us) -> None:
        """A link begins; what was known of the session is worth nothing."""
        self.here = self.welcome = self.beacon = None
        self._hello_at = now_us - HELLO_US
        self.reader = wire.LineReader(wire.FROM_THE_BOX)
        self.end.write(b"\n")

    def say(self, message) -> None:
        self.end.write(wire.encode(message))

    def wish(self, heat, mode, callers=63, lamps="000000") -> None:
        """New orders: said until a beacon knows them."""
        self.orders = wire.Orders(self.orders.orders % 65535 + 1, heat, mode, callers, lamps)
        if self.welcome:
            self.say(self.orders)

    def step(self, now_us) -> None:
        for message in self.reader.feed(self.end.read()):
            self._hear(message, now_us)
        if not self.welcome:
            if now_us - self._hello_at >= HELLO_US:
                self._hello_at = now_us
                self.say(wire.Hello(wire.MAJOR, wire.MINOR, self.nonce))
            return
        if now_us - self._heard_at > wire.LOST_MS * 1000:
            self.nonce = "%016x" % (int(self.nonce, 16) + 1)
            self.begin(now_us)
            return
        if self.pending and now_us - self.pending_at >= COMMIT_US and self.answers:
            self.disk.keep(self.pending.values())
            self.pending = {}
            self._acknowledge()
        if now_us - self._ping_at >= self.every_ms * 1000:
            self._ping_at = now_us
            self._ping = self._ping + 1 & 0xFFFF
            self.say(wire.Ping(self._ping, self.every_ms))
            if self.beacon and self.beacon.orders != self.orders.orders:
                self.say(self.orders)

    def _acknowledge(self) -> None:
        boot = self.welcome.boot
        rows = self.disk.rows.get(boot, {})
        while self._through + 1 in rows:
            self._through += 1
        self.say(wire.Ack(boot, self._through))
        for through_us, last in self._marks:
            if last <= self._through:
                self.settled_us = max(self.settled_us, through_us)
        self._marks = [mark for mark in self._marks if mark[1] > self._through]

    def _hear(self, message, now_us) -> None:
        if self.keep_heard:
            self.heard.append(message)
        if isinstance(message, wire.Here):
            self.here = message
            proof = wire.proof(self.key, "box", message.box, self.nonce, message.nonce)
            if wire.alike(proof, message.proof):
                mine = wire.proof(self.key, "host", message.box, self.nonce, message.nonce)
                self.say(wire.Proof(mine))
            return
        if isinstance(message, wire.Welcome):
            self._heard_at = now_us
            if not self.welcome or self.welcome.boot != message.boot:
                self.settled_us, self._marks = -1, []
                self._through = self.disk.through(message.boot)
            self.welcome = message
            self.say(wire.Ping(0, self.every_ms))
            if self.orders.orders:
                self.say(self.orders)
            if self._through:
                self.say(wire.Ack(message.boot, self._through))
            return
        if not self.welcome:
            return
        self._heard_at = now_us
        if isinstance(message, (wire.Press, wire.Lost)):
            if message.boot != self.welcome.boot:
                return
            if message.seq in self.disk.rows.get(message.boot, {}):
                if self.answers:
                    self.say(wire.Ack(message.boot, self._through))
            elif message.seq not in self.pending:
                if not self.pending:
                    self.pending_at = now_us
                self.pending[message.seq] = message
        elif isinstance(message, wire.Beacon):
            if message.boot != self.welcome.boot:  # it lost power and came again: begin anew
                self.nonce = "%016x" % (int(self.nonce, 16) + 1)
                self.begin(now_us)
                return
            self.beacon = message
            mark = message.now_us - message.behind_us, message.last
            if message.last <= self._through:
                self.settled_us = max(self.settled_us, mark[0])
            elif len(self._marks) < 64:
                self._marks.append(mark)
        elif isinstance(message, wire.No) and message.why in ("taken", "stranger"):
            self.welcome = None
            self.nonce = "%016x" % (int(self.nonce, 16) + 1)
            self._hello_at = now_us
