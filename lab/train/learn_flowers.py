"""Teaches the answer that tells flowers from the tiles of riichi; the reader itself stays as it is.

    python -m lab.train.learn_flowers --first 2000 --sets 520

Flowers and other faces are drawn anew, and real faces of the labelled photographs stand against them. No real
flower is learnt from, so that real flowers can judge (`evaluate_flowers`).
"""

from __future__ import annotations

import argparse
import os
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from lab.pictures.art import art_sets
from lab.pictures.atlas import one_set
from lab.pictures.crops import Crop, CropMaker
from lab.pictures.faces import painted
from lab.pictures.flowers import draw_flower
from lab.pictures.style import random_style
from lab.train.nets import EMBEDDING
from lab.train.photographs import load_photographs
from lab.train.real_crops import JITTERS, faces_of, shaken
from vision.find.cuts import cut_out
from vision.find.scales import ScaleSeeker
from vision.labels import KINDS, UNKNOWN, plain_of
from vision.read.detect import TileFinder
from vision.read.faces import MODEL, FaceReader
from vision.read.flowers import FILE, reader_mark

FLOWER = len(KINDS)
"""The column of flowers, behind those of kinds."""
OFTEN = tuple("1s 1s 1s 3p 3p 6z 6z 4z 2z 5m 3m 8m 9m 1m 7z 3z 0m 4m 7p 1p".split())  # noqa: SIM905
"""The faces that are most like flowers to a reader; those named twice or more are drawn more often."""
OF_EACH_SET = 12
"""Flowers drawn of each set."""
HIDDEN, STEPS, BATCH, RATE = 64, 4000, 512, 2e-3
RARER = 1.0
"""Taken off what the net says for a flower, in nats: on tables flowers are rarer than in these lessons."""

Crops = tuple[NDArray[np.uint8], NDArray[np.int64]]


def flowers_of(seed: int) -> NDArray[np.uint8]:
    """Some flowers of one drawn set."""
    style = random_style(seed)
    rngs = [np.random.default_rng([seed, 11, number]) for number in range(OF_EACH_SET)]
    return np.stack([painted(style, draw_flower(style, rng), rng) for rng in rngs])


def drawn(first: int, sets: int) -> Crops:
    """Crops of drawn faces, and of drawn flowers, about a third as many."""
    with Pool(2) as pool:
        atlas = np.stack([*pool.imap(one_set, range(first, first + sets), chunksize=4), *art_sets()])
        flowers = np.stack([*pool.imap(flowers_of, range(first, first + sets), chunksize=4)])
    maker = CropMaker(atlas, first, OFTEN)
    # The sets' own strangers are flowers too: they are not shown as things without a name.
    faces = [one for one in (maker.crop() for _ in range(60 * sets)) if not _is_stranger(one)]
    some = [_flower(maker, atlas, flowers) for _ in range(20 * sets)]
    pictures = np.stack([one.picture for one in (*faces, *some)])
    return pictures, np.array([*(one.kind for one in faces), *[FLOWER] * len(some)])


def _is_stranger(crop: Crop) -> bool:
    return crop.kind == KINDS.index(UNKNOWN) and crop.turn >= 0


def _flower(maker: CropMaker, atlas: NDArray[np.uint8], flowers: NDArray[np.uint8]) -> Crop:
    at, which = (int(maker.rng.integers(count)) for count in flowers.shape[:2])
    pixels = float(np.exp(maker.rng.uniform(np.log(24), np.log(100))))
    return maker.seen(atlas[at], flowers[at, which], FLOWER, -1, "", pixels)


def real(reader: FaceReader) -> Crops:
    """Crops of the labelled faces of the photographs, `JITTERS` of each."""
    finder, rng = ScaleSeeker(TileFinder(), reader), np.random.default_rng(11)
    pictures, answers = list[NDArray[np.uint8]](), list[int]()
    for photograph in load_photographs():
        picture = photograph.read()
        for tile, quad in faces_of(photograph, finder):
            pictures += list(cut_out(picture, np.stack([shaken(quad, rng) for _ in range(JITTERS)])))
            answers += [KINDS.index(plain_of(tile))] * JITTERS
    return np.stack(pictures), np.array(answers)


def looked_at(reader: FaceReader, pictures: NDArray[np.uint8]) -> tuple[Tensor, Tensor]:
    """The reader's logits of kinds [n, 36] and its embeddings [n, 96]."""
    parts = [reader.logits(pictures[begin : begin + 256]) for begin in range(0, len(pictures), 256)]
    kinds = np.concatenate([part[0][:, : len(KINDS)] for part in parts])
    return torch.from_numpy(kinds), torch.from_numpy(np.concatenate([part[3] for part in parts]))


def learn(kinds: Tensor, embeddings: Tensor, answers: Tensor, seed: int) -> nn.Sequential:
    """A small net whose answer stands beside the logits of kinds, which stay as they are."""
    torch.manual_seed(seed)
    net = nn.Sequential(
        nn.Linear(EMBEDDING, HIDDEN), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(HIDDEN, 1)
    )
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.05)
    rates = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS)
    for _ in range(STEPS):
        pick = torch.randint(len(answers), (BATCH,))
        logits = torch.cat([kinds[pick], net(embeddings[pick])], dim=1)
        loss = nn.functional.cross_entropy(logits, answers[pick])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        rates.step()
    return net.eval()


def write(net: nn.Sequential, path: Path, reader: Path) -> None:
    """Write the net, with the mark of the reader that it was learnt with."""
    w1, b1, w2, b2 = (part.detach().numpy() for part in net.parameters())
    layers = {"w1": w1.T, "b1": b1, "w2": w2.T, "b2": b2 - RARER}
    np.savez(
        path, reader=reader_mark(reader), **{name: one.astype(np.float32) for name, one in layers.items()}
    )
    print(path, path.stat().st_size, "bytes")


def main() -> None:
    """Draw, look, learn and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--first", type=int, required=True, help="the seed of the first set that is drawn")
    parser.add_argument("--sets", type=int, default=500)
    parser.add_argument("--reader", type=Path, default=MODEL)
    parser.add_argument("--into", type=Path, help=f"the file, instead of {FILE} beside the reader")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if not load_photographs():
        raise SystemExit("There are no labelled photographs beside the repository to learn real faces from.")
    os.nice(19 - os.nice(0))
    cv2.setNumThreads(1)
    torch.set_num_threads(int(os.environ.get("TRAIN_THREADS", "1")))
    reader = FaceReader(args.reader, threads=1)
    seen, answers = [], []
    for pictures, right in (drawn(args.first, args.sets), real(reader)):
        seen.append(looked_at(reader, pictures))
        answers.append(torch.from_numpy(right))
    kinds, embeddings = (torch.cat(parts) for parts in zip(*seen, strict=True))
    net = learn(kinds, embeddings, torch.cat(answers), args.seed)
    write(net, args.into or args.reader.with_name(FILE), args.reader)


if __name__ == "__main__":
    main()
