"""`consider(mind, begun, told, evidence, trust) -> Verdict`: how new evidence changes what is told.

Pure: no clock, no disk. Time arrives with the evidence; what has to be remembered is in `Mind`.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from companion.evidence import Said
from companion.evidence.sights import TableSeen
from companion.riichi.facts import Fact, KyokuFact
from companion.riichi.kyoku import Kyoku, Phase
from companion.scribe.asking import Answered, answer_taken, with_questions
from companion.scribe.comparing import Look
from companion.scribe.following import caught_up
from companion.scribe.mind import Mind, Pressed, Trust
from companion.scribe.oddities import may_be_a_shadow, robbed_kan_named
from companion.scribe.policy import ENOUGH_RESTS, PRESS_WAITS_NS, QUIET_NS
from companion.scribe.pressing import (
    SHOWN_BY,
    by_press_alone,
    forgotten,
    is_of_unseen,
    may_stand_alone,
    with_presses_left,
    without_old_presses,
)
from companion.scribe.questions import Question
from companion.scribe.seeing import look_at


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time has passed."""

    at_ns: int
    rested_ns: int | None
    """When the eye last saw the table lie still, with nothing left to read; None where nobody says so.

    0 means that it has not done so yet: then a press may still be seen, however long ago it was.
    """


@dataclass(frozen=True, slots=True)
class SightChanged:
    """The eye was lost or is back; once it is back, the whole table is compared."""

    is_seeing: bool
    at_ns: int


