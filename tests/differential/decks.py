"""Walls for generated games: some as dice give them, most stacked so that rare moments come often.

The peer deals from the front of a deck: three times four tiles to each player from the dealer on,
then one to each, then the draws; the dead wall is its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from companion.riichi.tiles import COPIES, ORPHANS, kinds_in_play

Pool = dict[int, list[int]]
"""The peer's tile numbers that are left, by kind."""


Style = Callable[[Random, Pool], list[int]]
"""Takes tiles for one hand; more than thirteen go back, fewer are filled up."""


def deck(rng: Random, players: int, style: Style | None) -> list[int]:
    """All tiles of the set in the order in which they are dealt and drawn; no style: as dice give them."""
    pool = _pool(rng, players)
    if style is None:
        return _rest(rng, pool)
    hands: list[list[int]] = []
    if rng.random() < 0.15:
        hands += rng.choice((_closed_kan_to_rob, _pon_to_rob))(rng, pool)
    while len(hands) < players:
        hands.append(_hand(rng, pool, style if rng.random() < 0.75 else mixed))
    rng.shuffle(hands)
    draws = _rest(rng, pool)
    if rng.random() < 0.6:
        draws = _with_wanted_first(rng, hands, draws)
    return [*_dealt(hands), *draws]


def _pool(rng: Random, players: int) -> Pool:
    pool = {kind: [4 * kind + copy for copy in range(COPIES)] for kind in kinds_in_play(players)}
    for numbers in pool.values():
        rng.shuffle(numbers)
    return pool


