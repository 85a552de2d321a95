"""What a look changes: when the table counts as cleared, what is taken back, and what is read anew."""

from dataclasses import replace
from math import exp

import pytest

from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.facts import Discarded, Drawn
from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.scribe import seeing
from companion.scribe.comparing import Look, fit_table
from companion.scribe.mind import Mind, Root, Trust
from companion.scribe.observations import Pool, against
from companion.scribe.policy import (
    A_FEW,
    CLEARED_SHARE,
    CLEARED_TILES,
    CONTRADICTS,
    FAR_FETCHED,
    WIDER,
    WIDTH,
)
from companion.scribe.seeing import _found, _weighed, _with_last_unseen, _with_readings, is_cleared, look_at
from companion.scribe.stories import Chosen, Story
from companion.scribe.weights import SURE, TAKEN_BACK, TILE_CHANGED
from tests.scribe.scripts import telling_of
from tests.toolbox.sightings import visible
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
    return Mind(telling_of(BEGUN, script), **more)


def looked(mind: Mind, seen: TableSeen) -> Mind:
    return look_at(mind, Look(seen), Trust())[0]


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
    instead = telling_of(BEGUN, other)
    seen = visible(play(BEGUN, told))
    mind = mind_of(told)
    fit = fit_table(instead.kyoku, Look(seen)).cost
    ahead = Trust().behind + lead
    mind = replace(mind, beliefs=(Root(instead, -fit - ahead),))
    after = looked(mind, seen)
    assert (Drawn(S) in after.told.facts) is is_told
    assert isinstance(after.told.facts[-1], Discarded)


def doubted(monkeypatch: pytest.MonkeyPatch, cost: float) -> list[tuple[int, float]]:
    """The roots of stories if the best one costs this much: how many facts each lacks, and its own cost."""
    begun_from = []

    def nothing(roots, look, *_):
        begun_from.extend(roots)
        return [Story(root, (), root.told.kyoku, cost, fit_table(root.told.kyoku, look)) for root in roots]

    monkeypatch.setattr(seeing, "stories", nothing)
    mind = mind_of(discards(9))
    look = Look(visible(mind.kyoku))
    _found(mind, look, fit_table(mind.kyoku, look), Trust().behind)
    return [(root.taken_back, root.cost) for root in begun_from]


def test_earlier_facts_are_doubted_where_the_likeliest_story_is_suspicious(monkeypatch) -> None:
    assert doubted(monkeypatch, FAR_FETCHED - 0.1) == [(0, 0.0)]
    assert len(doubted(monkeypatch, FAR_FETCHED)) > 1


def test_only_the_last_few_of_them_and_each_costs_the_same(monkeypatch) -> None:
    _, *earlier = doubted(monkeypatch, FAR_FETCHED)
    assert earlier == [(2 * count, count * TAKEN_BACK) for count in range(1, A_FEW + 1)]


def test_the_last_discard_may_have_been_another_tile_and_that_costs_something() -> None:
    (root,) = _with_last_unseen(mind_of(discards(2)))
    assert (root.cost, root.told.facts[-1]) == (TILE_CHANGED, Discarded(S, None))


@pytest.mark.parametrize(("speaks", "is_kept"), [(CONTRADICTS - 0.1, True), (CONTRADICTS + 0.1, False)])
def test_a_reading_that_contradicts_a_tile_is_left_out_while_several_stories_may_be_true(
    speaks: float, is_kept: bool
) -> None:
    mind, spot = mind_of(discards(1)), Spot(SpotKind.DISCARD, E, 0)
    best = 1 / (1 + exp(-speaks))
    one = SeenTile(Tile("7m"), best, others=((Tile("1m"), 1 - best),))
    assert against(one, Tile("1m")) == pytest.approx(speaks)
    seen = visible(mind.kyoku)
    look = Look(replace(seen, seats=(replace(seen.seats[E], river=(one,)), *seen.seats[1:])))
    story = Story(Root(mind.told), (), mind.kyoku, 0.0, fit_table(mind.kyoku, look))
    for rivals, kept in (((), True), ((story,), is_kept)):
        after, looked = _with_readings(mind, mind.told, Chosen(story, 0, rivals), look)
        assert ((spot in after.pools), (spot in looked)) == (kept, kept)


@pytest.mark.parametrize("is_open", [False, True])
def test_how_many_stories_go_on_at_each_step(monkeypatch, is_open: bool) -> None:
    """More where the order of what was seen is open, fewer from the stories that are carried on."""
    tried = []

    def one_discard(roots, look, width, *_):
        tried.append(width)
        fits = [fit_table(root.told.kyoku, look) for root in roots]
        pairs = zip(roots, fits, strict=True)
        return [Story(root, mind.told.facts, mind.kyoku, 0.0, fit) for root, fit in pairs]

    monkeypatch.setattr(seeing, "stories", one_discard)
    monkeypatch.setattr(seeing, "in_seen_order", lambda story: len(story.facts) - is_open)
    mind = mind_of(discards(1))
    mind = replace(mind, beliefs=(Root(mind.told),))
    _weighed(mind, Look(visible(mind.kyoku)), Trust())
    assert tried == [A_FEW, WIDTH, *([WIDER] if is_open else [])]
