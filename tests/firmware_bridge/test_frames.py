"""Lines on the wire: the golden ones, damaged ones and noise."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.errors import FrameCorrupt
from firmware_bridge.frames import (
    LINE_LIMIT,
    Event,
    Heartbeat,
    Identity,
    LampEcho,
    LineReader,
    crc16,
    encode,
    parse,
    unwrap,
)

GOLDEN = ["?*264C", "A 7*A653", "E 7 3 1 D 123456*710E", "L 1 15*EB9E", "K 1 15*23DF"]
GOLDEN.append("I 1 mjbox 0.1 5 0 4 8*5E80")
payloads = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=LINE_LIMIT - 6)


@pytest.mark.parametrize("line", GOLDEN)
def test_the_golden_lines_are_written_and_read(line):
    payload, _, _ = line.rpartition("*")
    assert encode(payload) == line.encode() + b"\n"
    assert unwrap(line.encode()) == payload


def test_the_checksum_has_its_published_check_value():
    assert crc16(b"123456789") == 0x29B1


@given(payloads)
def test_what_is_written_can_be_read(payload):
    assert LineReader().feed(encode(payload)) == [payload]


@given(payloads, st.data())
def test_one_changed_byte_is_always_noticed(payload, data):
    line = bytearray(encode(payload)[:-1])
    place = data.draw(st.integers(0, len(line) - 1))
    line[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(FrameCorrupt):
        unwrap(bytes(line))


@given(payloads, st.integers(0, 60))
def test_bytes_may_come_in_any_portions(payload, cut):
    line = encode(payload)
    reader = LineReader()
    assert reader.feed(line[:cut]) + reader.feed(line[cut:]) == [payload]


def test_both_line_ends_count_and_empty_lines_do_not():
    reader = LineReader()
    assert reader.feed(b"\n\r\n?*264C\r\n\nA 7*A653\r") == ["?", "A 7"]
    assert reader.damaged == 0


def test_a_line_that_is_too_long_is_dropped_whole_and_counted_once():
    reader = LineReader()
    assert reader.feed(b"x" * 500 + b"?*264C\n" + b"?*264C\n") == ["?"]
    assert reader.damaged == 1


@pytest.mark.parametrize(
    "line", [b"*1D0F", b"?*264c", b"?264C", b"?*264", b"?*264C ", b"?* 64C", b"\xff*0000"]
)
def test_lines_that_are_nearly_right_are_refused(line):
    with pytest.raises(FrameCorrupt):
        unwrap(line)


@pytest.mark.parametrize(
    ("payload", "frame"),
    [
        ("I 1 mjbox 0.1 5 0 4 8", Identity(1, "mjbox", "0.1", 5, 0, 4, 8)),
        ("I 1 pico 1 4294967295 255 4 8 77", Identity(1, "pico", "1", 4294967295, 255, 4, 8, 77)),
        ("E 7 3 1 D 123456", Event(7, 3, 1, True, 123456)),
        ("E 7 3 1 U 123456 new field", Event(7, 3, 1, False, 123456)),
        ("K 1 15", LampEcho(1, 15)),
        ("H 1000 2 3 4 5", Heartbeat(1000, 2, 3, 4, 5)),
        ("X what comes later", None),
    ],
)
def test_each_kind_of_frame_is_understood(payload, frame):
    assert parse(payload) == frame


@pytest.mark.parametrize(
    "payload",
    [
        "I 1 mjbox",
        "I 1 mjbox 0.1 5 0 4",
        "E 7 3 1 X 5",
        "E 256 0 0 D 1",
        "E 1 0 0 D",
        "K 1",
        "K 1 65536",
        "H 1 2",
        "E -1 0 0 D 1",
        "E 1 0 0 D 1e3",
        "E 1 0 0 D 99999999999",
        "H 1 2 3 4 ",
        "I x b f 1 1 4 8",
        "I 1 b f 1 1 4 8 x",
    ],
)
def test_a_known_kind_with_a_wrong_field_is_damage(payload):
    with pytest.raises(FrameCorrupt):
        parse(payload)


def test_a_million_random_bytes_hold_no_frame():
    dice = random.Random(29)
    reader = LineReader()
    found = reader.feed(dice.randbytes(500_000)) + reader.feed(
        bytes(dice.choices(b"EIKHDU 0123*AF\n", k=500_000))
    )
    assert found == []
    assert reader.damaged > 1000
