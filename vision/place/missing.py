"""Why the table is not found, as it is told: another reason counts once it has held for a while.

While hands move over its stickers, the reason may change with every frame.
"""

from __future__ import annotations

from typing import Final

from vision.place.rectify import WhyNot
from vision.sighting import Condition

HOLDS_NS: Final = 2_000_000_000
"""How long another reason must hold before it is told."""
_CONDITIONS: Final = {WhyNot.SEVERAL_TABLES: Condition.SEVERAL_TABLES}


class Missing:
    """One time at which the table is not found, from its first frame on."""

    def __init__(self) -> None:
        self._told: Condition | None = None
        self._since_ns: int | None = None
        """When it was first found missing for another reason than the one that was told."""

    def condition(self, why: WhyNot, at_ns: int) -> Condition:
        """What is told of it at this moment."""
        now = _CONDITIONS.get(why, Condition.NO_TABLE)
        if self._told in (None, now):
            self._told, self._since_ns = now, None
        elif self._since_ns is None:
            self._since_ns = at_ns
        elif at_ns - self._since_ns >= HOLDS_NS:
            self._told, self._since_ns = now, None
        return self._told or now
