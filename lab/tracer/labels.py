"""Exact labels of a scene, in the form of one entry of a list of labelled photographs."""

from __future__ import annotations

from typing import Any

import numpy as np

from lab.tracer.scene import Scene
from lab.tracer.solids import Floats, seen
from lab.tracer.tiles import Tile

GRID = 7
"""Rays in each direction over a tile's upper face."""
ENOUGH = 0.6
"""A face of which at least this share is seen has to be found; one of which less is seen may be."""


def _points(corners: Floats) -> Floats:
    """A grid of points over a face (4 x 3 corners), a quarter of a millimetre above it."""
    steps = (np.arange(GRID) + 0.5) / GRID
    u, v = (a.reshape(-1, 1) for a in np.meshgrid(steps, steps))
    over = (
        (1 - u) * (1 - v) * corners[0]
        + u * (1 - v) * corners[1]
        + u * v * corners[2]
        + (1 - u) * v * corners[3]
    )
    return over + np.array([0, 0, 0.25])


def share_seen(scene: Scene, tile: Tile) -> float:
    """Which share of a tile's upper face the camera sees, past every other body and inside the picture."""
    points = _points(tile.upper)
    others = [solid for solid in scene.solids if solid is not tile.body]
    width, height = scene.camera.size
    pixels = scene.camera.project(points)
    inside = ((pixels >= 0) & (pixels < (width, height))).all(axis=1)
    return float((seen(points, np.array(scene.camera.at), others) & inside).mean())


def slant(scene: Scene, tile: Tile) -> float:
    """How squarely the camera looks at a tile's upper face: 1 straight on, 0 along it."""
    corners = tile.upper
    normal = np.cross(corners[1] - corners[0], corners[3] - corners[0])
    ray = np.array(scene.camera.at) - corners.mean(axis=0)
    return float(abs(normal @ ray) / np.linalg.norm(normal) / np.linalg.norm(ray))


def label_of(tile: Tile) -> str:
    """What a label calls the tile: its kind, `back`, or `standing` for one that stands."""
    return {"face": tile.kind, "back": "back", "edge": "standing"}[tile.shows]


def labels(scene: Scene, picture: str) -> dict[str, Any]:
    """Labels of one picture: corners in pixels to a hundredth, how much and how squarely each tile is seen.

    A `slant` of 1 is straight on, 0 along the face. Tiles that are not seen at all are left out.
    """
    objects = []
    for tile in scene.tiles:
        share = share_seen(scene, tile)
        if share == 0:
            continue
        quad = scene.camera.project(tile.upper)
        objects.append(
            {
                "tile": label_of(tile),
                "place": tile.place,
                "quad": [[round(float(x), 2), round(float(y), 2)] for x, y in quad],
                "seen": round(share, 3),
                "slant": round(slant(scene, tile), 3),
            }
        )
    width, height = scene.camera.size
    cloth = scene.camera.project(np.array(scene.cloth_corners))
    look = scene.look
    return {
        "image": picture,
        "seed": scene.seed,
        "width": width,
        "height": height,
        "complete": True,
        "view": scene.view,
        "automatic": scene.automatic,
        "art": look.art,
        "backs": look.back,
        "cloth": look.cloth,
        "table": [[round(float(x), 2), round(float(y), 2)] for x, y in cloth],
        "objects": objects,
    }
