"""Finds what looks like a tile and is not one: sides, rims, instruments, bits of tiles, glowing signs. Pure.

Each looks like a face by itself; what is around it, on the tile and beside it, gives it away.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.labels import BACK, UNKNOWN
from vision.quads import areas_of

AROUND = 8
"""The size of a tile at a place is taken from this many of the nearest faces."""
FEWEST = 3
A_SIDE = 0.6
"""A blank with less than this share of the area of the faces around it is the side of a tile."""
A_RIM = 1.5
"""A blank with more than this share is a bit of a rim or of a rack: white dragons had at most 1.2."""
A_BIT = 0.3
"""Anything with less than this share is a bit of a tile."""
BLANK, ROUND = "5z", "1p"
SURELY_WHOLE = 0.65
"""If the finder is this sure, it is a tile, whatever its size."""
SURELY_A_TILE = 0.72
"""If the finder is this sure, it is a tile, whatever is on it."""
A_COMPANION = 0.65, 0.8
"""If finder and reader are this sure of a face, others are measured by it."""
UNEVEN = 0.33
"""The rim of a face is bare: if its brightness varies by more, something round fills the whole place."""
READ_AS_ROUND = 0.5
"""What is read as a 1p less surely than this is a badly seen tile rather than a round instrument."""
DARK_RIM = 0.8
"""The rim of a face is as light as the face; with less than this share of its light, it is a sign on a dark
ground."""
SURELY_NO_SIGN = 0.8
"""If the finder is this sure that something is a tile, it is not a sign on a dark ground."""
MARKED = 0.12
"""A face whose brightness varies by more is not a blank."""
IN_SHADE, NEAREST = 0.9, 3
"""A blank with less than this share of the brightness of the nearest faces is the side of a lying tile."""
_RIM = slice(2, 46), slice(7, 41)
"""The outer and the inner bounds of the rim, in a crop of 48 pixels."""

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]
Picture = NDArray[np.uint8]


def impostors(
    names: Sequence[str],
    quads: Array,
    scores: Array,
    sure: Array,
    crops: Sequence[Picture],
    *,
    is_of_known_size: bool = False,
) -> Mask:
    """Which of n readings are not tiles.

    Each was cut out once or several times; what is bare in one of the cuts is bare. If it is known how large
    tiles are, nothing is called too large here: the faces on a rack nearby are foreshortened.
    """
    name = np.array(names, dtype=object)
    is_face = ~np.isin(name, (BLANK, BACK, UNKNOWN))
    vouches = is_face & (scores > A_COMPANION[0]) & (sure > A_COMPANION[1])
    thin = np.nonzero((name == BLANK) & (scores < SURELY_WHOLE))[0]
    small = np.nonzero((name != UNKNOWN) & (scores < SURELY_WHOLE))[0]
    dots = np.nonzero((name == ROUND) & (scores < SURELY_A_TILE) & (sure > READ_AS_ROUND))[0]
    plain = _strays([cut[thin] for cut in crops], _whole()) < MARKED
    out = np.zeros(len(name), np.bool_)
    out[dots] = _strays([cut[dots] for cut in crops], _rim()) > UNEVEN
    signs = np.nonzero(is_face & (scores < SURELY_NO_SIGN))[0]
    out[signs] |= _rims_beside([cut[signs] for cut in crops]) < DARK_RIM
    sizes = sizes_beside(quads[thin], quads[is_face])
    lights = lights_beside(crops, quads, thin, vouches)
    largest = np.inf if is_of_known_size else A_RIM
    out[thin] |= plain & ((sizes < A_SIDE) | (sizes > largest) | (lights < IN_SHADE))
    out[small] |= narrow_ones(quads[small], quads[vouches], share=A_BIT)
    return out


def narrow_ones(some: Array, others: Array, *, share: float = A_SIDE) -> Mask:
    """Which of n quads are too small for a face, compared with m faces; none if there are few of these."""
    return np.asarray(sizes_beside(some, others) < share, np.bool_)


def sizes_beside(some: Array, others: Array) -> Array:
    """How large n quads are, as a share of the faces around them; 1 if there are few faces."""
    if not len(some) or len(others) < FEWEST:
        return np.ones(len(some), np.float32)
    apart = np.linalg.norm(some.mean(axis=1)[:, None] - others.mean(axis=1)[None], axis=2)
    near = np.argsort(apart, axis=1)[:, :AROUND]
    usual = np.median(areas_of(others)[near], axis=1)
    return np.asarray(areas_of(some) / usual, np.float32)


def lights_beside(crops: Sequence[Picture], quads: Array, some: NDArray[np.intp], faces: Mask) -> Array:
    """How light the bare parts of some tiles are, as a share of the nearest faces'; 1 if there are few faces.

    Lamps hang over tables, so what stands upright gets less of their light than what lies flat.
    """
    others = np.nonzero(faces)[0]
    if not len(some) or len(others) < FEWEST:
        return np.ones(len(some), np.float32)
    middles = quads.mean(axis=1)
    apart = np.linalg.norm(middles[some][:, None] - middles[others][None], axis=2)
    near = np.argsort(apart, axis=1)[:, :NEAREST]
    usual = np.median(_lights(crops[:1], others)[near], axis=1)
    return np.asarray(_lights(crops, some) / usual, np.float32)


def _lights(crops: Sequence[Picture], which: NDArray[np.intp]) -> Array:
    """The brightness of the bare parts of tiles, in the cut where it is highest."""
    each = [cut[which, 8:40, 8:40].astype(np.float32).mean(axis=3) + 5 for cut in crops]
    return np.asarray(np.max([np.percentile(one, 80, axis=(1, 2)) for one in each], axis=0), np.float32)


def _rim() -> Mask:
    out = np.zeros((48, 48), np.bool_)
    out[_RIM[0], _RIM[0]] = True
    out[_RIM[1], _RIM[1]] = False
    return out


def _whole() -> Mask:
    out = np.zeros((48, 48), np.bool_)
    out[_RIM[0], _RIM[0]] = True
    return out


def _rims_beside(crops: Sequence[Picture]) -> Array:
    """How light the rims of faces are, as a share of their lightest parts: the highest of all cuts."""
    each = []
    for cut in crops:
        light = cut.astype(np.float32).mean(axis=3) + 5
        rims, faces = light[:, _rim()], light[:, _whole()]
        share = np.percentile(rims, 70, axis=1) / np.percentile(faces, 90, axis=1) if len(cut) else np.ones(0)
        each.append(share)
    return np.asarray(np.max(each, axis=0), np.float32)


def _strays(crops: Sequence[Picture], where: Mask) -> Array:
    """How far brightness varies there, as a share of itself, in the cut where that is lowest."""
    each = []
    for cut in crops:
        light = cut[:, where].astype(np.float32).mean(axis=2) + 5
        low, usual, high = np.percentile(light, (20, 60, 80), axis=1) if len(light) else np.ones((3, 0))
        each.append((high - low) / usual)
    return np.asarray(np.min(each, axis=0), np.float32)
