"""One reminder as a value. The reminders themselves are in `reminders` and `house_reminders`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from companion.riichi.kyoku import Kyoku


class Level(StrEnum):
    """How a reminder is shown."""

    ACT = "act"
    """Somebody has to do it now."""
    WARN = "warn"
    """Something is not right."""
    KNOW = "know"


Value = int | str | bool


@dataclass(frozen=True, slots=True)
class Reminder:
    """One reminder: a stable code, whom it concerns (None: everybody), and the values in its words."""

    code: str
    level: Level
    seat: int | None = None
    values: dict[str, Value] = field(default_factory=dict)
    may_waive: bool = False
    """Whether the table may say "house rule: allowed" to it."""
    seen: bool = False
    """Whether somebody has acknowledged it."""
    asks: bool = False
    """Whether a device asks this and waits for an answer."""
    refuses: bool = False
    """Whether this is why the press of a key meant nothing."""


Rule = Callable[[Kyoku], Iterator[Reminder]]
