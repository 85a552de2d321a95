"""How long it takes from a tile coming to rest until a page shows what happened. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence

from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Fact,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    PonCalled,
)
from companion.riichi.tiles import Tile

__all__ = ["delays_ms"]

SEEN = (
    Discarded, ChiCalled, PonCalled, DaiminkanCalled, AnkanDeclared, KakanDeclared, KitaDeclared,
    IndicatorRevealed,
)  # fmt: skip
"""The facts that can be seen on the table by tiles that come to rest."""


def delays_ms(
    laid: Sequence[tuple[Fact, int]], told: Sequence[tuple[int, Fact]], shown: Sequence[tuple[int, int]]
) -> list[float]:
    """How many milliseconds each fact took from its last tile coming to rest until a page had it.

    `laid` says when the tiles of each fact lay there, `told` has the journal's entries with their numbers,
    and `shown` says when a page had which number; times are monotonic nanoseconds. Facts are matched by who
    did what, even while the tile is in doubt. A fact that was never told, or that a key told before it was
    seen, is left out.
    """
    at_page = _times(shown)
    left: dict[object, list[tuple[int, Tile | None]]] = defaultdict(list)
    for number, fact in told:
        moment = at_page(number)
        if moment is not None:
            left[_deed(fact)].append((moment, getattr(fact, "tile", None)))
    found = []
    for fact, at_ns in laid:
        if isinstance(fact, SEEN):
            tiles, waiting = {None, getattr(fact, "tile", None)}, left[_deed(fact)]
            fitting = (at for at, (ns, tile) in enumerate(waiting) if ns >= at_ns and tile in tiles)
            place = next(fitting, None)
            if place is not None:
                found.append((waiting[place][0] - at_ns) / 1e6)
                del waiting[: place + 1]
    return found


def _times(shown: Sequence[tuple[int, int]]) -> Callable[[int], int | None]:
    """A function from an entry's number to when a page had it; None where none ever had."""
    numbers = [number for _, number in shown]

    def when(number: int) -> int | None:
        at = bisect_left(numbers, number)
        return shown[at][0] if at < len(shown) else None

    return when


def _deed(fact: Fact) -> tuple[object, ...]:
    """Who did what, without the tile."""
    return type(fact), getattr(fact, "seat", None)
