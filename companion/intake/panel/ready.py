"""Who is ready for the next hand, and whose `next` has been missing for a while. For one thread."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from firmware_bridge.signals import Side

__all__ = ["AWAITED_NS", "Ready"]

AWAITED_NS: Final = 10_000_000_000
"""How long after somebody was ready the page says whose `next` is missing."""


class Ready(set[Side]):
    """The sides that have said that the next hand may be dealt."""

    def __init__(self) -> None:
        self._newest_ns = 0

    def say(self, side: Side, at_ns: int) -> None:
        """This side is ready; whoever says so again waits no less long for the others."""
        if side not in self:
            self.add(side)
            self._newest_ns = at_ns

    def take(self) -> Side:
        """One of them, for whom the next hand is dealt; then nobody is ready for the one after it."""
        side = self.pop()
        self.clear()
        return side

    def missing(self, awaited: frozenset[Side], now_ns: int) -> frozenset[Side]:
        """Those of these sides that have kept the others waiting for a while."""
        is_due = self and now_ns >= self._newest_ns + AWAITED_NS
        return awaited - self if is_due else frozenset()

    @property
    def dues_ns(self) -> Iterator[int]:
        """When those who are missing are to be named."""
        if self:
            yield self._newest_ns + AWAITED_NS
