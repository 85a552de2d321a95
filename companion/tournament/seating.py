"""Who sits where in each round: as few repeated meetings and tables, and as even winds, as possible.

The players form four groups, each as large as the number of tables. In a round every group moves on by a
number of its own, so each table gets one player of each group. Two players of different groups meet twice
only if their groups move apart by the same number in two rounds; so only these few numbers are searched for,
and not the seat of each player. The tables are a fifth group: coming back to one counts as meeting it again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from operator import add
from typing import Final

from companion.tournament.state import SEATS

__all__ = ["Plan", "Quality", "quality_of", "seating"]

_ROWS: Final = 5
"""Four groups of players, and the tables."""
_TRIES: Final = 12
_STEPS: Final = 1_500
_WEIGHT_OF_A_PAIR: Final = 4
"""How much worse it is to meet somebody twice than to come back to a table."""

Plan = tuple[tuple[tuple[int, ...], ...], ...]
"""By round, table and wind (east first): the player's number, from 0."""
_Moves = tuple[list[int], ...]
"""By group and round: how far the group has moved on."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a plan is."""

    repeated_pairs: int
    """How many times two players meet who have met before."""
    repeated_tables: int
    """How many times somebody comes back to a table."""
    uneven_winds: int
    """How much more often one wind came than another, for the player with the largest difference."""


def seating(players: int, rounds: int, seed: int = 1) -> Plan:
    """A plan for a number of players that can be divided by four; the same seed gives the same plan.

    Raises:
        ValueError: the players do not fill their tables, or there is nobody or no round.
    """
    if players < SEATS or players % SEATS or rounds < 1:
        raise ValueError("players sit at tables of four: say a number of players that can be divided by four")
    tables = players // SEATS
    # After as many rounds as tables, people may have met all other groups, but nobody of their own group.
    among_themselves = tables % SEATS == 0 and rounds > tables
    mixed = rounds - among_themselves
    moves = _moves(tables, mixed, random.Random(f"{players} {rounds} {seed}"))
    plan = tuple(_round(tables, number, moves) for number in range(mixed))
    return (*plan, _by_group(tables)) if among_themselves else plan


def _by_group(tables: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(range(first, first + SEATS)) for first in range(0, tables * SEATS, SEATS))


def quality_of(plan: Plan) -> Quality:
    """Count the repeats and the uneven winds of any plan."""
    met: Counter[tuple[int, ...]] = Counter()
    been: Counter[tuple[int, int]] = Counter()
    winds: dict[int, list[int]] = {}
    for tables in plan:
        for table, seats in enumerate(tables):
            met.update(combinations(sorted(seats), 2))
            for wind, player in enumerate(seats):
                been[player, table] += 1
                winds.setdefault(player, [0] * SEATS)[wind] += 1
    return Quality(
        sum(times - 1 for times in met.values()),
        sum(times - 1 for times in been.values()),
        max(max(each) - min(each) for each in winds.values()),
    )


def _round(tables: int, number: int, moves: _Moves) -> tuple[tuple[int, ...], ...]:
    add = _adding(tables)
    place = {add(table, moves[SEATS][number]): table for table in range(tables)}
    found: list[list[int]] = [[0] * SEATS for _ in range(tables)]
    for group in range(SEATS):
        for member in range(tables):
            table = place[add(member, moves[group][number])]
            found[table][(group + number) % SEATS] = group * tables + member
    return tuple(tuple(seats) for seats in found)


def _moves(tables: int, rounds: int, chance: random.Random) -> _Moves:
    """How far each group moves, so that as few differences between two groups as possible occur twice."""
    best = _tried(tables, rounds, chance, 1)
    for number in range(_TRIES if rounds <= tables else 1):
        if not best[0] or tables == 1:
            break
        # Some plans are found sooner where pairs and tables count alike.
        found = _tried(tables, rounds, chance, _WEIGHT_OF_A_PAIR if number % 2 else 1)
        best = min(best, found, key=lambda one: one[0])
    return best[1]


