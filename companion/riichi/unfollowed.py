"""A kyoku whose turns are not followed (点数のみ): its draws and discards are not entered.

What depends on the unseen part is neither guessed nor refused: any seat may have drawn, discarded
and called in between. A refusal here depends only on what was entered.
"""

from __future__ import annotations

from dataclasses import replace

from companion.riichi import wall as walls
from companion.riichi.audit import live_from_the_table, seen_tiles, unseen_discards
from companion.riichi.checks import (
    count_seen,
    impossible,
    need_accepted_riichi,
    need_no_draw_due,
    need_seat,
    refuse,
    with_player,
    without_ippatsu,
)
from companion.riichi.claiming import pon_to_extend, with_pon_extended
from companion.riichi.copies import quad
from companion.riichi.draws import is_kan_limit_reached
from companion.riichi.ending import won as won_in_sight
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    KakanDeclared,
    KitaDeclared,
    PlayFollowed,
    PlayUnfollowed,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    WinBy,
    Won,
)
from companion.riichi.kyoku import Gap, Kyoku, Offer, OfferKind, Phase
from companion.riichi.melds import Meld, MeldKind, is_callable
from companion.riichi.player import Hand, Player
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import Reveal
from companion.riichi.seats import Seat, kamicha
from companion.riichi.tiles import COPIES, NORTH, Tile
from companion.riichi.turn import with_riichi, with_stick
from companion.riichi.wall import Wall

OpenMeld = ChiCalled | PonCalled | DaiminkanCalled
Kan = AnkanDeclared | KakanDeclared | DaiminkanCalled


def play_unfollowed(kyoku: Kyoku, fact: PlayUnfollowed) -> Kyoku:
    """Stop following the turns: what was known of hands and of this moment is dropped."""
    if kyoku.is_over:
        impossible(fact, Reason.KYOKU_OVER)
    if kyoku.wall.live is None:
        impossible(fact, Reason.TURNS_NOT_FOLLOWED)
    wall, players = kyoku.wall, kyoku.players
    is_replacing = kyoku.phase is Phase.TO_REPLACE
    if is_replacing:
        wall, players = walls.after_replacement(wall), without_ippatsu(players)
    after = replace(
        kyoku,
        phase=Phase.UNFOLLOWED,
        offer=None,
        rinshan_of=None,
        feeder=None,
        is_untouched=kyoku.is_untouched and not is_replacing,
        wall=replace(wall, live=None),
        players=tuple(_out_of_sight(player, len(kyoku.offers)) for player in players),
        gap=Gap(wall.live or 0, unseen_discards(kyoku), kyoku.last_discard),
    )
    return replace(after, seen=bytes(seen_tiles(after)))


def _out_of_sight(player: Player, offers: int) -> Player:
    """The player when the turns are no longer followed: hand, ippatsu and passed tiles are unknown."""
    riichi = player.riichi
    if riichi is not None and riichi.ippatsu:
        riichi = replace(riichi, ippatsu=None)
    hand = _unseen_hand(player.melds)
    return replace(player, hand=hand, drawn=None, riichi=riichi, offers_before_turn=offers)


def _unseen_hand(melds: tuple[Meld, ...]) -> Hand:
    return (None,) * (13 - 3 * len(melds))


def play_followed(kyoku: Kyoku, fact: PlayFollowed) -> Kyoku:
    """The turns are followed again. The number of untold discards follows from the draws left."""
    if kyoku.is_over:
        impossible(fact, Reason.KYOKU_OVER)
    gap = kyoku.gap
    if gap is None or kyoku.wall.live is not None:
        impossible(fact, Reason.TURNS_FOLLOWED)
    need_seat(kyoku, fact, fact.turn)
    if not 0 <= fact.live <= gap.most_live:
        impossible(fact, Reason.LIVE_CANNOT_BE, f"0 to {gap.most_live}")
    need_accepted_riichi(kyoku, fact)
    need_no_draw_due(kyoku, fact)
    untold = live_from_the_table(kyoku, holding=0) - fact.live
    return replace(
        kyoku,
        phase=Phase.TO_DRAW,
        turn=fact.turn,
        is_untouched=False,
        wall=_due_after_a_discard(replace(kyoku.wall, live=fact.live)),
        gap=replace(gap, unseen_discards=gap.unseen_discards + untold),
    )


def _due_after_a_discard(wall: Wall) -> Wall:
    """The wall once the turn has passed on: whoever made the last kan has discarded."""
    return walls.all_due(wall) if wall.owed_later and wall.later is Reveal.WITH_DISCARD else wall


def riichi_declared(kyoku: Kyoku, fact: RiichiDeclared) -> Kyoku:
    """Riichi was said. It is either not a double riichi, or nobody knows whether it is one."""
    player = need_seat(kyoku, fact, fact.seat)
    need_accepted_riichi(kyoku, fact, but=fact.seat)
    return replace(kyoku, players=with_riichi(kyoku, fact, player))


