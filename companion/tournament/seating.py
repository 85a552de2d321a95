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
    difference = _difference(tables)
    moves: _Moves = tuple([chance.randrange(tables) for _ in range(rounds)] for _ in range(_ROWS))
    used = {
        pair: Counter(difference(moves[pair[0]][number], moves[pair[1]][number]) for number in range(rounds))
        for pair in combinations(range(_ROWS), 2)
    }

    def cost(row: int, number: int, value: int) -> int:
        total = 0
        for other in range(_ROWS):
            if other != row:
                pair, one, two = _ordered(row, other, value, moves[other][number])
                total += used[pair][difference(one, two)] * (1 if SEATS in pair else weight)
        return total

    def change(row: int, number: int, by: int) -> None:
        for other in range(_ROWS):
            if other != row:
                pair, one, two = _ordered(row, other, moves[row][number], moves[other][number])
                used[pair][difference(one, two)] += by

    fewest = _repeats(used), tuple(list(row) for row in moves)
    for _ in range(_STEPS):
        if not fewest[0] or tables == 1:
            break
        row, number = chance.randrange(_ROWS), chance.randrange(rounds)
        change(row, number, -1)
        values = chance.sample(range(tables), min(tables, 24))
        moves[row][number] = min(values, key=lambda value: (cost(row, number, value), chance.random()))
        change(row, number, 1)
        if (now := _repeats(used)) < fewest[0]:
            fewest = now, tuple(list(each) for each in moves)
    return fewest


def _repeats(used: dict[tuple[int, int], Counter[int]]) -> int:
    """How many differences are repeated, weighted: each makes people meet again or come back to a table."""
    return sum(
        (1 if SEATS in pair else _WEIGHT_OF_A_PAIR) * (times - 1)
        for pair, each in used.items()
        for times in each.values()
        if times > 1
    )


def _ordered(row: int, other: int, value: int, others: int) -> tuple[tuple[int, int], int, int]:
    return ((row, other), value, others) if row < other else ((other, row), others, value)


def _adding(tables: int) -> Callable[[int, int], int]:
    """Adds table numbers, without carrying where their count is a power of 2 or 3.

    So 8, 9 or 16 tables can avoid repeats, too.
    """
    base = _base(tables)
    return lambda one, other: _digitwise(one, other, base, 1)


def _difference(tables: int) -> Callable[[int, int], int]:
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
