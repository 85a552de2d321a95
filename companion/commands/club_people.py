"""Who takes part: read from what is typed, from a file, and from the previous tournament."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from companion.club.tournament_file import earlier, records_of
from companion.errors import ConfigError
from companion.tournament.changes import (
    Change,
    Entrant,
    PlayerFixed,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    PlayersAdded,
    TeamSet,
)
from companion.tournament.entering import entrants_in
from companion.tournament.recording import folded
from companion.tournament.state import Player, Tournament

_MOST_BYTES: Final = 1_000_000
_MOST_DIGITS: Final = 9


def entrants_of(file: Path) -> tuple[Entrant, ...]:
    """Names, and teams where there is a second column. Raises ConfigError."""
    try:
        with file.open("rb") as opened:
            text = opened.read(_MOST_BYTES).decode("utf-8-sig")
        return entrants_in(text)
    except (OSError, ValueError) as error:
        raise ConfigError(f"{file} cannot be read: {error}") from error


def earlier_players(folder: Path) -> tuple[Entrant, ...]:
    """Whoever was entered in the tournament that was put aside last.

    Raises:
        ConfigError: there was none, or its file cannot be read.
        RecordCorrupt, ChangeRefused: what its file says is impossible.
    """
    aside = earlier(folder)
    if not aside:
        raise ConfigError("there was no tournament before this one")
    before = folded(records_of(aside[-1]))
    return tuple(Entrant(one.name, one.team, one.is_substitute) for one in before.players)


def changes_of(
    tournament: Tournament, added: tuple[Entrant, ...], typed: dict[str, Any]
) -> tuple[Change, ...]:
    """The changes that the command asks for; `typed` has its options by name. Raises ConfigError."""

    def number(name: str) -> int:
        return player_called(tournament, name).number

    new = (
        *added,
        *(Entrant(name) for name in typed["add"]),
        *(Entrant(name, is_substitute=True) for name in typed["substitute"]),
    )
    changes: list[Change] = [PlayersAdded(new)] if new else []
    changes += [PlayerRenamed(number(name), new_name) for name, new_name in typed["rename"]]
    changes += [TeamSet(number(name), team) for name, team in typed["team"]]
    changes += [PlayerFixed(number(name), _table(table)) for name, table in typed["fixed"]]
    changes += [PlayerLeft(number(name)) for name in typed["left"]]
    changes += [PlayerReturned(number(name)) for name in typed["back"]]
    return tuple(changes)


def player_called(tournament: Tournament, name: str) -> Player:
    """A player by name or number. Raises ConfigError."""
    found = tournament.called(name) or (tournament.player(int(name)) if _is_number(name) else None)
    if found is None:
        raise ConfigError(f"nobody is called {name!r}; see: companion club players")
    return found


def _table(typed: str) -> int:
    if not _is_number(typed):
        raise ConfigError(f"{typed!r} is not the number of a table")
    return int(typed)


def _is_number(typed: str) -> bool:
    """Whether it is the number of a player or table; int() refuses thousands of digits."""
    return typed.isdecimal() and len(typed) <= _MOST_DIGITS