def riichi_accepted(kyoku: Kyoku, fact: RiichiAccepted) -> Kyoku:
    """The stick lies on the table; nobody sees how long ippatsu lasts."""
    riichi = need_seat(kyoku, fact, fact.seat).riichi
    if riichi is None or riichi.is_accepted:
        impossible(fact, Reason.NO_RIICHI_TO_ACCEPT)
    ippatsu = None if kyoku.rules.ippatsu else False
    return with_stick(kyoku, fact.seat, replace(riichi, is_accepted=True, ippatsu=ippatsu))


def chi_told(kyoku: Kyoku, fact: ChiCalled) -> Kyoku:
    """A run that was called earlier is entered now, because its tiles matter (吃)."""
    if kyoku.rules.players == 3:
        refuse(kyoku, fact, Reason.NO_CHI_WITH_THREE)
    giver = kamicha(fact.seat, kyoku.rules.players)
    return _meld_told(kyoku, fact, Meld(MeldKind.CHI, fact.own, fact.tile, giver))


def pon_told(kyoku: Kyoku, fact: PonCalled) -> Kyoku:
    """A triplet that was called earlier is entered now, because its tiles matter (碰)."""
    return _meld_told(kyoku, fact, Meld(MeldKind.PON, fact.own, fact.tile, fact.giver))


def _meld_told(kyoku: Kyoku, fact: OpenMeld, meld: Meld) -> Kyoku:
    """Nobody becomes liable through the meld, because the order of the melds is not known."""
    player = _check_call(kyoku, fact, meld)
    return _with_open_meld(kyoku, fact, player, meld)


def _with_open_meld(kyoku: Kyoku, fact: OpenMeld | KakanDeclared, player: Player, meld: Meld) -> Kyoku:
    fresh = [tile for tile in meld.tiles if tile]
    lay = kyoku.gap.lay if kyoku.gap else None
    if lay is not None and lay.tile in fresh and lay.seat != fact.seat and meld.giver in (None, lay.seat):
        fresh.remove(lay.tile)
        kyoku = _with_tile_taken(kyoku, lay.seat, fact.seat)
        meld = Meld(meld.kind, (*fresh, *(None,) * (len(meld.tiles) - 1 - len(fresh))), lay.tile, lay.seat)
    melds = (*player.melds, meld)
    return replace(
        kyoku,
        seen=count_seen(kyoku, fact, fresh),
        players=with_player(kyoku, fact.seat, replace(player, melds=melds, hand=_unseen_hand(melds))),
        is_untouched=False,
    )


def _with_tile_taken(kyoku: Kyoku, giver: Seat, caller: Seat) -> Kyoku:
    """The discard that lay there when the gap began counts as the one that was called."""
    player = kyoku.players[giver]
    discards = (*player.discards[:-1], replace(player.discards[-1], called_by=caller))
    players = with_player(kyoku, giver, replace(player, discards=discards))
    return replace(kyoku, players=players, gap=kyoku.gap and replace(kyoku.gap, lay=None))


def _check_call(kyoku: Kyoku, fact: OpenMeld, meld: Meld) -> Player:
    player = need_seat(kyoku, fact, fact.seat)
    if meld.giver is not None and meld.giver not in range(len(kyoku.players)):
        impossible(fact, Reason.NO_SUCH_SEAT)
    if meld.giver == fact.seat:
        impossible(fact, Reason.OWN_DISCARD)
    if not is_callable(meld) or len(player.melds) == 4:
        impossible(fact, Reason.NOT_A_MELD)
    if player.in_riichi:
        refuse(kyoku, fact, Reason.CALL_IN_RIICHI)
    return player


def daiminkan_called(kyoku: Kyoku, fact: DaiminkanCalled) -> Kyoku:
    """A kan with somebody's discard, and its replacement tile (大明槓)."""
    _check_kan(kyoku, fact)
    after = _meld_told(kyoku, fact, Meld(MeldKind.DAIMINKAN, fact.own, fact.tile, fact.giver))
    return _replaced(after, walls.after_kan(after.wall, kyoku.rules, closed=False))


def kakan_declared(kyoku: Kyoku, fact: KakanDeclared) -> Kyoku:
    """An added kan and its replacement tile; its pon need not have been entered (加槓)."""
    player = need_seat(kyoku, fact, fact.seat)
    _check_kan(kyoku, fact)
    if player.in_riichi:
        refuse(kyoku, fact, Reason.KAN_IN_RIICHI_ONLY_CLOSED)
    at = pon_to_extend(player, fact.tile)
    if at is not None:
        melds, fresh = with_pon_extended(player, at, fact.tile), (fact.tile,)
        return _kan_laid(kyoku, fact, replace(player, melds=melds), fresh, closed=False)
    if len(player.melds) == 4:
        impossible(fact, Reason.NO_PON_TO_EXTEND)
    called, *own = quad(fact.tile, kyoku.rules)
    after = _with_open_meld(kyoku, fact, player, Meld(MeldKind.KAKAN, tuple(own), called))
    return _replaced(after, walls.after_kan(after.wall, kyoku.rules, closed=False))


