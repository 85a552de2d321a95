"""Wins, draws and chombo: the transitions that end a kyoku."""

from __future__ import annotations

from dataclasses import replace

from companion.riichi import shape
from companion.riichi import wall as walls
from companion.riichi.checks import (
    count_seen,
    impossible,
    need_accepted_riichi,
    need_turn,
    refuse,
    with_player,
)
from companion.riichi.draws import (
    abortive_draw_due,
    is_suucha_riichi,
    kan_makers,
    may_be_nagashi,
    may_be_suufon_renda,
    orphan_kinds,
)
from companion.riichi.facts import Chombo, HandValue, Ryuukyoku, RyuukyokuKind, WinBy, Won
from companion.riichi.furiten import furiten_reason
from companion.riichi.kyoku import Kyoku, OfferKind, Phase
from companion.riichi.minimum import has_two_han, needs_two_han
from companion.riichi.penalties import penalised
from companion.riichi.player import Hand, Player
from companion.riichi.reasons import Reason
from companion.riichi.reveal import riichi_fault
from companion.riichi.ruleset import FifthKan, MultipleRon, RuleSet, Suukaikan
from companion.riichi.sakizuke import Settled, settled_by_the_first_call
from companion.riichi.seats import SEATS, Seat, distance, seats
from companion.riichi.tenpai import counts_as_tenpai
from companion.riichi.tiles import Tile
from companion.riichi.wall import Wall


def won(kyoku: Kyoku, fact: Won) -> Kyoku:
    """A hand is won; after a ron, others may still win on the same tile (和了)."""
    if fact.seat not in range(len(kyoku.players)):
        impossible(fact, Reason.NO_SUCH_SEAT)
    player = _check_ron(kyoku, fact) if fact.by is WinBy.RON else _check_tsumo(kyoku, fact)
    if fact.hand is not None:
        player, kyoku = _with_hand_shown(kyoku, fact, player, fact.hand)
    if fact.value is not None:
        _check_value(kyoku, fact, fact.value)
        if kyoku.rules.sakizuke and settled_by_the_first_call(kyoku, fact) is Settled.NO:
            refuse(kyoku, fact, Reason.ATOZUKE)
    if fact.liable is not None or fact.liable_for_kans is not None:
        _check_liable(kyoku, fact, fact.value)
    return replace(
        kyoku,
        phase=Phase.WON,
        wins=(*_standing_wins(kyoku, fact), fact),
        wall=_wall_after_win(kyoku, fact),
        players=with_player(kyoku, fact.seat, player),
    )


def _check_value(kyoku: Kyoku, fact: Won, value: HandValue) -> None:
    if not value.han and not value.yakuman:
        refuse(kyoku, fact, Reason.NO_YAKU)
    if needs_two_han(kyoku.honba, kyoku.rules) and has_two_han(value) is False:
        refuse(kyoku, fact, Reason.TWO_HAN_NEEDED)
    if value.yakuman > kyoku.rules.most_yakuman:
        refuse(kyoku, fact, Reason.TOO_MANY_YAKUMAN, f"{kyoku.rules.most_yakuman} at most")


def _standing_wins(kyoku: Kyoku, fact: Won) -> tuple[Won, ...]:
    """The earlier wins that stay when this one comes: with head bump, a nearer win drops a farther one.

    Seats decide (頭ハネ), not the order of entry; both wins stay if the table has waived the rule.
    """
    bumps = kyoku.rules.multiple_ron is MultipleRon.HEAD_BUMP and Reason.HEAD_BUMP not in kyoku.waived
    return () if bumps and _outranks(kyoku, fact) else kyoku.wins


def _outranks(kyoku: Kyoku, fact: Won) -> bool:
    """Whether the winner comes sooner after the discarder than everybody who has already won."""
    players = len(kyoku.players)
    mine = distance(fact.giver, fact.seat, players)
    return all(mine < distance(win.giver, win.seat, players) for win in kyoku.wins)


def _check_liable(kyoku: Kyoku, fact: Won, value: HandValue | None) -> None:
    """Check who was named as liable (包): that takes a yakuman, or a tsumo under the rule for open kans."""
    named = [seat for seat in (fact.liable, fact.liable_for_kans) if seat is not None]
    if not set(named) <= set(range(len(kyoku.players))):
        impossible(fact, Reason.NO_SUCH_SEAT)
    if fact.seat in named:
        impossible(fact, Reason.LIABLE_FOR_ONESELF)
    if fact.liable_for_kans is not None and not _may_two_be_liable(kyoku, fact, value):
        refuse(kyoku, fact, Reason.NOBODY_LIABLE)
    by_open_kan = kyoku.rules.daiminkan_pao and fact.by is WinBy.TSUMO
    by_yakuman = bool(kyoku.rules.pao) and (value is None or value.yakuman > 0)
    if not (by_open_kan or by_yakuman):
        refuse(kyoku, fact, Reason.NOBODY_LIABLE)


