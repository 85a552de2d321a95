"""What was read of each tile, and what it was: how much several readings of one tile say together.

`Pool` is not linear in its weights, so they are changed one at a time, as long as that makes the true face
likelier.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import log

from companion.riichi.tiles import Tile
from companion.scribe.observations import Pool, _read
from lab.scribe.fit_looks import Faces
from lab.scribe.fit_tracing import turned

__all__ = ["doubt_of_faces", "stepped"]

FACTORS = (0.8, 1.25)


def doubt_of_faces(faces: Faces, weights: Mapping[str, float]) -> float:
    """The negative log-likelihood of the true faces, in nats."""
    with turned(weights):
        _read.cache_clear()
        found = sum(count * -log(_chance(Pool(read), tile)) for (read, tile), count in faces.items())
    _read.cache_clear()
    return found


def _chance(pool: Pool, tile: Tile | None) -> float:
    """How likely the true face is; one that no reading names is one of those that are left."""
    weights = pool.likelihoods()
    unnamed = pool.unnamed * max(weights.values())
    whole = sum(weights.values()) + unnamed
    return max(1e-9, (unnamed if tile is None else weights.get(tile, unnamed)) / whole)


def stepped(
    doubt: Callable[[Mapping[str, float]], float], home: Mapping[str, float], trusted: float, rounds: int = 6
) -> dict[str, float]:
    """The weights after steps up and down, each kept if it lowers the doubt more than its distance costs.

    Distance is from `home`; `trusted` is one standard deviation of a weight's logarithm. There are at most
    `rounds` rounds through all weights.
    """
    now = dict(home)

    def whole(weights: Mapping[str, float]) -> float:
        away = sum((log(weights[name] / value) / trusted) ** 2 for name, value in home.items())
        return doubt(weights) + away / 2

    least = whole(now)
    for _ in range(rounds):
        before = least
        for name, factor in product(home, FACTORS):
            while (found := whole({**now, name: now[name] * factor})) < least - 1e-3:
                now[name], least = now[name] * factor, found
        if least > before - 0.1:
            break
    return now
