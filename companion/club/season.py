"""The evenings of this hub that count for a season: the tournament now, and those that were put aside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from companion.club.tournament_file import FILE, earlier, written_in
from companion.errors import ConfigError
from companion.keeping.club_file import kept_club
from companion.keeping.wall_clock import BUILT
from companion.tournament.changes import Record
from companion.tournament.long_names import shorter_names, whole_names, with_names_cut
from companion.tournament.recording import folded
from companion.tournament.results import results_of
from companion.tournament.season import Season, SeasonEvening, season_of
from companion.tournament.standings import standings_of
from companion.tournament.state import Tournament
from companion.tournament.table_games import TableGame

__all__ = ["season_in", "season_names"]


def season_names(data: Path) -> tuple[str, ...]:
    """The names of the seasons entered in a data folder. Raises CompanionError."""
    return tuple(one.name for one in kept_club(data).seasons)


def season_in(folder: Path, games: Iterable[TableGame], data: Path, name: str | None = None) -> Season:
    """The standings over all evenings of a hub, or over those of one season.

    Args:
        folder: the hub's.
        games: those of all copies.
        data: the data folder, where the seasons, the time zone and people with two names were entered.
        name: the season's; None for all evenings.

    Raises:
        ConfigError: there is no such season, or a file cannot be read.
        RecordCorrupt, ChangeRefused: a tournament cannot be read.
    """
    known = kept_club(data)
    chosen = next((one for one in known.seasons if one.name == name), None)
    if name and chosen is None:
        raise ConfigError(f"there is no season {name!r}; enter one with `companion club season`")
    zone = ZoneInfo(known.zone) if known.zone else None
    written = tuple(written_in(file) for file in (*earlier(folder), folder / FILE))
    found = _evenings(written, games, lambda at: datetime.fromtimestamp(at, UTC).astimezone(zone))
    return season_of((one for one in found if chosen is None or chosen.has(one.day)), known.person)


def _evenings(
    written: tuple[tuple[Record, ...], ...], games: Iterable[TableGame], there: Callable[[float], datetime]
) -> Iterator[SeasonEvening]:
    """Each tournament of which a round has begun, the oldest first."""
    known = tuple(games)
    found: list[tuple[float, Tournament, Mapping[str, str]]] = []
    for told, whole in zip(written, whole_names(map(shorter_names, written)), strict=True):
        records = with_names_cut(told)
        tournament = folded(records)
        if tournament.begun:
            found.append((_entered(records), tournament, whole))
    for at, (moment, tournament, whole) in enumerate(found):
        later = found[at + 1][1] if at + 1 < len(found) else None
        results = results_of(tournament, _until(known, later))
        day = there(moment).date().isoformat()
        yield SeasonEvening(tournament.title, day, standings_of(tournament, results), whole)


def _entered(records: tuple[Record, ...]) -> float:
    """When the first change was made; if the clock was not set then, the first one after it was."""
    moments = [record.at for record in records]
    return next((at for at in moments if at >= BUILT.timestamp()), moments[0])


def _until(games: tuple[TableGame, ...], later: Tournament | None) -> tuple[TableGame, ...]:
    """The games that had begun when the first round of the next evening began, and all that were imported.

    Those count only where the organiser chose them, and no round says which of them came before it.
    """
    if later is None:
        return games
    newest = later.rounds[0].newest
    return tuple(game for game in games if game.is_imported or game.number <= newest.get(game.companion, 0))
