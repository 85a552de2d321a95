"""The lawful stories that explain what is seen, the likeliest first.

Analysis by synthesis: from the kyoku as it was told, lawful facts are added one after another as long as they
explain something; each resulting table is compared with the one that is seen, and a few of the best are
kept. Pure, and it decides nothing: what is written is for `choosing` to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from companion.riichi.apply import apply
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    Drawn,
    IndicatorRevealed,
    KyokuFact,
    RiichiAccepted,
    RinshanDrawn,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.tiles import Tile
from companion.scribe.comparing import Look, TableFit, fit_table
from companion.scribe.completing import completed
from companion.scribe.policy import HOPELESS, MOST_EVENTS, WIDTH
from companion.scribe.proposals import Proposal, proposals

__all__ = [
    "UNSEEN_FACTS",
    "Root",
    "Story",
    "Wording",
    "known_before",
    "outline",
    "put_in_words",
    "stories",
]

Wording = tuple[tuple[type[KyokuFact], int | None, Tile | None], ...]
"""Who did what with which tile; None for any tile."""
UNSEEN_FACTS: Final = (Drawn, RinshanDrawn, RiichiAccepted)
"""Facts that nobody sees: they follow from what is seen."""


@dataclass(frozen=True, slots=True)
class Root:
    """Where a story begins: what was told, or a part of it."""

    told: tuple[KyokuFact, ...]
    kyoku: Kyoku
    cost: float = 0.0
    taken_back: int = 0
    """How many facts of what was told are not in it."""
    seen: float = 0.0
    """What earlier looks say against it."""


@dataclass(frozen=True, slots=True)
class Story:
    """What may have happened since, and how well it explains what is seen."""

    root: Root
    facts: tuple[KyokuFact, ...]
    kyoku: Kyoku
    prior: float
    fit: TableFit
    firm: int = 0
    """How many of its facts come up to the last one that was read or pressed, that one included."""

    @property
    def cost(self) -> float:
        """What speaks against it, all in all, in nats."""
        return self.prior + self.root.seen + self.fit.cost

    @property
    def sequence(self) -> tuple[KyokuFact, ...]:
        """All facts of the kyoku, if it is true."""
        return (*self.root.told, *self.facts)


def outline(facts: Sequence[KyokuFact]) -> tuple[tuple[type[KyokuFact], int | None], ...]:
    """Who did what, without tiles, flips and what nobody sees: stories of one outline differ in those."""
    left_out = (*UNSEEN_FACTS, IndicatorRevealed)
    return tuple(
        (type(fact), getattr(fact, "seat", None)) for fact in facts if not isinstance(fact, left_out)
    )


def put_in_words(facts: Sequence[KyokuFact], told: int = 0) -> Wording:
    """Who did what with which tile; of the first `told` facts the tile does not matter."""
    return tuple(
        (type(fact), getattr(fact, "seat", None), getattr(fact, "tile", None) if at >= told else None)
        for at, fact in enumerate(facts)
        if not isinstance(fact, (*UNSEEN_FACTS, IndicatorRevealed))
    )


def stories(roots: Sequence[Root], look: Look, width: int) -> list[Story]:
    """Every story that was thought of, the likeliest first; at each step `width` of them go on."""
    beam = [Story(root, (), root.kyoku, root.cost, fit_table(root.kyoku, look)) for root in roots]
    found = list(beam)
    # A tile that was called is seen in its meld alone: until that is told, its discard explains nothing.
    hopeless = HOPELESS * (2 if width > WIDTH else 1)
    for _ in range(MOST_EVENTS):
        best = min(story.cost for story in found)
        grown = [after for story in beam for after in _after(story, look) if after.cost < best + hopeless]
        if not grown:
            break
        beam = sorted(grown, key=_cost)[:width]
        found += beam
    return sorted(found, key=_cost)


def _cost(story: Story) -> float:
    return story.cost


def _after(story: Story, look: Look) -> Iterator[Story]:
    after: Story | None = None
    for proposal in proposals(story.kyoku, story.fit, look, len(story.facts)):
        if proposal.is_instead and after is not None:
            continue
        after = _with(story, proposal, look)
        if after is not None:
            yield after


def _applied(kyoku: Kyoku, fact: KyokuFact, look: Look) -> Kyoku:
    """The table after a fact: one and the same value for all stories that reach it."""
    return look.once(("after", id(kyoku), fact), kyoku, lambda: apply(kyoku, fact))


def known_before(look: Look, tables: Sequence[tuple[int, Kyoku]], facts: Sequence[KyokuFact]) -> None:
    """Remember how these known tables follow from each other, as stories will reach them again."""
    for (at, kyoku), (after, following) in pairwise(tables):
        if after == at + 1:
            look.known["after", id(kyoku), facts[at]] = (following, kyoku)


def _with(story: Story, proposal: Proposal, look: Look) -> Story | None:
    kyoku = story.kyoku
    added: list[KyokuFact] = []
    try:
        for fact in proposal.facts:
            for one in completed(kyoku, fact):
                kyoku = _applied(kyoku, one, look)
                added.append(one)
    except IllegalFactError:
        return None
    fit = fit_table(kyoku, look)
    facts = (*story.facts, *added)
    firm = len(facts) if proposal.is_firm else story.firm
    return Story(story.root, facts, kyoku, story.prior + proposal.cost, fit, firm)
