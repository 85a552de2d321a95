"""Which keys seem to be stuck: something lies on them, or a release was lost on the way. For one thread."""

from __future__ import annotations

from typing import Final

from companion.evidence import SourceChanged
from firmware_bridge.signals import EVERY_SIDE, Button, PanelStatus, Side, Stuck

__all__ = ["KEY_STUCK", "StuckKeys"]

KEY_STUCK: Final = "panel_key_stuck"
"""The code of the notice that a key of a side seems to be stuck."""


class StuckKeys:
    """The keys that have been down for too long, at the table's own panel and at the one beside it."""

    def __init__(self) -> None:
        self._keys: dict[tuple[Side, Button], set[bool]] = {}
        """At which panels: a side may have keys of both."""

    @property
    def sides(self) -> list[Side]:
        """The sides with a key that is stuck."""
        stuck = {side for side, _ in self._keys}
        return [side for side in Side if side in stuck]

    def note(self, said: Stuck, *, is_beside: bool) -> None:
        """A key has been down for too long, or is up again."""
        if said.is_over:
            self._drop((said.side, said.button), is_beside)
        else:
            self._keys.setdefault((said.side, said.button), set()).add(is_beside)

    def hear(self, status: PanelStatus | SourceChanged, *, is_beside: bool) -> None:
        """Forget the keys of a panel that is gone. One that has only missed releases says so of each key."""
        if isinstance(status, PanelStatus) and status.gone != EVERY_SIDE:
            return
        for key in list(self._keys):
            self._drop(key, is_beside)

    def _drop(self, key: tuple[Side, Button], is_beside: bool) -> None:
        panels = self._keys.get(key, set())
        panels.discard(is_beside)
        if not panels:
            self._keys.pop(key, None)
