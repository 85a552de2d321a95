"""When a kyoku has to end, or may end, without a win; pure questions about a kyoku (途中流局)."""

from __future__ import annotations

from companion.riichi.facts import RyuukyokuKind
from companion.riichi.kyoku import Kyoku, OfferKind, Phase
from companion.riichi.ruleset import FifthKan, Suukaikan
from companion.riichi.seats import Seat, seats
from companion.riichi.tiles import ORPHANS


def abortive_draw_due(kyoku: Kyoku) -> RyuukyokuKind | None:
    """The abortive draw that is due now unless the last tile is won on; None if there is none.

    Kyuushu kyuuhai is a player's choice and sanchahou comes with the third ron: neither is returned.
    """
    if kyoku.phase is Phase.TO_REPLACE:
        return RyuukyokuKind.SUUKAIKAN if _suukaikan_at_once(kyoku) else None
    if kyoku.phase is not Phase.TO_DRAW:
        is_due = kyoku.phase is Phase.UNFOLLOWED and kyoku.rules.suucha_riichi and is_suucha_riichi(kyoku)
        return RyuukyokuKind.SUUCHA_RIICHI if is_due else None
    if kyoku.offer is None:
        return None
    if kyoku.rules.suufon_renda and is_suufon_renda(kyoku):
        return RyuukyokuKind.SUUFON_RENDA
    if kyoku.rules.suucha_riichi and is_suucha_riichi(kyoku):
        return RyuukyokuKind.SUUCHA_RIICHI
    if kyoku.kans >= 4 and kyoku.rules.suukaikan is Suukaikan.AFTER_DISCARD and kan_makers(kyoku) > 1:
        return RyuukyokuKind.SUUKAIKAN
    return None


def _suukaikan_at_once(kyoku: Kyoku) -> bool:
    if kyoku.kans < 4 or (kyoku.offer is not None and kyoku.offer.kind is OfferKind.KITA):
        return False
    if kyoku.kans > 4:
        return kyoku.rules.fifth_kan is FifthKan.DRAW and kyoku.rules.suukaikan is not Suukaikan.URA_POSITIONS
    return kyoku.rules.suukaikan is Suukaikan.AT_ONCE and kan_makers(kyoku) > 1


def kan_makers(kyoku: Kyoku) -> int:
    """How many players have made a kan."""
    return sum(player.kans > 0 for player in kyoku.players)


def is_kan_limit_reached(kyoku: Kyoku) -> bool:
    """Whether no further kan may be made: after four, unless the house allows a fifth.

    Where the fifth is a draw, it is possible only if one player has made all four [kan].
    """
    if kyoku.kans < 4 or kyoku.rules.suukaikan is Suukaikan.URA_POSITIONS:
        return False
    return kyoku.rules.fifth_kan is FifthKan.FORBIDDEN or kan_makers(kyoku) > 1


def is_suufon_renda(kyoku: Kyoku) -> bool:
    """Whether the first four discards are the same wind, and nobody called (四風連打)."""
    if not kyoku.is_untouched or kyoku.rules.players != 4 or len(kyoku.offers) != 4:
        return False
    first = kyoku.offers[0].tile
    is_wind = first is not None and 27 <= first.kind <= 30
    return is_wind and all(offer.tile is first for offer in kyoku.offers)


def may_be_suufon_renda(kyoku: Kyoku) -> bool:
    """Whether the first four discards may have been the same wind, as far as they are known."""
    is_unfollowed = kyoku.phase is Phase.UNFOLLOWED
    if not kyoku.is_untouched or kyoku.rules.players != 4 or len(kyoku.offers) > 4:
        return False
    if len(kyoku.offers) < 4 and not is_unfollowed:
        return False
    seen = {offer.tile for offer in kyoku.offers if offer.tile is not None}
    return len(seen) <= 1 and all(27 <= tile.kind <= 30 for tile in seen)


def is_suucha_riichi(kyoku: Kyoku) -> bool:
    """Whether all four players are in riichi and the last declaration has passed (四家立直)."""
    return kyoku.rules.players == 4 and all(
        player.riichi is not None and player.riichi.is_accepted for player in kyoku.players
    )


def orphan_kinds(kyoku: Kyoku, seat: Seat) -> int | None:
    """How many kinds of terminals and honours the hand holds; None where it is not known."""
    hand = kyoku.players[seat].known_hand
    return None if hand is None else len({tile.kind for tile in hand} & ORPHANS)


def may_be_nagashi(kyoku: Kyoku, seat: Seat) -> bool:
    """Whether nagashi mangan is possible, as far as discards are known; not with a dead hand (流し満貫)."""
    return not kyoku.players[seat].is_dead and all(
        discard.called_by is None and (discard.tile is None or discard.tile.is_orphan)
        for discard in kyoku.players[seat].discards
    )


def nagashi_seats(kyoku: Kyoku) -> tuple[Seat, ...]:
    """The seats that discarded only terminals and honours, none called away; no dead hands (流し満貫).

    Empty where some discards were never told, because nobody knows whose they are.
    """
    if kyoku.gap is not None and (kyoku.is_unfollowed or kyoku.gap.unseen_discards):
        return ()
    return tuple(
        seat
        for seat in seats(kyoku.rules.players)
        if kyoku.players[seat].discards
        and not kyoku.players[seat].is_dead
        and all(
            discard.called_by is None and discard.tile is not None and discard.tile.is_orphan
            for discard in kyoku.players[seat].discards
        )
    )
