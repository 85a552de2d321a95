"""A game in a few lines: who played, how far, and how it ended. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.evenings.names import people_of
from companion.evenings.played import PlayedGame
from companion.journal.imported import is_imported
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
    """Hands that were dealt, with one that is still played or was broken off."""
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
