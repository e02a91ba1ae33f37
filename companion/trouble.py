"""What the person at the keyboard can put right: said in one line, never as a traceback."""


class UserError(Exception):
    """A wrong argument, a broken file, a thing that is not there. One line that says what to do."""
