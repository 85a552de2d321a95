"""The scribe weighs what the eye and the keys say; what follows becomes a plan, or a question.

A person's word takes precedence over any picture: what people told is never taken back here, only asked
about.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final, cast, get_args

from companion.evidence import AnswerAsked, Cause, FactObserved, Refusal, Refused, Said
from companion.evidence.sights import TableSeen
from companion.journal import Entry, Move
from companion.reveals.differences import nearest, without_others
from companion.reveals.wall_seen import watched
from companion.riichi.apply import apply, start
from companion.riichi.diagram import diagram
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Discarded, KyokuFact, KyokuStarted
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku
from companion.scoring import ScoringError
from companion.scribe import Answered, Evidence, Pressed, SightChanged, Trust, Verdict, consider, with_eye
from companion.scribe.questions import Choice, Question, QuestionCode
from companion.table_loop.amending import Amendment, Teller, amended
from companion.table_loop.denying import asked_before_told, is_by_eye, is_denied, not_discarded
from companion.table_loop.desk import Asking, Desk, Moment, Plan, Scribing, Turned
from companion.table_loop.following import Sketch, followed_by_person, warning_of, with_warning
from companion.table_loop.hints import EARLY, WALL, not_seen
from companion.table_loop.questions import as_dismissed, content, differing, opened, reading_hands
from companion.table_state import OpenChoice, TableWarning

__all__ = ["answered", "considered"]

AS_IT_IS: Final = Choice((), 0.0)
"""The answer that the screen is right: nothing changes."""
_KYOKU_FACTS: Final = get_args(KyokuFact)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Told:
    """The kyoku as it is told, or would be once something more is written."""

    begun: Kyoku
    facts: tuple[KyokuFact, ...]
    kyoku: Kyoku
    """The kyoku after all of them."""

    def but(self, count: int) -> tuple[KyokuFact, ...]:
        """The facts without the newest `count`."""
        return self.facts[: max(0, len(self.facts) - count)]


@dataclass(frozen=True, slots=True)
class _Place:
    """The kyoku on the table, as the scribe sees it."""

    told: _Told
    entries: tuple[Entry, ...]
    """The same facts as the journal has them."""
    scribing: Scribing
    trust: Trust
    """What the house lets a picture alone write."""

    @property
    def by_eye(self) -> frozenset[int]:
        """The places of the facts that the eye alone has told."""
        return frozenset(at for at, entry in enumerate(self.entries) if is_by_eye(entry))


def considered(desk: Desk, evidence: Evidence, now: Moment, trust: Trust) -> Plan:
    """The plan that follows from a piece of evidence: what the scribe tells, and what is asked after that.

    The evidence is weighed once. If it were weighed again after what it has led to, one moment at which the
    table lies still (a rest) would count as two.
    """
    if desk.state.hanchan.sitting.is_paused:
        # In a break cups and hands lie on the table; afterwards all is compared with what is written.
        scribing = replace(desk.scribing, asking=(), seen=None, is_comparing=True)
        return _unwritten(desk, replace(scribing, mind=with_eye(scribing.mind, evidence)), ())
    place = _place(desk, trust)
    if place is None:
        scribing = desk.scribing.between_hands
        return _unwritten(desk, replace(scribing, mind=with_eye(scribing.mind, evidence)), ())
    told = place.told
    verdict = consider(place.scribing.mind, told.begun, told.facts, evidence, trust, by_eye=place.by_eye)
    scribing = _remembering(replace(place.scribing, mind=verdict.mind), evidence)
    because = Cause.PANEL if isinstance(evidence, Pressed) else Cause.CAMERA
    plan = None
    if verdict.facts or verdict.takes_back:
        plan = _told_by_scribe(desk, place, verdict, scribing, Teller(because, now))
    if plan is None:
        plan = _asking(desk, told, *_with_own(told, scribing, verdict.questions, trust))
    if isinstance(evidence, TableSeen):
        plan = _with_wall(plan, evidence)
    return _with_warnings(plan, told.begun, verdict)


def _with_wall(plan: Plan, seen: TableSeen) -> Plan:
    """The plan that remembers how long the wall was, compared with the table as it is written by then."""
    if plan.scribing is None or plan.hanchan.kyoku is None:
        return plan
    wall = watched(plan.scribing.wall, plan.hanchan.kyoku, seen)
    return replace(plan, scribing=replace(plan.scribing, wall=wall))


def _with_warnings(plan: Plan, begun: Kyoku, verdict: Verdict) -> Plan:
    """The plan with warnings about a press, an indicator or a wall that is not as it should be.

    A warning about the indicator or the wall goes away once the table is as it should be.
    """
    before = plan.state.warnings
    warnings = tuple(one for one in before if one not in (EARLY, WALL))
    for said in verdict.unconfirmed:
        warnings = with_warning(warnings, _not_seen(begun, said))
    if verdict.is_flipped_early:
        warnings = with_warning(warnings, EARLY)
    if plan.scribing is not None and plan.scribing.wall.differs:
        warnings = with_warning(warnings, WALL)
    return plan if warnings == before else replace(plan, state=replace(plan.state, warnings=warnings))


def _not_seen(kyoku: Kyoku, said: Said) -> TableWarning:
    who = kyoku.seat_wind(said.seat).name.capitalize()
    sentence = f"{who} pressed {said.action.value}, and the table does not show it."
    return not_seen(said.seat, sentence)


def _remembering(scribing: Scribing, evidence: Evidence) -> Scribing:
    match evidence:
        case TableSeen():
            return replace(scribing, seen=evidence)
        case SightChanged(is_seeing=is_seeing):
            return replace(scribing, seen=None, is_comparing=scribing.is_comparing or is_seeing)
        case _:
            return scribing


def _told_by_scribe(
    desk: Desk, place: _Place, verdict: Verdict, scribing: Scribing, teller: Teller
) -> Plan | None:
    """What the scribe tells, or a question where people have said otherwise; None: it cannot be told."""
    try:
        plan, amendment = _written(desk, place, verdict, scribing, teller, is_seen=not verdict.is_unseen)
    except (IllegalFactError, ScoringError) as error:
        if verdict.is_unseen and isinstance(error, IllegalFactError):
            return _refused(desk, place, verdict, scribing, warning_of(error, _news(verdict, teller)))
        table = diagram(reduce(apply, place.told.facts, place.told.begun))
        _log.exception("scribe.unlawful %r on\n%s", verdict.facts, table)
        return None
    gone = asked_before_told(scribing.mind.people.declined)
    if not amendment.overrules and not any(is_denied(one.fact, gone) for one in amendment.comes):
        return plan
    seat = next((fact.seat for fact in verdict.facts if isinstance(fact, Discarded)), None)
    choices = (Choice(cast("tuple[KyokuFact, ...]", verdict.facts), 1.0, verdict.takes_back), AS_IT_IS)
    doubt = Question(0, QuestionCode.TABLE_DIFFERS, seat, choices)
    return _asking(desk, place.told, scribing, (*verdict.questions, doubt))


def _refused(desk: Desk, place: _Place, verdict: Verdict, scribing: Scribing, warning: TableWarning) -> Plan:
    """The plan that writes nothing: what was only pressed is against a rule, and people may allow it."""
    plan = _asking(desk, place.told, *_with_own(place.told, scribing, verdict.questions, place.trust))
    return replace(plan, state=replace(plan.state, warnings=with_warning(plan.state.warnings, warning)))


def _with_own(
    told: _Told, scribing: Scribing, questions: Iterable[Question], trust: Trust
) -> tuple[Scribing, list[Question]]:
    """The scribe's questions, and those about the whole table as it was seen last."""
    asked = list(questions)
    if scribing.seen is not None and (told.kyoku.is_over or not told.kyoku.is_unfollowed):
        seen = nearest(told.kyoku, scribing.seen)
        asked += reading_hands(told.begun, told.facts, seen)
        if scribing.is_comparing and not told.kyoku.is_unfollowed:
            seen = without_others(told.kyoku, seen, scribing.mind.people.declined)
            doubt = differing(told.begun, told.facts, seen, trust)
            scribing = replace(scribing, is_comparing=doubt is not None)
            asked += () if doubt is None else (doubt,)
    return scribing, asked


