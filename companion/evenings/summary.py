"""A game in a few lines: who played, how far, and how it ended. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from companion.evenings.names import people_of
from companion.evenings.played import PlayedGame
from companion.evidence import Cause
from companion.journal import Entry, Game, JournalReader, in_force
from companion.projections.result_view import FinalView, final_view


class GameState(StrEnum):
    """How far a game has come."""

    PLAYED = "played"
    """It can still go on."""
    CUT_OFF = "cut_off"
    """It came from a file that ends before the game did."""
    FINISHED = "finished"
    """It is over, also where it was ended before its first deal."""
    BROKEN = "broken"
    """The rules cannot follow it to its last entry."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game as a list shows it."""

    name: str
    started: str
    """UTC, for people."""
    last_at: str
    state: GameState
    players: int
    rules: str
    names: tuple[str, ...]
    """A name for each seat; the letter of its first wind where it has none. Empty if nobody is named."""
    people: tuple[str, ...]
    """The names that count for statistics; anonymised players do not."""
    hands: int
    is_imported: bool
    final: tuple[FinalView, ...] | None


def summary_of(game: PlayedGame) -> GameSummary:
    """The game in a few lines."""
    from_file = is_imported(line.entry for line in game.lines)
    open_end = GameState.CUT_OFF if from_file else GameState.PLAYED
    state = GameState.FINISHED if game.hanchan.is_over else open_end
    return GameSummary(
        name=game.game.name,
        started=game.game.started,
        last_at=game.last_at,
        state=GameState.BROKEN if game.failure else state,
        players=game.hanchan.rules.players,
        rules=game.game.rules.name,
        names=game.seat_names if any(game.names) else (),
        people=tuple(name for _, name in people_of(game)),
        hands=len(game.hands),
        is_imported=from_file,
        final=final_view(game.hanchan) if game.is_finished else None,
    )


def is_imported(entries: Iterable[Entry]) -> bool:
    """Whether a game came from a file: a record that was written whole by one command."""
    return any(entry.because is Cause.RECORD and entry.command_id is not None for entry in entries)


def newest_of_table(journal: JournalReader) -> tuple[Game, tuple[Entry, ...]] | None:
    """The newest game that was played at this table, and its entries: one from a file never was.

    A game that was taken back whole, its start included, counts only where there is no other.
    """
    emptied = None
    for game in reversed(journal.games()):
        entries = journal.entries(game.number)
        if is_imported(entries):
            continue
        if in_force(entries):
            return game, entries
        emptied = emptied or (game, entries)
    return emptied
