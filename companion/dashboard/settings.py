"""How a dashboard behaves: the few values that a house or a test may change."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DashboardSettings:
    """The settings of a dashboard. The default numbers are those that were measured to be right."""

    host_names: frozenset[str] = frozenset()
    """Further names of this machine, as `config.host_name` spells them, besides its addresses and its own."""
    most_streams: int = 40
    """How many may watch at once: each holds one thread; the next gets 503 and asks for snapshots instead."""
    poll_s: float = 0.5
    """How many seconds a stream waits before it checks again whether its viewer is still there."""
    polls_to_heartbeat: int = 10
    """After this many checks without news, the viewer is told that we are still here."""
    is_open: bool = True
    """Whether devices other than this machine can reach the port at all."""
