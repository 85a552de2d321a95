"""What one tap or one press says, as facts.

One tap is one lawful step: it brings with it what must have happened unseen before.
"""

from __future__ import annotations

from typing import assert_never

from companion.evidence.asked import Said
from companion.riichi.calls import Action
from companion.riichi.copies import quad
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile
from companion.riichi.unseen import all_completed

__all__ = ["spoken", "told"]


def told(kyoku: Kyoku, said: Said) -> tuple[KyokuFact, ...]:
    """The facts of a tap with all that must have happened before them, every one lawful at this table.

    Raises:
        IllegalFactError: the table forbids one of them; it says which.
    """
    return all_completed(kyoku, spoken(kyoku, said))


def spoken(kyoku: Kyoku, said: Said) -> tuple[KyokuFact, ...]:
    """What a tap says and nothing else, whether or not it is lawful at this table."""
    seat, tile = said.seat, said.tile
    match said.action:
        case Action.DISCARD:
            return (_discard(said),)
        case Action.RIICHI:
            declared = RiichiDeclared(seat, said.is_open)
            return (declared, RiichiAccepted(seat) if kyoku.is_unfollowed else _discard(said))
        case Action.TSUMO:
            return (Won(seat, WinBy.TSUMO, seat, tile),)
        case Action.ANKAN:
            return (AnkanDeclared(seat, said.own or quad(tile, kyoku.rules)),)
        case Action.KAKAN:
            return (KakanDeclared(seat, tile),)
        case Action.KITA:
            return (KitaDeclared(seat),)
        case Action.KYUUSHU_KYUUHAI:
            return (Ryuukyoku(RyuukyokuKind.KYUUSHU_KYUUHAI, by=seat),)
        case Action.RON:
            giver = _giver(kyoku, said)
            return (Won(seat, WinBy.RON, seat if giver is None else giver, _offered(kyoku, said)),)
        case Action.PON:
            return (PonCalled(seat, _giver(kyoku, said), _offered(kyoku, said), _own(said, 2)),)
        case Action.DAIMINKAN:
            return (DaiminkanCalled(seat, _giver(kyoku, said), _offered(kyoku, said), _own(said, 3)),)
        case Action.CHI:
            return (ChiCalled(seat, _offered(kyoku, said), _own(said, 2)),)
        case _:
            assert_never(said.action)


def _discard(said: Said) -> Discarded:
    return Discarded(said.seat, said.tile, said.tsumogiri)


def _own(said: Said, number: int) -> tuple[Tile | None, ...]:
    return said.own or (None,) * number


def _giver(kyoku: Kyoku, said: Said) -> Seat | None:
    """From whom: as it was said, else whoever laid the tile on offer; None where nobody follows the turns."""
    if said.giver is not None or kyoku.is_unfollowed:
        return said.giver
    return kyoku.offer.seat if kyoku.offer is not None else said.seat


def _offered(kyoku: Kyoku, said: Said) -> Tile | None:
    return said.tile if said.tile is not None or kyoku.offer is None else kyoku.offer.tile
