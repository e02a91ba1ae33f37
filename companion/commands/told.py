"""What may be told on the command line, and how it is refused."""

import re
from pathlib import Path
from typing import Any

import click

from companion.trouble import UserError
from vision.naming import NamingError, named


class PathWord(click.Path):
    """A path; the empty one, a forgotten variable in a script, would mean the folder one happens to be in."""

    def __init__(self, *, file_okay: bool = True) -> None:
        super().__init__(path_type=Path, file_okay=file_okay)

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        if value == "":
            self.fail("a name is missing: it is empty", parameter, context)
        return super().convert(value, parameter, context)


class GameCommand(click.Command):
    """A command whose argument is a game's number: a negative one is no option that was misspelt."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        told = list(args)  # click takes its own list apart
        try:
            return super().parse_args(context, args)
        except click.NoSuchOption as error:
            game = next((one for one in told if re.fullmatch(r"-\d.*", one)), None)
            if game is None or not game.startswith(error.option_name):
                raise
            raise UserError(f"{game}: is no game; `tableside {self.name}` lists them by number") from error


def source_word(_: click.Context, __: click.Parameter, told: str | None) -> str | None:
    """A source as it was named. Raises UserError when nothing can have that name."""
    try:
        if told is not None:
            named(told)
    except NamingError as error:
        raise UserError(str(error)) from error
    return told
