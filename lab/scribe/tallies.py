"""Compares what was played with what was written: exact hands, and facts missing, wrong or invented."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from companion.riichi import facts as f
from companion.riichi.unseen import UNSEEN_FACTS
from companion.scribe.spots import alike

Event = tuple
"""What was done, by which seat, and its tiles; a call's giver stands among them."""


@dataclass
class Tally:
    """Counts over many hands."""

    hands: int = 0
    exact: int = 0
    facts: int = 0
    missing: int = 0
    wrong: int = 0
    invented: int = 0
    questions: int = 0
    put_right: int = 0
    """How many times something that was written was taken back again."""
    illegal: int = 0
    """How many times the rules refused what was written."""
    seconds: list[float] = field(default_factory=list)
    """The processor time for each sighting."""

    def add(self, played: Sequence[f.KyokuFact], written: Sequence[f.KyokuFact]) -> bool:
        """Count one hand, and return whether it was written exactly."""
        true, said = events(played), events(written)
        flips, told_flips = indicators(played), indicators(written)
        self.hands += 1
        self.facts += len(true) + len(flips)
        if true == said and flips == told_flips:
            self.exact += 1
            return True
        for one, other in (*aligned(true, said), *zip_longest(flips, told_flips)):
            self._count(one, other)
        return False

    @property
    def mistakes(self) -> int:
        """How many facts are missing, wrong or invented."""
        return self.missing + self.wrong + self.invented

    def _count(self, true: Event | None, said: Event | None) -> None:
        if true is None:
            self.invented += 1
        elif said is None or (true != said and is_open(true, said)):
            self.missing += 1
        elif true != said:
            self.wrong += 1


def is_open(true: Event, said: Event) -> bool:
    """Whether what was written says nothing wrong, though perhaps less."""
    # A closed kan written with tiles of two kinds has one kind too many.
    return len(true[2]) == len(said[2]) and all(
        other in (None, one) for one, other in zip(true[2], said[2], strict=True)
    )


def events(facts: Sequence[f.KyokuFact]) -> list[Event]:
    """Who did what with which tiles. Draws and sticks follow from that; flips are counted separately."""
    return [_event(fact) for fact in facts if not isinstance(fact, (*UNSEEN_FACTS, f.IndicatorRevealed))]


def indicators(facts: Sequence[f.KyokuFact]) -> list:
    """The indicators in order, apart from the other facts: nobody sees whether flip or discard came first."""
    return [("flip", 0, (fact.tile,)) for fact in facts if isinstance(fact, f.IndicatorRevealed)]


def _event(fact: f.KyokuFact) -> Event:
    name = type(fact).__name__
    match fact:
        case f.Discarded() | f.KakanDeclared():
            return name, fact.seat, (fact.tile,)
        case f.ChiCalled() | f.PonCalled() | f.DaiminkanCalled():
            own = sorted((tile for tile in fact.own if tile), key=lambda tile: (tile.kind, tile.is_red))
            unseen = (None,) * (len(fact.own) - len(own))
            return name, fact.seat, (fact.tile, getattr(fact, "giver", None), *own, *unseen)
        case f.AnkanDeclared():
            kinds = {tile.kind for tile in fact.tiles if tile}
            return name, fact.seat, tuple(sorted(kinds)) or (None,)
        case _:
            return name, getattr(fact, "seat", None), ()


def aligned(true: Sequence[Event], said: Sequence[Event]) -> list[tuple[Event | None, Event | None]]:
    """Pair the two lists in order so that they agree best: first in who did what, then in the tiles."""
    same = alike(true, said)
    return [*zip(true[:same], said[:same], strict=True), *_paired(true[same:], said[same:])]


def _paired(true: Sequence[Event], said: Sequence[Event]) -> Iterator[tuple[Event | None, Event | None]]:
    costs = [[0] * (len(said) + 1) for _ in range(len(true) + 1)]
    for one in range(len(true), -1, -1):
        for other in range(len(said), -1, -1):
            costs[one][other] = min(_ways(true, said, costs, one, other), default=(0, ""))[0]
    one, other = 0, 0
    while one < len(true) or other < len(said):
        _, way = min(_ways(true, said, costs, one, other))
        yield true[one] if way != "said" else None, said[other] if way != "true" else None
        one, other = one + (way != "said"), other + (way != "true")


def _ways(true, said, costs, one, other) -> list[tuple[int, str]]:
    ways = []
    if one < len(true) and other < len(said) and true[one][:2] == said[other][:2]:
        ways.append(((true[one] != said[other]) + costs[one + 1][other + 1], "both"))
    if one < len(true):
        ways.append((2 + costs[one + 1][other], "true"))
    if other < len(said):
        ways.append((2 + costs[one][other + 1], "said"))
    return ways


def misses(played: Sequence[f.KyokuFact], written: Sequence[f.KyokuFact]) -> list[str]:
    """Where the two differ: the place in the comparison, what was played, and what was written instead."""
    pairs = [
        *aligned(events(played), events(written)),
        *zip_longest(indicators(played), indicators(written)),
    ]
    return [
        f"{at} of {len(pairs)} {_words(one)} as {_words(other)}"
        for at, (one, other) in enumerate(pairs, 1)
        if one != other
    ]


def _words(event: Event | None) -> str:
    if event is None:
        return "nothing"
    name, seat, tiles = event
    return f"{name} {seat} {' '.join(map(str, tiles))}"
