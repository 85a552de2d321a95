"""Tells which white dragons may be backs: they differ only in their material and in how they lie. Pure."""

from __future__ import annotations

import math
from typing import Final

from companion.riichi.tiles import KINDS
from vision.labels import BACK, BLANK, UNNAMED
from vision.sighting import TileView
from vision.weights import IN_A_WALL

__all__ = ["against_a_dragon", "may_be_a_back"]

SURELY: Final = math.exp(IN_A_WALL)
"""Where backs lie, a white dragon has to be this many times as likely as a back. The eye judges whole walls
in the same way; a patch shows too little of one."""


def may_be_a_back(view: TileView) -> bool:
    """Whether it is a back, or a white dragon that may be one."""
    return view.label == BACK or (view.label == BLANK and view.confidence < SURELY * _back(view))


def against_a_dragon(view: TileView) -> float:
    """In nats: what speaks against a blank being the next indicator, of which one in 34 is a white dragon."""
    return math.log(KINDS * _back(view) / view.confidence)


def _back(view: TileView) -> float:
    return dict(view.alternatives).get(BACK, UNNAMED)
