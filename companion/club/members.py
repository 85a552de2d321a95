"""Which tables belong to the club, in a file in the hub's folder; and the one-time codes that let one in."""

from __future__ import annotations

import base64
import fcntl
import json
import logging
import os
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Final

from companion.club.member_rows import LONGEST, Kept, Member, checked_name, kept_in, rows_of
from companion.errors import ConfigError
from companion.files import UNREADABLE, with_added, write_instead
from companion.person_names import as_entered, same_name

__all__ = ["LONGEST", "Member", "Members", "NotKept", "Tokens", "new_token"]

TOKEN_LASTS_S: Final = 12 * 3600.0
_TOKEN_BYTES: Final = 10
_NEVER: Final = (0, 0, 0)
_log = logging.getLogger(__name__)


class NotKept(ConfigError):
    """A change cannot be written to the disk of the club's computer; nothing was changed."""


class _Damaged(ConfigError):
    """The file cannot be understood: somebody has changed it by hand."""


class Members:
    """The tables of a club, on the disk. Any thread may use it.

    Raises:
        ConfigError: the file cannot be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "members.json"
        self._lock = threading.Lock()
        self._seen = _NEVER
        self._has_news = False
        """Whether another process's change was read that `look` has not reported yet."""
        self.complaint = ""
        """What of the file cannot be used now, while the tables known before go on; empty where all can."""
        self._kept = Kept("")
        self._kept = self._read()
        if self._seen == _NEVER:
            self._keep(())

    @property
    def club(self) -> str:
        """The club's id in topics; made once."""
        return self._kept.club

    @property
    def all(self) -> tuple[Member, ...]:
        """Every table, in the order in which they joined; a spare stands where its table stood."""
        return self._kept.members

    @property
    def may_follow(self) -> tuple[str, ...]:
        """The ids of the tables in whose place no spare goes on, in the same order."""
        return tuple(one.id for one in self._kept.members if not self.spare_of(one.id))

    def is_unheard_of(self, table: str) -> bool:
        """Whether the list never had a table: it may be restored, and older than the table's joining."""
        return table not in self._kept.removed and all(one.id != table for one in self._kept.members)

    def name(self, table: str) -> str:
        """What people call a table."""
        return next((one.name for one in self._kept.members if one.id == table), table)

    def spare_of(self, table: str) -> str:
        """The name of the spare that goes on in the place of a table; empty if none does.

        A spare may have been replaced itself: then it is the newest one.
        """
        known = {one.id: one for one in self._kept.members}
        name, here = "", known.pop(table, None)
        while here is not None and (here := known.pop(here.spare, None)) is not None:
            name = here.name
        return name

    def look(self) -> bool:
        """Read the file again if another process changed it; returns whether one did. Raises ConfigError.

        If somebody has damaged it, the tables that were known go on, and `complaint` says so.
        """
        if self._state() == self._seen and not self._has_news:
            return False
        with self._lock:
            try:
                self._catch_up()
            except _Damaged:
                return False
            found, self._has_news = self._has_news, False
        return found

    def join(self, table: str, name: str) -> Member:
        """Add a table, under a free name, if no restored list has it by now. Raises ConfigError."""
        with self._alone():
            known = next((one for one in self._kept.members if one.id == table), None)
            member = known or Member(table, self._free(checked_name(name)))
            if known is None:
                self._keep((*self._kept.members, member))
        return member

    def rename(self, table: str, name: str) -> None:
        """Give a table another name. Raises ConfigError if there is no such table, or the name is taken."""
        with self._alone():
            self._require(table)
            name = checked_name(name)
            wanted = same_name(name)
            if any(same_name(one.name) == wanted and one.id != table for one in self._kept.members):
                raise ConfigError(f"another table is called {name!r}")
            renamed = (replace(one, name=name) if one.id == table else one for one in self._kept.members)
            self._keep(tuple(renamed))

    def hand_over(self, table: str, spare: str) -> Member:
        """Let a new table take a table's place and name; the old one is renamed. Raises ConfigError."""
        with self._alone():
            was = self._require(table)
            new = Member(spare, was.name)
            # People keep using the name, so the machine that had it needs another one.
            before = replace(
                was, name=self._free(as_entered(f"{was.name[: LONGEST - 10]} (old)")), spare=spare
            )
            others = (new if one.id == table else one for one in self._kept.members)
            self._keep((*others, before))
        return new

    def find(self, said: str) -> Member:
        """A table by its id or its name, however that is typed. Raises ConfigError."""
        found = [one for one in self._kept.members if said in (one.id, one.name)]
        found = found or [one for one in self._kept.members if same_name(said) == same_name(one.name)]
        if not found:
            raise ConfigError(f"there is no table {said!r}; see: companion club tables")
        return found[0]

    def leave(self, table: str) -> None:
        """Remove a table from the club; what it sent stays. Raises ConfigError."""
        with self._alone():
            gone = self._require(table)
            others = (one for one in self._kept.members if one.id != table)
            # Where a spare leaves, whoever took its place stands for the table before it, too.
            staying = (replace(one, spare=gone.spare) if one.spare == table else one for one in others)
            self._keep(tuple(staying), table)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """The list as it is now, which no other thread or process changes meanwhile."""
        with self._lock, ExitStack() as held:
            # A folder that cannot be locked cannot be written either, and writing says so.
            with suppress(OSError):
                folder = os.open(self._file.parent, os.O_RDONLY)
                held.callback(os.close, folder)
                fcntl.flock(folder, fcntl.LOCK_EX)
            self._catch_up()
            yield

    def _catch_up(self) -> None:
        if self._state() != self._seen:
            self._kept = self._read()
            self._has_news = True

    def _require(self, table: str) -> Member:
        found = next((one for one in self._kept.members if one.id == table), None)
        if found is None:
            raise ConfigError(f"there is no table {table!r}")
        return found

    def _free(self, name: str) -> str:
        taken = {same_name(one.name) for one in self._kept.members}
        numbered = (_ending_in(name, f" {number}") for number in range(2, len(taken) + 3))
        return next(one for one in chain((name,), numbered) if same_name(one) not in taken)

    def _keep(self, members: tuple[Member, ...], *gone: str) -> None:
        removed = [*self._kept.removed, *gone]
        told = {"club": self.club, "tables": rows_of(members, self._kept.unread, removed), "removed": removed}
        content = json.dumps(with_added(told, self._file), indent=1).encode()
        try:
            write_instead(self._file, content, self._told)
        except OSError as error:
            raise NotKept(f"the club's tables cannot be kept in {self._file}: {error}") from error
        self._kept, self._seen = kept_in(content, members), self._state()
        self.complaint = self._kept.half_typed_in(self._file)

    def _state(self) -> tuple[int, int, int]:
        try:
            found = self._file.stat()
        except OSError:
            return _NEVER
        return (found.st_ino, found.st_size, found.st_mtime_ns)

    def _read(self) -> Kept:
        self._seen = self._state()
        try:
            told = self._told(self._file.read_bytes())
        except FileNotFoundError as gone:
            if self.club:
                raise self._damaged(f"the club's tables are gone: there is no {self._file}") from gone
            return Kept(secrets.token_hex(4))
        except OSError as error:
            self._seen = _NEVER  # it may be readable the next time
            raise ConfigError(f"the club's tables cannot be read from {self._file}: {error}") from error
        except UNREADABLE as error:
            raise self._damaged(f"the club's tables cannot be read from {self._file}: {error}") from error
        self.complaint = told.half_typed_in(self._file)
        return told

    def _told(self, content: bytes) -> Kept:
        """What the file holds. Raises one of `UNREADABLE`."""
        told = kept_in(content, self._kept.members)
        if self.club not in ("", told.club):
            raise ValueError("it is that of another club")
        return told

    def _damaged(self, damage: str) -> _Damaged:
        """Note what is wrong with the file; where its tables are known, they go on."""
        if self.club:
            beside = f", and keeps the damaged file as {self._file.name}.damaged- and the time"
            damage += (
                "; the tables that were known go on, and the next change of a table writes the file anew"
            )
            damage += beside if self._seen != _NEVER else ""
        self.complaint = damage
        return _Damaged(damage)


def new_token() -> str:
    """A code that nobody can guess: 16 letters and digits, 80 bits."""
    return base64.b32encode(secrets.token_bytes(_TOKEN_BYTES)).decode().lower()


class Tokens:
    """One-time codes: each lets one table in, within twelve hours. Any thread may use it."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()
        self._ends: dict[str, float] = {}

    def issue(self) -> str:
        """A new code."""
        token = new_token()
        with self._lock:
            self._ends[token] = self._now_s() + TOKEN_LASTS_S
        return token

    def use(self, token: str) -> bool:
        """Use up a code; returns whether it was good."""
        with self._lock:
            now = self._now_s()
            self._ends = {one: end for one, end in self._ends.items() if end > now}
            return self._ends.pop(token, None) is not None

    def is_good(self, token: str) -> bool:
        """Whether a code would still let a table in."""
        with self._lock:
            return self._ends.get(token, 0.0) > self._now_s()


def _ending_in(name: str, end: str) -> str:
    """A name with something after it, cut so that it is not too long."""
    return as_entered(name[: LONGEST - len(end)] + end)
