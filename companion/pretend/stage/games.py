"""The facts of a game, kyoku by kyoku, as a stage plays them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.riichi.facts import Fact, HanchanEnded, HanchanStarted, KyokuEnded, KyokuStarted, SeatsBound

__all__ = ["Game", "games_of"]


@dataclass(frozen=True, slots=True)
class Game:
    """One hanchan: who sat down, and each kyoku from its deal to its end."""

    started: HanchanStarted
    kyokus: tuple[tuple[Fact, ...], ...]


def games_of(facts: Iterable[Fact], most_hands: int) -> Iterator[Game]:
    """Games with at most this many hands in all; a kyoku that breaks off is left out."""
    started: HanchanStarted | None = None
    hands: list[tuple[Fact, ...]] = []
    current: list[Fact] = []
    left = most_hands
    for fact in facts:
        match fact:
            case HanchanStarted():
                started, hands, current = fact, [], []
            case KyokuStarted():
                current = [fact]
            case KyokuEnded():
                hands.append((*current, fact))
                left -= 1
            case HanchanEnded() | SeatsBound():
                pass
            case _:
                current.append(fact)
        is_over = isinstance(fact, HanchanEnded) or left == 0
        if is_over and started is not None and hands:
            yield Game(started, tuple(hands))
            started, hands = None, []
        if left == 0:
            return
    if started is not None and hands:
        yield Game(started, tuple(hands))
