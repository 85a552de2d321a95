"""Lines on the wire and back: checksum, framing, and the frames both ends know.

Text in, values out. No port, no clock and no memory of what was said before; `protocol` has that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from firmware_bridge.errors import FrameCorrupt

__all__ = [
    "LINE_LIMIT",
    "PROTOCOL_VERSION",
    "BoxState",
    "Event",
    "Heartbeat",
    "Identity",
    "LampEcho",
    "LineReader",
    "crc16",
    "encode",
    "parse",
    "unwrap",
]

PROTOCOL_VERSION = 1
LINE_LIMIT = 48
"""The most bytes of a line, with its end."""
_NAME = re.compile(r"[!-)+-~]{1,16}")


@dataclass(frozen=True, slots=True)
class Identity:
    """`I`: who the panel is, a number that differs at each start, and the first event it can still give.

    `ms` is the panel's clock; None if its firmware does not say it.
    """

    version: int
    board: str
    firmware: str
    boot: int
    base_seq: int
    seats: int
    buttons: int
    ms: int | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """`E`: a key of a seat went down or up, at a time on the panel's own clock."""

    seq: int
    seat: int
    button: int
    is_down: bool
    ms: int


@dataclass(frozen=True, slots=True)
class LampEcho:
    """`K`: the lamp command that came last, and the lamps actually in effect."""

    command: int
    mask: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """`H`: the panel is alive; counts the edges that wait, damaged lines, repetitions and dropped edges."""

    ms: int
    queued: int
    damaged: int
    repeated: int
    lost: int


@dataclass(frozen=True, slots=True)
class BoxState:
    """`B`: a seat box without a cable, as its receiver knows it. Panels with cables never say it."""

    seat: int
    millivolts: int
    """Of its battery; 0 if the box cannot measure it."""
    age_s: int
    """Seconds since the receiver last heard it."""
    is_away: bool
    """Whether it has been silent for longer than it said it would be."""
    boot: int


DeviceFrame = Identity | Event | LampEcho | Heartbeat | BoxState


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        value = byte << 8
        for _ in range(8):
            value = (value << 1) ^ (0x1021 if value & 0x8000 else 0)
        table.append(value & 0xFFFF)
    return tuple(table)


_CRC_TABLE = _crc_table()


def crc16(payload: bytes) -> int:
    """CRC-16/CCITT-FALSE of a payload.

    >>> f"{crc16(b'123456789'):04X}"
    '29B1'
    """
    value = 0xFFFF
    for byte in payload:
        value = ((value << 8) & 0xFFFF) ^ _CRC_TABLE[(value >> 8) ^ byte]
    return value


def encode(payload: str) -> bytes:
    r"""A payload as a whole line.

    >>> encode("A 7")
    b'A 7*A653\n'
    """
    raw = payload.encode("ascii")
    return b"%s*%04X\n" % (raw, crc16(raw))


def unwrap(line: bytes) -> str:
    """The payload of a line without its end.

    Raises:
        FrameCorrupt: the checksum is missing or wrong, or the line has a character that no line may have.
    """
    payload, star, check = line.rpartition(b"*")
    if not star or not re.fullmatch(rb"[0-9A-F]{4}", check) or int(check, 16) != crc16(payload):
        raise FrameCorrupt(f"damaged line {line!r}")
    if not payload or any(not 0x20 <= byte < 0x7F for byte in payload):
        raise FrameCorrupt(f"unprintable line {line!r}")
    return payload.decode("ascii")


def parse(payload: str) -> DeviceFrame | None:
    """What a payload says; None for a kind of frame that is newer than we are.

    Raises:
        FrameCorrupt: the kind is known, but a field is missing or out of its range.
    """
    kind, *fields = payload.split(" ")
    match kind:
        case "I":
            return _identity(fields, payload)
        case "E":
            return _event(fields, payload)
        case "K":
            command, mask = _numbers(fields, (0xFFFF, 0xFFFF), payload)
            return LampEcho(command, mask)
        case "H":
            return Heartbeat(*_numbers(fields, (0xFFFFFFFF, 255, 0xFFFF, 0xFFFF, 0xFFFF), payload))
        case "B":
            limits = (15, 0xFFFF, 0xFFFFFFFF, 1, 0xFFFFFFFF)
            seat, millivolts, age_s, is_away, boot = _numbers(fields, limits, payload)
            return BoxState(seat, millivolts, age_s, bool(is_away), boot)
        case _:
            return None


def _identity(fields: list[str], payload: str) -> Identity:
    if len(fields) < 3 or not all(_NAME.fullmatch(name) for name in fields[1:3]):
        raise FrameCorrupt(f"no identity in {payload!r}")
    version, boot, base, seats, buttons = _numbers(
        [fields[0], *fields[3:]], (255, 0xFFFFFFFF, 255, 16, 16), payload
    )
    ms = _numbers(fields[7:8], (0xFFFFFFFF,), payload)[0] if len(fields) > 7 else None
    return Identity(version, fields[1], fields[2], boot, base, seats, buttons, ms)


def _event(fields: list[str], payload: str) -> Event:
    if len(fields) < 5 or fields[3] not in ("D", "U"):
        raise FrameCorrupt(f"no event in {payload!r}")
    seq, seat, button, ms = _numbers([*fields[:3], fields[4]], (255, 15, 15, 0xFFFFFFFF), payload)
    return Event(seq, seat, button, fields[3] == "D", ms)


def _numbers(fields: list[str], limits: tuple[int, ...], payload: str) -> tuple[int, ...]:
    """The leading fields as numbers, each at most its limit; surplus fields are left alone."""
    if len(fields) < len(limits):
        raise FrameCorrupt(f"too few fields in {payload!r}")
    values = []
    for field, limit in zip(fields, limits, strict=False):
        if not field.isascii() or not field.isdigit() or len(field) > 10 or int(field) > limit:
            raise FrameCorrupt(f"{field!r} cannot be in {payload!r}")
        values.append(int(field))
    return tuple(values)


class LineReader:
    """Takes bytes as they come, and gives whole payloads; damaged lines are counted and dropped."""

    def __init__(self) -> None:
        self.damaged = 0
        self._line = bytearray()
        self._too_long = False

    def forget(self) -> None:
        """Start with an empty line: the port was opened anew."""
        self._line.clear()
        self._too_long = False

    def feed(self, data: bytes) -> list[str]:
        """All payloads that these bytes complete, in order."""
        payloads = []
        for byte in data:
            if byte in b"\r\n":
                if (payload := self._finish()) is not None:
                    payloads.append(payload)
            elif len(self._line) < LINE_LIMIT - 1:
                self._line.append(byte)
            else:
                self._too_long = True
        return payloads

    def _finish(self) -> str | None:
        line, too_long = bytes(self._line), self._too_long
        self.forget()
        if not line:
            return None
        try:
            if too_long:
                raise FrameCorrupt("a line longer than any frame")
            return unwrap(line)
        except FrameCorrupt:
            self.damaged += 1
            return None
