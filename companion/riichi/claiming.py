"""Chi, pon, the three kans and kita (鳴き): the transitions in which tiles are laid down."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Final

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
from companion.riichi.draws import is_kan_limit_reached
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    KakanDeclared,
    KitaDeclared,
    PonCalled,
)
from companion.riichi.kuikae import kuikae_reason
from companion.riichi.kyoku import Kyoku, Offer, OfferKind, Phase
from companion.riichi.melds import Meld, MeldKind, is_callable
from companion.riichi.pao import pao_after
from companion.riichi.player import Hand, Player
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import Kuikae
from companion.riichi.seats import Seat, kamicha
from companion.riichi.tiles import COPIES, NORTH, Tile

MOST_MELDS: Final = 4
Call = ChiCalled | PonCalled | DaiminkanCalled


def chi_called(kyoku: Kyoku, fact: ChiCalled) -> Kyoku:
    """A run with the discard of the player on the left (吃)."""
    if kyoku.rules.players == 3:
        refuse(kyoku, fact, Reason.NO_CHI_WITH_THREE)
    giver = kyoku.last_discard.seat if kyoku.last_discard else fact.seat
    if giver not in (fact.seat, kamicha(fact.seat, kyoku.rules.players)):
        refuse(kyoku, fact, Reason.CHI_ONLY_FROM_KAMICHA)
    return _discard_called(kyoku, fact, Meld(MeldKind.CHI, fact.own, fact.tile, giver))


def pon_called(kyoku: Kyoku, fact: PonCalled) -> Kyoku:
    """A triplet with anybody's discard (碰)."""
    return _discard_called(kyoku, fact, Meld(MeldKind.PON, fact.own, fact.tile, fact.giver))


def daiminkan_called(kyoku: Kyoku, fact: DaiminkanCalled) -> Kyoku:
    """A kan with anybody's discard; a replacement tile follows (大明槓)."""
    _check_kan_limit(kyoku, fact)
    after = _discard_called(kyoku, fact, Meld(MeldKind.DAIMINKAN, fact.own, fact.tile, fact.giver))
    return replace(
        after,
        phase=Phase.TO_REPLACE,
        offer=None,
        feeder=fact.giver,
        wall=walls.after_kan(after.wall, kyoku.rules, closed=False),
    )


def _discard_called(kyoku: Kyoku, fact: Call, meld: Meld) -> Kyoku:
    offer = _check_call(kyoku, fact, meld)
    if offer.tile is None and meld.called is not None:
        kyoku = _with_discard_seen(kyoku, fact, meld.called)
    meld = replace(meld, called=meld.called or offer.tile)
    player = kyoku.players[fact.seat]
    hand, seen = take_from_hand(kyoku, fact, player.hand, meld.own)
    if meld.kind is not MeldKind.DAIMINKAN:
        _check_lawful_discard_remains(kyoku, fact, meld, hand)
    melds = (*player.melds, meld)
    player = replace(
        player,
        hand=hand,
        melds=melds,
        offers_before_turn=len(kyoku.offers),
        pao=pao_after(player, melds, kyoku.rules),
    )
    wall = walls.all_due(kyoku.wall) if kyoku.wall.owed_later else kyoku.wall
    return replace(
        kyoku,
        phase=Phase.CALLED,
        turn=fact.seat,
        offer=None,
        wall=wall,
        seen=seen,
        is_untouched=False,
        players=without_ippatsu(_with_tile_taken(kyoku, offer.seat, fact.seat, player)),
    )


def _with_discard_seen(kyoku: Kyoku, fact: Call, tile: Tile) -> Kyoku:
    """The kyoku once a call shows which tile an unseen discard was."""
    offer = replace(kyoku.offers[-1], tile=tile)
    giver = kyoku.players[offer.seat]
    giver = replace(giver, discards=(*giver.discards[:-1], replace(giver.discards[-1], tile=tile)))
    return replace(
        kyoku,
        offer=offer,
        offers=(*kyoku.offers[:-1], offer),
        seen=count_seen(kyoku, fact, (tile,)),
        players=with_player(kyoku, offer.seat, giver),
    )


