"""Draws a table of tiles as a picture, with the corners of every face that can be seen.

Where tiles lie comes from outside.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.camera import Camera
from lab.pictures.clutter import add_things
from lab.pictures.crops import rounded_mask
from lab.pictures.layouts import Lying, TileSize
from lab.pictures.props import boards
from lab.pictures.style import Ink, Rng
from lab.pictures.textures import back_face, ground

CORNERS = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], np.float64)
"""The corners of a face, clockwise from the upper left, in its own axes (right, up)."""
BIT = 3
"""Binary digits behind the point in the drawing library's fixed-point numbers."""
EVENLY_LIT = 0.3
"""The share of pictures in which sides are nearly as bright as faces, and joints hardly show."""
OUTLINE = 0.98
"""The share of a face that is painted; the rest is the joint to the next tile."""
MASK = (rounded_mask(96, 128, 12)[..., 0] * 255).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class Seen:
    """One face or back in the picture, its corners in pixels, and the share of it that is visible."""

    name: int
    """Which face, or -1 for a back."""
    quad: NDArray[np.float32]
    visible: float
    slant: float
    """How squarely the camera looks at it, 1 straight on."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the set on the table looks like: its faces, its back, and the colours of its sides."""

    faces: NDArray[np.uint8]
    back: NDArray[np.uint8]
    side: Ink
    back_side: Ink


