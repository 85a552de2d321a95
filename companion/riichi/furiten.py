"""振聴: whether a waiting hand may win on somebody's tile; decided when it is asked, from the table."""

from __future__ import annotations

from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat


def furiten_reason(kyoku: Kyoku, seat: Seat, waits: frozenset[int]) -> Reason | None:
    """Which kind of furiten forbids ron for a hand with these waits; None if it is free.

    The own discards count for ever, also those called away. A winning tile that others offered
    and that was passed counts until the own next draw or call, after riichi for the whole kyoku
    [seeds: naki, riichi; EMA 2016]. The tile offered at this moment has not been passed.
    """
    player = kyoku.players[seat]
    if any(discard.tile is not None and discard.tile.kind in waits for discard in player.discards):
        return Reason.FURITEN_DISCARD
    passed = kyoku.offers[:-1] if kyoku.offer is not None else kyoku.offers
    if player.riichi is not None and _was_passed(passed[player.riichi.offers_before :], seat, waits):
        return Reason.FURITEN_RIICHI
    if _was_passed(passed[player.offers_before_turn :], seat, waits):
        return Reason.FURITEN_TURN
    return None


def _was_passed(offers: tuple[tuple[Seat, int], ...], seat: Seat, waits: frozenset[int]) -> bool:
    return any(giver != seat and kind in waits for giver, kind in offers)
