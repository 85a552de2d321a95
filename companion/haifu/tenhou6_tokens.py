"""Reads and writes the entries of tenhou.net/6: tile numbers, and calls as strings.

`11`-`19` characters, `21`-`29` circles, `31`-`39` bamboos, `41`-`47` honours, `51` `52` `53` the red
fives. A tile that nobody saw is `0`, within a call `00`. In the list of discards `60` stands for the
tile just drawn, and `0` right after an open kan is only a placeholder.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from companion.haifu.record import Unreadable
from companion.plurals import counted
from companion.riichi.tiles import BY_KIND, Tile

TSUMOGIRI: Final = 60
UNSEEN: Final = 0

CallLetter = Literal["c", "p", "m", "k", "a", "f"]
_NUMBERS: Final = {
    tile.text: 50 + "mps".index(tile.suit) + 1 if tile.is_red else 10 * (tile.kind // 9 + 1) + tile.rank
    for tile in (*BY_KIND, Tile("0m"), Tile("0p"), Tile("0s"))
}
_TILES: Final = {number: Tile(text) for text, number in _NUMBERS.items()}
_CALL: Final = re.compile(r"(?:\d\d){0,3}([cpmka])(?:\d\d)+|f44")
_TILES_IN_CALL: Final = {"c": 3, "p": 3, "m": 4, "k": 4, "a": 4}


@dataclass(frozen=True, slots=True)
class Call:
    """A call or kan as the string has it. `place` is the number of tiles before the letter."""

    letter: CallLetter
    tiles: tuple[Tile | None, ...]
    """In the order written."""
    place: int = 0

    @property
    def called(self) -> Tile | None:
        """The tile after the letter: taken from another player, or added to a pon."""
        return self.tiles[self.place]

    @property
    def own(self) -> tuple[Tile | None, ...]:
        """The tiles from the player's own hand or pon."""
        return (*self.tiles[: self.place], *self.tiles[self.place + 1 :])

    @property
    def takes_discard(self) -> bool:
        """Whether it takes a discard instead of a draw: a chi, a pon or an open kan."""
        return self.letter in "cpm"


@dataclass(frozen=True, slots=True)
class Lay:
    """An entry of the discards: a tile (None if unseen), or the tile just drawn."""

    tile: Tile | None = None
    is_tsumogiri: bool = False
    is_riichi: bool = False
    is_blank: bool = False
    """A bare 0: an unseen discard, or after an open kan no discard at all."""


def tile_of(number: Any) -> Tile | None:
    """A tile by its number; None for 0.

    Raises:
        Unreadable: no tile has this number.
    """
    if isinstance(number, int) and not isinstance(number, bool):
        if number == UNSEEN:
            return None
        if number in _TILES:
            return _TILES[number]
    raise Unreadable(f"{number!r:.40} is not a tile (11 to 47, 51 to 53, or 0 for an unseen one)")


def number_of(tile: Tile | None) -> int:
    """The number of a tile; 0 for an unseen one."""
    return UNSEEN if tile is None else _NUMBERS[tile.text]


def read_take(entry: Any) -> Tile | Call | None:
    """An entry of the draws: a tile, or a call that took a discard.

    Raises:
        Unreadable: it is neither.
    """
    if not isinstance(entry, str):
        return tile_of(entry)
    call = _read_call(entry)
    if not call.takes_discard:
        raise Unreadable(f"{entry!r:.40} stands among the draws but takes no discard")
    return call


def read_give(entry: Any) -> Lay | Call:
    """An entry of the discards: a tile, with or without riichi, a closed or added kan, or a north.

    Raises:
        Unreadable: it is none of these.
    """
    if not isinstance(entry, str):
        return _read_lay(entry)
    if entry.startswith("r") and entry[1:].isascii() and entry[1:].isdigit():
        lay = _read_lay(int(entry[1:4]))
        return Lay(lay.tile, lay.is_tsumogiri, is_riichi=True)
    call = _read_call(entry)
    if call.takes_discard:
        raise Unreadable(f"{entry!r:.40} stands among the discards but takes one")
    return call


def _read_lay(entry: Any) -> Lay:
    if entry == TSUMOGIRI:
        return Lay(is_tsumogiri=True)
    tile = tile_of(entry)
    return Lay(tile, is_blank=tile is None)


def _read_call(entry: str) -> Call:
    found = _CALL.fullmatch(entry)
    if found is None or not entry.isascii():
        raise Unreadable(f"{entry!r:.40} is not a call")
    if entry == "f44":
        return Call("f", (Tile("4z"),))
    letter = found.group(1)
    place = entry.index(letter) // 2
    digits = entry.replace(letter, "")
    tiles = tuple(tile_of(int(digits[at : at + 2])) for at in range(0, len(digits), 2))
    if len(tiles) != _TILES_IN_CALL[letter]:
        raise Unreadable(f"{entry!r:.40} has {counted(len(tiles), 'tile')}")
    return Call(letter, tiles, place)  # type: ignore[arg-type]  # the pattern leaves only these letters


def write_call(letter: CallLetter, called: Tile | None, own: Sequence[Tile | None], place: int) -> str:
    """A call as a string: `place` tiles of `own`, the letter and the called tile, then the rest of `own`."""
    digits = [f"{number_of(tile):02}" for tile in own]
    digits.insert(place, f"{letter}{number_of(called):02}")
    return "".join(digits)


def giver_of(call: Call, seat: int, players: int) -> int:
    """Who gave the tile: kamicha if the letter comes first, toimen if after one tile, else shimocha.

    With three players the places are those of a table of four whose last seat is empty. Some
    programs count three seats instead; the two ways never contradict each other.
    """
    steps = {0: 3, 1: 2, 2: 1, 3: 1}[call.place]
    giver = (seat + steps) % 4
    if giver < players:
        return giver
    return (seat + (2 if call.place == 0 else 1)) % players


def place_of(giver: int | None, seat: int) -> int:
    """How many tiles come before the letter of a chi or pon; an open kan from shimocha has one more.

    If nobody knows who gave the tile, the letter comes first, because it has to be somewhere.
    """
    return 0 if giver is None else (seat - giver + 3) % 4
