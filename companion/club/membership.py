"""A table's membership in a club: what it was given when it joined, in a folder beside its journal.

A code on the hub's screen lets a table in: an address, a one-time token, and the fingerprint of the club's
authority. The token is sent only to whoever shows a certificate of that authority.
"""

from __future__ import annotations

import http.client
import json
import re
import ssl
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from companion.club import membership_files as files
from companion.club.authority import fingerprint_of, key_and_request
from companion.club.topics import is_id
from companion.errors import ConfigError
from companion.files import field_in, json_in, keep_if_damaged, with_added, write_privately
from companion.keeping.certificates import KEY_ENDS

__all__ = [
    "Asked",
    "JoinCode",
    "JoinRefused",
    "Membership",
    "MembershipDamaged",
    "asked",
    "folder_beside",
    "is_club_of",
    "join",
    "kept",
    "leave",
    "membership_of",
    "moved",
]

_MOST_BYTES: Final = 64 * 1024
_MOST_OF_A_JOURNAL: Final = 256 * 1024 * 1024
"""How many bytes a spare may be sent: enough for a few thousand evenings."""
_BROKER_AUTHORITY: Final = "broker-authority.pem"
_OWN: Final = "table.pem"
_WAIT_S: Final = 10.0
_TRIES: Final = 3
_PAUSE_S: Final = 1.0
_CODE: Final = re.compile(
    r"(?P<host>[^/\s]+):(?P<port>\d{1,5})/(?P<spare>spare)?"
    r"(?P<token>[a-z2-7]{16})(?P<fingerprint>[a-z2-7]{16})",
    re.ASCII,
)


class JoinRefused(ConfigError):
    """The table did not join. `code` is stable, and the sentence is English."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


class MembershipDamaged(ConfigError):
    """The membership in a folder cannot be read; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class JoinCode:
    """What the hub's screen shows, as text and as a picture."""

    host: str
    port: int
    token: str
    fingerprint: str
    is_spare: bool = False
    """Whether it is for a spare that goes on for one table, in the middle of a game."""

    def __str__(self) -> str:
        letters = self.token + self.fingerprint
        groups = "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))
        return f"{self.host}:{self.port}/{'spare-' if self.is_spare else ''}{groups}"

    def link(self, page_port: int) -> str:
        """The address in the QR code: the hub's page, which then asks which table is to join."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{page_port}/#join={self}"

    @classmethod
    def read(cls, text: str) -> JoinCode:
        """What people type; after the slash, hyphens, spaces and capitals do not matter. Raises JoinRefused.

        >>> code = JoinCode.read("10.0.0.5:8884/ABCD-efgh-ijkl-mnop-qrst-uvwx-yz23-4567")
        >>> code.host, code.port, code.token
        ('10.0.0.5', 8884, 'abcdefghijklmnop')
        """
        address, slash, letters = text.strip().partition("/")
        found = _CODE.fullmatch(address + slash + re.sub(r"[-\s]", "", letters).lower())
        if found is None or int(found["port"]) > 65_535:
            raise JoinRefused(
                "bad_code",
                f"{text[:100]!r} is not the code of a club: that is an address, a slash and 32 letters and "
                "digits, as the hub's screen shows them",
            )
        where = (found["host"].strip("[]"), int(found["port"]))
        return cls(*where, found["token"], found["fingerprint"], is_spare=bool(found["spare"]))


@dataclass(frozen=True, slots=True)
class Membership:
    """Where the hub is, and under which id and name it knows this table."""

    folder: Path
    club: str
    table: str
    name: str
    host: str
    port: int
    since: int
    """The first game that the club may see."""
    broker: str = ""
    """The broker's host, if somebody else runs it; empty if it is the hub's own."""

    @property
    def broker_host(self) -> str:
        """The host of the broker."""
        return self.broker or self.host

    @property
    def authority_file(self) -> Path:
        """The certificate of the authority that vouches for the broker: the club's, or the broker's own."""
        return self.folder / (_BROKER_AUTHORITY if self.broker else "authority.pem")

    @property
    def own_file(self) -> Path:
        """This table's key and certificate."""
        return self.folder / _OWN


