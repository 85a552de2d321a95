"""Counts hands with local yaku of the house that people have named (ローカル役)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.riichi.facts import WinBy
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import YAKUMAN_HAN, RuleSet
from companion.scoring.adapter import Counted, count
from companion.scoring.audit import WinningHand
from companion.scoring.errors import ScoringError

__all__ = ["count_with_local_yaku"]

_Named = tuple[str, int]


def count_with_local_yaku(
    win: WinningHand, rules: RuleSet, dora: int, own: Sequence[_Named], *, renhou: bool
) -> Counted:
    """Yaku, han and fu of the reading that pays most, with the house's own yaku among them.

    Their han count in every reading, as dora do, and one of them is yaku enough to win with.
    """
    yakuman = tuple((name, han) for name, han in own if han >= YAKUMAN_HAN)
    more = dora + sum(han for _, han in own if han < YAKUMAN_HAN)
    try:
        counted = count(win, rules, more, renhou=renhou)
    except ScoringError as error:
        if error.reason is not Reason.NO_YAKU:
            raise
        counted = _without_other_yaku(win, rules, more, renhou=renhou)
    if yakuman:
        others = counted.yaku if counted.is_yakuman else ()
        return Counted((*others, *yakuman), is_yakuman=True, fu=counted.fu)
    return counted if counted.is_yakuman else replace(counted, yaku=(*counted.yaku, *own))


def _without_other_yaku(win: WinningHand, rules: RuleSet, dora: int, *, renhou: bool) -> Counted:
    """Yaku, han and fu of a hand that has none but the house's own yaku.

    The package counts no hand without a yaku, so haitei or houtei, which change neither fu nor reading,
    is lent to the hand and taken out of the result.
    """
    lent = "haitei" if win.situation.by is WinBy.TSUMO else "houtei"
    situation = replace(win.situation, **{lent: True})  # type: ignore[arg-type]
    counted = count(replace(win, situation=situation), rules, max(0, dora - 1), renhou=renhou)
    return replace(counted, yaku=tuple(named for named in counted.yaku if named[0] != lent))
