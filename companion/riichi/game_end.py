"""What comes after a kyoku: who deals, how many honba, and whether and why the game is over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import DealerStop, Renchan, RuleSet, Ties
from companion.riichi.seats import Seat, Wind, seats, shimocha
from companion.riichi.settlement import Settlement, nagashi_winners, settle


class EndReason(StrEnum):
    """Why a game is over."""

    BUST = "bust"
    CHOMBO = "chombo"
    LAST_KYOKU = "last_kyoku"
    DEALER_STOP = "dealer_stop"
    TARGET = "target"
    """Somebody has reached the target score in the extension, or after the last kyoku (サドンデス)."""
    TIME = "time"
    """Time was called, and the last hand that the rules allow has been played (時間切れ)."""


@dataclass(frozen=True, slots=True)
class NextDeal:
    """How the next kyoku has to start."""

    round_wind: Wind
    dealer: Seat
    honba: int
    kyoutaku: int
    points: tuple[int, ...]


def dealer_stays(kyoku: Kyoku) -> bool:
    """Whether the same dealer deals again (連荘)."""
    renchan = kyoku.rules.renchan
    if kyoku.wins:
        return renchan is not Renchan.NEVER and any(win.seat == kyoku.dealer for win in kyoku.wins)
    if nagashi := nagashi_winners(kyoku):
        return renchan is not Renchan.NEVER and kyoku.dealer in nagashi
    draw = kyoku.ryuukyoku
    if draw is None or draw.kind.is_abortive or renchan is Renchan.WIN_OR_DRAW:
        return True
    return renchan is Renchan.TENPAI and kyoku.dealer in draw.tenpai


def next_deal(kyoku: Kyoku, settlement: Settlement) -> NextDeal:
    """The kyoku that follows, if the game goes on."""
    stays = dealer_stays(kyoku)
    dealer = kyoku.dealer if stays else shimocha(kyoku.dealer, kyoku.rules.players)
    moves_round = not stays and dealer == 0
    round_wind = Wind((kyoku.round_wind + moves_round) % 4)
    return NextDeal(round_wind, dealer, _next_honba(kyoku, stays), settlement.kyoutaku, settlement.points)


def _next_honba(kyoku: Kyoku, stays: bool) -> int:
    if kyoku.chombo is not None:
        return kyoku.honba
    if stays or (kyoku.ryuukyoku is not None and not nagashi_winners(kyoku)):
        return kyoku.honba + 1
    return 0


_RULES_OF_THE_NEXT: Final = ("rounds", "extension", "target_points", "bust", "chombo_ends_game")
"""The rules of the next kyoku that say whether it is dealt; all others are those of the kyoku that ended."""


def _as_it_ends(kyoku: Kyoku) -> Kyoku:
    """The kyoku with the rules that say whether another one is dealt, where people have changed some."""
    if kyoku.next_rules is None:
        return kyoku
    changed = {name: getattr(kyoku.next_rules, name) for name in _RULES_OF_THE_NEXT}
    return replace(kyoku, rules=replace(kyoku.rules, **changed))


def end_reason(kyoku: Kyoku, settlement: Settlement) -> EndReason | None:
    """Why the game is over after this kyoku; None if it goes on."""
    kyoku = _as_it_ends(kyoku)
    rules = kyoku.rules
    if kyoku.has_stopped:
        return EndReason.DEALER_STOP
    if kyoku.hands_left == 1:
        return EndReason.TIME
    if kyoku.chombo is not None and rules.chombo_ends_game:
        return EndReason.CHOMBO
    if rules.bust and min(settlement.points) < 0:
        return EndReason.BUST
    if kyoku.chombo is not None or not _is_last_deal(kyoku):
        return None
    has_target = max(settlement.points) >= rules.target_points
    if dealer_stays(kyoku):
        return EndReason.DEALER_STOP if not rules.dealer_stop_asked and _may_stop(kyoku, settlement) else None
    if not rules.extension:
        return EndReason.LAST_KYOKU
    if has_target:
        return EndReason.TARGET
    is_very_last = _is_last_dealer(kyoku) and kyoku.round_wind >= min(rules.rounds, Wind.NORTH)
    return EndReason.LAST_KYOKU if is_very_last else None


def _is_last_deal(kyoku: Kyoku) -> bool:
    """Whether the game can end with this kyoku: that of the last dealer, or any of the extension."""
    last_wind = kyoku.rules.rounds - 1
    return kyoku.round_wind > last_wind or (kyoku.round_wind == last_wind and _is_last_dealer(kyoku))


def _is_last_dealer(kyoku: Kyoku) -> bool:
    return kyoku.dealer == kyoku.rules.players - 1


def may_dealer_stop(kyoku: Kyoku) -> bool:
    """Whether the dealer may choose to end the game here instead of dealing again (和了やめ, 聴牌やめ)."""
    if not kyoku.rules.dealer_stop_asked or not kyoku.is_over:
        return False
    settlement, kyoku = settle(kyoku), _as_it_ends(kyoku)
    goes_on = end_reason(kyoku, settlement) is None and dealer_stays(kyoku)
    return goes_on and _is_last_deal(kyoku) and _may_stop(kyoku, settlement)


def _may_stop(kyoku: Kyoku, settlement: Settlement) -> bool:
    """Whether a last dealer who would deal again has first place, the target and a result that counts."""
    rules, draw = kyoku.rules, kyoku.ryuukyoku
    if rules.dealer_stop is DealerStop.NEVER or kyoku.chombo is not None:
        return False
    if draw is not None and draw.kind.is_abortive:
        return False  # it is always dealt again, even if four players in riichi have shown tenpai
    if (
        draw is not None
        and not nagashi_winners(kyoku)
        and (rules.dealer_stop is DealerStop.WIN or kyoku.dealer not in draw.tenpai)
    ):
        return False
    points = settlement.points
    is_first = ranking(points, rules)[0] == kyoku.dealer
    return is_first and points[kyoku.dealer] >= rules.target_points


def ranking(points: tuple[int, ...], rules: RuleSet) -> tuple[Seat, ...]:
    """Seats from first place; equal points go by seat order from the first dealer."""
    return tuple(sorted(seats(rules.players), key=lambda seat: (-points[seat], seat)))


def places(points: tuple[int, ...], rules: RuleSet) -> tuple[int, ...]:
    """Each seat's place from 1; equal points have one place where the house shares places."""
    if rules.ties is Ties.SHARED:
        return tuple(1 + sum(other > mine for other in points) for mine in points)
    order = ranking(points, rules)
    return tuple(order.index(seat) + 1 for seat in seats(rules.players))
