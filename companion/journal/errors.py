"""Why the journal could not do as asked; each is one line for a person."""

from companion.trouble import UserError


class JournalError(UserError):
    """The journal is damaged, newer than this program, in use elsewhere, or holds no such game."""


class NotSavedError(JournalError, OSError):
    """The disk refused. Nothing of what was to be written is there."""
