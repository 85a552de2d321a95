"""Which keys each side of the table has: those of its box, and all of them where a phone serves it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final

from firmware_bridge.signals import Button, Side

__all__ = ["ALL_KEYS", "KeysThere"]

ALL_KEYS: Final[Mapping[Side, frozenset[Button]]] = MappingProxyType(dict.fromkeys(Side, frozenset(Button)))
"""A whole box at every side."""


class KeysThere:
    """The keys of the table's own panel, and the sides that phones serve at this moment."""

    def __init__(
        self,
        wired: Mapping[Side, frozenset[Button]] = ALL_KEYS,
        phones: Callable[[], Collection[Side]] = tuple,
    ) -> None:
        self._wired, self._phones = wired, phones

    def has(self, side: Side, button: Button) -> bool:
        """Whether somebody at this side can press such a key, on a box or on a phone."""
        return button in self._wired.get(side, ()) or side in self._phones()

    def awaited(self, sides: str) -> frozenset[Side]:
        """Those of these sides that can say by key that they are ready; others deal on the page."""
        return frozenset(side for side in map(Side.__getitem__, sides) if self.has(side, Button.NEXT))

    def at_hand(self, side: Side, *, is_beside: bool) -> frozenset[Button]:
        """The keys where this side has just pressed one: a phone, which is the panel beside, has all."""
        every = ALL_KEYS[side]
        return every if is_beside else self._wired.get(side, every)
