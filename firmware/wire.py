"""The lines that a button box and its host say to each other. Both ends import this very file.

A LINE      @ letter , field , field … * crc newline        printable ASCII, LONGEST bytes at most
            The crc is six hex digits: the low 24 bits of CRC-32 over what stands between "@" and "*". Numbers
            are lower-case hex. A reader drops what is no such line and counts it, starts anew at every "@",
            does not know some letters (and says nothing), and takes no notice of fields behind those it
            knows. The same bytes go over USB serial and over the Nordic UART service, cut where the radio
            likes.

A SESSION   H host: my version, my nonce       → h box: my version, who I am, my nonce, my proof
            C host: my proof                   → c box: welcome, and how things stand

            Proofs are HMAC-SHA256 over both nonces with the key that the box got over USB (K → k). Each end
            begins nothing with one that cannot prove itself. H may be repeated (every 250 ms): the same host
            nonce gets the same answer. So may C. What the box does not want it answers once with X and a
            word. A newer session takes the place of an older one. Whoever has not been heard for LOST_MS is
            gone. Same major version: we understand each other. Another major: X version, and no session.
            The lines of an open session are not signed one by one.

PRESSES     P says one press, Z says that some were lost for want of room. Each has the next number (seq) of
            this boot of the box. The box keeps it, and says it again and again, until A boot seq: "all up to
            this one are on disk". The host says A only then. (boot, seq) names a press for ever: the host
            drops what it has. Numbers are given in the order of stamps; equal stamps in an order that the
            box has drawn by lot. So (at_us, seq) is the order of one box, and equal at_us is a dead heat.
            A new boot means that the box lost power, and with it whatever was not acknowledged.

WATERMARK   B is the box's beacon. Its now_us, less behind_us, is a time of which the box knows: every press
            stamped then or earlier has a seq of at most `last`. A host that has all seqs up to `last` may
            announce who was first up to that time. This holds whichever way lines were lost or are late.

CLOCKS      Times are microseconds since the box started, 48 bits. T is the host's heartbeat, at least four a
            second; the next beacon says its number and how long ago it came (ping_age_us, NEVER if there was
            none). Beacons come at random within half and one and a half of the time that T asks for, so that
            they do not beat with the radio. now_us is read just before the beacon is written, the ping's time
            as soon as it is read: T and B are two one-way measurements, never a round trip.

ORDERS      G is all that the host wants of the box: heat, mode, who may call, lamps. It is a level, not an
            event: the host gives each new wish a new number and repeats it until a beacon says that number.
            A new heat forgets the ranking of the last: the host takes one for each race, and when a call was
            false and its caller may call again; a program that starts begins with a heat drawn at random.
            Without a host the box goes on with the last orders; in a new session their number is 0.

M over USB makes the box restart into MicroPython's own prompt, so that new files can be copied.
"""

import binascii
import hashlib

MAJOR, MINOR = 1, 0
LONGEST = 128
"""Bytes of a line at most, its newline not counted."""
STALE_MS, LOST_MS = 1000, 2500
"""How long an end may be silent until it is doubted, and until it is gone."""
NEVER = 0x3FFFFFFF
NOBODY = "00000000"
"""The key id of a box that has no key."""

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
TO_BOX = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
FROM_BOX = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
"""The Nordic UART service, what the host writes and what the box notifies."""

PRESSED, HELD = 0, 1
"""What a P says: a button went down; it has now been down for a second."""
COARSE, EARLY, SHUT, AGAIN = 1, 2, 4, 8
"""Flags of a P: seen late, by a look at the level; before GO; by one who may not call, or has called."""
REST, READY, RACE, HEARD = 0, 1, 2, 3
"""Modes: nothing is on; a press would be early; the box names the winner; the box says "heard" to all."""
OWN, DARK, LIT, SLOW, FAST = "0", "1", "2", "3", "4"
"""What the host may want of each lamp, a digit a button: the box's own idea (5 to f too), or a look."""
FULL, STUCK = 1, 2
"""States in a beacon: presses are being lost for want of room; a button has been down for far too long."""

NUMBER, HEX, WORD = 0, 1, 2
"""Kinds of field: a number of so many bits; so many hex digits; printable characters, so many at most."""


