"""The game was ended early. Looks like the winner's screen; its words are in winner_model.py."""

from companion.ui.screens.winner import WinnerScreen

__all__ = ["EndedScreen"]


class EndedScreen(WinnerScreen):
    """Replace `model` and the screen follows."""
