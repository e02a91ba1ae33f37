"""The codec: what holds of all lines, and its cryptography against the standard library's."""

import binascii
import hashlib
import hmac
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire
from tests.firmware import vectors

HEX_DIGITS = "0123456789abcdef"
WORDS = st.text(
    st.characters(codec="ascii", min_codepoint=33, max_codepoint=126, exclude_characters=",*@"), min_size=1
)


def field(kind: int, size: int) -> st.SearchStrategy[int | str]:
    if kind == wire.NUMBER:
        return st.integers(0, (1 << size) - 1)
    if kind == wire.HEX:
        return st.text(HEX_DIGITS, min_size=size, max_size=size)
    return WORDS.map(lambda word: word[:size])


@st.composite
def messages(draw: st.DrawFn, kinds: tuple[type[wire.Message], ...]) -> wire.Message:
    kind = draw(st.sampled_from(kinds))
    return kind(*[draw(field(form, size)) for _, form, size in kind.FIELDS])


@given(messages(wire.FROM_HOST + wire.FROM_THE_BOX))
def test_what_is_written_is_read_again_and_fits_a_line(message: wire.Message) -> None:
    line = wire.encode(message)
    assert len(line) <= wire.LONGEST
    assert wire.decode(line[:-1], (type(message),)) == message


@given(
    st.lists(messages(wire.FROM_THE_BOX), max_size=6),
    st.lists(st.integers(0, 300), max_size=12),
    st.binary(max_size=40).filter(lambda data: b"\n" not in data),
)
def test_however_a_stream_is_cut_the_lines_come_out_whole(
    sent: list[wire.Message], cuts: list[int], before: bytes
) -> None:
    stream = before + b"\n" + b"".join(wire.encode(one) for one in sent)
    reader = wire.LineReader(wire.FROM_THE_BOX)
    at, came = 0, list[wire.Message]()
    for cut in [*sorted(cuts), len(stream)]:
        came += reader.feed(stream[at:cut])
        at = max(at, cut)
    assert came == sent


@given(st.lists(st.binary(max_size=300), max_size=20), messages(wire.FROM_HOST))
def test_after_any_bytes_the_next_line_is_read_and_little_is_remembered(
    rubbish: list[bytes], message: wire.Message
) -> None:
    reader = wire.LineReader(wire.FROM_HOST)
    for data in rubbish:
        reader.feed(data)
        assert len(reader._tail) <= wire.LONGEST + 1
    assert reader.feed(b"\n" + wire.encode(message))[-1] == message


@given(messages(wire.FROM_HOST), st.data())
def test_a_line_with_one_byte_changed_is_counted_and_never_taken_for_another(
    message: wire.Message, data: st.DataObject
) -> None:
    line = wire.encode(message)[:-1]
    at = data.draw(st.integers(0, len(line) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b not in (line[at], 10)))
    reader = wire.LineReader(wire.FROM_HOST)
    assert reader.feed(line[:at] + bytes((byte,)) + line[at + 1 :] + b"\n") == []
    assert reader.broken + reader.noise >= 1


def test_each_kind_of_trouble_is_counted_as_what_it_is() -> None:
    reader = wire.LineReader(wire.FROM_HOST)
    good = wire.encode(wire.Ping(1, 250))
    reader.feed(b"AT+GCAP\r\n>>> \n\r\n\n")
    assert (reader.broken, reader.noise, reader.unknown) == (0, 2, 0)
    reader.feed(good[:9] + b"\n" + b"@T*\n" + b"@" + b"x" * 500 + b"\n")
    assert (reader.broken, reader.noise, reader.unknown) == (3, 2, 0)
    reader.feed(wire.encode(wire.No("stranger")))  # a line of the other direction: an echo
    assert (reader.broken, reader.noise, reader.unknown) == (3, 2, 1)
    assert reader.feed(good[:9] + good) == [wire.Ping(1, 250)]  # a newline was lost
    assert (reader.broken, reader.noise, reader.unknown) == (4, 2, 1)


@pytest.mark.parametrize(
    "message",
    [
        wire.Ping(-1, 250),
        wire.Ping(1, 1024),
        wire.Ack("9F00A1B2", 1),
        wire.Ack("9f00a1b", 1),
        wire.No(""),
        wire.No("a,b"),
        wire.No("thirteenchars"),
    ],
)
def test_what_no_line_can_hold_is_not_written(message: wire.Message) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        wire.encode(message)


def test_the_sums_on_paper_are_those_of_another_library() -> None:
    for line, _ in vectors.SOUND:
        body, told = line[1:].split("*")
        assert f"{zlib.crc32(body.encode()) & 0xFFFFFF:06x}" == told


@given(st.binary(min_size=1, max_size=64), st.binary(max_size=200))
def test_the_hmac_is_the_standard_librarys(key: bytes, words: bytes) -> None:
    assert wire.hmac_sha256(key, words) == hmac.digest(key, words, hashlib.sha256)


def test_the_proofs_on_paper_come_of_their_key_and_differ_by_role_box_and_nonces() -> None:
    key = binascii.unhexlify(vectors.KEY)
    assert wire.key_id(key) == vectors.KEY_ID
    box, host_nonce, box_nonce = "e66138528a2c", "0123456789abcdef", "fedcba9876543210"
    proofs = [values[-1] for _, (name, *values) in vectors.SOUND if name in ("Here", "Proof")]
    assert proofs[0] == wire.proof(key, "box", box, host_nonce, box_nonce)
    assert proofs[2] == wire.proof(key, "host", box, host_nonce, box_nonce)
    others = {
        wire.proof(key, "host", "e66138528a2d", host_nonce, box_nonce),
        wire.proof(key, "host", box, box_nonce, host_nonce),
        wire.proof(bytes(32), "host", box, host_nonce, box_nonce),
        *map(str, proofs),
    }
    assert len(others) == 6
    assert wire.alike("abc", "abc")
    assert not wire.alike("abc", "abd")
    assert not wire.alike("abc", "abcd")
