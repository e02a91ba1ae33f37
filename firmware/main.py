"""Runs the box when the board starts; MicroPython's prompt if the first button is held then, or after M."""

import io
import os
import sys
import time

REST = "tableside.rest"
"""A file of this name makes the next start stop here, once."""
FAULT = "tableside.fault"


def wanted_to_rest(closed: bool) -> bool:
    """Whether somebody wants the prompt."""
    try:
        os.remove(REST)
    except OSError:
        return closed
    return True


def on_a_board() -> None:
    """Never comes back, but for the prompt; whatever goes wrong ends in a fresh start."""
    import machine
    import micropython

    pico = sys.platform == "rp2"
    first = machine.Pin(2 if pico else 16, machine.Pin.IN, machine.Pin.PULL_UP)
    time.sleep_ms(5)  # type: ignore[attr-defined]  # the pull-up has a long cable to charge
    if wanted_to_rest(not first.value()):
        return
    micropython.kbd_intr(-1)  # a 3 among the bytes of a bad line is no Ctrl-C
    micropython.alloc_emergency_exception_buf(100)
    try:
        from firmware.box import Box

        if pico:
            from firmware.boards.pico import Pico as Ours
        else:
            from firmware.boards.esp32 import Esp32 as Ours  # type: ignore[assignment]
        board = Ours()
        box = Box(board)
        while not box.maintain:
            box.step()
            board.breathe(box.debouncer.doubt)
        with open(REST, "w") as file:
            file.write("M\n")
    except Exception as error:
        write_down(error)
    machine.reset()


def write_down(error: Exception) -> None:
    """Leave what broke on flash; once, since a fault at every start would wear it out."""
    told = io.StringIO()
    sys.print_exception(error, told)  # type: ignore[attr-defined]
    try:
        with open(FAULT) as file:
            if file.read() == told.getvalue():
                return
    except OSError:  # the first one
        pass
    try:
        with open(FAULT, "w") as file:
            file.write(told.getvalue())
    except OSError:  # flash is full: start anew all the same
        pass


def on_a_desk() -> None:
    """A computer plays the board."""
    from firmware.boards.desk import Desk
    from firmware.box import Box

    board = Desk(sys.argv[1], sys.argv[2])
    box = Box(board)
    try:
        while True:
            box.step()
            board.breathe(box.debouncer.doubt)
    except OSError:  # the other end of a terminal is closed: unplugged
        pass


if __name__ == "__main__":
    if sys.platform in ("rp2", "esp32"):
        on_a_board()
    else:
        on_a_desk()
