"""Whether a waiting hand may win on somebody's tile; decided when it is asked, from the table (振聴)."""

from __future__ import annotations

from companion.riichi import shape
from companion.riichi.kyoku import Kyoku, Offer, OfferKind
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat


def furiten_reason(kyoku: Kyoku, seat: Seat, hand: shape.Counts) -> Reason | None:
    """Which kind of furiten forbids ron for a waiting concealed hand; None if it is free.

    The own discards count for ever, also those called away. A winning tile that others offered
    and that was passed counts until the own next draw or call, after riichi for the whole kyoku
    [seeds: naki, riichi; EMA 2016]. The tile offered at this moment has not been passed. A closed
    kan does not count: most hands cannot rob it, and no copy is left for kokushi to wait for.
    """
    player = kyoku.players[seat]
    waits = shape.waits(hand)
    if any(discard.tile is not None and discard.tile.kind in waits for discard in player.discards):
        return Reason.FURITEN_DISCARD
    passed = kyoku.offers[:-1] if kyoku.offer is not None else kyoku.offers

    def was_passed(offers: tuple[Offer, ...]) -> bool:
        return any(
            offer.seat != seat
            and offer.tile is not None
            and offer.tile.kind in waits
            and offer.kind is not OfferKind.ANKAN
            for offer in offers
        )

    if player.riichi is not None and was_passed(passed[player.riichi.offers_before :]):
        return Reason.FURITEN_RIICHI
    return Reason.FURITEN_TURN if was_passed(passed[player.offers_before_turn :]) else None
