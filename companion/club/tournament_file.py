"""The hub's own file of a tournament: a line for each change, added at the end; only names are taken out.

Commands and the running hub use the same file; a lock beside it lets one write at a time, and whoever reads
checks whether it has changed. A decision may be several lines: each time, a whole file takes the place of the
one before, so that all of them stand or none. An older companion appended; what a power cut left of a line
then was never confirmed, and is ignored. A whole line counts, with or without an end.
"""

from __future__ import annotations

import fcntl
import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Final

from companion.club.appending import whole_lines
from companion.errors import CompanionError, ConfigError
from companion.files import give_to_owner, sync, write_privately
from companion.person_names import same_name
from companion.tournament.changes import (
    Change,
    Record,
    RecordCorrupt,
    ResultTyped,
    decode_record,
    encode_record,
)
from companion.tournament.folding import ChangeRefused
from companion.tournament.forgetting import names_ever, without_name, word_for
from companion.tournament.long_names import (
    called_there,
    people_called,
    shorter_names,
    spellings_of,
    with_names_cut,
)
from companion.tournament.recording import folded, in_force, typed_before, with_changes
from companion.tournament.state import SEATS, Tournament

__all__ = ["FILE", "TournamentFile", "earlier", "former", "records_of", "sticks_missing", "written_in"]

FILE: Final = "tournament.jsonl"
_EARLIER: Final = "tournament-{number}.jsonl"
_MOST_BYTES: Final = 64 * 1024 * 1024
_STICK: Final = 1_000
_log = logging.getLogger(__name__)
Points = tuple[int, int, int, int]


