"""The 34 kinds of tile, the red fives, and their text; nothing here knows a table (牌).

Text is mpsz: `1m`-`9m` characters, `p` circles, `s` bamboos, `1z`-`7z` east, south, west,
north, white, green, red; `0m` `0p` `0s` are the red fives. A tile that nobody saw is `None`,
written `?`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Self, cast

from companion.riichi.errors import NotationError

SUITS: Final = "mpsz"
KINDS: Final = 34
COPIES: Final = 4
UNKNOWN: Final = "?"


class Tile:
    """One of the 37 faces (牌). There is one object for each, so `is` and `==` agree.

    >>> Tile("0p").kind == Tile("5p").kind
    True
    """

    __slots__ = ("is_red", "kind", "rank", "suit", "text")

    kind: int
    """0-8 characters, 9-17 circles, 18-26 bamboos, 27-33 honours."""
    is_red: bool
    text: str
    suit: str
    rank: int
    """1-9, a red five counts as 5; honours 1-7."""

    def __new__(cls, text: str) -> Self:
        """The one object for this text. Raises NotationError if there is no such tile."""
        try:
            return cast("Self", _TILES[text])
        except (KeyError, TypeError):
            raise NotationError(
                f"{text!r} is not a tile: write 1m-9m, 1p-9p, 1s-9s, 1z-7z or 0m 0p 0s"
            ) from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a tile does not change: {name}")

    def __repr__(self) -> str:
        return f"Tile({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __lt__(self, other: Tile) -> bool:
        return (self.kind, self.is_red) < (other.kind, other.is_red)

    def __copy__(self) -> Tile:
        return self

    def __deepcopy__(self, memo: object) -> Tile:
        return self

    def __reduce__(self) -> tuple[type[Tile], tuple[str]]:
        return (Tile, (self.text,))

    @property
    def is_honour(self) -> bool:
        """A wind or a dragon (字牌)."""
        return self.kind >= 27

    @property
    def is_orphan(self) -> bool:
        """A terminal or an honour (幺九牌): what kyuushu kyuuhai and kokushi count."""
        return self.kind in ORPHANS

    @property
    def plain(self) -> Tile:
        """The plain tile of the same kind."""
        return BY_KIND[self.kind]


def _make() -> dict[str, Tile]:
    made: dict[str, Tile] = {}
    for index, suit in enumerate(SUITS):
        for rank in range(1, 8 if suit == "z" else 10):
            made[f"{rank}{suit}"] = _new(f"{rank}{suit}", suit, rank, 9 * index + rank - 1, is_red=False)
        if suit != "z":
            made[f"0{suit}"] = _new(f"0{suit}", suit, 5, 9 * index + 4, is_red=True)
    return made


def _new(text: str, suit: str, rank: int, kind: int, *, is_red: bool) -> Tile:
    tile = object.__new__(Tile)
    for name, value in (("text", text), ("suit", suit), ("rank", rank), ("kind", kind), ("is_red", is_red)):
        object.__setattr__(tile, name, value)
    return tile


_TILES: Final = _make()
ALL: Final = tuple(sorted(_TILES.values()))
"""All 37 faces in order."""
BY_KIND: Final = tuple(tile for tile in ALL if not tile.is_red)
"""The plain tile of each kind."""
ORPHANS: Final = frozenset({0, 8, 9, 17, 18, 26, *range(27, 34)})
"""The kinds of the terminals and honours (幺九牌)."""
_RED_OF_KIND: Final = {tile.kind: tile for tile in ALL if tile.is_red}
NORTH: Final = Tile("4z")


def red_of(tile: Tile) -> Tile:
    """The red five of the same suit. Raises NotationError for any other rank."""
    if tile.kind not in _RED_OF_KIND:
        raise NotationError(f"there is no red {tile.text}")
    return _RED_OF_KIND[tile.kind]


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read a run of tiles such as `123m0p11z`, in the order written.

    >>> parse_tiles("30m1z")
    (Tile('3m'), Tile('0m'), Tile('1z'))

    Raises:
        NotationError: the text is not mpsz; the message names the place.
    """
    found: list[Tile] = []
    ranks: list[tuple[int, str]] = []
    for place, letter in enumerate(text):
        if letter.isascii() and letter.isdigit():
            ranks.append((place, letter))
        elif letter in SUITS:
            if not ranks:
                raise NotationError(f"{text!r}: no digit stands before {letter!r} at place {place + 1}")
            found.extend(_tile_at(text, at, rank, letter) for at, rank in ranks)
            ranks = []
        elif letter == "f":
            raise NotationError(f"{text!r}: there are no flower tiles in riichi (place {place + 1})")
        elif not letter.isspace():
            raise NotationError(
                f"{text!r}: {letter!r} at place {place + 1} is neither a digit nor m, p, s or z"
            )
    if ranks:
        raise NotationError(f"{text!r}: the digits from place {ranks[0][0] + 1} have no suit letter")
    return tuple(found)


def _tile_at(text: str, place: int, rank: str, suit: str) -> Tile:
    try:
        return _TILES[rank + suit]
    except KeyError:
        raise NotationError(f"{text!r}: there is no {rank}{suit} (place {place + 1})") from None


def text_of(tiles: Iterable[Tile]) -> str:
    """Write tiles as mpsz text, in the order given.

    >>> text_of(parse_tiles("1m 2m 0p"))
    '12m0p'
    """
    written: list[str] = []
    suit = ""
    for tile in tiles:
        if suit and tile.suit != suit:
            written.append(suit)
        written.append(tile.text[0])
        suit = tile.suit
    return "".join(written) + suit


def dora_for(indicator: Tile, players: int = 4) -> Tile:
    """The tile that an indicator makes dora (ドラ): the next of its suit, the next wind or dragon.

    With three players 1m points to 9m, because 2m to 8m are not in the set [rules 1.4].

    >>> dora_for(Tile("9p")), dora_for(Tile("4z")), dora_for(Tile("7z")), dora_for(Tile("1m"), 3)
    (Tile('1p'), Tile('1z'), Tile('5z'), Tile('9m'))
    """
    if players == 3 and indicator.kind == 0:
        return BY_KIND[8]
    if indicator.kind < 27:
        start = indicator.kind - indicator.kind % 9
        return BY_KIND[start + (indicator.kind + 1) % 9]
    if indicator.kind < 31:
        return BY_KIND[27 + (indicator.kind - 26) % 4]
    return BY_KIND[31 + (indicator.kind - 30) % 3]


def kinds_in_play(players: int) -> Iterator[int]:
    """The kinds that are in the set: all 34, or 27 for three players (no 2m to 8m)."""
    return (kind for kind in range(KINDS) if players == 4 or not 1 <= kind <= 7)
