"""Which names are one person, when seasons begin and end, and in which time zone days are counted.

All this is in a file of its own beside the games. People enter it, and nothing is guessed: two names are one
person only where somebody said so. The file is read strictly.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from companion.errors import ConfigError
from companion.files import write_instead, write_openly
from companion.keeping.toml_rows import Row, with_rows, without_comments_on
from companion.person_names import as_entered, is_shown, same_name

__all__ = ["FILE", "Club", "ClubRefused", "Season", "keep_club", "kept_club"]

FILE: Final = "club.toml"
_MOST_BYTES: Final = 200_000
_LONGEST: Final = 60
_HEAD: Final = "# Names that are one person, seasons, the time zone; `companion club` changes it.\n"
_EMPTY: Final = f"{_HEAD}\n[same]\n\n[seasons]\n"
_TABLES: Final = ((), ("same",), ("seasons",))


class ClubRefused(ConfigError):
    """The change is impossible; the sentence says why. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Season:
    """A period for which standings are kept, from the first day to the last, both included."""

    name: str
    first: str
    last: str

    def has(self, day: str) -> bool:
        """Whether a day, written as 2026-01-31, is in it."""
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class Club:
    """What people said of all evenings together."""

    same: Mapping[str, str] = field(default_factory=dict)
    """For a name, the name under which its games count."""
    seasons: tuple[Season, ...] = ()
    zone: str = ""
    """The time zone of the table, by its IANA name such as Europe/Berlin; empty: the machine's own."""

    def person(self, name: str) -> str:
        """The name under which somebody counts.

        >>> Club({"Ana": "Anna"}).person("Ana")
        'Anna'
        """
        name = as_entered(name)
        return self.same.get(name, name)

    def with_same(self, name: str, person: str) -> Club:
        """The club where the two names are one person, in earlier games too.

        Raises:
            ClubRefused: they are one name, the other already counts as this one, or one cannot be a name.
        """
        _require_text(name)
        _require_text(person)
        name, person = as_entered(name), self.person(person)
        if person == name:
            raise ClubRefused(f"{name!r} is the same name, or the other name already counts as {name!r}")
        moved = {known: person if target == name else target for known, target in self.same.items()}
        return replace(self, same={**moved, name: person})

    def without_same(self, name: str) -> Club:
        """The club where the name stands for itself again. Raises ClubRefused."""
        name = as_entered(name)
        if name not in self.same:
            raise ClubRefused(f"{name!r} counts as nobody else")
        return replace(self, same={known: one for known, one in self.same.items() if known != name})

    def names_of(self, name: str) -> tuple[str, ...]:
        """A name, and the others of the same person.

        >>> Club({"Ana": "Anna", "Annie": "Anna"}).names_of("annie")
        ('annie', 'Ana', 'Anna', 'Annie')
        """
        wanted = same_name(name)
        whose = {
            person for pair in self.same.items() for person in pair[1:] if wanted in map(same_name, pair)
        }
        theirs = {one for pair in self.same.items() if pair[1] in whose for one in pair}
        return (name, *sorted(theirs - {name}))

    def without_names(self, names: Iterable[str]) -> Club:
        """The club in which nobody has any of these names."""
        gone = {same_name(one) for one in names}
        kept = {
            known: one for known, one in self.same.items() if gone.isdisjoint(map(same_name, (known, one)))
        }
        return replace(self, same=kept)

    def with_season(self, season: Season) -> Club:
        """The club with one more season, or with other days for one. Raises ClubRefused."""
        _require_text(season.name)
        _require_days(season)
        others = (one for one in self.seasons if one.name != season.name)
        return replace(self, seasons=tuple(sorted((*others, season), key=lambda one: (one.first, one.name))))

    def without_season(self, name: str) -> Club:
        """The club without a season; its games stay. Raises ClubRefused."""
        if all(one.name != name for one in self.seasons):
            raise ClubRefused(f"there is no season {name!r}")
        return replace(self, seasons=tuple(one for one in self.seasons if one.name != name))

    def with_zone(self, zone: str) -> Club:
        """The club whose days and months are those of this time zone; empty: of the machine's own.

        Raises:
            ClubRefused: this machine knows no time zone of that name.
        """
        if zone:
            _require_zone(zone)
        return replace(self, zone=zone)


