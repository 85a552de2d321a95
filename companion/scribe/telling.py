"""What a player is said to have done, as facts, and what must have happened unseen before each of them.

One tap is one lawful step. Nothing is guessed: only what the rules leave no choice about is added, a draw, a
stick, a replacement tile. Whether the fact itself is lawful is for `companion.riichi` to say.
"""

from __future__ import annotations

from functools import reduce
from typing import assert_never

from companion.evidence import Said
from companion.riichi.apply import apply
from companion.riichi.calls import Action
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    PlayUnfollowed,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat
from companion.riichi.tiles import COPIES, Tile, red_of


def completed(kyoku: Kyoku, fact: KyokuFact) -> tuple[KyokuFact, ...]:
    """The fact, and before it what must have happened unseen. Where nothing is missing, the fact alone."""
    return (*_unseen_before(kyoku, fact), fact)


def _unseen_before(kyoku: Kyoku, fact: KyokuFact) -> tuple[KyokuFact, ...]:
    match fact:
        case Discarded() | RiichiDeclared() | AnkanDeclared() | KakanDeclared() | KitaDeclared():
            return before_own_turn(kyoku, fact.seat)
        case Won(by=WinBy.TSUMO):
            return before_own_turn(kyoku, fact.seat)
        case Ryuukyoku(kind=RyuukyokuKind.KYUUSHU_KYUUHAI):
            return before_own_turn(kyoku, kyoku.turn if fact.by is None else fact.by)
        case Drawn() | ChiCalled() | PonCalled() | DaiminkanCalled() | PlayUnfollowed():
            return _stick_due(kyoku)
        case Ryuukyoku(kind=RyuukyokuKind.SANCHAHOU):
            return ()  # the riichi discard was won on, so it has not passed
        case Ryuukyoku():
            return _stick_due(kyoku)
        case IndicatorRevealed() if _waits_for_the_discard(kyoku):
            return (RinshanDrawn(kyoku.turn),)
        case _:
            return ()


def before_own_turn(kyoku: Kyoku, seat: Seat) -> tuple[KyokuFact, ...]:
    """What brings the seat to its turn, if it is the seat that moves next: the tile it must have drawn."""
    if seat != kyoku.turn:
        return ()
    if kyoku.phase is Phase.TO_REPLACE:
        return (RinshanDrawn(seat),)
    if kyoku.phase is Phase.TO_DRAW:
        return (*_stick_due(kyoku), Drawn(seat))
    return ()


def _stick_due(kyoku: Kyoku) -> tuple[KyokuFact, ...]:
    """The stick of a riichi whose discard has passed (立直棒); empty if none is due."""
    offer = kyoku.last_discard
    riichi = kyoku.players[offer.seat].riichi if offer else None
    if offer is None or riichi is None or riichi.is_accepted:
        return ()
    return (RiichiAccepted(offer.seat),)


def _waits_for_the_discard(kyoku: Kyoku) -> bool:
    """Whether the indicator is due only with the discard: then the replacement tile was drawn before."""
    return kyoku.phase is Phase.TO_REPLACE and kyoku.wall.owed_now <= 0 < kyoku.wall.owed_later


def told(kyoku: Kyoku, said: Said) -> tuple[KyokuFact, ...]:
    """The facts of a tap with all that must have happened before them, every one lawful at this table.

    Raises:
        IllegalFactError: the table forbids one of them; it says which.
    """
    facts: list[KyokuFact] = []
    for one in spoken(kyoku, said):
        lawful = completed(kyoku, one)
        kyoku = reduce(apply, lawful, kyoku)
        facts += lawful
    return tuple(facts)


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


def quad(tile: Tile | None, rules: RuleSet) -> tuple[Tile | None, ...]:
    """All four copies of a tile, its red ones first; four unknown ones for a tile that nobody told.

    >>> from companion.riichi.presets import TENHOU
    >>> quad(Tile("5p"), TENHOU)
    (Tile('0p'), Tile('5p'), Tile('5p'), Tile('5p'))
    """
    if tile is None:
        return (None,) * COPIES
    if tile.is_honour or tile.rank != 5:
        return (tile,) * COPIES
    reds = rules.red_fives["mps".index(tile.suit)]
    return (red_of(tile.plain),) * reds + (tile.plain,) * (COPIES - reds)
