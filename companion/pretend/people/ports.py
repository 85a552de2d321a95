"""What people at a rehearsal need: a table to lay tiles on, keys to press, and a companion to talk to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.evidence import Answer, Command
from companion.pretend.people.habits import Mishap
from companion.pretend.stage.strokes import Stroke
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
        """Wait until the eye has said what it sees, or has had time to."""

    def let_happen(self, mishap: Mishap) -> None:
        """Let something happen to the camera; returns when it is over."""


class Keys(Protocol):
    """The keys at the sides of the table."""

    @property
    def are_there(self) -> bool:
        """Whether this table has keys."""

    def press(self, side: int, key: str, answer: str = "") -> None:
        """Press the key with this label at a side; if that raises a question, answer with the key `answer`.

        `wait+kan` is `kan` while `wait` is held.
        """

    def deal(self) -> bool:
        """Let everybody ask for the next deal by key. Returns False if that dealt nothing."""


class House(Protocol):
    """The companion, as people meet it."""

    @property
    def state(self) -> TableState:
        """What it shows now."""

    def ask(self, command: Command) -> Answer:
        """Tap something on its page."""

    def entries(self) -> tuple[tuple[int, Fact], ...]:
        """The facts that count in its game, in order, each with its number."""
