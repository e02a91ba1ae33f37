"""Screens for tests, on one window for the whole session."""

from collections.abc import Iterator

import pytest

from tests.ui.glass import Glass


@pytest.fixture
def glass() -> Iterator[Glass]:
    """The app at its start, on a panel of 1280 x 800."""
    with Glass() as made:
        yield made
