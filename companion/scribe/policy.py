"""Policy: when something is written, taken back, asked or given up: the thresholds, each with its unit.

`weights` says how likely a story is, `mind.Trust` what the house trusts a picture with. A *look* is a
picture that was read anew, a *rest* a moment at which nothing moved. `_NS` means nanoseconds; a share goes
up to 1.
"""

from __future__ import annotations

from typing import Final

# Which stories are considered.
WIDTH: Final = 6
"""How many stories are kept at each step of the search."""
WIDER: Final = 24
"""How many are kept where what is seen may have come about in more than one order."""
MOST_EVENTS: Final = 24
"""How many steps a search takes at most."""
HOPELESS: Final = 14.0
"""In nats: a story, or a way to name a meld, this far behind the best is dropped."""
MOST_BELIEVED: Final = 3
"""How many stories beside the told one are carried from look to look."""
BESIDE: Final = 2
"""How many are kept at each step of the search that goes on from those."""
GIVEN_UP: Final = 12.0
"""In nats: a story this far behind the told one is no longer carried."""
MELD_WORST: Final = 7.0
"""In nats: a meld is not considered if this much speaks against it."""
MOST_FACES: Final = 3
"""How many faces of one tile are considered."""

# When something is written.
KAN_FACES: Final = 2
"""How many open faces must agree before a closed kan is named (暗槓); one alone may be misread."""
RIICHI_TOLD: Final = 3.0
"""In nats: how much must speak for a sideways discard before its riichi is written."""
RIICHI_LOOKS: Final = 3
"""Looks that must all show it sideways, where players press keys and nobody pressed this one."""
RIICHI_RESTS: Final = 2
"""Rests that must show it sideways, where nobody presses keys."""
SWAPPED: Final = 0.8
"""A share: two readings of the last discard that are this sure and disagree are of two tiles."""
OVERTURNS: Final = 2.0
"""In nats: how much further ahead than usual a story must be if it is not clear, or not what was told."""
CONTRADICTS: Final = 2.0
"""In nats: a reading this much against a tile is not kept while several stories may be true."""

# When something is taken back.
MOST_TAKEN_BACK: Final = 3
"""How many visible facts one story may take back."""
SUSPICIOUS: Final = 7.0
"""In nats: if this much speaks against the likeliest story, earlier facts are doubted."""
RIICHI_TAKEN_BACK: Final = -3.0
"""In nats: a riichi is taken back when what speaks for it falls to this."""
FEW_MISSED: Final = 4
"""While a discard is missing, one in this many other tiles of its river may be missed as well."""
ABSENCE_NS: Final = 1_500_000_000
"""Rests closer together than this count as one: a winner takes the tile, and soon shows a hand."""
NO_SHADOW_RESTS: Final = 3
"""An unread tile that was seen at this many rests was not a shadow."""
ASKEW_RESTS: Final = 3
"""Rests in a row at which a river is one place off its record before its tiles are read anew."""
NO_SHADOW_SURE: Final = 0.97
"""A share: a tile that is read with this confidence is not a shadow."""
STICK_GONE: Final = 2
"""Looks without the stick of an earlier hand before it counts as taken away."""

# When a person is asked, and what is offered.
SHAKEN: Final = 0.9
"""A share: a written tile is asked about when it is less likely than this."""
TILE_LOOKS: Final = 72
"""Further rests that must show a doubtful tile before anybody is asked about it."""
PATIENCE_NS: Final = 45_000_000_000
"""If nothing happens for this long, a doubtful tile is asked about at once."""
FIFTH_COPY_LOOKS: Final = 16
"""Further rests before a copy too many is asked about: whichever it is, one is wrong."""
STORY_RESTS: Final = 3
"""Rests for which a story is held back before anybody is asked."""
BAFFLED_RESTS: Final = 6
"""Rests before anybody is asked about what no story explains."""
SIDEWAYS_RESTS: Final = 3
"""Rests that show a discard sideways before anybody is asked whether it declared riichi."""
STICK_RESTS: Final = 2
"""Rests in a row that show a stick before a straight discard before anybody is asked."""
MOST_STANDING: Final = 3
"""How many tiles are asked about at a time."""
FACE_SURE: Final = 0.97
"""A share: a discard is offered with its face if read with this confidence; worn tiles look sure, too."""
FAINT_WAY: Final = 0.003
"""A share: a less likely way to name a meld is not offered; there are many."""
THOUGHT_OVER: Final = 3
"""Rests after "none of these" at which the scribe still looks for another story."""

# How long a key waits, and for how long it counts.
PRESS_WAITS_NS: Final = 3_000_000_000
"""How long a key waits for the picture that shows the same, once there could be one."""
PRESS_COUNTS_NS: Final = 15_000_000_000
"""How long a key makes its story likelier."""
GONE_ON_NS: Final = 5_000_000_000
"""If the camera is lost for this long and nobody tells anything, others have discarded meanwhile."""
MOST_OWN_KEYS: Final = 4
"""How many norths somebody may lay out in one turn (北抜き)."""
LATE_KEY_FACTS: Final = 8
"""How many of the newest facts a late key may refer to."""

# When the table is at rest, and when the hand is over.
QUIET_NS: Final = 2_000_000_000
"""If nothing moves for this long, what was seen last counts as seen again."""
FLIPPED_RESTS: Final = 3
"""Rests at which an indicator is open too early before people are told: it may be a kan's."""
CLEARED_TILES: Final = 5
"""The table is being cleared when at least this many tiles are gone …"""
CLEARED_SHARE: Final = 0.4
"""… and at least this share of all."""