def _tried(tables: int, rounds: int, chance: random.Random, weight: int) -> tuple[int, _Moves]:
    """One attempt: numbers drawn at random are changed to whichever repeats the least."""
    moves: _Moves = tuple([chance.randrange(tables) for _ in range(rounds)] for _ in range(_ROWS))
    differences = _Differences(tables, moves, weight)
    fewest = differences.repeats, tuple(list(row) for row in moves)
    for _ in range(_STEPS):
        if not fewest[0] or tables == 1:
            break
        row, number = chance.randrange(_ROWS), chance.randrange(rounds)
        differences.leave_out(row, number)
        values = chance.sample(range(tables), min(tables, 24))
        costs = differences.costs(row, number, values)
        by_cost = [(cost, chance.random(), value) for cost, value in zip(costs, values, strict=True)]
        moves[row][number] = min(by_cost)[-1]
        differences.take_in(row, number)
        if differences.repeats < fewest[0]:
            fewest = differences.repeats, tuple(list(each) for each in moves)
    return fewest


class _Differences:
    """By how much two groups move apart in a round: how often each number occurs for each pair of groups."""

    def __init__(self, tables: int, moves: _Moves, weight: int) -> None:
        subtract = _subtracting(tables)
        self.repeats = 0
        """How many numbers occur again, weighted: each makes people meet again or come back to a table."""
        self._moves, self._weight = moves, weight
        # By the number that the other group moves, and by one's own.
        self._of = [[subtract(one, other) for one in range(tables)] for other in range(tables)]
        # By one group, the other, and their difference; so each is there twice, once with either sign.
        self._times = [[[0] * tables for _ in range(_ROWS)] for _ in range(_ROWS)]
        for number in range(len(moves[0])):
            for one, other in combinations(range(_ROWS), 2):
                self._count(one, other, number, 1)

    def costs(self, row: int, number: int, values: list[int]) -> list[int]:
        """By value: how often its differences occur already, if this group moves by that number."""
        costs = [0] * len(values)
        for other, times in enumerate(self._times[row]):
            if other != row:
                weight = 1 if SEATS in (row, other) else self._weight
                of = self._of[self._moves[other][number]]
                found = [weight * times[of[value]] for value in values]
                costs = list(map(add, costs, found))
        return costs

    def leave_out(self, row: int, number: int) -> None:
        """No longer count what this group does in this round."""
        for other in range(_ROWS):
            if other != row:
                self._count(row, other, number, -1)

    def take_in(self, row: int, number: int) -> None:
        """Count what this group does in this round."""
        for other in range(_ROWS):
            if other != row:
                self._count(row, other, number, 1)

    def _count(self, one: int, other: int, number: int, by: int) -> None:
        mine, others = self._moves[one][number], self._moves[other][number]
        times, difference = self._times[one][other], self._of[others][mine]
        if times[difference] > (1 if by < 0 else 0):
            self.repeats += by * (1 if SEATS in (one, other) else _WEIGHT_OF_A_PAIR)
        times[difference] += by
        self._times[other][one][self._of[mine][others]] += by


def _adding(tables: int) -> Callable[[int, int], int]:
    """Adds table numbers, without carrying where the number of tables is a power of 2 or 3.

    So 8, 9 or 16 tables can avoid repeats, too.
    """
    base = _base(tables)
    return lambda one, other: _digitwise(one, other, base, 1)


def _subtracting(tables: int) -> Callable[[int, int], int]:
    base = _base(tables)
    return lambda one, other: _digitwise(one, other, base, -1)


def _digitwise(one: int, other: int, base: int, sign: int) -> int:
    if one < base > other:
        return (one + sign * other) % base
    rest = _digitwise(one // base, other // base, base, sign)
    return rest * base + (one + sign * other) % base


def _base(tables: int) -> int:
    for base in (2, 3):
        left = tables
        while left % base == 0:
            left //= base
        if left == 1 and tables > 1:
            return base
    return tables
