"""A cable: lines over two streams, such as the USB serial port that MicroPython calls stdin and stdout."""

import select

from firmware.board import Link

_AT_ONCE = 256


class Stream(Link):
    """Reads what is there, writes while there is room: a host that does not read stops nobody."""

    usb = True

    def __init__(self, source, sink) -> None:  # type: ignore[no-untyped-def]
        self._source, self._sink = source, sink
        self._in, self._out = select.poll(), select.poll()
        self._in.register(source, select.POLLIN)
        self._out.register(sink, select.POLLOUT)

    def read(self) -> bytes:
        if not self._in.poll(0):
            return b""
        data = bytearray()
        while len(data) < _AT_ONCE and self._in.poll(0):
            byte = self._source.read(1)  # of more than one, MicroPython would wait for the last
            if not byte:
                break
            data += byte
        return bytes(data)

    def write(self, line: bytes) -> bool:
        if not self._out.poll(0):
            return False
        self._sink.write(line)
        return True
