"""Who pays whom at the end of a kyoku, each payment with its reason (精算).

Amounts are points. Base points, limits and shares follow the rule set; what a hand is worth in
han and fu comes with the win (`Won.value`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.riichi.facts import HandValue, Ryuukyoku, RyuukyokuKind, WinBy, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.pao import feeders, is_open_kan_pao
from companion.riichi.ruleset import YAKUMAN_HAN, HonbaTo, PaoHonba, PaoSplit, RuleSet
from companion.riichi.seats import Seat, distance, in_turn_order_after, seats


class PaymentReason(StrEnum):
    """What a payment is for."""

    HAND = "hand"
    HONBA = "honba"
    STICKS = "sticks"
    PAO = "pao"
    NOTEN = "noten"
    NAGASHI = "nagashi_mangan"
    CHOMBO = "chombo"


@dataclass(frozen=True, slots=True)
class Payment:
    """Points from one player to another. `payer` None: from the sticks on the table."""

    payer: Seat | None
    payee: Seat
    points: int
    reason: PaymentReason


@dataclass(frozen=True, slots=True)
class Settlement:
    """All payments of a kyoku and what is on the table afterwards (精算)."""

    payments: tuple[Payment, ...]
    points: tuple[int, ...]
    kyoutaku: int


class Limit(StrEnum):
    """Names of the limits (満貫以上)."""

    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    YAKUMAN = "yakuman"


_LIMIT_BASE = {
    Limit.MANGAN: 2_000,
    Limit.HANEMAN: 3_000,
    Limit.BAIMAN: 4_000,
    Limit.SANBAIMAN: 6_000,
    Limit.YAKUMAN: 8_000,
}


def limit_of(value: HandValue, rules: RuleSet) -> Limit | None:
    """Which limit a hand reaches; None below mangan."""
    if value.yakuman:
        return Limit.YAKUMAN
    if value.han >= 13:
        return Limit.YAKUMAN if rules.kazoe_yakuman else Limit.SANBAIMAN
    if value.han >= 11:
        return Limit.SANBAIMAN
    if value.han >= 8:
        return Limit.BAIMAN
    if value.han >= 6:
        return Limit.HANEMAN
    counted = value.fu * 2 ** (value.han + 2)
    # 切り上げ: 30 fu 4 han and 60 fu 3 han make 1,920.
    return Limit.MANGAN if value.han == 5 or counted >= (1_920 if rules.kiriage else 2_000) else None


def base_points(value: HandValue, rules: RuleSet) -> int:
    """A quarter of what a non-dealer's ron pays, before rounding up (基本点)."""
    limit = limit_of(value, rules)
    if limit is None:
        return int(value.fu * 2 ** (value.han + 2))
    return _LIMIT_BASE[limit] * max(1, value.yakuman)


