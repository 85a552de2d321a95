"""What ends a game before its last deal: the time is up, or the last dealer chooses to stop."""

from __future__ import annotations

from dataclasses import replace

from companion.riichi.checks import impossible, refuse
from companion.riichi.facts import Fact, RyuukyokuKind
from companion.riichi.game_end import may_dealer_stop
from companion.riichi.house_facts import DealerStopped, TimeCalled
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import TimeLimit


def time_called(kyoku: Kyoku, fact: TimeCalled) -> Kyoku:
    """Time is up (時間切れ). If that is entered while a result is shown, "this hand" is the one just over."""
    if kyoku.hands_left is not None:
        impossible(fact, Reason.TIME_CALLED)
    limit = kyoku.rules.time_limit
    if limit is TimeLimit.NONE:
        refuse(kyoku, fact, Reason.NO_TIME_LIMIT)
    return replace(kyoku, hands_left=2 if limit is TimeLimit.ONE_MORE else 1)


def dealer_stopped(kyoku: Kyoku, fact: DealerStopped) -> Kyoku:
    """The dealer chooses to end the game, which is possible only once the hand has its result (和了やめ)."""
    if not kyoku.is_over:
        impossible(fact, Reason.KYOKU_NOT_OVER)
    # Older journals have stops after four riichi; `need_stop_allowed` refuses new ones.
    if not may_dealer_stop(kyoku) and not _might_stop_after_four_riichi(kyoku):
        refuse(kyoku, fact, Reason.DEALER_CANNOT_STOP)
    return replace(kyoku, has_stopped=True)


def need_stop_allowed(kyoku: Kyoku, fact: Fact) -> None:
    """Refuse the dealer's choice to stop after four riichi, unless the table has waived the rule.

    Only new entries are checked: `apply` accepts the choice, so that older journals stay readable.
    """
    if isinstance(fact, DealerStopped) and _might_stop_after_four_riichi(kyoku):
        refuse(kyoku, fact, Reason.DEALER_CANNOT_STOP)


def _might_stop_after_four_riichi(kyoku: Kyoku) -> bool:
    """Whether nothing but the draw by four riichi keeps the dealer from stopping here."""
    draw = kyoku.ryuukyoku
    if draw is None or draw.kind is not RyuukyokuKind.SUUCHA_RIICHI:
        return False
    return may_dealer_stop(replace(kyoku, ryuukyoku=replace(draw, kind=RyuukyokuKind.EXHAUSTIVE)))


def still_stopped(before: Kyoku, after: Kyoku) -> Kyoku:
    """The kyoku `after` a later fact: the dealer's choice to stop is void if the rules no longer allow it."""
    could, can = (may_dealer_stop(replace(kyoku, has_stopped=False)) for kyoku in (before, after))
    # A dealer whom the table let stop against the rules has stopped.
    return replace(after, has_stopped=can or not could)