def _with_tile_taken(kyoku: Kyoku, from_seat: Seat, caller: Seat, changed: Player) -> tuple[Player, ...]:
    """All players: the caller changed, the giver's last discard marked as called away."""
    players = list(with_player(kyoku, caller, changed))
    giver = players[from_seat]
    taken = replace(giver.discards[-1], called_by=caller)
    players[from_seat] = replace(giver, discards=(*giver.discards[:-1], taken))
    return tuple(players)


def _check_call(kyoku: Kyoku, fact: Call, meld: Meld) -> Offer:
    offer = kyoku.last_discard
    if kyoku.is_over:
        impossible(fact, Reason.KYOKU_OVER)
    if fact.seat not in range(len(kyoku.players)):
        impossible(fact, Reason.NO_SUCH_SEAT)
    if offer is None:
        impossible(fact, Reason.NO_DISCARD_TO_CALL)
    if offer.seat == fact.seat:
        impossible(fact, Reason.OWN_DISCARD)
    if meld.giver != offer.seat or (offer.tile and meld.called and offer.tile is not meld.called):
        impossible(fact, Reason.OTHER_TILE, offer.tile.text if offer.tile else "")
    if not is_callable(meld) or len(kyoku.players[fact.seat].melds) == MOST_MELDS:
        impossible(fact, Reason.NOT_A_MELD)
    need_accepted_riichi(kyoku, fact)
    need_no_draw_due(kyoku, fact)
    if kyoku.wall.live == 0:
        refuse(kyoku, fact, Reason.LAST_DISCARD_ONLY_RON)
    if kyoku.players[fact.seat].in_riichi:
        refuse(kyoku, fact, Reason.CALL_IN_RIICHI)
    return offer


def _check_lawful_discard_remains(kyoku: Kyoku, fact: Call, meld: Meld, hand: Hand) -> None:
    if kyoku.rules.kuikae is Kuikae.ALLOWED or None in hand:
        return
    if all(tile is not None and kuikae_reason(meld, tile, kyoku.rules.kuikae) for tile in hand):
        refuse(kyoku, fact, Reason.NO_DISCARD_LEFT)


def kakan_declared(kyoku: Kyoku, fact: KakanDeclared) -> Kyoku:
    """The fourth tile is added to the player's own pon; the others may rob it (加槓)."""
    player = need_turn(kyoku, fact, fact.seat, Phase.TURN, Phase.CALLED)
    at = pon_to_extend(player, fact.tile)
    if at is None:
        impossible(fact, Reason.NO_PON_TO_EXTEND)
    _check_own_kan(kyoku, fact)
    if player.in_riichi:
        refuse(kyoku, fact, Reason.KAN_IN_RIICHI_ONLY_CLOSED)
    player = replace(player, melds=with_pon_extended(player, at, fact.tile))
    return _laid_down(kyoku, fact, player, (fact.tile,), OfferKind.KAKAN)


def pon_to_extend(player: Player, tile: Tile | None) -> int | None:
    """The place among the player's melds of the pon that the tile is added to; None if there is none.

    A tile goes to the pon of its kind, or else to one that nobody saw; an unseen tile to one that nobody saw
    either, or else to any.
    """
    pons = [at for at, meld in enumerate(player.melds) if meld.kind is MeldKind.PON]
    kind = None if tile is None else tile.kind
    alike = (at for at in pons if player.melds[at].tile_kind == kind)
    others = (at for at in pons if tile is None or player.melds[at].tile_kind is None)
    return next(chain(alike, others), None)


def with_pon_extended(player: Player, at: int, tile: Tile | None) -> tuple[Meld, ...]:
    """The player's melds with the tile added to the pon in that place."""
    pon = player.melds[at]
    kakan = Meld(MeldKind.KAKAN, (*pon.own, tile), pon.called, pon.giver)
    return (*player.melds[:at], kakan, *player.melds[at + 1 :])


