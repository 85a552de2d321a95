"""Packs everything that a table keeps into one zip, and reads such a zip.

A manifest says what is in it, with the digest of each file. Journals, and the file of a club's hub, go in as
copies made by SQLite, so the companion and the hub may run meanwhile. Copies, logs, hidden files, kept
evenings, and what was set aside as damaged or replaced are left out.
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
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePath, PurePosixPath
from typing import Any, BinaryIO, Final

from companion.clock import utc_text
from companion.errors import CompanionError
from companion.files import give_to_owner, json_in, name_durably
from companion.journal.codec import SCHEMA_VERSION
from companion.journal.copying import copy_database, copy_journal
from companion.journal.looking import read_all
from companion.journal.opening import form_of
from companion.keeping.asides import OLDER
from companion.keeping.evenings_kept import is_evening

FORM: Final = 1
MANIFEST: Final = "manifest.json"
MOST_BYTES: Final = 4 * 1024**3
"""The most that the files of a backup may have together, unpacked."""
MOST_FILES: Final = 20_000
_PRODUCT: Final = "riichi-table-companion"
PIECE: Final = 1024 * 1024
"""How many bytes of a file are read at a time."""
_LEFT_OUT: Final = ("copies", "log")
_MOST_IN_LIST: Final = MOST_FILES * 500
_WAYS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How a backup is packed; each other way fails in a manner of its own where the zip is damaged."""
_BROKEN: Final = (zlib.error, UnicodeError)
_OF_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_MAY_BE: Final = 0o775
"""The most that a restored file's mode may allow: a zip may come from anybody, so never setuid or o+w."""
_OWNER_ALONE: Final = 0o600


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
    mode: int | None = None
    """Who may read it: a tape may be its owner's alone. None: the backup does not say."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What a zip says of itself."""

    made: str
    schema: int
    """The newest form among its journals."""
    items: tuple[Item, ...]

    @property
    def entries(self) -> int:
        """How many numbers its journals have used."""
        return sum(item.last_seq or 0 for item in self.items)

    @property
    def journals(self) -> tuple[str, ...]:
        """The names of its journals."""
        return tuple(item.path for item in self.items if is_journal(PurePath(item.path)))


def write_backup(folder: Path, target: Path, now: datetime) -> Backup:
    """Put everything of a data folder into one zip, which is on the disk when this returns.

    Raises:
        BackupError: there is such a file already, it would lie in the data folder, there is nothing to keep,
            something cannot be read, or what was written cannot be read back.
        JournalError: a journal cannot be read.
        OSError: the zip cannot be written.
    """
    if target.exists():
        raise BackupError(f"{target} is there already and was not overwritten")
    if folder.resolve() in target.resolve().parents:
        # The next backup would hold this one, and a restore would take it away with the rest.
        raise BackupError(f"{target} lies in the data folder: put the backup somewhere else")
    aside = target.with_name(target.name + ".new")
    try:
        _make_private(aside)
        backup = _pack(folder, aside, now)
        read_backup(aside)  # what cannot be restored is no backup, and now there is still time to say so
        name_durably(aside, target)
    finally:
        aside.unlink(missing_ok=True)
    return backup


def _make_private(aside: Path) -> None:
    """Make the file, readable by its owner alone: it will hold every game and every tape of the table."""
    aside.unlink(missing_ok=True)
    opened = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        give_to_owner(opened, aside.parent)
    finally:
        os.close(opened)


