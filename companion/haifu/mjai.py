"""Reads mjai JSON lines: one game, text in, `Record` out.

Each line is one event, an object with a `type`; a file may also be one JSON list of events. Programs
differ in what else they write: points, payments, values, reasons and accepted riichi may be missing, and
then follow from the rest. A draw after a player's own kan or north is a replacement.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from companion.haifu.mjai_events import READERS
from companion.haifu.mjai_reading import Reading
from companion.haifu.mjai_words import Event
from companion.haifu.record import Format, ReadingFailure, Record, Unreadable

_WITHOUT_MEANING = frozenset({"none", "hello", "join", "error"})
"""Messages between a server and a player that some programs leave in; they are skipped."""


def read_mjai(text: str, name: str) -> Record:
    """Read one game. Never raises for its content: see `Record.failure`."""
    reading = Reading()
    failure: ReadingFailure | None = None
    try:
        for reading.event, entry in _entries(text.removeprefix("\ufeff")):
            _read(reading, _event(reading.event, entry))
        if not reading.hands and not reading.facts:
            raise Unreadable("there is no hand in this record")
        if not reading.is_ended:
            raise Unreadable("the record breaks off before the end of the hand")
    except Unreadable as error:
        hand = len(reading.hands) + bool(reading.facts)
        failure = ReadingFailure(str(error), hand, max(1, reading.event))
    reading.close_hand()
    return Record(
        name,
        Format.MJAI,
        reading.rules,
        reading.names,
        tuple(reading.hands),
        reading.final,
        failure,
        is_cut_off=not reading.is_over,
    )


def _entries(text: str) -> Iterator[tuple[int, Any]]:
    """Lines with their number, empty ones left out; or the elements of one JSON list."""
    if text.lstrip().startswith("["):
        yield from enumerate(_list(text), 1)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line


def _list(text: str) -> list[Any]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"the JSON breaks off or is damaged ({error})") from None
    return values if isinstance(values, list) else []


def _event(number: int, entry: Any) -> Event:
    try:
        value = json.loads(entry) if isinstance(entry, str) else entry
    except RecursionError:
        raise Unreadable(f"line {number} is nested too deeply") from None
    except ValueError as error:
        raise Unreadable(f"line {number} is not JSON ({error})") from None
    if isinstance(value, dict) and isinstance(value.get("type"), str):
        return value
    raise Unreadable("this is not an mjai event: it has no type")


def _read(reading: Reading, event: Event) -> None:
    kind = event["type"]
    if kind in _WITHOUT_MEANING:
        return
    if kind not in READERS:
        raise Unreadable(f"the event {kind!r:.40} is not known")
    READERS[kind](reading, event)