def kept_club(folder: Path) -> Club:
    """What was kept for this table; an empty club where nobody entered anything.

    Raises:
        ConfigError: the file is damaged, and the sentence says how.
    """
    path = folder / FILE
    try:
        content = _content(path)
        text = _text(content)
    except FileNotFoundError:
        return Club()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
    if len(content) > _MOST_BYTES:
        raise ConfigError(f"{path} is too large")
    try:
        return _club_of(tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # also a number of more than 4,300 digits
        raise ConfigError(f"{path}: {error}") from error


def keep_club(folder: Path, club: Club, forgotten: Iterable[str] = ()) -> None:
    """Keep it, with whatever else a person has written into the file; it is whole at any moment.

    A file that cannot be changed row by row is kept beside the new one. Comments in which one of the
    forgotten is named go.

    Raises:
        ClubRefused: there is more than is read again; the old file stays.
        OSError: it cannot be read or written.
    """
    path, forgotten = folder / FILE, tuple(forgotten)
    try:
        content = _with(club, _content(path), forgotten)
    except (FileNotFoundError, ValueError):
        content = with_rows(_EMPTY, _rows(club), _TABLES).encode()
    if len(content) > _MOST_BYTES:
        raise ClubRefused("there are too many names and seasons: take out some that are no longer needed")
    if forgotten:
        write_openly(path, content)
    else:
        write_instead(path, content, lambda was: _with(club, was), write_openly)


def _with(club: Club, content: bytes, forgotten: tuple[str, ...] = ()) -> bytes:
    """The file with what has changed. Raises ValueError where it cannot be understood."""
    text = with_rows(_text(content), _rows(club), _TABLES, as_entered)
    text = without_comments_on(text, forgotten) if forgotten else text
    if len(text) <= _MOST_BYTES and _club_of(tomllib.loads(text)) != club:
        raise ValueError("its rows were not understood")
    return text.encode()


def _rows(club: Club) -> dict[Row, Any]:
    rows: dict[Row, Any] = {("same", name): person for name, person in sorted(club.same.items())}
    rows |= {("seasons", one.name): [one.first, one.last] for one in club.seasons}
    return rows | ({("zone",): club.zone} if club.zone else {})


def _content(path: Path) -> bytes:
    """The file up to the most bytes that it may have, and one more where it is larger. Raises OSError."""
    with path.open("rb") as file:
        return file.read(_MOST_BYTES + 1)


def _text(content: bytes) -> str:
    return content.decode("utf-8-sig")  # some editors put a mark before the first line


def _club_of(said: dict[str, Any]) -> Club:
    if not set(said) <= {"zone", "same", "seasons"}:
        raise ClubRefused("it may hold only zone and the tables same and seasons")
    zone = said.get("zone", "")
    if type(zone) is not str:
        raise ClubRefused('zone must be a time zone in quotes, such as "Europe/Berlin"')
    club = Club().with_zone(zone)
    for name, person in _table(said, "same").items():
        if type(person) is not str:
            raise ClubRefused(f"the value for {name!r} must be a name in quotes")
        # An older file may say of two spellings that they are one name; they are read as one now.
        if not (club.person(person) == as_entered(name) and not _leads_back(said["same"], name)):
            with _naming(name):
                club = club.with_same(name, person)
    for name, days in _table(said, "seasons").items():
        if type(days) is not list or len(days) != 2 or not all(type(day) is str for day in days):
            raise ClubRefused(
                f"the season {name!r} must be a list of its first and last day, such as 2026-01-31"
            )
        with _naming(name):
            club = club.with_season(Season(name, *days))
    return club


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """A refusal says which name in the file it is about."""
    try:
        yield
    except ClubRefused as refused:
        raise ClubRefused(f"{name[:_LONGEST]!r}: {refused}") from refused


def _leads_back(same: dict[str, Any], name: str) -> bool:
    """Whether a name, as it is spelled there, counts as itself in the end."""
    person = same[name]
    for _ in same:
        if person == name:
            return True
        person = same.get(person, person)
    return False


def _table(said: dict[str, Any], name: str) -> dict[str, Any]:
    found = said.get(name, {})
    return found if isinstance(found, dict) else _no_table(name)


def _no_table(name: str) -> dict[str, Any]:
    raise ClubRefused(f"{name} must be a table")


def _require_text(text: str) -> None:
    is_line = as_entered(text) and len(text) <= _LONGEST and all(map(is_shown, text))
    if not is_line or text != text.strip():
        raise ClubRefused(
            f"a name must be one line of at most {_LONGEST} characters, with no space at either end"
        )


def _require_days(season: Season) -> None:
    try:
        first, last = (date.fromisoformat(day) for day in (season.first, season.last))
    except ValueError as error:
        raise ClubRefused(f"a day is written as 2026-01-31: {error}") from error
    if (first.isoformat(), last.isoformat()) != (season.first, season.last) or first > last:
        raise ClubRefused("a season must not end before its first day; days are written as 2026-01-31")


def _require_zone(zone: str) -> None:
    try:
        ZoneInfo(zone)
    # A name that is a folder or is too long is not a zone either, nor are other files beside the zones.
    except (LookupError, ValueError, OSError):
        unknown = f"this machine knows no time zone {zone[:_LONGEST]!r}"
        raise ClubRefused(f"{unknown}; write its IANA name, such as Europe/Berlin") from None