def answered(desk: Desk, asked: AnswerAsked, now: Moment, trust: Trust) -> Plan | Turned:
    """The plan that follows from an answer, or why it is turned away."""
    place = _place(desk, trust)
    asking = next((one for one in desk.scribing.asking if one.shown.number == asked.question), None)
    if place is None or asking is None or not 0 <= asked.choice <= len(asking.shown.choices):
        return Turned(Refused(Refusal.NO_SUCH_QUESTION))
    choices = asking.shown.choices
    choice = choices[asked.choice] if asked.choice < len(choices) else OpenChoice(())
    said = Answered(asking.number, asked.choice, now.at_ns)
    told = place.told
    verdict = consider(place.scribing.mind, told.begun, told.facts, said, trust, by_eye=place.by_eye)
    declined = verdict.mind.people.declined
    if not asking.number:  # the scribe knows its own questions by their number; this one is the table's
        declined = replace(declined, tables=declined.tables | {as_dismissed(asking.shown, len(told.facts))})
        if not choice.facts and not choice.replaces:
            declined = declined.and_lying(frozenset(not_discarded(asking.shown, asked_before_told(declined))))
    scribing = replace(place.scribing, mind=verdict.mind.with_declined(declined))
    left = [question for question in verdict.questions if question.number != asking.number]
    if not choice.facts and not choice.replaces:
        if asking.shown.differences:  # people have compared the table with the screen, which is right
            scribing = replace(scribing, is_comparing=False)
        return _asking(desk, told, *_with_own(told, scribing, left, trust))
    wanted = Verdict(scribing.mind, choice.facts, choice.replaces, tuple(left))
    try:
        return _written(desk, place, wanted, scribing, Teller(asked.because, now, asked.by))[0]
    except IllegalFactError as refusal:
        return Turned(Refused(Refusal.REFUSED, refusal.reason, str(refusal)))
    except ScoringError as refusal:
        return Turned(Refused(Refusal.CANNOT_VALUE, sentence=str(refusal)))


