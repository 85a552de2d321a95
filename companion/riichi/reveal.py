"""What a shown riichi hand gives away: a noten riichi, or a closed kan that riichi forbids.

At a real table hands are not seen before they are shown, so both come to light only at a win or
at a draw at which they are (the end of the wall, four riichi); then they are chombo [riichi; kan]. A hand
that is not shown is safe.
"""

from __future__ import annotations

from companion.riichi import shape
from companion.riichi.kyoku import Kyoku, OfferKind
from companion.riichi.melds import MeldKind
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.riichi.tenpai import counts_as_tenpai


def riichi_fault(kyoku: Kyoku, seat: Seat, hand: shape.Counts) -> Reason | None:
    """What a player in riichi did wrong, judging by the concealed waiting hand; None if nothing."""
    player = kyoku.players[seat]
    riichi = player.riichi
    if riichi is None:
        return None
    if not counts_as_tenpai(hand, player.melds, kyoku.rules) and Reason.RIICHI_NOTEN not in riichi.allowed:
        return Reason.RIICHI_NOTEN
    for kind in reversed(_kans_in_riichi(kyoku, seat)):
        hand = (*hand[:kind], hand[kind] + 3, *hand[kind + 1 :])  # as it was before this kan
        judgement = shape.judge_kan_in_riichi(hand, kind, kyoku.rules.kan_in_riichi)
        if judgement.reason is not None and judgement.reason not in riichi.allowed:
            return judgement.reason
    return None


def _kans_in_riichi(kyoku: Kyoku, seat: Seat) -> tuple[int, ...]:
    """The kinds of the closed kans that the player made after riichi, in order, without late ones."""
    player = kyoku.players[seat]
    before = player.riichi.offers_before if player.riichi else len(kyoku.offers)
    number = sum(o.seat == seat and o.kind is OfferKind.ANKAN for o in kyoku.offers[before:])
    closed = [meld.tile_kind for meld in player.melds if meld.kind is MeldKind.ANKAN and not meld.is_late]
    return tuple(kind for kind in closed[len(closed) - number :] if kind is not None)
