"""A piece of training: some minutes, checkpoints on the way, and the next piece goes on from there."""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from lab.train.photographs import LEARNT_FROM

RUNS = Path("lab/.cache/runs")
SAVE_EVERY_S = 120.0
TELL_EVERY_S = 30.0
WARM_UP = 200
"""Steps at the beginning of a piece over which the rate rises from nothing."""

Losses = dict[str, Tensor]


class Averaged:
    """A moving average of the weights, which is what is measured and shipped."""

    def __init__(self, net: nn.Module) -> None:
        self.steps = 0
        self.shadow = {k: v.detach().clone() for k, v in net.state_dict().items()}

    def follow(self, net: nn.Module) -> None:
        self.steps += 1
        keep = min(0.999, (1 + self.steps) / (10 + self.steps))
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                self.shadow[name].mul_(keep).add_(value.detach(), alpha=1 - keep)
            else:
                self.shadow[name].copy_(value)


def load_run(
    path: Path, net: nn.Module, optimizer: torch.optim.Optimizer | None = None
) -> tuple[int, Averaged | None]:
    """Load a checkpoint into a network: its steps and its averaged weights; if there is none, 0 and None."""
    if not path.exists():
        return 0, None
    saved = torch.load(path, weights_only=True)
    net.load_state_dict(saved["net"])
    if optimizer is not None and "optimizer" in saved:
        optimizer.load_state_dict(saved["optimizer"])
    average = Averaged(net)
    average.shadow, average.steps = saved["average"], saved["step"]
    return saved["step"], average


def save_run(
    path: Path, net: nn.Module, optimizer: torch.optim.Optimizer, average: Averaged, step: int
) -> None:
    """Write a checkpoint whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    state = {
        "net": net.state_dict(),
        "optimizer": optimizer.state_dict(),
        "average": average.shadow,
        "step": step,
    }
    torch.save(state, part)
    part.rename(path)


def save_run_from(path: Path, net: nn.Module) -> None:
    """Write a run that begins with given weights, as if after 1,000 steps, and remembers nothing else."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"net": net.state_dict(), "average": net.state_dict(), "step": 1000}, path)


def run_at_hand(run: str) -> Path:
    """The checkpoint of a run.

    Raises:
        SystemExit: there is none.
    """
    path = RUNS / f"{run}.pt"
    if not path.exists():
        raise SystemExit(f"There is no run {run} to go on from.")
    return path


@dataclass(frozen=True, slots=True)
class Piece:
    """The settings of a piece of training."""

    name: str
    minutes: float
    rate: float
    final_rate: float | None
    start_from: str | None
    real: tuple[str, ...]
    """The physical sets that may be learnt from."""
    share: float
    """The share of crops or cuts that are real."""
    seed: int

    @property
    def path(self) -> Path:
        """Its checkpoint."""
        return RUNS / f"{self.name}.pt"

    @property
    def source(self) -> Path:
        """The checkpoint that it goes on from: its own, or else that of `start_from`.

        Raises:
            SystemExit: there is neither. A piece that names no other run begins from nothing instead.
        """
        return self.path if self.path.exists() or not self.start_from else run_at_hand(self.start_from)

    @property
    def begins(self) -> int:
        """The step at which it goes on; each piece has other random numbers, because they depend on it."""
        return int(torch.load(self.source, weights_only=True)["step"]) if self.source.exists() else 0

    def rate_at(self, share: float) -> float:
        """The rate after a share of the time: along a cosine to the final one, if one is named."""
        if self.final_rate is None:
            return self.rate
        return self.final_rate + (self.rate - self.final_rate) * 0.5 * (1 + math.cos(share * math.pi))


def piece_words(description: str | None, *, rate: float, share: float) -> Piece:
    """The settings from the command line; the random numbers of training begin with their seed."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("name")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--final-rate", type=float)
    parser.add_argument("--start-from")
    parser.add_argument("--real", nargs="*", default=[], choices=LEARNT_FROM)
    parser.add_argument("--share", type=float, default=share)
    parser.add_argument("--seed", type=int, default=1)
    words = vars(parser.parse_args())
    torch.manual_seed(words["seed"])
    return Piece(**{**words, "real": tuple(words["real"])})


class Progress:
    """Prints the mean losses about every half minute."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.sums: dict[str, float] = {}
        self.steps = 0
        self.began = self.told = time.monotonic()

    def add(self, losses: Losses, step: int) -> None:
        """Add the losses of one step."""
        self.steps += 1
        for key, value in losses.items():
            self.sums[key] = self.sums.get(key, 0.0) + float(value.detach())
        now = time.monotonic()
        if now - self.told > TELL_EVERY_S:
            words = " ".join(f"{key} {value / self.steps:.4f}" for key, value in self.sums.items())
            pace = self.steps / (now - self.told)
            minutes = (now - self.began) / 60
            print(f"{self.name} {minutes:.1f} min, step {step}: {words} ({pace:.1f} steps/s)", flush=True)
            self.told, self.sums, self.steps = now, {}, 0


def train_piece(
    piece: Piece, net: nn.Module, batches: Iterator[object], loss_of: Callable[[nn.Module, object], Losses]
) -> None:
    """Train for some minutes; a checkpoint is written on the way and at the end."""
    os.nice(19 - os.nice(0))
    torch.set_num_threads(int(os.environ.get("TRAIN_THREADS", "1")))
    net.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=piece.rate, weight_decay=0.02)
    step, average = load_run(piece.source, net, optimizer if piece.source == piece.path else None)
    if average is None or piece.source != piece.path:
        # Otherwise a short piece after another run would ship mostly what that run had learnt.
        average = Averaged(net)
    first = step
    progress, saved = Progress(piece.name), time.monotonic()
    net.train()
    while (spent := time.monotonic() - progress.began) < piece.minutes * 60:
        warmth = min(1.0, (step - first + 1) / WARM_UP)
        for group in optimizer.param_groups:
            group["lr"] = piece.rate_at(spent / (piece.minutes * 60)) * warmth
        losses = loss_of(net, next(batches))
        optimizer.zero_grad()
        sum(losses.values(), torch.zeros(())).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        average.follow(net)
        step += 1
        progress.add(losses, step)
        if time.monotonic() - saved > SAVE_EVERY_S:
            save_run(piece.path, net, optimizer, average, step)
            saved = time.monotonic()
    save_run(piece.path, net, optimizer, average, step)
