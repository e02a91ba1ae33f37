"""`tableside kit`: files to print."""

from datetime import UTC, datetime
from pathlib import Path

from companion.files import write_whole
from companion.kit.pages import PAPERS, Paper, lens_sheet
from companion.trouble import UserError


def write_kit(folder: Path, *, replace: bool) -> int:
    """Write the lens sheet for every size of paper into `folder`, which is made if it is not there.

    Raises `UserError`, and then nothing was written, when a file is there and `replace` is not told.
    """
    files = {paper: folder / _name(paper) for paper in PAPERS}
    for file in files.values():
        _check_free(file, replace=replace)
    made = datetime.now(UTC)
    for paper, file in files.items():
        write_whole(file, lens_sheet(paper, made))
        print(f"{file.resolve()}: the lens sheet for {paper.name}; print it at 100 %")
    return 0


def _name(paper: Paper) -> str:
    return f"lens-sheet-{paper.name.lower()}.pdf"


def _check_free(file: Path, *, replace: bool) -> None:
    if file.is_dir():
        raise UserError(f"{file}: is a folder; take it away, or name another folder")
    if not replace and (file.exists() or file.is_symlink()):
        raise UserError(f"{file}: is there already; say --replace to write it anew")
