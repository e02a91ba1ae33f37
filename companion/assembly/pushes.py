"""Pushes as the journal has them."""

from typing import TYPE_CHECKING

from companion.journal.rows import PushRow

if TYPE_CHECKING:
    from companion.devices.ears import Record


def as_row(record: "Record", game: int, at_s: float) -> PushRow:
    """`game` is the game that is on, 0 when there is none; `at_s` the wall clock's seconds."""
    from companion.devices.order import Push

    if isinstance(record, Push):
        return PushRow(
            box=record.box, boot=record.boot, seq=record.seq, game=game, kind=record.kind,
            button=record.button, at_us=record.at_us, heat=record.heat, rank=record.rank, flags=record.flags,
            lost=0, at_s=at_s,
        )  # fmt: skip
    return PushRow(
        box=record.box, boot=record.boot, seq=record.seq, game=game, kind=0, button=0, at_us=record.at_us,
        heat=0, rank=0, flags=0, lost=record.count, at_s=at_s,
    )  # fmt: skip
