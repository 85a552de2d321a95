"""Trains the finder of tiles on drawn tables, and on photographs of the real sets that `--real` names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from lab.pictures.scenes import SCENES, is_drawn
from lab.train.nets import QuadNet
from lab.train.photographs import Photograph, load_photographs
from lab.train.pieces import piece_words, train_piece
from lab.train.shine import shone_on
from vision.find.quads import form_of

BATCH, SIDE, STRIDE = 8, 192, 4
SMALLEST = 9.0
"""A face narrower than this, in pixels, counts neither for nor against the finder."""
LARGE = 0.12
"""The share of cuts with tiles far larger than usual: the finder must not take one tile for two."""
BURNT, DARK = 0.22, 0.08
"""The shares of cuts that are over- and underexposed."""
SHINY = 0.3
"""The share of drawn cuts in whose tiles a lamp is mirrored."""
SHIFT, SIZE, ANGLE = 1.5, 3.0, 1.5
"""How much a quad's middle, form and angle weigh in the loss, if finding it at all weighs 1."""


@dataclass(slots=True)
class Example:
    """A picture with quads: what is a tile for sure, and what may be one."""

    picture: NDArray[np.uint8]
    quads: NDArray[np.float32]
    sides: NDArray[np.float32]
    """Quads of the narrow sides of tiles. They are not to be found, but mirror light as faces do."""
    back: NDArray[np.bool_]
    sure: NDArray[np.bool_]
    """False where finding it is neither right nor wrong."""
    formed: bool
    """Whether the quads' middles and forms are learnt, or only roughly where tiles are."""
    complete: bool
    """Whether all tiles are listed, so that the rest of the picture has none."""


@lru_cache(maxsize=4000)
def drawn_example(path: Path) -> Example:
    """A scene of the stock."""
    saved = np.load(path.with_suffix(".npz"))
    picture = np.ascontiguousarray(cv2.imread(str(path))[..., ::-1])
    visible, slant = saved["visible"], saved["slant"]
    sure = (visible > 0.55) & (slant > 0.3)
    some = (visible > 0.15) & (slant > 0.08)
    return Example(
        picture,
        saved["quad"][some],
        saved["side"],
        (saved["name"] < 0)[some],
        sure[some],
        formed=True,
        complete=True,
    )


def real_example(photograph: Photograph) -> Example:
    """A labelled photograph.

    It says where tiles are and nothing about their form: boxes go around slanted tiles with their sides, or
    only around the carving, and quads learnt from such boxes cut strokes off.
    """
    picture = photograph.read()
    back = np.array([tile == "back" for tile in photograph.tiles], bool)
    sure = np.ones(len(photograph.tiles), bool)
    sides = np.zeros((0, 4, 2), np.float32)
    return Example(picture, photograph.quads, sides, back, sure, formed=False, complete=photograph.complete)


def cut(
    example: Example, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]:
    """A square of the picture at a random size and turn, perhaps mirrored; quads and sides in its pixels."""
    height, width = example.picture.shape[:2]
    tall = np.median(np.sqrt([cv2.contourArea(q) for q in example.quads])) if len(example.quads) else 30.0
    low, high, most = (55, 120, 2.0) if rng.random() < LARGE else (14, 60, 1.5)
    wanted = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    scale = float(np.clip(wanted / max(4.0, tall), 0.25, most))
    middle = np.array([width, height]) * rng.uniform(0.1, 0.9, 2)
    if len(example.quads) and rng.random() < 0.75:
        middle = example.quads[int(rng.integers(len(example.quads)))].mean(axis=0) + rng.normal(
            0, SIDE / 5 / scale, 2
        )
    turn = int(rng.integers(4)) * np.pi / 2 + rng.normal(0, 0.15)
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    matrix = np.array([[c, -s, 0], [s, c, 0]])
    matrix[:, 2] = SIDE / 2 - matrix[:, :2] @ middle
    mirror = rng.random() < 0.5
    if mirror:
        matrix[0] = -matrix[0]
        matrix[0, 2] += SIDE
    source, corner = around(example.picture, middle, SIDE / scale)
    matrix[:, 2] += matrix[:, :2] @ corner
    if scale < 0.7:
        source = cv2.GaussianBlur(source, (0, 0), 0.4 / scale)
    colour = tuple(int(v) for v in rng.integers(0, 255, 3))
    border = cv2.BORDER_CONSTANT if rng.random() < 0.7 else cv2.BORDER_REFLECT_101
    if not example.complete:
        border = cv2.BORDER_CONSTANT
    picture = cv2.warpAffine(
        source, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=colour
    )
    quads, sides = (
        ((some - corner) @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)
        for some in (example.quads, example.sides)
    )
    if mirror:
        quads = quads[:, [1, 0, 3, 2]]
    return picture, quads, sides


