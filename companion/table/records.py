"""What the table agreed happened: one record a deed, and its form as one JSON object."""

from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeAlias, TypeVar, assert_never

import msgspec

from companion.rules.core import Seat
from companion.table.hosting import Hosted
from companion.table.reading import Layout
from companion.table.snapshot import RecordKind

A = TypeVar("A")

Line: TypeAlias = dict[str, Any]
"""Plain JSON. A record's: `seq`, `kind`, `first`, `action`, `because`, `digest`, `at_s`."""


@dataclass(frozen=True, slots=True)
class Acted(Generic[A]):
    """A seat or the cards did this."""

    action: A


@dataclass(frozen=True, slots=True)
class Corrected:
    """The table overrode the record by what lay on the board."""

    seen: Layout
    ends_turn: bool


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What counted after record `to_seq` counts again, and nothing else does."""

    to_seq: int
    consent: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Redrawn(Generic[A]):
    """A card that came because of an amendment."""

    action: A


@dataclass(frozen=True, slots=True)
class Amended(Generic[A]):
    """Record `seq` was another action, or none. `tail` is what followed from it, in order: a number n stands
    for the n-th step after the amended one as it counted before; steps that are not named were dropped.
    """

    seq: int
    replacement: A | None
    tail: tuple[int | Redrawn[A], ...]
    consent: tuple[Seat, ...]


Deed: TypeAlias = Acted[A] | Corrected | TakenBack | Amended[A]


@dataclass(frozen=True, slots=True)
class Record(Generic[A]):
    """`first` is the first record of the same thing done: a move and the cards it drew go together.

    `because` is plain JSON: `from` ("eye", "hand" or "cards") and, where there was an eye, `seen`, the
    layout that lay there. `answered` says that this record answers what that layout asked. From the eye
    also `taken_s` and `said_s` of the observation. Of a race `happenings` names what the record rests on,
    `margin_mm` how clear it was, and `dismissed` what was said not to be so before it. `digest` is of the
    state that counts afterwards.
    """

    seq: int
    deed: Deed[A]
    first: int
    because: Line
    digest: str
    at_s: float

    @property
    def kind(self) -> RecordKind:
        match self.deed:
            case Acted():
                return RecordKind.ACTION
            case Corrected():
                return RecordKind.CORRECTED
            case TakenBack():
                return RecordKind.TAKEN_BACK
            case Amended():
                return RecordKind.AMENDED
            case _:
                assert_never(self.deed)

    @property
    def from_camera(self) -> bool:
        return self.because.get("from") == "eye"


def as_line(record: Record[A], hosted: Hosted[Any, A, Any, Any]) -> Line:
    return {
        "seq": record.seq,
        "kind": record.kind.value,
        "first": record.first,
        "action": _deed_line(record.deed, hosted),
        "because": record.because,
        "digest": record.digest,
        "at_s": record.at_s,
    }


def from_line(line: Line, hosted: Hosted[Any, A, Any, Any]) -> Record[A]:
    """The record back. ValueError names what is wrong with it, whatever JSON it is."""
    try:
        said = msgspec.convert(line, _RecordLine)
        msgspec.convert(said.because, _BecauseLine)
        deed = _deed(said, hosted)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
    if said.first > said.seq:
        raise ValueError("`first` is later than the record")
    return Record(said.seq, deed, said.first, said.because, said.digest, said.at_s)


def _deed_line(deed: Deed[A], hosted: Hosted[Any, A, Any, Any]) -> Line:
    match deed:
        case Acted(action):
            return hosted.encode(action)
        case Corrected(seen, ends_turn):
            return {"seen": seen, "ends_turn": ends_turn}
        case TakenBack(to_seq, consent):
            return {"to_seq": to_seq, "consent": list(consent)}
        case Amended(seq, replacement, tail, consent):
            return {
                "seq": seq,
                "replacement": None if replacement is None else hosted.encode(replacement),
                "tail": [n if isinstance(n, int) else hosted.encode(n.action) for n in tail],
                "consent": list(consent),
            }
        case _:
            assert_never(deed)


def _deed(said: "_RecordLine", hosted: Hosted[Any, A, Any, Any]) -> Deed[A]:
    match said.kind:
        case RecordKind.ACTION:
            return Acted(hosted.decode(said.action))
        case RecordKind.CORRECTED:
            corrected = msgspec.convert(said.action, _CorrectedLine)
            return Corrected(corrected.seen, corrected.ends_turn)
        case RecordKind.TAKEN_BACK:
            back = msgspec.convert(said.action, _TakenBackLine)
            return TakenBack(back.to_seq, _seats(back.consent))
        case RecordKind.AMENDED:
            amended = msgspec.convert(said.action, _AmendedLine)
            steps = [item for item in amended.tail if isinstance(item, int)]
            if steps != sorted(set(steps)):
                raise ValueError("`tail` is not in order")
            tail = tuple(n if isinstance(n, int) else Redrawn(hosted.decode(n)) for n in amended.tail)
            was = None if amended.replacement is None else hosted.decode(amended.replacement)
            return Amended(amended.seq, was, tail, _seats(amended.consent))
        case _:
            assert_never(said.kind)


def _seats(numbers: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(number) for number in numbers)


_Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
_Seats: TypeAlias = tuple[Annotated[int, msgspec.Meta(ge=0, le=2**53)], ...]
_Seconds: TypeAlias = Annotated[float, msgspec.Meta(ge=-1e12, le=1e12)]


class _RecordLine(msgspec.Struct):
    seq: _Number
    kind: RecordKind
    first: _Number
    action: dict[str, Any]
    because: dict[str, Any]
    digest: str
    at_s: _Seconds


class _BecauseLine(msgspec.Struct):
    """What is read again out of `because`; the rest is evidence."""

    from_: str = msgspec.field(name="from", default="")
    seen: str | None = None
    answered: bool = False
    taken_s: _Seconds = 0.0
    said_s: _Seconds = 0.0
    margin_mm: _Seconds | None = None
    happenings: list[str] = []
    dismissed: list[str] = []


class _CorrectedLine(msgspec.Struct):
    seen: str
    ends_turn: bool


class _TakenBackLine(msgspec.Struct):
    to_seq: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    consent: _Seats


class _AmendedLine(msgspec.Struct):
    seq: _Number
    replacement: dict[str, Any] | None
    tail: tuple[_Number | dict[str, Any], ...]
    consent: _Seats