def _place(desk: Desk, trust: Trust) -> _Place | None:
    """The kyoku on the table, and what was told of it; None where there is none, or the game is over."""
    kyoku = desk.state.hanchan.running
    if desk.game is None or kyoku is None:
        return None
    dealt = desk.deals[-1]
    began = cast("KyokuStarted", desk.standing[dealt].fact)
    since = desk.standing[dealt + 1 :]
    entries = tuple(entry for entry in since if isinstance(entry.fact, _KYOKU_FACTS))
    facts = cast("tuple[KyokuFact, ...]", tuple(entry.fact for entry in entries))
    deals = len(desk.deals)
    scribing = desk.scribing
    if scribing.deal != deals:
        scribing = replace(scribing.between_hands, deal=deals)
    begun = start(began, kyoku.rules, desk.state.hanchan.hands_left)
    return _Place(_Told(begun, facts, kyoku), entries, scribing, trust)


def _news(verdict: Verdict, teller: Teller) -> tuple[FactObserved, ...]:
    return tuple(FactObserved(fact, teller.because, teller.now.at_ns) for fact in verdict.facts)


def _written(
    desk: Desk, place: _Place, verdict: Verdict, scribing: Scribing, teller: Teller, *, is_seen: bool = True
) -> tuple[Plan, Amendment]:
    """What is taken back, what is told, and what is asked once that is written.

    Raises:
        IllegalFactError: a rule refuses one of the facts.
        ScoringError: the hand that was shown cannot be valued.
    """
    kept = place.told.but(verdict.takes_back)
    before = Sketch(_without(desk, place, kept), desk.state.last_kyoku, warnings=desk.state.warnings)
    sketch = followed_by_person(before, _news(verdict, teller), teller.by, teller.now, is_seen=is_seen)
    amendment = amended(place.entries[len(kept) :], sketch.drafts)
    told = _told_after(place.told.begun, kept, sketch)
    plan = _asking(desk, told, *_with_own(told, scribing, verdict.questions, place.trust))
    plan = replace(
        plan,
        drafts=amendment.drafts(teller),
        hanchan=sketch.hanchan,
        last_kyoku=sketch.last_kyoku,
        state=replace(plan.state, warnings=sketch.warnings),
        move=Move.CORRECTED if amendment.is_amid else Move.TOLD,
    )
    return plan, amendment


def _without(desk: Desk, place: _Place, kept: tuple[KyokuFact, ...]) -> Hanchan:
    """The game as it was when only these facts of the kyoku were told."""
    hanchan = desk.state.hanchan
    if len(kept) == len(place.entries):
        return hanchan
    kyoku = reduce(apply, kept, place.told.begun)
    return replace(hanchan, kyoku=replace(kyoku, next_rules=hanchan.next_rules))


def _told_after(begun: Kyoku, kept: tuple[KyokuFact, ...], sketch: Sketch) -> _Told:
    """The kyoku as it is told once a sketch is written after what is kept."""
    news = tuple(draft.fact for draft in sketch.drafts if isinstance(draft.fact, _KYOKU_FACTS))
    facts = (*kept, *cast("tuple[KyokuFact, ...]", news))
    return _Told(begun, facts, sketch.hanchan.kyoku or reduce(apply, facts, begun))


def _asking(desk: Desk, told: _Told, scribing: Scribing, questions: Iterable[Question]) -> Plan:
    """The plan that writes nothing and asks these questions, except those that people have dismissed."""
    known = {content(one.shown): one.shown.number for one in desk.scribing.asking}
    asking: list[Asking] = []
    asked = scribing.asked
    for question in questions:
        shown = opened(told.facts, question)
        if as_dismissed(shown, len(told.facts)) in scribing.mind.people.declined.tables:
            continue
        number = known.get(content(shown))
        asked += number is None
        asking.append(Asking(replace(shown, number=number or asked), question.number))
    return _unwritten(desk, replace(scribing, asking=tuple(asking), asked=asked), asking)


def _unwritten(desk: Desk, scribing: Scribing, asking: Iterable[Asking]) -> Plan:
    state, shown = desk.state, tuple(one.shown for one in asking)
    if shown != state.questions:
        state = replace(state, questions=shown)
    return Plan((), state.hanchan, state.last_kyoku, state, scribing=scribing)