def around(
    picture: NDArray[np.uint8], middle: NDArray[np.float64], reach: float
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The part of a picture that a turned square can show, and where it begins."""
    most = np.array(picture.shape[1::-1])
    low = np.clip(middle - reach, 0, most - 1).astype(int)
    high = np.clip(middle + reach + 1, low + 1, most).astype(int)
    return picture[low[1] : high[1], low[0] : high[0]], low.astype(np.float64)


@dataclass(slots=True)
class Targets:
    """What the maps should say, and where it counts."""

    heat: NDArray[np.float32]
    """Of faces and of backs, [2, rows, columns]."""
    weight: NDArray[np.float32]
    """How much each place of the heat counts."""
    values: NDArray[np.float32]
    """Shift (x, y), form and angle at each of the cells, [n, 7]."""
    cells: NDArray[np.int64]
    """Row and column, [n, 2]."""
    formed: bool
    """As in `Example`."""


def targets(example: Example, quads: NDArray[np.float32]) -> Targets:
    """Heat around every middle that is sure; form at the middles and beside them."""
    side = SIDE // STRIDE
    heat = np.zeros((2, side, side), np.float32)
    weight = (
        np.ones((2, side, side), np.float32) if example.complete else np.zeros((2, side, side), np.float32)
    )
    values, cells = [], []
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
    for quad, back, sure in zip(quads, example.back, example.sure, strict=True):
        middle = quad.mean(axis=0)
        if not (-8 < middle[0] < SIDE + 8 and -8 < middle[1] < SIDE + 8):
            continue
        edges = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
        small = min((edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2)
        inside = 0 <= middle[0] < SIDE and 0 <= middle[1] < SIDE
        if not sure or small < SMALLEST or not inside:
            blot = np.zeros((side, side), np.uint8)
            cv2.fillConvexPoly(blot, np.round(quad / STRIDE * 8).astype(np.int32), 1, cv2.LINE_8, 3)
            weight[:, blot > 0] = 0
            continue
        at = middle / STRIDE - 0.5
        spread = max(0.7, small / STRIDE * 0.16)
        bump = np.exp(-((xs - at[0]) ** 2 + (ys - at[1]) ** 2) / (2 * spread**2))
        channel = int(back)
        heat[channel] = np.maximum(heat[channel], bump)
        if not example.complete:
            near = bump > 0.01
            weight[:, near] = 1
        cx, cy = int(np.clip(round(at[0]), 0, side - 1)), int(np.clip(round(at[1]), 0, side - 1))
        heat[channel, cy, cx] = 1
        weight[channel, cy, cx] = 1
        form = form_of(quad / STRIDE)
        for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
            x, y = cx + dx, cy + dy
            if 0 <= x < side and 0 <= y < side and bump[y, x] > 0.3:
                cells.append((y, x))
                values.append(
                    (at[0] - x, at[1] - y, form.log_xx, form.log_xy, form.log_yy, form.cos_4, form.sin_4)
                )
    return Targets(
        heat,
        weight,
        np.array(values, np.float32).reshape(-1, 7),
        np.array(cells, np.int64).reshape(-1, 2),
        example.formed,
    )


def batches(
    rng: np.random.Generator, real: list[Photograph], share: float
) -> Iterator[tuple[Tensor, list[Targets]]]:
    """Batches of cuts, some of them from real photographs."""
    cached = [real_example(photograph) for photograph in real]
    weights = np.array([1 / sum(other.group == p.group for other in real) for p in real])
    weights = weights / weights.sum() if len(real) else weights
    paths: list[Path] = []
    while True:
        known = frozenset(paths)
        paths = sorted(path for path in SCENES.glob("??????.png") if path in known or is_drawn(path))
        if not paths:
            raise SystemExit(
                "There are no drawn tables yet. Type: python -m lab.pictures.scenes 0 2500 atlas.npy"
            )
        for path in [paths[int(k)] for k in rng.integers(0, len(paths), 40)]:
            pictures, wanted = [], []
            scene = drawn_example(path)
            for _ in range(BATCH):
                if cached and rng.random() < share:
                    example = cached[int(rng.choice(len(cached), p=weights))]
                else:
                    is_same = rng.random() < 0.3
                    example = scene if is_same else drawn_example(paths[int(rng.integers(len(paths)))])
                picture, quads, sides = cut(example, rng)
                if example.formed and rng.random() < SHINY:
                    picture = shone_on(picture, quads, sides, rng)
                pictures.append(picture)
                wanted.append(targets(example, quads))
            yield coloured(np.stack(pictures), rng), wanted


def coloured(pictures: NDArray[np.uint8], rng: np.random.Generator) -> Tensor:
    """Pictures as numbers from 0 to 1, each in its own light."""
    x = torch.from_numpy(pictures).permute(0, 3, 1, 2).float().div_(255)
    for number, draw in enumerate(rng.random(len(x))):
        if draw < BURNT + DARK:
            stops = rng.uniform(0.3, 2.2) if draw < BURNT else -rng.uniform(0.3, 2.0)
            x[number] = (x[number] * 2 ** (stops / 2.2)).clamp_(0, 1)
    gain = torch.from_numpy(rng.normal(1, 0.12, (len(x), 3, 1, 1)).astype(np.float32))
    lift = torch.from_numpy(rng.normal(0, 0.05, (len(x), 1, 1, 1)).astype(np.float32))
    return (x * gain + lift).clamp_(0, 1).contiguous(memory_format=torch.channels_last)


def loss_of(net: nn.Module, batch: object) -> dict[str, Tensor]:
    """Penalty-reduced focal loss on heat, plain distance on the rest."""
    pictures, wanted = batch  # type: ignore[misc]
    out = net(pictures)
    heat = torch.from_numpy(np.stack([t.heat for t in wanted]))
    weight = torch.from_numpy(np.stack([t.weight for t in wanted]))
    logit = out[:, :2]
    chance = torch.sigmoid(logit)
    peak = (heat >= 0.999).float()
    hit = -peak * (1 - chance) ** 2 * functional.logsigmoid(logit)
    miss = -(1 - peak) * (1 - heat) ** 4 * chance**2 * functional.logsigmoid(-logit)
    count = peak.sum().clamp_min(1)
    losses = {"heat": ((hit + miss) * weight).sum() / count}
    got, right, with_form = [], [], []
    for number, target in enumerate(wanted):
        if len(target.cells):
            y, x = torch.from_numpy(target.cells).unbind(1)
            got.append(out[number, 2:, y, x].T)
            right.append(torch.from_numpy(target.values))
            with_form.append(torch.full((len(y),), target.formed))
    if got:
        distance = (torch.cat(got) - torch.cat(right)).abs()
        formed = torch.cat(with_form).float()[:, None]
        for name, worth, part in (
            ("shift", SHIFT, distance[:, :2]),
            ("size", SIZE, distance[:, 2:5]),
            ("angle", ANGLE, distance[:, 5:]),
        ):
            learnt = (part.shape[1] * formed.sum()).clamp_min(1)
            losses[name] = worth * (part * formed).sum() / learnt
    return losses


def main() -> None:
    """Train one piece; `--real` names the physical sets that may be learnt from."""
    args = piece_words(__doc__, rate=2e-3, share=0.3)
    cv2.setNumThreads(1)
    rng = np.random.default_rng([args.seed, args.begins])
    real = [p for p in load_photographs() if p.group in args.real]
    if lacking := set(args.real) - {p.group for p in real}:
        raise SystemExit(f"There are no labelled photographs of {', '.join(sorted(lacking))} to learn from.")
    train_piece(args, QuadNet(), batches(rng, real, args.share), loss_of)


if __name__ == "__main__":
    main()
