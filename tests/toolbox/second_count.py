"""Counts a game that is kept by points once more; of the product it knows only what a rule set says.

A hand comes as what people say of it. `SecondCount` has the points, sticks, honba and dealer after it,
and `final_of` the scores at the end.
"""

from dataclasses import dataclass, field

from companion.riichi.ruleset import (
    DealerStop,
    HonbaTo,
    PaoHonba,
    PenaltyTo,
    Renchan,
    RuleSet,
    ScoreRounding,
    SticksLeft,
    Ties,
)

NORTH_ROUND = 3


@dataclass
class OneWin:
    seat: int
    han: int = 0
    fu: int = 0
    yakuman: int = 0
    liable: int | None = None
    """Who answers for the whole hand."""


@dataclass
class OneHand:
    """What people say of a hand. Its kind is win, draw, nagashi, abortive or chombo."""

    kind: str = ""
    riichi: list[int] = field(default_factory=list)
    penalties: list[tuple[int, int]] = field(default_factory=list)
    chips: list[tuple[int, int | None, int]] = field(default_factory=list)
    wareme: int | None = None
    wins: list[OneWin] = field(default_factory=list)
    giver: int = 0
    tenpai: list[int] = field(default_factory=list)
    nagashi: list[int] = field(default_factory=list)
    culprit: int = 0


def in_hundreds(points: float) -> int:
    whole, rest = divmod(points, 100)
    return int(whole + (rest > 0)) * 100


def base_of(win: OneWin, rules: RuleSet) -> int:
    if win.yakuman:
        return 8_000 * win.yakuman
    for han, base in ((13, 8_000 if rules.kazoe_yakuman else 6_000), (11, 6_000), (8, 4_000), (6, 3_000)):
        if win.han >= han:
            return base
    is_nearly = (win.han, win.fu) in ((4, 30), (3, 60))
    return 2_000 if win.han == 5 or (is_nearly and rules.kiriage) else min(2_000, win.fu * 2 ** (win.han + 2))


def tsumo(base: int, winner: int, dealer: int, rules: RuleSet) -> dict[int, int]:
    """What each other player pays; three may share what the missing one, no dealer, would pay."""
    others = [seat for seat in range(rules.players) if seat != winner]
    shares = {seat: in_hundreds(base * (2 if dealer in (seat, winner) else 1)) for seat in others}
    if rules.players == 4 or rules.tsumo_loss:
        return shares
    missing = in_hundreds(base * (2 if winner == dealer else 1))
    return {seat: in_hundreds(share + missing / 2) for seat, share in shares.items()}


