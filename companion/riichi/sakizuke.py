"""Whether the first call has settled a yaku of an open hand, as far as the record shows it (先付け).

The record has the calls in their order, and the wait if the hand was shown. It does not say when a concealed
triplet was completed, what the player was aiming for, nor the order of calls that were entered while nobody
followed the turns: then people have to be asked.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from companion.riichi import shape
from companion.riichi.facts import HandValue, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import Meld
from companion.riichi.tiles import BY_KIND, Tile
from companion.riichi.yaku import DORA


class Settled(StrEnum):
    """Whether the first call has settled a yaku."""

    YES = "yes"
    NO = "no"
    ASK = "ask"


_SITUATIONAL: Final = frozenset({"haitei", "houtei", "rinshan", "chankan"})
_WINDS: Final = {"east": "1z", "south": "2z", "west": "3z", "north": "4z"}
_YAKUHAI: Final = {"haku": "5z", "hatsu": "6z", "chun": "7z"} | {
    f"{whose}_wind_{wind}": tile for whose in ("seat", "round") for wind, tile in _WINDS.items()
}


def settled_by_the_first_call(kyoku: Kyoku, win: Won) -> Settled:
    """The best answer among the yaku of the hand; always yes for a closed hand, which has called nothing."""
    opened = [meld for meld in kyoku.players[win.seat].melds if meld.is_open]
    if not opened:
        return Settled.YES
    if win.value is None or not win.value.yaku:
        return Settled.ASK
    in_order = not kyoku.has_gap or len(opened) == 1
    said = [_of(name, opened, win, in_order=in_order) for name in _named(win.value)]
    if Settled.YES in said:
        return Settled.YES
    return Settled.ASK if Settled.ASK in said else Settled.NO


def _named(value: HandValue) -> list[str]:
    return [name for name, _ in value.yaku if name not in DORA]


def _of(name: str, opened: list[Meld], win: Won, *, in_order: bool) -> Settled:
    if name in _SITUATIONAL:
        return Settled.NO
    if name in _YAKUHAI:
        return _of_yakuhai(Tile(_YAKUHAI[name]), opened, win, in_order=in_order)
    if name == "tanyao" and win.hand is not None:
        # Every tile that the hand waits for has to make the same yaku (no 片和了).
        waits = shape.waits(shape.counts_of(win.hand))
        return Settled.NO if any(BY_KIND[kind].is_orphan for kind in waits) else Settled.YES
    return Settled.ASK


def _of_yakuhai(tile: Tile, opened: list[Meld], win: Won, *, in_order: bool) -> Settled:
    """Yes if the triplet was called first, no if it was called later or made by the win; ask if concealed."""
    place = next((at for at, meld in enumerate(opened) if tile in meld.tiles), None)
    if place is not None and not in_order:
        return Settled.ASK
    if place is not None:
        return Settled.YES if place == 0 else Settled.NO
    return Settled.NO if win.tile is tile else Settled.ASK
