"""The timeline as it counts: what was changed stands where it was changed, as often as it was."""

from companion.table.snapshot import Entry, RecordKind


def as_they_count(timeline: tuple[Entry, ...]) -> list[tuple[int, Entry]]:
    """The records that count, each with the sequence number of the place where it counts, in that order."""
    places: dict[int, int] = {}
    for entry in timeline:
        changed = entry.span[0] if entry.kind is RecordKind.AMENDED and entry.span is not None else entry.seq
        # What it changes may have been a change itself.
        places[entry.seq] = places.get(changed, changed)
    placed = [(places[entry.seq], entry) for entry in timeline if entry.counts]
    return sorted(placed, key=lambda one: (one[0], one[1].seq))
