"""Answers questions about the plane of a table: JSON in, JSON out, in a process that has the libraries."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

from vision.errors import TableUnplaced
from vision.place.marks import mark_of
from vision.place.plane import fitted
from vision.place.plane_doubt import doubt_of
from vision.place.rectify import SQUARE, TABLE_MM, TableNotLocated, placed

__all__ = ["plane_asked"]


def plane_asked(body: dict[str, Any]) -> dict[str, Any]:
    """The corners of the cloth, fitted to the tiles on it or shifted as asked, in shares of the picture.

    `corners` are shares too, of a picture that is `width` by `height` pixels large. `marks` are as
    `vision.place.marks.written` makes them; or `shift_mm` says how many millimetres the whole table is to be
    moved to the right and down. `doubt` in the answer says why a fit is not to be offered; without a fit,
    the answer has no corners.

    Raises:
        TableUnplaced: these corners cannot be those of a table, or too little of it is in the picture.
        ValueError: one of the marks cannot be read.
    """
    size = np.array([body["width"], body["height"]], np.float64)
    cloth = placed(np.array(body["corners"], np.float64) * size, (int(size[0]), int(size[1])))
    if isinstance(cloth, TableNotLocated):
        raise TableUnplaced(cloth.sentence)
    if "shift_mm" in body:
        corners = cloth.pixels(SQUARE + np.array(body["shift_mm"], np.float64) / TABLE_MM)
        return {"corners": _rounded(corners / size, 6)}
    fit = fitted(cloth, [mark_of(one) for one in body["marks"]])
    doubt = doubt_of(fit)
    if fit is None:
        return {"doubt": doubt, "tiles": len(body["marks"])}
    return {
        "doubt": doubt,
        "corners": _rounded(np.array(fit.place.corners) / size, 6),
        "beside_mm": _rounded(fit.beside_mm, 2),
        "moved_mm": [round(one, 1) for one in fit.moved_mm],
        "tiles": fit.tiles,
        "left_mm": round(fit.left_mm, 2),
        "unsure_mm": round(fit.unsure_mm, 1),
    }


def _rounded(points: Any, digits: int) -> list[list[float]]:
    return [[round(float(x), digits), round(float(y), digits)] for x, y in points]


if __name__ == "__main__":
    for line in sys.stdin.buffer:
        sys.stdout.write(json.dumps(plane_asked(json.loads(line))) + "\n")
        sys.stdout.flush()
