"""A host's session in virtual time, at the end of a world's cable."""

import random
from typing import Any

from companion.devices.known_box import KnownBox
from companion.devices.news import Heard, Opened, Told, Wish
from companion.devices.session import Session
from tests.firmware.world import World

COMMIT_US = 20_000


class VirtualHost:
    """One life of a program: one box, one link, a journal that survives it."""

    def __init__(self, world: World, disk: dict[tuple[str, str, int], Any], rng: random.Random) -> None:
        self._end, self._key, self.disk, self._rng = world.cables[0].host_end, world.board.key, disk, rng
        self.known = KnownBox("")
        self.told: list[Told] = []
        self.twice = 0
        """Records that were said to be new and were here before."""
        self.writes = True
        self.wanted: Wish | None = None
        self.quick = 250
        self._came: set[tuple[str, str, int]] = set()
        self._pending: list[tuple[int, Any]] = []
        self._due_us = 0
        self.session = Session(self, usb=True, nonce=self._nonce, rng=rng, now_ns=world.now_us * 1000)

    def step(self, now_us: int) -> None:
        session, now_ns = self.session, now_us * 1000
        news = session.hear(self._end.read(), now_ns) + session.tick(now_ns)
        for one in news:
            if isinstance(one, Heard):
                self._hear(one, now_us)
            elif isinstance(one, Opened) or len(self.told) < 100:
                self.told.append(one)
        if self._pending and now_us >= self._due_us and self.writes:
            for name, record in self._pending:
                self.disk.setdefault(name, record)
                if self.known.on_disk(name[1], name[2]):
                    session.acknowledge()
            self._pending = []
        out = session.take()
        if out:
            self._end.write(out)

    def _hear(self, one: Heard, now_us: int) -> None:
        name = one.record.name
        if one.new:
            self.twice += name in self._came
            self._came.add(name)
        if one.keep:
            if not self._pending:
                self._due_us = now_us + COMMIT_US
            self._pending.append((name, one.record))

    def _nonce(self) -> str:
        return f"{self._rng.getrandbits(64):016x}"

    # what the session asks

    def key(self, box: str, key_id: str) -> bytes | None:
        del box, key_id
        return self._key

    def box(self, box: str) -> KnownBox:
        self.known.box = box
        return self.known

    def may_open(self, box: str, *, usb: bool) -> bool:
        del box, usb
        return True

    def wish(self, box: str) -> Wish | None:
        del box
        return self.wanted

    def every_ms(self) -> int:
        return self.quick
