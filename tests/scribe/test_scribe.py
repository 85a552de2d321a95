"""How the scribe takes each kind of evidence: what time that passes says."""

from companion.riichi.seats import SEATS
from companion.scribe import Mind, Ticked, Trust, consider
from companion.scribe.policy import QUIET_NS
from companion.scribe.spots import visible
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
