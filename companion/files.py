"""The companion's files: complete even after a power cut, and private where nothing else is said."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeVar

from hardware.disk import give_to_owner, name_durably, sync, write_whole

__all__ = [
    "UNREADABLE",
    "damaged_name",
    "field_in",
    "give_folder_to_owner",
    "give_to_owner",
    "json_in",
    "keep_if_damaged",
    "make_privately",
    "name_durably",
    "sync",
    "with_added",
    "write_instead",
    "write_openly",
    "write_privately",
]

UNREADABLE: Final = (ValueError, TypeError, LookupError, AttributeError)
"""What reading something of another shape may raise."""
_MOST_BYTES: Final = 16 * 1024 * 1024
"""No file that `keep_if_damaged` is for is larger."""
_EXPECTED: Final[dict[type, str]] = {
    str: "a text in quotes",
    int: "a whole number without quotes",
    float: "a number without quotes",
    list: "a list in square brackets",
    dict: "an object in braces",
}
_Kind = TypeVar("_Kind", str, int, float, list[Any], dict[str, Any])
_log = logging.getLogger(__name__)


def json_in(content: bytes) -> Any:
    """The value that a file or a line of JSON holds.

    Raises:
        ValueError: it is not JSON, is nested too deeply, or has a number that is not
            finite, or too large for a float.
    """
    try:
        return json.loads(content, parse_float=_finite, parse_int=_whole, parse_constant=_finite)
    except RecursionError as error:
        raise ValueError("the JSON is nested too deeply") from error


def _finite(text: str) -> float:
    """Python's own reader lets `NaN`, `Infinity` and `1e999` pass. Raises ValueError."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:20]} is not a number that can be used")
    return number


def _whole(text: str) -> int:
    """A whole number that `float()` can take: longer ones raise OverflowError later. Raises ValueError."""
    _finite(text)
    return int(text)


def field_in(told: Any, name: str, kind: type[_Kind]) -> _Kind:
    """A field of a JSON object. People edit files by hand: no kind passes for another, but `int` for `float`.

    >>> field_in({"port": "8883"}, "port", int)
    Traceback (most recent call last):
        ...
    ValueError: port must be a whole number without quotes, not "8883"

    Raises:
        ValueError: it is missing or of another kind; the sentence names it.
    """
    if type(told) is not dict:
        raise ValueError(f"it must be {_EXPECTED[dict]}")
    if name not in told:
        raise ValueError(f"{name} is missing")
    value: _Kind = told[name]
    if type(value) not in ((int, float) if kind is float else (kind,)):
        raise ValueError(
            f"{name} must be {_EXPECTED[kind]}, not {json.dumps(value, ensure_ascii=False)[:40]}"
        )
    return value


def with_added(told: dict[str, Any], file: Path) -> dict[str, Any]:
    """What a JSON file is about to say, and whatever a person has added to the one that lies there.

    An object in a list is known again by its `id`. Nothing of a file that cannot be understood is carried on.
    """
    try:
        with file.open("rb") as opened:
            was = json_in(opened.read(_MOST_BYTES))
    except (OSError, ValueError):
        return told
    return _grown(told, was)


def _grown(told: dict[str, Any], was: Any) -> dict[str, Any]:
    """An object with the fields that it had before and does not know."""
    if type(was) is not dict:
        return told
    now = {name: _rows_grown(value, was.get(name)) for name, value in told.items()}
    return now | {name: value for name, value in was.items() if name not in told}


def _rows_grown(told: Any, was: Any) -> Any:
    if type(told) is not list or type(was) is not list:
        return told
    before = {one["id"]: one for one in was if type(one) is dict and type(one.get("id")) is str}
    return [
        _grown(one, before.get(one["id"])) if type(one) is dict and type(one.get("id")) is str else one
        for one in told
    ]


def make_privately(folder: Path) -> None:
    """Make a folder that only its owner may enter, if it is not there yet.

    What root makes belongs to whoever has the folder above. Raises OSError.
    """
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        if not folder.is_dir():
            raise
        return
    give_folder_to_owner(folder)


def give_folder_to_owner(folder: Path) -> None:
    """Give a folder that was made just now to whoever has the one above, if root made it. Raises OSError."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        give_to_owner(opened, folder.parent)
    finally:
        os.close(opened)


def write_privately(target: Path, content: bytes) -> None:
    """Write a file that only its owner may read; the old one stays until the new one is complete.

    Raises:
        OSError: the disk is full, or the folder cannot be written.
    """
    write_whole(target, content, 0o600)


def write_openly(target: Path, content: bytes) -> None:
    """The same for a file in which nothing is secret, which other accounts of the machine may read."""
    write_whole(target, content, 0o644)


def write_instead(
    target: Path,
    content: bytes,
    read: Callable[[bytes], object],
    write: Callable[[Path, bytes], None] = write_privately,
) -> None:
    """Write a file anew; what lies there is kept beside it first where `read` cannot understand it.

    Somebody may have damaged it by hand, and what it held is perhaps still in there.

    `read` raises one of `UNREADABLE`; `write` is `write_privately` or `write_openly`.

    Raises:
        OSError: the old file cannot be read, or nothing can be written.
    """
    keep_if_damaged(target, read, write)
    write(target, content)


def keep_if_damaged(
    target: Path,
    read: Callable[[bytes], object],
    write: Callable[[Path, bytes], None] = write_privately,
) -> None:
    """Keep a copy of a file beside it if `read` cannot understand it; one that is too large is moved, unread.

    Raises OSError, as `write_instead`.
    """
    try:
        with target.open("rb") as file:
            was = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return
    is_huge = len(was) > _MOST_BYTES
    try:
        if not is_huge:
            read(was)
            return
    except UNREADABLE:
        pass
    beside = damaged_name(target, datetime.now(UTC))
    if is_huge:
        name_durably(target, beside)
    else:
        # A copy: until the new one is written, a start must not find that there never was a file.
        write(beside, was)
    _log.warning("files.damaged_kept file=%s", beside)


def damaged_name(path: Path, now: datetime, is_taken: Callable[[Path], object] = Path.exists) -> Path:
    """Where a damaged file is kept: beside it, under a name that nothing has."""
    name = f"{path.name}.damaged-{now:%Y%m%dT%H%M%S}Z"
    aside, count = path.with_name(name), 1
    while is_taken(aside):
        count += 1
        aside = path.with_name(f"{name}-{count}")
    return aside
