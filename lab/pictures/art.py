"""Tile faces that others drew and gave away (CC0, Unlicense) and our own page's, recoloured.

Folders that are missing are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.faces import FACES, draw_face
from lab.pictures.sketch import HEIGHT, KEPT, WIDTH
from lab.pictures.style import Rng, random_base, random_style

SHARED = Path("../shared/data/tile_art")
FLUFFY = {"1z": "Ton", "2z": "Nan", "3z": "Shaa", "4z": "Pei", "5z": "Haku", "6z": "Hatsu", "7z": "Chun"}
SUITS = {"m": "Man", "p": "Pin", "s": "Sou"}
VARIANTS = 10


def fluffy_name(face: str) -> str:
    """The name of a face's file in the CC0 set."""
    if face in FLUFFY:
        return f"{FLUFFY[face]}.svg"
    return f"{SUITS[face[1]]}5-Dora.svg" if face[0] == "0" else f"{SUITS[face[1]]}{face[0]}.svg"


def gl_name(face: str) -> str:
    """The name of a face's file in the Unlicense set, which has no red fives."""
    number = (int(face[0]) or 5) - 1
    if face[1] == "z":
        return f"h-{number if number < 4 else 10 - number}.svg"
    return f"{'cdb'['mps'.index(face[1])]}-{number}.svg"


def folders() -> list[tuple[Path, str]]:
    """The folders of drawings, each with the name of the scheme by which its files are named."""
    return [
        (SHARED / "fluffystuff_cc0/Regular", "fluffy"),
        (SHARED / "fluffystuff_cc0/Black", "night"),
        (SHARED / "gl_unlicense/svg/colored", "gl"),
        (Path("companion/dashboard/static/tiles"), "plain"),
    ]


def ink_of(path: Path) -> NDArray[np.float32]:
    """A drawing as RGBA from 0 to 1, not premultiplied, at twice the size that is kept."""
    import resvg_py

    png = resvg_py.svg_to_bytes(svg_path=str(path), width=WIDTH, height=HEIGHT)
    picture = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED)
    picture = cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return picture[..., [2, 1, 0, 3]].astype(np.float32) / 255


def recoloured(
    picture: NDArray[np.float32], rng: Rng, dark: float, shade: NDArray[np.float32], *, night: bool
) -> NDArray[np.uint8]:
    """The drawing on another blank, its paints darker or brighter."""
    margin = 3 if night or dark_edges(picture) < 0.2 else 15
    rgb, alpha = picture[..., :3], picture[..., 3:]
    if not night:
        alpha = alpha * (1 - np.clip((rgb.min(axis=2, keepdims=True) - 0.82) * 8, 0, 1))
    alpha[:margin], alpha[-margin:], alpha[:, :margin], alpha[:, -margin:] = 0, 0, 0, 0
    ink = rgb if night else np.clip(rgb * dark + shade * 0.25, 0, 1)
    base = np.array(random_base(rng), np.float32)
    face = base * np.float32(0.15) if night else base
    face = face + (ink - face) * alpha
    return (cv2.resize(face, KEPT, interpolation=cv2.INTER_AREA) * 255).clip(0, 255).astype(np.uint8)


def dark_edges(picture: NDArray[np.float32]) -> float:
    """How much of the left edge is drawn on, from 0 to 1: a frame fills it."""
    return float(picture[40:-40, [4, 5, 6, 7, 8], 3].max(axis=1).mean())


def art_set(folder: Path, naming: str, variant: int) -> NDArray[np.uint8]:
    """All faces of a drawn set in one variant of paint; the flowers are our own drawings."""
    rng = np.random.default_rng([variant, 77])
    dark, shade = rng.uniform(0.35, 1.1), rng.uniform(-0.2, 0.3, 3).astype(np.float32)
    base_seed = int(rng.integers(1 << 30))
    zoom, shift = rng.uniform(0.85, 1.08, 2), rng.normal(0, 2, 2)
    matrix = np.array(
        [
            [zoom[0], 0, (1 - zoom[0]) * WIDTH / 2 + shift[0]],
            [0, zoom[1], (1 - zoom[1]) * HEIGHT / 2 + shift[1]],
        ]
    )
    out = []
    for face in FACES:
        if face.startswith("stranger"):
            out.append(draw_face(random_style(base_seed), face))
            continue
        name = {"fluffy": fluffy_name, "night": fluffy_name, "gl": gl_name}.get(naming, "{}.svg".format)(face)
        picture = ink_of(folder / name)
        if naming == "gl":  # cut from a font, whose y axis points up
            picture = np.ascontiguousarray(picture[::-1])
        picture = cv2.warpAffine(picture, matrix, (WIDTH, HEIGHT))
        if face[0] == "0" and naming == "gl":
            picture[..., 1:3] *= 0.2
            picture[..., 0] = np.maximum(picture[..., 0], 0.75 * picture[..., 3])
        out.append(
            recoloured(picture, np.random.default_rng(base_seed), dark, shade, night=naming == "night")
        )
    return np.stack(out)


def art_sets() -> Iterator[NDArray[np.uint8]]:
    """Every set that is at hand, in several paints."""
    for folder, naming in folders():
        if folder.is_dir():
            for variant in range(VARIANTS):
                yield art_set(folder, naming, variant)
