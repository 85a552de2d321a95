"""Seats for the rounds that have not begun, even after people came, left or were fixed at a table.

If nothing was played, and the same people play every round and may sit anywhere, the plan is that of
`seating`, unless people meet again there and a search finds fewer such meetings with winds as even. In all
other cases a search begins with that plan: two people of a round change places for as long as the whole gets
better. If people came or left after the first round began, and there are still as many tables, the search
begins with the earlier seats: whoever comes takes the places of somebody who has left.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from companion.plurals import counted
from companion.tournament.changes import RoundsSeated, Seats
from companion.tournament.folding import ChangeRefused
from companion.tournament.seating import Quality, quality_of, seating
from companion.tournament.state import SEATS, Player, Tournament

__all__ = ["planned", "quality"]

_PAIR: Final = 12
_TABLE: Final = 4
_WIND: Final = 3
_STEPS: Final = 40_000
"""The most steps: each looks at two people of one round. A plan of 64 players takes about a second."""
_WITHIN_A_TABLE: Final = 0.3
"""A share: how many of the steps only change places within one table."""
_GIVES_UP_AFTER: Final = 8_000
"""The search ends after this many steps without improvement, or sooner where there are few places."""


def planned(tournament: Tournament, seed: int = 1) -> RoundsSeated:
    """Who sits where in all rounds that have not begun; the same seed gives the same plan.

    Substitutes make the number a multiple of four. Where they are too few, some players have a bye, in turn.

    Raises:
        ChangeRefused: nobody has said how many rounds, all have begun, there are fewer than four players, or
            somebody's fixed table is full or missing.
    """
    first = tournament.begun + 1
    rounds = tournament.length - tournament.begun
    if not tournament.length:
        raise ChangeRefused("say first how many rounds are played")
    if rounds < 1:
        raise ChangeRefused("every round has begun")
    chance = random.Random(f"{seed} {tournament.begun} {len(tournament.players)}")
    people = _by_round(tournament, rounds, chance)
    search = _Search(tournament, _first_draft(tournament, people, seed, chance), chance)
    drafted = search.plan
    if (
        tournament.begun
        or any(one.table for one in tournament.active)
        or len(set(map(frozenset, people))) > 1
    ):
        search.improve()
        return RoundsSeated(first, search.plan)
    before = quality_of(drafted)
    if before.repeated_pairs:
        search.improve()
    after = quality_of(search.plan)
    is_better = after.repeated_pairs < before.repeated_pairs
    is_as_even = after.uneven_winds <= max(1, before.uneven_winds)
    return RoundsSeated(first, search.plan if is_better and is_as_even else drafted)


def quality(tournament: Tournament) -> Quality:
    """How good the seats of all rounds are, those that were played included."""
    return quality_of(tuple(each.tables for each in tournament.rounds))


def _by_round(tournament: Tournament, rounds: int, chance: random.Random) -> list[list[Player]]:
    """Who plays in each round: as many as fill tables of four; byes go round."""
    players = [one for one in tournament.active if not one.is_substitute]
    substitutes = [one for one in tournament.active if one.is_substitute]
    missing = -len(players) % SEATS
    players += substitutes[:missing]
    if len(players) < SEATS:
        raise ChangeRefused(f"a table has four: {counted(len(players), 'player')} cannot be seated")
    over = len(players) % SEATS
    byes = Counter(
        one.number
        for each in tournament.rounds[: tournament.begun]
        for one in players
        if each.place_of(one.number) is None
    )
    found: list[list[Player]] = []
    for _ in range(rounds):
        # A substitute sits out first: the others came to play.
        order = sorted(players, key=lambda one: (not one.is_substitute, byes[one.number], chance.random()))
        byes.update(one.number for one in order[:over])
        resting = {one.number for one in order[:over]}
        found.append([one for one in players if one.number not in resting])
    return found


def _first_draft(
    tournament: Tournament, people: Sequence[Sequence[Player]], seed: int, chance: random.Random
) -> list[list[list[int]]]:
    if _has_former_seats(tournament, people):
        drafted = _with_newcomers(tournament.former, people)
    else:
        plan = seating(len(people[0]), len(people), seed)
        places = list(range(len(people[0])))
        if tournament.begun:
            chance.shuffle(places)  # unshuffled, this plan would repeat the rounds that were played
        drafted = [
            [[playing[places[place]].number for place in seats] for seats in tables]
            for tables, playing in zip(plan, people, strict=True)
        ]
    for tables in drafted:
        _put_in_place(tables, [one for one in tournament.active if one.table])
    return drafted


def _has_former_seats(tournament: Tournament, people: Sequence[Sequence[Player]]) -> bool:
    """Whether a round has begun, and the earlier seats have as many tables as each round needs now."""
    former = [SEATS * len(tables) for tables in tournament.former[: len(people)]]
    return tournament.begun > 0 and former == [len(playing) for playing in people]


def _with_newcomers(
    former: Iterable[tuple[Seats, ...]], people: Sequence[Sequence[Player]]
) -> list[list[list[int]]]:
    """The earlier seats, each newcomer in those of one absent person, the same in all rounds if possible."""
    instead: dict[int, int] = {}
    drafted: list[list[list[int]]] = []
    for tables, playing in zip(former, people, strict=False):
        here, seated = {one.number for one in playing}, {number for seats in tables for number in seats}
        new = sorted(here - seated)
        for gone in sorted(seated - here):
            if instead.get(gone) not in new:
                instead[gone] = new[0]
            new.remove(instead[gone])
        drafted.append([[one if one in here else instead[one] for one in seats] for seats in tables])
    return drafted


def _put_in_place(tables: list[list[int]], fixed: Iterable[Player]) -> None:
    """Put everybody who is fixed at a table there, in exchange for somebody who is not."""
    known = {one.number: one for one in fixed}
    at_home = {number: one.table for number, one in known.items()}
    for number, home in at_home.items():
        if home > len(tables):
            only = f"are only {len(tables)} tables" if len(tables) > 1 else "is only one table"
            raise ChangeRefused(f"{known[number].name} always sits at table {home}, and there {only}")
        where = next((seats for seats in tables if number in seats), None)
        if where is None or where is tables[home - 1]:
            continue
        seat = where.index(number)
        other = next((at for at, one in enumerate(tables[home - 1]) if at_home.get(one) != home), None)
        if other is None:
            raise ChangeRefused(f"more than four players always sit at table {home}")
        where[seat], tables[home - 1][other] = tables[home - 1][other], where[seat]


class _Search:
    """Rounds that can still change, and how many times people met, sat at a table and had a wind."""

    def __init__(self, tournament: Tournament, rounds: list[list[list[int]]], chance: random.Random) -> None:
        self.rounds = rounds
        self._chance = chance
        self._home = {one.number: one.table for one in tournament.active if one.table}
        self._met: Counter[tuple[int, int]] = Counter()
        self._been: Counter[tuple[int, int]] = Counter()
        self._winds: Counter[tuple[int, int]] = Counter()
        played = (each.tables for each in tournament.rounds[: tournament.begun])
        for tables in (*played, *rounds):
            for table, seats in enumerate(tables, 1):
                self._met.update(_pair(*two) for two in combinations(seats, 2))
                self._been.update((one, table) for one in seats)
                self._winds.update((one, wind) for wind, one in enumerate(seats))

    @property
    def plan(self) -> tuple[tuple[Seats, ...], ...]:
        """The rounds as they are now."""
        return tuple(tuple(map(_seats, tables)) for tables in self.rounds)

    def improve(self) -> None:
        """Change places for as long as that helps; if nothing does, all keep their places."""
        quiet, drafted, has_helped = 0, [[list(seats) for seats in tables] for tables in self.rounds], False
        people = SEATS * len(self.rounds[0])
        patience = min(_GIVES_UP_AFTER, 2 * len(self.rounds) * people * people)
        for _ in range(_STEPS):
            if quiet > patience:
                break
            quiet = 0 if self._step() else quiet + 1
            has_helped |= not quiet
        if not has_helped:
            self.rounds = drafted

    def _step(self) -> bool:
        """Try to let two people change places. Returns whether all is better for it."""
        chance = self._chance
        tables = chance.choice(self.rounds)
        one = chance.randrange(len(tables))
        other = one if chance.random() < _WITHIN_A_TABLE else chance.randrange(len(tables))
        here, there = chance.randrange(SEATS), chance.randrange(SEATS)
        if (one, here) == (other, there):
            return False
        people = tables[one][here], tables[other][there]
        if one != other and any(number in self._home for number in people):
            return False
        before = self._cost(tables, one, here) + self._cost(tables, other, there)
        self._move(tables, (one, here), (other, there))
        after = self._cost(tables, one, here) + self._cost(tables, other, there)
        # A change that costs nothing can lead out of a dead end.
        if after < before or (after == before and chance.random() < 0.1):
            return after < before
        self._move(tables, (one, here), (other, there))
        return False

    def _cost(self, tables: list[list[int]], table: int, seat: int) -> int:
        """What one place costs: meetings and tables that come again, and winds that come too often."""
        seats = tables[table]
        number = seats[seat]
        met = sum(self._met[_pair(number, other)] - 1 for other in seats if other != number)
        # What is fixed costs nothing: it cannot be changed.
        been = 0 if number in self._home else self._been[number, table + 1] - 1
        winds = [self._winds[number, wind] for wind in range(SEATS)]
        return _PAIR * met + _TABLE * been + _WIND * sum(times * times for times in winds)

    def _move(self, tables: list[list[int]], one: tuple[int, int], other: tuple[int, int]) -> None:
        """Let two people change places, and keep the counts right."""
        for place in (one, other):
            self._count(tables, place, -1)
        here, there = tables[one[0]], tables[other[0]]
        here[one[1]], there[other[1]] = there[other[1]], here[one[1]]
        for place in (one, other):
            self._count(tables, place, 1)

    def _count(self, tables: list[list[int]], place: tuple[int, int], by: int) -> None:
        """Add a place to the counts, or take it away.

        Two people of one table count their meeting twice, before and after the move; that cancels out.
        """
        table, seat = place
        seats = tables[table]
        number = seats[seat]
        self._winds[number, seat] += by
        self._been[number, table + 1] += by
        for other in seats:
            if other != number:
                self._met[_pair(number, other)] += by


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _seats(seats: Sequence[int]) -> Seats:
    east, south, west, north = seats
    return east, south, west, north
