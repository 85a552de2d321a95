"""Answers: what a person says to a question, what it settles, and which other tiles it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.riichi.facts import KyokuFact, RiichiDeclared
from companion.riichi.kyoku import Kyoku
from companion.riichi.tiles import KINDS, Tile
from companion.scribe.asking import with_questions
from companion.scribe.following import lawful, tables_after, with_standing, with_told
from companion.scribe.mind import Mind, Trust
from companion.scribe.naming import Naming, newly_named
from companion.scribe.placing import retold, spots_of, tile_at, told_at
from companion.scribe.questions import Question
from companion.scribe.riichi_tile import Retold
from companion.scribe.stories import Wording, put_in_words

__all__ = ["Answered", "answer_taken"]


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody chose an answer to a question; a number beyond the choices means that none is right."""

    question: int
    choice: int
    at_ns: int


def answer_taken(mind: Mind, begun: Kyoku, answered: Answered, trust: Trust) -> Mind:
    """The mind after an answer: it settles its question, and what it says stands."""
    question = next((one for one in mind.unsure.questions if one.number == answered.question), None)
    if question is None:
        return mind
    is_choice = answered.choice in range(len(question.choices))
    choice = question.choices[answered.choice] if is_choice else None
    kept = mind.expected[: len(mind.expected) - (choice.replaces if choice else 0)]
    facts = (*kept, *(choice.facts if choice else ()))
    after = lawful(mind, begun, facts)
    if choice is not None and after is None:
        facts, after = _with_room_for(mind, begun, facts) or (facts, None)
    if choice is None or after is None or not (choice.facts or choice.replaces):
        mind = _put_away(mind, question, is_declined=True)
        return with_questions(mind, begun, None, answered.at_ns, trust)
    facts, after = _with_names(mind, begun, facts, after)
    mind = _settled(_put_away(mind, question), begun, facts, after, question)
    said = {fact.seat for fact in facts if isinstance(fact, RiichiDeclared)}
    said -= {fact.seat for fact in mind.expected if isinstance(fact, RiichiDeclared)}
    mind = replace(mind, people=mind.people.and_riichi(said), beliefs=())
    before, mind = mind.kyoku, with_told(mind, facts, after)
    mind = _named_after_answer(mind, begun, before, answered.at_ns, trust)
    return with_questions(mind, begun, None, answered.at_ns, trust)


def _put_away(mind: Mind, question: Question, *, is_declined: bool = False) -> Mind:
    """The mind without this question; what was declined is not asked again."""
    declined, held = mind.people.declined, mind.unsure.held
    declined = replace(declined, numbers=declined.numbers | {question.number})
    if held is None or held.number != question.number:
        return mind.with_declined(declined)
    if is_declined:
        stories, there = declined.stories | {*_offered(mind, question)}, declined.there | held.there
        declined = replace(declined, stories=stories, there=there)
    return replace(mind.with_declined(declined), unsure=replace(mind.unsure, held=None))


def _offered(mind: Mind, question: Question) -> Iterator[Wording]:
    """The wordings of the stories that were offered: "none of these" declines all of them."""
    for choice in question.choices:
        kept = len(mind.expected) - choice.replaces
        if choice.facts or choice.replaces:
            yield put_in_words((*mind.expected[:kept], *choice.facts), kept)


def _with_names(
    mind: Mind, begun: Kyoku, facts: tuple[KyokuFact, ...], after: Kyoku
) -> tuple[tuple[KyokuFact, ...], Kyoku]:
    """The facts of an answer with every tile that the table knows after them: a call names its discard.

    What the answer leaves open stays as it was told, if the rules accept it.
    """
    here = [spot for _, spots in spots_of(begun, facts) for spot in spots]
    known = {spot: tile for spot in here if (tile := tile_at(after, spot)) is not None}
    before = {spot: tile for spot in here if spot not in known and (tile := told_at(mind.kyoku, spot))}
    for names in (known | before, known):
        named = retold(begun, facts, names)
        kyoku = lawful(mind, begun, named)
        if kyoku is not None:
            return named, kyoku
    return facts, after


def _settled(mind: Mind, begun: Kyoku, facts: Sequence[KyokuFact], after: Kyoku, question: Question) -> Mind:
    """The mind that knows which tiles a person has named: those that were told differently before.

    Nobody has named a tile that an answer leaves open: it is named as it is read. Whether a discard declared
    riichi is settled only if one of the answers was exactly that.
    """
    said = set()
    for _, spots in spots_of(begun, facts):
        said |= {spot for spot in spots if tile_at(after, spot) not in {None, told_at(mind.kyoku, spot)}}
    declared = {
        fact.seat for one in question.choices for fact in one.facts if isinstance(fact, RiichiDeclared)
    }
    people = mind.people
    named_only = people.named_only | {spot for spot in said - people.settled if spot.seat not in declared}
    people = replace(people, settled=people.settled | said, named_only=named_only)
    return replace(mind, people=people)


def _named_after_answer(mind: Mind, begun: Kyoku, before: Kyoku | None, at_ns: int, trust: Trust) -> Mind:
    """The mind with new names where an answer changes them: for tiles of its kinds, and for unnamed ones."""
    kyoku = mind.kyoku
    if kyoku is None or before is None:
        return mind
    mind = with_standing(mind, begun, mind.expected)  # an answer may take back tiles that were read
    kinds = {kind for kind in range(KINDS) if kyoku.seen[kind] != before.seen[kind]}
    alike = {spot for spot, pool in mind.pools.items() if any(face.kind in kinds for face in pool.weights())}
    told, doubts = newly_named(
        mind,
        begun,
        Retold(mind.expected, kyoku),
        frozenset(alike - mind.people.settled),
        Naming(at_ns, trust, lambda facts: tables_after(mind, begun, facts)),
    )
    return with_told(
        replace(mind, unsure=replace(mind.unsure, doubts=doubts)), told.facts, told.kyoku, told.on_the_way
    )


def _with_room_for(
    mind: Mind, begun: Kyoku, facts: tuple[KyokuFact, ...]
) -> tuple[tuple[KyokuFact, ...], Kyoku] | None:
    """The facts of an answer that names one copy too many, with the scribe's least certain name left open."""
    kyoku = mind.kyoku
    if kyoku is None or len(facts) != len(mind.expected):
        return None
    pairs = zip(spots_of(begun, facts), mind.expected, strict=True)
    changed = [(fact, spots) for (fact, spots), was in pairs if fact != was]
    said = {spot for _, spots in changed for spot in spots}
    kinds = {tile.kind for fact, _ in changed for tile in _tiles(fact)}
    others = [
        (pool.chance(tile), spot)
        for spot, pool in mind.pools.items()
        if spot not in mind.people.settled | said
        if (tile := tile_at(kyoku, spot)) is not None and tile.kind in kinds
    ]
    for _, spot in sorted(others):
        without = retold(begun, facts, {spot: None})
        after = lawful(mind, begun, without)
        if after is not None:
            return without, after
    return None


def _tiles(fact: KyokuFact) -> Iterable[Tile]:
    named_here = (getattr(fact, "tile", None), *getattr(fact, "own", ()))
    return [tile for tile in named_here if tile is not None]