class SecondCount:
    """One game; `tell` counts a hand."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.points = [rules.start_points] * rules.players
        self.sticks = self.honba = self.dealer = self.round = 0
        self.chips, self.wins, self.beside = [0] * 4, [0] * 4, [0] * 4
        self.ended = ""
        self.may_stop = False
        self.paid: set[tuple[int, int]] = set()

    def tell(self, hand: OneHand) -> None:
        self._lay(hand)
        winners, stays = self._settle(hand)
        if hand.kind == "chombo":
            for seat in hand.riichi:
                self.points[seat] += 1_000
            self.sticks -= len(hand.riichi)
        self.ended = self._end_after(hand, stays=stays, is_won=bool(winners))
        if hand.kind != "chombo":
            drawn = hand.kind in ("draw", "abortive") or (hand.kind == "nagashi" and not winners)
            self.honba = self.honba + 1 if stays or drawn else 0
        if not stays:
            self.dealer = (self.dealer + 1) % self.rules.players
            self.round += self.dealer == 0

    def _lay(self, hand: OneHand) -> None:
        """Sticks, penalties and chips, which change hands before the result."""
        others = self.rules.players - 1
        for seat in hand.riichi:
            self.points[seat] -= 1_000
        self.sticks += len(hand.riichi)
        for seat, points in hand.penalties:
            if self.rules.penalty_to is PenaltyTo.SCORE:
                self.beside[seat] -= points
                continue
            self.points[seat] -= points
            if self.rules.penalty_to is PenaltyTo.TABLE:
                self.sticks += points // 1_000
            else:
                self.points = [p + (at != seat) * points // others for at, p in enumerate(self.points)]
        for seat, giver, number in hand.chips:
            for other in range(self.rules.players):
                if other != seat and giver in (None, other):
                    self.chips[seat] += number
                    self.chips[other] -= number

    def _settle(self, hand: OneHand) -> tuple[list[int], bool]:
        """Pay the result; return who won, the first one paid first, and whether the dealer deals again."""
        rules, before, self.paid = self.rules, list(self.points), set()
        winners: list[int] = []
        if hand.kind == "chombo":
            self._pay_chombo(hand.culprit)
            return [], True
        if hand.kind == "abortive":
            return [], True
        if hand.kind == "win":
            winners = self._pay_wins(hand)
        elif hand.kind == "nagashi":
            winners = self._pay_nagashi(hand)
        else:
            self._pay_noten(hand.tenpai)
        if winners:
            self._note_wins(winners, before)
            return winners, rules.renchan is not Renchan.NEVER and self.dealer in winners
        tenpai = rules.renchan is Renchan.TENPAI and self.dealer in hand.tenpai
        return [], tenpai or rules.renchan is Renchan.WIN_OR_DRAW

    def _pay(self, payer: int, payee: int, points: int, wareme: int | None = None) -> None:
        doubled = points * (2 if wareme in (payer, payee) else 1)
        self.points[payer] -= doubled
        self.points[payee] += doubled
        if doubled:
            self.paid.add((payer, payee))

    def _pay_chombo(self, culprit: int) -> None:
        if self.rules.chombo_points:
            self.beside[culprit] -= self.rules.chombo_points
        else:
            for seat, share in tsumo(2_000, culprit, self.dealer, self.rules).items():
                self._pay(culprit, seat, share)

    def _pay_noten(self, tenpai: list[int]) -> None:
        noten = [seat for seat in range(self.rules.players) if seat not in tenpai]
        for payer in noten:
            for payee in tenpai:
                self._pay(payer, payee, self.rules.noten_points // len(noten) // len(tenpai))

    def _pay_nagashi(self, hand: OneHand) -> list[int]:
        """Each is a mangan by tsumo, but the honba and sticks go along only where it counts as a win."""
        order = sorted(hand.nagashi, key=lambda seat: (seat - self.dealer) % self.rules.players)
        for place, winner in enumerate(order):
            for seat, share in tsumo(2_000, winner, self.dealer, self.rules).items():
                self._pay(seat, winner, share, hand.wareme)
            if self.rules.nagashi_win and (place == 0 or self.rules.honba_to is HonbaTo.EVERY_WINNER):
                self._pay_honba(winner, None)
        if not self.rules.nagashi_win:
            return []
        self.points[order[0]] += 1_000 * self.sticks
        self.sticks = 0
        return order

    def _pay_wins(self, hand: OneHand) -> list[int]:
        rules = self.rules
        wins = sorted(hand.wins, key=lambda win: (win.seat - hand.giver) % rules.players)
        for place, win in enumerate(wins):
            self._pay_hand(win, hand)
            if place == 0 or rules.honba_to is HonbaTo.EVERY_WINNER:
                is_tsumo = win.seat == hand.giver
                by_liable = win.liable is not None and (is_tsumo or rules.pao_honba is PaoHonba.LIABLE)
                self._pay_honba(win.seat, win.liable if by_liable else None if is_tsumo else hand.giver)
        others = [win.seat for win in wins[1:] if rules.honba_to is HonbaTo.EVERY_WINNER]
        own = [seat for seat in others if seat in hand.riichi]
        for seat in own:
            self.points[seat] += 1_000
        self.points[wins[0].seat] += 1_000 * (self.sticks - len(own))
        self.sticks = 0
        return [win.seat for win in wins]

    def _pay_hand(self, win: OneWin, hand: OneHand) -> None:
        base, liable = base_of(win, self.rules), win.liable
        if win.seat == hand.giver:
            shares = tsumo(base, win.seat, self.dealer, self.rules)
            if liable is not None:
                shares = {liable: sum(shares.values())}
        else:
            whole = in_hundreds(base * (6 if win.seat == self.dealer else 4))
            shares = {hand.giver: whole}
            if liable not in (None, hand.giver):
                shares = {liable: whole // 2, hand.giver: whole - whole // 2}
        for seat, share in shares.items():
            self._pay(seat, win.seat, share, hand.wareme)

    def _pay_honba(self, winner: int, payer: int | None) -> None:
        whole = self.honba * self.rules.honba_points
        others = [seat for seat in range(self.rules.players) if seat != winner]
        for seat in others if payer is None else [payer]:
            self._pay(seat, winner, whole // (len(others) if payer is None else 1))

    def _note_wins(self, winners: list[int], before: list[int]) -> None:
        for seat in winners:
            self.wins[seat] += 1
        for seat, points in enumerate(self.points):
            takers = [winner for winner in winners if (seat, winner) in self.paid]
            if points < 0 <= before[seat] and takers:
                self.beside[seat] -= self.rules.bust_points
                self.beside[takers[0]] += self.rules.bust_points

    def _end_after(self, hand: OneHand, *, stays: bool, is_won: bool) -> str:
        """Why the game is over; empty while it goes on. Dealer and round are still those of the hand."""
        rules, last = self.rules, self.rules.players - 1
        self.may_stop = False
        if hand.kind == "chombo":
            return "chombo" if rules.chombo_ends_game else "bust" if self._is_bust() else ""
        if self._is_bust():
            return "bust"
        if self.round < rules.rounds - 1 or (self.round == rules.rounds - 1 and self.dealer != last):
            return ""
        if stays:
            return self._stop(hand, is_won=is_won)
        if not rules.extension:
            return "last_kyoku"
        if max(self.points) >= rules.target_points:
            return "target"
        is_very_last = self.dealer == last and self.round >= min(rules.rounds, NORTH_ROUND)
        return "last_kyoku" if is_very_last else ""

    def _is_bust(self) -> bool:
        return self.rules.bust and min(self.points) < 0

    def _stop(self, hand: OneHand, *, is_won: bool) -> str:
        rules, mine = self.rules, self.points[self.dealer]
        if self.points.index(max(self.points)) != self.dealer or mine < rules.target_points:
            return ""
        if hand.kind == "abortive" or rules.dealer_stop is DealerStop.NEVER:
            return ""
        if not is_won and (rules.dealer_stop is DealerStop.WIN or self.dealer not in hand.tenpai):
            return ""
        self.may_stop = rules.dealer_stop_asked
        return "" if self.may_stop else "dealer_stop"


def final_of(count: SecondCount) -> list[tuple[int, int, float]]:
    """For each seat its place, its points with the sticks that are left, and its score in thousands."""
    rules, seats = count.rules, range(count.rules.players)
    order = sorted(seats, key=lambda seat: (-count.points[seat], seat))
    equals = [
        [o for o in order if count.points[o] == count.points[seat]] if rules.ties is Ties.SHARED else [seat]
        for seat in seats
    ]
    places = [1 + order.index(group[0]) for group in equals]
    bonus = _bonus(count, order, equals)
    with_sticks = list(count.points)
    if rules.sticks_left is SticksLeft.FIRST:
        firsts = equals[order[0]]
        for seat, points in zip(firsts, shared(1_000 * count.sticks, firsts), strict=True):
            with_sticks[seat] += points
    thousands = _rounded(with_sticks, order[0], rules.score_rounding)
    dry = sum(not count.wins[seat] for seat in seats)
    yakitori = [dry if count.wins[seat] else dry - rules.players for seat in seats]
    return [
        (
            places[seat],
            with_sticks[seat],
            (thousands[seat] - rules.return_points + bonus[seat] + count.beside[seat]) / 1_000
            + (count.chips[seat] * rules.chip_points + yakitori[seat] * rules.yakitori_points) / 1_000,
        )
        for seat in seats
    ]


def _bonus(count: SecondCount, order: list[int], equals: list[list[int]]) -> list[int]:
    rules = count.rules
    up = sum(points >= rules.return_points for points in count.points)
    uma = rules.uma_by_winners[up] if rules.uma_by_winners else rules.uma
    by_place = [1_000 * thousands for thousands in uma]
    by_place[0] += (rules.return_points - rules.start_points) * rules.players * rules.oka
    bonus = [0] * rules.players
    for seat in order:
        group, first = equals[seat], order.index(equals[seat][0])
        parts = shared(sum(by_place[first : first + len(group)]), group)
        bonus[seat] = parts[group.index(seat)]
    return bonus


def _rounded(points: list[int], first: int, rounding: ScoreRounding) -> list[int]:
    if rounding is ScoreRounding.NONE:
        return points
    half = 500 if rounding is ScoreRounding.FIVE_UP else 600
    signs = [1 if mine >= 0 else -1 for mine in points]
    whole = [sign * ((abs(mine) + 1_000 - half) // 1_000) for sign, mine in zip(signs, points, strict=True)]
    whole[first] += round(sum(points) / 1_000) - sum(whole)
    return [1_000 * each for each in whole]


def shared(points: int, group: list[int]) -> list[int]:
    """Points in whole hundreds for each of the group; what is left over goes to the first ones."""
    hundreds, rest = divmod(points // 100, len(group))
    return [100 * (hundreds + (place < rest)) for place in range(len(group))]
