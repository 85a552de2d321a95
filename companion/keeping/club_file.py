"""Which names are one person, when seasons begin and end, and in which time zone days are counted.

In a file of its own beside the games. People say it, nothing is guessed: two names are one person only where
somebody said so. Read strictly.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from companion.errors import ConfigError

__all__ = ["FILE", "Club", "ClubRefused", "Season", "keep_club", "kept_club"]

FILE: Final = "club.toml"
_MOST_BYTES: Final = 200_000
_LONGEST: Final = 60
_HEAD: Final = "# Names that are one person, seasons, the time zone; `companion club` changes it.\n"


class ClubRefused(ConfigError):
    """That cannot be; the sentence says why. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Season:
    """A time for which standings are kept, both days in it."""

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
    """By a name: the name under which its games count."""
    seasons: tuple[Season, ...] = ()
    zone: str = ""
    """The time zone of the table, by its IANA name such as Europe/Berlin; empty: the machine's own."""

    def person(self, name: str) -> str:
        """The name under which somebody counts.

        >>> Club({"Ana": "Anna"}).person("Ana")
        'Anna'
        """
        return self.same.get(name, name)

    def with_same(self, name: str, person: str) -> Club:
        """The two names are one person from now on, also for the games before.

        Raises:
            ClubRefused: it is the same name, or goes round in a circle.
        """
        _require_text(name)
        _require_text(person)
        person = self.person(person)
        if person == name:
            raise ClubRefused(f"{name!r} counts under this name already, or the other counts as it")
        moved = {known: person if target == name else target for known, target in self.same.items()}
        return replace(self, same={**moved, name: person})

    def without_same(self, name: str) -> Club:
        """The name stands for itself again. Raises ClubRefused."""
        if name not in self.same:
            raise ClubRefused(f"{name!r} counts as nobody else")
        return replace(self, same={known: one for known, one in self.same.items() if known != name})

    def with_season(self, season: Season) -> Club:
        """One season more, or the same with other days. Raises ClubRefused."""
        _require_text(season.name)
        _require_days(season)
        others = (one for one in self.seasons if one.name != season.name)
        return replace(self, seasons=tuple(sorted((*others, season), key=lambda one: (one.first, one.name))))

    def without_season(self, name: str) -> Club:
        """One season less; its games stay. Raises ClubRefused."""
        if all(one.name != name for one in self.seasons):
            raise ClubRefused(f"there is no season {name!r}")
        return replace(self, seasons=tuple(one for one in self.seasons if one.name != name))

    def with_zone(self, zone: str) -> Club:
        """Days and months are those of this time zone; of the machine's own where it is empty.

        Raises:
            ClubRefused: this machine knows no time zone of that name.
        """
        if zone:
            _require_zone(zone)
        return replace(self, zone=zone)


def kept_club(folder: Path) -> Club:
    """What was kept for this table; nothing where nobody said anything.

    Raises:
        ConfigError: the file is damaged, and the sentence says how.
    """
    path = folder / FILE
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES).decode()
    except FileNotFoundError:
        return Club()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
    try:
        return _club_of(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, ClubRefused, RecursionError) as error:
        raise ConfigError(f"{path}: {error}") from error


def keep_club(folder: Path, club: Club) -> None:
    """Keep it; the old file stays until the new one is whole.

    Raises:
        OSError: it cannot be written.
    """
    same = (f"{_quoted(name)} = {_quoted(person)}\n" for name, person in sorted(club.same.items()))
    seasons = (f"{_quoted(one.name)} = {json.dumps([one.first, one.last])}\n" for one in club.seasons)
    zone = (f"\nzone = {_quoted(club.zone)}\n",) if club.zone else ()
    path = folder / FILE
    new = path.with_suffix(".new")
    with new.open("w", encoding="utf-8") as file:
        file.writelines((_HEAD, *zone, "\n[same]\n", *same, "\n[seasons]\n", *seasons))
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _club_of(said: dict[str, Any]) -> Club:
    if not set(said) <= {"zone", "same", "seasons"}:
        raise ClubRefused("it has a zone and the tables same and seasons and nothing else")
    zone = said.get("zone", "")
    if type(zone) is not str:
        raise ClubRefused("zone is a time zone in quotes, such as Europe/Berlin")
    club = Club().with_zone(zone)
    for name, person in _table(said, "same").items():
        if type(person) is not str:
            raise ClubRefused(f"{name!r} is the same as a name, in quotes")
        club = club.with_same(name, person)
    for name, days in _table(said, "seasons").items():
        if type(days) is not list or len(days) != 2 or not all(type(day) is str for day in days):
            raise ClubRefused(f"the season {name!r} is its first and its last day, such as 2026-01-31")
        club = club.with_season(Season(name, *days))
    return club


def _table(said: dict[str, Any], name: str) -> dict[str, Any]:
    found = said.get(name, {})
    return found if isinstance(found, dict) else _no_table(name)


def _no_table(name: str) -> dict[str, Any]:
    raise ClubRefused(f"{name} is a table")


def _require_text(text: str) -> None:
    if not text.strip() or len(text) > _LONGEST or not text.isprintable() or text != text.strip():
        raise ClubRefused(f"a name is one line of at most {_LONGEST} letters")


def _require_days(season: Season) -> None:
    try:
        first, last = (date.fromisoformat(day) for day in (season.first, season.last))
    except ValueError as error:
        raise ClubRefused(f"a day is written as 2026-01-31: {error}") from error
    if (first.isoformat(), last.isoformat()) != (season.first, season.last) or first > last:
        raise ClubRefused("a season ends on its first day or later; days are written as 2026-01-31")


def _require_zone(zone: str) -> None:
    try:
        ZoneInfo(zone)
    # A name that is a folder or too long is no zone either; other files beside the zones are no zones.
    except (LookupError, ValueError, OSError):
        unknown = f"this machine knows no time zone {zone[:_LONGEST]!r}"
        raise ClubRefused(f"{unknown}; write its IANA name, such as Europe/Berlin") from None


def _quoted(text: str) -> str:
    """As TOML writes a text: what JSON writes is the same for a line that can be shown."""
    return json.dumps(text, ensure_ascii=False)
