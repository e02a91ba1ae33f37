"""The command line. Start here: each command brings in what it needs when it runs, and nothing before."""

import errno
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.commands.told import GameCommand, PathWord, source_word
from companion.trouble import UserError

F = TypeVar("F", bound=Callable[..., Any])

DONE, CRASHED, WRONG, INTERRUPTED = 0, 1, 2, 130
DISK_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS}
LINGER_S = 1.0
"""How long a command waits at its end for a camera's last picture."""


def home_folder(told: Path | None) -> Path:
    """Where games, tables and settings lie: what was told, or the system's folder for such things."""
    if told is not None:
        return told
    from platformdirs import user_data_path

    return user_data_path("tableside", appauthor=False)


def _home_option(command: F) -> F:
    return click.option(
        "--home",
        type=PathWord(file_okay=False),
        envvar="TABLESIDE_HOME",
        callback=lambda _, __, told: home_folder(told),
        help="Folder of games, tables and settings (or the variable TABLESIDE_HOME).",
    )(command)


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        click.echo(f"tableside {version('tableside')}")
        context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=False)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Say which."
)
def commands() -> None:
    """Stands beside a real tabletop game: All 4 It, All Wound Up or Wig Out!"""


@commands.command()
@_home_option
@click.option("--table", type=PathWord(), help="The folder of a taught table; else the one in the settings.")
@click.option(
    "--source", callback=source_word, help="Camera: a device number or a stream's address; or a clip."
)
@click.option("--pictures", type=PathWord(), help="Without a display: folder for the screens.")
@click.option(
    "--clip", type=click.Choice(["all_4_it", "all_wound_up"]), help="Play the clip that ships with this game."
)
@click.option(
    "--simulated-box", is_flag=True, help="Where no button box is plugged in, simulate one: keys 1 to 6."
)
def play(
    *,
    home: Path,
    table: Path | None,
    source: str | None,
    pictures: Path | None,
    clip: str | None,
    simulated_box: bool,
) -> int:
    """Open the app."""
    from companion import settings

    chosen = settings.load(home / settings.FILE)
    from companion.assembly import play as open_app  # after what a person may have broken

    return open_app(
        chosen,
        home=home,
        pictures=pictures,
        source=source,
        table=table,
        clip=clip,
        simulate=simulated_box,
    )


@commands.command()
@click.argument("take", required=False, type=PathWord())
@click.option(
    "--source",
    callback=source_word,
    help="Take the picture from this camera: a device number or a stream's address.",
)
@click.option(
    "--table", required=True, type=PathWord(), help="The folder to learn into, counted from where you are."
)
@click.option("--replace", is_flag=True, help="Teach a table anew that is there already.")
def teach(take: Path | None, source: str | None, table: Path, replace: bool) -> int:
    """Learn a table from the pictures in the folder TAKE, a grid's or a race's, or a grid from a camera."""
    if (take is None) == (source is None):
        raise UserError("teach needs either a folder of pictures or --source with a camera")
    from companion.commands import teach as teaching

    if take is not None:
        return teaching.from_pictures(take, table, replace=replace)
    return teaching.from_camera(str(source), table, replace=replace)


@commands.command()
@click.argument("table", type=PathWord())
@click.option(
    "--source", required=True, callback=source_word, help="A clip, a device number or a stream's address."
)
@click.option("--jsonl", type=PathWord(), help="Write into this file.")
@click.option("--poses", is_flag=True, help="Where each figure stands in each frame; a grid has none.")
@click.option(
    "--show",
    type=PathWord(),
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Show the picture with what is seen drawn on it; given a name in .mp4 or .png, or without a screen, "
    "write it.",
)
@click.option(
    "--evidence",
    type=PathWord(file_okay=False),
    help="Keep pictures of the tiles around events in this folder.",
)
def watch(
    *, table: Path, source: str, jsonl: Path | None, poses: bool, show: Path | None, evidence: Path | None
) -> int:
    """Say what the eye sees at the table taught in the folder TABLE, one JSON object a line."""
    from companion.commands.watch import Wanted
    from companion.commands.watch import watch as look

    wanted = Wanted(poses=poses, show=show, evidence=evidence)
    return look(table, source, None if jsonl == Path("-") else jsonl, wanted)


@commands.command()
@click.argument("folder", required=False, type=PathWord(file_okay=False), default=".")
@click.option("--replace", is_flag=True, help="Write anew what is there already.")
def kit(folder: Path, replace: bool) -> int:
    """Write what is to be printed into FOLDER, or where you are: the lens sheet, as PDF for A4 and Letter."""
    from companion.commands import kit as printing

    return printing.write_kit(folder, replace=replace)


@commands.command(cls=GameCommand)
@click.argument("game", required=False)
@_home_option
def replay(game: str | None, home: Path) -> int:
    """Tell GAME step by step, as anybody at the table saw it; without GAME, list the games."""
    from companion.commands import games

    return games.listing(home) if game is None else games.replay(home, game)


@commands.command(cls=GameCommand)
@click.argument("game", required=False)
@_home_option
@click.option("--secret", is_flag=True, help="Hidden cards too, so that it can be imported again.")
@click.option("--out", type=PathWord(), help="Write into this file, which must be new.")
def export(game: str | None, home: Path, secret: bool, out: Path | None) -> int:
    """Write GAME as JSON lines; without GAME, list the games."""
    from companion.commands import games

    told = None if out == Path("-") else out
    return games.listing(home) if game is None else games.export(home, game, secret=secret, out=told)