def ankan_declared(kyoku: Kyoku, fact: AnkanDeclared) -> Kyoku:
    """Four tiles of one kind are laid down closed (暗槓)."""
    player = need_turn(kyoku, fact, fact.seat, Phase.TURN, Phase.CALLED)
    kinds = {tile.kind for tile in fact.tiles if tile is not None}
    if len(fact.tiles) != COPIES or len(kinds) > 1:
        impossible(fact, Reason.NOT_A_MELD)
    _check_own_kan(kyoku, fact)
    if len(player.melds) == MOST_MELDS:
        impossible(fact, Reason.NOT_A_MELD)
    riichi = player.riichi
    if riichi is not None:
        _check_kan_in_riichi(kyoku, fact, player, kinds)
        riichi = replace(riichi, allowed=riichi.allowed | kyoku.waived)
    player = replace(player, riichi=riichi, melds=(*player.melds, Meld(MeldKind.ANKAN, fact.tiles)))
    return _laid_down(kyoku, fact, player, fact.tiles, OfferKind.ANKAN)


def _check_kan_in_riichi(kyoku: Kyoku, fact: AnkanDeclared, player: Player, kinds: set[int]) -> None:
    known = player.known_hand
    if known is None or player.drawn is None or not kinds:
        return
    kind = min(kinds)
    if player.drawn.kind != kind:
        refuse(kyoku, fact, Reason.KAN_IN_RIICHI_NOT_DRAWN)
        return
    counts = list(shape.counts_of(known))
    counts[kind] -= 1
    judgement = shape.judge_kan_in_riichi(tuple(counts), kind, kyoku.rules.kan_in_riichi)
    if judgement.reason is not None:
        refuse(kyoku, fact, judgement.reason)


def kita_declared(kyoku: Kyoku, fact: KitaDeclared) -> Kyoku:
    """North is set aside; the others may win on it, else a replacement is drawn (北抜き)."""
    player = need_turn(kyoku, fact, fact.seat, Phase.TURN, Phase.CALLED)
    if not kyoku.rules.kita:
        refuse(kyoku, fact, Reason.NO_KITA)
    if kyoku.phase is Phase.CALLED:
        refuse(kyoku, fact, Reason.KITA_AFTER_CALL)
    if kyoku.wall.live == 0:
        refuse(kyoku, fact, Reason.KITA_ON_LAST_TILE)
    if player.in_riichi and player.drawn not in (None, NORTH):
        refuse(kyoku, fact, Reason.RIICHI_HAND_LOCKED)
    return _laid_down(kyoku, fact, replace(player, kita=player.kita + 1), (NORTH,), OfferKind.KITA)


def _check_own_kan(kyoku: Kyoku, fact: KakanDeclared | AnkanDeclared) -> None:
    if kyoku.phase is Phase.CALLED:
        refuse(kyoku, fact, Reason.KAN_AFTER_CALL)
    if kyoku.wall.live == 0:
        refuse(kyoku, fact, Reason.KAN_ON_LAST_TILE)
    _check_kan_limit(kyoku, fact)


def _check_kan_limit(kyoku: Kyoku, fact: KakanDeclared | AnkanDeclared | DaiminkanCalled) -> None:
    if is_kan_limit_reached(kyoku):
        refuse(kyoku, fact, Reason.KAN_LIMIT)


def _laid_down(
    kyoku: Kyoku,
    fact: KakanDeclared | AnkanDeclared | KitaDeclared,
    player: Player,
    tiles: tuple[Tile | None, ...],
    offered: OfferKind,
) -> Kyoku:
    """A player laid down tiles from the hand: the others may rob them, and a replacement is due."""
    hand, seen = take_from_hand(kyoku, fact, player.hand, tiles)
    if offered is OfferKind.KITA:
        wall = walls.all_due(kyoku.wall)  # a replacement follows, as after a further kan
    else:
        wall = walls.after_kan(kyoku.wall, kyoku.rules, closed=offered is OfferKind.ANKAN)
    offer = Offer(fact.seat, tiles[0], offered)
    return replace(
        kyoku,
        phase=Phase.TO_REPLACE,
        offer=offer,
        offers=(*kyoku.offers, offer),
        rinshan_of=None,
        feeder=None,
        wall=wall,
        seen=seen,
        players=with_player(kyoku, fact.seat, replace(player, hand=hand, drawn=None)),
    )
