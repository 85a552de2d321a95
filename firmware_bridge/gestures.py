"""From clean edges to presses, chords and long presses; pure.

A press is told at once, because a call at the table cannot wait for the finger to leave. What
makes it more than a press comes with it (the keys already held) or after it (`LongPress`).
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.signals import Button, KeyEdge, LongPress, Press, Side

__all__ = ["LONG_PRESS_NS", "Gestures"]

LONG_PRESS_NS = 800_000_000


@dataclass(frozen=True, slots=True)
class _Held:
    press: Press
    is_long: bool = False


class Gestures:
    """All keys of one panel."""

    def __init__(self, long_press_ns: int = LONG_PRESS_NS) -> None:
        self._long_press_ns = long_press_ns
        self._held: dict[tuple[Side, Button], _Held] = {}

    @property
    def due_ns(self) -> int | None:
        """When the next key that is down becomes a long press."""
        starts = [held.press.at_ns for held in self._held.values() if not held.is_long]
        return min(starts) + self._long_press_ns if starts else None

    def edge(self, edge: KeyEdge) -> list[Press | LongPress]:
        """What this edge says, after the long presses that were due before it."""
        signals: list[Press | LongPress] = list(self.tick(edge.at_ns))
        key = (edge.side, edge.button)
        if edge.is_down:
            with_it = frozenset(
                button for side, button in self._held if side is edge.side and button is not edge.button
            )
            press = Press(edge.side, edge.button, edge.at_ns, edge.seq, with_it)
            self._held[key] = _Held(press)
            signals.append(press)
        else:
            self._held.pop(key, None)
        return signals

    def tick(self, known_ns: int) -> list[LongPress]:
        """Every edge up to this time has been told; the presses that have become long by now."""
        signals = []
        for key, held in list(self._held.items()):
            press = held.press
            at_ns = press.at_ns + self._long_press_ns
            if not held.is_long and at_ns <= known_ns:
                self._held[key] = _Held(press, is_long=True)
                signals.append(LongPress(press.side, press.button, at_ns, press.seq))
        return sorted(signals, key=lambda signal: signal.at_ns)

    def forget(self) -> None:
        """Releases may have been missed: no key counts as held any more."""
        self._held.clear()
