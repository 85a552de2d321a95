"""The weights in git that training goes on from; the model card says what they learnt from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn

from lab.train.pieces import RUNS, save_run_from

KEPT = Path("lab/train/weights")


def keep(net: nn.Module, run: str, name: str) -> Path:
    """Keep a run's averaged weights at half the precision."""
    average = torch.load(RUNS / f"{run}.pt", weights_only=True)["average"]
    lean = {key: value.numpy() for key, value in average.items() if value.dtype.is_floating_point}
    net.load_state_dict(average)
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{name}.npz"
    # The variances of the normalisation span too many magnitudes for half precision.
    np.savez(path, **{k: v if "running" in k else v.astype(np.float16) for k, v in lean.items()})
    return path


def restore(net: nn.Module, name: str, run: str, *, anew: bool = False) -> None:
    """Begin a run with kept weights, if there are any; one that has begun already stays unless `anew`.

    Raises:
        SystemExit: the weights are those of another network.
    """
    path = RUNS / f"{run}.pt"
    if (path.exists() and not anew) or not (KEPT / f"{name}.npz").exists():
        return
    held = np.load(KEPT / f"{name}.npz")
    state = net.state_dict()
    lacking = [key for key, value in state.items() if value.dtype.is_floating_point and key not in held]
    if lacking:
        raise SystemExit(f"The kept weights {name} are those of another network: {lacking[0]} is missing.")
    for key, value in state.items():
        if key in held:
            state[key] = torch.from_numpy(held[key].astype(np.float32)).reshape(value.shape)
    net.load_state_dict(state)
    save_run_from(path, net)