def _pack(folder: Path, aside: Path, now: datetime) -> Backup:
    with (
        tempfile.TemporaryDirectory(prefix="backup-") as scratch,
        zipfile.ZipFile(aside, "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        items = tuple(_packed(packed, folder, path, Path(scratch)) for path in kept_files(folder))
        if not items:
            raise BackupError(f"there is nothing in {folder} to keep")
        # As new as its journals are: an older companion may read what this one has never opened for writing.
        forms = (form_of(path) for path in Path(scratch).glob("*.sqlite"))
        backup = Backup(utc_text(now), max(forms, default=1), items)
        # Without a date: where the clock is not set it is one before 1980, which a zip cannot have.
        packed.writestr(zipfile.ZipInfo(MANIFEST), json.dumps(_plain(backup), indent=1), zipfile.ZIP_DEFLATED)
        return backup


def kept_files(folder: Path) -> Iterator[Path]:
    """The files that belong to a backup, in order.

    Raises:
        BackupError: a folder cannot be looked into, so nobody knows what belongs to it.
    """
    yield from _kept_below(folder, folder)


def _kept_below(place: Path, folder: Path) -> Iterator[Path]:
    # Not `rglob`: it passes over what it may not look into, and says nothing.
    try:
        found = sorted(place.iterdir())
    except FileNotFoundError:
        return  # nothing was played yet, or somebody has deleted it meanwhile
    except OSError as failure:
        raise BackupError(f"{place} cannot be read: {failure.strerror}") from failure
    if is_evening(place):
        return
    for path in found:
        if path.name.startswith(".") or is_left_out(path.relative_to(folder)) or path.is_symlink():
            continue
        if path.is_dir():
            yield from _kept_below(path, folder)
        elif path.is_file() and not _is_beside(path) and ".damaged-" not in path.name:
            yield path


def is_journal(place: PurePath) -> bool:
    """Whether a path below the data folder is a journal; other SQLite files lie in folders of their own."""
    return len(place.parts) == 1 and place.suffix == ".sqlite"


def is_left_out(place: PurePath) -> bool:
    """Whether a path below the data folder is a copy, a log, or something from before a restore."""
    return place.parts[0] in _LEFT_OUT or place.parts[0].startswith(OLDER)


def read_backup(source: Path) -> Backup:
    """What a zip holds, after every byte of it was compared with its digest.

    Raises:
        BackupError: it is not a backup of this companion, is one of a newer companion, or is damaged.
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


def _packed(packed: zipfile.ZipFile, folder: Path, path: Path, scratch: Path) -> Item:
    place, last_seq = path.relative_to(folder).as_posix(), None
    if place.encode(errors="replace").decode() != place:
        raise BackupError(f"{path} has a name that is not UTF-8: give it another")
    mode = _mode_of(path, folder)
    if is_journal(PurePath(place)):
        copy = scratch / place
        copy_journal(path, copy)
        path, last_seq = copy, read_all(copy)
    elif path.suffix == ".sqlite":
        copy = scratch / hashlib.sha256(place.encode()).hexdigest()
        copy_database(path, copy)
        path = copy
    content, size = hashlib.sha256(), 0
    with _opened(path) as file, packed.open(place, "w", force_zip64=True) as member:
        while piece := file.read(PIECE):
            content.update(piece)
            # What was packed is counted: the file itself may grow meanwhile, as a tape does.
            size += member.write(piece)
    return Item(place, size, content.hexdigest(), last_seq, mode)


def _opened(path: Path) -> BinaryIO:
    """A file to be packed. Raises BackupError naming it: nothing is wrong with the zip."""
    try:
        return path.open("rb")
    except OSError as failure:
        raise BackupError(f"{path} cannot be read: {failure.strerror}") from failure


def _mode_of(path: Path, folder: Path) -> int:
    """The rights of a file, less those that a folder above it does not grant."""
    mode = stat.S_IMODE(path.stat().st_mode)
    for above in path.relative_to(folder).parents[:-1]:
        if not stat.S_IMODE((folder / above).stat().st_mode) & _OF_OTHERS:
            mode &= ~_OF_OTHERS
    return mode


def _is_beside(path: PurePath) -> bool:
    """Whether it is a lock, a log, or something that was set aside or not finished."""
    return (
        path.name.endswith((".lock", "-wal", "-shm", "-journal", ".new")) or ".sqlite.damaged-" in path.name
    )


def _manifest(packed: zipfile.ZipFile, source: Path) -> Backup:
    is_ours = all(member.compress_type in _WAYS for member in packed.infolist())
    if not is_ours or MANIFEST not in packed.namelist() or packed.getinfo(MANIFEST).file_size > _MOST_IN_LIST:
        raise BackupError(f"{source} is not a backup of this companion")
    try:
        said = json_in(packed.read(MANIFEST))
        if said["product"] != _PRODUCT:
            raise BackupError(f"{source} is a backup of something else")
        if said["form"] > FORM or said["schema"] > SCHEMA_VERSION:
            raise BackupError(f"{source} was written by a newer companion: update this one first")
        items = tuple(_item(each) for each in said["files"])
        return Backup(str(said["made"]), int(said["schema"]), items)
    except BackupError:
        raise
    except (ValueError, TypeError, LookupError) as failure:
        raise BackupError(f"{source} is not a backup of this companion: its list cannot be read") from failure


def _item(said: dict[str, Any]) -> Item:
    path, size, digest, last_seq = said["path"], said["size"], said["sha256"], said.get("last_seq")
    if type(path) is not str or type(size) is not int or type(digest) is not str or not _is_safe(path):
        raise ValueError(path)
    if last_seq is not None and type(last_seq) is not int:
        raise ValueError(path)
    return Item(path, size, digest, last_seq, _mode_in(said))


def _mode_in(said: dict[str, Any]) -> int | None:
    mode = said.get("mode")
    if type(mode) is int:
        return mode & _MAY_BE
    # A backup from before there were modes.
    return _OWNER_ALONE if said.get("private") is True else None


def _is_safe(path: str) -> bool:
    """Whether a path stays in the folder, and is one that a backup could have."""
    parts = PurePosixPath(path).parts
    is_plain = bool(parts) and "/".join(parts) == path and "\\" not in path and "\0" not in path
    is_inside = is_plain and parts[0] != "/" and not any(part.startswith(".") for part in parts)
    return is_inside and not is_left_out(PurePosixPath(path)) and not _is_beside(PurePosixPath(path))


def _require_members(packed: zipfile.ZipFile, backup: Backup, source: Path) -> None:
    names = packed.namelist()
    expected = {MANIFEST, *(item.path for item in backup.items)}
    if len(names) != len(expected) or set(names) != expected:
        raise BackupError(f"{source} does not hold the files that its list names")
    if any(packed.getinfo(item.path).file_size != item.size for item in backup.items):
        raise BackupError(f"{source} is damaged: a file does not have the size that its list gives")
    if sum(item.size for item in backup.items) > MOST_BYTES or len(names) > MOST_FILES:
        raise BackupError(f"{source} is larger than any backup of this companion")


def _digest_in(packed: zipfile.ZipFile, item: Item) -> str:
    content = hashlib.sha256()
    with packed.open(item.path) as member:
        while piece := member.read(PIECE):
            content.update(piece)
    return content.hexdigest()


def _plain(backup: Backup) -> dict[str, Any]:
    files = [
        {"path": item.path, "size": item.size, "sha256": item.sha256}
        | ({} if item.last_seq is None else {"last_seq": item.last_seq})
        | ({} if item.mode is None else {"mode": item.mode})
        # For companions from before there were modes.
        | ({} if item.mode is None or item.mode & _OF_OTHERS else {"private": True})
        for item in backup.items
    ]
    return {"product": _PRODUCT, "form": FORM, "schema": backup.schema, "made": backup.made, "files": files}
