"""One link of the box: lines in and out, and the handshake before a host is listened to."""

import binascii

from firmware import wire
from firmware.board import Board, Link
from firmware.clock import since

_STRANGER_US = 10_000_000
"""Whoever has been here for so long and proved nothing makes room for others, where that can be done."""
_LOST_US = wire.LOST_MS * 1000
_NOTHING: list[wire.Message] = []


class Talk:
    """A link and who is at its other end."""

    def __init__(self, link: Link, board: Board, now: int) -> None:
        self.link = link
        self.reader = wire.LineReader(wire.FROM_HOST)
        self._board = board
        self._come(now)

    def _come(self, now: int) -> None:
        """Somebody new, or nobody: nothing that was said before counts."""
        self.open = False
        """Whether the other end has proved that it is the host."""
        self._heard_at = now
        self._host_nonce = self._nonce = ""
        self._said_no = ""

    def close(self, why: str, now: int) -> None:
        """End the session; a new one may begin at any time."""
        if self.open:
            self.link.write(wire.encode(wire.No(why)))
        self._come(now)

    def hear(self, key: bytes, now: int) -> list[wire.Message]:
        """What the host said. A Proof among it is one that held, and opens the session.

        Keys and Maintain are handed on from a cable, sessions or not. All else needs a session.
        """
        if self.link.fresh():
            self._come(now)
            self.reader = wire.LineReader(wire.FROM_HOST)
        data = self.link.read()
        told = self._listen(data, key, now) if data else _NOTHING
        silent_us = since(now, self._heard_at)
        if self.open and silent_us > _LOST_US:
            self._come(now)
        elif not self.open and silent_us > _STRANGER_US:
            self._heard_at = now
            self.link.drop()
        return told

    def _listen(self, data: bytes, key: bytes, now: int) -> list[wire.Message]:
        told: list[wire.Message] = []
        for message in self.reader.feed(data):
            if isinstance(message, wire.Hello):
                self._hello(message, key)
            elif isinstance(message, wire.Proof):
                if self._holds(message, key):
                    self.open, self._heard_at = True, now
                    told.append(message)
                else:
                    self.no("proof")
            elif isinstance(message, (wire.Key, wire.Maintain)):
                if self.link.usb:
                    told.append(message)
                else:
                    self.no("usb")
            elif self.open:
                self._heard_at = now
                told.append(message)
            else:
                self.no("stranger")
        return told

    def no(self, why: str) -> None:
        """Say once what is not wanted; the same again only after a new hello."""
        if why not in self._said_no:
            self._said_no += why + " "
            self.link.write(wire.encode(wire.No(why)))

    def _hello(self, hello: wire.Hello, key: bytes) -> None:
        if hello.nonce != self._host_nonce:
            self._host_nonce, self._said_no = hello.nonce, ""
            self._nonce = binascii.hexlify(self._board.random(8)).decode()
        box = self._board.box_id
        if key:
            which, proof = wire.key_id(key), wire.proof(key, "box", box, self._host_nonce, self._nonce)
        else:
            which, proof = wire.NOBODY, "0" * 32
        here = wire.Here(wire.MAJOR, wire.MINOR, box, which, self._nonce, proof)
        self.link.write(wire.encode(here))
        if hello.major != wire.MAJOR:
            self.no("version")
            self._nonce = ""
        elif not key:
            self.no("unpaired")

    def _holds(self, message: wire.Proof, key: bytes) -> bool:
        if not key or not self._nonce:
            return False
        wanted = wire.proof(key, "host", self._board.box_id, self._host_nonce, self._nonce)
        return wire.alike(message.proof, wanted)
