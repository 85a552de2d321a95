"""How an evening was written down, in figures. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.plurals import counted
from companion.pretend.people.comparing import Compared

__all__ = ["Report"]


@dataclass
class Report:
    """The figures of an evening."""

    hands: int = 0
    exact: int = 0
    """How many hands are written as they were played."""
    facts: int = 0
    """How many facts were played; the next three count facts, too."""
    missing: int = 0
    wrong: int = 0
    invented: int = 0
    questions: int = 0
    confirmations: int = 0
    corrections: int = 0
    frames: int = 0
    """How many pictures the camera took."""
    seconds: float = 0.0
    latency_ms: Sequence[float] = field(default_factory=list)
    """How long each fact took from its last tile coming to rest until a page had it."""

    def add(self, hand: Compared) -> None:
        """Add one more hand."""
        self.hands += 1
        self.exact += hand.is_exact
        self.facts += hand.facts
        self.missing += hand.missing
        self.wrong += hand.wrong
        self.invented += hand.invented

    def as_json(self) -> dict[str, Any]:
        """The figures as the command prints them."""
        return {
            "hands": self.hands, "exact": self.exact, "facts": self.facts, "missing": self.missing,
            "wrong": self.wrong, "invented": self.invented, "questions": self.questions,
            "frames": self.frames, "seconds": round(self.seconds, 1),
            "latency_ms": {"p50": _share(self.latency_ms, 0.5), "p99": _share(self.latency_ms, 0.99)},
        }  # fmt: skip

    def as_text(self) -> str:
        """The figures in sentences."""
        if not self.hands:
            return "No hand was played to its end."
        return (
            f"{self.exact} of {counted(self.hands, 'hand is', 'hands are')} written as played "
            f"({counted(self.facts, 'fact')}: "
            f"{self.missing} missing, {self.wrong} wrong, {self.invented} invented). "
            f"{counted(self.questions, 'question')}, {counted(self.confirmations, 'result')} confirmed, "
            f"{self.corrections} corrected."
        )


def _share(values: Sequence[float], share: float) -> float | None:
    """The value below which this share of the values lies; None if there are none.

    >>> _share([3.0, 1.0, 2.0], 0.5)
    2.0
    """
    if not values:
        return None
    order = sorted(values)
    return round(order[min(len(order) - 1, int(len(order) * share))], 1)
