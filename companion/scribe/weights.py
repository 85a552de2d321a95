"""How much each thing speaks against a story, in nats: the logarithm of how unlikely it is.

Most weights have one of seven strengths: nobody can tell much finer ones apart by watching. A new kind of
evidence begins with the strength whose odds sound right; `make eval-scribe` measures how well it works.
"""

from __future__ import annotations

from math import exp
from typing import Final

# The strengths, each with its odds.
NEARLY_ALWAYS: Final = 0.2
"""Four in five."""
ONE_IN_3: Final = 1.0
ONE_IN_20: Final = 3.0
ONE_IN_50: Final = 4.0
ONE_IN_100: Final = 4.5
ONE_IN_700: Final = 6.5
ONE_IN_1000: Final = 7.0

# What is seen of the table, compared with what was laid.
MISSED: Final = ONE_IN_100
"""A tile that was seen before, or must have been laid, is not seen."""
NEVER_SEEN: Final = ONE_IN_3
"""A tile that nobody has read so far is not seen: what hid it may still be there. If no more than this
speaks against a tile in its place, it counts as the one that was told there."""
STRAY: Final = 2.5
"""A tile is seen where none was laid, and the eye is not sure of it: one look is not enough."""
STRAY_SURE: Final = ONE_IN_1000
"""A tile is seen where none was laid, and the eye is sure of it."""
SURE: Final = 0.8
"""A share: the eye is sure of a tile that it reads with this confidence."""
STEADY: Final = ONE_IN_20
"""What each further rest adds at which a tile is seen where none was laid."""
STILL_MISSED: Final = ONE_IN_3
"""What each further rest adds at which a tile is not seen: what hides it stays."""
MISREAD_MOST: Final = ONE_IN_700
"""A tile is read as another with confidence, a face is seen as a back, or no copy of a tile is left."""
ACROSS_LAID_STRAIGHT: Final = ONE_IN_1000
"""A tile looks sideways that was not laid so."""
STRAIGHT_LAID_ACROSS: Final = 3.5
"""A sideways tile looks straight: it was pushed."""

# What several readings of one tile say together.
FLOOR: Final = exp(-MISREAD_MOST)
"""A share: no reading is so sure that a face has less chance than this."""
MOST_READINGS: Final = 6
"""How many readings of a tile are kept."""
SUREST: Final = 0.25
"""A share: this part of the readings that agree, the surest ones, is left out, as a worn tile looks sure now
and then."""
AGREEING: Final = 0.25
"""A share: how much more several readings say than one, times the logarithm of their number."""
SAYS_ENOUGH: Final = ONE_IN_20
"""AGREEING applies if the readings say this much: reading a worn tile often does not make it sure."""
IN_PASSING: Final = ONE_IN_50
"""The most that one passing misreading says against a face that was read right more often."""
UNNAMED: Final = 10
"""What a reading leaves open is shared among this many faces."""

# Rows and melds, compared with what is seen of them.
SEEN_STRAIGHT: Final = ONE_IN_100
"""Each look at which a discard lay straight says this much against riichi: two of each leave it in doubt."""
MELD_TILE_MISSED: Final = ONE_IN_20
"""A tile of a meld is not seen; or two tiles lie like the rest of one, no matter for how many rests."""
MELD_DIFFERS: Final = ONE_IN_700
"""A meld that was told is not seen, or one tile more is seen than it has."""
MELD_NONE_ACROSS: Final = ONE_IN_3
"""No tile of an open meld lies sideways, or none of a closed kan lies face down."""
MELD_OTHER_ACROSS: Final = ONE_IN_100
"""A tile other than the taken one lies sideways."""

# What may have happened.
DISCARD: Final = 0.05
"""A discard, or an indicator that is turned over when it is due: what everybody expects."""
UNREAD_DISCARD: Final = ONE_IN_20
"""A tile is seen that nobody can read, or none of the faces that it may be is possible."""
UNSEEN_DISCARD: Final = ONE_IN_50
"""A discard that nobody saw: its key was pressed, or something that came after it is seen."""
CALL: Final = NEARLY_ALWAYS
"""A call or a kan: where something is seen of it, hardly less expected than a discard."""
UNSEEN_CALL: Final = ONE_IN_700
"""A call whose meld is hidden."""
UNPRESSED_CALL: Final = NEARLY_ALWAYS
"""A call without its key."""
RIICHI: Final = ONE_IN_20
"""Few discards declare riichi, and so lie sideways in their river. Where people press keys and nobody has
pressed that one, it is that much rarer again."""
PRESS_AGREES: Final = -ONE_IN_20
"""The key of just this call or discard was pressed: it speaks for the story."""
PRESS_OTHER: Final = ONE_IN_3
"""The key of another call was pressed: a wrong one, perhaps."""
PRESS_UNUSED: Final = ONE_IN_1000
"""Riichi was said, and this discard declares none."""

# What was told before.
TILE_CHANGED: Final = ONE_IN_20
"""The last discard was another tile than was told."""
TAKEN_BACK: Final = ONE_IN_100
"""A visible fact that was told never happened."""
REMEMBERED: Final = 0.5
"""A share: this much of what earlier looks said against a story counts at the next, which sees it again."""

# Where a tile lies.
APART: Final = ONE_IN_700
"""It continues no row of a river that already has tiles, or is the first and does not lie at its start."""
A_HOLE: Final = 1.5
"""It lies in line, but with a gap of one tile: that one was called."""
NOWHERE: Final = ONE_IN_1000
"""It lies where such tiles do not: across in a wall, on no stack, or in no river, meld or wall."""
FIRST_ROW: Final = 0.2
"""A share of the table's side: no first row is farther from the middle."""
SOFT: Final = 0.02
"""A share of the table's side: the standard deviation of how far tiles lie outside their usual zone."""
NEAR: Final = 2.7
"""In tile widths: tiles farther apart than this say nothing of each other."""
A_LITTLE: Final = 0.5
"""In tile widths along a row, and heights across it: a tile less than this off continues the row."""
