"""What the hub keeps about a Pantheon server: where it is, the token, who is who there, and what was sent.

`pantheon.json` holds the first three, `pantheon.jsonl` a line for each step of sending a game. Neither holds
a name. Only the owner of the folder may read them.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from companion.club.appending import append_line, whole_lines
from companion.club.pantheon_line import checked_server
from companion.errors import ConfigError
from companion.files import field_in, give_to_owner, json_in, with_added, write_privately

__all__ = ["NOTHING_SENT", "Ledger", "PantheonTold", "Sending", "keep_told", "told_in"]

_TOLD: Final = "pantheon.json"
_SENT: Final = "pantheon.jsonl"
_MOST_BYTES: Final = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PantheonTold:
    """What the organiser has said."""

    server: str = ""
    event: int = 0
    person: int = 0
    """Pantheon's number of the person to whom the token belongs."""
    token: str = field(default="", repr=False)
    people: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Pantheon's number of each person, by tournament and by the player's number in it."""

    @property
    def is_whole(self) -> bool:
        """Whether enough was said to send a game."""
        return bool(self.server and self.event and self.person and self.token)

    def with_person(self, tournament: str, player: int, person: int) -> PantheonTold:
        """The same with one more player's number, or a changed one."""
        mine = {**self.people.get(tournament, {}), str(player): person}
        return replace(self, people={**self.people, tournament: mine})

    def person_of(self, tournament: str, player: int | None) -> int | None:
        """Pantheon's number of a player; None where nobody has said it."""
        return self.people.get(tournament, {}).get(str(player))


def told_in(folder: Path) -> PantheonTold:
    """What the organiser has said; empty if nothing was. Raises ConfigError."""
    file = folder / _TOLD
    try:
        if not file.exists():
            return PantheonTold()
        told = json_in(file.read_bytes())
        server, token = (field_in(told, one, str) for one in ("server", "token"))
        event, person = (field_in(told, one, int) for one in ("event", "person"))
        known = field_in(told, "people", dict)
        people = {one: _numbers(field_in(known, one, dict)) for one in known}
        return PantheonTold(server, event, person, token, people)
    except (OSError, ValueError) as error:
        why = f"{file} cannot be read: {error}"
        raise ConfigError(f"{why}; correct it, or remove it and enter everything again") from error


def _numbers(people: dict[str, Any]) -> dict[str, int]:
    """Raises ValueError."""
    return {one: field_in(people, one, int) for one in people}


def keep_told(folder: Path, told: PantheonTold) -> None:
    """Save it where only the owner may read it. Raises ConfigError."""
    server = checked_server(told.server) if told.server else ""
    values = {"server": server, "event": told.event, "person": told.person, "token": told.token}
    file = folder / _TOLD
    content = json.dumps(with_added({**values, "people": told.people}, file), indent=1)
    try:
        write_privately(file, content.encode())
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error}") from error


@dataclass(frozen=True, slots=True)
class Sending:
    """How far one game has come."""

    step: str = ""
    """Empty, `sending` (its start was asked for), `begun`, `hand`, `ending`, or `sent`."""
    digest: str = ""
    """The digest of what was to be sent."""
    session: str = ""
    """Pantheon's name for the game, once it is known."""
    hand: int = 0
    """The last hand that was sent, with or without an answer."""


NOTHING_SENT: Final = Sending()


class Ledger:
    """What was sent, line by line. Each line is on the disk before the next byte goes out.

    Raises:
        ConfigError: the file cannot be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / _SENT

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While this lasts, no other command of this hub sends. Raises ConfigError where one does."""
        beside = self._file.with_name(f"{_SENT}.lock")
        try:
            held = os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600))
        except OSError as error:
            raise ConfigError(f"{beside} cannot be opened: {error}") from error
        with held:
            give_to_owner(held.fileno(), beside.parent)
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise ConfigError("another command is sending to Pantheon at this moment") from error
            yield

    def note(self, key: str, step: str, **more: Any) -> None:
        """Write one line; it is on the disk when this returns."""
        line = json.dumps({"key": key, "is": step, **more}) + "\n"
        try:
            # After a line that a power cut left unfinished, nothing was sent to the server.
            append_line(self._file, line.encode())
        except OSError as error:
            raise ConfigError(f"{self._file} cannot be written: {error}") from error

    def states(self) -> dict[str, Sending]:
        """How far each game has come, by its key."""
        found: dict[str, Sending] = {}
        for number, line in enumerate(self._lines(), 1):
            try:
                told = json_in(line)
                key, step = str(told.pop("key")), str(told.pop("is"))
                found[key] = _after(found.get(key, NOTHING_SENT), step, told)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise ConfigError(f"line {number} of {self._file} cannot be read: {error}") from error
        return found

    def _lines(self) -> list[bytes]:
        try:
            content = self._file.read_bytes() if self._file.exists() else b""
        except OSError as error:
            raise ConfigError(f"{self._file} cannot be read: {error}") from error
        if len(content) > _MOST_BYTES:
            raise ConfigError(f"{self._file} is larger than any season")
        return whole_lines(content)


def _after(before: Sending, step: str, told: Mapping[str, Any]) -> Sending:
    if step == "again":
        return NOTHING_SENT
    return replace(
        before,
        step=step,
        digest=str(told.get("digest", before.digest)),
        session=str(told.get("session", before.session)),
        hand=int(told.get("hand", before.hand)),
    )