Evidence = TableSeen | Pressed | Answered | Ticked | SightChanged


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the scribe makes of the evidence."""

    mind: Mind
    facts: tuple[Fact, ...] = ()
    """What to tell: lawful facts, in order, for the kyoku that was given."""
    takes_back: int = 0
    """How many of the newest facts of this kyoku are retracted first: what is seen now says otherwise."""
    questions: tuple[Question, ...] = ()
    """All questions that stand from now on."""
    unconfirmed: tuple[Said, ...] = ()
    """What was pressed and is now forgotten, because the table shows nothing of it."""
    is_flipped_early: bool = False
    """Whether an indicator lies open that is not to be turned yet (表示牌)."""
    is_unseen: bool = False
    """Whether the eye sees nothing of this table: what is told was only pressed."""


def consider(
    mind: Mind,
    begun: Kyoku,
    told: Sequence[KyokuFact],
    evidence: Evidence,
    trust: Trust,
    *,
    by_eye: Container[int] = (),
) -> Verdict:
    """How this piece of evidence changes what is told of the kyoku.

    `begun` is the kyoku right after its deal, `told` are its facts since, as the journal has them:
    people may have corrected them meanwhile. `by_eye` are the places of those that the eye alone has told.
    """
    before = mind.told
    mind = caught_up(replace(mind, keys=replace(mind.keys, unconfirmed=())), begun, told, by_eye)
    if mind.told is not before:
        if mind.eye.blind_ns is not None:
            mind = replace(mind, eye=replace(mind.eye, blind_ns=evidence.at_ns))
        if before.tables and _flips(before.kyoku) != _flips(mind.kyoku):
            mind = replace(mind, oddities=replace(mind.oddities, early_flips=0))
        # What others have told changes how much the answers would take back.
        mind = replace(mind, unsure=replace(mind.unsure, questions=()))
        mind = with_questions(mind, None, evidence.at_ns, trust)
    mind = (_afterwards if mind.kyoku.is_over else _considered)(with_eye(mind, evidence), evidence, trust)
    shared = mind.told.shared(told)
    return Verdict(
        mind,
        mind.told.facts[shared:],
        len(told) - shared,
        mind.unsure.questions,
        mind.keys.unconfirmed,
        mind.oddities.early_flips >= ENOUGH_RESTS,
        mind.eye.seen is None,
    )


def _flips(kyoku: Kyoku) -> tuple[int, int]:
    """How many indicators are turned, and how many more are to be (表示牌)."""
    return len(kyoku.wall.indicators), kyoku.wall.indicators_owed


def with_eye(mind: Mind, evidence: Evidence) -> Mind:
    """The mind with what the evidence says of the eye itself, whether or not a hand is played."""
    eye = mind.eye
    match evidence:
        case TableSeen():
            eye = replace(eye, moved_ns=evidence.at_ns, is_seeing=True, blind_ns=None)
        case SightChanged():
            since_ns = eye.blind_ns if evidence.is_seeing or not eye.is_seeing else evidence.at_ns
            eye = replace(eye, is_seeing=evidence.is_seeing, seen=None, blind_ns=since_ns)
        case Ticked():
            eye = replace(eye, rested_ns=evidence.rested_ns)
        case _:
            return mind
    return replace(mind, eye=eye)


def _considered(mind: Mind, evidence: Evidence, trust: Trust) -> Mind:
    """The mind during a hand; where nobody follows the turns, only indicators are told."""
    is_followed = mind.kyoku.phase is not Phase.UNFOLLOWED
    match evidence:
        case TableSeen():
            return _seen(mind, evidence, trust)
        case Answered():
            return answer_taken(mind, evidence, trust)
        case SightChanged():
            return mind
        case Pressed() if is_followed:
            return _pressed(mind, evidence, trust)
        case Ticked() if is_followed:
            return _ticked(mind, evidence, trust)
        case Pressed() | Ticked():
            return with_questions(mind, None, evidence.at_ns, trust)
        case _:
            assert_never(evidence)


def _afterwards(mind: Mind, evidence: Evidence, trust: Trust) -> Mind:
    """The mind once the hand is over: a sighting can only name a robbed kan; open doubts are asked now."""
    oddities = replace(mind.oddities, early_flips=0)
    mind = replace(mind, unsure=replace(mind.unsure, held=None), oddities=oddities)
    if isinstance(evidence, Answered):
        return answer_taken(mind, evidence, trust)
    mind = robbed_kan_named(mind, evidence if isinstance(evidence, TableSeen) else None, trust)
    return with_questions(mind, None, evidence.at_ns, trust)


def _seen(mind: Mind, seen: TableSeen, trust: Trust, *, is_repeated: bool = False) -> Mind:
    mind = without_old_presses(mind, seen.at_ns if mind.eye.rested_ns is None else mind.eye.rested_ns)
    presses = tuple(one.said for one in mind.keys.presses)
    mind, choice = look_at(mind, Look(seen, presses=presses, is_repeated=is_repeated), trust)
    if choice is not None:
        mind = with_presses_left(mind, choice, seen.at_ns)
    return with_questions(mind, choice, seen.at_ns, trust)


def _pressed(mind: Mind, pressed: Pressed, trust: Trust) -> Mind:
    if pressed.said.action not in SHOWN_BY:
        return mind  # wins and draws are told by people
    mind = replace(mind, keys=replace(mind.keys, hears_keys=True))
    seen = mind.eye.seen
    is_waiting = is_of_unseen(mind, pressed)
    if not is_waiting and (not mind.eye.is_seeing or (seen is None and mind.eye.rested_ns is None)):
        return by_press_alone(mind, pressed)
    mind = replace(mind, keys=replace(mind.keys, presses=(*mind.keys.presses, pressed)))
    if is_waiting or seen is None:
        return mind  # the eye is looking, and will report the table once it has come to rest
    return _seen(mind, replace(seen, at_ns=pressed.at_ns), trust, is_repeated=True)


def _ticked(mind: Mind, ticked: Ticked, trust: Trust) -> Mind:
    looked_ns = ticked.at_ns if ticked.rested_ns is None or not mind.eye.is_seeing else ticked.rested_ns
    due = (one for one in mind.keys.presses if looked_ns - one.at_ns >= PRESS_WAITS_NS)
    late = next((one for one in due if not is_of_unseen(mind, one)), None)
    if late is not None:
        if may_stand_alone(mind, late, ticked.at_ns):
            return with_questions(by_press_alone(mind, late), None, ticked.at_ns, trust)
        mind = forgotten(mind, [late])
    seen = mind.eye.seen
    is_wavering = 0 in mind.unsure.maybe_riichi.values()
    is_open = mind.unsure.held is not None or may_be_a_shadow(mind) or is_wavering
    if is_open and seen is not None and looked_ns - seen.at_ns >= QUIET_NS:
        return _seen(mind, replace(seen, at_ns=looked_ns), trust)
    return with_questions(mind, None, ticked.at_ns, trust) if mind.unsure.doubts else mind