def _may_two_be_liable(kyoku: Kyoku, fact: Won, value: HandValue | None) -> bool:
    has_two = value is None or value.yakuman > 1
    return fact.liable is not None and has_two and kyoku.rules.allows_two_liable


def _check_tsumo(kyoku: Kyoku, fact: Won) -> Player:
    if kyoku.phase is Phase.WON:
        impossible(fact, Reason.KYOKU_OVER)
    player = need_turn(kyoku, fact, fact.seat, Phase.TURN)
    if fact.giver != fact.seat:
        impossible(fact, Reason.NO_TILE_TO_WIN_ON)
    if player.drawn is not None and fact.tile is not None and fact.tile is not player.drawn:
        impossible(fact, Reason.OTHER_TILE, player.drawn.text)
    return player


def _check_ron(kyoku: Kyoku, fact: Won) -> Player:
    offer = kyoku.offer
    if kyoku.phase is Phase.ENDED or (kyoku.wins and kyoku.wins[0].by is WinBy.TSUMO):
        impossible(fact, Reason.KYOKU_OVER)
    if offer is None:
        impossible(fact, Reason.NO_TILE_TO_WIN_ON)
    if offer.seat == fact.seat:
        impossible(fact, Reason.OWN_DISCARD)
    if fact.giver != offer.seat or (offer.tile and fact.tile and offer.tile is not fact.tile):
        impossible(fact, Reason.OTHER_TILE, offer.tile.text if offer.tile else "")
    if any(win.seat == fact.seat for win in kyoku.wins):
        impossible(fact, Reason.ALREADY_WON)
    if offer.kind is OfferKind.ANKAN and not kyoku.rules.chankan_of_ankan:
        refuse(kyoku, fact, Reason.NO_CHANKAN_OF_ANKAN)
    if kyoku.wins and not _outranks(kyoku, fact) and kyoku.rules.multiple_ron is MultipleRon.HEAD_BUMP:
        refuse(kyoku, fact, Reason.HEAD_BUMP)
    if len(kyoku.wins) == 2 and kyoku.rules.multiple_ron is MultipleRon.DOUBLE:
        refuse(kyoku, fact, Reason.THREE_RON_DRAW)
    return kyoku.players[fact.seat]


def _with_hand_shown(kyoku: Kyoku, fact: Won, player: Player, hand: tuple[Tile, ...]) -> tuple[Player, Kyoku]:
    """Player and kyoku with the shown hand, once its tiles, shape, riichi and furiten are checked."""
    if len(hand) != 13 - 3 * len(player.melds):
        impossible(fact, Reason.WRONG_HAND_SIZE, f"tiles: {len(hand)}")
    shown: Hand = hand if fact.by is WinBy.RON else (*hand, player.drawn or fact.tile)
    seen = _seen_with_shown(kyoku, fact, player, shown)
    counts = shape.counts_of(hand)
    if fact.tile is not None and fact.tile.kind not in shape.waits(counts):
        refuse(kyoku, fact, Reason.HAND_NOT_COMPLETE)
    fault = riichi_fault(kyoku, fact.seat, counts)
    if fault is not None:
        refuse(kyoku, fact, fault)
    if fact.by is WinBy.RON:
        furiten = furiten_reason(kyoku, fact.seat, counts)
        if furiten is not None:
            refuse(kyoku, fact, furiten)
        if kyoku.offer is not None and kyoku.offer.kind is OfferKind.ANKAN:
            _check_chankan_of_ankan(kyoku, fact, counts)
    return replace(player, hand=shown), replace(kyoku, seen=seen)


def _seen_with_shown(kyoku: Kyoku, fact: Won, player: Player, shown: Hand) -> bytes:
    """The counts once the hand is shown; the tiles known before must be among those shown."""
    known = [tile for tile in player.hand if tile is not None]
    fresh = [tile for tile in shown if tile is not None]
    for tile in known:
        if tile in fresh:
            fresh.remove(tile)
        else:
            impossible(fact, Reason.TILE_NOT_IN_HAND, f"{tile.text} is missing")
    return count_seen(kyoku, fact, fresh)


