"""The devices that were let in, in one small file that only the companion's own account may read.

A device holds a random token; here only its SHA-256 is kept, so whoever reads this file cannot pose
as any of them. The file is in no backup: restoring it would bring back devices that were removed.
Several companions may run on one folder (`run` and `demo`): each reads what another has written.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import logging
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final

from companion.dashboard.roles import Role, role_named
from companion.errors import CompanionError
from companion.files import UNREADABLE, field_in, json_in, with_added, write_instead

__all__ = ["FILE", "MOST_DEVICES", "Device", "Devices", "TooManyDevices"]

FILE: Final = ".devices.json"
MOST_DEVICES: Final = 64
FORM: Final = 1
_TOKEN_BYTES: Final = 32
_NO_FILE: Final = (0, 0, 0)
_UNREADABLE: Final = (OSError, *UNREADABLE)

_log = logging.getLogger(__name__)


class TooManyDevices(CompanionError, ValueError):
    """There is no room for another device; one must be removed first."""


@dataclass(frozen=True, slots=True)
class Device:
    """One device that was let in."""

    id: str
    """The host removes the device by this; it gives no access."""
    name: str
    role: Role
    paired_at: str
    """When it was let in: UTC, by this machine's wall clock."""
    token_sha256: str


class Devices:
    """All paired devices. Any thread may ask. With a file, a change is on the disk when the call returns."""

    def __init__(self, file: Path | None = None) -> None:
        """Without a file they are forgotten when the companion ends."""
        self._file = file
        self._lock = Lock()
        self._seen = self._state()
        self._by_token = {device.token_sha256: device for device in _kept(file)} if file else {}

    def all(self) -> tuple[Device, ...]:
        """All of them, in the order in which they were let in."""
        return tuple(self._known().values())

    def with_token(self, token: str) -> Device | None:
        """The device that has this token; None once it was removed."""
        return self._known().get(digest(token))

    def holds(self, device: Device) -> bool:
        """Whether this device has not been removed since."""
        return device.token_sha256 in self._known()

    def let_in(
        self, name: str, role: Role, now: str, *, instead_of: Device | None = None
    ) -> tuple[Device, str]:
        """Let a device in, replacing `instead_of`; returns it with its token, which is kept nowhere.

        Raises:
            TooManyDevices: the list is full.
            OSError: it cannot be saved, so the device was not let in.
        """
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        device = Device(secrets.token_hex(6), name, role, now, digest(token))
        with self._alone():
            others = [each for each in self._by_token.values() if each != instead_of]
            if len(others) >= MOST_DEVICES:
                raise TooManyDevices
            self._keep([*others, device])
            self._by_token = {each.token_sha256: each for each in (*others, device)}
        return device, token

    def send_away(self, is_meant: Callable[[Device], bool]) -> int:
        """Remove the devices that `is_meant` picks, and return how many there were.

        Raises:
            OSError: they are removed, but it could not be saved: a restart would bring them back.
        """
        with self._alone():
            staying = [each for each in self._by_token.values() if not is_meant(each)]
            gone = len(self._by_token) - len(staying)
            self._by_token = {each.token_sha256: each for each in staying}
            if gone:
                self._keep(staying)
        return gone

    def _known(self) -> dict[str, Device]:
        """The devices by the digest of their token, as the file has them now."""
        if self._state() != self._seen:
            with self._lock:
                self._look()
        return self._by_token

    def _look(self) -> None:
        """Read the file if it has changed; until then, what could not be saved here still counts."""
        state = self._state()
        if self._file is None or state == self._seen:
            return
        with suppress(*_UNREADABLE):  # a disk that has gone comes back, and nobody is sent away meanwhile
            self._by_token = {device.token_sha256: device for device in _read(self._file)}
            self._seen = state

    def _state(self) -> tuple[int, int, int]:
        """Which version of the file is on the disk."""
        try:
            found = self._file.stat() if self._file else None
        except OSError:
            found = None
        return (found.st_ino, found.st_size, found.st_mtime_ns) if found else _NO_FILE

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """The list as it is now, which no other thread or companion changes meanwhile."""
        with self._lock, ExitStack() as held:
            if self._file:
                # A folder that cannot be locked cannot be written either, and writing says so.
                with suppress(OSError):
                    folder = os.open(self._file.parent, os.O_RDONLY)
                    held.callback(os.close, folder)
                    fcntl.flock(folder, fcntl.LOCK_EX)
            self._look()
            yield

    def _keep(self, devices: Iterable[Device]) -> None:
        if self._file is None:
            return
        rows = [{**asdict(device), "role": device.role.word} for device in devices]
        said = with_added({"form": FORM, "devices": rows}, self._file)
        write_instead(self._file, json.dumps(said, indent=1).encode(), _told)
        self._seen = self._state()


def digest(token: str) -> str:
    """The SHA-256 of a token: all that is kept of it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _kept(file: Path) -> list[Device]:
    """The devices in the file. What cannot be read lets nobody in; of a list, that is a row."""
    try:
        return _found_in(_rows(file.read_bytes()), file)
    except FileNotFoundError:
        return []
    except _UNREADABLE as error:
        _log.warning("devices.unreadable: every device must be paired again: file=%s %s", file, error)
        return []


def _found_in(rows: list[Any], file: Path) -> list[Device]:
    """The devices whose rows can be read; the log names the others."""
    found = []
    for number, row in enumerate(rows, 1):
        try:
            found.append(_device(row))
        except UNREADABLE as error:
            which = f"file={file} device {number} of the list: {error}"
            _log.warning("devices.row_unreadable: this device must be paired again: %s", which)
    return found


def _read(file: Path) -> list[Device]:
    """The devices in the file. Raises one of `_UNREADABLE`."""
    return _told(file.read_bytes())


def _told(content: bytes) -> list[Device]:
    return list(map(_device, _rows(content)))


def _rows(content: bytes) -> list[Any]:
    said = json_in(content)
    if said["form"] != FORM:
        raise ValueError("another form")
    return field_in(said, "devices", list)


def _device(row: Any) -> Device:
    role = role_named(field_in(row, "role", str))
    if role is None:
        raise ValueError("role is not one of those that a device can have")
    id_, name, paired_at, token = (
        field_in(row, word, str) for word in ("id", "name", "paired_at", "token_sha256")
    )
    return Device(id_, name, role, paired_at, token)
