"""Keeps the memory in step with the facts told, and carries the other stories that are still possible.

A tile that somebody else named is settled. Each other story remembers part (`REMEMBERED`) of what spoke
against it so far, and every look goes on from there: a turn that fits only one of two stories decides between
them, even if they differ in something told long before, such as who discarded a called tile. `stories` says
which story is written.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.evidence.sights import SeenTile
from companion.riichi.facts import Discarded, KyokuFact, RiichiDeclared, RuleWaived
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.riichi.spots import Spot, tile_at
from companion.riichi.unseen import UNSEEN_FACTS
from companion.riichi.wording import Outline, outline_without_riichi
from companion.scribe.comparing import TableFit, readings_of
from companion.scribe.mind import Mind, Root
from companion.scribe.observations import Pool
from companion.scribe.policy import A_FEW, HOPELESS, LIKELY_ENOUGH
from companion.scribe.spots import Telling, alike
from companion.scribe.stories import Chosen, Story, by_cost
from companion.scribe.weights import REMEMBERED


def caught_up(mind: Mind, begun: Kyoku, facts: Sequence[KyokuFact], by_eye: Container[int] = ()) -> Mind:
    """The mind with what others have told meanwhile.

    If they have corrected the deal or an earlier hand, the facts that this mind has told stay its own; so do
    those at the places `by_eye`, even if it has forgotten them in a restart of the companion.
    """
    shared = mind.told.shared(facts)
    is_same_deal = bool(mind.told.tables) and mind.told.begun == begun
    if is_same_deal and shared == len(facts) == len(mind.told.facts):
        return mind
    told = (mind.told if is_same_deal else Telling((begun,))).instead(facts)
    by_others = [at for at in range(shared, len(facts)) if at not in by_eye]
    spots = (spot for at in by_others for spot in told.spots[at])
    said = frozenset(spot for spot in spots if tile_at(told.kyoku, spot) is not None)
    people = mind.people.and_riichi(declared(facts[at] for at in by_others))
    # What people have named holds as long as it is told.
    settled = (spot for spot in told.standing if spot in people.settled)
    named = {spot for spot in settled if tile_at(told.kyoku, spot) is tile_at(mind.kyoku, spot)}
    confirmed = {
        spot for spot, tile in people.declined.confirmed.items() if tile_at(told.kyoku, spot) is tile
    }
    named_only = (people.named_only | confirmed) - said
    people = replace(people, settled=said.union(named, confirmed), named_only=named_only)
    read = {spot: pool for spot, pool in _read_before(told, shared, by_eye) if spot not in mind.pools}
    mind = replace(mind, people=people, unsure=replace(mind.unsure, held=None), beliefs=())
    return with_standing(replace(mind, pools={**mind.pools, **read}), told)


def _read_before(told: Telling, shared: int, by_eye: Container[int]) -> Iterator[tuple[Spot, Pool]]:
    """What the eye must have read of each discard that it has told and this mind has forgotten."""
    for at in range(shared, len(told.facts)):
        fact = told.facts[at]
        if at in by_eye and isinstance(fact, Discarded) and fact.tile is not None:
            (spot,) = told.spots[at]
            sideways = told.tables[at + 1].players[fact.seat].discards[spot.number].sideways
            read = SeenTile(fact.tile, confidence=LIKELY_ENOUGH, sideways=sideways)
            yield spot, Pool().with_reading(read)


def with_standing(mind: Mind, told: Telling) -> Mind:
    """The mind with this telling, without what it knows of tiles that were never laid in it."""
    standing = told.standing
    pools = {spot: pool for spot, pool in mind.pools.items() if spot in standing}
    doubts = {spot: doubt for spot, doubt in mind.unsure.doubts.items() if spot in standing}
    settled, named_only = mind.people.settled & standing.keys(), mind.people.named_only & standing.keys()
    declined = mind.people.declined.but_gone(standing)
    people = replace(mind.people, settled=settled, named_only=named_only, declined=declined)
    return replace(mind, told=told, pools=pools, unsure=replace(mind.unsure, doubts=doubts), people=people)


def earlier_roots(mind: Mind, events: int, cost: float) -> Iterator[Root]:
    """Roots that lack the newest visible fact, the newest two, and so on; facts settled by people stay.

    At most `events` facts are left out, each at a `cost` in nats. Draws, sticks and riichi declarations go
    with the visible fact after them.
    """
    facts, said = mind.told.facts, _last_settled(mind)
    end = len(facts)
    for count in range(1, events + 1):
        while end and isinstance(facts[end - 1], UNSEEN_FACTS):
            end -= 1
        if not end or isinstance(facts[end - 1], RuleWaived):
            return
        end -= 1
        while end and isinstance(facts[end - 1], (*UNSEEN_FACTS, RiichiDeclared)):
            end -= 1
        if end <= said:
            return
        yield Root(mind.told.instead(facts[:end]), count * cost, len(facts) - end)


def _last_settled(mind: Mind) -> int:
    """The place of the last fact with a tile that people have named; -1 if there is none."""
    if not mind.people.settled:
        return -1
    named = enumerate(mind.told.spots)
    return max((at for at, spots in named if not mind.people.settled.isdisjoint(spots)), default=-1)


def roots_of(mind: Mind) -> Iterator[Root]:
    """The roots of the other stories that are still possible, besides the written one."""
    for one in mind.beliefs:
        taken = len(mind.told.facts) - mind.told.shared(one.told.facts)
        yield replace(one, taken_back=taken, seen=REMEMBERED * one.seen)


def believed(mind: Mind, found: Sequence[Story], choice: Chosen) -> tuple[Root, ...]:
    """The other stories that are still possible after a look, the likeliest first."""
    is_waiting = not choice.kept and not choice.is_whole
    written = choice.story
    if is_waiting:  # each goes on from where it stands
        found = sorted({id(one.root): one for one in reversed(found)}.values(), key=by_cost)
        written = next((story for story in found if not story.root.taken_back), written)
    told, least = outline_without_riichi(mind.told.facts), _last_settled(mind)
    riichi = declared(mind.told.facts)
    beliefs: dict[Outline, Root] = {}
    for story in found:
        if len(beliefs) == A_FEW or story.cost > written.cost + HOPELESS:
            break
        facts = story.root.told.facts if is_waiting else story.sequence
        said = outline_without_riichi(facts)
        # A story that only continues the told one is found again; one that is only its beginning, too, by the
        # tile that is missing from the table if the newest fact never happened.
        if said in beliefs or said[: len(told)] == told[: len(said)] or declared(facts) != riichi:
            continue
        if mind.told.shared(facts) > least:
            cost = story.root.cost - written.root.cost if is_waiting else story.prior - written.prior
            against = story.root.seen + story.fit.cost - written.root.seen - written.fit.cost
            beliefs[said] = Root(story.root.told.instead(facts), cost, seen=against)
    return tuple(beliefs.values())


def declared(facts: Iterable[KyokuFact]) -> frozenset[Seat]:
    """Who has declared riichi (立直)."""
    return frozenset(fact.seat for fact in facts if isinstance(fact, RiichiDeclared))


def pools_moved(mind: Mind, fit: TableFit, story: Story) -> Mapping[Spot, Pool]:
    """What was read of the tiles that keep their spot in a story that departs from what was told.

    `fit` compares the table as it was told with what is seen.
    """
    both = (mind.told.facts, story.sequence)
    moves = ([(type(fact), getattr(fact, "seat", None)) for fact in facts] for facts in both)
    same = {spot for spots in mind.told.spots[: alike(*moves)] for spot in spots}
    was = dict(readings_of(mind.kyoku, fit))
    same |= {spot for spot, seen in readings_of(story.kyoku, story.fit) if was.get(spot) is seen}
    return {spot: pool for spot, pool in mind.pools.items() if spot in same}
