"""Keeps the memory in step with the facts told, and carries the other stories that are still possible.

A tile that somebody else named is settled. Each other story keeps what spoke against it so far, and every
look goes on from there: a turn that fits only one of two stories decides between them, even if they differ in
something told long before, such as who discarded a called tile. `stories` says which story is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.riichi.facts import Discarded, KyokuFact, RiichiDeclared, RuleWaived
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.scribe.comparing import TableFit, readings_of
from companion.scribe.mind import Belief, Mind, Telling
from companion.scribe.observations import Pool
from companion.scribe.policy import A_FEW, HOPELESS
from companion.scribe.spots import UNSEEN_FACTS, Spot, put_in_words, spots_of, tile_at
from companion.scribe.stories import Chosen, Root, Story
from companion.scribe.weights import REMEMBERED

__all__ = [
    "believed",
    "caught_up",
    "earlier_roots",
    "pools_moved",
    "roots_of",
    "standing_in",
    "with_standing",
]


def caught_up(mind: Mind, begun: Kyoku, facts: Sequence[KyokuFact]) -> Mind:
    """The mind with what others have told meanwhile."""
    was = mind.told if mind.told.tables and mind.begun == begun else Telling((begun,))
    shared = was.shared(facts)
    if was is mind.told and shared == len(facts) == len(was.facts):
        return mind
    told = was.instead(facts)
    said = frozenset(_told_by_others(told, shared))
    mind = replace(
        mind,
        people=replace(
            mind.people, settled=mind.people.settled | said, named_only=mind.people.named_only - said
        ),
        unsure=replace(mind.unsure, held=None),
        beliefs=(),
    )
    declared = {fact.seat for fact in facts[shared:] if isinstance(fact, RiichiDeclared)}
    return with_standing(replace(mind, people=mind.people.and_riichi(declared)), told)


def standing_in(told: Telling) -> Mapping[Spot, None]:
    """The tiles that were ever laid, in the order of the facts."""
    return {spot: None for _, spots in spots_of(told.begun, told.facts) for spot in spots}


def with_standing(mind: Mind, told: Telling) -> Mind:
    """The mind with this telling, without what it knows of tiles that were never laid in it."""
    standing = standing_in(told)
    pools = {spot: pool for spot, pool in mind.pools.items() if spot in standing}
    doubts = {spot: doubt for spot, doubt in mind.unsure.doubts.items() if spot in standing}
    settled, named_only = mind.people.settled & standing.keys(), mind.people.named_only & standing.keys()
    return replace(
        mind,
        told=told,
        pools=pools,
        unsure=replace(mind.unsure, doubts=doubts),
        people=replace(mind.people, settled=settled, named_only=named_only),
    )


def _told_by_others(told: Telling, shared: int) -> Iterator[Spot]:
    """The spots whose tiles somebody else has named: those of all facts but the first `shared`."""
    for at, (_, spots) in enumerate(spots_of(told.begun, told.facts)):
        if at >= shared:
            yield from (spot for spot in spots if tile_at(told.kyoku, spot) is not None)


def earlier_roots(mind: Mind, events: int, cost: float) -> Iterator[Root]:
    """Roots that lack the newest visible fact, the newest two, and so on; facts settled by people stay."""
    facts, taken = mind.told.facts, 0
    said = _last_settled(mind)
    for count in range(1, events + 1):
        taken = _one_less(facts, taken)
        if not taken or len(facts) - taken <= said:
            return
        yield Root(mind.told.instead(facts[: len(facts) - taken]), count * cost, taken)


def _one_less(facts: Sequence[KyokuFact], taken: int) -> int:
    """How many facts are gone if one more visible fact is taken back; 0 if there is none."""
    left = len(facts) - taken
    while left and isinstance(facts[left - 1], UNSEEN_FACTS):
        left -= 1
    if not left or isinstance(facts[left - 1], RuleWaived):
        return 0
    left -= 1
    while left and not isinstance(facts[left - 1], Discarded) and _is_bridge(facts[left - 1]):
        left -= 1
    return len(facts) - left


def _is_bridge(fact: KyokuFact) -> bool:
    """A draw, a stick, the word riichi: it goes with the visible fact after it."""
    return isinstance(fact, (*UNSEEN_FACTS, RiichiDeclared))


def _last_settled(mind: Mind) -> int:
    """The place of the last fact with a tile that people have named; -1 if there is none."""
    if not mind.people.settled:
        return -1
    named = enumerate(spots_of(mind.begun, mind.told.facts))
    return max((at for at, (_, spots) in named if not mind.people.settled.isdisjoint(spots)), default=-1)


def roots_of(mind: Mind) -> Iterator[Root]:
    """The roots of the other stories that are still possible, besides the written one."""
    for one in mind.beliefs:
        taken = len(mind.told.facts) - mind.told.shared(one.told.facts)
        yield Root(one.told, one.prior, taken, REMEMBERED * one.seen)


def believed(mind: Mind, found: Sequence[Story], choice: Chosen) -> tuple[Belief, ...]:
    """The other stories that are still possible after a look, the likeliest first."""
    is_waiting = not choice.kept and not choice.is_whole
    written = choice.story
    if is_waiting:  # each goes on from where it stands
        found = _first_of_each_root(found)
        written = next((story for story in found if not story.root.taken_back), written)
    told, riichi, least = _said(mind.told.facts), _riichi(mind.told.facts), _last_settled(mind)
    beliefs: dict[object, Belief] = {}
    for story in found:
        if len(beliefs) == A_FEW or story.cost > written.cost + HOPELESS:
            break
        facts = story.root.told.facts if is_waiting else story.sequence
        said = _said(facts)
        # A story that only continues the told one is found again. If the newest fact never happened, the tile
        # missing from the table will show it.
        if said in beliefs or said[: len(told)] == told[: len(said)] or _riichi(facts) != riichi:
            continue
        if mind.told.shared(facts) > least:
            told_so = story.root.told if is_waiting else story.root.told.then(story.facts)
            beliefs[said] = _belief(told_so, story, written)
    return tuple(beliefs.values())


def _first_of_each_root(found: Sequence[Story]) -> list[Story]:
    """The likeliest story of each root."""
    best: dict[int, Story] = {}
    for story in found:
        best.setdefault(id(story.root), story)
    return list(best.values())


def _said(facts: Sequence[KyokuFact]) -> tuple[tuple[object, object], ...]:
    """Who did what, without riichi (立直): how a discard lies is decided separately."""
    words = put_in_words(facts, len(facts))
    return tuple((kind, seat) for kind, seat, _ in words if kind is not RiichiDeclared)


def _riichi(facts: Sequence[KyokuFact]) -> frozenset[Seat]:
    return frozenset(fact.seat for fact in facts if isinstance(fact, RiichiDeclared))


def _belief(told: Telling, story: Story, written: Story) -> Belief:
    """What is told so, with what speaks against that story more than against the written one."""
    is_root = told is story.root.told
    prior = (story.root.cost if is_root else story.prior) - written.root.cost
    prior -= 0.0 if is_root else written.prior - written.root.cost
    seen = story.root.seen + story.fit.cost - written.root.seen - written.fit.cost
    return Belief(told, prior, seen)


def _laid_by_both(begun: Kyoku, one: Sequence[KyokuFact], other: Sequence[KyokuFact]) -> dict[Spot, None]:
    """The spots of all tiles that two sequences of facts lay alike, from their beginning."""
    same: dict[Spot, None] = {}
    for (fact, spots), was in zip(spots_of(begun, one), other, strict=False):
        if type(fact) is not type(was) or getattr(fact, "seat", None) != getattr(was, "seat", None):
            break
        same |= dict.fromkeys(spots)
    return same


def _spots_by_tile(kyoku: Kyoku, fit: TableFit) -> dict[int, Spot]:
    """The spot of each seen tile, by the `id` of its reading in this look."""
    if fit.seen is None:
        return {}
    return {id(one): spot for spot, one in readings_of(kyoku, fit, fit.seen)}


def pools_moved(mind: Mind, fit: TableFit, story: Story) -> Mapping[Spot, Pool]:
    """What was read of the tiles that keep their spot in a story that departs from what was told.

    `fit` compares the table as it was told with what is seen.
    """
    was, now = _spots_by_tile(mind.kyoku, fit), _spots_by_tile(story.kyoku, story.fit)
    same = _laid_by_both(mind.begun, mind.told.facts, story.sequence)
    same |= {spot: None for tile, spot in now.items() if was.get(tile) == spot}
    return {spot: pool for spot, pool in mind.pools.items() if spot in same}
