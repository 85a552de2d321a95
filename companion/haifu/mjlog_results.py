"""How an mjlog writes the end of a hand and of the game: AGARI, RYUUKYOKU and their claims."""

from __future__ import annotations

from dataclasses import replace

from companion.haifu.mjlog_state import Attributes, Reading, numbers_in, place_in
from companion.haifu.record import FinalClaim, HandClaim, WinClaim
from companion.riichi.facts import HandValue, Ryuukyoku, RyuukyokuKind, WinBy, Won
from companion.riichi.ruleset import DealerStop, RuleSet, ScoreRounding
from companion.riichi.seats import SEATS
from companion.riichi.yaku import YAKU

_RYUUKYOKU = {
    "yao9": RyuukyokuKind.KYUUSHU_KYUUHAI,
    "kaze4": RyuukyokuKind.SUUFON_RENDA,
    "reach4": RyuukyokuKind.SUUCHA_RIICHI,
    "kan4": RyuukyokuKind.SUUKAIKAN,
    "ron3": RyuukyokuKind.SANCHAHOU,
    "nm": RyuukyokuKind.NAGASHI_MANGAN,
}


def read_agari(reading: Reading, attributes: Attributes) -> None:
    """Read a win (和了); several on one tile come one after another."""
    who, giver = (place_in(attributes, key) for key in ("who", "fromWho"))
    number = int(attributes["machi"])
    numbers = numbers_in(attributes["hai"])
    if number in numbers:  # some engines write the hand without it
        numbers.remove(number)
    ura = reading.tiles(attributes.get("doraHaiUra", ""))
    claim = _win_claim(who, attributes)
    value = HandValue(claim.han or 0, claim.fu or 0, claim.yakuman, claim.yaku or ())
    reading.add(
        Won(
            seat=SEATS[who],
            by=WinBy.TSUMO if who == giver else WinBy.RON,
            giver=SEATS[giver],
            tile=reading.tile(number),
            hand=tuple(reading.tile(n) for n in numbers),
            ura=ura,
            value=value,
        )
    )
    indicators = reading.tiles(attributes["doraHai"])
    before = reading.claim
    deltas, points = _points_claim(reading, attributes)
    reading.claim = HandClaim(deltas, points, indicators, ura or before.ura, (*before.wins, claim))
    _read_end(reading, attributes)


def _win_claim(who: int, attributes: Attributes) -> WinClaim:
    fu, points, _ = numbers_in(attributes["ten"])
    if "yakuman" in attributes:
        names = tuple((YAKU[number], 13) for number in numbers_in(attributes["yakuman"]))
        return WinClaim(who, fu, None, len(names), names, points)
    numbers = numbers_in(attributes["yaku"])
    yaku = tuple((YAKU[number], han) for number, han in zip(numbers[::2], numbers[1::2], strict=True) if han)
    return WinClaim(who, fu, sum(han for _, han in yaku), 0, yaku, points)


def _points_claim(
    reading: Reading, attributes: Attributes
) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
    """The payments, summed over several winners, and the points after the last; None if not written."""
    if "sc" not in attributes:
        return None, None
    scores = [100 * score for score in numbers_in(attributes["sc"])][: 2 * reading.rules.players]
    deltas = scores[1::2]
    earlier = reading.claim.deltas
    points = tuple(before + delta for before, delta in zip(scores[::2], deltas, strict=True))
    if earlier is not None:
        deltas = [a + b for a, b in zip(earlier, deltas, strict=True)]
    return tuple(deltas), points


def read_ryuukyoku(reading: Reading, attributes: Attributes) -> None:
    """Read a draw (流局); whoever shows a hand is tenpai, or declared kyuushu kyuuhai."""
    kind = _RYUUKYOKU.get(attributes.get("type", ""), RyuukyokuKind.EXHAUSTIVE)
    if kind is not RyuukyokuKind.SANCHAHOU:
        reading.go_on()
    players = reading.rules.players
    hands = tuple(
        tuple(reading.tile(n) for n in numbers_in(attributes[f"hai{seat}"]))
        if f"hai{seat}" in attributes
        else None
        for seat in range(players)
    )
    shown = tuple(SEATS[seat] for seat in range(players) if hands[seat] is not None)
    is_kyuushu = kind is RyuukyokuKind.KYUUSHU_KYUUHAI
    is_nagashi = kind is RyuukyokuKind.NAGASHI_MANGAN
    reading.add(
        Ryuukyoku(
            kind=kind,
            tenpai=() if is_kyuushu else shown,
            nagashi=tuple(SEATS[seat] for seat in sorted(reading.nagashi)) if is_nagashi else (),
            by=shown[0] if is_kyuushu and shown else None,
            hands=hands,
        )
    )
    reading.claim = HandClaim(*_points_claim(reading, attributes))
    _read_end(reading, attributes)


def _read_end(reading: Reading, attributes: Attributes) -> None:
    reading.is_ended = True
    if attributes.get("owari"):
        parts = attributes["owari"].split(",")[: 2 * reading.rules.players]
        points, scores = (tuple(float(part) for part in parts[side::2]) for side in (0, 1))
        reading.final = FinalClaim(tuple(round(100 * ten) for ten in points), scores)
        reading.rules = _of_its_time(reading.rules, parts[1::2])


def _of_its_time(rules: RuleSet, scores: list[str]) -> RuleSet:
    """The rules in force when the record was written, which shows in how it writes the scores.

    Whole numbers: before 2010, when a last dealer could stop after a win but not for being tenpai, and
    an east-only game of four players had a small uma. `.0` throughout: scores were rounded. Tenths: scores
    are not rounded.
    """
    if not all(score.endswith(".0") or "." not in score for score in scores):
        return rules
    still_unverified = tuple(name for name in rules.unverified if name != "score_rounding")
    rules = replace(rules, score_rounding=ScoreRounding.FIVE_UP, unverified=still_unverified)
    if any("." in score for score in scores):
        return rules
    uma = (10, 5, -5, -10) if rules.rounds == 1 and rules.players == 4 else rules.uma
    return replace(rules, dealer_stop=DealerStop.WIN, uma=uma)
