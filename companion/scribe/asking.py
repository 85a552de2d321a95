"""What a person is asked, when, and what an answer changes, settles and names; pages supply the words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp

from companion.riichi.facts import CALLS, Discarded, KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.riichi.spots import Spot, SpotKind, tile_at
from companion.riichi.tiles import KINDS, Tile
from companion.riichi.unseen import UNSEEN_FACTS
from companion.riichi.wording import Wording, outline, put_in_words
from companion.scribe import policy
from companion.scribe.comparing import Look, readings_of
from companion.scribe.following import declared, with_standing
from companion.scribe.mind import Doubt, Held, Mind, Trust
from companion.scribe.naming import newly_named
from companion.scribe.observations import Pool
from companion.scribe.questions import Choice, Left, Question, QuestionCode, Sighted
from companion.scribe.riichi_discards import is_due, with_riichi
from companion.scribe.spots import Telling, renamed
from companion.scribe.stories import Chosen, Story, flipped_at_most


def choice_between(told: Telling, instead: Sequence[KyokuFact], chance: float) -> Choice:
    """What has to be taken back and told so that these facts are told."""
    shared = told.shared(instead)
    return Choice(tuple(instead[shared:]), chance, len(told.facts) - shared)


def with_held(mind: Mind, choice: Chosen, leftover: Mapping[Left, Sighted], look: Look) -> Mind:
    """The mind with the part of the story that is not written yet, and at how many rests that was so."""
    if choice.is_whole and not choice.story.fit.is_open:
        return replace(mind, unsure=replace(mind.unsure, held=None))
    rest, held = outline(choice.story.facts[choice.kept :]), mind.unsure.held
    are_flips = not (choice.is_whole or choice.is_refused or rest or _other_ways(choice))
    before = held.rests if held is not None else {}
    rests = {one: max(1, before.get(one, 0) + (not look.is_repeated)) for one in leftover}
    there = frozenset((one, faces) for one, (_, faces) in leftover.items())
    is_same = held is not None and (held.outline, held.are_flips) == (rest, are_flips)
    number = held.number if held is not None and is_same and not leftover.keys().isdisjoint(before) else 0
    return replace(mind, unsure=replace(mind.unsure, held=Held(rest, rests, there, number, are_flips)))


def _other_ways(choice: Chosen) -> list[Story]:
    """The rivals that differ from the story in more than indicators (表示牌)."""
    said = choice.story.root.taken_back, outline(choice.story.facts)
    return [one for one in choice.rivals if (one.root.taken_back, outline(one.facts)) != said]


def with_questions(mind: Mind, choice: Chosen | None, at_ns: int, trust: Trust) -> Mind:
    """The mind with everything that is asked from now on; a question that stands keeps its number."""
    mind = _numbered(mind, at_ns)
    doubts = mind.unsure.doubts.items()
    questions = [_tile_question(mind, spot, doubt) for spot, doubt in doubts if doubt.number]
    questions += _riichi_questions(mind)
    held = mind.unsure.held
    if held is not None and choice is not None and _is_time(held, mind, choice):
        held = replace(held, number=held.number or mind.unsure.asked + 1)
        asked = max(mind.unsure.asked, held.number)
        mind = replace(mind, unsure=replace(mind.unsure, held=held, asked=asked))
        questions.append(_story_question(mind, held, choice, trust))
    elif held is not None and choice is None and held.number:
        questions += [one for one in mind.unsure.questions if one.number == held.number]
    return replace(mind, unsure=replace(mind.unsure, questions=tuple(questions)))


def _numbered(mind: Mind, at_ns: int) -> Mind:
    """The mind with a number for each tile, and each riichi, that it is time to ask about."""
    unsure, is_pause = mind.unsure, mind.kyoku.is_over
    asked, doubts, maybe_riichi = unsure.asked, dict(unsure.doubts), dict(unsure.maybe_riichi)
    standing = sum(doubt.number > 0 for doubt in doubts.values())
    for spot, doubt in unsure.doubts.items():
        looks = mind.pools.get(spot, Pool()).looks - doubt.looks
        is_quiet = at_ns - max(doubt.since_ns, mind.eye.moved_ns) >= policy.PATIENCE_NS
        is_new = not doubt.number and not _is_answered(mind, doubt)
        if is_new and (is_pause or looks >= policy.TILE_RESTS or is_quiet) and standing < policy.MOST_ASKED:
            asked, standing = asked + 1, standing + 1
            doubts[spot] = replace(doubt, number=asked)
    for spot, number in unsure.maybe_riichi.items():
        if not number and spot not in mind.people.declined.riichi and is_due(mind, spot, is_pause=is_pause):
            asked += 1
            maybe_riichi[spot] = asked
    return replace(mind, unsure=replace(unsure, asked=asked, doubts=doubts, maybe_riichi=maybe_riichi))


def _is_answered(mind: Mind, doubt: Doubt) -> bool:
    """Whether people have said no to what it most likely is; if it looks otherwise, it may be another."""
    return all(tile in mind.people.declined.tiles.get(spot, ()) for spot, tile in doubt.ways[0][0])


def _tile_question(mind: Mind, spot: Spot, doubt: Doubt) -> Question:
    told = mind.told
    choices = tuple(choice_between(told, told.retold(dict(names)), chance) for names, chance in doubt.ways)
    seat = None if spot.kind is SpotKind.INDICATOR else spot.seat
    tile = tile_at(mind.kyoku, spot)
    return Question(doubt.number, doubt.code, seat, choices, doubt.crop, tile, place=_place(spot))


def _place(spot: Spot) -> str:
    return f"{spot.kind} {spot.number}" + (f" {spot.at}" if spot.at else "")


def _riichi_questions(mind: Mind) -> Iterator[Question]:
    """Asks whether a discard that only looks sideways, or only has a stick, declared riichi (立直)."""
    for spot, number in mind.unsure.maybe_riichi.items():
        told = with_riichi(mind.told, spot) if number and spot not in mind.people.declined.riichi else None
        if told is None or mind.kyoku.players[spot.seat].in_riichi:
            continue
        crop = mind.pools.get(spot, Pool()).crop
        ways = tuple(choice_between(mind.told, one, 0.5) for one in (told.facts, mind.told.facts))
        tile = tile_at(mind.kyoku, spot)
        yield Question(
            number, QuestionCode.WHICH_STORY, spot.seat, ways, crop, tile, place=f"riichi {spot.number}"
        )


def _is_time(held: Held, mind: Mind, choice: Chosen) -> bool:
    rests = [rests for left, rests in held.rests.items() if held.is_about(left)]
    # An indicator that lies open too early is reported (表示牌), and nobody has to choose.
    rests = rests if rests or choice.is_whole else [*held.rests.values()]
    if not rests or mind.people.declined.explains(_there(held)):
        return False
    return max(rests) >= (policy.BAFFLED_RESTS if _is_baffled(choice) else policy.ENOUGH_RESTS)


def _there(held: Held) -> frozenset[Sighted]:
    """What lies there and is asked about."""
    return frozenset(one for one in held.there if held.is_about(one[0])) or held.there


def _is_baffled(choice: Chosen) -> bool:
    """Whether no story explains what is left."""
    return choice.is_whole and not _other_ways(choice)


def _story_question(mind: Mind, held: Held, choice: Chosen, trust: Trust) -> Question:
    if _is_baffled(choice):
        return Question(held.number, QuestionCode.TABLE_DIFFERS, None, ())
    ways = _offered_ways(held, choice)
    whole = sum(exp(choice.story.cost - story.cost) for story in ways)
    choices = tuple(
        choice_between(mind.told, _sequence(mind, story, trust), exp(choice.story.cost - story.cost) / whole)
        for story in ways
    )
    first = " ".join(map(str, min(filter(held.is_about, held.rests), default=())))
    return Question(held.number, _code(ways), _seat(ways), choices, place=first)


def _offered_ways(held: Held, choice: Chosen) -> list[Story]:
    """The stories to choose from. Unless only indicators wait, those that may not be written are left out."""
    ways = [choice.story, *choice.rivals]
    if not held.are_flips:
        ways = [replace(one, facts=flipped_at_most(one.facts, choice.flipped)) for one in ways]
        firsts: dict[object, Story] = {}
        for one in ways:
            firsts.setdefault((one.root.taken_back, outline(one.facts)), one)
        ways = [*firsts.values()]
    return ways[: policy.MOST_ASKED]


def _sequence(mind: Mind, story: Story, trust: Trust) -> tuple[KyokuFact, ...]:
    """The story's facts, from what is told now on: who did what; tiles not read with confidence stay open."""
    if not story.facts:
        return _as_told_now(mind, story) if story.root.taken_back else mind.told.facts
    if mind.eye.seen is None:
        return story.sequence
    told = mind.told.instead((*_as_told_now(mind, story), *story.facts))
    new = zip(story.facts, told.spots[len(story.root.told.facts) :], strict=True)
    read = readings_of(story.kyoku, story.fit)
    chances = {spot: one.confidence if one.tile is tile_at(story.kyoku, spot) else 0.0 for spot, one in read}
    unsure = [spot for fact, spots in new for spot in _unsure(fact, spots, mind.kyoku, chances, trust)]
    return told.retold(dict.fromkeys(unsure))


