"""Rows with more blanks than a set has white dragons: they are walls, or hands that stand.

A white dragon and a pale back differ in nothing but their material, but they lie differently: backs in long
rows, a white dragon beside other faces.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.labels import BACK
from vision.read.candidates import Candidates, Evidence
from vision.read.materials import WHITES
from vision.read.odds import BEHIND, WHITE, for_back
from vision.weights import IN_A_WALL, LIKELIER, NEAR

__all__ = ["amid_backs", "by_rows", "in_walls", "rows_of"]

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]


def in_walls(seen: Candidates) -> Evidence:
    """Where a straight row has more blanks than a set has white dragons, they are backs.

    A face may lie among them: an indicator. If it is a white dragon, the reader has to be surer than usual.
    """
    return Evidence(what=for_back(seen.chances, by_rows(seen)))


def by_rows(seen: Candidates) -> Array:
    """How much the rows in which n candidates lie speak for backs [n], in nats."""
    blank = np.asarray(seen.chances[:, WHITE] + seen.chances[:, BEHIND] > 0.5, np.bool_)
    said = np.zeros(len(blank), np.float32)
    for inside in _long_rows(seen.found.quads, blank):
        said[inside] = IN_A_WALL
    return said


def amid_backs(seen: Candidates) -> Evidence:
    """Where the finder is sure of at least half of the backs in such a row, the others are there, too.

    It is less sure of backs that are dark, burnt out or far away. The sides of a wall lie in rows as well,
    but it is rarely sure of these.
    """
    said = np.zeros(len(seen.chances), np.float32)
    for inside in _long_rows(seen.found.quads, seen.names == BACK):
        if np.mean(seen.found.scores[inside] > 0.5) >= 0.5:
            said[inside] = LIKELIER
    return Evidence(there=said)


def _long_rows(quads: Array, some: Mask) -> Iterator[NDArray[np.intp]]:
    """For each straight row, which of some quads lie in it, if they are more than a set has white dragons."""
    if some.sum() > WHITES:
        for row in rows_of(quads):
            inside = np.array(row)[some[row]]
            if len(inside) > WHITES:
                yield inside


def rows_of(quads: Array) -> list[list[int]]:
    """The straight rows of quads [n, 4, 2] that lie edge to edge; a quad may be in one along each axis."""
    beside: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for one, other in _touching(quads):
        beside.setdefault(one, []).append(other)
    rows = []
    while beside:
        row, ahead = set[int](), [next(iter(beside))]
        while ahead:
            at = ahead.pop()
            row.add(at[0])
            ahead += beside.pop(at, ())
        rows.append(sorted(row))
    return rows


def _touching(quads: Array) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Neighbours, each with the axis along which the other lies: 0 if by its first or third edge, else 1.

    Their edges face each other, nearly coincide in their middles, and are nearly equally long.
    """
    ahead = np.roll(quads, -1, axis=1)
    edges, lengths = (quads + ahead) / 2, np.linalg.norm(ahead - quads, axis=2)
    depths = np.roll(lengths, 1, axis=1)
    middles, reach = quads.mean(axis=1), lengths.max(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    pairs = np.argwhere(np.triu(apart < (reach[:, None] + reach[None]) / 2 * (1 + NEAR), 1))
    one, other = pairs[:, 0], pairs[:, 1]

    def both(each: Array) -> tuple[Array, Array]:
        return each[one][:, :, None], each[other][:, None, :]

    outward = edges - middles[:, None]
    gaps = np.linalg.norm(edges[one][:, :, None] - edges[other][:, None], axis=3)
    meet = gaps < NEAR * np.minimum(*both(depths))
    facing = np.einsum("nic,njc->nij", outward[one], outward[other]) < 0
    alike = np.minimum(*both(lengths)) > (1 - NEAR) * np.maximum(*both(lengths))
    for pair, mine, its in np.argwhere(meet & facing & alike).tolist():
        ends = (int(one[pair]), mine % 2), (int(other[pair]), its % 2)
        yield ends
        yield ends[::-1]
