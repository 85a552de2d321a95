"""Which of the 136 tiles lie where: rivers, melds, hands, what is left of the wall."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

REDS = {"5m": "0m", "5p": "0p", "5s": "0s"}
KINDS = tuple(f"{n}{suit}" for suit in "mps" for n in range(1, 10)) + tuple(f"{n}z" for n in range(1, 8))
DEAD_WALL = 14


@dataclass(frozen=True, slots=True)
class Meld:
    """Tiles of one call, from the left; `turned` is the place of the sideways one, None for a closed kan."""

    tiles: tuple[str, ...]
    turned: int | None


@dataclass(frozen=True, slots=True)
class Deal:
    """What each seat has before it, and the wall in the order it would be drawn, the dead wall last."""

    rivers: tuple[tuple[str, ...], ...]
    riichi: tuple[int | None, ...]
    """The place of the sideways tile in each river; None where nobody declared riichi."""
    melds: tuple[tuple[Meld, ...], ...]
    hands: tuple[tuple[str, ...], ...]
    wall: tuple[str, ...]
    indicators: int
    """How many dora indicators are turned up."""

    @property
    def every(self) -> Counter[str]:
        """How many of each tile there are in all places together."""
        return Counter(
            [t for place in (*self.rivers, *self.hands, self.wall) for t in place]
            + [t for melds in self.melds for meld in melds for t in meld.tiles]
        )


def full_set(with_reds: bool) -> list[str]:
    """Four of each kind, one five of each suit red if asked for."""
    tiles = [kind for kind in KINDS for _ in range(4)]
    if with_reds:
        for plain, red in REDS.items():
            tiles[tiles.index(plain)] = red
    return tiles


def _take(pool: list[str], kind: str) -> str:
    """Take one tile of a kind out of the pool, a red five if no plain one is left."""
    tile = kind if kind in pool else REDS[kind]
    pool.remove(tile)
    return tile


def _meld(pool: list[str], dice: Random) -> Meld | None:
    """One call, as the dice choose, out of the pool; None if the pool lacks tiles for it.

    A run may be of honours, which riichi does not know; without them each seed would give another table.
    """
    left = Counter("5" + t[1] if t[0] == "0" else t for t in pool)
    first = dice.choice(KINDS)
    what = dice.choices(("run", "triplet", "kan", "closed kan"), (5, 5, 1, 1))[0]
    if what == "run":
        kinds = [f"{int(first[0]) + k}{first[1]}" for k in range(3)]
    else:
        kinds = [first] * (3 if what == "triplet" else 4)
    if any(left[kind] < times for kind, times in Counter(kinds).items()):
        return None
    turned = {"run": 0, "closed kan": None}.get(what, dice.randrange(len(kinds)))
    return Meld(tuple(_take(pool, kind) for kind in kinds), turned)


def deal(dice: Random) -> Deal:
    """A table somewhere in a hand, from its first discards to its last.

    Rivers may be longer than in a real hand: in one table of sixteen they take tiles of the dead wall, too.
    """
    pool = full_set(dice.random() < 0.8)
    dice.shuffle(pool)
    melds: list[tuple[Meld, ...]] = []
    for _ in range(4):
        wanted = dice.choices((0, 1, 2, 3), (50, 28, 16, 6))[0]
        melds.append(tuple(m for m in (_meld(pool, dice) for _ in range(wanted)) if m))
    length = dice.randint(3, 19)
    rivers, riichi, hands = [], [], []
    for seat in range(4):
        count = max(0, length - dice.randint(0, 2))
        rivers.append(tuple(pool.pop() for _ in range(count)))
        declares = dice.random() < 0.3 and count > 4 and not melds[seat]
        riichi.append(dice.randrange(3, count) if declares else None)
        hands.append(tuple(pool.pop() for _ in range(13 - 3 * len(melds[seat]))))
    kans = sum(len(m.tiles) == 4 for ms in melds for m in ms)
    return Deal(tuple(rivers), tuple(riichi), tuple(melds), tuple(hands), tuple(pool), min(1 + kans, 5))
