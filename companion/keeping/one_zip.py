"""一つの包み: everything that a table has learnt, in one zip, and back.

A manifest says what is in it, with the digest of each file. Journals go in as copies made by SQLite, so
the companion may run meanwhile. Copies, logs and files set aside as damaged stay at home.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any, Final

from companion.clock import utc_text
from companion.errors import CompanionError, JournalError
from companion.journal.codec import SCHEMA_VERSION
from companion.journal.copying import copy_journal, logs_of, name_durably, sync
from companion.journal.looking import read_all
from companion.journal.opening import lock, speaking_of

FORM: Final = 1
MANIFEST: Final = "manifest.json"
MOST_BYTES: Final = 4 * 1024**3
MOST_FILES: Final = 20_000
_PRODUCT: Final = "riichi-table-companion"
_STAYS_AT_HOME: Final = ("copies", "log", "before-restore-")
_BROKEN: Final = (zlib.error, UnicodeError)
_PIECE: Final = 1024 * 1024
_OF_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class BackupError(CompanionError, ValueError):
    """A backup cannot be made or cannot be used; the sentence says why. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Item:
    """One file of a backup."""

    path: str
    size: int
    sha256: str
    last_seq: int | None = None
    """For a journal: the number of its newest entry."""
    is_private: bool = False
    """Whether nobody but its owner may read it, such as a tape."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What a zip says of itself."""

    made: str
    schema: int
    """The form of its journals."""
    items: tuple[Item, ...]

    @property
    def entries(self) -> int:
        """How many numbers its journals have used."""
        return sum(item.last_seq or 0 for item in self.items)


def write_backup(folder: Path, target: Path, now: datetime) -> Backup:
    """Put everything of a data folder into one zip, which is on the disk when this returns.

    Raises:
        BackupError: there is such a file already, nothing to keep, or what was written does not read back.
        JournalError: a journal cannot be read.
        OSError: the zip cannot be written.
    """
    if target.exists():
        raise BackupError(f"{target} is there already and was not overwritten")
    aside = target.with_name(target.name + ".new")
    try:
        backup = _pack(folder, aside, now)
        read_backup(aside)  # what cannot be restored is no backup, and now there is still time to say so
        name_durably(aside, target)
    finally:
        aside.unlink(missing_ok=True)
    return backup


