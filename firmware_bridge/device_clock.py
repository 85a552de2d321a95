"""Turns times of the panel's own clock into our time; pure.

The quickest frame of the last seconds is the best measure of how far apart the two clocks are: a frame
can be late by any amount, but never early.
"""

from __future__ import annotations

__all__ = ["DeviceClock"]

_WRAP_MS = 1 << 32
_SPAN_NS = 2_000_000_000


class DeviceClock:
    """Milliseconds since the panel started, turned into our monotonic nanoseconds."""

    def __init__(self) -> None:
        self._latest_ms = 0
        self._span_ends_ns: int | None = None
        self._best_now: int | None = None
        self._best_before: int | None = None
        self._stamped_ns: dict[int, int] = {}

    @property
    def is_set(self) -> bool:
        """Whether any frame has said yet what time it is at the panel."""
        return self._best_now is not None

    def restart(self) -> None:
        """The panel has restarted and counts from zero; no later time comes before one already given."""
        stamped_ns = self._stamped_ns
        DeviceClock.__init__(self)
        self._stamped_ns = stamped_ns

    def observe(self, ms: int, received_ns: int) -> None:
        """Note that a frame with a time on the panel's own clock, `ms`, has just come in."""
        offset = received_ns - self._whole(ms) * 1_000_000
        if self._span_ends_ns is None or received_ns >= self._span_ends_ns:
            self._best_before = self._best_now
            self._best_now = None
            self._span_ends_ns = received_ns + _SPAN_NS
        self._best_now = offset if self._best_now is None else min(offset, self._best_now)

    def stamp(self, ms: int, now_ns: int, seat: int = -1) -> int:
        """Our time for something that happened at `ms`: never before its seat's last one, never after now.

        Seats are kept apart (-1: no seat), because an old press of one seat box without a cable may arrive
        after a new one of another.
        """
        best = [offset for offset in (self._best_now, self._best_before) if offset is not None]
        at_ns = self._whole(ms) * 1_000_000 + (min(best) if best else 0)
        self._stamped_ns[seat] = max(self._stamped_ns.get(seat, 0), min(at_ns, now_ns))
        return self._stamped_ns[seat]

    def _whole(self, ms: int) -> int:
        """The count without its wrap after 49.7 days."""
        step = (ms - self._latest_ms) % _WRAP_MS
        whole = self._latest_ms + (step if step < _WRAP_MS // 2 else step - _WRAP_MS)
        self._latest_ms = max(self._latest_ms, whole)
        return whole
