"""Restores a backup wholly or not at all, wherever it is cut off.

Everything is unpacked into a hidden folder first. Then a plan is written, and from that moment on the
restore will be done: by the process that began it, or by the next one that opens the data folder. While
the plan is there, no journal beside it can be opened (`companion.journal.opening`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Final

from companion.config import prepared_folder
from companion.errors import JournalError, JournalInUse
from companion.files import field_in, json_in, name_durably, sync
from companion.journal.copying import logs_of
from companion.journal.looking import read_all
from companion.journal.opening import LEFT_BY_OLDER, RESTORE, RESTORE_PLAN, lock, speaking_of
from companion.keeping.asides import OLDER, new_older, older_files
from companion.keeping.evenings_kept import MARK, is_evening
from companion.keeping.one_zip import (
    PIECE,
    Backup,
    BackupError,
    Item,
    kept_files,
    read_backup,
)
from companion.keeping.probing import free_bytes
from companion.keeping.readiness import LEAST_FREE_BYTES

_FILES: Final = "files"
"""Below the hidden folder: what was unpacked and still has to be put into its place."""
MOST_OLDER: Final = 3
"""At most this many folders of what was there before a restore are kept: games that people have deleted since
may still lie in them."""
_MEGABYTE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is moved out of the way, and where to. What comes in is what lies in the hidden folder."""

    older: str
    """The folder for what was there before; empty where nothing was there."""
    away: tuple[str, ...]
    """Paths below the data folder."""


def restore_backup(source: Path, folder: Path, now: datetime) -> tuple[Backup, Path | None]:
    """Put what a zip holds into the data folder; what is there is first moved into a new folder.

    Returns what was restored, and where the older files lie, if there were any.

    Raises:
        BackupError: the zip or a folder cannot be used, the disk has no room, or an earlier restore cannot be
            finished; nothing of this zip was put in place.
        ConfigError: the folder cannot be made or is not a folder.
        JournalInUse: a companion runs on this folder, or another restore; nothing was put in place.
        JournalDown, OSError: the folder cannot be written.
    """
    backup = read_backup(source)
    prepared_folder(str(folder))
    with _alone(folder), ExitStack() as held:
        _finish(folder)
        # A club's hub has a file of its own below the folder, and holds it in the same way.
        written = (path for path in kept_files(folder) if path.suffix == ".sqlite")
        coming = (folder / name for name in backup.journals)
        for path in sorted({*folder.glob("*.sqlite"), *written, *coming}):
            held.enter_context(_held(path))
        _require_room(source, backup, folder)
        try:
            _unpack(source, backup, folder / RESTORE / _FILES)
            plan = _planned(folder, backup, now)
            _write_plan(folder, plan)
        except BaseException:
            shutil.rmtree(folder / RESTORE, ignore_errors=True)
            raise
        _carry_out(folder, plan)
    return backup, folder / plan.older if plan.older else None


def finish_restore(folder: Path) -> bool:
    """Finish a restore that was cut off; returns whether there was one.

    Raises:
        JournalInUse: the restore is still going on.
        BackupError: it cannot be finished; nothing was changed.
        JournalDown: the folder cannot be written.
    """
    with speaking_of(folder), _alone(folder):
        return _finish(folder)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    try:
        held = lock(folder / RESTORE)
    except JournalInUse as failure:
        raise JournalInUse(f"a restore into {folder} is going on: try again when it is done") from failure
    with held:
        yield


def _held(path: Path) -> IO[str]:
    """Hold a journal, so that nobody writes it meanwhile. Raises JournalInUse, JournalDown."""
    try:
        with speaking_of(path):
            return lock(path)
    except JournalInUse as failure:
        raise JournalInUse(f"{failure}: end it first, then restore again") from failure


def _finish(folder: Path) -> bool:
    _clear_older_rest(folder)
    plan = _read_plan(folder)
    if plan is None:
        # It was cut off while it unpacked: none of it has reached the folder.
        shutil.rmtree(folder / RESTORE, ignore_errors=True)
        return False
    _carry_out(folder, plan)
    return True


def _clear_older_rest(folder: Path) -> None:
    """Older companions unpacked into `.restoring-*` without a plan: people must put missing journals back."""
    for rest in folder.glob(f"{LEFT_BY_OLDER}*"):
        older = older_files(folder)[-1:]
        journals = {path.name for place in (rest, *older) for path in place.glob("*.sqlite")}
        if missing := [name for name in sorted(journals) if not (folder / name).exists()]:
            places = " and ".join(map(str, (*older, rest)))
            raise BackupError(
                f"an older companion was cut off while it restored {folder}: {', '.join(missing)} still "
                f"lies in {places}; move what you want to keep back into {folder}, then delete {rest}"
            )
        shutil.rmtree(rest)


def _require_room(source: Path, backup: Backup, folder: Path) -> None:
    needed = sum(item.size for item in backup.items) + LEAST_FREE_BYTES
    free = free_bytes(folder)
    if needed > free:
        raise BackupError(
            f"{source} needs {-(-needed // _MEGABYTE):,} MB, and {folder} has {free // _MEGABYTE:,} MB free: "
            "make room"
        )