class Message:
    """One line's content. Equal when letter and fields are."""

    LETTER = ""
    FIELDS: tuple[tuple[str, int, int], ...] = ()
    """Name, kind and size of each field, in the order of the line and of the constructor."""

    def values(self) -> tuple[int | str, ...]:
        return tuple([getattr(self, field[0]) for field in self.FIELDS])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.LETTER == other.LETTER and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((self.LETTER, self.values()))

    def __repr__(self) -> str:
        return "%s%r" % (type(self).__name__, self.values())


class Hello(Message):
    """Host: the versions it speaks and eight bytes that were never used before."""

    LETTER = "H"
    FIELDS = (("major", NUMBER, 8), ("minor", NUMBER, 8), ("nonce", HEX, 16))

    def __init__(self, major: int, minor: int, nonce: str) -> None:
        self.major, self.minor, self.nonce = major, minor, nonce


class Here(Message):
    """Box: who it is, which key it has, eight fresh bytes of its own and its proof (zeros without a key)."""

    LETTER = "h"
    FIELDS = (
        ("major", NUMBER, 8), ("minor", NUMBER, 8), ("box", HEX, 12), ("key", HEX, 8), ("nonce", HEX, 16),
        ("proof", HEX, 32),
    )  # fmt: skip

    def __init__(self, major: int, minor: int, box: str, key: str, nonce: str, proof: str) -> None:
        self.major, self.minor, self.box = major, minor, box
        self.key, self.nonce, self.proof = key, nonce, proof


class Proof(Message):
    """Host: that it has the key."""

    LETTER = "C"
    FIELDS = (("proof", HEX, 32),)

    def __init__(self, proof: str) -> None:
        self.proof = proof


class Welcome(Message):
    """Box: the session is open. `class_us` is how late a stamp may be; 0 kept means first is last + 1.

    `woke` says why the box started: power; watchdog, which is also how it starts itself anew; other.
    """

    LETTER = "c"
    FIELDS = (
        ("boot", HEX, 8), ("firmware", WORD, 12), ("board", WORD, 12), ("buttons", NUMBER, 3),
        ("class_us", NUMBER, 16), ("first", NUMBER, 30), ("last", NUMBER, 30), ("woke", WORD, 12),
    )  # fmt: skip

    def __init__(
        self,
        boot: str,
        firmware: str,
        board: str,
        buttons: int,
        class_us: int,
        first: int,
        last: int,
        woke: str,
    ) -> None:
        self.boot, self.firmware, self.board, self.buttons = boot, firmware, board, buttons
        self.class_us, self.first, self.last, self.woke = class_us, first, last, woke


class Key(Message):
    """Host, over USB alone: the key from now on. There is one; a new one takes the old one's place."""

    LETTER = "K"
    FIELDS = (("key", HEX, 64),)

    def __init__(self, key: str) -> None:
        self.key = key


class Paired(Message):
    """Box: the key with this id has been written down."""

    LETTER = "k"
    FIELDS = (("key", HEX, 8),)

    def __init__(self, key: str) -> None:
        self.key = key


class No(Message):
    """Box, once each: unpaired, version, proof, stranger, usb (only over USB), flash (not written), taken."""

    LETTER = "X"
    FIELDS = (("why", WORD, 12),)

    def __init__(self, why: str) -> None:
        self.why = why


class Ping(Message):
    """Host: I am here, and I want a beacon every so many milliseconds (40 to 1000)."""

    LETTER = "T"
    FIELDS = (("ping", NUMBER, 16), ("every_ms", NUMBER, 10))

    def __init__(self, ping: int, every_ms: int) -> None:
        self.ping, self.every_ms = ping, every_ms


class Ack(Message):
    """Host: every press of this boot up to this one is on disk."""

    LETTER = "A"
    FIELDS = (("boot", HEX, 8), ("seq", NUMBER, 30))

    def __init__(self, boot: str, seq: int) -> None:
        self.boot, self.seq = boot, seq


class Orders(Message):
    """Host: all it wants of the box. Orders 0 are those of a box that was never told anything."""

    LETTER = "G"
    FIELDS = (
        ("orders", NUMBER, 16), ("heat", NUMBER, 16), ("mode", NUMBER, 2), ("callers", NUMBER, 6),
        ("lamps", HEX, 6),
    )  # fmt: skip

    def __init__(self, orders: int, heat: int, mode: int, callers: int, lamps: str) -> None:
        self.orders, self.heat, self.mode, self.callers, self.lamps = orders, heat, mode, callers, lamps


