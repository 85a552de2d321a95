"""The likelihood of the true way among those that were weighed, and the weights that make it greatest.

Costs are logarithms of something that nobody has normalised: lower weights alone would make everything
likely. So only the share of the true way counts: exp(-cost) of it, divided by the sum over all ways of that
look. A cost is linear in the weights as long as the same tiles are paired, so the problem is convex.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lab.scribe.fit_looks import Group

__all__ = ["FLAT", "Model", "fitted", "slack"]

TRUSTED = 0.05
"""A share: one standard deviation by which a weight may differ from what it was before."""
LEAST_TRUSTED = 0.25
"""In nats: the same for small weights."""
STEPS = 40
FLAT = 2.0
"""In nats: a weight is not determined if half and twice of it are less than this much worse."""


@dataclass(frozen=True)
class Model:
    """Many looks as arrays: a row for each way, one column for each weight."""

    names: tuple[str, ...]
    starts: np.ndarray
    """The first row of each look."""
    parts: np.ndarray
    rest: np.ndarray
    """The part of each cost that no weight explains."""
    true: np.ndarray
    """The row of the true way of each look."""

    @classmethod
    def of(cls, groups: Iterable[Group], weights: Mapping[str, float]) -> Model:
        """The arrays of some looks that were weighed with these weights."""
        names = tuple(weights)
        kept = list(groups)
        rows = [way for group in kept for way in group]
        sizes = [len(group) for group in kept]
        parts = np.array([[way.parts.get(name, 0.0) for name in names] for way in rows]).reshape(
            -1, len(names)
        )
        costs = np.array([way.cost for way in rows])
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(int) if sizes else np.zeros(0, int)
        true = np.flatnonzero([way.is_true for way in rows])
        assert len(true) == len(kept), "each look has one true way"
        return cls(names, starts, parts, costs - parts @ np.array([*weights.values()]), true)

    def doubt(self, weights: Sequence[float] | np.ndarray) -> float:
        """The negative log-likelihood of the true ways, in nats."""
        return (
            float(np.sum(-np.log(self._chances(np.asarray(weights))[self.true]))) if len(self.true) else 0.0
        )

    def doubt_of(self, weights: Mapping[str, float]) -> float:
        """The same for weights by their names; others are ignored."""
        return self.doubt([weights[name] for name in self.names])

    def slopes(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The doubt's gradient and its matrix of second derivatives, by weights in the order of `names`."""
        chances = self._chances(weights)
        each = chances[:, None] * self.parts
        means = np.add.reduceat(each, self.starts)
        slope = self.parts[self.true].sum(0) - means.sum(0)
        return slope, self.parts.T @ each - means.T @ means

    def _chances(self, weights: np.ndarray) -> np.ndarray:
        costs = self.rest + self.parts @ weights
        sizes = np.diff([*self.starts, len(costs)])
        least = np.repeat(np.minimum.reduceat(costs, self.starts), sizes)
        odds = np.exp(least - costs)
        return np.maximum(odds / np.repeat(np.add.reduceat(odds, self.starts), sizes), 1e-300)


def fitted(model: Model, home: Mapping[str, float], trusted: float = TRUSTED) -> dict[str, float]:
    """The weights that explain these looks best, held near those that were set before (`home`).

    No weight changes its sign: what speaks against a story cannot come to speak for it.
    """
    start = np.array([home[name] for name in model.names])
    spread = np.maximum(trusted * np.abs(start), LEAST_TRUSTED)

    def whole(weights: np.ndarray) -> float:
        return model.doubt(weights) + float(np.sum(((weights - start) / spread) ** 2)) / 2

    now = start.copy()
    for _ in range(STEPS):
        slope, bend = model.slopes(now)
        slope, bend = slope + (now - start) / spread**2, bend + np.diag(1 / spread**2)
        # Where a weight is nothing already, and less would be better still, the others move alone.
        free = (now != 0.0) | (slope * np.sign(start) < 0)
        step, share, was = np.zeros_like(now), 1.0, whole(now)
        step[free] = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        while share > 1e-4 and whole(_kept_signs(now - share * step, start)) > was:
            share /= 2
        after = _kept_signs(now - share * step, start)
        if whole(after) > was - 1e-6:
            break
        now = after
    return {name: float(value) for name, value in zip(model.names, now, strict=True)}


def _kept_signs(weights: np.ndarray, start: np.ndarray) -> np.ndarray:
    return np.where(start < 0, np.minimum(weights, 0.0), np.maximum(weights, 0.0))


def slack(model: Model, weights: Mapping[str, float]) -> dict[str, tuple[float, float]]:
    """For each weight, by how many nats the true ways become less likely with half of it and with twice."""
    now = np.array([weights[name] for name in model.names])
    least, found = model.doubt(now), {}
    for at, name in enumerate(model.names):
        worse = []
        for factor in (0.5, 2.0):
            other = now.copy()
            other[at] *= factor
            worse.append(model.doubt(other) - least)
        found[name] = (worse[0], worse[1])
    return found
