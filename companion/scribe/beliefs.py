"""Beliefs: the few other stories that are still possible, carried from look to look.

Each keeps what spoke against it so far, and every look goes on from there. So a turn that fits only one of
two stories decides between them, even if they differ in something told long before, such
as who discarded a called tile. Nothing is decided here: `choosing` says which story is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.riichi.facts import KyokuFact, RiichiDeclared
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile
from companion.scribe.choosing import Chosen
from companion.scribe.comparing import TableFit
from companion.scribe.following import last_settled, lawful, shared_prefix
from companion.scribe.mind import Belief, Mind
from companion.scribe.placing import readings_of, retold, spots_of, told_at
from companion.scribe.policy import A_FEW, HOPELESS
from companion.scribe.predict import Spot
from companion.scribe.readings import Pool
from companion.scribe.stories import Root, Story, put_in_words
from companion.scribe.weights import REMEMBERED

__all__ = ["believed", "pools_moved", "roots_of"]


def roots_of(mind: Mind) -> Iterator[Root]:
    """The roots of the other stories that are still possible, besides the written one."""
    for one in mind.beliefs:
        taken = len(mind.expected) - shared_prefix(one.told, mind.expected)
        yield Root(one.told, one.kyoku, one.prior, taken, REMEMBERED * one.seen)


def believed(mind: Mind, begun: Kyoku, found: Sequence[Story], choice: Chosen) -> tuple[Belief, ...]:
    """The other stories that are still possible after a look, the likeliest first."""
    is_waiting = not choice.kept and not choice.is_whole
    written = choice.story
    if is_waiting:  # each goes on from where it stands
        found = _first_of_each_root(found)
        written = next((story for story in found if not story.root.taken_back), written)
    told, riichi, least = _said(mind.expected), _riichi(mind.expected), last_settled(begun, mind)
    beliefs: dict[object, Belief] = {}
    for story in found:
        if len(beliefs) == A_FEW or story.cost > written.cost + HOPELESS:
            break
        facts = story.root.told if is_waiting else story.sequence
        said = _said(facts)
        # A story that only continues the told one is found again. If the newest fact never happened, the tile
        # missing from the table will show it.
        if said in beliefs or said[: len(told)] == told[: len(said)] or _riichi(facts) != riichi:
            continue
        one = _as_told_now(mind, begun, facts, story, written)
        if one is not None and shared_prefix(one.told, mind.expected) > least:
            beliefs[said] = one
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


def _as_told_now(
    mind: Mind, begun: Kyoku, facts: tuple[KyokuFact, ...], story: Story, written: Story
) -> Belief | None:
    """A story as a belief, the tiles it shares named as they are told now; None if the rules refuse it."""
    named = retold(begun, facts, _names_now(mind, begun, facts, story, written))
    kyoku = lawful(mind, begun, named)
    if kyoku is None:
        named, kyoku = facts, lawful(mind, begun, facts)
    if kyoku is None:
        return None
    is_root = len(facts) == len(story.root.told)
    prior = (story.root.cost if is_root else story.prior) - written.root.cost
    prior -= 0.0 if is_root else written.prior - written.root.cost
    seen = story.root.seen + story.fit.cost - written.root.seen - written.fit.cost
    return Belief(named, kyoku, prior, seen)


def _names_now(
    mind: Mind, begun: Kyoku, facts: Sequence[KyokuFact], story: Story, written: Story
) -> Mapping[Spot, Tile | None]:
    """What is told now of the spots of these facts."""
    same = _laid_by_both(begun, facts, mind.expected)
    there = _spots_by_tile(written.kyoku, written.fit)
    names: dict[Spot, Tile | None] = {}
    for tile, spot in _spots_by_tile(story.kyoku, story.fit).items():
        if spot not in same and tile in there:
            names[spot] = told_at(mind.kyoku, there[tile])
    return {spot: told_at(mind.kyoku, spot) for spot in same} | names


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


def pools_moved(mind: Mind, begun: Kyoku, fit: TableFit, story: Story) -> Mapping[Spot, Pool]:
    """What was read of the tiles that keep their spot in a story that departs from what was told.

    `fit` compares the table as it was told with what is seen.
    """
    was = {} if mind.kyoku is None else _spots_by_tile(mind.kyoku, fit)
    now = _spots_by_tile(story.kyoku, story.fit)
    same = _laid_by_both(begun, mind.expected, story.sequence)
    same |= {spot: None for tile, spot in now.items() if was.get(tile) == spot}
    return {spot: pool for spot, pool in mind.pools.items() if spot in same}
