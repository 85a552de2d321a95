"""Which keys each side of the table has: those of its box, and all of them where a phone serves it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final

from companion.keeping.key_sides import KeySides
from firmware_bridge.signals import Button, Side

__all__ = ["ALL_KEYS", "KeysThere"]

ALL_KEYS: Final[Mapping[Side, frozenset[Button]]] = MappingProxyType(dict.fromkeys(Side, frozenset(Button)))
"""A whole box at every side."""


class KeysThere:
    """The keys of the table's own panel, the sides where they are, and the sides that phones serve now.

    `wired` are the keys of each letter of the panel; `placed` says where people have said that these are.
    """

    def __init__(
        self,
        wired: Mapping[Side, frozenset[Button]] = ALL_KEYS,
        phones: Callable[[], Collection[Side]] = tuple,
        placed: Callable[[], KeySides] = KeySides,
    ) -> None:
        self._wired, self._phones, self._placed = wired, phones, placed

    @property
    def at(self) -> str:
        """The side of the table for each letter of the panel."""
        return self._placed().at

    def has(self, side: Side, button: Button) -> bool:
        """Whether somebody at this side can press such a key, on a box or on a phone."""
        letter, placed = self._letter_at(side), self._placed()
        is_wired = button in self._wired.get(letter, ()) and letter.name not in placed.without
        return is_wired or side in self._phones()

    def are_at(self, side: Side) -> bool:
        """Whether this side has any keys."""
        return any(self.has(side, button) for button in Button)

    def awaited(self, sides: str) -> frozenset[Side]:
        """Those of these sides that can say by key that they are ready; others deal on the page."""
        return frozenset(side for side in map(Side.__getitem__, sides) if self.has(side, Button.NEXT))

    def at_hand(self, side: Side, *, is_beside: bool) -> frozenset[Button]:
        """The keys where this side has just pressed one: a phone, which is the panel beside, has all."""
        every = ALL_KEYS[side]
        return every if is_beside else self._wired.get(self._letter_at(side), every)

    def _letter_at(self, side: Side) -> Side:
        return Side[self._placed().letter_at(side.name)]
