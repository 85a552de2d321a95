"""From clean edges to presses, chords, long presses, keys held down and keys that are stuck; pure.

A press is reported at once, because a call at the table cannot wait for the finger to leave. What
makes it more than a press comes with it (the keys already held) or after it (`LongPress`, `HeldDown`,
`Stuck`).
A key that was found down makes no press and no chord until it has been released; if it stays down, it is
told as stuck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from firmware_bridge.signals import Button, HeldDown, KeyEdge, LongPress, Press, Side, Stuck

__all__ = ["HELD_DOWN_NS", "LONG_PRESS_NS", "STUCK_NS", "Gesture", "Gestures"]

LONG_PRESS_NS: Final = 800_000_000
"""How long a key must stay down for a `LongPress`."""
HELD_DOWN_NS: Final = 2_000_000_000
"""How long a key must stay down for a `HeldDown`."""
STUCK_NS: Final = 30_000_000_000
"""A key that seems to be down for longer is stuck, or its release was lost on the way: it makes no chords."""

Gesture = Press | LongPress | HeldDown | Stuck

_Stages = tuple[tuple[int, type[LongPress | HeldDown | Stuck]], ...]
_PRESSED: Final[_Stages] = (
    (LONG_PRESS_NS, LongPress),
    (HELD_DOWN_NS, HeldDown),
    (STUCK_NS, Stuck),
)
_FOUND: Final = _PRESSED[-1:]


@dataclass(frozen=True, slots=True)
class _Held:
    edge: KeyEdge
    stages: _Stages
    """What it becomes if it stays down, and after how long."""

    @property
    def due_ns(self) -> int | None:
        """When it becomes the next of these; None if there is none."""
        return self.edge.at_ns + self.stages[0][0] if self.stages else None


class Gestures:
    """All keys of one panel."""

    def __init__(self) -> None:
        self._held: dict[tuple[Side, Button], _Held] = {}
        self._over: list[Stuck] = []
        """What is still to be told of keys that were stuck when everything was forgotten."""

    @property
    def due_ns(self) -> int | None:
        """When something is to be told next, even without another edge."""
        dues = [held.due_ns for held in self._held.values() if held.due_ns is not None]
        return min([*dues, *(over.at_ns for over in self._over)], default=None)

    def edge(self, edge: KeyEdge, *, others_may_be_late: bool = False) -> list[Gesture]:
        """What this edge says, after all that became due before it.

        `others_may_be_late`: earlier edges of other sides may still be on their way, so what is due
        there has to wait.
        """
        signals = self.tick(edge.at_ns, edge.side if others_may_be_late else None)
        key = (edge.side, edge.button)
        if edge.is_down:
            held_with = self._held_with(edge)
            self._held[key] = _Held(edge, _FOUND if edge.is_found else _PRESSED)
            if not edge.is_found:
                signals.append(Press(edge.side, edge.button, edge.at_ns, edge.seq, held_with))
        elif (held := self._held.pop(key, None)) is not None and not held.stages:
            signals.append(_over(held, edge.at_ns))
        return signals

    def _held_with(self, edge: KeyEdge) -> frozenset[Button]:
        """The other keys of its side that a finger holds down at that moment."""
        since_ns = edge.at_ns - STUCK_NS
        return frozenset(
            button
            for (side, button), held in self._held.items()
            if side is edge.side and button is not edge.button
            if held.edge.at_ns > since_ns and not held.edge.is_found
        )

    def tick(self, known_ns: int, side: Side | None = None) -> list[Gesture]:
        """The presses of a side, or of all, that have become more than a press by `known_ns`.

        All edges up to then must have been given before.
        """
        signals: list[Gesture] = [*self._over]
        self._over = []
        for key, held in list(self._held.items()):
            if side not in (None, key[0]):
                continue
            now = held
            while now.due_ns is not None and now.due_ns <= known_ns:
                (_, kind), *later = now.stages
                edge = now.edge
                signals.append(kind(edge.side, edge.button, now.due_ns, edge.seq))
                now = replace(now, stages=tuple(later))
            self._held[key] = now
        return sorted(signals, key=lambda signal: signal.at_ns)

    def forget(self) -> None:
        """Releases may have been missed: no key still counts as held, or as stuck; `tick` says so."""
        stuck = [held for held in self._held.values() if not held.stages]
        self._over += [_over(held, held.edge.at_ns + STUCK_NS) for held in stuck]
        self._held.clear()


def _over(held: _Held, at_ns: int) -> Stuck:
    """That a key which was stuck no longer is."""
    return Stuck(held.edge.side, held.edge.button, at_ns, held.edge.seq, is_over=True)
