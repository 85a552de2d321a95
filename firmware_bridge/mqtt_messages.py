"""What a message of a button says, how old it is, and whether it came before; pure.

A bridge may keep messages back while its own line is broken, and deliver them later all at once: a call
from a minute ago must not become a call now.
"""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from hardware.mqtt_buttons import Deed, KeyWord, MqttDevice

__all__ = ["OLDEST_NS", "DeviceMessages", "Doubt", "Heard", "is_offline"]

NS: Final = 1_000_000_000
OLDEST_NS: Final = 2 * NS
"""A press that is older when it arrives does not count. A panel on a cable has the same limit."""
MOST_BYTES: Final = 16 * 1024
_AT_ONCE_NS: Final = NS
"""Messages this close together may have been kept back together, and count once as evidence of the clock."""
_LOOKS_BACK: Final = 4
"""After this many messages, a clock that was set to another time is believed."""
_MILLISECONDS_FROM: Final = 100_000_000_000
"""A number above this counts milliseconds since 1970: as seconds it would be the year 5138."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A key of a device that was pressed or let go, and when by our monotonic clock."""

    key: KeyWord
    at_ns: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """A press that must not count; `says` why."""

    says: str


class DeviceMessages:
    """Everything that one device says, in the order of its arrival."""

    def __init__(self, device: MqttDevice) -> None:
        self._device = device
        self._words = {word.word: word for word in device.words}
        self._offsets: deque[tuple[int, int]] = deque(maxlen=_LOOKS_BACK)
        """For each of the last messages: when it came, and how far its time was behind our clock at least."""
        self._before: tuple[int, bytes] | None = None

    def read(self, payload: bytes, arrived_ns: int) -> Heard | Doubt | None:
        """What a message says; None if it is about something else.

        Raises:
            ValueError: it does not match the profile.
        """
        if len(payload) > MOST_BYTES:
            raise ValueError(f"a message of {len(payload)} bytes")
        word, sent_ns = self._said(payload)
        key = self._words.get(word)
        if key is None:
            return None
        if sent_ns is None:
            return Heard(key, arrived_ns)
        if self._before == (sent_ns, payload):
            return Doubt("came twice")
        if self._is_overtaken(sent_ns, arrived_ns):
            return Doubt("came after a later one")
        self._before = (sent_ns, payload)
        late_ns = self._late(sent_ns, arrived_ns)
        if late_ns > OLDEST_NS and key.deed is not Deed.RELEASE:  # let go is let go, however long ago
            return Doubt(f"was {late_ns / NS:.0f} s old")
        return Heard(key, arrived_ns - late_ns)

    def _said(self, payload: bytes) -> tuple[str, int | None]:
        text = payload.decode()
        if not self._device.field:
            return text.strip(), None
        said = _object(text)
        word = said.get(self._device.field)
        stamp = said.get(self._device.time) if self._device.time else None
        return (word if isinstance(word, str) else ""), (None if stamp is None else _nanoseconds(stamp))

    def _is_overtaken(self, sent_ns: int, arrived_ns: int) -> bool:
        """Whether a later message came just before; if that was long ago, the clock was set back instead."""
        if self._before is None or not self._offsets:
            return False
        return sent_ns < self._before[0] and arrived_ns - self._offsets[-1][0] < _AT_ONCE_NS

    def _late(self, sent_ns: int, arrived_ns: int) -> int:
        """How much longer it took than the quickest of the last few: a message is never early."""
        offset = arrived_ns - sent_ns
        if self._offsets and arrived_ns - self._offsets[-1][0] < _AT_ONCE_NS:
            offset = min(offset, self._offsets.pop()[1])
        self._offsets.append((arrived_ns, offset))
        return arrived_ns - sent_ns - min(least for _, least in self._offsets)


def is_offline(payload: bytes) -> bool:
    """Whether a status says that its device is away, as a word or as the state of a JSON object."""
    try:
        text = payload.decode()
        word = _object(text).get("state") if text.lstrip().startswith("{") else text.strip()
    except ValueError:
        return False
    return word == "offline"


def _object(text: str) -> dict[str, Any]:
    try:
        said = json.loads(text)
    except RecursionError:
        raise ValueError("a message that is nested too deeply") from None
    if isinstance(said, dict):
        return said
    raise ValueError("a message that is not a JSON object")


def _nanoseconds(stamp: object) -> int:
    """A time as bridges write it: ISO 8601, or seconds or milliseconds since 1970. Raises ValueError."""
    if isinstance(stamp, str):
        return int(datetime.fromisoformat(stamp).timestamp() * NS)
    if isinstance(stamp, bool) or not isinstance(stamp, int | float) or not 0 <= stamp < 1e15:
        raise ValueError("a time that is not one")
    return int(stamp * (NS // 1_000 if stamp > _MILLISECONDS_FROM else NS))
