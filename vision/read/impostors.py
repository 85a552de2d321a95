"""What looks like a tile and is not one: sides, rims, dials, bits of tiles, glowing signs.

Each looks like a face by itself. What is around it, on the tile and beside it, speaks against it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.find.cuts import INNER
from vision.find.quads import areas_of
from vision.labels import BACK, BLANK, UNKNOWN
from vision.read.candidates import Candidates, Evidence
from vision.read.perspective import sizes_in_perspective
from vision.weights import (
    A_BIT,
    AROUND,
    DARK_RIM,
    FEWEST,
    IMPOSTOR,
    IN_SHADE,
    LIKELY,
    MARKED,
    MUCH_SMALLER,
    SIDE,
    SURELY_FOUND,
    UNEVEN,
)

__all__ = ["bits_of_tiles", "in_shade", "odd_sizes", "round_things", "signs", "sizes_beside"]

ROUND = "1p"

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]
Picture = NDArray[np.uint8]

_FACE = np.zeros((48, 48), np.bool_)
_FACE[2:46, 2:46] = True
_RIM = _FACE.copy()
_RIM[7:41, 7:41] = False


def round_things(seen: Candidates) -> Evidence:
    """A 1p has a bare rim; a dial fills the whole square, and is read as a 1p with confidence."""
    dots = seen.are_there & (seen.names == ROUND)
    uneven = np.zeros(len(dots), np.bool_)
    uneven[dots] = _strays([cut[dots] for cut in seen.cuts], _RIM) > UNEVEN
    # If it is barely read as a 1p, it is more likely a badly seen tile.
    return Evidence(there=_against(uneven & (seen.sure > 0.5)))


def signs(seen: Candidates) -> Evidence:
    """The rim of a face is as light as the face; that of a sign, which is light on a dark ground, is not.

    It is so whether or not the face can be named: letters on a centre unit look like a badly seen tile.
    """
    faces = seen.have_faces | (seen.are_there & (seen.names == UNKNOWN))
    dark = np.zeros(len(faces), np.bool_)
    dark[faces] = _rims_beside([cut[faces] for cut in seen.cuts]) < DARK_RIM
    return Evidence(there=_against(dark))


def odd_sizes(seen: Candidates) -> Evidence:
    """A blank that is smaller than the faces suggest is a tile's side or top; a larger one, part of a rim.

    Where the size of tiles is known, only the faces beside it are consulted, and nothing is called too large:
    the faces on a rack are foreshortened.
    """
    plain, blanks = plain_blanks(seen), seen.are_there & (seen.names == BLANK)
    quads, others = seen.found.quads, seen.found.quads[vouching(seen)]
    beside, in_place = (np.ones(len(blanks), np.float32) for _ in range(2))
    beside[plain] = sizes_beside(quads[plain], others)
    if seen.is_photograph:
        in_place[blanks] = sizes_in_perspective(quads[blanks], others)
    else:
        beside = np.minimum(1, beside)
    by_place = _against(in_place < MUCH_SMALLER)
    return Evidence(there=np.minimum(by_place, -_side(beside, MUCH_SMALLER)))


def bits_of_tiles(seen: Candidates) -> Evidence:
    """Whatever is far smaller than the faces around it is a part of a tile.

    In a photograph, what is read as a face and is far larger is not one either. Backs may be larger: walls
    stand where no face lies, and nearer to the camera.
    """
    some = seen.are_there & (seen.names != UNKNOWN)
    sizes = np.ones(len(some), np.float32)
    sizes[some] = sizes_beside(seen.found.quads[some], seen.found.quads[vouching(seen)])
    is_large = (sizes > 1 / A_BIT) & (seen.names != BACK) & seen.is_photograph
    return Evidence(there=_against((sizes < A_BIT) | is_large))


def in_shade(seen: Candidates) -> Evidence:
    """A blank that is darker than the nearest faces is a side: lamps hang over tables."""
    blanks = plain_blanks(seen)
    lights = np.ones(len(blanks), np.float32)
    some, others = np.nonzero(blanks)[0], np.nonzero(vouching(seen))[0]
    if len(some) and len(others) >= FEWEST:
        near = _nearest(seen.found.quads[some], seen.found.quads[others], FEWEST)
        usual = np.median(_lights(seen.cuts[:1], others)[near], axis=1)
        lights[some] = _lights(seen.cuts, some) / usual
    return Evidence(there=-_side(np.minimum(1, lights), IN_SHADE))


def _side(shares: Array, least: float) -> Array:
    """How much speaks for a side [n], in nats, by the size or the light of n things as shares of a face's.

    Nothing at 1, and `SIDE` at `least` and below; in between it grows with the square of the logarithm.
    """
    away = np.log(np.maximum(shares, A_BIT)) / np.log(least)
    return np.asarray(SIDE * np.minimum(1, away**2), np.float32)


def vouching(seen: Candidates) -> Mask:
    """Which are certainly faces of whole tiles: others are measured by them."""
    return np.asarray(seen.have_faces & (seen.found.scores > SURELY_FOUND) & (seen.sure > LIKELY), np.bool_)


def plain_blanks(seen: Candidates) -> Mask:
    """Which are read as white dragons and have nothing on them, not even a frame."""
    blanks = seen.are_there & (seen.names == BLANK)
    blanks[blanks] = _strays([cut[blanks] for cut in seen.cuts], _FACE) < MARKED
    return np.asarray(blanks, np.bool_)


def sizes_beside(some: Array, others: Array) -> Array:
    """The areas of n quads, as shares of that of the faces around them; 1 if there are few faces."""
    if not len(some) or len(others) < FEWEST:
        return np.ones(len(some), np.float32)
    usual = np.median(areas_of(others)[_nearest(some, others, AROUND)], axis=1)
    return np.asarray(areas_of(some) / usual, np.float32)


def _nearest(some: Array, others: Array, count: int) -> NDArray[np.intp]:
    """Which of m other quads are the nearest to each of n quads [n, count]."""
    apart = np.linalg.norm(some.mean(axis=1)[:, None] - others.mean(axis=1)[None], axis=2)
    return np.argsort(apart, axis=1)[:, :count]


def _against(those: Mask, nats: float = IMPOSTOR) -> Array:
    return np.where(those, -nats, 0).astype(np.float32)


def _lights(cuts: Sequence[Picture], which: NDArray[np.intp]) -> Array:
    """The brightness of the bare parts of tiles, in the cut where it is highest."""
    each = [cut[which, INNER, INNER].astype(np.float32).mean(axis=3) + 5 for cut in cuts]
    return np.asarray(np.max([np.percentile(one, 80, axis=(1, 2)) for one in each], axis=0), np.float32)


def _rims_beside(cuts: Sequence[Picture]) -> Array:
    """How light the rims of faces are, as a share of their lightest parts: the highest of all cuts."""
    each = []
    for cut in cuts:
        light = cut.astype(np.float32).mean(axis=3) + 5
        rims, faces = light[:, _RIM], light[:, _FACE]
        share = np.percentile(rims, 70, axis=1) / np.percentile(faces, 90, axis=1) if len(cut) else np.ones(0)
        each.append(share)
    return np.asarray(np.max(each, axis=0), np.float32)


def _strays(cuts: Sequence[Picture], where: Mask) -> Array:
    """How far brightness varies there, as a share of itself, in the cut where that is lowest."""
    each = []
    for cut in cuts:
        light = cut[:, where].astype(np.float32).mean(axis=2) + 5
        low, usual, high = np.percentile(light, (20, 60, 80), axis=1) if len(light) else np.ones((3, 0))
        each.append((high - low) / usual)
    return np.asarray(np.min(each, axis=0), np.float32)
