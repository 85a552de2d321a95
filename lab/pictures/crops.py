"""Crops for the reader: one face with what lies around it, seen by a camera and cut out inexactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.faces import FACES
from lab.pictures.light import graded, lit, sampled
from lab.pictures.props import prop
from lab.pictures.style import Rng
from lab.pictures.textures import back_colour, back_face, ground
from vision.labels import BACK, KINDS, UNKNOWN

SIDE = 48
"""Crops are squares of this many pixels, whichever way the tile lies."""
SYMMETRIC = frozenset(["1p", "2p", "4p", "8p", "2s", "4s", "6s", "8s", "9s", "5z"])
"""Faces that look (nearly) the same upside down: their rotation is judged up to a half turn."""

HARD = tuple(
    "0m 0p 0s 5m 5p 5s 1s 1p 2m 3m 6m 7m 8m 9m 1z 2z 3z 3z 4z 4z 4z 6z 6z 9p 8p 7p 6p 9s 6s 8s 7s".split()  # noqa: SIM905
)
"""The faces that are mixed up most; those named twice or more are drawn more often."""


@dataclass(frozen=True, slots=True)
class Crop:
    """One picture to learn from; `kind` is a place in `vision.labels.KINDS`."""

    picture: NDArray[np.uint8]
    kind: int
    red: int
    """1 is red, 0 plain, -1 neither: the tile is not a five."""
    turn: int
    """Which corner of the crop, clockwise from its upper left, is the tile's upper left; -1 is unknown."""
    symmetric: bool


@dataclass(frozen=True, slots=True)
class Scale:
    """A size at which faces are laid out before they are photographed."""

    width: int
    height: int
    pad: int
    masks: tuple[NDArray[np.float32], ...]

    @property
    def canvas(self) -> tuple[int, int]:
        """Height and width of the face with the room around it."""
        return (self.height + 2 * self.pad, self.width + 2 * self.pad)

    @property
    def quad(self) -> NDArray[np.float32]:
        """The face's corners on the canvas."""
        corners = [[0, 0], [self.width, 0], [self.width, self.height], [0, self.height]]
        return np.array(corners, np.float32) + self.pad


def rounded_mask(width: int, height: int, radius: int) -> NDArray[np.float32]:
    """A face with round corners as a mask from 0 to 1, [height, width, 1]."""
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask.astype(np.float32)[..., None] / 255


COARSE = Scale(48, 64, 28, tuple(rounded_mask(48, 64, radius) for radius in (1, 3, 4, 5, 7)))
FINE = Scale(96, 128, 56, tuple(rounded_mask(96, 128, radius) for radius in (2, 5, 8, 11, 14)))


def lay(
    canvas: NDArray[np.float32], face: NDArray[np.float32], x: int, y: int, mask: NDArray[np.float32]
) -> None:
    """Put a face on the canvas, cut at its edges."""
    height, width = canvas.shape[:2]
    tall, wide = face.shape[:2]
    x0, y0, x1, y1 = max(0, x), max(0, y), min(width, x + wide), min(height, y + tall)
    if x1 <= x0 or y1 <= y0:
        return
    part = face[y0 - y : y1 - y, x0 - x : x1 - x]
    cover = mask[y0 - y : y1 - y, x0 - x : x1 - x]
    canvas[y0:y1, x0:x1] += (part - canvas[y0:y1, x0:x1]) * cover