def _as_told_now(mind: Mind, story: Story) -> tuple[KyokuFact, ...]:
    """What the story begins with, as it is told now: its tiles may have been named since."""
    told = story.root.told.facts
    now = mind.told.facts[: len(told)]
    is_same = outline(now) == outline(told)
    return now if is_same and mind.told.if_lawful((*now, *story.facts)) is not None else told


def _unsure(
    fact: KyokuFact, spots: Sequence[Spot], told: Kyoku, read: Mapping[Spot, float], trust: Trust
) -> Sequence[Spot]:
    """Which tiles of a fact are left open: all tiles of a call if one is unsure, as it changes the meld.

    A taken tile that was told with its face keeps it.
    """
    if isinstance(fact, Discarded):
        return [spot for spot in spots if spot in read and read[spot] < policy.READ_SURELY]
    own = spots[-len(fact.own) :] if isinstance(fact, CALLS) else ()
    is_sure = all(read.get(spot, 0.0) >= trust.sure for spot in own)
    return () if is_sure else [*(spot for spot in spots[:1] if tile_at(told, spot) is None), *own]


def _code(ways: Sequence[Story]) -> QuestionCode:
    callers = {fact.seat for story in ways for fact in story.facts if isinstance(fact, CALLS)}
    return QuestionCode.WHO_CALLED if len(callers) > 1 else QuestionCode.WHICH_STORY