def _check_chankan_of_ankan(kyoku: Kyoku, fact: Won, hand: shape.Counts) -> None:
    if not shape.waits_for_kokushi(hand):
        refuse(kyoku, fact, Reason.NO_CHANKAN_OF_ANKAN)


def _wall_after_win(kyoku: Kyoku, fact: Won) -> Wall:
    """The wall after a win: a flip that waits for a discard never comes, and a robbed kan is undone.

    A flip that was due before the robbed kan and was forgotten is still owed. Where nobody follows the turns,
    nobody knows whether that discard came: its flip stays owed, too.
    """
    if kyoku.is_unfollowed:
        return kyoku.wall
    wall = replace(kyoku.wall, owed_later=0)
    robs_kan = kyoku.offer is not None and kyoku.offer.kind in (OfferKind.KAKAN, OfferKind.ANKAN)
    if fact.by is WinBy.TSUMO or kyoku.wins or not robs_kan:
        return wall
    return walls.after_robbery(wall)


def ryuukyoku(kyoku: Kyoku, fact: Ryuukyoku) -> Kyoku:
    """The kyoku ends without a win (流局)."""
    if kyoku.phase is Phase.ENDED or (kyoku.is_over and fact.kind is not RyuukyokuKind.SANCHAHOU):
        impossible(fact, Reason.KYOKU_OVER)
    for named in (fact.tenpai, fact.nagashi, () if fact.by is None else (fact.by,)):
        if len(set(named)) < len(named) or not set(named) <= set(range(len(kyoku.players))):
            impossible(fact, Reason.NO_SUCH_SEAT)
    reason = ryuukyoku_reason(kyoku, fact)
    if reason is not None:
        refuse(kyoku, fact, reason)
    if any(kyoku.players[seat].is_dead for seat in _named_for_their_hands(fact)):
        refuse(kyoku, fact, Reason.HAND_IS_DEAD)
    if fact.kind is not RyuukyokuKind.SANCHAHOU:
        need_accepted_riichi(kyoku, fact)  # three ron may be on the riichi tile; other draws come later
    is_won = fact.kind is RyuukyokuKind.NAGASHI_MANGAN and kyoku.rules.nagashi_win
    if (not fact.kind.is_abortive and not is_won) or fact.kind is RyuukyokuKind.SUUCHA_RIICHI:
        _check_riichi_shown(kyoku, fact)
    return replace(kyoku, phase=Phase.ENDED, ryuukyoku=fact, wins=())


def _named_for_their_hands(fact: Ryuukyoku) -> tuple[Seat, ...]:
    """The players said to be tenpai or to have nagashi mangan, or who declared kyuushu kyuuhai."""
    return (*fact.tenpai, *fact.nagashi, *(() if fact.by is None else (fact.by,)))


def _check_riichi_shown(kyoku: Kyoku, fact: Ryuukyoku) -> None:
    for seat, player in zip(SEATS, kyoku.players, strict=False):
        if player.must_show and seat not in fact.tenpai:
            refuse(kyoku, fact, Reason.RIICHI_MUST_SHOW, f"seat {seat}")
    for seat, hand in zip(seats(len(kyoku.players)), fact.hands, strict=False):
        if hand is not None:
            _check_shown_at_draw(kyoku, fact, seat, hand)


def _check_shown_at_draw(kyoku: Kyoku, fact: Ryuukyoku, seat: Seat, hand: tuple[Tile, ...]) -> None:
    if len(hand) != 13 - 3 * len(kyoku.players[seat].melds):
        impossible(fact, Reason.WRONG_HAND_SIZE, f"tiles: {len(hand)}")
    fault = riichi_fault(kyoku, seat, shape.counts_of(hand))
    if fault is not None:
        refuse(kyoku, fact, fault, f"seat {seat}")
    player = kyoku.players[seat]
    is_claimed = seat in fact.tenpai and not player.in_riichi
    if is_claimed and not counts_as_tenpai(shape.counts_of(hand), player.melds, kyoku.rules):
        refuse(kyoku, fact, Reason.SHOWN_NOTEN, f"seat {seat}")


