"""The stickers that the page gives to print are those that the eye knows."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.place.aruco import STICKERS, seen_stickers

PRINTED = Path("companion/dashboard/static/stickers.svg")
SVG = "{http://www.w3.org/2000/svg}"
DOTS = 8
"""For a millimetre: as a printer, roughly."""


def drawn():
    """The page as a printer fills it: rectangles, one upon the other."""
    page = np.zeros((297 * DOTS, 210 * DOTS), np.uint8)
    root = ET.fromstring(PRINTED.read_text("utf-8"))  # noqa: S314 - a file of the product itself
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    for holder in (root, *root.iter(f"{SVG}g")):
        place = holder.get("transform", "translate(0 0)")[10:-1].split()
        left, top = (float(number) for number in place)
        for piece in holder.findall(f"{SVG}rect"):
            x, y, wide, high = (float(piece.get(name, 0)) for name in ("x", "y", "width", "height"))
            x0, y0 = round((left + x) * DOTS), round((top + y) * DOTS)
            shade = 255 if piece.get("fill") == "#ffffff" else 0
            page[y0 : y0 + round(high * DOTS), x0 : x0 + round(wide * DOTS)] = shade
    return cv2.cvtColor(page, cv2.COLOR_GRAY2RGB)


def test_the_eye_finds_all_four():
    found = seen_stickers(drawn())
    assert sorted(found) == list(range(STICKERS))
    for (quad,) in found.values():
        side = np.hypot(*(np.asarray(quad)[1] - np.asarray(quad)[0])) / DOTS
        assert side == pytest.approx(45, abs=1), "six centimetres with the white rim"
