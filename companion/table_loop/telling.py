"""What people say happens now: a new game, a deal, a tap, a result, the end. Each becomes a plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.evidence import (
    Cause,
    DealAsked,
    Depth,
    DepthAsked,
    FactObserved,
    FinishAsked,
    Refusal,
    Refused,
    Request,
    StartAsked,
    TapAsked,
    TellAsked,
    WaiveAsked,
)
from companion.evidence.taps import spoken
from companion.riichi.calls import Action
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    Fact,
    HanchanEnded,
    HanchanStarted,
    IndicatorRevealed,
    KyokuEnded,
    KyokuStarted,
    PlayFollowed,
    PlayUnfollowed,
)
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.kyoku import Phase
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.scoring import ScoringError
from companion.scribe.pressing import kans_before_tsumo
from companion.table_loop.desk import Desk, Moment, Plan, Turned
from companion.table_loop.following import Sketch, followed_by_person, warning_of, with_warning
from companion.table_state import TableState, TableWarning

__all__ = ["deal", "depth", "finish", "opening", "paid_first", "start", "tap", "tell", "waive"]


def start(desk: Desk, asked: StartAsked, now: Moment) -> Plan | Turned:
    """People sit down: a new game, with its own rules."""
    is_dealt = any(isinstance(entry.fact, KyokuStarted) for entry in desk.standing)
    hanchan = desk.state.hanchan
    if is_dealt and not hanchan.is_closed and hanchan.ended is None:
        return Turned(Refused(Refusal.GAME_RUNNING))
    opened = replace(desk.state, hanchan=begin(asked.rules), last_kyoku=None, warnings=(), depth=None)
    return _told(
        replace(desk, state=opened),
        (HanchanStarted(asked.names, asked.rules.name),),
        asked,
        now,
        opens=asked.rules,
    )


def deal(desk: Desk, asked: DealAsked, now: Moment) -> Plan | Turned:
    """One tap pays the points and deals the next kyoku (配牌)."""
    hanchan = desk.state.hanchan
    paid = paid_first(hanchan)
    if isinstance(paid, Turned):
        return paid
    for fact in paid:
        hanchan = apply_to_hanchan(hanchan, fact)
    opened = opening(hanchan, asked)
    if not opened:
        return _refused(Reason.HANCHAN_OVER)
    return _told(_at_depth(desk, asked.depth), (*paid, *opened), asked, now, opens=_house(desk))


def paid_first(hanchan: Hanchan) -> tuple[Fact, ...] | Turned:
    """What pays the result on the table, if there is one; turned away while a win has no value."""
    kyoku = hanchan.kyoku
    if kyoku is None or not kyoku.is_over:
        return ()
    if any(win.value is None for win in kyoku.wins):
        return Turned(Refused(Refusal.VALUE_MISSING))
    return (KyokuEnded(),)


def opening(hanchan: Hanchan, asked: DealAsked) -> tuple[Fact, ...]:
    """The deal and all that is said with it; nothing where the game is over."""
    dealt = _dealt(hanchan, asked)
    if dealt is None:
        return ()
    depth = (PlayUnfollowed(),) if asked.depth is Depth.POINTS else ()
    unseen = asked.is_indicator_open and asked.indicator is None
    return (dealt, *depth, *((IndicatorRevealed(None),) if unseen else ()))


def _dealt(hanchan: Hanchan, asked: DealAsked) -> KyokuStarted | None:
    """The deal by the rules, except for what the table says. None where the game is over.

    After the end people may deal on if they say which kyoku it is.
    """
    due = hanchan.next_deal
    wind = asked.round_wind if due is None or asked.round_wind is not None else due.round_wind
    dealer = asked.dealer if due is None or asked.dealer is not None else due.dealer
    if wind is None or dealer is None:
        kyoku = hanchan.kyoku  # a deal in mid-hand: the rules refuse it with a reason of their own
        return None if kyoku is None else KyokuStarted(kyoku.round_wind, kyoku.dealer, 0, 0, hanchan.points)
    return KyokuStarted(
        wind,
        dealer,
        asked.honba if asked.honba is not None else due.honba if due else 0,
        asked.kyoutaku if asked.kyoutaku is not None else due.kyoutaku if due else hanchan.kyoutaku,
        asked.points if asked.points is not None else due.points if due else hanchan.points,
        asked.indicator,
    )


def tap(desk: Desk, asked: TapAsked, now: Moment) -> Plan | Turned:
    """One tap or one press at the table."""
    kyoku = desk.state.hanchan.kyoku
    if kyoku is None:
        return _refused(Reason.NO_KYOKU)
    if asked.said.seat >= kyoku.rules.players or (asked.said.giver or 0) >= kyoku.rules.players:
        return _refused(Reason.NO_SUCH_SEAT)
    said = asked.said
    is_tsumo = said.action is Action.TSUMO
    before = kans_before_tsumo(desk.scribing.mind, kyoku, said.seat, now.at_ns) if is_tsumo else ()
    return _told(desk, (*before, *spoken(kyoku, said)), asked, now, because=asked.because)


def tell(desk: Desk, asked: TellAsked, now: Moment) -> Plan | Turned:
    """Facts told in full, such as a result; turned away if that pays a win whose value nobody has said."""
    plan = _told(desk, asked.facts, asked, now, because=asked.because, opens=_house(desk))
    if isinstance(plan, Plan) and any(isinstance(draft.fact, KyokuEnded) for draft in plan.drafts):
        paid = plan.last_kyoku.wins if plan.last_kyoku is not None else ()
        return Turned(Refused(Refusal.VALUE_MISSING)) if any(win.value is None for win in paid) else plan
    return plan


def depth(desk: Desk, asked: DepthAsked, now: Moment) -> Plan | Turned:
    """From here on the kyoku is followed in more detail, or in less."""
    kyoku = desk.state.hanchan.kyoku
    desk = _at_depth(desk, asked.depth)
    is_unfollowed = kyoku is not None and kyoku.phase is Phase.UNFOLLOWED
    if kyoku is None or kyoku.is_over or (asked.depth is Depth.POINTS) == is_unfollowed:
        return Plan((), desk.state.hanchan, desk.state.last_kyoku, desk.state)
    if asked.depth is Depth.POINTS:
        return _told(desk, (PlayUnfollowed(),), asked, now)
    if asked.turn is None or asked.live is None:
        return Turned(Refused(Refusal.TURN_UNKNOWN))
    return _told(desk, (PlayFollowed(asked.turn, asked.live),), asked, now)


def finish(desk: Desk, asked: FinishAsked, now: Moment) -> Plan | Turned:
    """People end the game; what stands as a result is paid first (終局)."""
    hanchan = desk.state.hanchan
    if desk.game is None:
        return Turned(Refused(Refusal.NO_GAME))
    if hanchan.is_closed:
        return _refused(Reason.HANCHAN_OVER)
    paid = paid_first(hanchan)
    if isinstance(paid, Turned):
        return paid
    return _told(desk, (*paid, HanchanEnded()), asked, now)


def waive(desk: Desk, asked: WaiveAsked, now: Moment) -> Plan | Turned:
    """The fact that the rules refused, told again with a waiver."""
    warning = next((one for one in desk.state.warnings if one.code == asked.reason), None)
    if warning is None or not warning.refused:
        return Turned(Refused(Refusal.NOTHING_TO_WAIVE))
    waived = (*warning.waived, Reason(asked.reason))
    others = tuple(one for one in desk.state.warnings if one is not warning)
    try:
        sketch = followed_by_person(_sketch(desk.state, others), warning.refused, asked.by, now, waived)
    except IllegalFactError as refusal:
        again = with_warning(others, warning_of(refusal, warning.refused, waived))
        return Turned(Refused(Refusal.STILL_REFUSED, refusal.reason, str(refusal)), again)
    except ScoringError as refusal:
        return Turned(Refused(Refusal.CANNOT_VALUE, sentence=str(refusal)))
    return _plan(desk.state, sketch, _house(desk))


def _told(
    desk: Desk,
    facts: Sequence[Fact],
    asked: Request,
    now: Moment,
    *,
    because: Cause = Cause.PERSON,
    opens: RuleSet | None = None,
) -> Plan | Turned:
    """The plan for all of the facts, or why none of them can be told."""
    state = desk.state
    told = tuple(FactObserved(fact, because, now.at_ns) for fact in facts)
    others = tuple(one for one in state.warnings if not _is_of_people(one))
    try:
        sketch = followed_by_person(_sketch(state, others), told, asked.by, now)
    except IllegalFactError as refusal:
        warnings = with_warning(others, warning_of(refusal, told)) if refusal.reason.is_waivable else None
        return Turned(Refused(Refusal.REFUSED, refusal.reason, str(refusal)), warnings)
    except ScoringError as refusal:
        return Turned(Refused(Refusal.CANNOT_VALUE, sentence=str(refusal)))
    return _plan(state, sketch, opens)


def _is_of_people(warning: TableWarning) -> bool:
    """Whether the warning is about what people entered: it goes away when they enter something else."""
    return any(one.because in (Cause.PERSON, Cause.PANEL) for one in warning.refused)


def _sketch(state: TableState, warnings: tuple[TableWarning, ...]) -> Sketch:
    return Sketch(state.hanchan, state.last_kyoku, warnings=warnings)


def _plan(state: TableState, sketch: Sketch, opens: RuleSet | None) -> Plan:
    state = replace(state, warnings=sketch.warnings)
    return Plan(sketch.drafts, sketch.hanchan, sketch.last_kyoku, state, opens)


def _refused(reason: Reason) -> Turned:
    return Turned(Refused(Refusal.REFUSED, reason, reason.sentence))


def _at_depth(desk: Desk, depth: Depth) -> Desk:
    return replace(desk, state=replace(desk.state, depth=depth))


def _house(desk: Desk) -> RuleSet | None:
    """The rules of the game that begins with what is told now; None if there is a game already."""
    return desk.state.hanchan.rules if desk.game is None else None
