"""From clean edges to presses, chords, long presses and keys held down; pure.

A press is reported at once, because a call at the table cannot wait for the finger to leave. What
makes it more than a press comes with it (the keys already held) or after it (`LongPress`, `HeldDown`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_bridge.signals import Button, HeldDown, KeyEdge, LongPress, Press, Side

__all__ = ["HELD_DOWN_NS", "LONG_PRESS_NS", "STUCK_NS", "Gestures"]

LONG_PRESS_NS = 800_000_000
"""How long a key must stay down for a `LongPress`."""
HELD_DOWN_NS = 2_000_000_000
"""How long a key must stay down for a `HeldDown`."""
STUCK_NS = 30_000_000_000
"""A key that seems to be down for longer makes no chords: it is stuck, or its release was lost on the way."""


@dataclass(frozen=True, slots=True)
class _Held:
    press: Press
    stages: tuple[tuple[int, type[LongPress | HeldDown]], ...]
    """What it becomes if it stays down, and after how long."""

    @property
    def due_ns(self) -> int | None:
        """When it becomes the next of these; None if there is none."""
        return self.press.at_ns + self.stages[0][0] if self.stages else None


class Gestures:
    """All keys of one panel."""

    def __init__(self, long_press_ns: int = LONG_PRESS_NS, held_down_ns: int = HELD_DOWN_NS) -> None:
        self._stages = ((long_press_ns, LongPress), (held_down_ns, HeldDown))
        self._held: dict[tuple[Side, Button], _Held] = {}

    @property
    def due_ns(self) -> int | None:
        """When the next key that is down becomes a long press, or one held down."""
        return min((held.due_ns for held in self._held.values() if held.due_ns is not None), default=None)

    def edge(self, edge: KeyEdge, *, others_may_be_late: bool = False) -> list[Press | LongPress | HeldDown]:
        """What this edge says, after all that became due before it.

        `others_may_be_late`: earlier edges of other sides may still be on their way, so what is due
        there has to wait.
        """
        signals: list[Press | LongPress | HeldDown] = []
        signals += self.tick(edge.at_ns, edge.side if others_may_be_late else None)
        key = (edge.side, edge.button)
        if edge.is_down:
            press = Press(edge.side, edge.button, edge.at_ns, edge.seq, self._held_with(edge))
            self._held[key] = _Held(press, self._stages)
            signals.append(press)
        else:
            self._held.pop(key, None)
        return signals

    def _held_with(self, edge: KeyEdge) -> frozenset[Button]:
        """The other keys of its side that a finger holds down at that moment."""
        since_ns = edge.at_ns - STUCK_NS
        return frozenset(
            button
            for (side, button), held in self._held.items()
            if side is edge.side and button is not edge.button and held.press.at_ns > since_ns
        )

    def tick(self, known_ns: int, side: Side | None = None) -> list[LongPress | HeldDown]:
        """The presses of a side, or of all, that have become long, or held down, by `known_ns`.

        All edges up to then must have been given before.
        """
        signals = []
        for key, held in list(self._held.items()):
            if side not in (None, key[0]):
                continue
            now = held
            while now.due_ns is not None and now.due_ns <= known_ns:
                (_, kind), *later = now.stages
                press = now.press
                signals.append(kind(press.side, press.button, now.due_ns, press.seq))
                now = replace(now, stages=tuple(later))
            self._held[key] = now
        return sorted(signals, key=lambda signal: signal.at_ns)

    def forget(self) -> None:
        """Releases may have been missed: no key still counts as held."""
        self._held.clear()
