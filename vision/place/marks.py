"""A tile on the table, as evidence of where the table is. No imaging library is loaded here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hardware.profile import Side
from vision.place.zones import Purpose
from vision.sighting import Quad

__all__ = ["Mark", "PlaneDoubt", "mark_of", "written"]


@dataclass(frozen=True, slots=True)
class Mark:
    """One tile that lies on the table, and what it belongs to."""

    quad: Quad
    """The tile's corners on a flat table at the height of faces, which the raised tapped corners span."""
    purpose: Purpose
    side: Side
    is_back: bool = False


class PlaneDoubt(StrEnum):
    """Why a fit of the table to its tiles is not offered."""

    FEW = "few"
    """Too few tiles lie there."""
    LOOSE = "loose"
    """Their edges line up with no table."""
    SIZE = "size"
    """They would be much larger or smaller than tiles are."""
    UNSURE = "unsure"
    """They lie in such a way that a corner could be anywhere."""
    FAR = "far"
    """A corner would move farther than anybody's tap could be off."""
    NEAR = "near"
    """The corners are right, as far as the tiles can tell."""


def written(mark: Mark) -> list[Any]:
    """A mark as JSON."""
    return [[list(corner) for corner in mark.quad], mark.purpose.value, mark.side.name, mark.is_back]


def mark_of(said: Any) -> Mark:
    """Read what `written` made of a mark.

    Raises:
        ValueError: it is not a mark.
    """
    try:
        (a, b, c, d), purpose, side, is_back = said
        quad = tuple((float(x), float(y)) for x, y in (a, b, c, d))
        return Mark((quad[0], quad[1], quad[2], quad[3]), Purpose(purpose), Side[side], is_back is True)
    except (TypeError, ValueError, KeyError, OverflowError) as error:
        raise ValueError("this is not the mark of a tile") from error
