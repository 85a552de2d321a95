"""Whether furiten keeps a waiting hand from winning on somebody's tile; worked out when asked (振聴)."""

from __future__ import annotations

from companion.riichi import shape
from companion.riichi.kyoku import Kyoku, Offer, OfferKind
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat


def furiten_reason(kyoku: Kyoku, seat: Seat, hand: shape.Counts) -> Reason | None:
    """Which kind of furiten forbids ron for a waiting concealed hand; None if the hand may win.

    The player's own discards always count, even those called away. Another player's tile that could
    have been won on and was passed counts until the player's next draw or call, and after riichi for
    the rest of the kyoku [naki; riichi; EMA 2016]. The tile on offer now has not been passed yet.
    A closed kan does not count: most hands cannot rob it, and no copy is left for kokushi to wait for.
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