def _seat(ways: Sequence[Story]) -> Seat | None:
    seats = (getattr(fact, "seat", None) for story in ways for fact in story.facts)
    return next((Seat(seat) for seat in seats if isinstance(seat, int)), None)


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody chose an answer to a question; a number beyond the choices means that none is right."""

    question: int
    choice: int
    at_ns: int


def answer_taken(mind: Mind, answered: Answered, trust: Trust) -> Mind:
    """The mind after an answer: it settles its question, and what it says stands."""
    question = next((one for one in mind.unsure.questions if one.number == answered.question), None)
    if question is None:
        return mind
    is_choice = answered.choice in range(len(question.choices))
    choice = question.choices[answered.choice] if is_choice else None
    after = _after_answer(mind, choice) if choice is not None else None
    named = {} if after is None else _named_by(mind, answered)
    if choice is None or after is None or not (choice.facts or choice.replaces or named):
        mind = _put_away(mind, question, is_declined=True)
        return with_questions(mind, None, answered.at_ns, trust)
    after = _with_names(mind, after)
    mind = _settled(_put_away(mind, question), after, question, named)
    said = declared(after.facts) - declared(mind.told.facts)
    mind = replace(mind, people=mind.people.and_riichi(said), beliefs=())
    return with_questions(_told_instead(mind, after, answered.at_ns, trust), None, answered.at_ns, trust)


def _named_by(mind: Mind, answered: Answered) -> Mapping[Spot, Tile]:
    """What an answer to a question about a tile names, also where that is told already."""
    doubts = (doubt for doubt in mind.unsure.doubts.values() if doubt.number == answered.question)
    names = (one for doubt in doubts for one in doubt.ways[answered.choice][0])
    return {spot: tile for spot, tile in names if tile is not None}


def _after_answer(mind: Mind, choice: Choice) -> Telling | None:
    """What is told after an answer; None if the rules refuse it."""
    facts = (*mind.told.facts[: len(mind.told.facts) - choice.replaces], *choice.facts)
    return mind.told.if_lawful(facts) or _with_room_for(mind, facts)


def _put_away(mind: Mind, question: Question, *, is_declined: bool = False) -> Mind:
    """The mind without this question; what was declined is not asked again."""
    declined, unsure = mind.people.declined, mind.unsure
    answered = {spot: doubt for spot, doubt in unsure.doubts.items() if doubt.number == question.number}
    later = {
        spot: replace(doubt, number=0, looks=mind.pools.get(spot, Pool()).looks)
        for spot, doubt in answered.items()
    }
    unsure = replace(unsure, doubts={**unsure.doubts, **later})
    if is_declined:
        tiles = dict(declined.tiles)
        for spot, tile in (face for doubt in answered.values() for names, _ in doubt.ways for face in names):
            tiles[spot] = tiles.get(spot, frozenset()) | {tile}
        riichi = {spot for spot, number in unsure.maybe_riichi.items() if number == question.number}
        declined = replace(declined, tiles=tiles, riichi=declined.riichi | riichi)
    held = unsure.held
    if held is None or held.number != question.number:
        return replace(mind.with_declined(declined), unsure=unsure)
    if is_declined:
        stories, there = declined.stories | {*_offered(mind, question)}, declined.there | _there(held)
        # With a call it may be about something else; who is in turn may have discarded it, read otherwise.
        if all(isinstance(one, (*UNSEEN_FACTS, Discarded)) for way in question.choices for one in way.facts):
            early = (one for one in held.there if one[0][0] == "river" and one[0][1] != mind.kyoku.turn)
            lying = frozenset(Discarded(Seat(seat), face) for (_, seat, _), (face,) in early)
            declined = declined.and_lying(lying)
        declined = replace(declined, stories=stories, there=there)
    return replace(mind.with_declined(declined), unsure=replace(unsure, held=None))


def _offered(mind: Mind, question: Question) -> Iterator[Wording]:
    """The wordings of the stories that were offered: "none of these" declines all of them."""
    for choice in question.choices:
        kept = len(mind.told.facts) - choice.replaces
        said = (*mind.told.facts[:kept], *choice.facts)
        if put_in_words(said) != put_in_words(mind.told.facts):
            yield put_in_words(said, kept)


def _with_names(mind: Mind, after: Telling) -> Telling:
    """What an answer tells, with every tile that the table knows after it: a call names its discard.

    What the answer leaves open stays as it was told, if the rules accept it.
    """
    here = after.standing
    known = {spot: tile for spot in here if (tile := tile_at(after.kyoku, spot)) is not None}
    before = {spot: tile for spot in here if spot not in known and (tile := tile_at(mind.kyoku, spot))}
    ways = (after.with_names(names) for names in (known | before, known))
    return next((named for named in ways if named is not None), after)


def _settled(mind: Mind, after: Telling, question: Question, named: Mapping[Spot, Tile]) -> Mind:
    """The mind that knows which tiles a person has named: `named`, and those that were told differently.

    Nobody has named a tile that an answer leaves open: it is named as it is read. Whether a discard declared
    riichi is settled only if one of the answers has its player declare it.
    """
    told = {spot: tile_at(after.kyoku, spot) for spot in after.standing}
    said = {spot for spot, tile in told.items() if tile not in {None, tile_at(mind.kyoku, spot)}}
    said |= named.keys()
    offered = declared(fact for one in question.choices for fact in one.facts)
    people = mind.people
    declined = replace(people.declined, confirmed={**people.declined.confirmed, **named})
    named_only = people.named_only | {spot for spot in said - people.settled if spot.seat not in offered}
    settled = people.settled | said
    return replace(mind, people=replace(people, settled=settled, named_only=named_only, declined=declined))


def _told_instead(mind: Mind, after: Telling, at_ns: int, trust: Trust) -> Mind:
    """The mind that tells this, with new names for tiles of the kinds that differ, and for unnamed ones."""
    before = mind.kyoku
    mind = with_standing(mind, after)  # an answer may take back tiles that were read
    kinds = {kind for kind in range(KINDS) if mind.kyoku.seen[kind] != before.seen[kind]}
    pools = mind.pools.items()
    alike = {spot for spot, pool in pools if any(face.kind in kinds for face in pool.likelihoods())}
    return newly_named(mind, frozenset(alike - mind.people.settled), at_ns, trust)


def _with_room_for(mind: Mind, facts: Sequence[KyokuFact]) -> Telling | None:
    """What an answer tells that names one copy too many, with the scribe's least certain name left open."""
    if outline(facts) != outline(mind.told.facts):
        return None
    pairs = list(zip(facts, mind.told.spots, strict=True))
    changed = (pair for pair, was in zip(pairs, mind.told.facts, strict=True) if pair[0] != was)
    said = {spot for _, spots in changed for spot in spots}
    others = sorted(
        (pool.chance(tile), spot)
        for spot, pool in mind.pools.items()
        if spot not in mind.people.settled | said and (tile := tile_at(mind.kyoku, spot)) is not None
    )
    ways = (
        mind.told.if_lawful([renamed(fact, spots, {spot: None}) for fact, spots in pairs])
        for _, spot in others
    )
    return next((told for told in ways if told is not None), None)
