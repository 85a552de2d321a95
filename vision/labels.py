"""The labels of the eye: the kinds that it tells apart, and how a reading is written.

No picture is looked at here.
"""

from __future__ import annotations

SUITED = tuple(f"{number}{suit}" for suit in "mps" for number in range(1, 10))
HONOURS = tuple(f"{number}z" for number in range(1, 8))
TILES = SUITED + HONOURS
BACK = "back"
UNKNOWN = "unknown"
KINDS = (*TILES, BACK, UNKNOWN)
"""What the classifier answers with; a second answer says which fives are red."""
FIVES = ("5m", "5p", "5s")
READINGS = (*TILES, "0m", "0p", "0s", BACK, UNKNOWN)
"""What a tile can be read as, red fives among them."""


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