def ankan_declared(kyoku: Kyoku, fact: AnkanDeclared) -> Kyoku:
    """A closed kan and its replacement tile (暗槓).

    One that was told late is never taken for one after riichi, and whether it ended ippatsu stays unknown.
    """
    player = need_seat(kyoku, fact, fact.seat)
    if len(fact.tiles) != COPIES or len({tile.kind for tile in fact.tiles if tile is not None}) > 1:
        impossible(fact, Reason.NOT_A_MELD)
    if len(player.melds) == 4:
        impossible(fact, Reason.NOT_A_MELD)
    _check_kan(kyoku, fact)
    riichi = player.riichi
    if riichi is not None:
        riichi = replace(riichi, allowed=riichi.allowed | kyoku.waived)
    meld = Meld(MeldKind.ANKAN, fact.tiles, is_late=fact.is_late)
    player = replace(player, riichi=riichi, melds=(*player.melds, meld))
    if not fact.is_late:
        # When the hand is shown, the offers tell how many of the closed kans came after riichi.
        offer = Offer(fact.seat, fact.tiles[0], OfferKind.ANKAN)
        kyoku = replace(kyoku, offers=(*kyoku.offers, offer))
    return _kan_laid(kyoku, fact, player, fact.tiles, closed=True, ends_ippatsu=not fact.is_late)


def _check_kan(kyoku: Kyoku, fact: Kan) -> None:
    need_seat(kyoku, fact, fact.seat)
    need_accepted_riichi(kyoku, fact)
    need_no_draw_due(kyoku, fact)
    if is_kan_limit_reached(kyoku):
        refuse(kyoku, fact, Reason.KAN_LIMIT)


def _kan_laid(
    kyoku: Kyoku,
    fact: AnkanDeclared | KakanDeclared,
    player: Player,
    fresh: tuple[Tile | None, ...],
    *,
    closed: bool,
    ends_ippatsu: bool = True,
) -> Kyoku:
    after = replace(
        kyoku,
        seen=count_seen(kyoku, fact, (tile for tile in fresh if tile)),
        players=with_player(kyoku, fact.seat, replace(player, hand=_unseen_hand(player.melds))),
    )
    wall = walls.after_kan(kyoku.wall, kyoku.rules, closed=closed)
    return _replaced(after, wall, ends_ippatsu=ends_ippatsu)


def kita_declared(kyoku: Kyoku, fact: KitaDeclared) -> Kyoku:
    """North was set aside, and a replacement tile drawn (北抜き)."""
    player = need_seat(kyoku, fact, fact.seat)
    need_accepted_riichi(kyoku, fact)
    if not kyoku.rules.kita:
        refuse(kyoku, fact, Reason.NO_KITA)
    players = with_player(kyoku, fact.seat, replace(player, kita=player.kita + 1))
    after = replace(kyoku, seen=count_seen(kyoku, fact, (NORTH,)), players=players)
    return _replaced(after, walls.all_due(kyoku.wall))


def _replaced(kyoku: Kyoku, wall: Wall, *, ends_ippatsu: bool = True) -> Kyoku:
    """The replacement tile counts as drawn at once, so one draw fewer can be left."""
    gap = kyoku.gap
    return replace(
        kyoku,
        wall=walls.after_replacement(wall),
        is_untouched=False,
        players=without_ippatsu(kyoku.players) if ends_ippatsu else kyoku.players,
        gap=gap and replace(gap, most_live=max(0, gap.most_live - 1)),
    )


def won(kyoku: Kyoku, fact: Won) -> Kyoku:
    """A win on a discard or draw that nobody saw; with that filled in it is like any other (和了)."""
    if kyoku.phase is not Phase.UNFOLLOWED:
        return won_in_sight(kyoku, fact)
    need_seat(kyoku, fact, fact.seat)
    need_accepted_riichi(kyoku, fact, but=fact.giver if fact.by is WinBy.RON else None)
    in_sight = _with_discard(kyoku, fact) if fact.by is WinBy.RON else _with_draw(kyoku, fact)
    return won_in_sight(in_sight, fact)


def _with_discard(kyoku: Kyoku, fact: Won) -> Kyoku:
    if fact.giver not in range(len(kyoku.players)):
        impossible(fact, Reason.NO_SUCH_SEAT)
    offer = Offer(fact.giver, fact.tile, OfferKind.DISCARD)
    if fact.tile is not None and kyoku.gap is not None and offer == kyoku.gap.lay == kyoku.offers[-1]:
        return replace(kyoku, offer=offer)  # the discard that lay there: nobody has let it pass yet
    return replace(kyoku, offer=offer, offers=(*kyoku.offers, offer))


def _with_draw(kyoku: Kyoku, fact: Won) -> Kyoku:
    player = kyoku.players[fact.seat]
    player = replace(player, hand=(*player.hand, fact.tile), drawn=fact.tile)
    return replace(
        kyoku,
        phase=Phase.TURN,
        turn=fact.seat,
        seen=count_seen(kyoku, fact, () if fact.tile is None else (fact.tile,)),
        players=with_player(kyoku, fact.seat, player),
    )
