"""A photograph of a winning hand: from its bytes to tiles, in the process that the companion starts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

import cv2

from companion.clock import SystemClock
from companion.intake.eye.hand_photos import HandPhotos
from companion.pretend.painting.lens import aimed
from companion.pretend.painting.painter import Painter, Tiles
from companion.pretend.painting.things import Pose, StageTile
from lab.bench.figures import Figure

TITLE = "A photograph of a winning hand"
HAND = ("2m", "3m", "4m", "3p", "4p", "5p", "6p", "7p", "8p", "8s", "8s", "5s", "6s", "7s")
PHOTOGRAPHS = 12
SLOWER_THAN_HERE = (5, 11)
"""How many times slower networks like the eye's are on a Pi 4: low and high, from published times."""


def figures() -> Iterator[Figure]:
    """The first photograph, for which a process has to be started, and those after it."""
    content = _photograph()
    photos = HandPhotos(SystemClock())
    try:
        first = _seconds(photos, content)
        others = [_seconds(photos, content) for _ in range(PHOTOGRAPHS)]
    finally:
        photos.stop()
    usual = median(others)
    low, high = (usual * times for times in SLOWER_THAN_HERE)
    yield Figure("the first, with the start of the process", first, "s")
    yield Figure("each after it, median", usual, "s", f"a Pi 4: {low:.1f} to {high:.1f} s (estimate)")
    yield Figure("each after it, longest", max(others), "s")
    yield Figure("the photograph", len(content) / 1024, "kB")


def _seconds(photos: HandPhotos, content: bytes) -> float:
    began = time.perf_counter()
    row = photos.read(content, len(HAND))
    if tuple(one[0][0] for one in row.tiles) != HAND:
        raise ValueError("the hand was not read as it lies")
    return time.perf_counter() - began


def _photograph() -> bytes:
    """A photograph as the page sends it: 1600 pixels wide."""
    painter = Painter(aimed(72, 4, 560, focal=1500), Tiles(0))
    for place, label in enumerate(HAND):
        painter.put(place, StageTile(label, Pose(20 * (place - 6.5), 0.0)))
    painter.refresh()
    small = cv2.resize(painter.picture, (1600, 900), interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return jpeg.tobytes()
