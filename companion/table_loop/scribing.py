"""聞書: what eye and keys say is weighed by the scribe; what follows becomes a plan, or a question.

A person's word goes before any picture: what people told is never taken back here, only asked about.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import reduce
from typing import Any, Final, cast, get_args

from companion.evidence import AnswerAsked, Cause, FactObserved, Refusal, Refused
from companion.journal import Draft, Entry
from companion.journal.replay import fact_of
from companion.riichi.apply import apply
from companion.riichi.diagram import diagram
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Fact, KyokuFact, KyokuStarted
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku, deal
from companion.scoring import ScoringError
from companion.scribe.questions import Question, QuestionCode
from companion.scribe.scribe import Answered, Evidence, Pressed, Trust, Verdict, consider
from companion.scribe.sights import TableSeen
from companion.table_loop.correcting import correct
from companion.table_loop.desk import Asking, Desk, Moment, Move, Plan, Scribing, Turned
from companion.table_loop.following import Sketch, followed_by_person
from companion.table_loop.indicating import read_indicator
from companion.table_state import OpenChoice, OpenQuestion

__all__ = ["answered", "considered"]

_KYOKU_FACTS: Final = get_args(KyokuFact)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Place:
    """The kyoku on the table, as the scribe is told it."""

    begun: Kyoku
    entries: tuple[Entry, ...]
    """What was told since the deal."""
    scribing: Scribing

    @property
    def told(self) -> tuple[KyokuFact, ...]:
        return cast("tuple[KyokuFact, ...]", tuple(fact_of(entry) for entry in self.entries))

    def newest(self, count: int) -> tuple[Entry, ...]:
        """The newest so many facts."""
        return self.entries[max(0, len(self.entries) - count) :] if count else ()


@dataclass(frozen=True, slots=True)
class _Teller:
    """By what, when and by whom something is written."""

    because: Cause
    now: Moment
    by: str = ""


def considered(desk: Desk, evidence: Evidence, now: Moment, trust: Trust | None = None) -> Plan:
    """What a piece of evidence makes of the table."""
    place = _place(desk)
    if place is None:
        return _unwritten(desk, Scribing(desk.scribing.deal), ())
    trust = trust or Trust()
    if isinstance(evidence, TableSeen) and (reading := _indicator_read(desk, evidence, now, trust)):
        return replace(reading, scribing=place.scribing)
    verdict = consider(place.scribing.mind, place.begun, place.told, evidence, trust)
    scribing = replace(place.scribing, mind=verdict.mind)
    doubt = _doubt(place, verdict)
    if doubt is not None:
        return _asking(desk, scribing, verdict.questions, (doubt,))
    if not verdict.facts and not verdict.takes_back:
        return _asking(desk, scribing, verdict.questions)
    because = Cause.PANEL if isinstance(evidence, Pressed) else Cause.CAMERA
    try:
        return _written(desk, place, verdict, scribing, _Teller(because, now))
    except (IllegalFactError, ScoringError):
        table = diagram(reduce(apply, place.told, place.begun))
        _log.exception("scribe.unlawful %r on\n%s", verdict.facts, table)
        return _asking(desk, scribing, verdict.questions)


def _indicator_read(desk: Desk, seen: TableSeen, now: Moment, trust: Trust) -> Plan | None:
    asked = read_indicator(desk, seen, trust)
    plan = correct(desk, asked, now, Cause.CAMERA) if asked else None
    return plan if isinstance(plan, Plan) else None


def answered(desk: Desk, asked: AnswerAsked, now: Moment) -> Plan | Turned:
    """What an answer makes of the table."""
    place = _place(desk)
    asking = next((one for one in desk.scribing.asking if one.shown.number == asked.question), None)
    if place is None or asking is None or not 0 <= asked.choice <= len(asking.shown.choices):
        return Turned(Refused(Refusal.NO_SUCH_QUESTION))
    choices = asking.shown.choices
    choice = choices[asked.choice] if asked.choice < len(choices) else OpenChoice(())
    evidence = Answered(asking.number, asked.choice, now.at_ns)
    verdict = consider(place.scribing.mind, place.begun, place.told, evidence)
    scribing = replace(
        place.scribing, mind=verdict.mind, denied=place.scribing.denied - frozenset(choice.facts)
    )
    left = [question for question in verdict.questions if question.number != asking.number]
    if not choice.facts and not choice.replaces:
        return _asking(desk, scribing, left)
    wanted = Verdict(verdict.mind, choice.facts, choice.replaces, tuple(left))
    try:
        return _written(desk, place, wanted, scribing, _Teller(asked.because, now, asked.by))
    except IllegalFactError as refusal:
        return Turned(Refused(Refusal.REFUSED, refusal.reason, str(refusal)))
    except ScoringError as refusal:
        return Turned(Refused(Refusal.CANNOT_VALUE, sentence=str(refusal)))


def _place(desk: Desk) -> _Place | None:
    """The kyoku that is followed, and what was told of it; None where there is nothing to see."""
    kyoku = desk.state.hanchan.kyoku
    if desk.game is None or kyoku is None or kyoku.is_unfollowed:
        return None
    deals = [at for at, entry in enumerate(desk.standing) if isinstance(entry.fact, KyokuStarted)]
    began = cast("KyokuStarted", desk.standing[deals[-1]].fact)
    since = desk.standing[deals[-1] + 1 :]
    entries = tuple(entry for entry in since if isinstance(entry.fact, _KYOKU_FACTS))
    is_same = desk.scribing.deal == len(deals)
    scribing = desk.scribing if is_same else Scribing(len(deals), asked=desk.scribing.asked)
    return _Place(deal(began, kyoku.rules), entries, scribing)


def _written(
    desk: Desk,
    place: _Place,
    verdict: Verdict,
    scribing: Scribing,
    teller: _Teller,
) -> Plan:
    """What is taken back, then what is told. Raises IllegalFactError, ScoringError."""
    because, now, by = teller.because, teller.now, teller.by
    gone = place.newest(verdict.takes_back)
    before = Sketch(_without(desk, place, len(gone)), desk.state.last_kyoku, warnings=desk.state.warnings)
    told = [FactObserved(fact, because, now.at_ns) for fact in verdict.facts]
    sketch = followed_by_person(before, told, by, now)
    taken = [Draft(at=now.at, because=because, retracts=entry.seq, by=by) for entry in reversed(gone)]
    plan = _asking(desk, scribing, verdict.questions)
    return replace(
        plan,
        drafts=(*taken, *sketch.drafts),
        hanchan=sketch.hanchan,
        last_kyoku=sketch.last_kyoku,
        state=replace(plan.state, warnings=sketch.warnings),
        move=Move.CORRECTED if gone else Move.TOLD,
    )


def _without(desk: Desk, place: _Place, count: int) -> Hanchan:
    """The game as it was before the newest facts of the kyoku."""
    hanchan = desk.state.hanchan
    if not count:
        return hanchan
    return replace(hanchan, kyoku=reduce(apply, place.told[: len(place.entries) - count], place.begun))


def _asking(
    desk: Desk, scribing: Scribing, questions: Iterable[Question], doubts: Sequence[OpenQuestion] = ()
) -> Plan:
    """Nothing is written; these questions stand."""
    wanted = [(_opened(question), question.number) for question in questions]
    wanted += [(doubt, 0) for doubt in doubts]
    known = {_content(one.shown): one for one in desk.scribing.asking}
    asking: list[Asking] = []
    asked = scribing.asked
    for question, number in wanted:
        same = known.get(_content(question))
        asked += same is None
        asking.append(Asking(replace(question, number=same.shown.number if same else asked), number))
    return _unwritten(desk, replace(scribing, asking=tuple(asking), asked=asked), asking)


def _unwritten(desk: Desk, scribing: Scribing, asking: Iterable[Asking]) -> Plan:
    state, shown = desk.state, tuple(one.shown for one in asking)
    if shown != state.questions:
        state = replace(state, questions=shown)
    return Plan((), state.hanchan, state.last_kyoku, state, scribing=scribing)


def _opened(question: Question) -> OpenQuestion:
    choices = tuple(OpenChoice(choice.facts, choice.replaces) for choice in question.choices)
    return OpenQuestion(0, question.code, question.seat, choices, question.crop, question.tile)


def _content(question: OpenQuestion) -> OpenQuestion:
    """Two questions that differ in nothing but their number and their picture are the same."""
    return replace(question, number=0, crop=0)


# 人が先 People first.


def _doubt(place: _Place, verdict: Verdict) -> OpenQuestion | None:
    """A question instead of what the scribe would write, where people have said otherwise."""
    overruled = [
        entry
        for entry in place.newest(verdict.takes_back)
        if entry.because is not Cause.CAMERA and not _is_told_again(entry, verdict.facts)
    ]
    if not overruled and place.scribing.denied.isdisjoint(verdict.facts):
        return None
    seat = getattr(verdict.facts[0], "seat", None) if verdict.facts else None
    choice = OpenChoice(verdict.facts, verdict.takes_back)
    return OpenQuestion(0, QuestionCode.TABLE_DIFFERS, seat, (choice,))


def _is_told_again(entry: Entry, facts: Iterable[Fact]) -> bool:
    """Whether one of the facts says the same, or the same and more: a tile that nobody had told."""
    return any(_says_as_much(fact, fact_of(entry)) for fact in facts)


def _says_as_much(fact: Any, older: Any) -> bool:
    if type(fact) is not type(older):
        return False
    names = [field.name for field in fields(older)]
    return all(_fits(getattr(fact, name), getattr(older, name)) for name in names)


def _fits(new: Any, old: Any) -> bool:
    if old is None or new == old:
        return True
    are_many = isinstance(new, tuple) and isinstance(old, tuple) and len(new) == len(old)
    return are_many and all(_fits(one, other) for one, other in zip(new, old, strict=True))
