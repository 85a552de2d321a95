"""Writes the few drawn tables that `tests/vision` reads: sets and scenes that training never sees."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from lab.pictures.faces import FACES, draw_face
from lab.pictures.scenes import random_scene
from lab.pictures.style import random_style

FOLDER = Path("tests/vision/pictures")
SEEDS = (5_000_000, 5_000_008, 5_000_009, 5_000_013, 5_000_015)
"""The seeds of the tile sets, and of one scene with each. Training draws its sets from small seeds."""


def write_example(seed: int) -> None:
    """Write one picture, and a list of what is plainly seen in it."""
    style = random_style(seed)
    atlas = np.stack([draw_face(style, face) for face in FACES])[None]
    scene = random_scene(np.random.default_rng([seed, 1]), atlas)
    plain = [
        s for s in scene.seen if s.visible > 0.8 and s.slant > 0.4 and s.quad.min() > 2 and s.quad.max() < 510
    ]
    named = [s for s in plain if s.name < 0 or not FACES[s.name].startswith("stranger")]
    tiles = [
        {"tile": "back" if s.name < 0 else FACES[s.name], "quad": np.round(s.quad, 1).tolist()} for s in named
    ]
    cv2.imwrite(str(FOLDER / f"{seed}.jpg"), scene.picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 85])
    (FOLDER / f"{seed}.json").write_text(json.dumps(tiles), encoding="utf-8")
    print(seed, len(tiles))


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for number in SEEDS:
        write_example(number)