class TournamentFile:
    """A tournament on the disk. One thread uses it; other processes may write the same file.

    Raises:
        ConfigError: the file cannot be read or written.
        RecordCorrupt: a line of it cannot be read; nothing was changed.
        ChangeRefused: a change in it is not possible.
    """

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._file, self._now = folder / FILE, now
        self._seen: tuple[int, int, int] = (0, 0, 0)
        self.records: tuple[Record, ...] = ()
        self.tournament = Tournament()
        self.look()

    @property
    def event(self) -> str:
        """Tells this tournament from others, by the moment of its first change; empty before that."""
        return _event_of(self.records)

    def look(self) -> bool:
        """Read what others have written; returns whether there was anything."""
        if self._state() == self._seen:
            return False
        seen = self._state()
        records = self._read()
        self.tournament = folded(records)
        self.records, self._seen = records, seen
        return True

    def say(self, *changes: Change) -> int:
        """Write changes, all or none; returns the revision of the last. Raises ChangeRefused."""
        written = self.decide(lambda _: changes)
        return written[-1].revision if written else self.tournament.revision

    def decide(
        self, choose: Callable[[Tournament], tuple[Change, ...]], seen: int | None = None, by: str = ""
    ) -> tuple[Record, ...]:
        """Write what `choose` makes of the tournament as it is at that moment. Raises ChangeRefused.

        `seen` is the newest revision that the caller knew; None skips this check. A change that somebody else
        has made since is not made again: two who do the same at once do it once.

        Returns what was written.
        """
        with self._alone():
            known = self._read()
            since = [one.change for one in in_force(known) if seen is not None and one.revision > seen]
            chosen = (change for change in choose(folded(known)) if change not in since)
            new = with_changes(known, chosen, self._now(), by)
            added = new[len(known) :]
            if added:
                self._add(added)
        self.look()
        return added

    def type_points(self, told: ResultTyped, instead: Points | None = None, by: str = "") -> Record | None:
        """Write the points of a table; `instead` are those that they are to replace.

        Other points that somebody has typed before are not replaced unseen: then nothing is written, and
        their record is returned. Points that stand there are not written again. Raises ChangeRefused.
        """
        with self._alone():
            known = self._read()
            grown = with_changes(known, (told,), self._now(), by)  # nobody is asked about what is impossible
            if (missing := sticks_missing(folded(known), told)) % _STICK:
                raise ChangeRefused(
                    f"{missing:,} points are missing, and only riichi sticks of {_STICK:,} can be"
                )
            before = typed_before(known, told)
            stands = before.change if before else None
            if stands not in (None, told, instead and replace(told, points=instead)):
                return before
            if stands != told:
                self._add(grown[len(known) :])
        self.look()
        return None

    def forget(self, *names: str) -> int:
        """Remove a person's names from this and all earlier tournaments; returns in how many one was.

        In all of them the person is called the same from then on, and nobody else is. A name that is cut
        where a file is read may be given as it is written there.
        """
        with self._alone():
            files = (*_aside_in(self._file.parent), self._file)
            written = {file: written_in(file) for file in files}
            known = {file: with_names_cut(records) for file, records in written.items()}
            cuts = {file: shorter_names(records) for file, records in written.items()}
            spellings = spellings_of(names, cuts.values())
            called = {file: called_there(spellings, cut) for file, cut in cuts.items()}
            taken = frozenset(chain.from_iterable(map(names_ever, known.values())))
            words = (word_for(known[file], name) for file in reversed(files) for name in called[file])
            word = next((one for one in words if one.startswith("Player")), "Somebody")
            found = 0
            for file, records in known.items():
                now, nameless = folded(records), records
                # First the name of today, with the others of that player: it gets the word without a number.
                for name in sorted(called[file], key=lambda each: now.called(each) is None):
                    nameless = without_name(nameless, name, word, taken)
                if nameless != records:
                    found += 1
                    folded(nameless)  # what could not be read again is not written
                    write_privately(file, _lines(nameless))
        self.look()
        return found

    def spellings_of(self, *names: str) -> tuple[str, ...]:
        """The names of a person, with each that is cut in one of these tournaments also cut, or in full.

        Raises:
            ConfigError: a name is only what the names of several people are cut to.
        """
        written = [written_in(file) for file in (*_aside_in(self._file.parent), self._file)]
        cuts = [shorter_names(records) for records in written]
        for name in names:
            people = people_called(name, cuts)
            if len(people) > 1 and not any(same_name(name) in names_ever(records) for records in written):
                raise ConfigError(f"{name!r} is the beginning of several names: {'; '.join(people)}")
        return spellings_of(names, cuts)

    def end(self) -> Path | None:
        """Put the tournament aside; returns where it is now. Raises ConfigError."""
        with self._alone():
            aside = self._copied_aside()
            if aside:
                self._file.unlink()
                sync(self._file.parent)
        self.look()
        return aside

    def begin(self, *changes: Change, seen: str | None = None) -> None:
        """Put the tournament aside and begin another; either both are done or nothing is changed.

        `seen` is the event that the caller knew, empty for none: a tournament that somebody else has begun
        since is not put aside. None skips this check.

        Raises ChangeRefused, ConfigError.
        """
        with self._alone():
            known = self._read()
            if known and seen is not None and seen != _event_of(known):
                raise ChangeRefused(f"another tournament has begun meanwhile: {folded(known).title}")
            new = with_changes((), changes, self._now())
            aside = self._copied_aside()
            try:
                write_privately(self._file, _lines(new))
            except OSError as error:
                # Where the new one has the name already, the copy is the only file of the one before.
                if aside and _first_line(aside) == _first_line(self._file):
                    aside.unlink()
                raise ConfigError(f"the tournament cannot be written to {self._file}: {error}") from error
        self.look()

    def _copied_aside(self) -> Path | None:
        """A second file of the same tournament: if the power fails, one of the two names leads to it."""
        if not self._file.exists():
            return None
        # Counting them would not do: if one was moved away, the count is the number of another.
        number = 1 + max(map(_number_of, earlier(self._file.parent)), default=0)
        aside = self._file.with_name(_EARLIER.format(number=number))
        write_privately(aside, self._file.read_bytes())
        return aside

    def _add(self, records: tuple[Record, ...]) -> None:
        try:
            content = self._file.read_bytes() if self._file.exists() else b""
            known = b"".join(b"%s\n" % line for line in whole_lines(content))
            write_privately(self._file, known + _lines(records))
            if len(known) < len(content):
                _log.warning("tournament.unfinished_line_dropped file=%s", self._file)
        except OSError as error:
            raise ConfigError(f"the tournament cannot be written to {self._file}: {error}") from error

    def _read(self) -> tuple[Record, ...]:
        return records_of(self._file)

    def _state(self) -> tuple[int, int, int]:
        try:
            found = self._file.stat()
        except OSError:
            return (0, 0, 0)
        return (found.st_ino, found.st_size, found.st_mtime_ns)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        beside = self._file.with_name(f"{FILE}.lock")
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
        try:
            with os.fdopen(os.open(beside, flags, 0o600)) as held:
                give_to_owner(held.fileno(), beside.parent)
                fcntl.flock(held, fcntl.LOCK_EX)
                yield
        except OSError as error:
            raise ConfigError(f"the tournament cannot be changed in {self._file.parent}: {error}") from error