class CropMaker:
    """Makes crops out of an atlas of drawn sets."""

    def __init__(self, atlas: NDArray[np.uint8], seed: int, hard: Sequence[str] = HARD) -> None:
        self.atlas = atlas
        self.hard = hard
        self.rng: Rng = np.random.default_rng(seed)
        self.grounds = [(ground((512, 512), self.rng) * 255).astype(np.uint8) for _ in range(60)]

    def crop(self) -> Crop:
        """One more crop, of any kind."""
        rng = self.rng
        draw = rng.random()
        faces = self.atlas[int(rng.integers(len(self.atlas)))]
        # Most tiles that are worth reading are large; the rest are small.
        smallest = 17 if rng.random() < 0.3 else 32
        pixels = float(np.exp(rng.uniform(np.log(smallest), np.log(100))))
        if draw < 0.07:
            return self.seen(faces, back_face(rng, back_colour(rng)), KINDS.index(BACK), -1, "", pixels)
        if draw < 0.13:
            return self.rubbish(faces, pixels)
        number = (
            int(rng.integers(len(FACES))) if rng.random() < 0.6 else FACES.index(str(rng.choice(self.hard)))
        )
        name = FACES[number]
        if name.startswith("stranger"):
            return self.seen(faces, faces[number], KINDS.index(UNKNOWN), -1, "", pixels)
        kind = KINDS.index(name.replace("0", "5"))
        red = int(name[0] == "0") if name[0] in "05" and name[1] != "z" else -1
        return self.seen(faces, faces[number], kind, red, name, pixels)

    def ground(self, scale: Scale) -> NDArray[np.float32]:
        """A piece of one of the grounds."""
        rng = self.rng
        whole = self.grounds[int(rng.integers(len(self.grounds)))]
        height, width = scale.canvas
        x, y = int(rng.integers(512 - width)), int(rng.integers(512 - height))
        return whole[y : y + height, x : x + width].astype(np.float32) / 255

    def scene(self, faces: NDArray[np.uint8], face: NDArray[np.uint8], scale: Scale) -> NDArray[np.float32]:
        """The face with mat, neighbours and its own side around it."""
        rng = self.rng
        canvas = self.ground(scale)
        mask = scale.masks[int(rng.integers(len(scale.masks)))]
        unit = scale.width / 96
        gap = int(abs(rng.normal(0, 5)) * unit)
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if rng.random() < 0.5:
                other = at_scale(faces[int(rng.integers(len(FACES)))], scale)
                slip = rng.normal(0, 8 * unit, 2).astype(int) * (rng.random() < 0.3)
                x, y = (
                    dx * (scale.width + gap) + slip[0] * abs(dy),
                    dy * (scale.height + gap) + slip[1] * abs(dx),
                )
                lay(canvas, other, int(x) + scale.pad, int(y) + scale.pad, mask)
        tile = at_scale(face, scale)
        if rng.random() < 0.5:
            side = tile[2:6].mean(axis=(0, 1)) * np.float32(rng.uniform(0.6, 1.0))
            self.add_side(canvas, side, scale)
        if rng.random() < 0.6:
            self.add_rim(tile, max(1, round(rng.integers(2, 9) * unit)))
        lay(canvas, tile, scale.pad, scale.pad, mask)
        return canvas

    def add_rim(self, tile: NDArray[np.float32], width: int) -> None:
        """Change the brightness of the rounded edge, which catches the light differently from the face."""
        factor = np.float32(1 + self.rng.uniform(-0.3, 0.12))
        for edge in (np.s_[:width], np.s_[-width:], np.s_[:, :width], np.s_[:, -width:]):
            tile[edge] *= factor

    def add_side(self, canvas: NDArray[np.float32], side: NDArray[np.float32], scale: Scale) -> None:
        """Draw the side of the tile as an oblique camera sees it, with the colour of the back under it."""
        rng = self.rng
        unit = scale.width / 96
        down = np.array([rng.normal(0, 14), rng.normal(0, 22)], np.float32) * np.float32(unit)
        corners = scale.quad
        for share, colour in (
            (1.0, np.array(back_colour(rng), np.float32)),
            (float(rng.uniform(0.5, 1.0)), side),
        ):
            hull = cv2.convexHull(np.concatenate([corners, corners + down * np.float32(share)]))
            cv2.fillConvexPoly(canvas, hull.astype(np.int32), colour.tolist(), cv2.LINE_AA)

    def seen(
        self, faces: NDArray[np.uint8], face: NDArray[np.uint8], kind: int, red: int, name: str, pixels: float
    ) -> Crop:
        """Look at a face through a camera, and cut it out."""
        rng = self.rng
        scale = COARSE if pixels < 52 else FINE
        canvas = self.scene(faces, face, scale)
        photo, corners = self.photograph(canvas, scale.quad, pixels, scale)
        turn = int(rng.integers(4))
        picture = rectified(photo, np.roll(self.mislaid(corners), -turn, axis=0))
        # Rolled by one, the tile's upper left becomes the last corner of the crop.
        return Crop(picture, kind, red, (4 - turn) % 4, name.replace("0", "5") in SYMMETRIC)

    def rubbish(self, faces: NDArray[np.uint8], pixels: float) -> Crop:
        """A crop that shows no whole tile: a thing, bare ground, or half a tile with what lies beside it."""
        rng = self.rng
        scale = COARSE if pixels < 52 else FINE
        shift = np.zeros(2, np.float32)
        draw = rng.random()
        if draw < 0.4:
            height, width = scale.canvas
            canvas = cv2.resize(prop(rng), (width, height), interpolation=cv2.INTER_AREA)
        elif draw < 0.6:
            canvas = self.ground(scale)
            for _ in range(int(rng.integers(0, 5))):
                points = rng.uniform(0, scale.canvas[0], (4, 2)).astype(np.int32)
                cv2.fillConvexPoly(canvas, cv2.convexHull(points), back_colour(rng), cv2.LINE_AA)
        else:
            canvas = self.scene(faces, faces[int(rng.integers(len(FACES)))], scale)
            turn = rng.uniform(0, 2 * np.pi)
            shift = np.array([np.cos(turn) * scale.width, np.sin(turn) * scale.height], np.float32)
            shift *= np.float32(rng.uniform(0.45, 0.7))
        photo, corners = self.photograph(canvas, scale.quad + shift, pixels, scale)
        return Crop(rectified(photo, corners), KINDS.index(UNKNOWN), -1, -1, symmetric=False)

    def photograph(
        self, canvas: NDArray[np.float32], quad: NDArray[np.float32], pixels: float, scale: Scale
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """The canvas as a small part of a camera's picture, and where the corners of the quad are in it."""
        rng = self.rng
        zoom = pixels / scale.height
        flat = 1.0 if rng.random() < 0.4 else float(rng.uniform(0.5, 1))
        turn, look = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
        if rng.random() < 0.6:
            turn = np.round(turn / (np.pi / 2)) * np.pi / 2 + rng.normal(0, 0.07)
            look = np.round(look / (np.pi / 2)) * np.pi / 2
        matrix = spin(turn) @ spin(look) @ np.diag([1, flat]) @ spin(-look) * zoom
        half = np.array([scale.canvas[1] / 2, scale.canvas[0] / 2])
        size = int(pixels * 1.9) + 8
        lift = np.eye(3)
        lift[:2, :2] = matrix
        lift[:2, 2] = size / 2 - matrix @ half + rng.uniform(-0.5, 0.5, 2)
        tilt = np.eye(3)
        tilt[2, :2] = rng.normal(0, 0.10, 2) / size * (flat < 1)
        whole = tilt @ lift
        fine = np.diag([2.0, 2.0, 1.0]) @ whole
        photo = cv2.warpPerspective(
            canvas, fine, (size * 2, size * 2), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        photo = cv2.resize(photo, (size, size), interpolation=cv2.INTER_AREA)
        photo = sampled(graded(lit(photo, rng), rng), rng, softness=min(1.0, pixels / 42))
        return photo, cv2.perspectiveTransform(quad[None], whole)[0]

    def mislaid(self, corners: NDArray[np.float32]) -> NDArray[np.float32]:
        """The corners as a detector gives them: shifted, scaled, turned and sheared a little."""
        rng = self.rng
        middle = corners.mean(axis=0)
        offset = corners - middle
        reach = np.abs(offset).max()
        grow = spin(rng.normal(0, 0.045)) @ np.diag(1 + rng.normal(0.015, 0.05, 2))
        jitter = rng.normal(0, 0.02, (4, 2)) * reach
        return (offset @ grow.T + middle + rng.normal(0, 0.035, 2) * reach + jitter).astype(np.float32)


def at_scale(face: NDArray[np.uint8], scale: Scale) -> NDArray[np.float32]:
    """A face of the atlas at the size it is laid out in."""
    if face.shape[0] != scale.height:
        face = cv2.resize(face, (scale.width, scale.height), interpolation=cv2.INTER_AREA)
    return face.astype(np.float32) / 255


def spin(turn: float) -> NDArray[np.float64]:
    """A rotation matrix, by an angle in radians."""
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s], [s, c]])


def rectified(photo: NDArray[np.uint8], corners: NDArray[np.float32], side: int = SIDE) -> NDArray[np.uint8]:
    """A quad of a picture as a square."""
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return cv2.warpPerspective(
        photo, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
