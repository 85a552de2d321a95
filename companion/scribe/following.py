"""Keeps what the scribe remembers in step with the facts told; a tile that somebody else named is settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import accumulate

from companion.riichi.apply import apply
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Discarded, KyokuFact, RiichiDeclared, RuleWaived
from companion.riichi.kyoku import Kyoku
from companion.scribe.mind import Mind, Tables
from companion.scribe.placing import spots_of, tile_at
from companion.scribe.predict import Spot
from companion.scribe.stories import UNSEEN_FACTS, Root

__all__ = [
    "caught_up",
    "earlier_roots",
    "folded",
    "last_settled",
    "lawful",
    "refolded",
    "shared_prefix",
    "tables_after",
    "tables_from",
    "with_standing",
    "with_told",
]


def folded(begun: Kyoku, facts: Sequence[KyokuFact]) -> Kyoku:
    """The table after these facts."""
    return reduce(apply, facts, begun)


def shared_prefix(one: Sequence[KyokuFact], other: Sequence[KyokuFact]) -> int:
    """How many facts two tellings share from their beginning."""
    count = 0
    for first, second in zip(one, other, strict=False):
        if first is not second and first != second:
            break
        count += 1
    return count


def tables_after(mind: Mind, begun: Kyoku, facts: Sequence[KyokuFact]) -> Tables:
    """The tables after each of these facts, from the last one known before they differ from what was told."""
    shared = shared_prefix(facts, mind.expected)
    known = next((one for one in reversed(mind.tables) if one[0] <= shared), (0, begun))
    return tables_from(*known, facts)


def tables_from(at: int, kyoku: Kyoku, facts: Sequence[KyokuFact]) -> Tables:
    """The given table, after `at` of these facts, and the tables after each one that follows."""
    return tuple(enumerate(accumulate(facts[at:], apply, initial=kyoku), at))


def refolded(mind: Mind, begun: Kyoku, facts: Sequence[KyokuFact]) -> Kyoku:
    """The table after these facts, computed from the last one that is known and still true."""
    return tables_after(mind, begun, facts)[-1][1]


def with_told(mind: Mind, facts: tuple[KyokuFact, ...], kyoku: Kyoku, on_the_way: Tables = ()) -> Mind:
    """The mind that expects these facts, and knows the table after them and those on the way to it."""
    shared = shared_prefix(facts, mind.expected)
    tables = dict(on_the_way) | {at: one for at, one in mind.tables if at <= shared} | {len(facts): kyoku}
    return replace(mind, expected=facts, tables=tuple(sorted(tables.items(), key=_number)))


def _number(table: tuple[int, Kyoku]) -> int:
    return table[0]


def caught_up(mind: Mind, begun: Kyoku, told: Sequence[KyokuFact]) -> tuple[Mind, Kyoku]:
    """The mind with what others have told meanwhile, and the table after it."""
    facts = tuple(told)
    shared = shared_prefix(facts, mind.expected)
    if mind.kyoku is not None and shared == len(facts) == len(mind.expected):
        return mind, mind.kyoku
    tables = tables_after(mind, begun, facts)
    kyoku = tables[-1][1]
    said = frozenset(_told_by_others(begun, facts, shared, kyoku))
    mind = replace(
        mind,
        people=replace(
            mind.people, settled=mind.people.settled | said, named_only=mind.people.named_only - said
        ),
        unsure=replace(mind.unsure, held=None),
        beliefs=(),
    )
    if shared < len(mind.expected):
        mind = with_standing(mind, begun, facts)
    declared = {fact.seat for fact in facts[shared:] if isinstance(fact, RiichiDeclared)}
    mind = replace(mind, people=mind.people.and_riichi(declared))
    return with_told(mind, facts, kyoku, tables), kyoku


def with_standing(mind: Mind, begun: Kyoku, facts: Sequence[KyokuFact]) -> Mind:
    """The mind without what it knows of tiles that these facts never laid."""
    standing = {spot for _, spots in spots_of(begun, facts) for spot in spots}
    pools = {spot: pool for spot, pool in mind.pools.items() if spot in standing}
    doubts = {spot: doubt for spot, doubt in mind.unsure.doubts.items() if spot in standing}
    settled, named_only = mind.people.settled & standing, mind.people.named_only & standing
    return replace(
        mind,
        pools=pools,
        unsure=replace(mind.unsure, doubts=doubts),
        people=replace(mind.people, settled=settled, named_only=named_only),
    )


def _told_by_others(begun: Kyoku, facts: Sequence[KyokuFact], shared: int, kyoku: Kyoku) -> Iterator[Spot]:
    """The spots whose tiles somebody else has named."""
    for at, (_, spots) in enumerate(spots_of(begun, facts)):
        if at >= shared:
            yield from (spot for spot in spots if tile_at(kyoku, spot) is not None)


def earlier_roots(begun: Kyoku, mind: Mind, events: int, cost: float) -> Iterator[Root]:
    """Roots that lack the newest visible fact, the newest two, and so on; facts settled by people stay."""
    facts, taken = mind.expected, 0
    said = last_settled(begun, mind)
    for count in range(1, events + 1):
        taken = _one_less(facts, taken)
        if not taken or len(facts) - taken <= said:
            return
        kept = facts[: len(facts) - taken]
        yield Root(kept, refolded(mind, begun, kept), count * cost, taken)


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


def last_settled(begun: Kyoku, mind: Mind) -> int:
    """The place of the last fact with a tile that people have named; -1 if there is none."""
    if not mind.people.settled:
        return -1
    named = enumerate(spots_of(begun, mind.expected))
    return max((at for at, (_, spots) in named if not mind.people.settled.isdisjoint(spots)), default=-1)


def lawful(mind: Mind, begun: Kyoku, facts: Sequence[KyokuFact]) -> Kyoku | None:
    """The table after these facts; None if the rules refuse one of them."""
    try:
        return refolded(mind, begun, facts)
    except IllegalFactError:
        return None
