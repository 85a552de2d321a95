"""Draws, discards, riichi and indicators: the transitions of an ordinary turn."""

from __future__ import annotations

from dataclasses import replace

from companion.riichi import shape
from companion.riichi import wall as walls
from companion.riichi.checks import (
    count_seen,
    impossible,
    need_accepted_riichi,
    need_no_draw_due,
    need_turn,
    refuse,
    take_from_hand,
    with_player,
    without_ippatsu,
)
from companion.riichi.facts import (
    Discarded,
    Drawn,
    IndicatorRevealed,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
)
from companion.riichi.kuikae import kuikae_reason
from companion.riichi.kyoku import Kyoku, Offer, OfferKind, Phase
from companion.riichi.player import Hand, Player, RiichiState, RiverTile
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import Reveal
from companion.riichi.seats import Seat, shimocha
from companion.riichi.tenpai import counts_as_tenpai
from companion.riichi.tiles import Tile


def drawn(kyoku: Kyoku, fact: Drawn) -> Kyoku:
    """A tile of the live wall comes into the hand."""
    player = need_turn(kyoku, fact, fact.seat, Phase.TO_DRAW)
    need_accepted_riichi(kyoku, fact)
    need_no_draw_due(kyoku, fact)
    if not kyoku.wall.live:
        impossible(fact, Reason.WALL_EMPTY)
    wall = walls.after_draw(walls.all_due(kyoku.wall) if kyoku.wall.owed_later else kyoku.wall)
    return replace(
        kyoku,
        phase=Phase.TURN,
        offer=None,
        wall=wall,
        seen=_seen_with(kyoku, fact, fact.tile),
        players=with_player(kyoku, fact.seat, _holding(kyoku, player, fact.tile)),
    )


def rinshan_drawn(kyoku: Kyoku, fact: RinshanDrawn) -> Kyoku:
    """A replacement tile comes into the hand; the kan can no longer be robbed."""
    if kyoku.phase in (Phase.TURN, Phase.CALLED, Phase.RIICHI) or (
        kyoku.phase is Phase.TO_DRAW and fact.seat == kyoku.turn
    ):
        impossible(fact, Reason.NO_REPLACEMENT_DUE)
    player = need_turn(kyoku, fact, fact.seat, Phase.TO_REPLACE)
    need_no_draw_due(kyoku, fact)
    players = with_player(kyoku, fact.seat, _holding(kyoku, player, fact.tile))
    return replace(
        kyoku,
        phase=Phase.TURN,
        offer=None,
        rinshan_of=kyoku.offer.kind if kyoku.offer else OfferKind.DISCARD,
        wall=walls.after_replacement(kyoku.wall),
        seen=_seen_with(kyoku, fact, fact.tile),
        players=without_ippatsu(players),
        is_untouched=False,
    )


def _holding(kyoku: Kyoku, player: Player, tile: Tile | None) -> Player:
    return replace(player, hand=(*player.hand, tile), drawn=tile, offers_before_turn=len(kyoku.offers))


def _seen_with(kyoku: Kyoku, fact: Drawn | RinshanDrawn | IndicatorRevealed, tile: Tile | None) -> bytes:
    return kyoku.seen if tile is None else count_seen(kyoku, fact, (tile,))


def discarded(kyoku: Kyoku, fact: Discarded) -> Kyoku:
    """A tile is laid in the river; the next player draws unless somebody calls."""
    player = need_turn(kyoku, fact, fact.seat, Phase.TURN, Phase.CALLED, Phase.RIICHI)
    _check_discard(kyoku, fact, player)
    hand, seen = take_from_hand(kyoku, fact, player.hand, (fact.tile,))
    if kyoku.phase is Phase.RIICHI:
        _check_tenpai(kyoku, fact, hand)
    river_tile = RiverTile(fact.tile, fact.tsumogiri, sideways=player.owes_sideways_tile)
    riichi = player.riichi
    if riichi is not None and riichi.ippatsu is not False:
        riichi = replace(riichi, ippatsu=False)
    if riichi is not None and kyoku.waived:
        riichi = replace(riichi, allowed=riichi.allowed | kyoku.waived)
    player = replace(player, hand=hand, drawn=None, riichi=riichi, discards=(*player.discards, river_tile))
    wall = kyoku.wall
    if wall.owed_later and wall.later is Reveal.WITH_DISCARD:
        wall = walls.all_due(wall)
    offer = Offer(fact.seat, fact.tile, OfferKind.DISCARD)
    return replace(
        kyoku,
        phase=Phase.TO_DRAW,
        turn=shimocha(fact.seat, kyoku.rules.players),
        offer=offer,
        offers=(*kyoku.offers, offer),
        rinshan_of=None,
        feeder=None,
        wall=wall,
        seen=seen,
        players=with_player(kyoku, fact.seat, player),
    )


