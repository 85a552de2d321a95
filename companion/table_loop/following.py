"""Applies facts to the table one after another, as far as the rules allow; writes nothing."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, get_args

from companion.evidence import Cause, FactObserved
from companion.journal import Draft
from companion.riichi.apply import apply
from companion.riichi.checks import need_kan_allowed
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Fact, KyokuFact, KyokuStarted, RuleWaived, Won
from companion.riichi.hanchan import Hanchan, followed
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.riichi.stopping import need_stop_allowed
from companion.riichi.unseen import completed
from companion.scoring import value_win
from companion.table_loop.desk import Moment
from companion.table_loop.known import as_known
from companion.table_state import TableWarning

__all__ = [
    "OWN_FAULT",
    "Sketch",
    "completed_by",
    "followed_by_feed",
    "followed_by_person",
    "valued",
    "warning_of",
    "with_warning",
]

MOST_WARNINGS: Final = 8
OWN_FAULT: Final = "own_fault"
"""The code of the warning that the rules themselves failed on a fact."""
_KYOKU_FACTS: Final = get_args(KyokuFact)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sketch:
    """What some facts would make of the table; none of it is true until it is on the disk."""

    hanchan: Hanchan
    last_kyoku: Kyoku | None
    drafts: tuple[Draft, ...] = ()
    warnings: tuple[TableWarning, ...] = ()


def followed_by_feed(sketch: Sketch, observed: FactObserved, at: str) -> Sketch:
    """The sketch with one more fact, or with one more warning if the rules refuse it."""
    try:
        return _with_fact(sketch, observed.fact, Draft(at=at, because=observed.because, fact=observed.fact))
    except IllegalFactError as refusal:
        return _warned(sketch, warning_of(refusal, (observed,)))
    except Exception:  # noqa: BLE001 - see below
        # A fault in the rules must not stop the table: people go on playing.
        _log.exception("fact.failed %r", observed.fact)
        kind = type(observed.fact).__name__
        return _warned(sketch, TableWarning(OWN_FAULT, f"{kind} could not be followed."))


def followed_by_person(
    sketch: Sketch,
    told: Sequence[FactObserved],
    by: str,
    now: Moment,
    waived: Sequence[Reason] = (),
    *,
    is_seen: bool = False,
) -> Sketch:
    """The sketch with all of the facts, and before each what must have happened unseen.

    A rule in `waived` is waived, in writing, for each fact that it refuses. One that a fact of `told` waives
    is waived for the fact after that, and for each later one that it refuses. With `is_seen` the facts lie on
    the table already, so whether the house allows them is not asked.

    Raises:
        IllegalFactError: a rule refuses one of them.
        ScoringError: the hand that was shown cannot be valued.
    """
    rules, waivers = list(waived), list[FactObserved]()
    for one in told:
        if isinstance(one.fact, RuleWaived):
            rules.append(one.fact.reason)
            waivers.append(one)
            continue
        *unseen, fact = completed_by(sketch.hanchan, one.fact)
        # A waiver holds for one fact: it stands after what happened unseen.
        for each in (*(replace(one, fact=each) for each in unseen), *waivers, replace(one, fact=fact)):
            sketch = _allowed(sketch, each, by, now, rules, is_seen=is_seen)
        waivers.clear()
    for waiver in waivers:
        sketch = _allowed(sketch, waiver, by, now, (), is_seen=is_seen)
    return sketch


def completed_by(hanchan: Hanchan, fact: Fact) -> tuple[Fact, ...]:
    """The fact, and before it what must have happened unseen."""
    if hanchan.kyoku is None or not isinstance(fact, _KYOKU_FACTS):
        return (fact,)
    return completed(hanchan.kyoku, fact)


def _allowed(
    sketch: Sketch, one: FactObserved, by: str, now: Moment, waived: Sequence[Reason], *, is_seen: bool
) -> Sketch:
    left = list(waived)
    while True:
        try:
            if sketch.hanchan.kyoku is not None and not is_seen:
                need_kan_allowed(sketch.hanchan.kyoku, one.fact)
                need_stop_allowed(sketch.hanchan.kyoku, one.fact)
            fact = valued(sketch.hanchan, one.fact if is_seen else as_known(sketch.hanchan, one.fact))
            return _with_fact(sketch, fact, Draft(at=now.at, because=one.because, fact=fact, by=by))
        except IllegalFactError as refusal:
            if refusal.reason not in left:
                raise
            left.remove(refusal.reason)
            waiver = RuleWaived(refusal.reason)
            sketch = _with_fact(sketch, waiver, Draft(at=now.at, because=Cause.PERSON, fact=waiver, by=by))


def valued(hanchan: Hanchan, fact: Fact) -> Fact:
    """Value a win by the tiles that were shown, unless somebody has entered its value already.

    Raises:
        IllegalFactError: a rule refuses the win.
        ScoringError: the hand cannot be valued.
    """
    if not isinstance(fact, Won) or fact.hand is None or fact.value is not None or hanchan.kyoku is None:
        return fact
    apply(hanchan.kyoku, fact)  # report what the rules refuse before what cannot be counted
    return replace(fact, value=value_win(hanchan.kyoku, fact))


def _with_fact(sketch: Sketch, fact: Fact, draft: Draft) -> Sketch:
    hanchan, last_kyoku = followed(sketch.hanchan, sketch.last_kyoku, fact)
    warnings = () if isinstance(fact, KyokuStarted) else sketch.warnings
    return Sketch(hanchan, last_kyoku, (*sketch.drafts, draft), warnings)


def warning_of(
    refusal: IllegalFactError, told: tuple[FactObserved, ...], waived: tuple[Reason, ...] = ()
) -> TableWarning:
    """The warning about a refused fact. It carries all that was told with it if the rule can be waived."""
    kept = told if refusal.reason.is_waivable else ()
    seat = getattr(refusal.fact, "seat", None)
    return TableWarning(refusal.reason.value, str(refusal), kept, waived if kept else (), seat)


def _warned(sketch: Sketch, warning: TableWarning) -> Sketch:
    return replace(sketch, warnings=with_warning(sketch.warnings, warning))


def with_warning(warnings: tuple[TableWarning, ...], new: TableWarning) -> tuple[TableWarning, ...]:
    """The warnings with a new one last, each only once: a camera says the same wrong thing many times."""
    others = (old for old in warnings if (old.code, old.sentence) != (new.code, new.sentence))
    return (*others, new)[-MOST_WARNINGS:]
