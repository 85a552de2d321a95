"""Keeps where the table is in a camera's picture: a small file, read strictly."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.disk import write_whole
from vision.errors import CalibrationUnreadable

FORM = 1
MOST_BYTES = 10_000
"""A larger file is damaged."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The table's corners in the pictures of one camera."""

    camera: str
    corners: tuple[tuple[float, float], ...]
    """In pixels: upper left, upper right, lower right, lower left of the table, with side A at the bottom."""
    width: int
    height: int
    by_stickers: bool = False
    """The corners were found by the stickers; while those are seen, they count instead of these corners."""
    crept_mm: tuple[float, float] = (0.0, 0.0)
    """How far right and down automatic corrections have moved the corners since somebody last set them."""


def read_calibration(path: Path) -> Calibration:
    """Read a saved calibration.

    Raises:
        CalibrationUnreadable: there is none, or it is damaged.
    """
    try:
        with path.open("rb") as file:
            body = json.loads(file.read(MOST_BYTES))
        if not isinstance(body, dict) or body.get("form") != FORM:
            raise ValueError("of another form")
        corners = tuple((_number(x), _number(y)) for x, y in body["corners"])
        if len(corners) != 4 or not isinstance(body["camera"], str):
            raise ValueError("not four corners of a camera")
        by_stickers = body.get("by_stickers", False) is True
        right, down = body.get("crept_mm", (0.0, 0.0))
        crept_mm = _number(right), _number(down)
        size = _size(body["width"]), _size(body["height"])
        return Calibration(body["camera"], corners, *size, by_stickers, crept_mm)
    except OSError as error:
        raise CalibrationUnreadable(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise CalibrationUnreadable(f"{path} is damaged; show the table's corners again.") from error


def write_calibration(calibration: Calibration, path: Path) -> None:
    """Save a calibration; the old file stays until the new one is complete.

    Raises:
        OSError: the file cannot be written.
    """
    body = {
        "form": FORM,
        "camera": calibration.camera,
        "corners": [[round(x, 2), round(y, 2)] for x, y in calibration.corners],
        "width": calibration.width,
        "height": calibration.height,
        "by_stickers": calibration.by_stickers,
        "crept_mm": [round(one, 2) for one in calibration.crept_mm],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, f"{json.dumps(body)}\n".encode(), 0o644)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError("no number")
    return float(value)


def _size(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 100_000:
        raise ValueError("no size")
    return value
