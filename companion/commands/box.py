"""`tableside box`: the button boxes that are there, their keys, what they say, their firmware."""

import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from companion.devices.boxes import Boxes
from companion.devices.ears import Ears, Record, Said, Standing
from companion.devices.keyring import FILE, Keyring
from companion.devices.known_box import Missing
from companion.devices.link import Way
from companion.devices.order import Push
from companion.devices.radio import Radio
from companion.devices.serial_link import Port, SerialPorts, ports_of_this_computer
from companion.devices.twin import FIRMWARE
from companion.trouble import UserError

LOOK_S = 3.0
"""How long to wait for boxes to be found and heard."""
RADIO_S = 8.0
"""How much longer the radio takes: a look, a connection."""
PAIR_S = 5.0
AWAY_S = 1.0
"""How long until a board that starts anew has certainly left its port."""
BACK_S = 15.0
"""How long a board may take to come back after it was told to start anew."""

_NOT_FOR_BOARDS = {"__init__.py", "main.py", "presser.py", "desk.py"}


class _Desk:
    """Boxes as a command has them: what is said is printed, pushes wait in a queue."""

    def __init__(
        self, home: Path, ways: list[Way], keep: Callable[[Record], None], say: Callable[[Said], None]
    ) -> None:
        self.keyring = Keyring(home / FILE)
        self.pushes: queue.SimpleQueue[Push] = queue.SimpleQueue()
        self.said: list[Said] = []
        self._aloud = say
        ears = Ears(self.pushes.put, keep, lambda: None, self._say)
        self.boxes = Boxes(ways, self.keyring, ears, clock=time.monotonic_ns, rng=random.Random())  # noqa: S311

    def _say(self, said: Said) -> None:
        again = said.key == "unable" and said in self.said  # a port that cannot be opened is tried for ever
        self.said.append(said)
        if not again:
            self._aloud(said)

    def until(self, there: Callable[[], object], s: float) -> bool:
        """Whether it was so within that time."""
        until_s = time.monotonic() + s
        while time.monotonic() < until_s:
            if there():
                return True
            time.sleep(0.02)
        return bool(there())


def listing(home: Path, *, port: str | None, radio: bool) -> int:
    """Say which boxes are there and which are known, a line each."""
    desk = _Desk(home, _ways(port, radio=radio), lambda _: None, _echo)
    desk.boxes.start()
    try:
        time.sleep(LOOK_S + (RADIO_S if radio else 0))
        standings = desk.boxes.standings()
    finally:
        desk.boxes.close()
    for one in standings:
        click.echo(described(one))
    for line in _absent(desk, standings, radio=radio):
        click.echo(line)
    return 0


def _absent(desk: _Desk, standings: Sequence[Standing], *, radio: bool) -> list[str]:
    """Which paired boxes are not here, or that there is none at all."""
    here = {one.box for one in standings}
    lines = [f"box {box}: paired, not here" for box in desk.keyring.boxes() if box not in here]
    if not lines and not standings and not desk.said:
        lines.append(NONE_THERE if radio else f"{NONE_THERE} (--radio looks for Bluetooth, too)")
    return lines


NONE_THERE = "no box is on a cable; its cable must carry data"


def described(one: Standing) -> str:
    """A box in one line."""
    told = one.welcome
    good = "1 µs apart are told apart" if told.class_us <= 5 else f"stamps good to {told.class_us} µs"
    waiting = told.last - told.first + 1
    left = f", {waiting} pushes waiting" if waiting > 0 else ""
    words = f"{told.board}, firmware {told.firmware}, {told.buttons} buttons, {good}{left}"
    return f"box {one.box}: paired, on {one.link or 'no link'}: {words}"


