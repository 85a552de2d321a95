"""What a look changes: when the table counts as cleared, what is taken back, and what is read anew."""

from dataclasses import replace
from math import log

import pytest

from companion.riichi.facts import Discarded, Drawn
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe import seeing
from companion.scribe.comparing import Look, fit_table
from companion.scribe.following import folded
from companion.scribe.mind import Belief, Mind, Trust
from companion.scribe.policy import CLEARED_SHARE, CLEARED_TILES, MOST_TAKEN_BACK, OVERTURNS, SUSPICIOUS
from companion.scribe.predict import Spot, SpotKind, visible
from companion.scribe.readings import Pool
from companion.scribe.seeing import _found, is_cleared, look_at
from companion.scribe.sights import SeenTile, TableSeen
from companion.scribe.stories import Story
from companion.scribe.weights import SURE, TAKEN_BACK
from tests.scribe.scripts import facts_of
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
BEGUN = table()
TILES = ("1m", "2p", "3s", "4m", "5p", "6s", "7m", "8p", "9s")


def discards(count: int) -> str:
    turns = [f"{'ESWN'[at % 4]} draws, {'ESWN'[at % 4]} discards {TILES[at // 4]}" for at in range(count)]
    return ", ".join(turns)


def hidden(seen: TableSeen, tiles: int) -> TableSeen:
    """The sighting without that many of its tiles, from the first rivers on."""
    seats = []
    for one in seen.seats:
        gone = min(tiles, len(one.river))
        tiles -= gone
        seats.append(replace(one, river=one.river[gone:]))
    return replace(seen, seats=tuple(seats))


def cleared(told: int, gone: int) -> bool:
    kyoku = play(BEGUN, discards(told))
    return is_cleared(kyoku, fit_table(kyoku, Look(hidden(visible(kyoku), gone))))


def test_a_table_is_cleared_once_enough_tiles_are_gone() -> None:
    assert not cleared(8, CLEARED_TILES - 1)
    assert cleared(8, CLEARED_TILES)
    assert CLEARED_TILES == 5


def test_and_a_good_share_of_all_of_them() -> None:
    share = round(CLEARED_SHARE * 20)
    assert not cleared(20, share - 1)
    assert cleared(20, share)
    assert share == 8


def mind_of(script: str, **more) -> Mind:
    facts = facts_of(BEGUN, script)
    return Mind(facts, ((len(facts), folded(BEGUN, facts)),), **more)


def looked(mind: Mind, seen: TableSeen) -> Mind:
    return look_at(mind, BEGUN, mind.kyoku or BEGUN, Look(seen), Trust())[0]


@pytest.mark.parametrize(("confidence", "readings"), [(SURE - 0.01, 2), (SURE, 1)])
def test_two_sure_readings_of_the_last_discard_that_disagree_are_of_two_tiles(confidence, readings) -> None:
    spot = Spot(SpotKind.DISCARD, E, 0)
    first = SeenTile(Tile("1m"), confidence)
    mind = mind_of("E draws, E discards ?", pools={spot: Pool((first,), 1)})
    seen = visible(play(BEGUN, "E draws, E discards 9s"))
    assert len(looked(mind, seen).pools[spot].readings) == readings


@pytest.mark.parametrize(("lead", "is_told"), [(-0.1, False), (0.1, True)])
def test_another_story_is_written_only_where_it_is_far_ahead(lead: float, is_told: bool) -> None:
    """Both explain all that is seen; what earlier looks said tells them apart."""
    told, other = "E draws, E discards ?", "E draws, E discards 1m, S draws, S discards ?"
    facts = facts_of(BEGUN, other)
    seen = visible(play(BEGUN, told))
    mind = mind_of(told)
    fit = fit_table(folded(BEGUN, facts), Look(seen)).cost
    ahead = log(Trust().ahead) + OVERTURNS + lead
    mind = replace(mind, beliefs=(Belief(facts, folded(BEGUN, facts), -fit - ahead, 0.0),))
    after = looked(mind, seen)
    assert (Drawn(S) in after.expected) is is_told
    assert isinstance(after.expected[-1], Discarded)


def doubted(monkeypatch: pytest.MonkeyPatch, cost: float) -> list[tuple[int, float]]:
    """The roots of stories if the best one costs this much: how many facts each lacks, and its own cost."""
    begun_from = []

    def nothing(roots, look, width=0):
        begun_from.extend(roots)
        return [Story(root, (), root.kyoku, cost, fit_table(root.kyoku, look)) for root in roots]

    monkeypatch.setattr(seeing, "stories", nothing)
    mind = mind_of(discards(9))
    look = Look(visible(mind.kyoku))
    _found(mind, BEGUN, mind.kyoku, look, fit_table(mind.kyoku, look))
    return [(root.taken_back, root.cost) for root in begun_from]


def test_earlier_facts_are_doubted_where_the_likeliest_story_is_suspicious(monkeypatch) -> None:
    assert doubted(monkeypatch, SUSPICIOUS - 0.1) == [(0, 0.0)]
    assert len(doubted(monkeypatch, SUSPICIOUS)) > 1


def test_only_the_last_few_of_them_and_each_costs_the_same(monkeypatch) -> None:
    _, *earlier = doubted(monkeypatch, SUSPICIOUS)
    assert earlier == [(2 * count, count * TAKEN_BACK) for count in range(1, MOST_TAKEN_BACK + 1)]