class Maintain(Message):
    """Host, over USB alone: restart into MicroPython's prompt."""

    LETTER = "M"


class Press(Message):
    """Box: a stamped push. `rank` is 1 for the first of the heat that counts, 0 for one that does not."""

    LETTER = "P"
    FIELDS = (
        ("boot", HEX, 8), ("seq", NUMBER, 30), ("kind", NUMBER, 2), ("button", NUMBER, 3),
        ("at_us", NUMBER, 48), ("heat", NUMBER, 16), ("rank", NUMBER, 3), ("flags", NUMBER, 8),
    )  # fmt: skip

    def __init__(
        self, boot: str, seq: int, kind: int, button: int, at_us: int, heat: int, rank: int, flags: int
    ) -> None:
        self.boot, self.seq, self.kind, self.button = boot, seq, kind, button
        self.at_us, self.heat, self.rank, self.flags = at_us, heat, rank, flags


class Lost(Message):
    """Box: so many presses from this time on were not kept, for want of room. Acknowledged like a press."""

    LETTER = "Z"
    FIELDS = (("boot", HEX, 8), ("seq", NUMBER, 30), ("at_us", NUMBER, 48), ("count", NUMBER, 16))

    def __init__(self, boot: str, seq: int, at_us: int, count: int) -> None:
        self.boot, self.seq, self.at_us, self.count = boot, seq, at_us, count


class Beacon(Message):
    """Box: I am here; the watermark; the last ping; orders I follow; buttons down; states; what went wrong.

    `glitches`: closings too short for a press. `missed`: edges that found no room. `broken`: lines that were
    none. All three count from the start of the box and begin again at 0 after 65535.
    """

    LETTER = "B"
    FIELDS = (
        ("boot", HEX, 8), ("beacon", NUMBER, 16), ("now_us", NUMBER, 48), ("behind_us", NUMBER, 30),
        ("last", NUMBER, 30), ("ping", NUMBER, 16), ("ping_age_us", NUMBER, 30), ("orders", NUMBER, 16),
        ("down", NUMBER, 6), ("state", NUMBER, 8), ("glitches", NUMBER, 16), ("missed", NUMBER, 16),
        ("broken", NUMBER, 16),
    )  # fmt: skip

    def __init__(
        self, boot: str, beacon: int, now_us: int, behind_us: int, last: int, ping: int, ping_age_us: int,
        orders: int, down: int, state: int, glitches: int, missed: int, broken: int,
    ) -> None:  # fmt: skip
        self.boot, self.beacon, self.now_us, self.behind_us, self.last = boot, beacon, now_us, behind_us, last
        self.ping, self.ping_age_us, self.orders, self.down, self.state = (
            ping,
            ping_age_us,
            orders,
            down,
            state,
        )
        self.glitches, self.missed, self.broken = glitches, missed, broken


FROM_HOST: tuple[type[Message], ...] = (Hello, Proof, Key, Ping, Ack, Orders, Maintain)
FROM_THE_BOX: tuple[type[Message], ...] = (Here, Welcome, Paired, No, Press, Lost, Beacon)

BROKEN, UNKNOWN = "broken", "unknown"


def encode(message: Message) -> bytes:
    """The line, newline and all. A value that its field cannot hold is an error: it would be no line."""
    body = message.LETTER
    for name, kind, size in message.FIELDS:
        value = getattr(message, name)
        if not _fits(value, kind, size):
            raise ValueError("%s: %s cannot be %r" % (message.LETTER, name, value))
        body += ",%x" % value if kind == NUMBER else "," + value
    line = body.encode()
    return b"@" + line + b"*" + _crc(line) + b"\n"


def decode(line: bytes, kinds: tuple[type[Message], ...]) -> Message | str:
    """What a line without its newline says: a message of one of these kinds, BROKEN or UNKNOWN."""
    if len(line) > LONGEST or line[:1] != b"@" or line[-7:-6] != b"*":
        return BROKEN
    body = line[1:-7]
    if _crc(body) != line[-6:]:
        return BROKEN
    for byte in body:
        if not 32 < byte < 127:
            return BROKEN
    parts = body.decode().split(",")
    for kind in kinds:
        if parts[0] == kind.LETTER:
            return _read(kind, parts)
    return UNKNOWN if parts[0] else BROKEN


