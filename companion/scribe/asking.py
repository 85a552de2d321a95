"""What a person is asked, when, and what each answer would change in the facts; pages supply the words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp

from companion.riichi.facts import ChiCalled, DaiminkanCalled, Discarded, KyokuFact, PonCalled
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.scribe.choosing import Chosen
from companion.scribe.comparing import Left, Look, sighted
from companion.scribe.following import lawful, shared_prefix
from companion.scribe.maybe_riichi import asked_about, numbered
from companion.scribe.mind import Doubt, Held, Mind, Trust
from companion.scribe.placing import readings_of, retold, spots_of, tile_at
from companion.scribe.policy import (
    BAFFLED_RESTS,
    ENOUGH_RESTS,
    FIFTH_COPY_LOOKS,
    MOST_ASKED,
    PATIENCE_NS,
    READ_SURELY,
    TILE_LOOKS,
)
from companion.scribe.predict import Spot, SpotKind
from companion.scribe.questions import Choice, Question, QuestionCode
from companion.scribe.readings import Pool
from companion.scribe.stories import Story, outline, put_in_words

__all__ = ["choice_between", "with_held", "with_questions"]


def choice_between(told: Sequence[KyokuFact], instead: Sequence[KyokuFact], chance: float) -> Choice:
    """What has to be taken back and told to get from one telling to another."""
    shared = shared_prefix(told, instead)
    return Choice(tuple(instead[shared:]), chance, len(told) - shared)


def with_held(mind: Mind, choice: Chosen, leftover: Mapping[Left, Left], look: Look) -> Mind:
    """The mind with the part of the story that is not written yet, and at how many rests that was so."""
    if choice.is_whole and not choice.story.fit.is_open:
        return replace(mind, unsure=replace(mind.unsure, held=None))
    rest, held = outline(choice.story.facts[choice.kept :]), mind.unsure.held
    before = held.rests if held is not None else {}
    rests = {one: max(1, before.get(one, 0) + (not look.is_repeated)) for one in leftover}
    there = sighted(leftover, look.seen)
    if held is None or leftover.keys().isdisjoint(before):
        return replace(mind, unsure=replace(mind.unsure, held=Held(rest, rests, 1, look.seen.at_ns, there)))
    number = held.number if held.outline == rest else 0
    return replace(
        mind,
        unsure=replace(
            mind.unsure, held=Held(rest, rests, max(rests.values()), held.since_ns, there, number)
        ),
    )


def with_questions(mind: Mind, begun: Kyoku, choice: Chosen | None, at_ns: int, trust: Trust) -> Mind:
    """The mind with everything that is asked from now on; a question that stands keeps its number."""
    is_pause = mind.kyoku is not None and mind.kyoku.is_over
    mind = numbered(_numbered(mind, at_ns, is_pause=is_pause), begun, is_pause=is_pause)
    questions = [
        _tile_question(mind, begun, spot, doubt)
        for spot, doubt in mind.unsure.doubts.items()
        if _stands(mind, doubt)
    ]
    questions += _riichi_questions(mind, begun)
    held = mind.unsure.held
    if held is not None and choice is not None and _is_time(held, mind, choice):
        mind, held = _with_number(mind, held)
        questions.append(_story_question(mind, begun, held, choice, trust))
    elif held is not None and choice is None and held.number:
        questions += [one for one in mind.unsure.questions if one.number == held.number]
    return replace(mind, unsure=replace(mind.unsure, questions=tuple(questions)))


def _stands(mind: Mind, doubt: Doubt) -> bool:
    return doubt.number > 0 and doubt.number not in mind.people.declined.numbers


def _numbered(mind: Mind, at_ns: int, *, is_pause: bool) -> Mind:
    """The mind with a number for each doubt that it is time to ask about."""
    asked, doubts = mind.unsure.asked, dict(mind.unsure.doubts)
    standing = sum(_stands(mind, doubt) for doubt in doubts.values())
    for spot, doubt in mind.unsure.doubts.items():
        looks = mind.pools.get(spot, Pool()).looks - doubt.looks
        is_quiet = at_ns - max(doubt.since_ns, mind.eye.moved_ns) >= PATIENCE_NS
        enough = FIFTH_COPY_LOOKS if doubt.code is QuestionCode.FIFTH_COPY else TILE_LOOKS
        is_due = is_pause or looks >= enough or is_quiet
        if not doubt.number and is_due and standing < MOST_ASKED:
            asked, standing = asked + 1, standing + 1
            doubts[spot] = replace(doubt, number=asked)
    return replace(mind, unsure=replace(mind.unsure, asked=asked, doubts=doubts))


def _tile_question(mind: Mind, begun: Kyoku, spot: Spot, doubt: Doubt) -> Question:
    told = mind.expected
    choices = tuple(
        choice_between(told, retold(begun, told, dict(names)), chance) for names, chance in doubt.ways
    )
    seat = None if spot.kind is SpotKind.INDICATOR else spot.seat
    tile = tile_at(mind.kyoku, spot) if mind.kyoku is not None else None
    return Question(doubt.number, doubt.code, seat, choices, doubt.crop, tile)


def _riichi_questions(mind: Mind, begun: Kyoku) -> Iterator[Question]:
    """Asks whether a discard that only looks sideways, or only has a stick, declared riichi (立直)."""
    for number, spot, facts in asked_about(mind, begun):
        crop = next((one.crop for one in reversed(mind.pools.get(spot, Pool()).readings) if one.crop), 0)
        ways = tuple(choice_between(mind.expected, one, 0.5) for one in (facts, mind.expected))
        tile = tile_at(mind.kyoku, spot) if mind.kyoku is not None else None
        yield Question(number, QuestionCode.WHICH_STORY, spot.seat, ways, crop, tile)


def _is_time(held: Held, mind: Mind, choice: Chosen) -> bool:
    if _is_early_flip(held) or mind.people.declined.explains(held.there):
        return False
    return held.times >= (ENOUGH_RESTS if choice.rivals or held.outline else BAFFLED_RESTS)


def _is_early_flip(held: Held) -> bool:
    """Whether only an open indicator is unexplained (表示牌): that is reported, and nobody has to choose."""
    return not held.outline and all(kind == "indicator" for kind, _, _ in held.rests)


def _with_number(mind: Mind, held: Held) -> tuple[Mind, Held]:
    if held.number:
        return mind, held
    held = replace(held, number=mind.unsure.asked + 1)
    return replace(mind, unsure=replace(mind.unsure, held=held, asked=held.number)), held


def _story_question(mind: Mind, begun: Kyoku, held: Held, choice: Chosen, trust: Trust) -> Question:
    ways = [choice.story, *choice.rivals][:MOST_ASKED]
    whole = sum(exp(choice.story.cost - story.cost) for story in ways)
    choices = tuple(
        choice_between(
            mind.expected, _sequence(mind, begun, story, trust), exp(choice.story.cost - story.cost) / whole
        )
        for story in ways
    )
    if not held.outline and not choice.rivals:
        return Question(held.number, QuestionCode.TABLE_DIFFERS, None, ())
    return Question(held.number, _code(ways), _seat(ways), choices)


def _sequence(mind: Mind, begun: Kyoku, story: Story, trust: Trust) -> tuple[KyokuFact, ...]:
    """The story's facts, going on from what is told now; just what is told now if the story adds nothing.

    The question is who did what; tiles that are not read with confidence are left open.
    """
    if not story.facts or mind.eye.seen is None:
        return mind.expected if not story.facts else story.sequence
    facts = (*_as_told_now(mind, begun, story), *story.facts)
    new = list(spots_of(begun, facts))[len(story.root.told) :]
    read = dict(readings_of(story.kyoku, story.fit, story.fit.seen or mind.eye.seen))
    chances = {
        spot: one.confidence if one.tile is tile_at(story.kyoku, spot) else 0.0 for spot, one in read.items()
    }
    unsure = [spot for fact, spots in new for spot in _unsure(fact, spots, chances, trust)]
    return retold(begun, facts, dict.fromkeys(unsure))


def _as_told_now(mind: Mind, begun: Kyoku, story: Story) -> Sequence[KyokuFact]:
    """What the story begins with, as it is told now: its tiles may have been named since."""
    told = story.root.told
    now = mind.expected[: len(told)]
    is_same = put_in_words(now, len(now)) == put_in_words(told, len(told))
    return now if is_same and lawful(mind, begun, (*now, *story.facts)) is not None else told


def _unsure(
    fact: KyokuFact, spots: Sequence[Spot], read: Mapping[Spot, float], trust: Trust
) -> Sequence[Spot]:
    """Which tiles of a fact are left open: all own tiles of a meld, as one misread tile changes the meld."""
    if isinstance(fact, Discarded):
        return [spot for spot in spots if spot in read and read[spot] < READ_SURELY]
    own = spots[-len(fact.own) :] if isinstance(fact, _CALLS) else ()
    is_sure = all(read.get(spot, 0.0) >= trust.sure for spot in own)
    return () if is_sure else own


def _code(ways: Sequence[Story]) -> QuestionCode:
    callers = {fact.seat for story in ways for fact in story.facts if isinstance(fact, _CALLS)}
    return QuestionCode.WHO_CALLED if len(callers) > 1 else QuestionCode.WHICH_STORY


_CALLS = (ChiCalled, PonCalled, DaiminkanCalled)


def _seat(ways: Sequence[Story]) -> Seat | None:
    return next(_seats(ways), None)


def _seats(ways: Sequence[Story]) -> Iterator[Seat]:
    for story in ways:
        for fact in story.facts:
            seat = getattr(fact, "seat", None)
            if isinstance(seat, int):
                yield Seat(seat)
