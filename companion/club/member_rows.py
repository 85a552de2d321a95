"""What the file of a club's tables holds, row by row: a row that cannot be read puts out no other.

People correct a name in it by hand. A row that is half typed stays as it is until somebody corrects it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from companion.club.topics import is_id
from companion.errors import ConfigError
from companion.files import field_in, json_in
from companion.person_names import as_entered, is_shown

__all__ = ["LONGEST", "Kept", "Member", "Unread", "checked_name", "kept_in", "rows_of"]

LONGEST: Final = 40
"""The most characters of a table's name."""
_LONGEST_KEPT: Final = LONGEST + 4
"""Older hubs added a number to a name of any length."""


@dataclass(frozen=True, slots=True)
class Member:
    """A table of the club."""

    id: str
    """Its name in topics and certificates, which stays when the table is renamed."""
    name: str
    """What people call it."""
    spare: str = ""
    """The id of the spare that took its place; empty if none did. `Members.spare_of` says who goes on now."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A row of the list that cannot be read as it stands."""

    place: int
    """How many rows come before it."""
    row: Any
    why: str
    """A sentence that names the row and the field."""
    member: Member | None
    """What goes on of it: the table as it was known, else what the row does say. None where it has no id."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The club's id, its tables, the ids of those that were removed, and the rows that cannot be read."""

    club: str
    members: tuple[Member, ...] = ()
    removed: tuple[str, ...] = ()
    unread: tuple[Unread, ...] = ()

    def half_typed_in(self, file: Path) -> str:
        """A sentence about the rows of this file that cannot be read; empty where all can."""
        rows = "; ".join(one.why for one in self.unread)
        return rows and (
            f"{file}: {rows}. The tables go on as far as they are known; correct the row in the file"
        )


def kept_in(content: bytes, known: tuple[Member, ...] = ()) -> Kept:
    """What such a file holds. A table that was known goes on while its row cannot be read.

    Raises one of `UNREADABLE` where more than a row cannot be read.
    """
    told = json_in(content)
    club = _id_in(told, "club")
    members, unread = _tables_in(field_in(told, "tables", list), {one.id: one for one in known})
    removed = field_in(told, "removed", list) if "removed" in told else []
    if not all(type(one) is str for one in removed):
        raise ValueError("removed must hold only texts in quotes")
    if any(one.member is None for one in unread):  # nobody knows whose row that is
        listed = {*removed, *(one.id for one in members)}
        members += [one for one in known if one.id not in listed]
    return Kept(club, tuple(members), tuple(removed), tuple(unread))


def rows_of(members: tuple[Member, ...], unread: tuple[Unread, ...], removed: Collection[str]) -> list[Any]:
    """The rows of these tables, and those that cannot be read and are of no removed table, as they stand."""
    typed = {one.member: one.row for one in unread if one.member}
    rows: list[Any] = [typed.get(one, asdict(one)) for one in members]
    for one in unread:
        if one.member is None and not _is_of(one.row, removed):
            rows.insert(one.place, one.row)
    return rows


def _is_of(row: Any, tables: Collection[str]) -> bool:
    try:
        return _id_in(row, "id") in tables
    except ValueError:
        return False


def checked_name(name: Any, longest: int = LONGEST) -> str:
    """A table's name as it is kept. Raises ConfigError where it cannot be one."""
    kept = as_entered(name) if type(name) is str and all(map(is_shown, name)) else ""
    if not 0 < len(kept) <= longest:
        raise ConfigError(f"a table's name is one line of at most {LONGEST} characters")
    return kept


def _tables_in(rows: list[Any], known: dict[str, Member]) -> tuple[list[Member], list[Unread]]:
    members: list[Member] = []
    places: dict[str, int] = {}
    unread: list[Unread] = []
    for place, row in enumerate(rows):
        member = None
        try:
            id_ = _id_in(row, "id")
            if id_ in places:
                other = f"that of table {places[id_]}; remove one of the two"
                raise ValueError(f"id must not be {other}")
            places[id_] = place + 1
            member = known.get(id_) or _half_read(row, id_)
            member = Member(id_, _name_in(row), _spare_in(row))
        except ValueError as error:
            unread.append(Unread(place, row, f"table {place + 1} of the list: {error}", member))
        if member:
            members.append(member)
    return members, unread


def _half_read(row: Any, id_: str) -> Member:
    """What a row says; a table without a name goes by its id."""
    try:
        name = _name_in(row)
    except ValueError:
        name = id_
    try:
        return Member(id_, name, _spare_in(row))
    except ValueError:
        return Member(id_, name)


def _name_in(row: Any) -> str:
    try:
        return checked_name(field_in(row, "name", str), _LONGEST_KEPT)
    except ConfigError as error:
        raise ValueError(f"name cannot be that: {error}") from error


def _spare_in(row: Any) -> str:
    return field_in(row, "spare", str) if "spare" in row else ""


def _id_in(told: Any, name: str) -> str:
    """Raises ValueError."""
    found = field_in(told, name, str)
    if not is_id(found):
        raise ValueError(f"{name} must be eight of 0-9 and a-f, not {found[:40]!r}")
    return found
