"""From the chatter of a contact to one clean edge; pure, fed with levels and their times.

A key counts as changed once its contact has rested for the settling time, which may be longer for a
release than for a press. The edge then carries the moment at which the rest began, not the moment at which
we were sure.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Debouncer", "Settled"]


@dataclass(frozen=True, slots=True)
class Settled:
    """A contact has come to rest, closed or open, and began to rest at this time."""

    is_down: bool
    at_ns: int


class Debouncer:
    """Debounces one contact."""

    def __init__(self, settle_ns: int, release_ns: int | None = None, *, is_down: bool = False) -> None:
        """`release_ns` is how long an open contact must rest; None: as long as a closed one.

        `is_down` is how the contact was found.
        """
        self._settle_ns = settle_ns
        self._release_ns = settle_ns if release_ns is None else release_ns
        self._settled = is_down
        self._raw = is_down
        self._since_ns = 0

    @property
    def is_down(self) -> bool:
        """Whether the contact is closed, chatter left aside."""
        return self._settled

    @property
    def raw(self) -> bool:
        """Whether the contact was closed when it was last seen."""
        return self._raw

    @property
    def due_ns(self) -> int | None:
        """When the contact will have rested long enough, if it stays as it is; None if it has settled."""
        if self._raw == self._settled:
            return None
        return self._since_ns + (self._settle_ns if self._raw else self._release_ns)

    def feel(self, is_down: bool, at_ns: int) -> Settled | None:
        """Note the contact as seen at this time; returns the edge if one had settled before that."""
        settled = self.tick(at_ns)
        if is_down != self._raw:
            self._raw = is_down
            self._since_ns = at_ns
        return settled

    def tick(self, now_ns: int) -> Settled | None:
        """Note that time has passed; returns the edge if the contact has rested long enough by now."""
        if self.due_ns is None or now_ns < self.due_ns:
            return None
        self._settled = self._raw
        return Settled(self._settled, self._since_ns)
