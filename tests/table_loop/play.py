"""Small lawful evenings as evidence: nobody sees a tile, everybody discards what was drawn."""

from collections.abc import Iterator
from itertools import islice

from companion.evidence import Cause, FactObserved
from companion.riichi.facts import (
    Discarded,
    Drawn,
    Fact,
    HanchanEnded,
    HanchanStarted,
    KyokuEnded,
    KyokuStarted,
    Ryuukyoku,
    RyuukyokuKind,
)
from companion.riichi.seats import SEATS, Wind

START = HanchanStarted(("Anna", "Ben", "Chie", "Dai"), "tenhou")
FACTS_OF_A_KYOKU = 1 + 2 * 70 + 2


def kyoku(honba: int = 0) -> Iterator[Fact]:
    """One kyoku in which nothing happens until the wall is empty; the dealer stays for ever."""
    yield KyokuStarted(Wind.EAST, SEATS[0], honba, 0, (25_000,) * 4)
    for turn in range(70):
        yield Drawn(SEATS[turn % 4])
        yield Discarded(SEATS[turn % 4])
    yield Ryuukyoku(RyuukyokuKind.EXHAUSTIVE, tenpai=SEATS)
    yield KyokuEnded()


def game(kyoku_count: int = 1) -> tuple[Fact, ...]:
    """A whole game that people end after some kyoku."""
    return (START, *(fact for honba in range(kyoku_count) for fact in kyoku(honba)), HanchanEnded())


def opening(count: int) -> tuple[Fact, ...]:
    """The first facts of a game, the start included."""
    return tuple(islice((START, *kyoku()), count))


def observed(*facts: Fact, because: Cause = Cause.CAMERA, at_ns: int = 0) -> list[FactObserved]:
    return [FactObserved(fact, because, at_ns) for fact in facts]
