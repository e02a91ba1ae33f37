"""The rules of each game: pure functions over frozen values."""
