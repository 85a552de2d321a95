"""R2: the power goes at any moment, and the disk keeps only what it was asked to keep; no test stands here.

A real journal is written over the disk rig. From its record a disk is rebuilt as it may be found after a
cut: what was synced is there; of what was not, any sectors of 512 bytes may be there or not; a name that
was given or taken counts from the next sync of its folder on.
"""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from companion.errors import CompanionError
from companion.journal import SqliteJournal
from companion.journal.looking import read_all
from companion.keeping.copies import copies_of
from tests.conftest import ROOT
from tests.reliability.rig import rig
from tests.reliability.trials import Outcome, trial
from tests.toolbox.quick_folder import quick_folder

SECTOR = 512
COMMANDS = 260


@dataclass(frozen=True)
class Change:
    """One line of the rig's record."""

    what: str
    name: str
    at: int
    content: bytes


@dataclass
class Inode:
    """The content of a file: what is certain to be there, and what was written since."""

    kept: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Where and what; None cuts the file there."""

    def sync(self) -> None:
        for at, content in self.pending:
            _put(self.kept, at, content)
        self.pending.clear()

    def after_a_cut(self, dice: random.Random) -> bytes:
        """What may be found: nothing, a part, or all of what was not synced, in any order of sectors."""
        found = bytearray(self.kept)
        share = dice.choice((0.0, 0.5, 0.9, 1.0))
        for at, content in self.pending:
            if content is None:
                if dice.random() < share:
                    _put(found, at, None)
                continue
            for start in range(0, len(content), SECTOR):
                if dice.random() < share:
                    _put(found, at + start, content[start : start + SECTOR])
        return bytes(found)


def _put(content: bytearray, at: int, more: bytes | None) -> None:
    if more is None:
        del content[at:]
        return
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    content[at : at + len(more)] = more


class Disk:
    """Folders and files as far as they were recorded."""

    def __init__(self) -> None:
        self.named: dict[str, Inode] = {}
        self._certain: dict[str, Inode] = {}
        self._renamings: list[tuple[Change, Inode]] = []
        self.acknowledged = 0

    def follow(self, change: Change) -> None:
        match change.what:
            case "M":
                self.acknowledged = change.at
            case "W":
                self.named[change.name].pending.append((change.at, change.content))
            case "T":
                self.named[change.name].pending.append((change.at, None))
            case "S" if change.name in self.named:
                self.named[change.name].sync()
            case "S":
                self._sync_folder(change.name)
            case _:
                made = Inode()
                self._renamings.append((change, made))
                _rename(self.named, change, made)

    def _sync_folder(self, folder: str) -> None:
        """Names of this folder count from now on."""
        left = []
        for change, made in self._renamings:
            if str(Path(change.name).parent) == folder.rstrip("/"):
                _rename(self._certain, change, made)
            else:
                left.append((change, made))
        self._renamings = left

    def after_a_cut(self, dice: random.Random) -> dict[str, bytes]:
        """What may be found under which name."""
        names = dict(self._certain)
        for change, made in self._renamings[: dice.randint(0, len(self._renamings))]:
            _rename(names, change, made)
        return {name: inode.after_a_cut(dice) for name, inode in names.items() if not name.endswith("-shm")}


def _rename(names: dict[str, Inode], change: Change, made: Inode) -> None:
    """Create, rename or remove in one view of the folder; a file is one object in both views."""
    match change.what:
        case "C":
            names[change.name] = made
        case "R" if change.name in names:
            names[change.content.decode()] = names.pop(change.name)
        case "U":
            names.pop(change.name, None)


def changes_in(log: Path) -> Iterator[Change]:
    head = struct.Struct("=cHQI")
    with log.open("rb") as file:
        while len(start := file.read(head.size)) == head.size:
            what, name_length, at, length = head.unpack(start)
            name = file.read(name_length).decode()
            yield Change(what.decode(), name, at, file.read(length))


def recorded(folder: Path, synchronous: str) -> tuple[Path, list[Change]]:
    """Write a journal over the rig: where it lay, and all that was done to the disk."""
    meant = folder / "games"
    meant.mkdir()
    log = folder / "log"
    with rig(folder, meant, log) as under:
        module, path = "tests.reliability.recorded_writer", meant / "table.sqlite"
        command = [sys.executable, "-m", module, path, str(COMMANDS), synchronous]
        subprocess.run(command, cwd=ROOT, env=under.environment, check=True)
    return meant, list(changes_in(log))


@dataclass
class Tally:
    """What was found after the cuts."""

    lost: int = 0
    damaged: int = 0
    half_copies: int = 0
    first: str = ""
    sound_copies: set[bytes] = field(default_factory=set)
    """The contents of those that were read: most cuts leave the same ones behind."""

    @property
    def failures(self) -> int:
        return self.lost + self.damaged + self.half_copies

    def note(self, complaint: str) -> None:
        self.first = self.first or complaint


def cut_the_power(tries: int, synchronous: str) -> Tally:
    """This many cuts, spread over a whole recording."""
    tally = Tally()
    with quick_folder() as folder:
        meant, changes = recorded(folder, synchronous)
        dice = random.Random(tries)
        moments = sorted(dice.randrange(len(changes)) for _ in range(tries))
        disk, done = Disk(), 0
        for number, moment in enumerate(moments):
            for change in changes[done:moment]:
                disk.follow(change)
            done = moment
            again = folder / "again"
            for name, content in disk.after_a_cut(random.Random(number)).items():
                path = again / Path(name).relative_to(meant)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            look_after_a_cut(again / "table.sqlite", disk.acknowledged, tally)
            shutil.rmtree(again, ignore_errors=True)
    return tally


def look_after_a_cut(path: Path, acknowledged: int, tally: Tally) -> None:
    try:
        with closing(SqliteJournal(path)) as journal:
            journal.check()
            kept = {name for (name,) in journal._rows("SELECT DISTINCT command_id FROM entries")}
            found = sum(1 for _ in takewhile(lambda number: f"command-{number}" in kept, range(COMMANDS)))
    except CompanionError as failure:
        tally.damaged += 1
        tally.note(f"{acknowledged} acknowledged: {failure}")
        return
    if found < acknowledged:
        tally.lost += 1
        tally.note(f"{acknowledged} acknowledged, {found} found")
    for copy in copies_of(path):
        content = copy.path.read_bytes()
        if content in tally.sound_copies:
            continue
        try:
            read_all(copy.path)
            tally.sound_copies.add(content)
        except CompanionError as failure:
            tally.half_copies += 1
            tally.note(str(failure))


@trial("R2", "power cuts, synchronous FULL: entries lost, files damaged, half copies", short=100, long=3_000)
def power_cuts(tries: int, folder: Path) -> Outcome:
    tally = cut_the_power(tries, "FULL")
    return Outcome(tries, tally.failures, tally.first)


@trial("R2c", "control: the same with NORMAL must lose", target="loses", short=60, long=600)
def control(tries: int, folder: Path) -> Outcome:
    tally = cut_the_power(tries, "NORMAL")
    return Outcome(tries, 0 if tally.lost else 1, f"{tally.lost} lost, {tally.damaged} damaged")
