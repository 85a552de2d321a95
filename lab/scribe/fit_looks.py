"""The looks at rehearsed hands: every way in which the scribe could explain one, and which was true.

A *way* is who did what, as `stories` tells stories apart; which tile it was is decided elsewhere. Each way
has the cost of its likeliest story, taken apart into the weights that it is made of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from companion.evidence.sights import SeenTile
from companion.riichi.facts import Discarded, KyokuFact, RiichiDeclared
from companion.riichi.seats import Seat
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.riichi.wording import flips, outline
from companion.scribe import seeing
from companion.scribe.observations import Pool, speaks_for_riichi
from companion.scribe.stories import Story
from lab.scribe.fit_tracing import Traced, all_weights, parts_of, turned
from lab.scribe.hands import Hand
from lab.scribe.tallies import Tally
from lab.scribe.watching import Setting, Table, watch

__all__ = ["Group", "Looks", "Watched", "Way", "looks_at", "present", "traced"]

WRONG_KEYS = 0.02
"""For what share of discards and calls of discards somebody presses a wrong key first."""
MOST_WAYS = 40
"""How many ways of one look are kept, beside the true one: the others are too unlikely to count."""


@dataclass(frozen=True)
class Way:
    """One way to explain what is seen."""

    cost: float
    """In nats, with the weights of this run."""
    parts: Mapping[str, float]
    """How the cost changes with each weight."""
    is_true: bool


Faces = Counter[tuple[tuple[SeenTile, ...], Tile | None]]
"""The readings of one tile with what it was, and how many times that happened."""
Group = tuple[Way, ...]
"""The ways between which the scribe had to choose; one is true."""


@dataclass
class Looks:
    """What was seen and weighed in one hand."""

    hand: int
    stories: list[Group] = field(default_factory=list)
    """One for each look that could be explained in more than one way, the true one among them."""
    riichi: list[Group] = field(default_factory=list)
    """One for each newly read discard that no key or call explains: whether it declares riichi."""
    faces: Faces = field(default_factory=Counter)
    """What was read of discards, and what they were."""
    looks: int = 0
    astray: int = 0
    """Looks after something wrong was told, not among `looks`: they show what an error does, not why."""
    missed: int = 0
    """Looks whose true explanation the scribe did not think of."""


@dataclass(frozen=True)
class Watched:
    """How a hand is rehearsed: the eye's errors, how often it looks, and whether people press keys."""

    rate: float
    most_changes: int
    presses: bool

    def setting(self) -> Setting:
        wrong = WRONG_KEYS if self.presses else 0.0
        return Setting(self.rate, self.most_changes, presses=self.presses, wrong_keys=wrong, answers=True)


class _Witness(Table):
    """A scribe's table at which somebody remembers what really happened."""

    played: Sequence[KyokuFact] = ()

    def tell(self, evidence, played: Sequence[KyokuFact]) -> None:
        self.played = tuple(played)
        super().tell(evidence, played)


def looks_at(hand: Hand, number: int, how: Watched) -> Looks:
    """Everything that the scribe weighed while it watched a hand, with its present weights."""
    found, before = Looks(number), seeing.chosen  # type: ignore[attr-defined]
    table: list[_Witness] = []
    pools: dict[Spot, Pool] = {}
    read: dict[Spot, tuple[tuple[SeenTile, ...], Tile | None]] = {}

    def seated(*asked) -> _Witness:
        table.append(_Witness(*asked))
        return table[0]

    def weighed(stories, look, trust):
        if not _is_on_course(table[0].told, table[0].played):
            found.astray += 1
            return before(stories, look, trust)
        found.looks += 1
        group = ways_of(stories, table[0].played)
        if not any(way.is_true for way in group):
            found.missed += 1
        elif len(group) > 1:
            found.stories.append(group)
        return before(stories, look, trust)

    def heard(verdict) -> None:
        true = _discarded(table[0].played)
        for spot, pool in _newly_read(table[0], verdict.mind, pools):
            tile, is_across = true[spot.seat, spot.number]
            found.riichi += _riichi(spot, pool, verdict.mind, is_true=is_across)
            read[spot] = pool.readings, tile

    seeing.chosen = weighed  # type: ignore[attr-defined]
    try:
        watch(hand, how.setting(), Random(number), Tally(), heard, seated)
    finally:
        seeing.chosen = before  # type: ignore[attr-defined]
    found.faces.update(read.values())
    return found


def ways_of(stories: Sequence[Story], played: Sequence[KyokuFact]) -> Group:
    """The likeliest story of each way, given stories with the likeliest first.

    Riichi (立直) is left out, because the discard itself shows it.
    """
    true = _said(played)
    best: dict[object, Story] = {}
    for story in stories:
        best.setdefault(_said(story.sequence), story)
    ways = [Way(float(one.cost), parts_of(one.cost), said == true) for said, one in best.items()]
    return tuple(ways[:MOST_WAYS]) + tuple(way for way in ways[MOST_WAYS:] if way.is_true)


def _is_on_course(told: Sequence[KyokuFact], played: Sequence[KyokuFact]) -> bool:
    """Whether everything that was told before a look was played, as far as who did what."""
    (turned, said), (flipped, true) = _said(told), _said(played)
    return turned <= flipped and said == true[: len(said)]


def _said(facts: Sequence[KyokuFact]) -> tuple[int, tuple[object, ...]]:
    return flips(facts), tuple(one for one in outline(facts) if one[0] is not RiichiDeclared)


def _newly_read(table: _Witness, mind, pools: dict[Spot, Pool]) -> Iterator[tuple[Spot, Pool]]:
    """Each discard that was read anew, as long as what is told is what was played."""
    if not mind.told.tables or _said(mind.told.facts) != _said(table.played):
        return
    for spot, pool in mind.pools.items():
        is_new = bool(pool.readings) and pools.get(spot, Pool()).readings != pool.readings
        if spot.kind is SpotKind.DISCARD and is_new:
            pools[spot] = pool
            yield spot, pool


def _riichi(spot: Spot, pool: Pool, mind, *, is_true: bool) -> Iterator[Group]:
    """Whether a discard declares riichi, where no key has said so and no call has turned it."""
    is_called = mind.kyoku.players[spot.seat].discards[spot.number].called_by is not None
    if not is_called and spot.seat not in mind.people.said_riichi:
        speaks = speaks_for_riichi(pool, hears_keys=mind.keys.hears_keys)
        yield Way(-float(speaks), parts_of(-speaks), is_true), Way(0.0, {}, not is_true)


def _discarded(played: Sequence[KyokuFact]) -> dict[tuple[Seat, int], tuple[Tile | None, bool]]:
    """Each discard by its seat and number: which tile it was, and whether it declared riichi."""
    found: dict[tuple[Seat, int], tuple[Tile | None, bool]] = {}
    counts, before = Counter[Seat](), None
    for fact in played:
        if isinstance(fact, Discarded):
            found[fact.seat, counts[fact.seat]] = fact.tile, isinstance(before, RiichiDeclared)
            counts[fact.seat] += 1
        before = fact
    return found


def traced(values: Mapping[str, float]):
    """The scribe with these weights, each of which can be found again in what it costs."""
    return turned({name: Traced(value, {name: 1.0}) for name, value in values.items()})


def present(names: Sequence[str]) -> dict[str, float]:
    """What these weights are now."""
    return {name: all_weights()[name].value for name in names}