def _read(kind: type[Message], parts: list[str]) -> Message | str:
    if len(parts) <= len(kind.FIELDS):
        return BROKEN
    values: list[int | str] = []
    for (_, form, size), part in zip(kind.FIELDS, parts[1:]):
        if form == NUMBER:
            if not 0 < len(part) <= 12 or not _is_hex(part):
                return BROKEN
            value: int | str = int(part, 16)
        else:
            value = part
        if not _fits(value, form, size):
            return BROKEN
        values.append(value)
    return kind(*values)


class LineReader:
    """Makes messages of bytes as they come, and remembers less than a line of them."""

    def __init__(self, kinds: tuple[type[Message], ...]) -> None:
        self._kinds, self._tail, self._cut = kinds, b"", False
        self.broken = 0
        """Lines that began like one and were none: half, changed on the way, too long, with wrong fields."""
        self.unknown = 0
        """Sound lines with a letter that is not among our kinds."""
        self.noise = 0
        """Other text: a prompt, a banner, a modem manager's greetings."""

    def feed(self, data: bytes) -> list[Message]:
        """The messages that are whole with these bytes, in their order."""
        pieces = (self._tail + data).split(b"\n")
        self._tail = pieces.pop()
        found = []
        for piece in pieces:
            message = self._line(piece)
            if message is not None:
                found.append(message)
        if len(self._tail) > LONGEST + 1:  # no line is so long; the next may have begun in it all the same
            self._before(self._tail)
            begun = self._tail.rfind(b"@")
            keep = begun > 0 and len(self._tail) - begun <= LONGEST
            self._tail, self._cut = self._tail[begun:] if keep else b"", not keep
        return found

    def _line(self, piece: bytes) -> Message | None:
        piece = piece.strip()
        begun = piece.rfind(b"@")
        if begun < 0 or self._cut:
            if piece and not self._cut:
                self.noise += 1
            self._cut = False
            if begun < 0:
                return None
        elif begun > 0:
            self._before(piece[:begun])
        message = decode(piece[begun:], self._kinds)
        if isinstance(message, Message):
            return message
        if message == UNKNOWN:
            self.unknown += 1
        else:
            self.broken += 1
        return None

    def _before(self, text: bytes) -> None:
        """Count what stood before a line, or instead of one."""
        if b"@" in text:
            self.broken += 1
        else:
            self.noise += 1


def proof(key: bytes, role: str, box: str, host_nonce: str, box_nonce: str) -> str:
    """What shows that an end has the key: half of an HMAC-SHA256, in hex. The role is "host" or "box"."""
    words = "tableside,%d,%s,%s,%s,%s" % (MAJOR, role, box, host_nonce, box_nonce)
    return binascii.hexlify(hmac_sha256(key, words.encode())).decode()[:32]


def key_id(key: bytes) -> str:
    """Which key it is, for people and lists; the key cannot be told from it."""
    return binascii.hexlify(hmac_sha256(key, b"tableside key")).decode()[:8]


def alike(one: str, other: str) -> bool:
    """Whether two proofs are equal, in a time that does not tell where they differ."""
    differ = len(one) ^ len(other)
    for a, b in zip(one, other):
        differ |= ord(a) ^ ord(b)
    return not differ


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104, for keys of 64 bytes at most; MicroPython has SHA-256, but no hmac."""
    padded = key + bytes(64 - len(key))
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in padded]))
    inner.update(message)
    outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in padded]))
    outer.update(inner.digest())
    return outer.digest()


def _crc(body: bytes) -> bytes:
    return b"%06x" % (binascii.crc32(body) & 0xFFFFFF)


def _fits(value: object, kind: int, size: int) -> bool:
    if kind == NUMBER:
        return isinstance(value, int) and value >= 0 and not value >> size
    if not isinstance(value, str):
        return False
    if kind == HEX:
        return len(value) == size and _is_hex(value)
    return 0 < len(value) <= size and not any([c in ",*@" or not 32 < ord(c) < 127 for c in value])


def _is_hex(text: str) -> bool:
    return all([c in "0123456789abcdef" for c in text])