def pair(home: Path, *, port: str | None) -> int:
    """Give the box on the cable a key, and remember it."""

    def say(said: Said) -> None:
        if said.key != "unable":  # the refusal says it
            click.echo(said.words)

    desk = _Desk(home, _ways(port, radio=False), lambda _: None, say)
    desk.boxes.start()
    try:
        desk.until(lambda: desk.boxes.unpaired() or desk.boxes.standings(), LOOK_S)
        fresh = desk.boxes.unpaired()
        ours = [one for one in desk.boxes.standings() if one.usb]
        if len(fresh) > 1:
            ports = ", ".join(where for _, where in fresh)
            raise UserError(
                f"several boxes are on cables ({ports}): say which with --port, or unplug the others"
            )
        if not fresh:
            if ours:
                click.echo(f"box {ours[0].box} is paired already")
                return 0
            hindered = [one.words for one in desk.said if one.key == "unable"]
            raise UserError(hindered[0] if hindered else f"no box answers: {NONE_THERE}")
        desk.boxes.pair(fresh[0][0])
        done = desk.until(lambda: any(one.key in {"paired", "not_paired"} for one in desk.said), PAIR_S)
        if not done or any(one.key == "not_paired" for one in desk.said):
            raise UserError(f"box {fresh[0][0]} was not paired; unplug it, plug it in, and try again")
        if not desk.until(desk.boxes.standings, PAIR_S):
            raise UserError(f"box {fresh[0][0]} took the key but does not answer with it; pair it again")
    finally:
        desk.boxes.close()
    return 0


def watch(home: Path, *, port: str | None, radio: bool, seconds: float | None) -> int:
    """Print each push until Ctrl-C. A box on which a game's pushes wait keeps them; all others are taken."""
    waited: dict[tuple[str, str], bool] = {}  # of each boot, whether pushes waited when it was first linked

    def keep(record: Record) -> None:
        meet()
        if isinstance(record, Missing):
            click.echo(f"box {record.box}: {record.count} pushes were lost for want of room")
        if not waited.get((record.box, record.boot), True):
            desk.boxes.kept(*record.name)

    def meet() -> None:
        for one in desk.boxes.standings():
            waited.setdefault((one.box, one.welcome.boot), one.welcome.last >= one.welcome.first)

    desk = _Desk(home, _ways(port, radio=radio), keep, _echo)
    told: set[tuple[str, str]] = set()
    missing_s: float | None = time.monotonic() + LOOK_S + (RADIO_S if radio else 0)
    desk.boxes.start()
    began_ns, until_s = time.monotonic_ns(), None if seconds is None else time.monotonic() + seconds
    try:
        while until_s is None or time.monotonic() < until_s:
            meet()
            for one in desk.boxes.standings():
                if (one.box, one.welcome.boot) not in told:
                    told.add((one.box, one.welcome.boot))
                    click.echo(described(one))
            if missing_s is not None and time.monotonic() >= missing_s:
                missing_s = None
                for line in _absent(desk, desk.boxes.standings(), radio=radio):
                    click.echo(line if seconds is not None else f"{line}; waiting for it, Ctrl-C ends")
            try:
                push = desk.pushes.get(timeout=0.1)
            except queue.Empty:
                continue
            click.echo(_line(push, began_ns))
    except KeyboardInterrupt:
        pass
    finally:
        desk.boxes.close()
    for box in sorted({box for (box, _), some in waited.items() if some}):
        click.echo(f"box {box}: pushes waited there for a game; none were taken from it")
    return 0


def _line(push: Push, began_ns: int) -> str:
    what = "held" if push.held else "pressed"
    coarse = ", coarse" if push.coarse else ""
    here_s = (push.here_ns - began_ns) / 1e9
    return f"{here_s:9.3f} s  box {push.box}  button {push.button + 1} {what} at {push.at_us} µs{coarse}"


def flash(*, port: str | None) -> int:
    """Put the firmware on the board at a port. MicroPython must be on it already."""
    tool = _mpremote()
    where = _one_port(port)
    click.echo(f"{where}: asking the box for MicroPython's prompt")
    _rest(where)
    click.echo(f"{where}: copying the firmware")
    try:
        done = subprocess.run([*tool, "connect", where, *_copying()], check=False)  # noqa: S603
    except OSError as error:
        raise UserError(f"mpremote cannot be started: {error.strerror}") from error
    if done.returncode:
        raise UserError(
            f"{where}: mpremote did not finish (see above); is MicroPython on the board? hardware.md says how"
        )
    if not _answers(where):
        raise UserError(
            f"{where}: all was copied, but no box answers; unplug it, plug it in: tableside box list"
        )
    click.echo("done: the box answers. If its lamps chase one another it has no key yet: tableside box pair")
    return 0


