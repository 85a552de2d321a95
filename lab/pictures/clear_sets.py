"""Tile sets as PNG files with a clear ground: faces for the path tracer's training pictures.

    python -m lab.pictures.clear_sets 2000 60

writes the faces of 60 sets, from seed 2,000 on, into build/tracer-sets; flowers are left out.
"""

from __future__ import annotations

import os
import sys

import cv2

from lab.pictures.faces import FACES, draw_clear_face
from lab.pictures.style import random_style
from lab.tracer.art import SETS


def write_set(seed: int) -> None:
    """Write every face of one set but its flowers, whose names begin with `stranger`."""
    folder = SETS / f"{seed:05d}"
    folder.mkdir(parents=True, exist_ok=True)
    style = random_style(seed)
    for face in (face for face in FACES if not face.startswith("stranger")):
        cv2.imwrite(
            str(folder / f"{face}.png"), cv2.cvtColor(draw_clear_face(style, face), cv2.COLOR_RGBA2BGRA)
        )


def main() -> None:
    """Write the sets that the command line names."""
    first, count = (int(word) for word in sys.argv[1:3])
    for seed in range(first, first + count):
        write_set(seed)


if __name__ == "__main__":
    os.nice(15)
    cv2.setNumThreads(1)
    main()
