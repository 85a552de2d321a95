"""When somebody is asked, how much at a time, and what is left open in what is offered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile
from companion.riichi.facts import ChiCalled, Discarded, PonCalled
from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.scribe import Trust
from companion.scribe.asking import Answered, _is_time, answer_taken, with_questions
from companion.scribe.comparing import Look, fit_table
from companion.scribe.mind import Doubt, Eye, Held, Mind, Root, Unsure
from companion.scribe.observations import Pool
from companion.scribe.policy import (
    BAFFLED_RESTS,
    ENOUGH_RESTS,
    MOST_ASKED,
    PATIENCE_NS,
    TILE_RESTS,
)
from companion.scribe.questions import Declined, QuestionCode
from companion.scribe.spots import Telling
from companion.scribe.stories import Chosen, Story
from tests.stories.watched_evening import Evening, seen_of, with_river
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
BEGUN = table()
RIVER = "E draws, E discards 1m, S draws, S discards 2p, W draws, W discards 3s, N draws, N discards 4m"
KYOKU = play(BEGUN, RIVER)
SPOTS = [Spot(SpotKind.DISCARD, seat, 0, 0) for seat in SEATS]
WAYS = {spot: ((((spot, Tile("1m")),), 0.6), (((spot, Tile("7m")),), 0.4)) for spot in SPOTS}


def doubting(count: int = 1, *, looks: int = 0) -> Mind:
    """A mind in doubt about this many discards, each looked at this often since."""
    pool = Pool()
    for number in range(looks):
        pool = pool.with_reading(SeenTile(Tile("1m"), 0.5 + number / 1000))
    doubts = {spot: Doubt(QuestionCode.WHICH_TILE, WAYS[spot], 0, 0) for spot in SPOTS[:count]}
    return Mind(Telling((KYOKU,)), pools=dict.fromkeys(SPOTS[:count], pool), unsure=Unsure(doubts=doubts))


def numbers(mind: Mind, at_ns: int = 1) -> list[int]:
    return [one.number for one in with_questions(mind, None, at_ns, Trust()).unsure.questions]


def none_is_right(mind: Mind, number: int) -> Mind:
    """Somebody says that none of the answers to this question is right."""
    return answer_taken(mind, Answered(number, -1, PATIENCE_NS), Trust())


def test_a_better_look_is_waited_for_before_anybody_is_asked() -> None:
    assert numbers(doubting(looks=TILE_RESTS - 1)) == []
    assert numbers(doubting(looks=TILE_RESTS)) == [1]


def test_where_nothing_happens_any_more_somebody_is_asked() -> None:
    assert numbers(doubting(), PATIENCE_NS - 1) == []
    assert numbers(doubting(), PATIENCE_NS) == [1]
    moved = replace(doubting(), eye=Eye(moved_ns=PATIENCE_NS // 2))
    assert numbers(moved, PATIENCE_NS) == []


def test_what_no_story_explains_is_asked_about_later_than_two_stories() -> None:
    story = Story(Root(Telling((KYOKU,))), (), KYOKU, 0.0, fit_table(KYOKU, Look(visible(KYOKU))))
    other = replace(story, facts=(Discarded(E, None),))
    for rivals, rests in (((), BAFFLED_RESTS), ((other,), ENOUGH_RESTS)):
        times = [rests - 1, rests]
        held = [Held((), {("river", E, 0): time}) for time in times]
        assert [_is_time(one, Mind(), Chosen(story, 0, rivals)) for one in held] == [False, True]


def test_only_so_many_questions_stand_at_a_time_and_each_answer_makes_room() -> None:
    mind = with_questions(doubting(4), None, PATIENCE_NS, Trust())
    assert len(mind.unsure.questions) == MOST_ASKED == 3
    assert numbers(none_is_right(mind, 2), PATIENCE_NS) == [1, 3, 4]


def test_what_was_put_away_is_not_asked_again() -> None:
    mind = with_questions(doubting(), None, PATIENCE_NS, Trust())
    assert numbers(none_is_right(mind, 1), 9 * PATIENCE_NS) == []
    declined = Declined(tiles={SPOTS[0]: frozenset({Tile("1m")})})
    assert numbers(doubting().with_declined(declined), PATIENCE_NS) == []


def test_what_was_put_away_is_asked_again_once_it_looks_like_a_face_that_was_not_offered() -> None:
    declined = Declined(tiles={SPOTS[0]: frozenset({Tile("7m"), Tile("9m")})})
    assert numbers(doubting().with_declined(declined), PATIENCE_NS) == [1]


def test_a_story_is_offered_at_the_third_rest_and_not_before() -> None:
    evening = Evening(trust=Trust(writes_discards=False))
    for rest in range(1, 6):
        evening.sees("E draws, E discards 1m")
        assert bool(evening.questions) is (rest >= 3)


@pytest.mark.parametrize(("sure", "own"), [(0.9, [None, None]), (0.6, ["1m", "1m"])])
def test_own_tiles_of_a_meld_are_offered_with_their_names_where_the_house_is_as_sure(sure, own) -> None:
    evening = Evening(trust=Trust(sure=sure, writes_melds=False))
    seen = seen_of("E draws, E discards 1m, W pons 1m, W discards 9p")
    (meld,) = seen.seats[W].melds
    blurred = tuple(replace(one, confidence=0.8) if one.tile else one for one in meld.tiles)
    seat = replace(seen.seats[W], melds=(replace(meld, tiles=blurred),))
    seen = replace(seen, seats=(*seen.seats[:W], seat, *seen.seats[W + 1 :]))
    for _ in range(5):
        evening.sees(seen)
    (pon,) = [one for one in evening.questions[0].choices[0].facts if hasattr(one, "own")]
    assert [tile and tile.text for tile in pon.own] == own


def test_a_discard_that_is_not_read_surely_is_offered_without_its_face() -> None:
    evening = Evening(trust=Trust(writes_discards=False))
    after = seen_of("E draws, E discards 6p")
    for _ in range(4):
        evening.sees(with_river(after, E, SeenTile(Tile("6p"), 0.9)))
    assert [one.tile for one in evening.questions[0].choices[0].facts[-1:]] == [None]


def test_a_taken_tile_is_offered_without_its_face_where_the_meld_is_not_read_surely() -> None:
    """A sideways 7m beside 7m and 9m was an 8m: whichever is misread, the meld is another one."""
    evening = Evening()
    seen = seen_of("E draws, E discards 8m, S chis 8m with 79m, S discards 9p")
    (meld,) = seen.seats[S].melds
    misread = tuple(
        replace(one, tile=Tile("7m"), confidence=0.99) if one.sideways else one for one in meld.tiles
    )
    seat = replace(seen.seats[S], melds=(replace(meld, tiles=misread),))
    seen = replace(seen, seats=(*seen.seats[:S], seat, *seen.seats[S + 1 :]))
    for _ in range(5):
        evening.sees(seen)
    for choice in evening.questions[0].choices:
        for fact in choice.facts:
            if isinstance(fact, ChiCalled | PonCalled):
                assert fact.tile is None
                assert set(fact.own) == {None}
