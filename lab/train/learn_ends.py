"""Trains only the last layers of the reader, on crops that its first layers have processed once.

    python -m lab.train.learn_ends faces_next --start-from faces_shipped --chunks 400 401 402 --real redtable

The first layers know what faces have in common; a new style of writing only needs new last layers. A crop
then costs a tenth of what it costs otherwise, and is used several times.
"""

from __future__ import annotations

import argparse
import math
import os
from dataclasses import replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from lab.pictures.stock import STOCK
from lab.train.learn_faces import BATCH, Batch, loss_of, to_batch
from lab.train.nets import FaceNet
from lab.train.photographs import LEARNT_FROM
from lab.train.pieces import RUNS, Averaged, Losses, Progress, run_at_hand
from lab.train.real_crops import load_real_crops

BEGINNING = 6
"""How many layers of the trunk stay as they are; the last one goes on learning."""
WARM_UP = 40

Crops = tuple[NDArray[np.uint8], NDArray[np.int8]]


class Ends(nn.Module):
    """The reader without its first layers."""

    def __init__(self, net: FaceNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, maps: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        return self.net.answers(self.net.trunk[BEGINNING:](maps))


def some_of(paths: list[str], count: int, rng: np.random.Generator) -> Crops:
    """About `count` crops from chunks of the stock, equally many from each."""
    each, pictures, answers = math.ceil(count / len(paths)), [], []
    for path in paths:
        with np.load(STOCK / path) as saved:
            pick = rng.permutation(len(saved["answers"]))[:each]
            pictures.append(saved["pictures"][pick])
            answers.append(saved["answers"][pick])
    return np.concatenate(pictures), np.concatenate(answers)


def gathered(args: argparse.Namespace, rng: np.random.Generator) -> Crops:
    """Crops of the named chunks, of some others and of real sets, equally many of each."""
    each = args.crops // (3 if args.real else 2)
    others = sorted(path.name for path in STOCK.glob("?????.npz") if path.stem not in args.chunks)
    picked = [str(path) for path in rng.permutation(others)[:6]]
    parts = [some_of([f"{name}.npz" for name in args.chunks], each, rng), some_of(picked, each, rng)]
    if args.real:
        pictures, answers = load_real_crops(args.real)
        pick = rng.integers(0, len(pictures), each)
        parts.append((pictures[pick], answers[pick]))
    order = rng.permutation(sum(len(answers) for _, answers in parts))
    return np.concatenate([p for p, _ in parts])[order], np.concatenate([a for _, a in parts])[order]


@torch.no_grad()
def looked_at(net: FaceNet, crops: Crops, rng: np.random.Generator) -> list[Batch]:
    """The output of the first layers for each crop, which is altered once."""
    pictures, answers = crops
    out = []
    for start in range(0, len(pictures) - BATCH + 1, BATCH):
        batch = to_batch(pictures[start : start + BATCH], answers[start : start + BATCH], rng)
        maps = net.trunk[:BEGINNING]((batch.pictures - 0.5) * 4)
        out.append(replace(batch, pictures=maps.half()))
    return out


def mixed(batches: list[Batch], rng: np.random.Generator) -> Batch:
    """A batch from halves of two others, so that no batch comes twice."""
    one, other = (batches[int(k)] for k in rng.integers(0, len(batches), 2))
    pick = torch.from_numpy(rng.permutation(BATCH)[: BATCH // 2])
    rest = torch.from_numpy(rng.permutation(BATCH)[: BATCH // 2])
    parts = {
        name: torch.cat([getattr(one, name)[pick], getattr(other, name)[rest]])
        for name in ("pictures", "kind", "red", "turn", "symmetric")
    }
    pictures = parts.pop("pictures").float().contiguous(memory_format=torch.channels_last)
    return Batch(pictures, **parts)


def learn(net: FaceNet, batches: list[Batch], args: argparse.Namespace, rng: np.random.Generator) -> Averaged:
    """Train for `--steps` steps, with a rate along a cosine; only the last layers change."""
    ends = Ends(net).train()
    net.trunk[:BEGINNING].eval().requires_grad_(False)
    moving = [part for part in net.parameters() if part.requires_grad]
    optimizer = torch.optim.AdamW(moving, lr=args.rate, weight_decay=0.02)
    average, progress = Averaged(net), Progress(args.name)
    for step in range(args.steps):
        warmth = min(1.0, (step + 1) / WARM_UP)
        for group in optimizer.param_groups:
            group["lr"] = args.rate * warmth * (0.04 + 0.48 * (1 + math.cos(step / args.steps * math.pi)))
        losses: Losses = loss_of(ends, mixed(batches, rng))
        optimizer.zero_grad()
        sum(losses.values(), torch.zeros(())).backward()
        nn.utils.clip_grad_norm_(moving, 5.0)
        optimizer.step()
        average.follow(net)
        progress.add(losses, step)
    return average


def main() -> None:
    """Train one short piece, which begins with a run's averaged weights and writes another run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name")
    parser.add_argument("--start-from", required=True)
    parser.add_argument("--chunks", nargs="+", required=True, help="chunks of the stock that are new")
    parser.add_argument("--real", nargs="*", default=[], choices=LEARNT_FROM)
    parser.add_argument("--crops", type=int, default=24000)
    parser.add_argument("--steps", type=int, default=900)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.chunks = [f"{int(number):05d}" for number in args.chunks]
    os.nice(19 - os.nice(0))
    torch.manual_seed(args.seed)
    torch.set_num_threads(int(os.environ.get("TRAIN_THREADS", "1")))
    rng = np.random.default_rng([args.seed, 9])
    saved = torch.load(run_at_hand(args.start_from), weights_only=True)
    net = FaceNet()
    net.load_state_dict(saved["average"])
    net.to(memory_format=torch.channels_last).eval()
    average = learn(net, looked_at(net, gathered(args, rng), rng), args, rng)
    state = {"net": average.shadow, "average": average.shadow, "step": saved["step"] + args.steps}
    torch.save(state, RUNS / f"{args.name}.pt")


if __name__ == "__main__":
    main()
