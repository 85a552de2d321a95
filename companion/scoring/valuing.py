"""Values winning hands by their tiles, their situation and a rule set (役と符)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.riichi.facts import HandValue, WinBy, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import Meld
from companion.riichi.ruleset import Renhou, RuleSet
from companion.riichi.settlement import base_points
from companion.riichi.situation import Situation, local_yaku_of, situation_of
from companion.riichi.tiles import Tile
from companion.riichi.yaku import OTHER, YAKU
from companion.scoring.audit import WinningHand, audit
from companion.scoring.dora import count_dora
from companion.scoring.errors import Contradiction, ScoringError

if TYPE_CHECKING:
    from companion.scoring.adapter import Counted

_ORDER = {name: place for place, name in enumerate((*YAKU, *OTHER))}
_RENHOU_HAN = 5


def value_hand(
    hand: Iterable[Tile],
    melds: Iterable[Meld],
    tile: Tile,
    situation: Situation,
    *,
    indicators: Iterable[Tile | None],
    ura: Iterable[Tile],
    rules: RuleSet,
) -> HandValue:
    """The value of a winning hand by its best reading; `hand` is concealed, without the winning tile.

    An indicator that nobody saw is None in its place: no dora are counted for it.

    Raises:
        ScoringError: the hand is impossible, not complete, or has no yaku.
    """
    win = WinningHand(tuple(hand), tuple(melds), tile, situation, tuple(indicators), tuple(ura))
    audit(win, rules)
    if situation.tenhou and rules.tenhou_doubles:
        return _of_its_best_tile(win, rules)
    if situation.renhou and rules.renhou is Renhou.MANGAN:
        return _with_renhou_as_mangan(win, rules)
    return _value(win, rules, renhou=situation.renhou and rules.renhou is not Renhou.NONE)


def _value(win: WinningHand, rules: RuleSet, *, renhou: bool) -> HandValue:
    if win.situation.open_riichi and win.situation.by is WinBy.RON and rules.open_riichi_yakuman:
        return _with_open_riichi_as_yakuman(win, rules, renhou=renhou)
    # The package that counts is loaded only with the first win, long after the first page was shown.
    from companion.scoring.adapter import count
    from companion.scoring.local_yaku import count_with_local_yaku

    dora = count_dora(win, rules)
    own = tuple((name, han) for name, han in rules.local_yaku if name in win.situation.local_yaku)
    more = sum(han for _, han in dora)
    counted = (
        count_with_local_yaku(win, rules, more, own, renhou=renhou)
        if own
        else count(win, rules, more, renhou=renhou)
    )
    if counted.is_yakuman:
        return _yakuman(counted, rules)
    yaku = tuple(sorted((*counted.yaku, *dora), key=_place))
    return HandValue(sum(han for _, han in yaku), counted.fu, 0, yaku)


def _place(named: tuple[str, int]) -> int:
    """The place of a yaku in the order; those of the house come just before the dora."""
    name = named[0]
    return _ORDER.get(name, _ORDER["dora"]) * 2 - (name not in _ORDER)


def _of_its_best_tile(win: WinningHand, rules: RuleSet) -> HandValue:
    """The value of tenhou (天和) if whichever of the fourteen tiles pays most counts as the last."""
    tiles = (*win.hand, win.tile)
    values = (
        _value(replace(win, hand=(*tiles[:place], *tiles[place + 1 :]), tile=tile), rules, renhou=False)
        for place, tile in enumerate(tiles)
    )
    return max(values, key=lambda value: base_points(value, rules))


def _yakuman(counted: Counted, rules: RuleSet) -> HandValue:
    """The value of a hand whose yakuman add up, or of which only the most valuable one counts (役満)."""
    each = [han // 13 for _, han in counted.yaku]
    times = sum(each) if rules.yakuman_stack else max(each)
    yaku = tuple(sorted(counted.yaku, key=_place))
    return HandValue(13 * times, counted.fu, times, yaku)


def _with_open_riichi_as_yakuman(win: WinningHand, rules: RuleSet, *, renhou: bool) -> HandValue:
    """The value of a ron with open riichi as a yakuman, besides any others in the hand (オープン立直)."""
    plain = _value(win, replace(rules, open_riichi_yakuman=False), renhou=renhou)
    others = plain.yaku if plain.yakuman else ()
    each = (*others, ("open_riichi", 13))
    times = plain.yakuman + 1 if rules.yakuman_stack else max(1, plain.yakuman)
    return HandValue(13 * times, plain.fu, times, each)


def _with_renhou_as_mangan(win: WinningHand, rules: RuleSet) -> HandValue:
    """A mangan by itself, unless the hand is worth more without it (人和)."""
    alone = HandValue(_RENHOU_HAN, 0, 0, (("renhou", _RENHOU_HAN),))
    try:
        plain = _value(win, rules, renhou=False)
    except ScoringError:  # no other yaku
        return alone
    if base_points(plain, rules) > base_points(alone, rules):
        return plain
    return replace(alone, fu=plain.fu)


def value_win(kyoku: Kyoku, win: Won) -> HandValue:
    """The value of a win at this table, before or right after it was applied.

    Raises:
        ScoringError: a tile was not seen, or the hand is not a winning one.
    """
    player = kyoku.players[win.seat]
    tile = win.tile or _tile_to_win_on(kyoku, win)
    hand = player.known_hand if win.hand is None else win.hand
    if tile is None or hand is None:
        raise ScoringError(Contradiction.NOT_SEEN)
    if win.hand is None and win.by is WinBy.TSUMO:
        hand = _without(hand, tile)
    situation = replace(situation_of(kyoku, win.seat, win.by), local_yaku=local_yaku_of(win, kyoku.rules))
    return value_hand(
        hand,
        player.melds,
        tile,
        situation,
        indicators=_indicators(kyoku),
        ura=_ura(kyoku, win),
        rules=kyoku.rules,
    )


def worth_of(kyoku: Kyoku, won: Won) -> HandValue | None:
    """What a win at this table is worth; None if the hand does not win, or some tile was not seen."""
    try:
        return value_win(kyoku, won)
    except ScoringError:
        return None


def _tile_to_win_on(kyoku: Kyoku, win: Won) -> Tile | None:
    if win.by is WinBy.TSUMO:
        return kyoku.players[win.seat].drawn
    return kyoku.offer.tile if kyoku.offer is not None else None


def _indicators(kyoku: Kyoku) -> tuple[Tile, ...]:
    seen = tuple(tile for tile in kyoku.wall.indicators if tile)
    if not seen or len(seen) < len(kyoku.wall.indicators):
        raise ScoringError(Contradiction.NOT_SEEN, "a dora indicator")
    return seen


def _without(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    place = hand.index(tile)
    return (*hand[:place], *hand[place + 1 :])


def _ura(kyoku: Kyoku, win: Won) -> tuple[Tile, ...]:
    """The ura indicators; empty where a fifth kan has used their places (裏ドラ)."""
    return () if kyoku.uses_ura_places else win.ura
