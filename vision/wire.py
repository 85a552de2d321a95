"""Messages of the eye as lines of JSON, and back. Nothing is trusted: the lines come from another process.

No imaging library is loaded here: the companion reads these lines in its own process.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterable
from typing import Any, cast

from hardware.profile import Side
from vision.errors import WorkerProtocolError
from vision.labels import AT_TABLE
from vision.sighting import (
    Condition,
    CropTaken,
    EyeStatus,
    Heartbeat,
    Message,
    Quad,
    RestTaken,
    Sighting,
    TableFollowed,
    TileView,
    ZoneView,
)

FORM = 1
MOST_BYTES = 65_536
FARTHEST = 10.0
"""In widths of the table: no camera that can read tiles hangs farther to the side."""
MOST_ZONES, MOST_TILES, MOST_ALTERNATIVES = 64, 300, 4
MOST_JPEG, MOST_REST_JPEG = 32_768, 48_000
MOST_OF_A_NOTE, MOST_OF_A_NAME = 500, 40
"""In characters."""
_LABELS = frozenset(AT_TABLE)
_SIDES = frozenset(Side.__members__)
_NAME = re.compile(rf"[A-Za-z0-9_. -]{{1,{MOST_OF_A_NAME}}}")
_FOREIGN = re.compile(r"[^A-Za-z0-9_. -]")


def to_line(message: Message) -> bytes:
    """One message as one line, with its newline.

    What `from_line` would refuse is written so that it is taken: a profile may call a camera or a zone
    anything, notes quote messages of libraries, and where a camera hangs is only estimated.
    """
    body = {"form": FORM, **_WRITERS[type(message)](message)}
    return json.dumps(body, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def from_line(line: bytes) -> Message:
    """One line as a message.

    Raises:
        WorkerProtocolError: it says something that no eye of this version says.
    """
    if len(line) > MOST_BYTES:
        raise WorkerProtocolError(f"a line of {len(line)} bytes is too long")
    try:
        body = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise WorkerProtocolError("a line is not JSON") from error
    if not isinstance(body, dict):
        raise WorkerProtocolError("a line is not a JSON object")
    if body.get("form") != FORM:
        raise WorkerProtocolError(f"a line is of form {body.get('form')!r}, not {FORM}")
    reader = _READERS.get(body.get("kind")) if isinstance(body.get("kind"), str) else None
    if reader is None:
        raise WorkerProtocolError(f"a line is of the unknown kind {str(body.get('kind'))[:40]!r}")
    return reader(body)


def _write_sighting(message: Message) -> dict[str, Any]:
    said = cast("Sighting", message)
    zones = [
        {"name": name, "tiles": [_write_tile(tile) for tile in zone.tiles]}
        for name, zone in zip(_plain_and_apart(zone.name for zone in said.zones), said.zones, strict=True)
    ]
    body = {
        "kind": "sighting",
        "camera": _plain(said.camera),
        "at_ns": said.at_ns,
        "number": said.number,
        "zones": zones,
    }
    # Both are left out where there is nothing to say; then a line is like those of earlier versions.
    sticks = {"sticks": list(said.sticks)} if said.sticks else {}
    is_near = said.over is not None and all(abs(part) <= FARTHEST for part in said.over)
    over = {"over": [round(value, 3) for value in said.over or ()]} if is_near else {}
    return {**body, **sticks, **over}


def _write_tile(tile: TileView) -> list[Any]:
    return [
        tile.label,
        round(tile.confidence, 4),
        [round(value, 4) for corner in tile.quad for value in corner],
        int(tile.sideways),
        [[label, round(chance, 4)] for label, chance in tile.alternatives],
        tile.crop,
        int(tile.is_hidden),
    ]


def _write_status(message: Message) -> dict[str, Any]:
    said = cast("EyeStatus", message)
    return {
        "kind": "status", "camera": _plain(said.camera), "at_ns": said.at_ns,
        "condition": said.condition.value, "note": said.note[:MOST_OF_A_NOTE],
    }  # fmt: skip


def _write_beat(message: Message) -> dict[str, Any]:
    said = cast("Heartbeat", message)
    return {
        "kind": "beat", "camera": _plain(said.camera), "at_ns": said.at_ns,
        "frames": said.frames, "rested_ns": said.rested_ns,
    }  # fmt: skip


def _write_crop(message: Message) -> dict[str, Any]:
    said = cast("CropTaken", message)
    return {"kind": "crop", "number": said.number, "jpeg": base64.b64encode(said.jpeg).decode()}


def _write_rest(message: Message) -> dict[str, Any]:
    said = cast("RestTaken", message)
    return {"kind": "rest", "at_ns": said.at_ns, "jpeg": base64.b64encode(said.jpeg).decode()}


def _write_followed(message: Message) -> dict[str, Any]:
    said = cast("TableFollowed", message)
    corners = [round(value, 6) for corner in said.corners for value in corner]
    return {"kind": "followed", "camera": _plain(said.camera), "at_ns": said.at_ns, "corners": corners}


def _plain(name: str) -> str:
    return _FOREIGN.sub("_", name)[:MOST_OF_A_NAME] or "_"


def _plain_and_apart(names: Iterable[str]) -> list[str]:
    """These names made plain; those that would then be alike end with a number."""
    given: list[str] = []
    for name in names:
        plain, number = _plain(name), 1
        while plain in given:
            number += 1
            plain = f"{_plain(name)[: MOST_OF_A_NAME - len(str(number))]}{number}"
        given.append(plain)
    return given


_WRITERS: dict[type, Callable[[Message], dict[str, Any]]] = {
    Sighting: _write_sighting,
    EyeStatus: _write_status,
    Heartbeat: _write_beat,
    CropTaken: _write_crop,
    RestTaken: _write_rest,
    TableFollowed: _write_followed,
}


def _read_sighting(body: dict[str, Any]) -> Sighting:
    _only(body, "camera", "at_ns", "number", "zones", *({"sticks", "over"} & body.keys()))
    zones = tuple(_read_zone(zone) for zone in _list(body["zones"], "zones", MOST_ZONES))
    if sum(len(zone.tiles) for zone in zones) > MOST_TILES:
        raise WorkerProtocolError("a sighting has more tiles than any table")
    if len({zone.name for zone in zones}) < len(zones):
        raise WorkerProtocolError("a sighting names a zone twice")
    camera, at_ns, number = _name(body["camera"]), _count(body["at_ns"]), _count(body["number"])
    over = _read_over(body["over"]) if "over" in body else None
    return Sighting(camera, at_ns, number, zones, _read_sticks(body.get("sticks", [])), over)


def _read_over(body: Any) -> tuple[float, float]:
    if len(_list(body, "parts of a place", 2)) != 2:
        raise WorkerProtocolError("a place on the table must have two parts")
    x, y = (_number(value, -FARTHEST, FARTHEST) for value in body)
    return x, y


def _read_sticks(body: Any) -> tuple[str, ...]:
    sides = _list(body, "sticks", len(_SIDES))
    if not all(isinstance(side, str) and side in _SIDES for side in sides) or len({*sides}) < len(sides):
        raise WorkerProtocolError("sticks have to be sides of the table, each at most once")
    return tuple(sides)


def _read_zone(body: Any) -> ZoneView:
    if not isinstance(body, dict) or body.keys() != {"name", "tiles"}:
        raise WorkerProtocolError("a zone must have a name and tiles, and nothing else")
    tiles = _list(body["tiles"], "tiles", MOST_TILES)
    return ZoneView(_name(body["name"]), tuple(_read_tile(tile) for tile in tiles))


def _read_tile(body: Any) -> TileView:
    if not isinstance(body, list) or len(body) != 7:
        raise WorkerProtocolError("a tile must have seven parts")
    label, confidence, numbers, sideways, others, crop, is_hidden = body
    alternatives = tuple(_read_alternative(one) for one in _list(others, "alternatives", MOST_ALTERNATIVES))
    return TileView(
        _label(label),
        _number(confidence, 0, 1),
        _read_quad(numbers, "a tile"),
        _flag(sideways),
        alternatives,
        _count(crop),
        _flag(is_hidden),
    )


def _read_quad(numbers: Any, what: str) -> Quad:
    flat = [_number(value, -0.5, 1.5) for value in _list(numbers, "corners", 8)]
    if len(flat) != 8:
        raise WorkerProtocolError(f"{what} must have four corners")
    return cast("Quad", tuple(zip(flat[::2], flat[1::2], strict=True)))


def _read_alternative(body: Any) -> tuple[str, float]:
    if not isinstance(body, list) or len(body) != 2:
        raise WorkerProtocolError("an alternative must be a label and a chance")
    return _label(body[0]), _number(body[1], 0, 1)


def _read_status(body: dict[str, Any]) -> EyeStatus:
    _only(body, "camera", "at_ns", "condition", "note")
    condition, note = body["condition"], body["note"]
    if not isinstance(condition, str) or condition not in {one.value for one in Condition}:
        raise WorkerProtocolError(f"there is no condition {str(condition)[:40]!r}")
    if not isinstance(note, str) or len(note) > MOST_OF_A_NOTE:
        raise WorkerProtocolError(f"a note must be a text of at most {MOST_OF_A_NOTE} characters")
    return EyeStatus(_name(body["camera"]), _count(body["at_ns"]), Condition(condition), note)


def _read_beat(body: dict[str, Any]) -> Heartbeat:
    _only(body, "camera", "at_ns", "frames", "rested_ns")
    rested_ns = None if body["rested_ns"] is None else _count(body["rested_ns"])
    return Heartbeat(_name(body["camera"]), _count(body["at_ns"]), _count(body["frames"]), rested_ns)


def _read_crop(body: dict[str, Any]) -> CropTaken:
    _only(body, "number", "jpeg")
    return CropTaken(_count(body["number"]), _jpeg(body["jpeg"], MOST_JPEG))


def _read_rest(body: dict[str, Any]) -> RestTaken:
    _only(body, "at_ns", "jpeg")
    return RestTaken(_count(body["at_ns"]), _jpeg(body["jpeg"], MOST_REST_JPEG))


def _read_followed(body: dict[str, Any]) -> TableFollowed:
    _only(body, "camera", "at_ns", "corners")
    return TableFollowed(_name(body["camera"]), _count(body["at_ns"]), _read_quad(body["corners"], "a table"))


def _jpeg(text: Any, most: int) -> bytes:
    try:
        jpeg = base64.b64decode(text, validate=True)
    except (TypeError, ValueError, binascii.Error) as error:
        raise WorkerProtocolError("a picture of the eye cannot be read") from error
    if not jpeg.startswith(b"\xff\xd8\xff") or len(jpeg) > most:
        raise WorkerProtocolError("a picture of the eye is not a small JPEG")
    return jpeg


_READERS: dict[Any, Callable[[dict[str, Any]], Message]] = {
    "sighting": _read_sighting,
    "status": _read_status,
    "beat": _read_beat,
    "crop": _read_crop,
    "rest": _read_rest,
    "followed": _read_followed,
}


def _only(body: dict[str, Any], *fields: str) -> None:
    if body.keys() != {"form", "kind", *fields}:
        raise WorkerProtocolError(f"a line of kind {body['kind']} must have only {', '.join(fields)}")


def _list(value: Any, what: str, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise WorkerProtocolError(f"{what} have to be a list of at most {most}")
    return value


def _name(value: Any) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise WorkerProtocolError(
            f"a name must have 1 to {MOST_OF_A_NAME} letters, digits, spaces or any of . _ -"
        )
    return value


def _label(value: Any) -> str:
    if not isinstance(value, str) or value not in _LABELS:
        raise WorkerProtocolError(f"there is no tile {str(value)[:40]!r}")
    return value


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**63:
        raise WorkerProtocolError("a number has to be whole and not negative")
    return value


def _number(value: Any, low: float, high: float) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:
        raise WorkerProtocolError(f"a number has to lie from {low:g} to {high:g}")
    return float(value)


def _flag(value: Any) -> bool:
    if value not in (0, 1) or isinstance(value, (bool, float)):
        raise WorkerProtocolError("a flag must be 0 or 1")
    return bool(value)
