"""The labelled photographs beside the repository, by physical set.

They are read, never written, and may be missing.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

PHOTOS = Path("../shared/data/photos")
GROUPS = ("japanese_tray", "redtable", "other_chinese", "riichi_parlour")
"""Each is learnt from or measured on as a whole; `other_chinese` mixes sets that cannot be told apart."""
LEARNT_FROM = tuple(group for group in GROUPS if group != "riichi_parlour")
"""The two parlour photographs are too few to learn from and are kept for measuring; only the answer about
flowers (`learn_flowers`) was learnt against their faces, too."""
UPRIGHT = frozenset({"japanese_tray", "riichi_parlour"})
"""Groups whose boxes (or quads) are the faces themselves; elsewhere they go around slanted tiles."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """One picture, and what a person labelled in it.

    Nothing is labelled in the `ignored` boxes [n, 4] (x0, y0, x1, y1). If `complete`, everything else is.
    """

    group: str
    path: Path
    tiles: tuple[str, ...]
    quads: NDArray[np.float32]
    ignored: NDArray[np.float32]
    complete: bool

    @property
    def upright(self) -> bool:
        """Whether the quads are the faces' own."""
        return self.group in UPRIGHT

    def read(self) -> NDArray[np.uint8]:
        """The picture, RGB, as it was labelled: without the rotation of its EXIF data.

        Raises:
            ValueError: the file is not there, or cannot be read as a picture.
        """
        picture = cv2.imread(str(self.path), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
        if picture is None:
            raise ValueError(f"{self.path} cannot be read as a picture.")
        return np.ascontiguousarray(picture[..., ::-1])


def quad_of(thing: dict[str, list]) -> list[list[float]]:
    """The corners of a labelled thing; a box gives its own."""
    if "quad" in thing:
        return thing["quad"]
    x0, y0, x1, y1 = thing["box"]
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


def load_photographs() -> list[Photograph]:
    """Every photograph that is at hand."""
    out = []
    for group in GROUPS:
        listed = PHOTOS / group / "labels.json"
        if not listed.exists():
            continue
        images = json.loads(listed.read_text(encoding="utf-8"))["images"]
        times = Counter(image["image"] for image in images)
        # A name listed twice was two pictures, and only one is left: its labels cannot be trusted.
        for image in [image for image in images if times[image["image"]] == 1]:
            things = image["objects"]
            quads = np.array([quad_of(thing) for thing in things], np.float32).reshape(-1, 4, 2)
            ignored = np.array(image.get("ignore", []), np.float32).reshape(-1, 4)
            tiles = tuple(thing["tile"] for thing in things)
            out.append(
                Photograph(group, listed.parent / image["image"], tiles, quads, ignored, image["complete"])
            )
    return out
