"""The Nordic UART service over MicroPython's own `bluetooth`: the same lines by radio.

What the stack calls back happens between any two steps of the main loop. So it only sets a flag or a number
here, and the main loop fetches: nothing is read, changed and written back on both sides.
"""

from firmware import wire
from firmware.board import Link

_CONNECTED, _GONE, _WRITTEN, _MTU = 1, 2, 3, 21
_NOTIFY, _WRITE, _WRITE_BLIND = 0x10, 0x08, 0x04
_EVERY_US = 100_000
_ROOM = 512
_SMALLEST = 20


class Nus(Link):
    """One central at a time. Advertises whenever there is none."""

    def __init__(self, ble, uuid, name: str) -> None:  # type: ignore[no-untyped-def]
        self._ble, self._name = ble, name.encode()
        self._central = -1
        self._came = self._written = False
        self._size = _SMALLEST
        self._rest = b""  # of a line, when the stack had no room for all of it
        ble.active(True)
        ble.config(gap_name=name, mtu=247)
        ble.irq(self._event)
        self._service = bytes(uuid(wire.SERVICE))
        characteristics = ((uuid(wire.FROM_BOX), _NOTIFY), (uuid(wire.TO_BOX), _WRITE | _WRITE_BLIND))
        ((self._out, self._in),) = ble.gatts_register_services(((uuid(wire.SERVICE), characteristics),))
        ble.gatts_set_buffer(self._in, _ROOM, True)
        self._advertise()

    def _event(self, event, data) -> None:  # type: ignore[no-untyped-def]
        if event == _CONNECTED:
            self._size = _SMALLEST
            self._written = False
            self._ble.gatts_read(self._in)  # what the last one wrote is not this one's
            self._central, self._came = data[0], True
        elif event == _GONE:
            self._central, self._came = -1, True
            self._advertise()
        elif event == _WRITTEN:
            self._written = True
        elif event == _MTU:
            self._size = data[1] - 3

    def _advertise(self) -> None:
        flags = b"\x02\x01\x06"
        service = bytes((17, 0x07)) + self._service
        name = bytes((len(self._name) + 1, 0x09)) + self._name
        self._ble.gap_advertise(_EVERY_US, adv_data=flags + service, resp_data=name)

    def fresh(self) -> bool:
        if not self._came:
            return False
        self._came, self._rest = False, b""
        return True

    def read(self) -> bytes:
        self._flush()
        if not self._written:
            return b""
        self._written = False
        return bytes(self._ble.gatts_read(self._in))

    def write(self, line: bytes) -> bool:
        if self._central < 0 or not self._flush():
            return False
        self._rest = line
        self._flush()
        return True

    def _flush(self) -> bool:
        """Give the stack what it has room for; whether that was all."""
        while self._rest and self._central >= 0:
            piece = self._rest[: self._size]
            try:
                self._ble.gatts_notify(self._central, self._out, piece)
            except OSError:  # its queue is full, or the central has just gone: both will be known soon
                return False
            self._rest = self._rest[len(piece) :]
        return True

    def drop(self) -> None:
        if self._central >= 0:
            self._ble.gap_disconnect(self._central)
