"""What each thing that is observed says against a story, in nats: one function for each kind of evidence.

Each weighs one observation and knows no story. `comparing` adds up what is seen, `proposals` adds what was
pressed, and `Story.cost` is the sum of both. What a face says is in `readings`, what a place says in
`place`; sticks and answers are not weighed, they confirm (`sticks`, `answers`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from companion.riichi.calls import Action
from companion.riichi.tiles import Tile
from companion.scribe.melding import is_half
from companion.scribe.readings import Pool
from companion.scribe.sights import SeenMeld, SeenTile
from companion.scribe.weights import (
    ACROSS_LAID_STRAIGHT,
    HALF_STRAY,
    MISSED,
    NEVER_SEEN,
    PRESS_AGREES,
    PRESS_OTHER,
    PRESS_UNUSED,
    RIICHI,
    RIICHI_UNPRESSED,
    SEEN_STRAIGHT,
    STEADY,
    STILL_MISSED,
    STRAIGHT_LAID_ACROSS,
    STRAY,
    STRAY_SURE,
    SURE,
    UNPRESSED_CALL,
)

__all__ = [
    "CALL_KEYS",
    "absence",
    "call_key",
    "direction",
    "riichi_key",
    "speaks_for_riichi",
    "stray_meld",
    "stray_tile",
]

CALL_KEYS: Final = (Action.CHI, Action.PON, Action.DAIMINKAN)
"""The keys with which a discard is called."""


def direction(seen: SeenTile, *, is_across: bool) -> float:
    """What the direction of a tile says against a story that laid it so; a hidden one says nothing."""
    if seen.sideways is is_across or seen.is_hidden:
        return 0.0
    return STRAIGHT_LAID_ACROSS if is_across else ACROSS_LAID_STRAIGHT


def speaks_for_riichi(pool: Pool, *, hears_keys: bool) -> float:
    """What speaks for riichi: the looks that show a discard sideways, less those that show it straight.

    Riichi is rare, and rarer where people press keys and nobody has pressed this one (`hears_keys`).
    """
    across = sum(seen.sideways for seen in pool.readings)
    rare = RIICHI + hears_keys * RIICHI_UNPRESSED
    return ACROSS_LAID_STRAIGHT * across - SEEN_STRAIGHT * (len(pool.readings) - across) - rare


def absence(tile: Tile | None, rests: int) -> float:
    """What a missing tile says if it was missing at this many rests before; None: it was never read."""
    return NEVER_SEEN if tile is None else MISSED + STILL_MISSED * rests


def stray_tile(seen: SeenTile, rests: int) -> float:
    """What a tile seen where none was laid says, if it was seen there at this many rests before."""
    return (STRAY_SURE if seen.confidence >= SURE else STRAY) + STEADY * rests


def stray_meld(seen: SeenMeld, rests: int) -> float:
    """What a meld seen where none was laid says; two tiles alone need not be part of one."""
    return HALF_STRAY if is_half(seen) else STRAY_SURE + STEADY * rests


def call_key(pressed: Collection[Action], *calls: Action) -> float:
    """What a player's keys say against these calls: whoever pressed pon hardly ever laid a run or a kan."""
    if any(key in calls for key in pressed):
        return PRESS_AGREES
    return PRESS_OTHER if any(key in CALL_KEYS for key in pressed) else UNPRESSED_CALL


def riichi_key(pressed: Collection[Action]) -> float:
    """What a player's keys say against a discard that does not declare riichi (立直)."""
    return PRESS_UNUSED if Action.RIICHI in pressed else 0.0
