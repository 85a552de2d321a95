"""What tables and hub say to each other: written and read back, and refused where it is broken."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.chain import Header, following, head_of, text_to_send
from companion.club.messages import (
    MOST_ENTRIES,
    Ack,
    Ask,
    Games,
    GameState,
    Gone,
    Log,
    MessageRefused,
    Noted,
    Sent,
    Up,
    Wanted,
    decoded,
    encoded,
)
from companion.errors import JournalCorrupt

ONE, OTHER = "0" * 31 + "1", "0" * 31 + "2"
HEADER = Header(1, "table-1", "{}", "2024-01-01T12:00:00.000000Z")
TEXT = '{"seq":1}'
SENT = Sent(1, 1, TEXT, following(HEADER.digest, TEXT))
WORDS = [
    Up(ONE, OTHER, "f" * 16, 12, head_of([]), 0, 6),
    Up(ONE, OTHER, "f" * 16, 12, head_of([]), 0, 6, Noted(1, 12, "東")),
    Log(ONE, 1, 64, (HEADER,), (SENT,)),
    Log(ONE, 1, 64, (), (), Noted(1, 64, "")),
    Games(ONE, 64, 1, (GameState(1, HEADER.digest, 1, SENT.digest),), (Gone(2, 3, 9, 4),)),
    Ask(ONE, Wanted.LOG, 17),
    Ack(ONE, 16, "abc"),
]


@pytest.mark.parametrize("words", WORDS)
def test_what_is_written_is_read_back(words):
    message = encoded(words)
    assert decoded(message.leaf, message.payload) == words


def test_only_where_somebody_stands_is_kept_by_the_broker():
    assert [words for words in WORDS if encoded(words).is_retained] == [*WORDS[:2], WORDS[-1]]


def test_a_newer_companion_may_say_more():
    message = encoded(WORDS[0])
    more = json.loads(message.payload) | {"mood": "good"}
    assert decoded("up", json.dumps(more).encode()) == WORDS[0]


@pytest.mark.parametrize(
    ("leaf", "change", "sentence"),
    [
        ("up", {"epoch": "x"}, "32 hexadecimal digits"),
        ("up", {"newest": -1}, "below 0 or too large"),
        ("up", {"newest": 10**400}, "below 0 or too large"),
        ("up", {"newest": True}, "True is not a valid int"),
        ("up", {"notes": {"game": 1, "seq": 2, "text": "\ud800"}}, "surrogates not allowed"),
        ("log", {"entries": None}, "None is not a valid list"),
        ("log", {"games": []}, "belongs to no game"),
        ("log", {"first": 2}, "outside of what the message covers"),
        ("log", {"entries": [{"seq": 1, "game": 1, "text": "ü", "digest": ""}]}, "not ASCII"),
        ("ask", {"wanted": "everything"}, "everything"),
    ],
)
def test_what_is_broken_is_refused_with_a_sentence(leaf, change, sentence):
    words = next(words for words in WORDS if encoded(words).leaf == leaf)
    broken = json.loads(encoded(words).payload) | change
    with pytest.raises(MessageRefused, match=sentence):
        decoded(leaf, json.dumps(broken).encode())


def test_too_many_entries_and_entries_out_of_order_are_refused():
    def log(numbers):
        entries = [{"seq": seq, "game": 1, "text": "{}", "digest": ""} for seq in numbers]
        return json.loads(encoded(WORDS[2]).payload) | {"entries": entries, "last": 1000}

    for numbers in (range(1, MOST_ENTRIES + 2), [2, 1], [3, 3]):
        with pytest.raises(MessageRefused):
            decoded("log", json.dumps(log(numbers)).encode())
    decoded("log", json.dumps(log(range(1, MOST_ENTRIES + 1))).encode())


@given(payload=st.binary(max_size=200), leaf=st.sampled_from(["up", "log", "games", "ask", "ack", "x", ""]))
def test_whatever_arrives_is_read_or_refused(payload, leaf):
    with pytest.raises(MessageRefused):
        decoded(leaf, payload)


@pytest.mark.parametrize("payload", [b"[" * 100_000, b'{"a":' * 100_000, b"\xff", b"1", b"null"])
def test_odd_json_is_refused(payload):
    with pytest.raises(MessageRefused):
        decoded("up", payload)


def test_who_told_an_entry_stays_at_the_table():
    text = '{"seq":3,"at":"x","fact":null,"because":"person","retracts":2,"by":"10.0.0.7","command_id":"tap"}'
    assert text_to_send(text) == text.replace('"by":"10.0.0.7",', "")
    assert text_to_send('{"seq":3}') == '{"seq":3}'


@pytest.mark.parametrize("text", ['{"by":', '[{"by":1}]', '"by":1'])
def test_an_entry_that_is_not_one_is_not_sent(text):
    with pytest.raises(JournalCorrupt, match="an entry cannot be sent"):
        text_to_send(text)


def test_the_head_tells_every_difference():
    ends = [(1, 0, "a"), (2, 0, "b")]
    others = [ends[:1], [(1, 0, "a"), (2, 0, "c")], [(1, 1, "a"), (2, 0, "b")], [(1, 0, "a"), (3, 0, "b")]]
    assert head_of(ends) == head_of(reversed(ends))
    assert head_of(ends) not in [head_of(other) for other in others]
