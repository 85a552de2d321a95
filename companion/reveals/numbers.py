"""All that was set by hand for reading hands and tables that lie open, each number with its unit.

`python -m lab.scribe.reveals` measures how well they work.
"""

from __future__ import annotations

from math import log
from typing import Final

from companion.riichi.reasons import Reason

# What a hand that lies open may be; all of these numbers but DISORDER are shares.
LEAST_DOUBT: Final = 0.002
"""Even an eye that is wholly sure is wrong now and then."""
DISORDER: Final = 1.2
"""In nats: what each step down within a suit costs, because people lay a hand out in order."""
LAID_APART: Final = 0.9
"""How likely the drawn tile is the one that lies apart from the others."""
LAID_LAST: Final = 0.6
"""How likely it is the last of the row, if none lies apart."""
AS_IT_LIES: Final = 0.95
"""How likely it is that a win is what the number of tiles and the river suggest, ron or tsumo."""
ANOTHER_INDICATOR: Final = 0.001
"""How well a known indicator matches a face whose reading does not name it."""
FALSE_WIN: Final = 1e-7
"""How often people show a hand that may not win, compared with one that may (誤和了)."""
FOUL: Final = {
    Reason.KAN_IN_RIICHI_WAITS: 0.05,
    Reason.KAN_IN_RIICHI_READING: 0.05,
    Reason.KAN_IN_RIICHI_FORBIDDEN: 0.05,
    Reason.NO_YAKU: 0.002,
    Reason.FURITEN_DISCARD: 0.01,
    Reason.FURITEN_TURN: 0.01,
    Reason.FURITEN_RIICHI: 0.01,
}
"""How often people show a complete hand that breaks one of these rules, compared with a lawful one."""
PENALISED: Final = 0.7
"""How likely a broken rule is penalised, and not let pass."""
TENPAI: Final = 0.99
"""How likely a hand shown at a draw is tenpai: now and then somebody is wrong about it."""
TENPAI_IN_RIICHI: Final = 0.999
"""How likely a hand in riichi that is shown at a draw is tenpai."""
TABLE_IS_RIGHT: Final = 0.7
"""How likely the table is right where it and the screen differ, and nothing else is known."""

# How much is tried, and what is offered.
MOST_MISREAD: Final = 3
"""If more tiles of a shown hand than this are misread, it is better shown again."""
MOST_MISREAD_AT_A_DRAW: Final = 2
"""If more tiles of a hand shown at a draw than this are misread, it is better shown again."""
MISREAD_TOO_FAR: Final = 20.0
"""In nats: three tiles that were each misread with confidence go beyond this; two are put right."""
FAR_BEHIND: Final = log(500)
"""In nats: a hand this much less likely than another is not considered."""
MOST_TRIED: Final = 6_000
"""How many hands are considered at most."""
MOST_HANDS: Final = 12
"""How many readings of a hand are checked against the rules."""
MOST_VALUED: Final = 16
"""After this many readings, each with a drawn tile and ura, valuing stops if any may win."""
ALMOST: Final = 0.05
"""A share: a hand that nobody called a win counts as one if a lawful hand is at least this likely."""
FAINT: Final = 0.01
"""A share: a less likely answer about a hand that lies open is not offered."""
FAINT_URA: Final = 0.03
"""A share: a less likely tile is not offered for an ura indicator."""

# A table that differs from the record.
UNLIKE: Final = 1.1
"""In nats: a reading is another tile if the written one is less than a third as likely as the best."""
MOST_BACK: Final = 16
"""How many facts are taken back at most: further back the table is no longer followed."""

# The length of the wall.
WALL_AGREES: Final = 2.5
"""In stacks: a wall that is off by less than this agrees; in 4,700 looks the eye was off by less than 2.4."""
WALL_DIFFERS: Final = 4.0
"""In stacks: a wall this much longer or shorter is not the one that was told."""
WALL_EARLY: Final = 16
"""In draws: what counts as the beginning of a hand."""
WALL_OTHER_RESTS: Final = 8
"""Rests at which a wall that agreed must differ before people are told."""
