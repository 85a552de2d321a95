"""Players over many evenings: standings of a season, totals by month, and the course of each total.

Pure: what each game brought comes in, tables go out. A game belongs to the day on which it began, in the
time zone of the club.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate
from zoneinfo import ZoneInfo

from companion.evenings.statistics import Counts
from companion.keeping.club_file import Club, Season

__all__ = ["GameBrought", "Standing", "Standings", "day_of", "standings_of"]


@dataclass(frozen=True, slots=True)
class GameBrought:
    """What one finished game brought each player."""

    name: str
    day: str
    """Such as 2026-01-31."""
    players: int
    people: tuple[tuple[str, Counts], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place in the standings; `parts` are games in which another person took over the seat."""

    place: int
    """Players with equal totals share a place, as in 1, 2, 2, 4."""
    name: str
    also: tuple[str, ...]
    """Other names that count as this one, because people said so."""
    games: int
    parts: int
    places: tuple[int, ...]
    total: float
    """Sum of the scores, in thousands."""
    months: tuple[float | None, ...]
    """The total of each month; None where the player did not play."""
    course: tuple[float, ...]
    """The total after each of the player's games."""

    @property
    def average(self) -> float:
        """The average score of a game, in thousands; a part counts as a game."""
        return self.total / (self.games + self.parts)


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of all who played at tables of `players`, the highest total first."""

    players: int
    season: str
    """The name of the season; empty for all games."""
    games: int
    months: tuple[str, ...]
    """The months in which somebody played, such as 2026-01."""
    standings: tuple[Standing, ...]


def day_of(at: str, zone: str = "") -> str:
    """The date of a moment in UTC, in the time zone with this IANA name; if empty, in the machine's own."""
    return datetime.fromisoformat(at).astimezone(ZoneInfo(zone) if zone else None).date().isoformat()


def standings_of(
    games: Iterable[GameBrought], club: Club, players: int = 4, season: Season | None = None
) -> Standings:
    """The standings of a season, or of all games."""
    chosen = [
        game
        for game in games
        if game.players == players and game.people and (season is None or season.has(game.day))
    ]
    chosen.sort(key=lambda game: game.day)
    months = tuple(sorted({game.day[:7] for game in chosen}))
    played: dict[str, list[tuple[str, Counts]]] = {}
    others: dict[str, set[str]] = {}
    for game in chosen:
        for person, counts in _by_person(game, club).items():
            played.setdefault(person, []).append((game.day[:7], counts))
        for name, _ in game.people:
            others.setdefault(club.person(name), set()).add(name)
    rows = [
        _standing(name, own, tuple(sorted(others[name] - {name})), months, players)
        for name, own in played.items()
    ]
    return Standings(players, season.name if season else "", len(chosen), months, _placed(rows))


def _by_person(game: GameBrought, club: Club) -> dict[str, Counts]:
    """What each person got from the game; two names of one person at the table are added up."""
    found: dict[str, Counts] = {}
    for name, counts in game.people:
        person = club.person(name)
        found[person] = found.get(person, Counts()) + counts
    return found


def _standing(
    name: str, played: list[tuple[str, Counts]], also: tuple[str, ...], months: tuple[str, ...], players: int
) -> Standing:
    whole = sum((counts for _, counts in played), Counts())
    by_month: dict[str, float] = {}
    for month, counts in played:
        by_month[month] = round(by_month.get(month, 0.0) + counts.score, 1)
    return Standing(
        place=0,
        name=name,
        also=also,
        games=whole.games,
        parts=whole.parts,
        places=(whole.first, whole.second, whole.third, whole.fourth)[:players],
        total=round(whole.score, 1),
        months=tuple(by_month.get(month) for month in months),
        course=tuple(round(total, 1) for total in accumulate(counts.score for _, counts in played)),
    )


def _placed(rows: list[Standing]) -> tuple[Standing, ...]:
    ordered = sorted(rows, key=lambda row: (-row.total, row.name))
    return tuple(replace(row, place=1 + sum(other.total > row.total for other in rows)) for row in ordered)
