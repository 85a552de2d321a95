"""Paints what is at rest on a stage, and repaints only what has changed; `film` adds light and blur."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pretend.painting.boxes import Box, gathered, joined, meets, within
from companion.pretend.painting.faces import faces
from companion.pretend.painting.ground import ground
from companion.pretend.painting.lens import HEIGHT, WIDTH, StageLens
from companion.pretend.painting.solids import BIT, Colour, Solid, solid_of
from companion.pretend.painting.sticks import draw_stick, stick_box
from companion.pretend.painting.things import StageTile, Stick

Picture = NDArray[np.uint8]

SIZE = (WIDTH, HEIGHT)
SHADOW = 0.3
BACKS: tuple[Colour, ...] = ((58, 128, 44), (40, 140, 232))
"""The colour of each set's backs; the three numbers are blue, green and red."""
PALE: tuple[Colour, ...] = ((150, 222, 238), (204, 228, 238), (222, 190, 206), (198, 198, 194))
"""Pale yellow, cream, lilac and grey: backs that are hardly darker than faces."""
_MASK = np.zeros((96, 72), np.uint8)
cv2.rectangle(_MASK, (8, 0), (63, 95), 255, -1)
cv2.rectangle(_MASK, (0, 8), (71, 87), 255, -1)
for _x, _y in ((8, 8), (63, 8), (8, 87), (63, 87)):
    cv2.circle(_MASK, (_x, _y), 8, 255, -1)


class Tiles:
    """One tile set as it is painted: textures by face, size and light."""

    def __init__(self, number: int, back: Colour | None = None) -> None:
        self._faces = faces(number)
        self.ivory = np.median(self._faces["1z"][3:9, 8:64].reshape(-1, 3), axis=0)
        self.back = np.array(back or BACKS[number], np.float64)
        self._kept: dict[tuple[str, int, int], Picture] = {}
        self._masks = [_MASK]
        for _ in range(3):
            self._masks.append(np.asarray(cv2.pyrDown(self._masks[-1]), np.uint8))

    def texture(self, label: str, halvings: int, shade: float) -> tuple[Picture, Picture]:
        """A broad side and its mask, halved this many times, at a brightness."""
        key = (label, halvings, round(shade * 64))
        if key not in self._kept:
            whole = self._faces[label] if label else np.full((96, 72, 3), self.back, np.uint8)
            for _ in range(halvings):
                whole = np.asarray(cv2.pyrDown(whole), np.uint8)
            self._kept[key] = np.asarray(np.clip(whole * (key[2] / 64), 0, 255), np.uint8)
        return self._kept[key], self._masks[halvings]