class Painter:
    """Paints one picture from the far tiles to the near ones."""

    def __init__(self, rng: Rng, camera: Camera, size: int) -> None:
        self.rng, self.camera, self.size = rng, camera, size
        self.sides: list[NDArray[np.float32]] = []
        """The narrow sides of tiles that face the camera, [4, 2] each, in pixels; things may hide them."""
        self.picture = self.table_top()
        self.owner = np.full((size, size), -1, np.int16)
        turn, high = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 2.5)
        light = np.array([np.cos(turn), np.sin(turn), high])
        self.light = light / np.linalg.norm(light)
        self.ambient = float(rng.uniform(0.5, 0.85))
        self.seam = float(rng.uniform(0.35, 0.95))
        """How bright the joints between tiles are, as a share of the colour of a tile's side."""
        if rng.random() < EVENLY_LIT:
            self.ambient, self.seam = float(rng.uniform(0.82, 1.0)), float(rng.uniform(0.8, 1.0))
        self.rounded = float(rng.uniform(0.9, 0.985))
        """The share of a face that is flat: its edges are round."""
        self.rim = float(rng.uniform(0.85, 1.08))
        """How bright the round edges are."""

    def table_top(self) -> NDArray[np.float32]:
        """The ground as the camera sees it, or flat behind everything; at times a rim and a floor around."""
        rng = self.rng
        reach = float(rng.uniform(250, 900))
        out = ground((self.size, self.size), rng)
        layers = [(reach, ground((640, 640), rng))]
        if rng.random() < 0.45:
            layers.insert(0, (reach + float(rng.uniform(12, 70)), ground((640, 640), rng)))
        if rng.random() < 0.35:
            layers.insert(0, (reach * float(rng.uniform(1.6, 3)), boards(rng)))
        for far, texture in layers:
            corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float64) * far
            if not self.warp(texture, corners, out):
                out = cv2.resize(texture, (self.size, self.size))
        return out

    def warp(
        self, texture: NDArray[np.float32], corners: NDArray[np.float64], onto: NDArray[np.float32]
    ) -> bool:
        """Paint a flat picture as the camera sees it; False, unpainted, if it reaches behind the camera."""
        far = self.camera.project(corners).astype(np.float32)
        if np.abs(far).max() > 1e5 or ((corners - self.camera.eye) @ self.camera.axes[2] < 30).any():
            return False
        side = texture.shape[0] - 1
        source = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, far)
        cv2.warpPerspective(
            texture, matrix, (self.size, self.size), dst=onto, borderMode=cv2.BORDER_TRANSPARENT
        )
        return True

    def cover(self, texture: NDArray[np.float32], corners: NDArray[np.float64]) -> None:
        """Paint a flat thing that is not a tile, in front of everything painted so far."""
        edge = np.diff(corners[:3], axis=0)
        light = self.shade(np.array([0.0, 0.0, 1.0])) if np.abs(edge[:, 2]).max() < 1 else self.ambient
        if self.warp(texture * np.float32(light), corners, self.picture):
            cv2.fillConvexPoly(self.owner, cv2.convexHull(self.pixels(corners)), -1, cv2.LINE_8, BIT)

    def shade(self, normal: NDArray[np.float64]) -> float:
        """How bright a surface is."""
        return self.ambient + (1.12 - self.ambient) * max(0.0, float(normal @ self.light))

    def shadows(self, tiles: list[Lying], size: TileSize) -> None:
        """Darken the ground where shadows of the tiles fall, softly at the edges."""
        mask = np.zeros((self.size, self.size), np.uint8)
        half = np.array([size.width, size.height, size.depth]) / 2
        signs = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], np.float64)
        for tile in tiles:
            points = tile.middle + (signs * half) @ tile.axes
            fallen = points - self.light * (points[:, 2:3] / self.light[2])
            cv2.fillConvexPoly(
                mask, cv2.convexHull(self.pixels(np.concatenate([fallen, points]))), 255, cv2.LINE_AA, BIT
            )
        soft = cv2.GaussianBlur(mask, (0, 0), float(self.rng.uniform(1, 7))).astype(np.float32) / 255
        self.picture *= (1 - soft * np.float32(self.rng.uniform(0.1, 0.6)))[..., None]

    def pixels(self, points: NDArray[np.float64]) -> NDArray[np.int32]:
        """Projected points in the drawing library's fixed-point numbers."""
        flat = np.clip(self.camera.project(points), -4000, 4000)
        return np.round(flat * (1 << BIT)).astype(np.int32)

    def fill(self, points: NDArray[np.float64], colour: NDArray[np.float64], mark: int | None = None) -> None:
        """Paint a convex patch of one colour; with `mark`, note that as the owner of its pixels."""
        hull = cv2.convexHull(self.pixels(points))
        cv2.fillConvexPoly(self.picture, hull, np.clip(colour, 0, 1.2).tolist(), cv2.LINE_AA, BIT)
        if mark is not None:
            cv2.fillConvexPoly(self.owner, hull, mark, cv2.LINE_8, BIT)

    def tile(self, number: int, tile: Lying, size: TileSize, look: Look) -> Seen | None:
        """Paint a tile, and return the face or back of it that the camera sees.

        None if it sees neither. A tile too near the camera is not painted, and gives None too.
        """
        half = np.array([size.width, size.height, size.depth]) / 2
        towards = self.camera.eye - tile.middle
        towards /= np.linalg.norm(towards)
        if (tile.middle - self.camera.eye) @ self.camera.axes[2] < size.height:
            return None
        signs = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], np.float64)
        self.fill(tile.middle + (signs * half) @ tile.axes, np.array(look.side) * self.seam, number)
        divide = half[2] * (2 * size.back_share - 1)
        for axis in (0, 1):
            for sign in (-1.0, 1.0):
                normal = tile.axes[axis] * sign
                if normal @ (self.camera.eye - tile.middle - normal * half[axis]) > 0:
                    self.side(tile, half, axis, sign, divide, look)
        front = float(tile.axes[2] @ towards)
        face_up = front > 0
        normal = tile.axes[2] * (1 if face_up else -1)
        across = tile.axes[0] * (1 if face_up else -1)
        flat = (
            tile.middle
            + normal * half[2]
            + CORNERS[:, :1] * half[0] * across
            + CORNERS[:, 1:] * half[1] * tile.axes[1]
        )
        if normal @ (self.camera.eye - flat[0]) <= 0:
            return None
        quad = self.camera.project(flat).astype(np.float32)
        self.paste(look.faces[tile.face] if face_up else look.back, quad, self.shade(normal))
        return Seen(tile.face if face_up else -1, quad, 1.0, abs(front))

    def side(
        self, tile: Lying, half: NDArray[np.float64], axis: int, sign: float, divide: float, look: Look
    ) -> None:
        """Paint one narrow side: the back's colour up to `divide` (mm above the middle), then the face's."""
        other = 1 - axis
        normal = tile.axes[axis] * sign
        shade = self.shade(normal)
        base = tile.middle + normal * half[axis]
        inset = half[other] * 0.97
        edge = [
            base + tile.axes[other] * inset * a + tile.axes[2] * half[2] * a * b
            for a in (-1, 1)
            for b in (1, -1)
        ]
        self.sides.append(self.camera.project(np.array(edge)).astype(np.float32))
        for low, high, colour in ((-half[2], divide, look.back_side), (divide, half[2], look.side)):
            if high > low:
                points = [
                    base + tile.axes[other] * inset * a + tile.axes[2] * z
                    for a in (-1, 1)
                    for z in (low, high)
                ]
                self.fill(np.array(points), np.array(colour) * shade)

    def paste(self, texture: NDArray[np.uint8], quad: NDArray[np.float32], shade: float) -> None:
        """Paint a face's picture on its quad, with rounded corners."""
        low = np.floor(quad.min(axis=0)).astype(int) - 1
        high = np.ceil(quad.max(axis=0)).astype(int) + 2
        low, high = np.maximum(low, 0), np.minimum(high, self.size)
        if (high - low < 2).any():
            return
        tall = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[1] - quad[0]), 4)
        mask = MASK
        while texture.shape[0] > tall * 1.7:
            texture, mask = cv2.pyrDown(texture), cv2.pyrDown(mask)
        height, width = texture.shape[:2]
        middle = quad.mean(axis=0)
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        extent = (int(high[0] - low[0]), int(high[1] - low[1]))
        inner, outer = (
            cv2.getPerspectiveTransform(
                source, ((quad - middle) * np.float32(grown) + middle - low).astype(np.float32)
            )
            for grown in (self.rounded, OUTLINE)
        )
        colour = cv2.warpPerspective(texture, inner, extent, borderMode=cv2.BORDER_REPLICATE).astype(
            np.float32
        )
        flat, cover = (
            cv2.warpPerspective(mask, matrix, extent).astype(np.float32)[..., None] / 255
            for matrix in (inner, outer)
        )
        colour *= self.rim + (1 - self.rim) * flat
        part = self.picture[low[1] : high[1], low[0] : high[0]]
        part += (colour * np.float32(shade / 255) - part) * cover


