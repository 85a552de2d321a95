"""Checks whether this machine has everything that the companion needs, and says what to do if not.

Nothing is changed, nothing is started. Devices are looked at by `companion.intake.devices`.
"""

from __future__ import annotations

import errno
import importlib.util
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from http.client import HTTPConnection, HTTPException
from importlib import metadata
from pathlib import Path
from typing import Final

from companion.config import LOOPBACK
from companion.errors import CompanionError, ConfigError, JournalDown, JournalInUse, JournalTooNew
from companion.journal import SqliteReader
from companion.journal.copying import logs_of
from companion.journal.looking import read_all
from companion.journal.opening import require_no_writer
from companion.keeping.asides import older_files, set_aside_files
from companion.keeping.copies import copies_of
from companion.keeping.interrupted import is_cut_off
from companion.keeping.key_sides import HouseKeys
from companion.keeping.mending import require_sound
from companion.keeping.probing import free_bytes
from companion.keeping.readiness import LEAST_FREE_BYTES
from companion.keeping.trusting import FILE as TRUST
from companion.keeping.trusting import kept_trust
from companion.keeping.wall_clock import is_set
from companion.plurals import counted

OURS: Final = ("companion", "firmware_bridge", "hardware", "vision")
"""The packages of this product, as they are imported."""
NEEDED: Final = ("cattrs", "click", "flask", "mahjong", "platformdirs", "segno", "waitress")
"""The libraries without which the companion does not start; each is imported under the same name."""
PRODUCT: Final = "riichi-table-companion"
_LITTLE_BYTES: Final = 512 * 1024 * 1024
_OLDEST_PYTHON: Final = (3, 11)
_ANY: Final = {"0.0.0.0": LOOPBACK, "::": "::1"}  # noqa: S104 - asked, not listened on
"""Where to ask a companion that listens on every address."""


class Verdict(StrEnum):
    """How serious a finding is."""

    GOOD = "good"
    NOTE = "note"
    """It may be all right: not every table needs it, or it can wait."""
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, what was found, and what to do where that is not well."""

    name: str
    verdict: Verdict
    says: str
    do: str = ""


def good(name: str, says: str) -> Finding:
    """The finding that all is as it should be."""
    return Finding(name, Verdict.GOOD, says)


def note(name: str, says: str, do: str) -> Finding:
    """A finding that may be all right."""
    return Finding(name, Verdict.NOTE, says, do)


def bad(name: str, says: str, do: str) -> Finding:
    """A finding that has to be fixed."""
    return Finding(name, Verdict.BAD, says, do)


def look_at_machine(folder: Path, host: str, port: int, now: datetime) -> Iterator[Finding]:
    """Everything but the devices, one after another."""
    yield python()
    yield libraries()
    yield packages()
    yield data_folder(folder)
    yield disk(folder)
    if not _closed(folder):
        yield from journals(folder)
        yield from settings(folder)
    yield clock(now)
    yield network(host, port)


def python() -> Finding:
    """Whether this Python is new enough."""
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < _OLDEST_PYTHON:
        return bad("python", f"Python {version} is too old.", "Install Python 3.11 or newer.")
    return good("python", f"Python {version}.")


def libraries() -> Finding:
    """Whether the libraries are installed."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        return bad("libraries", f"Missing: {', '.join(missing)}.", "Install the companion again.")
    return good("libraries", f"All {len(NEEDED)} libraries are there.")


def packages() -> Finding:
    """Whether the four packages are ours: their names are so plain that others use them too."""
    owners = metadata.packages_distributions()
    strangers = {name: set(owners.get(name, ())) - {PRODUCT} for name in OURS}
    foreign = [f"{name} of {', '.join(sorted(others))}" for name, others in strangers.items() if others]
    if foreign:
        do = "Install the companion into an environment of its own."
        return bad("packages", f"Another product has packages of our names: {'; '.join(foreign)}.", do)
    homes = {_home(name) for name in OURS}
    if len(homes) != 1:
        do = "Remove folders of these names from where the companion is started."
        return bad(
            "packages", f"Our packages come from {len(homes)} places: {', '.join(map(str, homes))}.", do
        )
    return good("packages", f"All four are ours, in {homes.pop()}.")


def data_folder(folder: Path) -> Finding:
    """Whether games can be written."""
    if why := _closed(folder):
        do = "Type it as the account that plays there, or with sudo: its journals were not looked at."
        return bad("data", f"{folder} cannot be looked into: {why}.", do)
    if not folder.exists():
        return note("data", f"{folder} is not there yet.", "Nothing: the first start makes it.")
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        do = "Make a backup onto another disk and restart; if it stays so, take a new card."
        return bad("data", f"{folder} is on a disk that can only be read.", do)
    if not os.access(folder, os.W_OK):
        return bad(
            "data", f"{folder} cannot be written.", f"Give it to this user: sudo chown -R $USER {folder}"
        )
    return good("data", f"Games are kept in {folder}.")


def _closed(folder: Path) -> str:
    """Why this account may not see what is in a folder; empty if it may, or if there is none."""
    try:
        is_closed = folder.exists() and not os.access(folder, os.R_OK | os.X_OK)
    except PermissionError as failure:
        return str(failure.strerror)
    return os.strerror(errno.EACCES) if is_closed else ""


