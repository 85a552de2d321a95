"""What is doubtful about a result, as values: an organiser is asked, and nothing is guessed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Doubt", "DoubtKind"]


class DoubtKind(StrEnum):
    """What an organiser should look at."""

    NO_COMPANION = "no_companion"
    """No companion follows this table: its points have to be typed."""
    SEVERAL_GAMES = "several_games"
    """Several games may be that of the table."""
    SEVERAL_TABLES = "several_tables"
    """The table's game may be that of another table."""
    SEVERAL_ROUNDS = "several_rounds"
    """The table's game may be that of another round."""
    TYPED_OTHERWISE = "typed_otherwise"
    """The points of the table were typed, and its own game ended with others; the typed ones count."""
    BROKEN = "broken"
    """The rules cannot follow the game to its end."""
    OTHER_POINTS = "other_points"
    """The table did not begin with four players and the tournament's start points."""
    OTHER_RULES = "other_rules"
    """The table plays by other rules; its points count all the same."""
    WRONG_PEOPLE = "wrong_people"
    """Somebody sits here who is planned elsewhere or has a bye."""
    UNKNOWN_NAME = "unknown_name"
    """Nobody of this name takes part."""
    TWICE = "twice"
    """One person seems to sit at two places in one round."""
    HAS_LEFT = "has_left"
    """Somebody has left whose table plays the current round."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something about a table that a person should look at."""

    kind: DoubtKind
    round: int
    table: int
    sentence: str
    """In English; a page may have its own words for each kind."""
    one: int = 0
    """The player that it is about; 0: none."""
    other: int = 0
    """With WRONG_PEOPLE: the player who is planned there and missing, if exactly one is; else 0."""
    games: tuple[tuple[str, int], ...] = ()
    """With SEVERAL_… and TYPED_OTHERWISE: the companion and the number of each game that could count."""
    name: str = ""
    """With UNKNOWN_NAME: what the table calls this person."""
