"""One wording for what a player may do, so that our facts and the peer's actions can be laid side by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    PonCalled,
    RiichiDeclared,
    Ryuukyoku,
    WinBy,
    Won,
)
from companion.riichi.tiles import BY_KIND, Tile, red_of

RED = frozenset({16, 52, 88})
"""The peer's numbers of the red fives; number // 4 is the kind."""
PASS = "pass"


def tile_of(number: int) -> Tile:
    """The face of one of the peer's 136 tiles."""
    plain = BY_KIND[number // 4]
    return red_of(plain) if number in RED else plain


def words_of_fact(fact: KyokuFact) -> str:
    """What a fact of ours makes true, in the common wording."""
    match fact:
        case Discarded(tile=tile):
            return f"discard {tile}"
        case RiichiDeclared():
            return "riichi"
        case Won(by=by):
            return "tsumo" if by is WinBy.TSUMO else "ron"
        case AnkanDeclared(tiles=tiles):
            return f"ankan {_lowest(tiles)}"
        case KakanDeclared(tile=tile):
            return f"kakan {tile}"
        case KitaDeclared():
            return "kita"
        case Ryuukyoku():
            return "kyuushu"
        case PonCalled(own=own):
            return f"pon {_sorted(own)}"
        case DaiminkanCalled(own=own):
            return f"daiminkan {_sorted(own)}"
        case ChiCalled(own=own):
            return f"chi {_sorted(own)}"
        case _:
            raise AssertionError(f"no player chooses {fact}")


def words_of_action(action: Any) -> str:
    """What an action of the peer does, in the common wording."""
    name = str(action.action_type).rpartition(".")[2].lower()
    own = [tile_of(number) for number in action.consume_tiles]
    match name:
        case "discard" | "kakan":
            return f"{name} {tile_of(action.tile)}"
        case "pon" | "daiminkan" | "chi":
            return f"{name} {_sorted(own)}"
        case "ankan":
            return f"ankan {_lowest(own)}"
        case "kyushu_kyuhai":
            return "kyuushu"
        case _:
            return name


def _sorted(tiles: Iterable[Tile | None]) -> str:
    return " ".join(str(tile) for tile in sorted(tile for tile in tiles if tile))


def _lowest(tiles: Iterable[Tile | None]) -> str:
    return next(tile.plain.text for tile in tiles if tile)