def _check_discard(kyoku: Kyoku, fact: Discarded, player: Player) -> None:
    if kyoku.phase is Phase.CALLED and fact.tile is not None:
        reason = kuikae_reason(player.melds[-1], fact.tile, kyoku.rules.kuikae)
        if reason is not None:
            refuse(kyoku, fact, reason, fact.tile.text)
    is_locked = player.riichi is not None and player.riichi.is_accepted
    if is_locked and (
        fact.tsumogiri is False or (fact.tile and player.drawn and fact.tile is not player.drawn)
    ):
        refuse(kyoku, fact, Reason.RIICHI_HAND_LOCKED)


def _check_tenpai(kyoku: Kyoku, fact: Discarded, hand: Hand) -> None:
    known = tuple(tile for tile in hand if tile is not None)
    if len(known) < len(hand):
        return
    if not counts_as_tenpai(shape.counts_of(known), kyoku.players[fact.seat].melds, kyoku.rules):
        refuse(kyoku, fact, Reason.RIICHI_NOTEN)


def indicator_revealed(kyoku: Kyoku, fact: IndicatorRevealed) -> Kyoku:
    """The next dora indicator is turned."""
    wall = kyoku.wall
    if kyoku.phase is Phase.ENDED:
        impossible(fact, Reason.KYOKU_OVER)
    if len(wall.indicators) >= walls.most_indicators(kyoku.rules):
        impossible(fact, Reason.NO_INDICATOR_LEFT)
    if wall.owed_now <= 0 and not may_turn_early(kyoku):
        refuse(kyoku, fact, Reason.INDICATOR_TOO_EARLY)
    return replace(kyoku, wall=walls.after_reveal(wall, fact.tile), seen=_seen_with(kyoku, fact, fact.tile))


def may_turn_early(kyoku: Kyoku) -> bool:
    """Whether an indicator may be turned just before it is due: people flip and discard in one gesture."""
    if kyoku.wall.owed_later <= 0 or kyoku.phase is Phase.ENDED:
        return False
    if kyoku.is_unfollowed:
        return True
    if kyoku.wall.later is Reveal.WITH_DISCARD:
        return kyoku.phase in (Phase.TURN, Phase.RIICHI)
    return kyoku.phase is Phase.TO_DRAW


def riichi_declared(kyoku: Kyoku, fact: RiichiDeclared) -> Kyoku:
    """Riichi was said: the next discard is laid sideways."""
    player = need_turn(kyoku, fact, fact.seat, Phase.TURN, Phase.CALLED)
    return replace(kyoku, phase=Phase.RIICHI, players=with_riichi(kyoku, fact, player))


def with_riichi(kyoku: Kyoku, fact: RiichiDeclared, player: Player) -> tuple[Player, ...]:
    """All players, this one now in riichi, if the rules allow it."""
    for reason in riichi_reasons(kyoku, player, points=kyoku.points[fact.seat]):
        refuse(kyoku, fact, reason)
    if fact.is_open and not kyoku.rules.open_riichi:
        refuse(kyoku, fact, Reason.NO_OPEN_RIICHI)
    riichi = RiichiState(
        is_double=kyoku.is_first_turn(fact.seat) or (None if kyoku.may_be_first_turn(fact.seat) else False),
        is_open=fact.is_open,
        offers_before=len(kyoku.offers),
    )
    return with_player(kyoku, fact.seat, replace(player, riichi=riichi))


def riichi_reasons(kyoku: Kyoku, player: Player, points: int) -> tuple[Reason, ...]:
    """Every reason against riichi that does not depend on the tiles of the hand."""
    rules, live = kyoku.rules, kyoku.wall.live
    against = (
        (Reason.RIICHI_TWICE, player.in_riichi),
        (Reason.RIICHI_AFTER_CALL, kyoku.phase is Phase.CALLED),
        (Reason.RIICHI_OPEN_HAND, not player.is_menzen),
        (Reason.RIICHI_POINTS, rules.riichi_min_points is not None and points < rules.riichi_min_points),
        (Reason.RIICHI_WALL, live is not None and live < rules.riichi_min_live),
    )
    return tuple(reason for reason, holds in against if holds)


def riichi_accepted(kyoku: Kyoku, fact: RiichiAccepted) -> Kyoku:
    """The riichi discard passed: the stick lies on the table, and the riichi is accepted."""
    player = kyoku.players[fact.seat] if fact.seat in range(len(kyoku.players)) else None
    offer = kyoku.last_discard
    if offer is None or offer.seat != fact.seat or player is None or player.riichi is None:
        impossible(fact, Reason.NO_RIICHI_TO_ACCEPT)
    if player.riichi.is_accepted:
        impossible(fact, Reason.NO_RIICHI_TO_ACCEPT)
    return with_stick(kyoku, fact.seat, replace(player.riichi, is_accepted=True, ippatsu=kyoku.rules.ippatsu))


def with_stick(kyoku: Kyoku, seat: Seat, riichi: RiichiState) -> Kyoku:
    """The kyoku once the player has put down the stick: 1,000 points fewer, one stick more."""
    points = list(kyoku.points)
    points[seat] -= 1_000
    return replace(
        kyoku,
        points=tuple(points),
        kyoutaku=kyoku.kyoutaku + 1,
        players=with_player(kyoku, seat, replace(kyoku.players[seat], riichi=riichi)),
    )