def folder_beside(journal: Path) -> Path:
    """The folder of a journal's membership, named after it: a demo's journal beside it has one of its own."""
    return journal.with_name(f".club-{journal.stem}")


def membership_of(folder: Path) -> Membership | None:
    """The membership in a folder; None where the table belongs to no club. Raises MembershipDamaged.

    If joining was cut off after it counted, the rest of it is done first.
    """
    file = folder / files.MEMBERSHIP
    try:
        files.settle(folder)
        mine = _read(folder, json_in(file.read_bytes()))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        why = f"{file} cannot be read: {error}"
        raise MembershipDamaged(f"{why}; correct it, join again, or delete {folder}") from error
    return mine


def _read(folder: Path, told: Any) -> Membership:
    """Raises ValueError; its sentence names the field."""
    club, table, name, host = (field_in(told, one, str) for one in ("club", "table", "name", "host"))
    port, since = (field_in(told, one, int) for one in ("port", "since"))
    broker = field_in(told, "broker", str) if "broker" in told else ""
    for field, one in (("club", club), ("table", table)):
        if not is_id(one):
            raise ValueError(f"{field} must be eight of 0-9 and a-f, not {one[:40]!r}")
    if not (name.strip() and host.strip()):
        raise ValueError("name and host must not be empty")
    if not (0 < port < 65_536 and since >= 0):
        raise ValueError("port must lie between 1 and 65535, and since must not be below 0")
    return Membership(folder, club, table, name, host, port, since, broker)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a hub answered to a code, before any of it is kept."""

    code: JoinCode
    authority: str
    key: bytes
    said: dict[str, Any]


def asked(code: JoinCode, name: str, own: bytes = b"") -> Asked:
    """Ask the hub to let us in, with a code. Raises JoinRefused, ConfigError; nothing is changed here.

    `own` is the key and the certificate of a table of this club, which stays that table.
    """
    authority = _authority(code)
    known, _, was = own.partition(KEY_ENDS)
    try:
        key, request = key_and_request(known + KEY_ENDS if was else b"")
    except ValueError:
        (key, request), was = key_and_request(), b""
    told = {"token": code.token, "name": name, "request": request.decode()}
    more = {"was": was.decode(errors="replace")} if was else {}
    return Asked(code, authority, key, _posted(code, authority, told | more))


def join(folder: Path, code: JoinCode, name: str, since: int) -> Membership:
    """Become a table of the club, with a code; one that is in it already stays the same.

    Raises:
        JoinRefused: the hub does not let us in, or what it said cannot be used or kept.
        ConfigError: a library is missing, or the membership cannot be read.
    """
    if code.is_spare:
        raise JoinRefused(
            "spare_code",
            "this code lets a spare go on in the middle of a game: end this companion, and type it after "
            "companion run --club",
        )
    with suppress(OSError):
        files.settle(folder)
    # Key and certificate say which table this is, even where somebody has damaged the membership.
    is_ours = is_club_of(folder, code)
    answer = asked(code, name, files.bytes_of(folder / _OWN) if is_ours else b"")
    before = files.since_of(folder, answer.said.get("table")) if is_ours else None
    return kept(folder, answer, since if before is None else before)


def kept(folder: Path, answer: Asked, since: int) -> Membership:
    """Keep what a hub has answered: all of it or nothing. Raises JoinRefused, ConfigError."""
    told = told_files(answer, since)
    try:
        files.settle(folder)
        keep_if_damaged(folder / files.MEMBERSHIP, lambda was: _read(folder, json_in(was)))
        files.begin(folder, told)
        files.agree(folder)
    except OSError as error:
        raise JoinRefused("not_kept", f"what the hub said cannot be kept in {folder}: {error}") from error
    return found_again(folder)


def told_files(answer: Asked, since: int) -> dict[str, bytes]:
    """The files of the membership that a hub has answered with. Raises JoinRefused."""
    try:
        told = {one: answer.said[one] for one in ("club", "table", "name", "port")}
        where = {"host": answer.code.host, "since": since, "broker": str(answer.said.get("broker", ""))}
        _read(Path(), told | where)
        kept_files = {
            "authority.pem": answer.authority.encode(),
            _OWN: answer.key + answer.said["certificate"].encode(),
            files.MEMBERSHIP: json.dumps(told | where).encode(),
        }
        if where["broker"]:
            kept_files[_BROKER_AUTHORITY] = str(answer.said["broker_authority"]).encode()
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise JoinRefused("hub_refuses", f"what the hub said cannot be used: {error}") from error
    return kept_files


def found_again(folder: Path) -> Membership:
    """The membership that was kept just now. Raises JoinRefused, ConfigError."""
    mine = membership_of(folder)
    if mine is None:
        raise JoinRefused("not_kept", f"what the hub said cannot be found again in {folder}")
    return mine


def is_club_of(folder: Path, code: JoinCode) -> bool:
    """Whether a code is one of the club to which the table of this folder belongs."""
    try:
        return fingerprint_of((folder / "authority.pem").read_bytes()) == code.fingerprint
    except (OSError, ValueError):
        return False


def moved(mine: Membership, host: str) -> Membership:
    """Keep the address to which the hub has moved. Raises ConfigError."""
    told = {name: getattr(mine, name) for name in ("club", "table", "name", "port", "since", "broker")}
    file = mine.folder / files.MEMBERSHIP
    try:
        write_privately(file, json.dumps(with_added(told | {"host": host}, file)).encode())
    except OSError as error:
        raise ConfigError(f"the hub's address cannot be kept in {mine.folder}: {error}") from error
    return replace(mine, host=host)


def leave(folder: Path) -> bool:
    """Leave the club; returns whether there was one. Raises ConfigError."""
    try:
        files.drop(folder)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise ConfigError(f"{folder} cannot be removed: {error}") from error
    return True


def _authority(code: JoinCode) -> str:
    """The certificate of the club, from whoever answers there: only its fingerprint makes it trusted."""
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname = False
    anybody.verify_mode = ssl.CERT_NONE
    said = str(_asked(code, anybody, "GET", "/authority").get("authority", ""))
    try:
        is_it = fingerprint_of(said.encode()) == code.fingerprint
    except ValueError:
        is_it = False
    if not is_it:
        sentence = f"whoever answers at {code.host}:{code.port} is not the club of this code"
        raise JoinRefused("other_club", sentence)
    return said


def _posted(code: JoinCode, authority: str, told: dict[str, str]) -> dict[str, Any]:
    path = "/spare" if code.is_spare else "/join"
    seal = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    seal.check_hostname = False  # the authority vouches for no other server
    seal.load_verify_locations(cadata=authority)
    # A hub that was asked may have let this table in although its answer was lost: it answers the same again.
    for _ in range(_TRIES - 1):
        try:
            return _asked(code, seal, "POST", path, json.dumps(told))
        except JoinRefused as refused:
            if refused.code != "no_answer":
                raise
        time.sleep(_PAUSE_S)
    return _asked(code, seal, "POST", path, json.dumps(told))


def _asked(
    code: JoinCode, seal: ssl.SSLContext, method: str, path: str, body: str | None = None
) -> dict[str, Any]:
    line = http.client.HTTPSConnection(code.host, code.port, timeout=_WAIT_S, context=seal)
    try:
        line.request(method, path, body)
        answer = line.getresponse()
        said = json_in(answer.read(_MOST_OF_A_JOURNAL if code.is_spare else _MOST_BYTES))
    except (OSError, http.client.HTTPException, ValueError) as error:
        sentence = f"no hub of a club answers at {code.host}:{code.port}: {error}"
        raise JoinRefused("no_answer", sentence) from error
    finally:
        line.close()
    if type(said) is not dict or answer.status != 200:
        sentence = said.get("sentence", "") if type(said) is dict else ""
        kind = "used_code" if answer.status == HTTPStatus.FORBIDDEN else "hub_refuses"
        raise JoinRefused(kind, f"the hub at {code.host} says: {str(sentence)[:200] or answer.status}")
    return said
