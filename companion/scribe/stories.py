"""The lawful stories that explain what is seen, and how much of the likeliest of them is written.

Analysis by synthesis: from the kyoku as it was told, lawful facts are added one after another as long as they
explain something; each resulting table is compared with the one that is seen, and a few of the best are
kept. What its rivals share with the likeliest story is written, as far as the house allows. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, inf, log
from operator import attrgetter

from companion.riichi.apply import apply
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    CALLS,
    LAID_FROM_HAND,
    Discarded,
    IndicatorRevealed,
    KyokuFact,
    RiichiDeclared,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.unseen import UNSEEN_FACTS, completed
from companion.riichi.wording import flips, outline, outline_without_riichi
from companion.scribe.comparing import Look, TableFit, fit_table
from companion.scribe.mind import Root, Trust
from companion.scribe.policy import HOPELESS, MOST_EVENTS, WIDTH
from companion.scribe.proposals import Proposal, proposals
from companion.scribe.spots import Telling, alike
from companion.scribe.weights import PRESS_AGREES


@dataclass(frozen=True, slots=True)
class Story:
    """What may have happened since, and how well it explains what is seen."""

    root: Root
    facts: tuple[KyokuFact, ...]
    kyoku: Kyoku
    prior: float
    fit: TableFit
    firm: int = 0
    """How many facts it has, up to and including the last one that was read or pressed."""

    @property
    def cost(self) -> float:
        """What speaks against it, all in all, in nats."""
        return self.prior + self.root.seen + self.fit.cost

    @property
    def least(self) -> float:
        """In nats: no story that goes on from this one costs less, unless a key was pressed for it."""
        return self.prior + self.root.seen + self.fit.least

    @property
    def sequence(self) -> tuple[KyokuFact, ...]:
        """All facts of the kyoku, if it is true."""
        return (*self.root.told.facts, *self.facts)


by_cost = attrgetter("cost")


def stories(roots: Sequence[Root], look: Look, width: int, behind: float, known: float = inf) -> list[Story]:
    """Every story that was thought of, the likeliest first; at each step `width` of them go on.

    None goes on that will always be more than `behind` nats behind the best; `known` is the cost of one that
    was found from other roots.
    """
    found = [Story(root, (), root.told.kyoku, root.cost, fit_table(root.told.kyoku, look)) for root in roots]
    # A tile that was called is seen in its meld alone: until that is told, its discard explains nothing.
    hopeless = HOPELESS * (2 if width > WIDTH else 1)
    behind -= PRESS_AGREES * len(look.presses)  # each key that waits may make a later story likelier
    beam = [story for story in found if story.least < known + behind]
    for _ in range(MOST_EVENTS):
        best = min((story.cost for story in found), default=inf)
        limit = min(best, known) + behind
        after = (one for story in beam for one in _after(story, look, limit))
        grown = [one for one in after if one.cost < best + hopeless and one.least < limit]
        if not grown:
            break
        beam = sorted(grown, key=by_cost)[:width]
        found += beam
    return sorted(found, key=by_cost)


def _after(story: Story, look: Look, limit: float) -> Iterator[Story]:
    after: Story | None = None
    for proposal in proposals(story.kyoku, story.fit, look):
        if (proposal.is_instead and after is not None) or story.least + proposal.cost >= limit:
            continue
        after = _with(story, proposal, look)
        if after is not None:
            yield after


def _applied(kyoku: Kyoku, fact: KyokuFact, look: Look) -> Kyoku:
    """The table after a fact: one and the same value for all stories that reach it."""
    return look.once(("after", id(kyoku), fact), kyoku, lambda: apply(kyoku, fact))


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


@dataclass(frozen=True, slots=True)
class Chosen:
    """The likeliest story, how much of it is written, and what speaks against the rest."""

    story: Story
    kept: int
    """How many of its facts are written, but for indicators that wait."""
    rivals: tuple[Story, ...]
    """Stories that go another way and are not far behind, the likeliest first."""
    flipped: int = 0
    """How many indicators are written: nobody sees between which other facts one was turned (表示牌)."""
    is_refused: bool = False
    """Whether only a person may say so, because it takes back what lies there."""

    @property
    def facts(self) -> tuple[KyokuFact, ...]:
        """What is written."""
        return flipped_at_most(self.story.facts[: self.kept], self.flipped)

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the story is held back."""
        return len(self.facts) == len(self.story.facts) and not self.is_refused


def flipped_at_most(facts: Sequence[KyokuFact], count: int) -> tuple[KyokuFact, ...]:
    """These facts with at most this many of their indicators, the first ones (表示牌)."""
    return tuple(
        fact
        for at, fact in enumerate(facts)
        if not isinstance(fact, IndicatorRevealed) or flips(facts[:at]) < count
    )


