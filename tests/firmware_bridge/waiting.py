"""Waiting for something to happen, with a limit that only a broken program reaches."""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge.panel import Panel
from firmware_bridge.signals import Condition, PanelStatus, Signal

PATIENCE_TURNS = 2_000


def signals_until(panel: Panel, enough: Callable[[list[Signal]], bool]) -> list[Signal]:
    """Everything the panel says until it is enough."""
    signals: list[Signal] = []
    for _ in range(PATIENCE_TURNS):
        signals += panel.wait(0.05)
        if enough(signals):
            return signals
    raise AssertionError(f"it never came; there were only {signals}")


def until_condition(panel: Panel, condition: Condition) -> list[Signal]:
    return signals_until(
        panel, lambda seen: any(isinstance(s, PanelStatus) and s.condition is condition for s in seen)
    )


def until_count(panel: Panel, kind: type, count: int) -> list[Signal]:
    return signals_until(panel, lambda seen: sum(isinstance(s, kind) for s in seen) >= count)


def eventually(panel: Panel, holds: Callable[[], bool]) -> None:
    """Let the panel live until something holds."""
    for _ in range(PATIENCE_TURNS):
        if holds():
            return
        panel.wait(0.02)
    raise AssertionError("it never held")
