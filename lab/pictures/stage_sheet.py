"""Draws the sheet of faces that the pretend table's tile sets are cut from.

    python -m lab.pictures.stage_sheet

Training draws sets of smaller seeds (the model card lists them), so the eye has not seen these. Every stroke
is our own or comes from an openly licensed typeface; the sheet has the licence of the repository.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.pretend.painting.faces import HIGH, LABELS, SHEET, WIDE
from lab.pictures.faces import draw_face
from lab.pictures.style import random_style

SEEDS = (9005, 9038)
QUALITY = 88


def sheet() -> np.ndarray:
    """The sheet as BGR, with one row of faces for each set."""
    rows = []
    for seed in SEEDS:
        style = random_style(seed)
        drawn = [
            cv2.resize(draw_face(style, face), (WIDE, HIGH), interpolation=cv2.INTER_AREA) for face in LABELS
        ]
        rows.append(np.concatenate(drawn, axis=1))
    return np.concatenate(rows)[..., ::-1]


if __name__ == "__main__":
    cv2.imwrite(str(SHEET), sheet(), [cv2.IMWRITE_JPEG_QUALITY, QUALITY, cv2.IMWRITE_JPEG_OPTIMIZE, 1])
    print(f"{SHEET}: {SHEET.stat().st_size} bytes")
