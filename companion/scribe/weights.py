"""How much each thing speaks against a story, in nats: the logarithm of how unlikely it is.

A difference of 3 makes one story twenty times as likely as the other. `make eval-scribe` measures how well
they work.
"""

from __future__ import annotations

from typing import Final

# What is seen of the table, compared with what was laid.
MISSED: Final = 4.5
"""A tile that was seen before, or must have been laid, is not seen."""
NEVER_SEEN: Final = 1.0
"""The same for a tile that nobody has read so far: what hid it may still be there."""
STRAY: Final = 2.5
"""A tile is seen that does not lie there, and the eye is not sure of it: one look is not enough."""
STRAY_SURE: Final = 7.0
"""A tile is seen that does not lie there, and the eye is sure of it."""
SURE: Final = 0.8
"""A share: the eye is sure of a tile that it reads with this confidence."""
STEADY: Final = 3.0
"""What each further rest adds at which it is seen there."""
STILL_MISSED: Final = 1.0
"""What each further rest adds at which a tile is missed: what hides it stays."""
MISREAD_MOST: Final = 6.0
"""A tile is read as another with confidence, a face is seen as a back, or no copy of a tile is left."""
ACROSS_LAID_STRAIGHT: Final = 7.0
"""A tile looks sideways that was not laid so."""
STRAIGHT_LAID_ACROSS: Final = 3.5
"""A sideways tile looks straight: it was pushed."""

# What several readings of one tile say together.
FLOOR: Final = 0.0015
"""A share: no reading is so sure that a face has less chance than this."""
MOST_READINGS: Final = 6
"""How many readings of a tile are kept."""
AGREEING: Final = 0.15
"""A share: how much more several readings say than one, times the logarithm of their number."""
SAYS_ENOUGH: Final = 3.0
"""AGREEING applies if the median reading says this much: reading a worn tile often does not make it sure."""
IN_PASSING: Final = 4.0
"""The most that one misreading in passing says against a face that was read right more often."""
UNNAMED: Final = 10
"""What a reading leaves open is shared among this many faces."""

# Rows and melds, compared with what is seen of them.
AGREES: Final = 0.7
"""Less than this says nothing against a tile that lies where it was told."""
STRAIGHT_ON: Final = 2.4
"""As long as less than this speaks against two rows, compared tile by tile, no other alignment is better."""
SEEN_STRAIGHT: Final = 4.5
"""Each look at which a discard lay straight says this much against riichi: two outweigh two sideways ones."""
HALF_STRAY: Final = 3.0
"""Two tiles lie there like the rest of a meld, no matter for how many rests."""
MELD_TILE_MISSED: Final = 2.5
"""A tile of a meld is not seen."""
MELD_DIFFERS: Final = 6.0
"""A meld that was told is not seen, or one tile more is seen than it has."""
MELD_NONE_ACROSS: Final = 1.5
MELD_OTHER_ACROSS: Final = 4.0
"""A tile other than the taken one lies sideways."""

# What may have happened.
DISCARD: Final = 0.05
"""A discard, or an indicator that is turned over when it is due: what everybody expects."""
UNREAD_DISCARD: Final = 2.0
"""A tile is seen, and none of the faces that it may be is possible."""
UNSEEN_DISCARD: Final = 4.0
CALL: Final = 0.2
"""A call or a kan: few discards are followed by one."""
UNSEEN_CALL: Final = 6.5
UNPRESSED_CALL: Final = 0.3
RIICHI: Final = 3.0
"""Few discards declare it, and so lie sideways in their river."""
RIICHI_UNPRESSED: Final = 2.5
"""People press keys, and nobody has pressed this one: riichi is that much less likely."""
LATER_INDICATOR: Final = 0.01
"""For each fact before it: of two orders that cannot be told apart, the one with the earlier flip is told."""
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

# Where a tile lies.
APART: Final = 6.0
"""It continues no row of a river that already has tiles, or is the first and does not lie at its start."""
A_HOLE: Final = 1.5
"""It lies in line, but with a gap of one tile: that one was called."""
NOWHERE: Final = 7.0
"""It lies where such tiles do not: across in a wall, on no stack, or in no river, meld or wall."""
FIRST_ROW: Final = 0.2
"""A share of the table's side: no first row is farther from the middle."""
SOFT: Final = 0.02
"""A share of the table's side: the standard deviation of how far tiles lie outside their usual zone."""
NEAR: Final = 2.7
"""In tile widths: tiles farther apart than this say nothing of each other."""
A_LITTLE: Final = 0.5
"""In tiles: a tile this little beside its place in a row, or a row beside its own, still continues it."""
