"""Where a command may write what was asked of it: into no folder that is not there."""

from pathlib import Path

from companion.files import write_whole
from companion.trouble import UserError


def check_place(file: Path) -> None:
    """Raises `UserError` for a file that cannot be one: a folder, or in a folder that is not there."""
    if file.is_dir():
        raise UserError(f"{file}: is a folder; name a file in it")
    check_parent(file)


def check_parent(path: Path) -> None:
    """Raises `UserError` where the folder that a file or folder shall be made in is not there."""
    if not path.parent.is_dir():
        raise UserError(f"{path}: there is no folder {path.parent}; make it first")


def check_new(file: Path) -> None:
    """Raises `UserError` unless `file` can be made, or is a pipe or device, which keeps nothing."""
    check_place(file)
    if not is_outlet(file) and (file.exists() or file.is_symlink()):
        raise UserError(f"{file}: is there already; name a new file")


def is_outlet(file: Path) -> bool:
    """Whether it is there and no file: a pipe or a device, to be written into and never replaced."""
    return file.exists() and not file.is_file()


def write(file: Path, content: bytes) -> None:
    """`content` into a file, whole or not at all, or into a pipe or device. Raises OSError."""
    if is_outlet(file):
        with file.open("wb") as outlet:
            outlet.write(content)
    else:
        write_whole(file, content)