def _unpack(source: Path, backup: Backup, files: Path) -> None:
    # Nobody else may look in: the files get their modes one by one.
    files.parent.mkdir(mode=0o700)
    files.mkdir()
    with zipfile.ZipFile(source) as packed:
        for item in backup.items:
            place = files / item.path
            place.parent.mkdir(parents=True, exist_ok=True)
            if _unpacked(packed, item, place) != item.sha256:
                raise BackupError(f"{source} was changed while it was read")
            if item.path in backup.journals:
                _require_journal(place, source)
            if item.mode is not None:
                place.chmod(item.mode)
    _give_to_owner(files.parent, files.parent.parent)
    for path in (*files.rglob("*"), files):
        sync(path)


def _unpacked(packed: zipfile.ZipFile, item: Item, place: Path) -> str:
    content = hashlib.sha256()
    with packed.open(item.path) as member, place.open("wb") as file:
        while piece := member.read(PIECE):
            content.update(piece)
            file.write(piece)
    return content.hexdigest()


def _require_journal(place: Path, source: Path) -> None:
    try:
        read_all(place)
    except JournalError as failure:
        raise BackupError(f"{source} holds a journal that cannot be used: {failure}") from failure
    for log in logs_of(place):
        log.unlink()


def _planned(folder: Path, backup: Backup, now: datetime) -> _Plan:
    coming = {folder / item.path for item in backup.items}
    goes = _InTheWay(coming, {above for path in coming for above in path.parents})
    found = (path for each in sorted(folder.iterdir()) if not _stays(each) for path in goes.of(each))
    away = tuple(path.relative_to(folder).as_posix() for path in found)
    return _Plan(new_older(folder, now).name if away else "", away)


def _write_plan(folder: Path, plan: _Plan) -> None:
    place = folder / RESTORE / RESTORE_PLAN
    aside = place.with_suffix(".new")
    aside.write_text(json.dumps({"older": plan.older, "away": plan.away}))
    _give_to_owner(place.parent, folder)
    sync(folder)
    name_durably(aside, place)


def _read_plan(folder: Path) -> _Plan | None:
    place = folder / RESTORE / RESTORE_PLAN
    try:
        said = json_in(place.read_bytes())
        return _Plan(field_in(said, "older", str), tuple(map(str, field_in(said, "away", list))))
    except FileNotFoundError:
        return None
    except (ValueError, LookupError, TypeError) as failure:
        places = " and ".join(map(str, (*older_files(folder)[-1:], place.parent / _FILES)))
        raise BackupError(
            f"{place} is damaged, so the restore cannot be finished: move what you want to keep from "
            f"{places} back into {folder}, then delete {place.parent}"
        ) from failure


def _carry_out(folder: Path, plan: _Plan) -> None:
    """Do what the plan says, as far as it is not done. Any step may be the last before a power cut."""
    if plan.older:
        older = folder / plan.older
        older.mkdir(mode=0o700, exist_ok=True)
        for name in plan.away:
            # What was moved is there; what now has its name has come from the backup.
            if not os.path.lexists(older / name) and os.path.lexists(folder / name):
                (older / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                (folder / name).rename(older / name)
                sync((older / name).parent)
        sync(older)
        sync(folder)
    _bring(folder / RESTORE / _FILES, folder)
    _give_to_owner(folder, folder)
    # By its name, what this restore has replaced can be the oldest: the clock may be behind.
    newest_last = sorted(older_files(folder), key=lambda path: path.name == plan.older)
    for path in newest_last[:-MOST_OLDER]:
        shutil.rmtree(path)
    (folder / RESTORE / RESTORE_PLAN).unlink()
    sync(folder / RESTORE)
    shutil.rmtree(folder / RESTORE)


def _give_to_owner(tree: Path, folder: Path) -> None:
    """Whoever restores as root does it for the account to which the data folder belongs."""
    owner = folder.stat()
    if os.geteuid() == 0 and owner.st_uid != 0:
        for path in (tree, *tree.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _bring(files: Path, folder: Path) -> None:
    """Move everything to its place; of a folder that is there already, what is in it."""
    for path in sorted(files.iterdir()):
        place = folder / path.name
        if path.is_dir() and place.is_dir():
            _bring(path, place)
        else:
            path.rename(place)
    sync(folder)


def _stays(path: Path) -> bool:
    return path.name.startswith((".", OLDER)) or path.suffix == ".lock" or path.name == "log"


@dataclass(frozen=True, slots=True)
class _InTheWay:
    """What has to be moved out of the place into which a backup is put."""

    coming: AbstractSet[Path]
    """The files that come."""
    above: AbstractSet[Path]
    """The folders in which they come."""

    def of(self, path: Path) -> Iterator[Path]:
        """What of this path has to go: everything but kept evenings, as no backup holds them.

        A kept evening must stay where it is, because only there is a game that is forgotten later looked for,
        and deleted. It is moved only if the backup needs its place.
        """
        if path in self.coming or not any(is_evening(mark.parent) for mark in path.rglob(MARK)):
            yield path
        elif is_evening(path) or path.is_symlink() or path.is_mount():
            if path in self.above:
                yield path
        else:
            for each in sorted(path.iterdir()):
                yield from self.of(each)
