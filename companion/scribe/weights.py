"""How much each thing speaks against a story, in nats: the logarithm of how unlikely it is.

A difference of 3 makes one story twenty times as likely as the other. `make eval-scribe` measures how well
they work.
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
"""What each further rest adds at which it is seen there."""
STILL_MISSED: Final = 1.0
"""What each further rest adds at which a tile is missed: what hides it stays."""
MISREAD_MOST: Final = 6.0
"""A tile is read with confidence as another."""
ACROSS_LAID_STRAIGHT: Final = 7.0
"""A tile looks sideways that was not laid so."""
STRAIGHT_LAID_ACROSS: Final = 3.5
"""A sideways tile looks straight: it was pushed."""
TURNED: Final = 6.0
"""A face is seen as a back."""
NO_COPY_LEFT: Final = 6.2
"""A tile of which all copies were told, and none of them can be another: one was misread all the same."""

# What several readings of one tile say together.
FLOOR: Final = 0.0015
"""A share: no reading is so sure that a face has less chance than this."""
MOST_READINGS: Final = 6
"""How many readings of a tile are kept."""
AGREEING: Final = 0.15
"""A share: how much more several readings say than one, times the logarithm of their number …"""
SAYS_ENOUGH: Final = 3.0
"""… if the median one of them says this much by itself: reading a worn tile often does not make it sure."""
IN_PASSING: Final = 4.0
"""What it says against a face, at most, that it was read as another in passing, and more often right."""
UNNAMED: Final = 10
"""What a reading leaves open is shared among this many faces."""
UNLIKE: Final = 1.1
"""In nats: what is read is another tile where the written one has less than a third of its chance."""

# Rows and melds beside what is seen of them.
AGREES: Final = 0.7
"""Less than this says nothing against a tile that lies where it was told."""
STRAIGHT_ON: Final = 2.4
"""As long as less than this speaks against two rows, compared tile by tile, no other alignment is better."""
SEEN_STRAIGHT: Final = 4.5
"""A look at which it lay straight says this much against riichi: two against two make none."""
ADDED_UNSEEN: Final = 1.5
"""By how much it is easier to miss the tile that lies on another (加槓)."""
MELD_MISSED: Final = 6.0
MELD_STRAY: Final = 7.0
HALF_STRAY: Final = 3.0
"""Two tiles lie there like the rest of a meld, however long they have."""
MELD_TILE_MISSED: Final = 2.5
"""A tile of a meld is not seen."""
MELD_TILE_MORE: Final = 6.0
"""One tile more is seen than the meld has."""
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
REMEMBERED: Final = 0.5
"""A share: this much of what earlier looks said against a story counts at the next, which sees it again."""
