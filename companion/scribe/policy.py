"""Thresholds for when something is written, taken back, asked or given up, each with its unit.

`weights` says how likely a story is, `mind.Trust` what the house lets a picture write. A *rest* is a
moment at which nothing moved. `_NS` means nanoseconds; a share goes up to 1.
"""

from __future__ import annotations

from typing import Final

from companion.scribe.weights import FLOOR, ONE_IN_20, ONE_IN_1000

# When something is no longer chance.
ENOUGH_RESTS: Final = 3
"""What this many rests show is real: a story that waits is asked about, a riichi whose key was not pressed is
written, a river is read anew, an open indicator is reported."""
CONFIRMED: Final = 2
"""One rest may be wrong, or one open face of a closed kan: at the second, a sideways tile is riichi (where
nobody presses keys), a stick is asked about or gone, and the kan is named (立直, 暗槓)."""
READ_SURELY: Final = 0.97
"""A share, high because worn tiles look sure, too: a tile that is read this surely is real, and its face is
offered."""

# Which stories are considered.
WIDTH: Final = 6
"""How many stories are kept at each step of the search."""
WIDER: Final = 4 * WIDTH
"""How many are kept where what is seen may have come about in more than one order."""
MOST_EVENTS: Final = 24
"""How many steps a search takes at most, and how many times tiles move to the place that fits them best."""
HOPELESS: Final = 2 * ONE_IN_1000
"""In nats: a story, or a way to name a meld or to place all tiles, is dropped if it is this far behind the
best; so is a place if this much speaks against it."""
FAR_FETCHED: Final = ONE_IN_1000
"""In nats: a meld is not considered if this much speaks against it, nor another place of a tile if it is this
much worse than the best; and if this much speaks against the likeliest story, earlier facts are doubted."""
A_FEW: Final = 3
"""How many faces of a tile, ways to place the tiles, stories besides the told one, ways on from all of these
at each step, and facts to be taken back are considered."""

# When something is written.
LIKELY_ENOUGH: Final = 0.9
"""A share: a story or a tile this likely is written; a written tile that is less likely is in doubt."""
TIMES_AHEAD: Final = 20.0
"""A ratio: what is written must also be this many times as likely as the next story or tile."""
CONTRADICTS: Final = ONE_IN_20
"""In nats: a story that is not clear, or not what was told, must be this much further ahead than usual; a
reading this much against a tile is not kept while several stories may be true."""

# When a person is asked, and what is offered.
TILE_RESTS: Final = 72
"""Further rests that must show a doubtful tile before anybody is asked about it."""
PATIENCE_NS: Final = 45_000_000_000
"""If nothing happens for this long, a doubtful tile is asked about at once."""
BAFFLED_RESTS: Final = 2 * ENOUGH_RESTS
"""Rests before anybody is asked about what no story explains."""
MOST_ASKED: Final = A_FEW
"""How many tiles are asked about at a time, and answers offered: nobody reads more between two discards."""
FAINT_WAY: Final = 2 * FLOOR
"""A share: a less likely way to name a meld is not offered; there are many."""

# How long a key waits, and for how long it counts.
PRESS_WAITS_NS: Final = 3_000_000_000
"""How long a key waits for the picture that shows the same, once there could be one."""
PRESS_COUNTS_NS: Final = 15_000_000_000
"""How long a key makes its story likelier."""
GONE_ON_NS: Final = 5_000_000_000
"""If the camera is lost for this long and nobody enters anything, others have discarded meanwhile."""

# When the table is at rest, and when the hand is over.
QUIET_NS: Final = 2_000_000_000
"""If nothing moves for this long, what was seen last counts as seen again. Rests closer together than this
count as one for a tile that has gone: a winner takes it, and soon shows a hand."""
CLEARED_TILES: Final = 5
"""The table is being cleared when this many tiles are gone, and CLEARED_SHARE of all that lay there."""
CLEARED_SHARE: Final = 0.4
"""A share: how much of all that lay there must be gone for that."""
