"""The files of a membership: they all belong to one table of one club, whenever the power fails.

What a hub has answered is written into a folder within the membership's, and one renaming makes it count.
Then its files take the places of those before. If that is cut off, the next look at the membership goes on
with it.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from companion.club import call_kept, round_kept
from companion.files import json_in, make_privately, name_durably, sync, with_added, write_privately

__all__ = [
    "JOURNAL",
    "MEMBERSHIP",
    "agree",
    "begin",
    "bytes_of",
    "drop",
    "forget_begun",
    "settle",
    "since_of",
    "staged_journal",
]

MEMBERSHIP: Final = "club.json"
JOURNAL: Final = "journal"
"""The journal that a spare was sent, until it takes the place of its own; before that, nothing else moves."""
_BEGUN: Final = ".begun"
_AGREED: Final = ".agreed"
_WHOSE: Final = re.compile(rb'"table"\s*:\s*"([0-9a-f]{8})"')
_SINCE: Final = re.compile(rb'"since"\s*:\s*([0-9]{1,9})\b')
_OF_ONE_TABLE: Final = (call_kept.FILE, round_kept.FILE)
"""What a table wants of its hub, and what it has heard: meant for no other table, and for no other club."""


def begin(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write files that do not count yet; returns the folder in which they lie. Raises OSError."""
    begun = folder / _BEGUN
    shutil.rmtree(begun, ignore_errors=True)
    make_privately(folder)
    make_privately(begun)
    for name, content in files.items():
        write_privately(begun / name, _carrying_on(folder, content) if name == MEMBERSHIP else content)
    return begun


def agree(folder: Path) -> None:
    """From now on, what was begun counts. Raises OSError."""
    shutil.rmtree(folder / _AGREED, ignore_errors=True)
    name_durably(folder / _BEGUN, folder / _AGREED)


def forget_begun(folder: Path) -> None:
    """Remove what was begun and does not count, and the folder if there is nothing else in it."""
    shutil.rmtree(folder / _BEGUN, ignore_errors=True)
    with suppress(OSError):
        folder.rmdir()


def staged_journal(folder: Path) -> Path | None:
    """The journal of a spare that has not taken its place yet; None where there is none."""
    journal = folder / _AGREED / JOURNAL
    return journal if journal.exists() else None


def settle(folder: Path) -> None:
    """Move what counts to its place, once the journal that came with it has taken its own. Raises OSError."""
    agreed = folder / _AGREED
    if not agreed.exists() or staged_journal(folder):
        return
    if (agreed / MEMBERSHIP).exists() and _whose(agreed) != _whose(folder):
        for name in _OF_ONE_TABLE:
            (folder / name).unlink(missing_ok=True)
    # The membership itself goes last: until then, it is seen here that it is another one.
    for file in sorted(agreed.iterdir(), key=lambda one: one.name == MEMBERSHIP):
        file.rename(folder / file.name)
    sync(folder)
    agreed.rmdir()


def drop(folder: Path) -> None:
    """Remove everything, what counts first. Raises OSError; FileNotFoundError where there is nothing."""
    if (agreed := folder / _AGREED).exists():
        shutil.rmtree(folder / _BEGUN, ignore_errors=True)
        name_durably(agreed, folder / _BEGUN)
    (folder / MEMBERSHIP).unlink(missing_ok=True)
    shutil.rmtree(folder)


def _carrying_on(folder: Path, membership: bytes) -> bytes:
    """The membership with what a person has added to the one before, if that is the same table's."""
    told = json_in(membership)
    is_same = (told["club"], told["table"]) == _whose(folder)
    return json.dumps(with_added(told, folder / MEMBERSHIP)).encode() if is_same else membership


def since_of(folder: Path, table: object) -> int | None:
    """The first game that the club may see, by the membership of this table, which may be half typed.

    None where that is another table's, or does not say it.
    """
    text = bytes_of(folder / MEMBERSHIP)
    whose, since = _WHOSE.search(text), _SINCE.search(text)
    return int(since[1]) if since and whose and whose[1].decode() == table else None


def bytes_of(file: Path) -> bytes:
    """What a file holds; nothing where it cannot be read."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _whose(folder: Path) -> Any:
    """The club and the table of a membership; None where that cannot be read."""
    try:
        told = json_in((folder / MEMBERSHIP).read_bytes())
        return told["club"], told["table"]
    except (OSError, ValueError, TypeError, LookupError):
        return None
