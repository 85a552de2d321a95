"""A piece of training: some minutes, checkpoints on the way, and the next piece goes on from there."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from torch import Tensor, nn

RUNS = Path("lab/.cache/runs")
SAVE_EVERY_S = 120.0


class Averaged:
    """A slowly following copy of the weights; it is what is measured and shipped."""

    def __init__(self, net: nn.Module) -> None:
        self.steps = 0
        self.shadow = {k: v.detach().clone() for k, v in net.state_dict().items()}

    def follow(self, net: nn.Module) -> None:
        self.steps += 1
        keep = min(0.998, (1 + self.steps) / (10 + self.steps))
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                self.shadow[name].mul_(keep).add_(value.detach(), alpha=1 - keep)
            else:
                self.shadow[name].copy_(value)


def load_run(
    path: Path, net: nn.Module, optimizer: torch.optim.Optimizer | None = None
) -> tuple[int, Averaged | None]:
    """Go on from a checkpoint: its steps so far and its averaged weights; a fresh start gives 0."""
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
    """Write a run that begins with given weights and remembers nothing else."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"net": net.state_dict(), "average": net.state_dict(), "step": 1000}, path)


def train_piece(
    name: str,
    net: nn.Module,
    batches: Iterator[object],
    loss_of: Callable[[nn.Module, object], dict[str, Tensor]],
    *,
    minutes: float,
    rate: float,
    final_rate: float | None = None,
    start_from: Path | None = None,
) -> Path:
    """Train for some minutes; the rate falls along a cosine if a final one is named."""
    os.nice(19 - os.nice(0))
    torch.set_num_threads(int(os.environ.get("TRAIN_THREADS", "1")))
    net.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    path = RUNS / f"{name}.pt"
    source = path if path.exists() or start_from is None else start_from
    step, average = load_run(source, net, optimizer if source == path else None)
    average = average or Averaged(net)
    began = saved = told = time.monotonic()
    sums: dict[str, float] = {}
    since = 0
    net.train()
    while (spent := time.monotonic() - began) < minutes * 60:
        share = spent / (minutes * 60)
        now = (
            rate
            if final_rate is None
            else final_rate
            + (rate - final_rate) * 0.5 * (1 + float(torch.cos(torch.tensor(share * 3.14159))))
        )
        for group in optimizer.param_groups:
            group["lr"] = now * min(1.0, (step + 1) / 200)
        losses = loss_of(net, next(batches))
        total = sum(losses.values(), torch.zeros(()))
        optimizer.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        average.follow(net)
        step, since = step + 1, since + 1
        for key, value in losses.items():
            sums[key] = sums.get(key, 0.0) + float(value.detach())
        if time.monotonic() - told > 30:
            words = " ".join(f"{key} {value / since:.4f}" for key, value in sums.items())
            pace = since / (time.monotonic() - told)
            print(f"{name} {spent / 60:.1f} min, step {step}: {words} ({pace:.1f} steps/s)", flush=True)
            told, sums, since = time.monotonic(), {}, 0
        if time.monotonic() - saved > SAVE_EVERY_S:
            save_run(path, net, optimizer, average, step)
            saved = time.monotonic()
    save_run(path, net, optimizer, average, step)
    return path
