"""The labels of the eye: the kinds that it tells apart, and how a reading is written.

No picture is looked at here.
"""

from __future__ import annotations

SUITED = tuple(f"{number}{suit}" for suit in "mps" for number in range(1, 10))
HONOURS = tuple(f"{number}z" for number in range(1, 8))
TILES = SUITED + HONOURS
BACK = "back"
UNKNOWN = "unknown"
BLANK = "5z"
"""A white dragon: hardly anything is drawn on it, so any pale back looks like it."""
FLOWER = "flower"
"""A flower or a season: many boxes hold them, riichi has none."""
KINDS = (*TILES, BACK, UNKNOWN)
"""What the classifier answers with; a second answer says which fives are red, a third which are flowers."""
FIVES = ("5m", "5p", "5s")
AT_TABLE = (*TILES, "0m", "0p", "0s", BACK, UNKNOWN)
"""The readings that are reported of a table that is watched."""
READINGS = (*AT_TABLE, FLOWER)
"""What a tile can be read as, red fives among them."""

UNNAMED = 0.001
"""A chance: what a reading leaves for each label that it does not name."""
NAMELESS = frozenset({BACK, UNKNOWN, FLOWER})
"""Readings that name no tile of riichi."""


def at_table(reading: str) -> str:
    """A reading as it is reported of a table: a flower is unknown there, and people say what it stands for.

    >>> at_table("flower"), at_table("1s")
    ('unknown', '1s')
    """
    return UNKNOWN if reading == FLOWER else reading


def red_of(kind: str) -> str:
    """The red five of a five.

    >>> red_of("5p")
    '0p'
    """
    return "0" + kind[1]


def plain_of(reading: str) -> str:
    """The kind of a reading, red or not.

    >>> plain_of("0s"), plain_of("7z")
    ('5s', '7z')
    """
    return "5" + reading[1] if reading[0] == "0" else reading
