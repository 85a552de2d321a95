"""Measures at what size of tiles, angle of the camera, light and blur the eye fails.

It looks at drawn tables of sets that training never saw, and varies one thing at a time. It prints tables,
and draws them as one SVG.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.camera import look
from lab.pictures.faces import FACES, draw_face
from lab.pictures.layouts import Table, TileSize, pile, rows
from lab.pictures.render import Seen, paint, random_look
from lab.pictures.style import Rng, random_style
from lab.pictures.textures import back_colour
from vision.find.quads import box_overlaps, boxes_of
from vision.labels import NAMELESS, plain_of
from vision.read.detect import Eye

SIZE = 640
FIRST_SET = 5_000_100
CHARTS = Path("docs/images/eye-limits.svg")
"""The charts of all axes, which docs/vision.md shows."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How a table is looked at."""

    pixels: float = 36.0
    elevation: float = 65.0
    stops: float = 0.0
    blur: float = 0.4


AXES: dict[str, tuple[str, tuple[float, ...]]] = {
    "pixels": ("tile height in pixels, before foreshortening", (12, 15, 18, 22, 28, 36, 48, 60)),
    "elevation": ("camera over the horizon, degrees", (35, 42, 50, 58, 66, 75, 90)),
    "stops": ("exposure, stops", (-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2)),
    "blur": ("blur in pixels (sigma), tiles 36 pixels high", (0, 0.5, 1, 1.5, 2, 2.5, 3)),
}


def photographed(
    rng: Rng, faces: NDArray[np.uint8], how: Circumstances
) -> tuple[NDArray[np.uint8], list[Seen]]:
    """A pile or some rows under given circumstances, with a little noise."""
    table = Table(rng, TileSize(19.5, 26.5, 16, 0.4))
    (pile if rng.random() < 0.5 else rows)(table)
    focal = SIZE * 1.1
    distance = focal * table.size.height / how.pixels
    target = np.zeros(3)
    camera = look(
        target, distance, np.radians(how.elevation), rng.uniform(0, 6.28), 0.0, focal, SIZE, (0.0, 0.0)
    )
    flat, seen, _ = paint(
        rng, camera, SIZE, table.tiles, table.size, random_look(rng, faces, back_colour(rng))
    )
    if how.blur > 0:
        flat = cv2.GaussianBlur(flat, (0, 0), how.blur)
    flat = np.clip(flat, 0, 1) ** 2.2 * 2**how.stops
    noisy = np.clip(flat, 0, 1) ** (1 / 2.2) + rng.normal(0, 0.012, flat.shape)
    return (np.clip(noisy, 0, 1) * 255).astype(np.uint8), seen


def counted(eye: Eye, picture: NDArray[np.uint8], seen: list[Seen]) -> NDArray[np.int64]:
    """Faces in plain view, how many of them were found, and how many read right."""
    plain = [s for s in seen if s.name >= 0 and s.visible > 0.9 and s.quad.min() > 0 and s.quad.max() < SIZE]
    plain = [s for s in plain if not FACES[s.name].startswith("stranger")]
    readings = [r for r in eye.look(picture) if r.tile not in NAMELESS]
    boxes = boxes_of(np.array([r.quad for r in readings], np.float32).reshape(-1, 4, 2))
    found = right = 0
    for one in plain:
        overlaps = box_overlaps(boxes_of(one.quad[None])[0], boxes) if len(boxes) else np.zeros(1)
        if overlaps.max() >= 0.5:
            found += 1
            right += plain_of(readings[int(overlaps.argmax())].tile) == plain_of(FACES[one.name])
    return np.array([len(plain), found, right])


def measure(eye: Eye, how: Circumstances, atlas: NDArray[np.uint8]) -> tuple[float, float]:
    """The share of faces found, and of these the share read right, over one table of each set."""
    total = np.zeros(3, np.int64)
    for number, faces in enumerate(atlas):
        picture, seen = photographed(np.random.default_rng([number, 17]), faces, how)
        total += counted(eye, picture, seen)
    return total[1] / max(1, total[0]), total[2] / max(1, total[1])


def plot(tables: dict[str, list[tuple[float, float, float]]]) -> str:
    """Little charts side by side, as SVG: one for each axis that was measured."""
    parts = []
    for number, (axis, rows_) in enumerate(tables.items()):
        left, values = 60 + number * 250, [row[0] for row in rows_]
        low, high = min(values), max(values)
        parts.append(
            f'<text x="{left + 90}" y="214" text-anchor="middle">{AXES[axis][0].split(",")[0]}</text>'
        )
        for mark in (0, 50, 100):
            y = 180 - mark * 1.5
            parts.append(f'<path d="M{left} {y}h180" stroke="#ccc"/>')
            parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{mark}</text>')
        for value in (low, high):
            x = left + 180 * (value - low) / (high - low)
            parts.append(f'<text x="{x}" y="196" text-anchor="middle">{value:g}</text>')
        for column, colour in ((1, "#2a6"), (2, "#26c")):
            marks = [(left + 180 * (row[0] - low) / (high - low), 180 - 150 * row[column]) for row in rows_]
            points = " ".join(f"{x:.0f},{y:.0f}" for x, y in marks)
            parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    parts.append('<text x="60" y="16" fill="#2a6">found, %</text>')
    parts.append('<text x="140" y="16" fill="#26c">read right of the found, %</text>')
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1040 224"'
    ground = '<rect width="1040" height="224" fill="#fff"/>'
    return f'{head} font-family="sans-serif" font-size="11">{ground}{"".join(parts)}</svg>\n'


def main() -> None:
    """Measure every axis, or those that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=12)
    parser.add_argument("--axes", nargs="*", default=list(AXES), choices=list(AXES))
    parser.add_argument(
        "--svg", type=Path, help=f"the file for the charts; without it, {CHARTS} if all axes are measured"
    )
    args = parser.parse_args()
    styles = [random_style(FIRST_SET + k) for k in range(args.sets)]
    atlas = np.stack([np.stack([draw_face(style, face) for face in FACES]) for style in styles])
    eye, tables = Eye(), {}
    for axis in args.axes:
        words, values = AXES[axis]
        print(f"\n{words}: found, read right of the found")
        tables[axis] = []
        for value in values:
            found, right = measure(eye, replace(Circumstances(), **{axis: float(value)}), atlas)
            tables[axis].append((float(value), found, right))
            print(f"  {value:6g}  {100 * found:5.1f} %  {100 * right:5.1f} %", flush=True)
    if svg := args.svg or (CHARTS if set(args.axes) == set(AXES) else None):
        svg.write_text(plot(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
