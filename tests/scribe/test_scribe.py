"""How the scribe takes each kind of evidence: what time that passes says."""

from dataclasses import replace

from companion.riichi.facts import IndicatorRevealed
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe import Mind, Ticked, Trust, consider
from companion.scribe.policy import BAFFLED_RESTS, QUIET_NS
from tests.scribe.scripts import facts_of
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

BEGUN = table()
E, S, W, N = SEATS


def test_if_nothing_moves_for_long_enough_the_same_is_seen_again() -> None:
    """A discard that the house does not let a picture write is seen at one rest, then at another."""
    trust = Trust(writes_discards=False)
    seen = visible(play(BEGUN, "E draws, E discards 1m"))
    mind = consider(Mind(), BEGUN, (), seen, trust).mind
    first = mind.unsure.held
    assert first is not None
    for waited_ns, more in ((QUIET_NS - 1, 0), (QUIET_NS, 1)):
        held = consider(mind, BEGUN, (), Ticked(seen.at_ns + waited_ns, None), trust).mind.unsure.held
        assert held is not None
        assert max(held.rests.values()) == max(first.rests.values()) + more


def test_where_nobody_follows_the_turns_only_indicators_are_told() -> None:
    """Rivers, melds and sticks lie there that nobody told, in both readings of where the tiles belong."""
    told = facts_of(BEGUN, "nobody follows, W closes 1111z")
    lies = visible(play(BEGUN, "E draws, E riichi, E discards 1m, E pays, S draws, S discards 5p, N pons 5p"))
    seats = tuple(replace(one, stick=True) for one in lies.seats)
    flipped = (*lies.indicators, *visible(play(BEGUN, "E draws, E discards 2z")).seats[E].river)
    lies = replace(lies, indicators=flipped)
    mind, facts = Mind(), told
    for rest in range(1, 2 * BAFFLED_RESTS):
        seen = replace(lies, seats=seats, at_ns=2 * rest * QUIET_NS)
        verdict = consider(mind, BEGUN, facts, replace(seen, otherwise=((0.5, lies),)), Trust())
        mind, facts = verdict.mind, (*facts[: len(facts) - verdict.takes_back], *verdict.facts)
        assert not verdict.questions
    assert facts == (*told, IndicatorRevealed(Tile("2z")))
