"""How a crop is altered each time a network learns from it: place, form, strokes, paint, light, focus, noise.

A crop on disk is one view of one face. Altering it makes many, so that a few real sets teach the shapes of
tiles and not the peculiarities of those sets.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

Rng = np.random.Generator


def thrown(rng: Rng, spread: float, *shape: int, middle: float = 0.0) -> Tensor:
    """Normally distributed random numbers around `middle`, as a tensor of this shape."""
    return torch.from_numpy(rng.normal(middle, spread, shape).astype(np.float32))


def some(rng: Rng, count: int, share: float) -> Tensor:
    """1 for each crop that is to be altered, else 0: [count, 1, 1, 1]."""
    return torch.from_numpy((rng.random(count) < share).astype(np.float32)).view(-1, 1, 1, 1)


def altered(x: Tensor, rng: Rng, coloured: Tensor) -> Tensor:
    """Every crop altered in its own way; where `coloured` is true, its paint matters and is kept.

    Crops are [n, 3, height, width] from 0 to 1, `coloured` is [n].
    """
    x = restroked(moved(x, rng), rng)
    x = repainted(x, rng, coloured)
    return disturbed(defocused(lit(x, rng), rng), rng).clamp_(0, 1)


def moved(x: Tensor, rng: Rng) -> Tensor:
    """Shifted, scaled, turned, sheared and a little bent."""
    count = len(x)
    turn, grow = thrown(rng, 0.055, count), thrown(rng, 0.05, count, 2, middle=1)
    shift, shear = thrown(rng, 0.05, count, 2), thrown(rng, 0.05, count)
    cos, sin = torch.cos(turn), torch.sin(turn)
    theta = torch.stack(
        [cos * grow[:, 0], -sin + shear, shift[:, 0], sin, cos * grow[:, 1], shift[:, 1]], 1
    ).view(-1, 2, 3)
    grid = functional.affine_grid(theta, list(x.shape), align_corners=False)
    bend = thrown(rng, 0.035, count, 2, 4, 4) * some(rng, count, 0.5)
    bend = functional.interpolate(bend, size=x.shape[2:], mode="bicubic", align_corners=True)
    return functional.grid_sample(
        x, grid + bend.permute(0, 2, 3, 1), padding_mode="border", align_corners=False
    )


def beside(x: Tensor, dim: int) -> tuple[Tensor, Tensor]:
    """The neighbours of every pixel on both sides; the edge is its own neighbour."""
    last = x.shape[dim] - 1
    before = torch.cat([x.narrow(dim, 0, 1), x.narrow(dim, 0, last)], dim)
    after = torch.cat([x.narrow(dim, 1, last), x.narrow(dim, last, 1)], dim)
    return before, after


def widened(x: Tensor, dim: int) -> Tensor:
    """Bright parts grow by one pixel to both sides of one axis."""
    before, after = beside(x, dim)
    return torch.maximum(torch.maximum(before, after), x)


def softened(x: Tensor, dim: int) -> Tensor:
    """Each pixel mixed with its two neighbours on one axis."""
    before, after = beside(x, dim)
    return (before + after + x) / 3


def restroked(x: Tensor, rng: Rng) -> Tensor:
    """Strokes bolder or thinner, as another cutter or another paint would leave them."""
    which = torch.from_numpy(np.nonzero(rng.random(len(x)) < 0.4)[0])
    sign = torch.from_numpy(rng.choice([-1, 1], len(which)).astype(np.float32)).view(-1, 1, 1, 1)
    part = x[which] * sign
    amount = torch.from_numpy(rng.uniform(0, 0.8, (len(which), 1, 1, 1)).astype(np.float32))
    x[which] = (part + amount * (widened(widened(part, 2), 3) - part)) * sign
    return x


def repainted(x: Tensor, rng: Rng, coloured: Tensor) -> Tensor:
    """Other paints where paint does not matter: the colours are mixed, or all turn grey."""
    count = len(x)
    mix = torch.eye(3) + thrown(rng, 0.25, count, 3, 3) * some(rng, count, 0.5).view(-1, 1, 1)
    mix = mix / mix.sum(dim=2, keepdim=True).clamp_min(0.3)
    grey = some(rng, count, 0.12).view(-1, 1, 1)
    mix = mix * (1 - grey) + grey / 3
    keep = coloured.float().view(-1, 1, 1)
    mix = mix * (1 - keep) + torch.eye(3) * keep
    return torch.einsum("nij,njhw->nihw", mix, x)


def lit(x: Tensor, rng: Rng) -> Tensor:
    """Exposure, warmth, contrast, and a lamp to one side."""
    count = len(x)
    gain = thrown(rng, 0.05, count, 3, 1, 1, middle=1) * torch.exp(thrown(rng, 0.16, count, 1, 1, 1))
    middle = x.mean(dim=(1, 2, 3), keepdim=True)
    contrast = torch.exp(thrown(rng, 0.15, count, 1, 1, 1) - 0.05)
    slope = thrown(rng, 0.12, count, 2, 1, 1) * some(rng, count, 0.5)
    line = torch.linspace(-1, 1, x.shape[2])
    lamp = 1 + slope[:, :1] * line.view(1, 1, 1, -1) + slope[:, 1:] * line.view(1, 1, -1, 1)
    return (middle + (x - middle) * contrast) * gain * lamp + thrown(rng, 0.03, count, 1, 1, 1)


def defocused(x: Tensor, rng: Rng) -> Tensor:
    """Softer, as if a little out of focus or far away."""
    which = torch.from_numpy(np.nonzero(rng.random(len(x)) < 0.35)[0])
    part = x[which]
    soft = softened(softened(part, 2), 3)
    amount = torch.from_numpy(rng.uniform(0, 1.5, (len(which), 1, 1, 1)).astype(np.float32))
    softer = softened(softened(soft, 2), 3)
    x[which] = part + amount.clamp_max(1) * (soft - part) + (amount - 1).clamp_min(0) * (softer - soft)
    return x


def disturbed(x: Tensor, rng: Rng) -> Tensor:
    """Noise of the sensor."""
    strength = thrown(rng, 0.03, len(x), 1, 1, 1).abs() * some(rng, len(x), 0.4)
    return x + torch.randn_like(x) * strength
