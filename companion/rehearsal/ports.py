"""What people at a rehearsal need: a table to lay tiles on, keys to press, and a companion to talk to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.evidence import Answer, Command
from companion.intake.stage.strokes import Stroke
from companion.rehearsal.habits import Mishap
from companion.riichi.facts import Fact
from companion.table_state import TableState

__all__ = ["House", "Keys", "Sight"]


class Sight(Protocol):
    """The table in front of its camera."""

    def perform(self, strokes: Sequence[Stroke], labels: dict[int, str]) -> None:
        """Let hands do this, one stroke after the other; returns when they are gone."""

    def rest(self, seconds: float) -> None:
        """Nobody moves for this many seconds of people's time."""

    def settle(self) -> None:
        """Wait until the eye has said what it sees, or would have."""

    def befall(self, mishap: Mishap) -> None:
        """Something happens to the camera; it returns when that is over."""


class Keys(Protocol):
    """The keys at the sides of the table."""

    @property
    def are_there(self) -> bool:
        """Whether this table has any."""

    def press(self, side: int, key: str, answer: str = "") -> None:
        """Press a key of a side, by the label on it; where a question is put then, answer it by that key.

        `wait+kan` is `kan` while `wait` is held.
        """

    def deal(self) -> bool:
        """Everybody says with a key that the next kyoku may be dealt. False: keys could not do that."""


class House(Protocol):
    """The companion, as people meet it."""

    @property
    def state(self) -> TableState:
        """What it shows now."""

    def ask(self, command: Command) -> Answer:
        """Tap something on its page."""

    def entries(self) -> tuple[tuple[int, Fact], ...]:
        """All that its journal has of the game, in order, each with its number."""