def random_look(rng: Rng, faces: NDArray[np.uint8], colour: Ink) -> Look:
    """A random look for a set with these faces; `colour` is that of its backs."""
    white = faces[9, 4:10].mean(axis=(0, 1)) / 255
    side = tuple(float(v) for v in white * rng.uniform(0.8, 1.0))
    back = back_face(rng, colour)
    return Look(faces, back, side, colour)  # type: ignore[arg-type]


def paint(
    rng: Rng, camera: Camera, size: int, tiles: list[Lying], tile_size: TileSize, look: Look
) -> tuple[NDArray[np.float32], list[Seen], list[NDArray[np.float32]]]:
    """The picture before light and lens; its faces and backs with how much is visible; `Painter.sides`."""
    painter = Painter(rng, camera, size)
    if tiles:
        painter.shadows(tiles, tile_size)
    add_things(painter, on_top=False)
    order = sorted(range(len(tiles)), key=lambda k: -float(camera.depth(tiles[k].middle)))
    # Tiles that lie on others come last, however far away they are.
    order.sort(
        key=lambda k: round(tiles[k].middle[2] / tile_size.depth) > 0 and abs(tiles[k].axes[2][2]) > 0.5
    )
    seen = [(k, painter.tile(k, tiles[k], tile_size, look)) for k in order]
    add_things(painter, on_top=True)
    found = [with_visibility(one, k, painter.owner) for k, one in seen if one is not None]
    return painter.picture, [one for one in found if one is not None], painter.sides


def with_visibility(seen: Seen, number: int, owner: NDArray[np.int16]) -> Seen | None:
    """The same face with the share of it that is in the picture, uncovered; None if all of it is outside."""
    size = owner.shape[0]
    if (seen.quad.max(axis=0) < 0).any() or (seen.quad.min(axis=0) > size).any():
        return None
    mask = np.zeros((size, size), np.uint8)
    points = np.round(np.clip(seen.quad, -3000, 3000) * (1 << BIT)).astype(np.int32)
    cv2.fillConvexPoly(mask, points, 1, cv2.LINE_8, BIT)
    low = np.clip(np.floor(seen.quad.min(axis=0)).astype(int), 0, size)
    high = np.clip(np.ceil(seen.quad.max(axis=0)).astype(int) + 1, 0, size)
    box = (slice(low[1], high[1]), slice(low[0], high[0]))
    whole = float(cv2.contourArea(seen.quad))
    mine = float((mask[box] & (owner[box] == number)).sum())
    return Seen(seen.name, seen.quad, min(1.0, mine / max(1.0, whole)), seen.slant)
