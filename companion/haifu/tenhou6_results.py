"""The last element of a tenhou.net/6 kyoku: what it says about wins, draws and payments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.haifu.record import Unreadable, WinClaim
from companion.haifu.yaku_names import code_of_japanese, counted_twice
from companion.riichi.facts import HandValue, RyuukyokuKind
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Seat
from companion.riichi.settlement import base_points, ron_points, tsumo_shares

WIN: Final = "和了"
CHOMBO: Final = "チョンボ"
DRAW_NAMES: Final = {
    RyuukyokuKind.EXHAUSTIVE: "流局",
    RyuukyokuKind.NAGASHI_MANGAN: "流し満貫",
    RyuukyokuKind.KYUUSHU_KYUUHAI: "九種九牌",
    RyuukyokuKind.SUUFON_RENDA: "四風連打",
    RyuukyokuKind.SUUCHA_RIICHI: "四家立直",
    RyuukyokuKind.SUUKAIKAN: "四開槓",
    RyuukyokuKind.SANCHAHOU: "三家和",
}
ALL_TENPAI, NOBODY_TENPAI = "全員聴牌", "全員不聴"
_DRAW_KINDS: Final = {
    **{name: kind for kind, name in DRAW_NAMES.items()},
    ALL_TENPAI: RyuukyokuKind.EXHAUSTIVE,
    NOBODY_TENPAI: RyuukyokuKind.EXHAUSTIVE,
    "荒牌平局": RyuukyokuKind.EXHAUSTIVE,
    "荒牌流局": RyuukyokuKind.EXHAUSTIVE,
    "流局満貫": RyuukyokuKind.NAGASHI_MANGAN,
    "九種公九牌": RyuukyokuKind.KYUUSHU_KYUUHAI,
    "四人立直": RyuukyokuKind.SUUCHA_RIICHI,
    "四槓散了": RyuukyokuKind.SUUKAIKAN,
    "三家和了": RyuukyokuKind.SANCHAHOU,
    "トリプルロン": RyuukyokuKind.SANCHAHOU,
}
_YAKU: Final = re.compile(r"(.+)\((?:(\d{1,3})飜|(.*役満))\)")
_FU_HAN: Final = re.compile(r"(\d{1,3})符(\d{1,3})飜")
_POINTS: Final = re.compile(r"(?:(\d{1,9})-)?(\d{1,9})点(∀)?")
_LEAST_FU: Final = {3: (70, 60), 4: (40, 30)}
"""The least fu with which this many han are mangan; the second where such hands are rounded up (切上満貫)."""
_ONE_YAKUMAN: Final = HandValue(0, 0, 1)


@dataclass(frozen=True, slots=True)
class ToldWin:
    """One win of a result."""

    seat: Seat
    giver: Seat
    value: HandValue | None
    claim: WinClaim
    liable: Seat | None = None


@dataclass(frozen=True, slots=True)
class ToldResult:
    """A result as far as it can be read without the rest of the kyoku."""

    wins: tuple[ToldWin, ...] = ()
    draw: RyuukyokuKind | None = None
    tenpai: tuple[Seat, ...] | None = None
    chombo: Seat | None = None
    deltas: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class _Dealt:
    """The facts of the deal that are needed to read a result."""

    players: int
    dealer: Seat
    rules: RuleSet

    def yakuman_share(self, seat: Seat, giver: Seat) -> int:
        """The smallest single payment for one yakuman."""
        base = base_points(_ONE_YAKUMAN, self.rules)
        if seat == giver:
            return min(tsumo_shares(base, seat, self.dealer, self.rules).values())
        return ron_points(base, seat, self.dealer)


def read_result(result: Any, players: int, dealer: Seat, rules: RuleSet) -> ToldResult:
    """Read the last element of a kyoku.

    Raises:
        Unreadable: it is not a result that is known.
    """
    if not isinstance(result, list) or not result or not isinstance(result[0], str):
        raise Unreadable("the result is not a list that begins with its name")
    name = result[0]
    if name == WIN:
        return _wins(result[1:], _Dealt(players, dealer, rules))
    deltas = _deltas(result[1], players) if len(result) > 1 else None
    if name == CHOMBO:
        return ToldResult(chombo=_seat(result[2][0] if _is_filled(result, 2) else 0, players), deltas=deltas)
    if name not in _DRAW_KINDS:
        raise Unreadable(f"the result {name!r:.40} is not known")
    tenpai = {ALL_TENPAI: SEATS[:players], NOBODY_TENPAI: ()}.get(name, _told_tenpai(result, players))
    if deltas is None and (_DRAW_KINDS[name].is_abortive or tenpai is not None):
        deltas = (0,) * players  # that is what the name says
    return ToldResult(draw=_DRAW_KINDS[name], tenpai=tenpai, deltas=deltas)


def _told_tenpai(result: Sequence[Any], players: int) -> tuple[Seat, ...] | None:
    """Who was tenpai at a draw, where one of our own files says so; None where it does not."""
    told = result[2] if _is_filled(result, 2) else []
    is_of_seats = all(type(seat) is int and seat in range(players) for seat in told)
    return (
        tuple(SEATS[seat] for seat in told) if told and is_of_seats and len(set(told)) == len(told) else None
    )


def _is_filled(result: Sequence[Any], at: int) -> bool:
    return len(result) > at and isinstance(result[at], list) and bool(result[at])


def _deltas(values: Any, players: int) -> tuple[int, ...] | None:
    if not isinstance(values, list) or not all(isinstance(value, int) for value in values):
        raise Unreadable("the payments of the result are not numbers")
    if not values:
        return None
    if len(values) < players:
        raise Unreadable(f"the payments of the result name {len(values)} of {players} players")
    return tuple(values[:players])


def _seat(value: Any, players: int) -> Seat:
    if not isinstance(value, int) or not 0 <= value < players:
        raise Unreadable(f"{value!r:.40} is not a seat")
    return SEATS[value]


def _wins(parts: Sequence[Any], dealt: _Dealt) -> ToldResult:
    wins: list[ToldWin] = []
    total: tuple[int, ...] | None = None
    for at in range(0, len(parts) - 1, 2):
        deltas = _deltas(parts[at], dealt.players)
        if deltas is not None:
            total = deltas if total is None else tuple(a + b for a, b in zip(total, deltas, strict=True))
        wins.append(_win(parts[at + 1], dealt))
    if not wins:
        raise Unreadable("the result is a win, but it does not say whose")
    return ToldResult(wins=tuple(wins), deltas=total)


def _win(details: Any, dealt: _Dealt) -> ToldWin:
    """The winner, who gave the tile, who is liable, the score such as `30符2飜2000点`, then each yaku."""
    if not isinstance(details, list) or len(details) < 2:
        raise Unreadable("the result is a win, but it does not say whose")
    seat, giver = (_seat(value, dealt.players) for value in details[:2])
    words = [word for word in details[3:] if isinstance(word, str)]
    if not words:
        return ToldWin(seat, giver, None, WinClaim(seat))
    claim = _claim(seat, giver, words, dealt)
    return ToldWin(seat, giver, _value(claim, words, dealt.rules), claim, _liable(details, seat, dealt))


def _liable(details: list[Any], seat: Seat, dealt: _Dealt) -> Seat | None:
    """Who is liable; where nobody is, the winner stands in this place."""
    named = details[2] if len(details) > 2 else seat
    return SEATS[named] if type(named) is int and named in range(dealt.players) and named != seat else None


def _claim(seat: Seat, giver: Seat, words: list[str], dealt: _Dealt) -> WinClaim:
    yaku, has_yakuman = _yaku(words[1:], dealt.rules)
    points, share = _points(words[0], dealt.players)
    counted = _FU_HAN.search(words[0])
    fu = int(counted[1]) if counted else None
    is_all_known = len(yaku) == len(words) - 1
    if has_yakuman or ("役満" in words[0] and "数え" not in words[0]):
        yakuman = max(1, round(share / dealt.yakuman_share(seat, giver)))
        yaku = counted_twice(yaku, yakuman, dealt.rules)
        return WinClaim(seat, fu, None, yakuman, yaku if is_all_known else None, points)
    han = sum(han for _, han in yaku) if is_all_known else 0
    han = han or (int(counted[2]) if counted else 0)
    return WinClaim(seat, fu, han or None, 0, yaku if is_all_known else None, points)


def _yaku(words: list[str], rules: RuleSet) -> tuple[tuple[tuple[str, int], ...], bool]:
    """The known yaku, and whether any of the words is a yakuman; a word looks like `平和(1飜)`."""
    told = [found for found in map(_YAKU.fullmatch, words) if found]
    of_the_house = {name: name for name, _ in rules.local_yaku}
    known = (
        (of_the_house.get(found[1]) or code_of_japanese(found[1]), int(found[2] or 13)) for found in told
    )
    return tuple((code, han) for code, han in known if code is not None), any(found[3] for found in told)


def _value(claim: WinClaim, words: list[str], rules: RuleSet) -> HandValue | None:
    """The value of the hand; a limit hand, written without fu, gets the fewest that reach mangan."""
    yaku, _ = _yaku(words[1:], rules)
    if claim.yakuman:
        return HandValue(0, claim.fu or 0, claim.yakuman, counted_twice(yaku, claim.yakuman, rules))
    if claim.han is None:
        return None
    plain, rounded = _LEAST_FU.get(claim.han, (0, 0))
    fu = claim.fu if claim.fu is not None else rounded if rules.kiriage else plain
    return HandValue(claim.han, fu, 0, yaku)


def _points(text: str, players: int) -> tuple[int | None, int]:
    """What the hand pays in all, and the smallest single payment."""
    found = _POINTS.search(text)
    if found is None:
        return None, 0
    amount = int(found[2])
    if found[1]:
        return int(found[1]) * (players - 2) + amount, int(found[1])
    return (amount * (players - 1) if found[3] else amount), amount
