"""Trains the reader of faces on drawn crops, and on those of the real sets that `--real` names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from lab.pictures.stock import STOCK
from lab.train.altering import altered
from lab.train.nets import FaceNet
from lab.train.pieces import piece_words, train_piece
from lab.train.real_crops import load_real_crops
from lab.train.shine import shone_crops

BATCH = 64
SHONE_ON = 0.15
"""How often a lamp is mirrored in a crop. It may wash out much of a face; the rest of it still counts."""


@dataclass(slots=True)
class Batch:
    """Crops and what they show."""

    pictures: Tensor
    kind: Tensor
    red: Tensor
    turn: Tensor
    symmetric: Tensor


def chunks(rng: np.random.Generator) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int8]]]:
    """Chunks of the stock at random, endlessly; those written meanwhile are used, too."""
    while True:
        paths = sorted(STOCK.glob("?????.npz"))
        if not paths:
            raise SystemExit(
                "There are no drawn crops yet. Type: python -m lab.pictures.stock 0 40 atlas.npy"
            )
        for number in rng.permutation(len(paths))[:6]:
            saved = np.load(paths[number])
            yield saved["pictures"], saved["answers"]


def drawn(rng: np.random.Generator, count: int) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int8]]]:
    """Small batches, each from three mixed chunks."""
    source = chunks(rng)
    while True:
        parts = [next(source) for _ in range(3)]
        pictures = np.concatenate([p for p, _ in parts])
        answers = np.concatenate([a for _, a in parts])
        order = rng.permutation(len(pictures))
        for start in range(0, len(order) - count + 1, count):
            pick = order[start : start + count]
            yield pictures[pick], answers[pick]


def batches(
    rng: np.random.Generator, real: tuple[NDArray[np.uint8], NDArray[np.int8]] | None, share: float
) -> Iterator[Batch]:
    """Drawn crops, with a share of real ones among them."""
    of_real = round(BATCH * share) if real is not None else 0
    for pictures, answers in drawn(rng, BATCH - of_real):
        if real is not None and of_real:
            pick = rng.integers(0, len(real[0]), of_real)
            yield to_batch(
                np.concatenate([pictures, real[0][pick]]), np.concatenate([answers, real[1][pick]]), rng
            )
        else:
            yield to_batch(pictures, answers, rng)


def to_batch(pictures: NDArray[np.uint8], answers: NDArray[np.int8], rng: np.random.Generator) -> Batch:
    """A batch of crops, each turned by quarters and altered, so that it never looks the same twice."""
    answers = answers.copy()
    quarter = rng.integers(0, 4, len(pictures))
    turned = np.empty_like(pictures)
    for k in range(4):
        pick = quarter == k
        turned[pick] = np.rot90(pictures[pick], k, axes=(1, 2))
    known = answers[:, 2] >= 0
    answers[known, 2] = (answers[known, 2] - quarter[known]) % 4
    turned = shone_crops(turned, rng, SHONE_ON)
    x = torch.from_numpy(turned).permute(0, 3, 1, 2).float().div_(255)
    columns = [torch.from_numpy(answers[:, k].astype(np.int64)) for k in range(4)]
    # The paint of a five says whether it is red; of all other tiles only the shape is to be learnt.
    x = altered(x, rng, columns[1] >= 0).contiguous(memory_format=torch.channels_last)
    return Batch(x, *columns)


def loss_of(net: nn.Module, batch: object) -> dict[str, Tensor]:
    """The losses: kind; redness where it is known; turn, up to a half turn if the face is symmetric."""
    assert isinstance(batch, Batch)
    kind, red, turn, _ = net(batch.pictures)
    losses = {"kind": functional.cross_entropy(kind, batch.kind, label_smoothing=0.04)}
    asked = batch.red >= 0
    if asked.any():
        losses["red"] = 0.5 * functional.binary_cross_entropy_with_logits(
            red[asked, 0], batch.red[asked].float()
        )
    placed = batch.turn >= 0
    share = functional.softmax(turn[placed], 1)
    at = batch.turn[placed]
    chance = share.gather(1, at[:, None])[:, 0]
    other = share.gather(1, (at[:, None] + 2) % 4)[:, 0]
    chance = torch.where(batch.symmetric[placed] > 0, chance + other, chance)
    losses["turn"] = -0.3 * chance.clamp_min(1e-6).log().mean()
    return losses


def main() -> None:
    """Train one piece; `--real` names the physical sets whose crops may be learnt from."""
    args = piece_words(__doc__, rate=2e-3, share=0.25)
    rng = np.random.default_rng([args.seed, args.begins])
    real = load_real_crops(args.real) if args.real else None
    train_piece(args, FaceNet(), batches(rng, real, args.share), loss_of)


if __name__ == "__main__":
    main()