@commands.command(name="import")
@click.argument("file", type=PathWord())
@_home_option
def import_(file: Path, home: Path) -> int:
    """Take in a game from FILE that was exported with its secrets, unless it is here already."""
    from companion.commands import games

    return games.bring_in(home, file)


@commands.command()
@_home_option
def cards(home: Path) -> int:
    """Put copies of the card files where you can edit them, and check those that are there."""
    from companion.commands import cards as files

    return files.lay_out(home)


@commands.group(no_args_is_help=True)
def box() -> None:
    """Button boxes: which are here, their keys, what they say, their firmware."""


def _port_option(command: F) -> F:
    return click.option("--port", help="The serial port of the box, like /dev/ttyACM0 or COM5.")(command)


def _radio_option(command: F) -> F:
    return click.option("--radio", is_flag=True, help="Look for boxes by Bluetooth, too.")(command)


@box.command(name="list")
@_home_option
@_port_option
@_radio_option
def box_list(home: Path, port: str | None, radio: bool) -> int:
    """Say which boxes are here and which are paired."""
    from companion.commands import box as boxes

    return boxes.listing(home, port=port, radio=radio)


@box.command(name="pair")
@_home_option
@_port_option
def box_pair(home: Path, port: str | None) -> int:
    """Give the box on the cable a key, so that this Tableside hears it and no other does."""
    from companion.commands import box as boxes

    return boxes.pair(home, port=port)


@box.command(name="watch")
@_home_option
@_port_option
@_radio_option
@click.option("--seconds", type=click.FloatRange(min=0), help="End by itself after so long.")
def box_watch(home: Path, port: str | None, radio: bool, seconds: float | None) -> int:
    """Print each push as it comes, until Ctrl-C."""
    from companion.commands import box as boxes

    return boxes.watch(home, port=port, radio=radio, seconds=seconds)


@box.command(name="flash")
@_port_option
def box_flash(port: str | None) -> int:
    """Put Tableside's firmware on a board that has MicroPython."""
    from companion.commands import box as boxes

    return boxes.flash(port=port)


@commands.command()
@_home_option
def doctor(home: Path) -> int:
    """Look at camera, display and storage: one line each, what is wrong, what to do."""
    from companion.doctor import examine

    return examine(home, sys.stdout)


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line and give its exit code; whatever a person can mend is raised."""
    with commands.make_context("tableside", list(arguments)) as context:
        code: int = commands.invoke(context)
        return code


def main() -> None:
    """The process: one command line, then an end that no thread can spoil."""
    code = obey(sys.argv[1:])
    if not _threads_ended():
        sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def obey(told: Sequence[str]) -> int:
    """Carry out one command line; errors come out as one line and an exit code, never as a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    # FFmpeg and OpenCV would add lines of their own to ours about the same broken file.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    try:
        code = run(told or ["--help"])
        sys.stdout.flush()
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message(), file=sys.stderr)  # a page, not a sentence
        return WRONG
    except click.ClickException as error:
        return _say(error.format_message(), WRONG)
    except UserError as error:
        return _say(str(error), WRONG)
    except BrokenPipeError:
        # Whoever read our output has enough. Python flushes at exit: give it somewhere to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (KeyboardInterrupt, click.Abort):
        return _say("stopped", INTERRUPTED)
    except OSError as error:
        if error.filename is not None:
            where = os.fsdecode(error.filename)
            advice = "is that path right, --home too, and may you write there?"
            return _say(f"{where}: cannot be opened or made ({error.strerror}); {advice}", WRONG)
        if error.errno in DISK_FULL:
            return _say(f"what was to be written could not be: {error.strerror}", WRONG)
        return _crashed(error, told)
    except Exception as error:  # the one place where nothing may get past
        return _crashed(error, told)
    return code


def _threads_ended() -> bool:
    """Whether the threads that read a camera ended in time.

    A read may block for many seconds, and Python would unwind its thread inside of OpenCV, which aborts:
    then the process must end without asking them.
    """
    others = [thread for thread in threading.enumerate() if thread is not threading.current_thread()]
    until_s = time.monotonic() + LINGER_S
    for thread in others:
        thread.join(max(0.0, until_s - time.monotonic()))
    return not any(thread.is_alive() for thread in others)


def _say(sentence: str, code: int) -> int:
    print(f"tableside: {' '.join(sentence.split())}", file=sys.stderr)
    return code


def _crashed(error: Exception, told: Sequence[str]) -> int:
    """Leave a report where a maker can read it, and one line where a player can."""
    from companion.crash import write_report

    try:
        where = write_report(home_folder(_told_home(told)), error, told)
    except OSError as second:
        return _say(f"a fault of the program: {error!r}; no report could be written: {second}", CRASHED)
    return _say(f"a fault of the program; please send this file to its makers: {where}", CRASHED)


def _told_home(told: Sequence[str]) -> Path | None:
    """The data folder, also when the fault came before the options were read."""
    for here, then in zip(told, (*told[1:], ""), strict=True):
        if here == "--home" and then:
            return Path(then)
        if here.startswith("--home="):
            return Path(here.removeprefix("--home="))
    return Path(os.environ["TABLESIDE_HOME"]) if os.environ.get("TABLESIDE_HOME") else None


if __name__ == "__main__":
    main()