def disk(folder: Path) -> Finding:
    """Whether there is room."""
    there = next(path for path in (folder, *folder.parents) if os.access(path, os.F_OK))
    free = free_bytes(there)
    says = f"{free // 1024**2:,} MB are free."
    if free < LEAST_FREE_BYTES:
        return bad("disk", says, "Make room: soon nothing can be written.")
    return note("disk", says, "Make room before long.") if free < _LITTLE_BYTES else good("disk", says)


def settings(folder: Path) -> Iterator[Finding]:
    """The settings that are damaged: without the camera's, the companion would not start."""
    try:
        kept_trust(folder)
    except ConfigError as failure:
        yield bad(
            "camera settings", f"{failure}.", f"Correct {TRUST}, or delete it: then the defaults apply."
        )
    if damage := HouseKeys(folder).damage:
        then = "the keys of each letter count at the side of that letter"
        yield bad("sides of the keys", damage, f"Until they are said anew on the page, {then}.")


def journals(folder: Path) -> Iterator[Finding]:
    """Each journal: whether it can be read to its end, and up to which entry it is copied."""
    files = _journals_in(folder) if folder.is_dir() else []
    if is_cut_off(folder):
        do = "Start the companion: it finishes the restore first, or says what to do."
        yield bad("restore", f"A restore into {folder} was cut off, or is going on.", do)
    elif not files:
        yield note("journal", "There is no journal yet.", "Nothing: the first game makes it.")
    for path in files:
        yield _journal(path)
    do = "Keep them until you are sure that nothing is missing, then delete them (forgotten games too)."
    if aside := set_aside_files(folder):
        said = counted(len(aside), "file of a damaged journal was", "files of damaged journals were")
        yield note("set aside", f"{said} set aside in {folder}: {_names(aside)}.", do)
    if older := older_files(folder):
        said = counted(len(older), "folder holds", "folders hold")
        replaced = "what a restore or another journal replaced"
        yield note("older files", f"In {folder} {said} {replaced}: {_names(older)}.", do)


def clock(now: datetime) -> Finding:
    """Whether the wall clock can be believed."""
    if not is_set(now):
        do = "Connect to a network, or type: sudo date -s 'YYYY-MM-DD HH:MM'; the game does not need it."
        return note("clock", f"The clock says {now:%Y-%m-%d %H:%M}: it is not set.", do)
    return good("clock", f"The clock says {now:%Y-%m-%d %H:%M} UTC.")


def network(host: str, port: int) -> Finding:
    """Whether pages can be served, or are already."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET  # as the companion itself chooses
    try:
        with socket.create_server((host, port), family=family):
            return good("network", f"Port {port} of {host} is free.")
    except OSError as failure:
        if failure.errno == errno.EADDRINUSE and is_companion(port, host):
            return good("network", f"The companion answers on port {port}.")
        do = "Start with another --port, or end what listens there."
        return bad("network", f"Port {port} of {host} cannot be used: {failure.strerror}.", do)


def is_companion(port: int, host: str = LOOPBACK) -> bool:
    """Whether a companion that listens on this address of this machine answers."""
    return b'"streams"' in asked("/healthz", port, _ANY.get(host, host))


def asked(path: str, port: int, host: str = LOOPBACK) -> bytes:
    """What a companion of this machine answers, 1 MB at most; empty if none answers within three seconds."""
    try:
        with closing(HTTPConnection(host, port, timeout=3)) as connection:
            connection.request("GET", path)
            return connection.getresponse().read(1_000_000)
    except (OSError, HTTPException):
        return b""


def _names(paths: tuple[Path, ...]) -> str:
    return ", ".join(path.name for path in paths)


def _journals_in(folder: Path) -> list[Path]:
    """The journals of a folder, also those that are gone though their copies or their logs are there."""
    copied = (folder / f"{place.name}.sqlite" for place in (folder / "copies").glob("*"))
    logged = (log.with_name(log.name.rpartition("-")[0]) for log in folder.glob("*.sqlite-*"))
    gone = {path for path in (*copied, *logged) if copies_of(path) or logs_of(path)}
    return sorted({*folder.glob("*.sqlite"), *gone})


def _journal(path: Path) -> Finding:
    name = f"journal {path.stem}"
    try:
        last = require_sound(path, read_all)
        origin = _origin(path)
    except CompanionError as failure:
        return bad(name, f"{failure}.", _remedy(path, failure))
    copies = copies_of(path)
    copied = f", copied up to {copies[-1].seq}" if copies else ", no copy yet"
    return good(name, f"Up to entry {last:,}{copied}{_writer(path)}{origin}.")


def _remedy(path: Path, failure: CompanionError) -> str:
    match failure:
        case JournalTooNew():
            return "Update the companion; the file is left as it is."
        case JournalDown():
            return "See that this account may read the file and that the disk is well."
        case _ if copies_of(path):
            return "Start the companion: it sets the file aside and takes the newest sound copy."
        case _:
            return (
                "There is no copy of it here: restore a backup, or move it away to begin without these games."
            )


def _origin(path: Path) -> str:
    """Which journal it is: enough of it to tell two of them apart."""
    with closing(SqliteReader(path)) as reader:
        origin = reader.origin
    return f"; journal {origin.journal[:8]}, epoch {origin.epoch[:8]}" if origin else ""


def _writer(path: Path) -> str:
    try:
        require_no_writer(path)
    except JournalInUse:
        return ", written by a running companion"
    except OSError:
        return ""
    return ""


def _home(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return None if spec is None or spec.origin is None else Path(spec.origin).resolve().parent.parent
