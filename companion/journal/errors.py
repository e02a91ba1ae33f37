"""Why the journal could not do as asked; each is one line for a person."""

from companion.trouble import UserError


class JournalError(UserError):
    """The journal is damaged, newer than this program, in use elsewhere, or holds no such game."""

    def __init__(self, said: str) -> None:
        super().__init__(" ".join(said.split()))  # SQLite quotes what it found, line breaks and all


class InUseError(JournalError):
    """Another Tableside holds the data folder."""


class NotSavedError(JournalError, OSError):
    """The disk refused. Nothing of what was to be written is there."""