def rounded_up(points: int) -> int:
    """Round up to whole hundreds."""
    return -(-points // 100) * 100


def tsumo_shares(base: int, winner: Seat, dealer: Seat, rules: RuleSet) -> dict[Seat, int]:
    """What each of the others pays for a tsumo, without honba."""
    shares = {
        seat: rounded_up(base * (2 if dealer in (winner, seat) else 1))
        for seat in seats(rules.players)
        if seat != winner
    }
    if rules.players == 3 and not rules.tsumo_loss:
        missing = rounded_up(base * (2 if winner == dealer else 1))
        shares = {seat: rounded_up(share + missing // 2) for seat, share in shares.items()}
    return shares


def ron_points(base: int, winner: Seat, dealer: Seat) -> int:
    """What the discarder pays, without honba."""
    return rounded_up(base * (6 if winner == dealer else 4))


@dataclass(frozen=True, slots=True)
class _Share:
    """What one liable player answers for, in base points (包)."""

    seat: Seat
    base: int


def settle(kyoku: Kyoku) -> Settlement:
    """Who pays whom for the result that the kyoku has. Without a value a win brings only honba and sticks."""
    if kyoku.chombo is not None:
        return _settled(kyoku, _chombo_payments(kyoku), kyoku.kyoutaku)
    if nagashi := nagashi_winners(kyoku):
        payments = [paid for place, win in enumerate(nagashi) for paid in _nagashi_won(kyoku, win, place)]
        return _settled(kyoku, payments, 0)
    if kyoku.ryuukyoku is not None:
        return _settled(kyoku, _draw_payments(kyoku, kyoku.ryuukyoku), kyoku.kyoutaku)
    payments = []
    for place, win in enumerate(in_order(kyoku)):
        payments += _hand_payments(kyoku, win) + _extra_payments(kyoku, win, is_first=place == 0)
    return _settled(kyoku, payments, 0 if kyoku.wins else kyoku.kyoutaku)


def _settled(kyoku: Kyoku, payments: list[Payment], kyoutaku: int) -> Settlement:
    points = list(kyoku.points)
    payments = [_at_the_break(kyoku, payment) for payment in payments]
    for payment in payments:
        points[payment.payee] += payment.points
        if payment.payer is not None:
            points[payment.payer] -= payment.points
    return Settlement(tuple(payments), tuple(points), kyoutaku)


def _at_the_break(kyoku: Kyoku, payment: Payment) -> Payment:
    """The player whose wall was broken pays and receives double for a hand (割れ目)."""
    is_of_a_hand = payment.reason in (PaymentReason.HAND, PaymentReason.PAO, PaymentReason.NAGASHI)
    if kyoku.wareme is None or not is_of_a_hand or kyoku.wareme not in (payment.payer, payment.payee):
        return payment
    return replace(payment, points=2 * payment.points)


def in_order(kyoku: Kyoku) -> list[Won]:
    """The wins; that of the player who comes soonest after the discarder is first."""
    players = kyoku.rules.players
    return sorted(kyoku.wins, key=lambda win: distance(win.giver, win.seat, players))


def _hand_payments(kyoku: Kyoku, win: Won) -> list[Payment]:
    if win.value is None:
        return []
    shares, base = _liabilities(kyoku, win, win.value)
    paid = [payment for share in shares for payment in _pao_payments(kyoku, win, share)]
    return paid + (_plain_payments(kyoku, win, base) if base or not shares else [])


def _plain_payments(kyoku: Kyoku, win: Won, base: int) -> list[Payment]:
    if win.by is WinBy.RON:
        return [Payment(win.giver, win.seat, ron_points(base, win.seat, kyoku.dealer), PaymentReason.HAND)]
    shares = tsumo_shares(base, win.seat, kyoku.dealer, kyoku.rules)
    return [Payment(payer, win.seat, share, PaymentReason.HAND) for payer, share in shares.items()]


def liable_for(kyoku: Kyoku, win: Won) -> Seat | None:
    """Who is liable for this win (包): whoever fed its yakuman, or the open kan whose replacement tile won.

    A player whom the table named takes precedence over what the melds say. If several players fed
    yakuman, this is the first of them, who also pays the honba, unless the discarder does.
    """
    if win.liable is not None:
        return win.liable
    if is_open_kan_pao(kyoku, win):
        return kyoku.feeder
    if win.value is None or not win.value.yakuman:
        return None
    names = {name for name, _ in win.value.yaku}
    return next((seat for name, seat in kyoku.players[win.seat].pao if name in names), None)


def _pao_payments(kyoku: Kyoku, win: Won, share: _Share) -> list[Payment]:
    """Tsumo, or ron from the liable player: they pay all. Another ron: half each [rules 1.3 pao split]."""
    liable, base = share.seat, share.base
    if win.by is WinBy.TSUMO:
        total = sum(tsumo_shares(base, win.seat, kyoku.dealer, kyoku.rules).values())
        return [Payment(liable, win.seat, total, PaymentReason.PAO)]
    whole = ron_points(base, win.seat, kyoku.dealer)
    if liable == win.giver:
        return [Payment(liable, win.seat, whole, PaymentReason.PAO)]
    half = whole // 2
    return [
        Payment(liable, win.seat, half, PaymentReason.PAO),
        Payment(win.giver, win.seat, whole - half, PaymentReason.HAND),
    ]


def _liabilities(kyoku: Kyoku, win: Won, value: HandValue) -> tuple[list[_Share], int]:
    """What each liable player answers for, and the base points that are paid as usual."""
    liable = liable_for(kyoku, win)
    base = base_points(value, kyoku.rules)
    if liable is None:
        return [], base
    if several := _several_feeders(kyoku, win, value):
        return several, base - sum(share.base for share in several)
    mine, others = _split_base(kyoku, win, value, liable)
    return [_Share(liable, mine)], others


def _several_feeders(kyoku: Kyoku, win: Won, value: HandValue) -> list[_Share]:
    """Where two players fed two yakuman that add up, each pays for the one they fed; otherwise nothing.

    Nothing either if the hand was said to be worth less than these two.
    """
    if not kyoku.rules.yakuman_stack:
        return []
    worth = dict(value.yaku)
    fed: dict[Seat, int] = {}
    for name, seat in feeders(kyoku, win, worth):
        fed[seat] = fed.get(seat, 0) + worth.get(name, YAKUMAN_HAN) // YAKUMAN_HAN
    if len(fed) < 2 or sum(fed.values()) > value.yakuman:
        return []
    return [_Share(seat, _LIMIT_BASE[Limit.YAKUMAN] * times) for seat, times in fed.items()]


def _split_base(kyoku: Kyoku, win: Won, value: HandValue, liable: Seat) -> tuple[int, int]:
    """Base points the liable player answers for, and those paid as usual."""
    base = base_points(value, kyoku.rules)
    if is_open_kan_pao(kyoku, win) and liable == kyoku.feeder:
        return base, 0  # whatever else they fed, the feeder of the kan answers for all of the hand
    fed = {name for name, seat in kyoku.players[win.seat].pao if seat == liable}
    if win.liable is not None and not fed:
        fed = set(kyoku.rules.pao)
    fed_han = sum(han for name, han in value.yaku if name in fed)
    if not fed_han or kyoku.rules.pao_split is PaoSplit.WHOLE_HAND:
        return base, 0
    liable_base = min(base, _LIMIT_BASE[Limit.YAKUMAN] * (fed_han // 13))
    return liable_base, base - liable_base


def _extra_payments(kyoku: Kyoku, win: Won, *, is_first: bool) -> list[Payment]:
    """Honba and sticks."""
    payments: list[Payment] = []
    if is_first or kyoku.rules.honba_to is HonbaTo.EVERY_WINNER:
        payments += _honba_payments(kyoku, win)
    sticks = _sticks_for(kyoku, win, is_first=is_first)
    if sticks:
        payments.append(Payment(None, win.seat, sticks * 1_000, PaymentReason.STICKS))
    return payments


def _honba_payments(kyoku: Kyoku, win: Won) -> list[Payment]:
    total = kyoku.honba * kyoku.rules.honba_points
    if not total:
        return []
    liable = liable_for(kyoku, win)
    discarder_pays = win.by is WinBy.RON and kyoku.rules.pao_honba is PaoHonba.DISCARDER
    if liable is not None and not discarder_pays:
        return [Payment(liable, win.seat, total, PaymentReason.HONBA)]
    if win.by is WinBy.RON:
        return [Payment(win.giver, win.seat, total, PaymentReason.HONBA)]
    others = in_turn_order_after(win.seat, kyoku.rules.players)
    return [Payment(payer, win.seat, total // len(others), PaymentReason.HONBA) for payer in others]


def _sticks_for(kyoku: Kyoku, win: Won, *, is_first: bool) -> int:
    if kyoku.rules.honba_to is HonbaTo.FIRST_WINNER:
        return kyoku.kyoutaku if is_first else 0
    own = {w.seat for w in kyoku.wins if _has_stick(kyoku, w.seat)}
    if is_first:
        return kyoku.kyoutaku - len(own - {win.seat})
    return 1 if win.seat in own else 0


def _has_stick(kyoku: Kyoku, seat: Seat) -> bool:
    riichi = kyoku.players[seat].riichi
    return riichi is not None and riichi.is_accepted


def _draw_payments(kyoku: Kyoku, draw: Ryuukyoku) -> list[Payment]:
    if draw.kind is RyuukyokuKind.EXHAUSTIVE:
        return _noten_payments(kyoku, draw.tenpai)
    if draw.kind is RyuukyokuKind.NAGASHI_MANGAN:
        return [payment for winner in draw.nagashi for payment in _nagashi_payments(kyoku, winner)]
    return []


def _nagashi_payments(kyoku: Kyoku, winner: Seat) -> list[Payment]:
    shares = tsumo_shares(2_000, winner, kyoku.dealer, kyoku.rules)
    return [Payment(payer, winner, share, PaymentReason.NAGASHI) for payer, share in shares.items()]


def nagashi_winners(kyoku: Kyoku) -> tuple[Seat, ...]:
    """Who wins by nagashi mangan, from the dealer on in turn order; nobody if it counts as a draw."""
    draw = kyoku.ryuukyoku
    if draw is None or draw.kind is not RyuukyokuKind.NAGASHI_MANGAN or not kyoku.rules.nagashi_win:
        return ()
    return tuple(sorted(draw.nagashi, key=lambda seat: distance(kyoku.dealer, seat, kyoku.rules.players)))


def _nagashi_won(kyoku: Kyoku, winner: Seat, place: int) -> list[Payment]:
    """What a nagashi mangan that counts as a win is paid, `place` being 0 for the first of the winners.

    Honba and sticks go as for a tsumo; the first winner takes the sticks.
    """
    win = Won(winner, WinBy.TSUMO, winner)
    first_alone = kyoku.rules.honba_to is HonbaTo.FIRST_WINNER
    honba = _honba_payments(kyoku, win) if place == 0 or not first_alone else []
    sticks = kyoku.kyoutaku * 1_000 if place == 0 else 0
    taken = [Payment(None, winner, sticks, PaymentReason.STICKS)] if sticks else []
    return [*_nagashi_payments(kyoku, winner), *honba, *taken]


def _noten_payments(kyoku: Kyoku, tenpai: tuple[Seat, ...]) -> list[Payment]:
    noten = [seat for seat in seats(kyoku.rules.players) if seat not in tenpai]
    if not tenpai or not noten:
        return []
    share = kyoku.rules.noten_points // (len(tenpai) * len(noten))
    return [Payment(payer, payee, share, PaymentReason.NOTEN) for payee in tenpai for payer in noten]


def _chombo_payments(kyoku: Kyoku) -> list[Payment]:
    if kyoku.chombo is None or kyoku.rules.chombo_points:
        return []  # taken from the final score
    loser = kyoku.chombo.seat
    shares = tsumo_shares(2_000, loser, kyoku.dealer, kyoku.rules)
    return [Payment(loser, payee, share, PaymentReason.CHOMBO) for payee, share in shares.items()]