class Painter:
    """The picture of everything at rest, before light, blur and noise."""

    def __init__(self, lens: StageLens, tiles: Tiles, seed: int = 1, *, has_unit: bool = False) -> None:
        self.lens = lens
        self.picture: Picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        self._tiles = tiles
        self._seed, self._has_unit = seed, has_unit
        self._ground: Picture = ground(lens, seed, has_unit=has_unit)
        self._lying: dict[Hashable, tuple[StageTile, Solid]] = {}
        self._sticks: dict[Hashable, tuple[Stick, Box]] = {}
        self._dirty: list[Box] = [(0, 0, *SIZE)]

    def put(self, name: Hashable, tile: StageTile) -> None:
        """Put a tile here, or move it here; it rests now."""
        before = self._lying.get(name)
        if before is not None and before[0] == tile:
            return
        self.take(name)
        solid = solid_of(tile, self.lens)
        self._lying[name] = (tile, solid)
        self._dirty.append(solid.box)

    def take(self, name: Hashable) -> None:
        """Take a tile away."""
        gone = self._lying.pop(name, None)
        if gone is not None:
            self._dirty.append(gone[1].box)

    def put_stick(self, name: Hashable, stick: Stick) -> None:
        """Lay a stick here, or move it here."""
        before = self._sticks.get(name)
        if before is not None:
            self._dirty.append(before[1])
        box = stick_box(stick, self.lens)
        self._sticks[name] = (stick, box)
        self._dirty.append(box)

    def clear_sticks(self) -> None:
        """Take all sticks away."""
        self._dirty += [box for _, box in self._sticks.values()]
        self._sticks.clear()

    def look_from(self, lens: StageLens) -> None:
        """Look through this lens from now on, and paint everything again."""
        self.lens = lens
        self._ground = ground(lens, self._seed, has_unit=self._has_unit)
        self._lying = {name: (tile, solid_of(tile, lens)) for name, (tile, _) in self._lying.items()}
        self._sticks = {name: (one, stick_box(one, lens)) for name, (one, _) in self._sticks.items()}
        self._dirty = [(0, 0, *SIZE)]

    @property
    def is_painted(self) -> bool:
        """Whether nothing has changed since the last painting."""
        return not self._dirty

    def refresh(self) -> list[Box]:
        """Paint again what changed, and say where that was."""
        boxes = [cut for box in gathered(self._dirty) if (cut := within(box, SIZE)) is not None]
        self._dirty = []
        for x0, y0, x1, y1 in boxes:
            part = self.picture[y0:y1, x0:x1]
            part[:] = self._ground[y0:y1, x0:x1]
            box = (x0, y0, x1, y1)
            for stick, its in self._sticks.values():
                if meets(its, box):
                    draw_stick(part, stick, self.lens, (x0, y0))
            self.paint([solid for _, solid in self._lying.values() if meets(solid.box, box)], part, (x0, y0))
        return boxes

    def paint(self, solids: Iterable[Solid], part: Picture, corner: tuple[int, int]) -> None:
        """Paint solids on a part of a picture that begins at `corner`; those on the table cast shadows."""
        order = sorted(solids, key=lambda solid: solid.order)
        self._shadows([solid for solid in order if solid.order[0] == 0], part, corner)
        for solid in order:
            self._solid(solid, part, corner)

    def _shadows(self, solids: list[Solid], part: Picture, corner: tuple[int, int]) -> None:
        """Paint all shadows at once, so that two that overlap do not get darker there."""
        if not solids:
            return
        height, width = part.shape[:2]
        around = within(_shifted(joined(solid.box for solid in solids), corner), (width, height))
        if around is None:
            return
        x0, y0, x1, y1 = around
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        for solid in solids:
            points = solid.shadow - (np.array([corner[0] + x0, corner[1] + y0]) << BIT)
            cv2.fillConvexPoly(mask, points.astype(np.int32), 255, cv2.LINE_AA, BIT)
        soft = cv2.blur(mask, (5, 5)).astype(np.float32) * np.float32(SHADOW / 255)
        view = part[y0:y1, x0:x1]
        view[:] = (view * (1 - soft[..., None])).astype(np.uint8)

    def _solid(self, solid: Solid, part: Picture, corner: tuple[int, int]) -> None:
        offset = np.array(corner) << BIT
        edge = (self._tiles.ivory * 0.72).tolist()
        cv2.fillConvexPoly(part, (solid.hull - offset).astype(np.int32), edge, cv2.LINE_AA, BIT)
        for points, is_back, light in solid.sides:
            colour = (self._tiles.back if is_back else self._tiles.ivory) * light
            polygon = (points - offset).astype(np.int32)
            cv2.fillConvexPoly(part, polygon, np.minimum(colour, 255).tolist(), cv2.LINE_AA, BIT)
        if solid.face is not None:
            label = "" if solid.is_back else solid.label
            self._paste(label, solid.face - np.array(corner, np.float32), solid.shade, part)

    def _paste(self, label: str, quad: NDArray[np.float32], shade: float, part: Picture) -> None:
        low = np.floor(quad.min(axis=0)).astype(int) - 1
        high = np.ceil(quad.max(axis=0)).astype(int) + 2
        box = within((int(low[0]), int(low[1]), int(high[0]), int(high[1])), (part.shape[1], part.shape[0]))
        if box is None:
            return
        tall = max(float(np.linalg.norm(quad[3] - quad[0])), 6.0)
        halvings = min(2, max(0, round(float(np.log2(96 / tall)) - 0.35)))
        texture, mask = self._tiles.texture(label, halvings, shade)
        height, width = texture.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        middle = quad.mean(axis=0)
        inner = (quad - middle) * np.float32(0.975) + middle - np.array(box[:2], np.float32)
        matrix = cv2.getPerspectiveTransform(source, inner.astype(np.float32))
        extent = (box[2] - box[0], box[3] - box[1])
        colour = cv2.warpPerspective(texture, matrix, extent, borderMode=cv2.BORDER_REPLICATE)
        cover = cv2.warpPerspective(mask, matrix, extent).astype(np.float32)[..., None] / 255
        view = part[box[1] : box[3], box[0] : box[2]]
        view[:] = (view + (colour.astype(np.float32) - view) * cover).astype(np.uint8)


def _shifted(box: Box, corner: tuple[int, int]) -> Box:
    return box[0] - corner[0], box[1] - corner[1], box[2] - corner[0], box[3] - corner[1]
