"""The facts of a result that people enter: who won what, or by which draw the hand ended.

Where a result is corrected, what is not said again stays as it was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.evidence.intentions import Draw, MeldShown, Win, Winner
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Fact,
    HandValue,
    PonCalled,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import MeldKind
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, distance
from companion.riichi.tiles import Tile

__all__ = ["drawn", "shown_too", "won"]

_SHOWN: Final = (RyuukyokuKind.EXHAUSTIVE, RyuukyokuKind.NAGASHI_MANGAN, RyuukyokuKind.SUUCHA_RIICHI)
"""The draws at which hands are shown; four players in riichi show theirs, too."""


def won(win: Win, rules: RuleSet, kyoku: Kyoku | None, told: Sequence[Fact]) -> tuple[Fact, ...]:
    """The melds that nobody had told, then the wins, nearest after the discarder first.

    `kyoku` is the hand on the table if it was won just now; `told` is the standing result if one is being
    corrected.
    """

    def turns(one: Winner) -> int:
        return distance(one.seat if win.giver is None else win.giver, one.seat, rules.players)

    winners = sorted(win.winners, key=turns)
    melds = [_meld(meld, one.seat) for one in winners for meld in one.melds]
    return (*melds, *(_won(one, win.giver, rules, kyoku, told) for one in winners))


def _won(one: Winner, giver: Seat | None, rules: RuleSet, kyoku: Kyoku | None, told: Sequence[Fact]) -> Won:
    by = WinBy.TSUMO if giver is None else WinBy.RON
    said = Won(
        one.seat,
        by,
        one.seat if giver is None else giver,
        one.tile,
        one.hand,
        one.ura,
        _value(one, rules),
        one.liable,
        one.liable_for_kans,
    )
    old = next((fact for fact in told if isinstance(fact, Won) and fact.seat == one.seat), None)
    if old is not None and one.hand is None:
        return _with_what_stands(said, old, rules)
    return replace(said, tile=_lies_there(said, kyoku)) if said.tile is None and kyoku is not None else said


def _with_what_stands(said: Won, old: Won, rules: RuleSet) -> Won:
    """The win with what stays of the old one: with another value, the shown tiles cannot be right."""
    is_same_tile = (said.by, said.giver) == (old.by, old.giver)
    is_same_worth = _is_worth(said.value, old.value, rules)
    is_same_hand = is_same_tile and is_same_worth
    # Where the tile was typed with the others it may be as wrong as they are.
    is_tile_known = is_same_tile and (is_same_worth or old.hand is None)
    return replace(
        said,
        tile=said.tile or (old.tile if is_tile_known else None),
        hand=old.hand if is_same_hand else None,
        ura=old.ura if is_same_hand else (),
        value=old.value if is_same_worth and said.by is old.by else said.value,
    )


def _is_worth(said: HandValue | None, old: HandValue | None, rules: RuleSet) -> bool:
    """Whether it is the same value, with the same yaku of the house."""
    if said is None or old is None:
        return said is old
    own = {name for name, _ in rules.local_yaku}
    if {name for name, _ in said.yaku if name in own} != {name for name, _ in old.yaku if name in own}:
        return False
    if said.yakuman or old.yakuman:
        return said.yakuman == old.yakuman
    return (said.han, said.fu) == (old.han, old.fu)


def _value(one: Winner, rules: RuleSet) -> HandValue | None:
    """The value with the yaku of the house that were named with it."""
    if one.value is None or not one.local_yaku:
        return one.value
    own = tuple(yaku for yaku in rules.local_yaku if yaku[0] in one.local_yaku)
    return replace(one.value, yaku=(*one.value.yaku, *own))


def _lies_there(said: Won, kyoku: Kyoku) -> Tile | None:
    """The tile that was won on, as far as the table knows it."""
    before = [win.tile for win in kyoku.wins if (win.by, win.giver) == (said.by, said.giver)]
    if before:
        return before[0]
    offer = kyoku.offer
    return offer.tile if offer is not None and said.by is WinBy.RON and offer.seat == said.giver else None


def _meld(meld: MeldShown, seat: Seat) -> Fact:
    """The call of a meld that nobody entered when it was made; from whom and when is not known."""
    if meld.kind is MeldKind.ANKAN:
        return AnkanDeclared(seat, meld.tiles, is_late=True)
    tile, *own = meld.tiles or (None,)
    if meld.kind is MeldKind.CHI:
        return ChiCalled(seat, tile, tuple(own))
    called = PonCalled if meld.kind is MeldKind.PON else DaiminkanCalled
    return called(seat, None, tile, tuple(own))


def drawn(draw: Draw, in_riichi: tuple[Seat, ...], told: Sequence[Fact]) -> Ryuukyoku:
    """The draw with only what belongs to its kind. Hands stay shown, except those that are noten now."""
    tenpai = in_riichi if draw.tenpai is None else draw.tenpai
    said = Ryuukyoku(
        draw.kind,
        tenpai if draw.kind in _SHOWN else (),
        draw.nagashi if draw.kind is RyuukyokuKind.NAGASHI_MANGAN else (),
        draw.by if draw.kind is RyuukyokuKind.KYUUSHU_KYUUHAI else None,
    )
    old = next((fact for fact in told if isinstance(fact, Ryuukyoku)), None)
    if old is None or old.kind is not said.kind:
        return said
    if draw.kind not in _SHOWN:
        said = replace(said, tenpai=old.tenpai)
    noten_now = set(old.tenpai) - set(said.tenpai)
    hands = tuple(None if seat in noten_now else hand for seat, hand in enumerate(old.hands))
    return replace(said, hands=hands)


def shown_too(draw: Ryuukyoku, seat: Seat) -> Ryuukyoku:
    """The draw with a tenpai hand of this player as well, where hands are shown at it."""
    return replace(draw, tenpai=tuple(sorted({*draw.tenpai, seat}))) if draw.kind in _SHOWN else draw