def ryuukyoku_reason(kyoku: Kyoku, fact: Ryuukyoku) -> Reason | None:
    """Why this draw is not possible now; None if it is."""
    if fact.kind is RyuukyokuKind.KYUUSHU_KYUUHAI:
        return _kyuushu_reason(kyoku, fact)
    if fact.kind is RyuukyokuKind.SANCHAHOU:
        return _sanchahou_reason(kyoku)
    if fact.kind is RyuukyokuKind.SUUKAIKAN:
        return _suukaikan_reason(kyoku)
    if fact.kind is RyuukyokuKind.SUUFON_RENDA:
        is_there = kyoku.phase in (Phase.TO_DRAW, Phase.UNFOLLOWED) and may_be_suufon_renda(kyoku)
        return _switched(kyoku.rules.suufon_renda, is_there, Reason.NOT_FOUR_SAME_WINDS)
    if fact.kind is RyuukyokuKind.SUUCHA_RIICHI:
        return _switched(kyoku.rules.suucha_riichi, is_suucha_riichi(kyoku), Reason.NOT_FOUR_RIICHI)
    return _wall_end_reason(kyoku, fact)


def _switched(is_played: bool, holds: bool, reason: Reason) -> Reason | None:
    if not is_played:
        return Reason.DRAW_NOT_IN_RULES
    return None if holds else reason


def _wall_end_reason(kyoku: Kyoku, fact: Ryuukyoku) -> Reason | None:
    is_nagashi = fact.kind is RyuukyokuKind.NAGASHI_MANGAN
    if is_nagashi and not kyoku.rules.nagashi_mangan:
        return Reason.DRAW_NOT_IN_RULES  # even while tiles are left in the wall
    if kyoku.phase is not Phase.UNFOLLOWED and (kyoku.wall.live or kyoku.phase is not Phase.TO_DRAW):
        return Reason.TILES_LEFT
    if is_nagashi and not (fact.nagashi and all(may_be_nagashi(kyoku, seat) for seat in fact.nagashi)):
        return Reason.NOT_NAGASHI
    return None


def _kyuushu_reason(kyoku: Kyoku, fact: Ryuukyoku) -> Reason | None:
    if not kyoku.rules.kyuushu_kyuuhai:
        return Reason.DRAW_NOT_IN_RULES
    if kyoku.phase is Phase.UNFOLLOWED:
        callers = seats(len(kyoku.players)) if fact.by is None else (fact.by,)
        return None if any(map(kyoku.may_be_first_turn, callers)) else Reason.NOT_FIRST_TURN
    seat = kyoku.turn if fact.by is None else fact.by
    if kyoku.phase is not Phase.TURN or seat != kyoku.turn or not kyoku.may_be_first_turn(seat):
        return Reason.NOT_FIRST_TURN
    kinds = orphan_kinds(kyoku, seat)
    return Reason.NOT_NINE_ORPHANS if kinds is not None and kinds < 9 else None


def _suukaikan_reason(kyoku: Kyoku) -> Reason | None:
    if abortive_draw_due(kyoku) is RyuukyokuKind.SUUKAIKAN:
        return None
    rules = kyoku.rules
    is_played = rules.suukaikan in (Suukaikan.AFTER_DISCARD, Suukaikan.AT_ONCE)
    if not is_played and rules.fifth_kan is not FifthKan.DRAW:
        return Reason.DRAW_NOT_IN_RULES
    if kyoku.kans < 4 or (kan_makers(kyoku) < 2 and kyoku.kans < 5):
        return Reason.NOT_FOUR_KANS
    return None if kyoku.phase is Phase.UNFOLLOWED else Reason.TILES_LEFT


def _sanchahou_reason(kyoku: Kyoku) -> Reason | None:
    if not sanchahou_is_played(kyoku.rules):
        return Reason.DRAW_NOT_IN_RULES
    is_offered = kyoku.offer is not None or kyoku.phase is Phase.UNFOLLOWED
    can_be_won = is_offered and len(kyoku.wins) in (0, 2)
    return None if can_be_won and len(kyoku.players) == 4 else Reason.NOT_THREE_RON


def sanchahou_is_played(rules: RuleSet) -> bool:
    """Whether three ron on one discard are a draw (三家和)."""
    return rules.multiple_ron is MultipleRon.DOUBLE


def chombo(kyoku: Kyoku, fact: Chombo) -> Kyoku:
    """The kyoku is void; its riichi sticks go back, and penalties stay paid (チョンボ)."""
    if kyoku.phase is Phase.ENDED:
        impossible(fact, Reason.KYOKU_OVER)
    if fact.seat not in range(len(kyoku.players)):
        impossible(fact, Reason.NO_SUCH_SEAT)
    before = kyoku.points_before, kyoku.kyoutaku_before
    points, sticks = penalised(*before, kyoku.penalties, kyoku.rules)
    return replace(kyoku, phase=Phase.ENDED, chombo=fact, wins=(), points=points, kyoutaku=sticks)