def files_for_a_board() -> list[tuple[Path, str]]:
    """What is copied, and to where on the board. `main.py` is last: half a copy does not start by itself."""
    pairs = [(one, f":firmware/{one.name}") for one in sorted(FIRMWARE.glob("*.py"))]
    pairs += [(one, f":firmware/boards/{one.name}") for one in sorted((FIRMWARE / "boards").glob("*.py"))]
    chosen = [(path, to) for path, to in pairs if path.name not in _NOT_FOR_BOARDS]
    return [*chosen, (FIRMWARE / "main.py", ":main.py")]


def _copying() -> list[str]:
    folders = (
        "import os\nfor one in ('firmware', 'firmware/boards'):\n try: os.mkdir(one)\n except OSError: pass"
    )
    arguments = ["exec", folders]
    for path, to in files_for_a_board():
        arguments += ["+", "cp", str(path), to]
    return [*arguments, "+", "reset"]


def _mpremote() -> list[str]:
    beside = Path(sys.executable).parent / ("mpremote.exe" if sys.platform == "win32" else "mpremote")
    found = str(beside) if beside.exists() else shutil.which("mpremote")
    if found is None:
        raise UserError(
            f"flashing needs MicroPython's own tool mpremote, not installed: {_pip()} install mpremote"
        )
    return [found]


def _pip() -> Path:
    """The one that installs where this program finds it."""
    return Path(sys.executable).parent / "pip"


def _one_port(port: str | None) -> str:
    if port is not None:
        return port
    ports = _listed()
    if not ports:
        raise UserError(
            "no board is on a cable; its cable must carry data, and --port names one we do not know"
        )
    if len(ports) > 1:
        raise UserError(f"several boards are on cables ({', '.join(ports)}): say which with --port")
    return ports[0]


def _listed() -> list[str]:
    try:
        return [one.path for one in ports_of_this_computer()]
    except ImportError as error:
        raise UserError(f"pyserial is not installed: {_pip()} install pyserial") from error


def _rest(where: str) -> None:
    """Ask for the prompt, and wait until the port has been away and is back; a bare board takes no notice."""
    with tempfile.TemporaryDirectory() as nowhere:
        desk = _Desk(Path(nowhere), _ways(where, radio=False), lambda _: None, lambda _: None)
        desk.boxes.start()
        try:
            desk.until(lambda: desk.boxes.unpaired() or _hindered(desk.said), LOOK_S)
            if _hindered(desk.said):
                raise UserError(desk.said[0].words)
            asked = desk.boxes.maintain(where)
        finally:
            desk.boxes.close()
    if asked:
        time.sleep(AWAY_S)
        if not desk.until(lambda: where in _listed() or Path(where).exists(), BACK_S):
            raise UserError(f"{where}: the board went away and is not back; unplug it and plug it in again")


def _answers(where: str) -> bool:
    """Whether a box is at a port, after its board has started anew."""
    time.sleep(AWAY_S)
    with tempfile.TemporaryDirectory() as nowhere:
        desk = _Desk(Path(nowhere), _ways(where, radio=False), lambda _: None, lambda _: None)
        desk.boxes.start()
        try:
            return desk.until(desk.boxes.unpaired, BACK_S)
        finally:
            desk.boxes.close()


def _echo(said: Said) -> None:
    click.echo(said.words)


def _hindered(said: list[Said]) -> bool:
    return any(one.key == "unable" for one in said)


def _ways(port: str | None, *, radio: bool) -> list[Way]:
    if port is not None and os.name == "posix" and not Path(port).exists():
        raise UserError(f"{port}: there is no such port")
    named = [] if port is None else [Port(port, "")]
    ports = ports_of_this_computer if port is None else lambda: named
    ways: list[Way] = [SerialPorts(ports, time.monotonic_ns)]
    if radio:
        ways.append(Radio(time.monotonic_ns, scanner=None, client=None, scan_s=2.0, rest_s=1.0))
    return ways
