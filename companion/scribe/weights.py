"""How much each thing speaks against a story, in nats: the logarithm of how unlikely it is.

A difference of 3 makes one story twenty times as likely as the other. What they are good for is measured by
`make eval-scribe`.
"""

from __future__ import annotations

from typing import Final

# Between the table and what is seen of it.
MISSED: Final = 4.5
"""A tile that was seen before, or must have been laid, is not seen."""
NEVER_SEEN: Final = 1.0
"""The same of a tile that nobody has read so far: what hid it may still be there."""
STRAY: Final = 2.5
"""A tile is seen that does not lie there, and the eye is not sure of it: one look at it is not enough …"""
STRAY_SURE: Final = 7.0
"""… or it is sure."""
SURE: Final = 0.8
STEADY: Final = 3.0
"""It is seen so once more, at another rest."""
STILL_MISSED: Final = 1.0
"""A tile is not seen once more: what hides it stays."""
MISREAD_MOST: Final = 6.0
"""A tile is read surely as another."""
ACROSS_LAID_STRAIGHT: Final = 7.0
"""A tile looks sideways that was not laid so."""
STRAIGHT_LAID_ACROSS: Final = 3.5
"""A sideways tile looks straight: it was pushed."""
TURNED: Final = 6.0
"""A face is seen as a back."""
NO_COPY_LEFT: Final = 6.2
"""A tile of which all copies were told, and none of them can be another: one was misread all the same."""

MELD_MISSED: Final = 6.0
MELD_STRAY: Final = 7.0
HALF_STRAY: Final = 3.0
"""Two tiles lie there like what is left of a meld, however long."""
MELD_TILE_MISSED: Final = 2.5
"""A tile of a meld is not seen."""
MELD_TILE_MORE: Final = 6.0
"""A tile more is seen than the meld has."""
MELD_NONE_ACROSS: Final = 1.5
MELD_OTHER_ACROSS: Final = 4.0
"""Another tile lies sideways than the one that was taken."""

# What may have happened.
DISCARD: Final = 0.05
UNREAD_DISCARD: Final = 2.0
"""A tile is seen, and none of the faces that it may be is possible."""
UNSEEN_DISCARD: Final = 4.0
CALL: Final = 0.2
UNSEEN_CALL: Final = 6.5
UNPRESSED_CALL: Final = 0.3
RIICHI: Final = 3.0
"""Few discards declare it."""
RIICHI_SAID: Final = 0.0
RIICHI_UNPRESSED: Final = 2.5
"""People press keys, and nobody has pressed this one: looks that differ are believed less."""
KAN: Final = 0.3
INDICATOR: Final = 0.05
LATER_INDICATOR: Final = 0.01
"""For each fact before it: of two orders that cannot be told apart the flip that comes early is told."""
PRESS_AGREES: Final = -3.0
PRESS_OTHER: Final = 1.0
"""The key of another call was pressed: a wrong one, perhaps."""
PRESS_UNUSED: Final = 7.0
"""Riichi was said, and this discard declares none."""

# What was told before.
TILE_CHANGED: Final = 3.0
"""The last discard was another tile than was told."""
TAKEN_BACK: Final = 4.0
"""A visible fact that was told never happened."""