def chosen(found: Sequence[Story], look: Look, trust: Trust) -> Chosen:
    """How much of the likeliest story may be written; leaving all as it was told is always allowed."""
    is_declined = look.declined.has
    allowed = [one for one in found if not ((one.facts or one.root.taken_back) and is_declined(one.sequence))]
    best = allowed[0]
    ways = _ways(allowed)
    whole = sum(exp(best.cost - story.cost) for story in ways)
    margin = log(trust.ahead) if 1 / whole >= trust.sure else trust.behind
    rivals = tuple(story for story in ways[1:] if story.cost < best.cost + margin)
    # If people have declined something likelier, the rest is asked about, unless it only lacks the riichi.
    plain, said = outline_without_riichi(found[0].facts), outline(found[0].facts)
    is_left = best is not found[0] and not (said != plain == outline(best.facts))
    if is_left or any(rival.root.taken_back != best.root.taken_back for rival in rivals):
        return Chosen(best, 0, rivals)
    best_outline = outline(best.facts)
    shared = min((alike(best_outline, outline(rival.facts)) for rival in rivals), default=len(best_outline))
    flipped = min(flips(one.facts) for one in (best, *rivals)) * trust.writes_indicators
    return Chosen(best, _cut(best, shared, flipped, look, trust), rivals, flipped)


def leaves_lying(choice: Chosen, told: Telling) -> bool:
    """Whether it takes back a meld that still lies there, and does not tell it anew at once.

    Or a discard that still lies there, which it leaves unexplained or tells later.
    """
    story, before = choice.story, told.facts
    if story.root.told is told:
        return False
    after = story.root.told.then(choice.facts).kyoku
    melds = zip(told.kyoku.players, after.players, story.fit.seen.seats, strict=True)
    if any(len(now.melds) < min(len(was.melds), len(there.melds)) for was, now, there in melds):
        return True
    changed = before[alike(before, story.root.told.facts) :]
    gone = [fact for fact in changed if isinstance(fact, Discarded) and fact.tile]
    seats = zip(story.fit.seats, story.fit.seen.seats, strict=False)
    left = [[there.river[at].tile for at in (*one.river.new, *one.river.strays)] for one, there in seats]
    # In a root in which nobody follows the turns, no river is compared.
    left = left or [[tile.tile for tile in one.river] for one in story.fit.seen.seats]
    return any(fact in story.facts or fact.tile in left[fact.seat] for fact in gone)


def _ways(found: Sequence[Story]) -> list[Story]:
    """The best story of each outline, the likeliest first."""
    best: dict[tuple[object, ...], Story] = {}
    for story in found:
        key = (story.root.taken_back, flips(story.facts), outline(story.facts))
        best.setdefault(key, story)
    return list(best.values())


def _cut(story: Story, events: int, flipped: int, look: Look, trust: Trust) -> int:
    """How many of the story's facts come before the first that may not be written."""
    kept = 0
    for at, fact in enumerate(story.facts[: min(story.firm, in_seen_order(story))], 1):
        if isinstance(fact, UNSEEN_FACTS):
            continue
        if isinstance(fact, IndicatorRevealed):
            flipped -= 1
            kept = at if flipped >= 0 else kept
            continue
        events -= 1
        if events < 0 or not _may_write(fact, look, trust):
            break
        kept = at
    is_half_a_riichi = kept and isinstance(story.facts[kept - 1], RiichiDeclared)
    return kept - 1 if is_half_a_riichi else kept  # it is not parted from its discard (立直)


def in_seen_order(story: Story) -> int:
    """How many of the story's facts come before the first that could just as well have come at another time.

    If nobody looked until every player had discarded, nobody saw which of a player's discards was called, or
    in which of two turns a kan was declared: other orders look the same, and the search did not try them all.
    """
    facts, fits = story.facts, story.fit.seats
    turns = Counter[int](fact.seat for fact in facts if isinstance(fact, Discarded))
    turns.update({seat: len(fit.river.new) for seat, fit in enumerate(fits)})
    is_open = any(fit.new_melds or fit.more_aside > 0 for fit in fits) and turns.total() >= len(fits)
    if is_open:
        turns.update(range(len(fits)))  # anybody's discard may lie in what is not explained
    calls = sum(isinstance(fact, CALLS) for fact in facts)
    if calls < 2 and not all(turns[seat] for seat in range(len(fits))):
        return len(facts)  # not all have discarded: one more tile in a river is a shadow, or hides nothing
    loose = {seat for seat in (range(len(fits)) if is_open else _movers(facts)) if turns[seat] > 1}
    return next((at for at, fact in enumerate(facts) if getattr(fact, "seat", None) in loose), len(facts))


def _movers(facts: Sequence[KyokuFact]) -> Iterator[int]:
    """The players whose discard was called, and those who declared a kan of their own or a north."""
    giver = -1
    for fact in facts:
        if isinstance(fact, Discarded):
            giver = fact.seat
        elif isinstance(fact, CALLS):
            yield giver
        elif isinstance(fact, LAID_FROM_HAND):
            yield fact.seat


def _may_write(fact: KyokuFact, look: Look, trust: Trust) -> bool:
    match fact:
        case Discarded():
            trusted = trust.writes_discards
        case RiichiDeclared():
            trusted = trust.writes_riichi
        case _ if isinstance(fact, (*CALLS, *LAID_FROM_HAND)):
            trusted = trust.writes_melds
        case _:
            return False
    return trusted or any(said.seat == fact.seat for said in look.presses)
