"""The round of a tournament, as a table's pages are told of it; null where this table is in none."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.evenings.rule_sets import preset_of
from companion.riichi.presets import preset_called

if TYPE_CHECKING:  # few tables are in a tournament
    from companion.tournament.at_table import RoundSeen

__all__ = ["NOWHERE", "RoundHere", "RoundTeller", "SeenRound", "round_json"]

SeenRound = Callable[[], "RoundSeen | None"]
"""What is seen of the tournament now; None where the table is in none."""
NOWHERE: Final[SeenRound] = lambda: None  # noqa: E731 - a default that says what it means
_SLACK_S: Final = 2.0
"""How far two clocks may differ before a page is told again, in seconds."""


class RoundHere:
    """What a table's pages see of the tournament: nothing until a link to a club is attached."""

    def __init__(self) -> None:
        self._look = NOWHERE

    def __call__(self) -> RoundSeen | None:
        """What is seen now; None without a link, or without a tournament."""
        return self._look()

    def attach(self, look: SeenRound) -> None:
        """From now on, ask `look` what is seen."""
        self._look = look


class RoundTeller:
    """Tells one viewer how the round stands. Its page counts the seconds by itself."""

    def __init__(self, seen_round: SeenRound, now: Callable[[], float] = time.monotonic) -> None:
        self._seen_round, self._now = seen_round, now
        self._told: RoundSeen | None = None
        self._is_told = False
        self._told_end = 0.0

    def news(self) -> Iterator[str]:
        """One event at first, and one whenever more has changed than the seconds that go by; else none."""
        seen = self._seen_round()
        still = replace(seen, elapsed_s=0.0, left_s=None) if seen else None
        end = self._end_of(seen) if seen else 0.0
        if self._is_told and still == self._told and abs(end - self._told_end) < _SLACK_S:
            return
        self._told, self._told_end, self._is_told = still, end, True
        text = json.dumps(round_json(seen), ensure_ascii=False) if seen else "null"
        yield f"event: round\ndata: {text}\n\n"

    def _end_of(self, seen: RoundSeen) -> float:
        """When the time is up, which stays the same while the clock runs; while it stands, what is left."""
        if seen.left_s is None:
            return 0.0
        return seen.left_s + (self._now() if seen.is_running else 0.0)


def round_json(seen: RoundSeen) -> dict[str, Any]:
    """What the page needs: who sits here, how much time is left, and the rules offered for the next game."""
    preset = preset_called(seen.rules.name)
    return {
        "title": seen.title,
        "table": seen.table,
        "round": seen.round,
        "rounds": seen.rounds,
        "has_begun": seen.has_begun,
        "seats": list(seen.seats),
        "following": list(seen.following),
        "left_s": None if seen.left_s is None else round(seen.left_s, 1),
        "is_running": seen.is_running,
        "then": seen.then.value,
        "rules": {
            "name": preset.name if preset else None,
            "changes": preset_of(seen.rules, seen.rules)["values"],
        },
    }