def _pack(folder: Path, aside: Path, now: datetime) -> Backup:
    with (
        tempfile.TemporaryDirectory(prefix="backup-") as scratch,
        zipfile.ZipFile(aside, "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        items = tuple(_packed(packed, folder, path, Path(scratch)) for path in kept_files(folder))
        if not items:
            raise BackupError(f"there is nothing in {folder} to keep")
        backup = Backup(utc_text(now), SCHEMA_VERSION, items)
        packed.writestr(MANIFEST, json.dumps(_plain(backup), indent=1))
        return backup


def kept_files(folder: Path) -> Iterator[Path]:
    """The files that belong to a backup, in order."""
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder)
        is_kept = not any(part.startswith(".") for part in place.parts) and not place.parts[0].startswith(
            _STAYS_AT_HOME
        )
        if is_kept and path.is_file() and not path.is_symlink() and not _is_beside(path):
            yield path


def read_backup(source: Path) -> Backup:
    """What a zip holds, after every byte of it was compared with its digest.

    Raises:
        BackupError: it is no backup of this companion, of a newer one, or damaged.
    """
    try:
        with zipfile.ZipFile(source) as packed:
            backup = _manifest(packed, source)
            _require_members(packed, backup, source)
            for item in backup.items:
                if _digest_in(packed, item) != item.sha256:
                    raise BackupError(f"{source} is damaged: {item.path} is not what was packed")
            return backup
    except (OSError, zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, *_BROKEN) as failure:
        raise BackupError(f"{source} cannot be read as a backup: {failure}") from failure


def restore_backup(source: Path, folder: Path, now: datetime) -> tuple[Backup, Path | None]:
    """Put what a zip holds into the data folder; what is there is moved into a folder of its own first.

    Returns what was restored, and where the older files lie, if there were any.

    Raises:
        BackupError: the zip cannot be used; nothing was changed.
        JournalInUse: a companion runs on this folder; nothing was changed.
        OSError: the folder cannot be written.
    """
    backup = read_backup(source)
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as held, tempfile.TemporaryDirectory(dir=folder, prefix=".restoring-") as scratch:
        for journal in {*folder.glob("*.sqlite"), *(folder / item.path for item in backup.items)}:
            if journal.suffix == ".sqlite":
                with speaking_of(journal):
                    held.enter_context(lock(journal))
        _unpack(source, backup, Path(scratch))
        older = _move_away(folder, now)
        for item in backup.items:
            place = folder / item.path
            place.parent.mkdir(parents=True, exist_ok=True)
            if item.is_private:
                # While it has no name yet: nobody else gets a moment in which to open it.
                (Path(scratch) / item.path).chmod(0o600)
            name_durably(Path(scratch) / item.path, place)
        _give_to_owner(folder)
    return backup, older


def _packed(packed: zipfile.ZipFile, folder: Path, path: Path, scratch: Path) -> Item:
    place, last_seq = path.relative_to(folder).as_posix(), None
    is_private = not stat.S_IMODE(path.stat().st_mode) & _OF_OTHERS
    if path.suffix == ".sqlite":
        copy = scratch / f"{hashlib.sha256(place.encode()).hexdigest()[:16]}.sqlite"
        copy_journal(path, copy)
        path, last_seq = copy, read_all(copy)
    content, size = hashlib.sha256(), 0
    with path.open("rb") as file, packed.open(place, "w", force_zip64=True) as member:
        while piece := file.read(_PIECE):
            content.update(piece)
            # What was packed is counted: the file itself may grow meanwhile, as a tape does.
            size += member.write(piece)
    return Item(place, size, content.hexdigest(), last_seq, is_private)


def _is_beside(path: Path) -> bool:
    """Whether it is a lock, a log, or something that was set aside or not finished."""
    return (
        path.name.endswith((".lock", "-wal", "-shm", "-journal", ".new")) or ".sqlite.damaged-" in path.name
    )


def _manifest(packed: zipfile.ZipFile, source: Path) -> Backup:
    if MANIFEST not in packed.namelist() or packed.getinfo(MANIFEST).file_size > MOST_FILES * 500:
        raise BackupError(f"{source} is no backup of this companion")
    try:
        said = json.loads(packed.read(MANIFEST))
        if said["product"] != _PRODUCT:
            raise BackupError(f"{source} is a backup of something else")
        if said["form"] > FORM or said["schema"] > SCHEMA_VERSION:
            raise BackupError(f"{source} was written by a newer companion: update this one first")
        items = tuple(_item(each) for each in said["files"])
        return Backup(str(said["made"]), int(said["schema"]), items)
    except BackupError:
        raise
    except (ValueError, TypeError, LookupError, RecursionError) as failure:
        raise BackupError(f"{source} is no backup of this companion: its list cannot be read") from failure


def _item(said: dict[str, Any]) -> Item:
    path, size, digest = said["path"], said["size"], said["sha256"]
    if type(path) is not str or type(size) is not int or type(digest) is not str or not _is_safe(path):
        raise ValueError(path)
    return Item(path, size, digest, said.get("last_seq"), said.get("private") is True)


def _is_safe(path: str) -> bool:
    """Whether a path stays in the folder, and is one that a backup could have."""
    parts = PurePosixPath(path).parts
    is_plain = bool(parts) and "/".join(parts) == path and "\\" not in path and "\0" not in path
    return is_plain and parts[0] != "/" and not any(part.startswith(".") for part in parts)


def _require_members(packed: zipfile.ZipFile, backup: Backup, source: Path) -> None:
    names = packed.namelist()
    expected = {MANIFEST, *(item.path for item in backup.items)}
    if len(names) != len(expected) or set(names) != expected:
        raise BackupError(f"{source} does not hold the files that its list names")
    if any(packed.getinfo(item.path).file_size != item.size for item in backup.items):
        raise BackupError(f"{source} is damaged: a file has not the size that its list names")
    if sum(item.size for item in backup.items) > MOST_BYTES or len(names) > MOST_FILES:
        raise BackupError(f"{source} is larger than any backup of this companion")


def _digest_in(packed: zipfile.ZipFile, item: Item) -> str:
    content = hashlib.sha256()
    with packed.open(item.path) as member:
        while piece := member.read(_PIECE):
            content.update(piece)
    return content.hexdigest()


def _unpack(source: Path, backup: Backup, scratch: Path) -> None:
    with zipfile.ZipFile(source) as packed:
        for item in backup.items:
            place = scratch / item.path
            place.parent.mkdir(parents=True, exist_ok=True)
            with packed.open(item.path) as member, place.open("wb") as file:
                while piece := member.read(_PIECE):
                    file.write(piece)
            if place.suffix == ".sqlite":
                _require_journal(place, source)


def _require_journal(place: Path, source: Path) -> None:
    try:
        read_all(place)
    except JournalError as failure:
        raise BackupError(f"{source} holds a journal that cannot be used: {failure}") from failure
    for log in logs_of(place):
        log.unlink()


def _move_away(folder: Path, now: datetime) -> Path | None:
    """Rename what is there into a folder of its own, copies included; None where nothing is there."""
    there = [path for path in sorted(folder.iterdir()) if not _stays(path)]
    if not there:
        return None
    name, count = f"before-restore-{now:%Y%m%dT%H%M%S}Z", 1
    older = folder / name
    while older.exists():
        count += 1
        older = folder / f"{name}-{count}"
    older.mkdir()
    for path in there:
        path.rename(older / path.name)
    sync(older)
    sync(folder)
    return older


def _give_to_owner(folder: Path) -> None:
    """Whoever restores as root does it for the account to which the folder belongs."""
    owner = folder.stat()
    if os.geteuid() == 0 and owner.st_uid != 0:
        for path in folder.rglob("*"):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _stays(path: Path) -> bool:
    return path.name.startswith((".", "before-restore-")) or path.suffix == ".lock" or path.name == "log"


def _plain(backup: Backup) -> dict[str, Any]:
    files = [
        {"path": item.path, "size": item.size, "sha256": item.sha256}
        | ({} if item.last_seq is None else {"last_seq": item.last_seq})
        | ({"private": True} if item.is_private else {})
        for item in backup.items
    ]
    return {"product": _PRODUCT, "form": FORM, "schema": backup.schema, "made": backup.made, "files": files}
