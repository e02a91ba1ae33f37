"""As much of a PIO state machine as the edge logger and the presser use, cycle by cycle."""

from collections.abc import Callable
from typing import Any

WORD = 0xFFFFFFFF


class Line:
    """One instruction as it is written down; `[n]` adds a delay."""

    def __init__(self, name: str, arguments: tuple[Any, ...]) -> None:
        self.name, self.arguments, self.delay = name, arguments, 0

    def __getitem__(self, delay: int) -> "Line":
        assert 0 <= delay <= 31, "a delay has five bits"
        self.delay = delay
        return self


def assembled(function: Callable[[], None]) -> list[Line]:
    """The program that a function of MicroPython's assembler writes, jumps resolved."""
    lines: list[Line] = []
    labels: dict[str, int] = {}

    def instruction(name: str) -> Callable[..., Line]:
        def write(*arguments: Any) -> Line:
            lines.append(Line(name, arguments))
            return lines[-1]

        return write

    words: dict[str, Any] = {
        name: name for name in ("x", "y", "isr", "osr", "null", "pins", "pindirs", "noblock", "block")
    }
    words |= {"x_not_y": "x_not_y", "x_dec": "x_dec", "invert": lambda what: ("invert", what)}
    words |= {"rel": lambda number: ("rel", number)}
    words |= {name: instruction(name) for name in ("mov", "in_", "out", "jmp", "push", "pull", "irq")}
    words["label"] = lambda name: labels.__setitem__(name, len(lines))
    scope = function.__globals__
    before = {name: scope[name] for name in words if name in scope}
    scope.update(words)
    try:
        function()
    finally:
        for name in words:
            scope.pop(name)
        scope.update(before)
    for line in lines:
        if line.name == "jmp":
            *condition, target = line.arguments
            line.arguments = (condition[0] if condition else None, labels[target])
    return lines


class Pio:
    """One state machine, that shifts in to the left, into a queue of eight words, or out to the right."""

    def __init__(self, program: list[Line], settings: dict[str, Any]) -> None:
        into, out = (
            {"in_shiftdir": 0, "fifo_join": 2},
            {"out_init": (0,) * 6, "out_shiftdir": 1, "fifo_join": 1},
        )
        assert settings in (into, out)
        self.program = program
        self.at = self.x = self.y = self.isr = self.osr = 0
        self.cycle = 0
        self.looks = 0
        self.queue: list[int] = []
        self.words: list[int] = []
        """What was put into it and not pulled yet."""
        self.directions = 0
        """The pins that pull, a bit each."""

    def run_until(self, cycle: float, pins: int) -> list[int]:
        """Run up to a cycle with these levels from now on; the words that were pushed meanwhile."""
        self.pins = pins
        while self.cycle < cycle:
            self.step()
        words, self.queue = self.queue, []
        return words

    def step(self) -> None:
        line = self.program[self.at]
        self.cycle += 1 + line.delay
        self.at = (self.at + 1) % len(self.program)
        match line.name, line.arguments:
            case "mov", (target, source):
                setattr(self, target, self.value(source))
            case "in_", (source, count):
                self.isr = (self.isr << count | self.value(source) & (1 << count) - 1) & WORD
            case "push", ("noblock",):
                if len(self.queue) < 8:
                    self.queue.append(self.isr)
                self.isr = 0
            case "pull", ("block",):
                self.osr = self.words.pop(0)
            case "out", (target, count):
                setattr(self, "directions" if target == "pindirs" else target, self.osr & (1 << count) - 1)
                self.osr >>= count
            case "irq", (("rel", 0),):
                assert self.queue
            case "jmp", (condition, target):
                self.jump(condition, target)
            case other:
                raise AssertionError(f"no such instruction here: {other}")

    def jump(self, condition: str | None, target: int) -> None:
        if condition == "x_not_y":
            taken = self.x != self.y
        elif condition == "x_dec":
            taken = self.x != 0
            self.x = (self.x - 1) & WORD
            self.looks += 1
        else:
            taken = True
        if taken:
            self.at = target

    def value(self, source: Any) -> int:
        match source:
            case ("invert", what):
                return ~self.value(what) & WORD
            case "null":
                return 0
            case name:
                number: int = getattr(self, name)
                return number
