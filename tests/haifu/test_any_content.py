"""No content makes a reader raise: whatever comes in, a record comes out, with hands or a failure."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.haifu.gathering import gather
from companion.haifu.mjai import read_mjai
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.opening import read_record
from companion.haifu.record import Record
from companion.haifu.tenhou6 import read_tenhou6
from companion.haifu.tenhou6_writer import write_tenhou6
from companion.riichi.presets import TENHOU, TENHOU_3P
from tests.haifu.wanderers import game

odd = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.sampled_from(
        [10**30, -1.5, float("nan"), "", "?", "5mr", "p414141", "r60", "41m414141", "和了", "\ud800"]
    ),
    st.text(max_size=4),
    st.lists(st.integers(0, 60), max_size=4),
    st.just({}),
)


@lru_cache
def written(seed: int, *, three: bool) -> tuple[str, str]:
    rules = TENHOU_3P if three else TENHOU
    record = gather(game(seed, rules, kyoku=1), rules, tuple("abcd"[: rules.players]))
    return write_tenhou6(record), write_mjai(record)


def is_sound(record: Record) -> bool:
    """Every hand begins with its deal, and what is missing is told in one sentence with its place."""
    if record.failure is None:
        return bool(record.hands)
    text = record.failure.message
    return bool(text) and "\n" not in text and record.failure.hand >= 0 and record.failure.event >= 0


def change_somewhere(data: st.DataObject, value: Any) -> Any:
    """The value with one thing in it changed, left out or doubled."""
    if isinstance(value, list | dict) and value and data.draw(st.integers(0, 5)):
        place = data.draw(st.sampled_from(list(range(len(value)) if isinstance(value, list) else value)))
        what = data.draw(st.sampled_from(["into", "into", "into", "drop", "double"]))
        if what == "drop":
            value.pop(place)
        elif what == "double" and isinstance(value, list):
            value.insert(place, value[place])
        else:
            value[place] = change_somewhere(data, value[place])
        return value
    return data.draw(odd)


@given(st.binary(max_size=300))
def test_any_bytes(content: bytes) -> None:
    assert is_sound(read_record(content, "any"))


@pytest.mark.parametrize("read", [read_mjai, read_tenhou6])
@given(text=st.text(max_size=200))
def test_any_text(read: Callable[[str, str], Record], text: str) -> None:
    assert is_sound(read(text, "any"))


@given(st.data(), st.integers(0, 1), st.booleans())
def test_a_damaged_tenhou6_game(data: st.DataObject, seed: int, three: bool) -> None:
    whole = json.loads(written(seed, three=three)[0])
    for _ in range(data.draw(st.integers(1, 3))):
        whole = change_somewhere(data, whole)
    assert is_sound(read_tenhou6(json.dumps(whole), "damaged"))


@given(st.data(), st.integers(0, 1), st.booleans())
def test_a_damaged_mjai_game(data: st.DataObject, seed: int, three: bool) -> None:
    events = [json.loads(line) for line in written(seed, three=three)[1].splitlines()]
    for _ in range(data.draw(st.integers(1, 3))):
        events = change_somewhere(data, events)
    lines = events if isinstance(events, list) else [events]
    assert is_sound(read_mjai("\n".join(json.dumps(event) for event in lines), "damaged"))


@pytest.mark.parametrize("form", [0, 1])
@given(st.data())
def test_a_game_cut_off_anywhere(form: int, data: st.DataObject) -> None:
    text = written(0, three=False)[form]
    cut = data.draw(st.integers(1, len(text) - 3))
    record = read_record(text[:cut].encode(), "cut")
    assert is_sound(record)
    assert record.failure is not None or record.is_cut_off  # between two lines of mjai it is no failure
    assert len(record.hands) <= 1
