"""How large a text may be in its box. Pure: whoever asks brings the ruler."""

from collections.abc import Callable

Ruler = Callable[[str], float]
"""The width of some words, in pixels, at one pixel of font size."""

LINE = 1.19
"""Height of a line, in font sizes (Roboto's ascent and descent, rounded up)."""
SLACK = 1.02
"""Hinting makes real glyphs a little wider than their scaled widths."""


def fitted(
    text: str, width: float, height: float, *, want: float, least: float, ruler: Ruler
) -> float | None:
    """The largest font size from `want` down to `least` with which `text`, wrapped at blanks, fits.

    None when even `least` is too large: then it is the layout that is wrong, and the screen lint says so.
    """
    paragraphs = [[(word, ruler(word) * SLACK) for word in line.split(" ")] for line in text.split("\n")]
    space = ruler(" ") * SLACK
    size = want
    while True:
        if lines(paragraphs, width / size, space) * LINE * size <= height:
            return size
        if size <= least:
            return None
        size = max(least, size - (1 if size <= 48 else 2))


def lines(paragraphs: list[list[tuple[str, float]]], width: float, space: float) -> float:
    """Lines that the words take; endless when one word alone is too wide."""
    count = 0
    for words in paragraphs:
        count += 1
        used = 0.0
        for _, wide in words:
            if wide > width:
                return float("inf")
            if used and used + space + wide > width:
                count, used = count + 1, wide
            else:
                used += (space if used else 0.0) + wide
    return count
