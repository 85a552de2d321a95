"""The wins and draws that are due at a pretend table, with everything that is shown for them (和了と流局)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.pretend.players.dealer import TileWall
from companion.riichi import shape
from companion.riichi.apply import apply
from companion.riichi.draws import abortive_draw_due, nagashi_seats
from companion.riichi.ending import sanchahou_is_played
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Ryuukyoku, RyuukyokuKind, WinBy, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.player import Player
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import MultipleRon
from companion.riichi.seats import Seat, in_turn_order_after, seats
from companion.riichi.tenpai import counts_as_tenpai
from companion.riichi.tiles import Tile
from companion.scoring import ScoringError, value_win

_NO_WIN = frozenset(
    {
        Reason.NO_YAKU,
        Reason.ATOZUKE,
        Reason.TWO_HAN_NEEDED,
        Reason.FURITEN_DISCARD,
        Reason.FURITEN_TURN,
        Reason.FURITEN_RIICHI,
        Reason.NO_CHANKAN_OF_ANKAN,
    }
)
"""The reasons for which a complete hand may not win."""


def tsumo(kyoku: Kyoku, wall: TileWall) -> Won | None:
    """The win of the player who has just drawn; None where the hand cannot be won (自摸和)."""
    player = kyoku.players[kyoku.turn]
    hand = player.known_hand
    if hand is None or player.drawn is None or not shape.is_complete(shape.counts_of(hand)):
        return None
    win = Won(kyoku.turn, WinBy.TSUMO, kyoku.turn, player.drawn, hand[:-1], _ura(kyoku, player, wall))
    return _valued(kyoku, win)


def ron(kyoku: Kyoku, wall: TileWall) -> tuple[Won, ...] | Ryuukyoku:
    """The wins on the tile on offer now (栄和): all, the first (頭ハネ), or a draw if there are three."""
    wins = tuple(_ron_wins(kyoku, wall))
    if len(wins) > 1 and kyoku.rules.multiple_ron is MultipleRon.HEAD_BUMP:
        return wins[:1]
    if len(wins) == 3 and sanchahou_is_played(kyoku.rules):
        return _draw(kyoku, RyuukyokuKind.SANCHAHOU, [win.seat for win in wins])
    return wins


def _ron_wins(kyoku: Kyoku, wall: TileWall) -> Iterator[Won]:
    offer = kyoku.offer
    if offer is None or offer.tile is None:
        return
    for seat in in_turn_order_after(offer.seat, kyoku.rules.players):
        player = kyoku.players[seat]
        hand = player.known_hand or ()
        if offer.tile.kind in shape.waits(shape.counts_of(hand)):
            win = Won(seat, WinBy.RON, offer.seat, offer.tile, hand, _ura(kyoku, player, wall))
            valued = _valued(kyoku, win)
            if valued is not None:
                yield valued


def _valued(kyoku: Kyoku, win: Won) -> Won | None:
    """The win with its value; None where the rules forbid it. Any other refusal is a bug, and raised."""
    try:
        apply(kyoku, win)
        valued = replace(win, value=value_win(kyoku, win))
        apply(kyoku, valued)  # some houses forbid a win for its value
    except (IllegalFactError, ScoringError) as error:
        if error.reason in _NO_WIN:
            return None
        raise
    return valued


def _ura(kyoku: Kyoku, player: Player, wall: TileWall) -> tuple[Tile, ...]:
    """The tiles under the indicators, which a riichi winner turns over (裏ドラ)."""
    if player.riichi is None or not player.riichi.is_accepted:
        return ()
    return tuple(wall.ura(number) for number in range(kyoku.rules.ura_under(len(kyoku.wall.indicators))))


def draw_due(kyoku: Kyoku) -> Ryuukyoku | None:
    """The draw that is due now that nobody has won; None where none is (流局)."""
    kind = abortive_draw_due(kyoku)
    if kind is not None:
        shown = seats(kyoku.rules.players) if kind is RyuukyokuKind.SUUCHA_RIICHI else ()
        return _draw(kyoku, kind, list(shown))
    if kyoku.wall.live:
        return None
    tenpai = [seat for seat in seats(kyoku.rules.players) if _is_tenpai(kyoku, kyoku.players[seat])]
    nagashi = nagashi_seats(kyoku) if kyoku.rules.nagashi_mangan else ()
    if nagashi:
        return replace(_draw(kyoku, RyuukyokuKind.NAGASHI_MANGAN, tenpai), nagashi=nagashi)
    return _draw(kyoku, RyuukyokuKind.EXHAUSTIVE, tenpai)


def _draw(kyoku: Kyoku, kind: RyuukyokuKind, tenpai: list[Seat]) -> Ryuukyoku:
    """A draw with the hands that are shown for it."""
    hands = [kyoku.players[seat].known_hand if seat in tenpai else None for seat in seats(4)]
    return Ryuukyoku(kind, tenpai=tuple(sorted(tenpai)), hands=tuple(hands))


def _is_tenpai(kyoku: Kyoku, player: Player) -> bool:
    return counts_as_tenpai(shape.counts_of(player.known_hand or ()), player.melds, kyoku.rules)
