"""The hub's side of a spare that goes on in the place of a table: its code, and what is handed over.

The organiser asks for a code for one table. The machine that sends it becomes a table of the club and gets
the copy of the journal; from then on the tournament counts its games. What the old machine sends later is
kept apart.
"""

from __future__ import annotations

import hmac
import json
import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from companion.club.authority import Authority, fingerprint_of
from companion.club.copies import Copies, Copy
from companion.club.members import Member, Members, NotKept, new_token
from companion.club.membership import JoinCode
from companion.club.topics import is_id
from companion.club.tournament_file import TournamentFile
from companion.errors import CompanionError, ConfigError
from companion.files import UNREADABLE, field_in, json_in, write_privately
from companion.tournament.changes import SpareTookOver

__all__ = ["CodeSpent", "HandingOver", "SpareCodes", "keep_address"]

LASTS_S: Final = 3600.0
_FILE: Final = "spare.json"
_ADDRESS: Final = "joining.json"
_PLAN: Final = "handing-over.json"
"""While this file is there, a spare is taking over.

Perhaps the list of tables or the tournament does not name it yet.
"""
_log = logging.getLogger(__name__)


class CodeSpent(ConfigError):
    """A code that is no longer good; the sentence says why."""


def keep_address(folder: Path, host: str, port: int) -> None:
    """Save the hub's address, so that a command can put it into a code for a spare. Raises OSError."""
    write_privately(folder / _ADDRESS, json.dumps({"host": host, "port": port}).encode())


class SpareCodes:
    """The code with which a spare may go on for one table: only the newest is good, once, for an hour.

    It is kept in a file, because a command may issue one while the hub is running.

    Raises:
        ConfigError: the file cannot be read or written, or no hub was ever started here.
    """

    def __init__(self, folder: Path, now_s: Callable[[], float] = time.time) -> None:
        self._folder, self._file, self._now_s = folder, folder / _FILE, now_s

    def issue(self, table: str) -> JoinCode:
        """A new code for a table, by its id."""
        token = new_token()
        kept = {"token": token, "table": table, "at": self._now_s()}
        try:
            where = json_in((self._folder / _ADDRESS).read_bytes())
            print_of = fingerprint_of((self._folder / "authority-certificate.pem").read_bytes())
            host, port = field_in(where, "host", str), field_in(where, "port", int)
            code = JoinCode(host, port, token, print_of, is_spare=True)
            write_privately(self._file, json.dumps(kept).encode())
        except (OSError, ValueError, TypeError, LookupError) as error:
            raise NotKept(f"no code for a spare can be made in {self._folder}: {error}") from error
        return code

    def table(self, token: str) -> str:
        """The id of the table that a code is for; empty if the code is not good. This does not use it up."""
        try:
            kept = json_in(self._file.read_bytes())
            known, table = field_in(kept, "token", str).encode(), field_in(kept, "table", str)
            at = field_in(kept, "at", float)
        except FileNotFoundError:
            return ""
        except (OSError, ValueError, TypeError, LookupError) as error:
            raise ConfigError(f"{self._file} cannot be read: {error}; ask for a new code") from error
        # A clock that was turned back does not make an old code good again for long.
        is_good = hmac.compare_digest(known, token.encode()) and abs(self._now_s() - at) < LASTS_S
        return table if is_good else ""

    def spend(self) -> None:
        """Delete the code, which was used. Raises ConfigError."""
        try:
            self._file.unlink(missing_ok=True)
        except OSError as error:
            raise ConfigError(f"{self._file} cannot be removed: {error}") from error


class HandingOver:
    """Answers a spare at the running hub. Any thread may use it.

    Args:
        folder: the hub's.
        file: the one with all copies; the hub's own thread writes it through another connection.
        is_here: whether a table, by its id, is connected now.
    """

    def __init__(
        self,
        folder: Path,
        file: Path,
        members: Members,
        authority: Authority,
        is_here: Callable[[str], bool],
    ) -> None:
        self._folder, self._file = folder, file
        self._members, self._authority, self._is_here = members, authority, is_here
        self._codes, self._lock, self._plan = SpareCodes(folder), threading.Lock(), folder / _PLAN

    def code(self, table: str) -> JoinCode:
        """A new code, with which a spare may go on for a table. Raises ConfigError."""
        return self._codes.issue(self._members.find(table).id)

    def finish(self) -> None:
        """Do the rest of what was cut off when an earlier hub ended. Raises ConfigError."""
        try:
            told = json_in(self._plan.read_bytes())
            table, spare = str(told["table"]), str(told["spare"])
            if not (is_id(table) and is_id(spare)):
                raise ValueError("an id is wrong")
        except FileNotFoundError:
            return
        except (OSError, *UNREADABLE) as error:
            raise ConfigError(f"{self._plan} cannot be read: {error}; delete it") from error
        known = {one.id for one in self._members.all}
        if spare not in known and table in known:
            self._members.hand_over(table, spare)
        self._codes.spend()
        _note(self._folder, table, spare)
        self._plan.unlink()

    def answer(self, token: str, request: bytes) -> tuple[Member, dict[str, Any]]:
        """Let a spare take over; returns it as a table of the club, and what to answer it.

        Raises:
            CodeSpent: the code is not good.
            ValueError: it cannot go on for this table; the code stays good, unless the list of tables cannot
                be written. (A ConfigError is a ValueError.)
            StoreDown: the copies cannot be read or written.
        """
        with self._lock:
            table = self._codes.table(token)
            if not table:
                raise CodeSpent(
                    "this code for a spare was used already, or another one was made, or it is old"
                )
            name = self._members.find(table).name
            if self._is_here(table):
                raise ConfigError(f"{name} is still connected: switch it off, and try again in 20 seconds")
            spare = secrets.token_hex(4)
            certificate = self._authority.for_table(request, spare)
            with closing(Copies(self._file)) as copies:
                copy = _continued(copies, table, spare, name)
                journal = _told(copies, copy)
            _keep_plan(self._plan, table, spare)
            try:
                self._codes.spend()
                member = self._members.hand_over(table, spare)
                _note(self._folder, table, spare)
            finally:
                self._plan.unlink(missing_ok=True)
        told = {"table": member.id, "name": member.name, "certificate": certificate.decode()}
        return member, told | {"journal": journal}


def _continued(copies: Copies, table: str, spare: str, name: str) -> Copy:
    copy = next((one for one in reversed(copies.all()) if one.table == table and one.held), None)
    if copy is None:
        raise ConfigError(f"the hub has nothing of {name} yet: let the spare join as a table of its own")
    return copies.continued(copy, spare, secrets.token_hex(16))


def _told(copies: Copies, copy: Copy) -> dict[str, Any]:
    return {
        "journal": copy.journal,
        "epoch": copy.epoch,
        "form": copy.form,
        "last": copy.held,
        "last_game": copies.last_game(copy),
        "games": [asdict(game) for game in copies.games(copy)],
        "entries": copies.entries(copy),
        "notes": copies.notes(copy),
    }


def _keep_plan(plan: Path, table: str, spare: str) -> None:
    try:
        write_privately(plan, json.dumps({"table": table, "spare": spare}).encode())
    except OSError as error:
        raise NotKept(f"nobody can take over now: {error}") from error


def _note(folder: Path, table: str, spare: str) -> None:
    """Note that the tournament goes on with the spare's games, if the table is in one."""
    try:
        file = TournamentFile(folder)
        if file.tournament.has_companion(table):
            file.say(SpareTookOver(table, spare))
    except CompanionError as error:
        # The spare plays all the same; an organiser can assign it by hand.
        _log.warning("club.spare_not_noted %s", error)