def sticks_missing(tournament: Tournament, told: ResultTyped) -> int:
    """How many points lie on the table as sticks that nobody won, if what was typed is right."""
    return tournament.rules.start_points * SEATS - sum(told.points)


def _event_of(records: tuple[Record, ...]) -> str:
    return f"{records[0].at:.6f}" if records else ""


def records_of(file: Path) -> tuple[Record, ...]:
    """All records of a file; none if there is no such file. Raises ConfigError, RecordCorrupt.

    An older companion may have written longer names than a table takes: these are cut.
    """
    return with_names_cut(written_in(file))


def written_in(file: Path) -> tuple[Record, ...]:
    """As `records_of`, with names of any length, as they are written."""
    try:
        content = file.read_bytes() if file.exists() else b""
    except OSError as error:
        raise ConfigError(f"the tournament cannot be read from {file}: {error}") from error
    if len(content) > _MOST_BYTES:
        raise ConfigError(f"{file} is larger than any tournament")
    return tuple(_record_in(file, line, number) for number, line in enumerate(whole_lines(content), 1))


def _lines(records: tuple[Record, ...]) -> bytes:
    return "".join(f"{encode_record(one)}\n" for one in records).encode()


def _record_in(file: Path, line: bytes, number: int) -> Record:
    """Raises RecordCorrupt."""
    try:
        record = decode_record(line.decode())
    except (UnicodeDecodeError, RecordCorrupt) as failure:
        raise RecordCorrupt(f"line {number} of {file}: {failure}") from failure
    if record.revision != number:
        wrong = f"revision must be {number}, not {record.revision}"
        raise RecordCorrupt(f"line {number} of {file}: {wrong}: revisions do not follow one another")
    return record


def earlier(folder: Path) -> tuple[Path, ...]:
    """The tournaments that were put aside, the oldest first.

    A copy of the one that goes on is not among them: power failed before that was put aside.
    """
    found = _aside_in(folder)
    begun = _first_line(folder / FILE)
    return found[:-1] if found and begun and _first_line(found[-1]) == begun else found


def _aside_in(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(filter(_number_of, folder.glob(_EARLIER.format(number="*"))), key=_number_of))


def _first_line(file: Path) -> bytes:
    """By this a tournament is known again: it says when it began."""
    try:
        with file.open("rb") as opened:
            return opened.readline().rstrip(b"\n")
    except OSError:
        return b""


def former(folder: Path) -> Tournament | None:
    """The tournament that was put aside last, of those in which a round has begun.

    None where there is none. One that cannot be read keeps nobody from playing the next.
    """
    for file in reversed(earlier(folder)):
        try:
            found = folded(records_of(file))
        except CompanionError:
            return None
        if found.begun:
            return found
    return None


def _number_of(file: Path) -> int:
    """The number of a tournament that was put aside; 0 if its name has none."""
    number = file.stem.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0