def _hand(rng: Random, pool: Pool, style: Style) -> list[int]:
    taken = style(rng, pool)
    for number in taken[13:]:
        pool[number // 4].append(number)
    return _filled(rng, pool, taken[:13])


def _take(pool: Pool, kinds: Iterable[int]) -> list[int]:
    return [pool[kind].pop() for kind in kinds if pool.get(kind)]


def triplets(rng: Random, pool: Pool, most: int = 4) -> list[int]:
    """Three of each of four kinds: kans, four kans, chankan."""
    full = [kind for kind, numbers in pool.items() if len(numbers) >= 3]
    return _take(pool, (kind for kind in rng.sample(full, min(most, len(full))) for _ in range(3)))


def runs(rng: Random, pool: Pool, most: int = 4) -> list[int]:
    starts = [kind for kind in range(27) if kind % 9 <= 6 and all(pool.get(kind + step) for step in range(3))]
    chosen = rng.sample(starts, min(most, len(starts)))
    return _take(pool, (kind + step for kind in chosen for step in range(3)))


def one_suit(rng: Random, pool: Pool) -> list[int]:
    """Many readings and waits: what a kan after riichi is judged by."""
    suit = rng.choice((9, 18) if 1 not in pool else (0, 9, 18))
    numbers = [number for kind in range(suit, suit + 9) for number in pool[kind]]
    chosen = rng.sample(numbers, min(len(numbers), rng.choice((10, 12, 13))))
    return _removed(pool, chosen)


def orphans(rng: Random, pool: Pool) -> list[int]:
    """Close to kokushi, or nine kinds of terminals and honours."""
    return _take(pool, rng.sample(sorted(ORPHANS), rng.choice((9, 11, 12, 13))))


def mixed(rng: Random, pool: Pool) -> list[int]:
    """Two triplets, two runs or so."""
    return triplets(rng, pool, rng.randrange(3)) + runs(rng, pool)


def winds(rng: Random, pool: Pool) -> list[int]:
    """Each a wind of the same kind, for four equal first discards, and pairs of honours."""
    return _take(pool, (27, *(kind for kind in rng.sample(range(28, 34), 3) for _ in range(2))))


def stacked_triplets(rng: Random, pool: Pool) -> list[int]:
    """Neighbouring triplets and what lies around them: a kan after riichi that can be read as runs."""
    suit = rng.choice((9, 18) if 1 not in pool else (0, 9, 18))
    low = suit + rng.randrange(7)
    stacked = rng.sample(range(low, low + 3), rng.choice((1, 2, 3, 3)))
    around = [kind for kind in range(low, low + 3) if kind not in stacked]
    honours = (rng.randrange(27, 34),) * 3
    return _take(pool, (*(kind for kind in stacked for _ in range(3)), *honours, *around, *around))


def one_wait(rng: Random, pool: Pool) -> list[int]:
    """Everybody waits for the same tiles from the first turn: several ron, furiten."""
    return _take(pool, (13, 14)) + _pair(rng, pool) + _sets(rng, pool, 3)


def nearly_done(rng: Random, pool: Pool) -> list[int]:
    """Three sets, a pair and more: tenpai within a few turns."""
    return _pair(rng, pool) + _sets(rng, pool, 3)


def _pair(rng: Random, pool: Pool) -> list[int]:
    return _take(pool, (rng.choice([kind for kind, numbers in pool.items() if len(numbers) >= 2]),) * 2)


def _sets(rng: Random, pool: Pool, number: int) -> list[int]:
    wanted = sum(rng.random() < 0.25 for _ in range(number))
    found = triplets(rng, pool, wanted)
    while len(found) < 3 * number and (run := runs(rng, pool, 1)):
        found += run
    return found


def _closed_kan_to_rob(rng: Random, pool: Pool) -> tuple[list[int], list[int]]:
    """Kokushi that waits for one kind, and three of that kind in another hand."""
    wanted, twice = rng.sample(sorted(ORPHANS), 2)
    orphans = _take(pool, [*(ORPHANS - {wanted}), twice])
    return orphans, _take(pool, (wanted,) * 3) + _fill(rng, pool, 10)


def _pon_to_rob(rng: Random, pool: Pool) -> tuple[list[int], list[int], list[int]]:
    """A pair, the third tile of that kind where nobody needs it, and a hand that will wait for the fourth."""
    wanted = rng.choice((10, 11, 12, 13, 14, 15, 16))
    pair = _take(pool, (wanted, wanted)) + _fill(rng, pool, 11)
    third = _take(pool, (wanted,))
    waiting = _take(pool, (wanted - 1, wanted + 1)) + _sets(rng, pool, 3)
    third += _pair(rng, pool) + _sets(rng, pool, 3)
    return pair, _filled(rng, pool, third), _filled(rng, pool, waiting)


def _filled(rng: Random, pool: Pool, hand: list[int]) -> list[int]:
    return hand + _fill(rng, pool, 13 - len(hand))


def _fill(rng: Random, pool: Pool, number: int) -> list[int]:
    return _removed(pool, rng.sample([tile for numbers in pool.values() for tile in numbers], number))


def _removed(pool: Pool, numbers: list[int]) -> list[int]:
    for number in numbers:
        pool[number // 4].remove(number)
    return numbers


def _rest(rng: Random, pool: Pool) -> list[int]:
    rest = [number for numbers in pool.values() for number in numbers]
    for numbers in pool.values():
        numbers.clear()
    rng.shuffle(rest)
    return rest


def _with_wanted_first(rng: Random, hands: list[list[int]], draws: list[int]) -> list[int]:
    """The fourth tiles of triplets come early, or lie among the replacement tiles."""
    held = [[number // 4 for number in hand] for hand in hands]
    wanted = [number for number in draws if any(kinds.count(number // 4) == 3 for kinds in held)]
    others = [number for number in draws if number not in wanted]
    middle = rng.randrange(0, 20)
    early = wanted + others[:middle]
    rng.shuffle(early)
    return early + others[middle:] if rng.random() < 0.7 else others[middle:] + early


def _dealt(hands: list[list[int]]) -> list[int]:
    fours = [number for start in (0, 4, 8) for hand in hands for number in hand[start : start + 4]]
    return fours + [hand[12] for hand in hands]
