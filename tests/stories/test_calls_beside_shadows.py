"""Calls beside something that is seen badly: a shadow, a doubtful tile in the meld, an unseen order."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenMeld, SeenTile, TableSeen
from companion.riichi.calls import Action
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe import QuestionCode
from tests.stories.watched_evening import Evening, seen_of

E, S, W, N = SEATS
FIRST = "E draws, E discards 2m"
PON = f"{FIRST}, W pons 2m with 22m"


def doubtful(tile: str, other: str) -> SeenTile:
    return SeenTile(Tile(tile), 0.55, others=((Tile(other), 0.4),))


def with_meld(seen: TableSeen, seat, *own: SeenTile) -> TableSeen:
    """The sighting, the own tiles of the only meld of a seat read so."""
    (meld,) = seen.seats[seat].melds
    called = next(tile for tile in meld.tiles if tile.sideways)
    at = meld.tiles.index(called)
    tiles = (*own[:at], called, *own[at:])
    seats = list(seen.seats)
    seats[seat] = replace(seats[seat], melds=(SeenMeld(tiles),))
    return replace(seen, seats=tuple(seats))


def with_shadow(seen: TableSeen, seat, tile: str) -> TableSeen:
    """The sighting, and at the end of a river something that is hardly a tile."""
    seats = list(seen.seats)
    seats[seat] = replace(seats[seat], river=(*seats[seat].river, SeenTile(Tile(tile), 0.6)))
    return replace(seen, seats=tuple(seats))


def test_a_shadow_in_the_river_of_who_gave_the_tile_does_not_hide_a_call() -> None:
    evening = Evening()
    evening.sees("")
    evening.presses(W, Action.PON)
    evening.sees(with_shadow(seen_of(PON), E, "5s"))
    assert evening.story() == ["E Discarded 2m", "W PonCalled 2m"]
    evening.sees(f"{PON}, W discards 9p")
    assert evening.story() == ["E Discarded 2m", "W PonCalled 2m", "W Discarded 9p"]
    assert not evening.questions


@pytest.mark.parametrize(
    ("key", "call", "told"),
    [
        (Action.PON, "S pons 2m with 22m", "S PonCalled 2m"),
        (Action.CHI, "S chis 2m with 13m", "S ChiCalled 2m"),
    ],
)
@pytest.mark.parametrize("own", [(("1m", "2m"), ("3m", "2m")), (("2m", "1m"), ("2m", "3m"))])
def test_a_key_says_which_call_it_was_where_the_tiles_do_not(key: Action, call: str, told: str, own) -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.presses(S, key)
    seen = with_meld(seen_of(f"{FIRST}, {call}"), S, *(doubtful(*one) for one in own))
    evening.sees(seen)
    assert evening.story() == ["E Discarded 2m", told]


def test_a_key_that_says_pon_is_no_open_kan_by_a_doubtful_fourth_tile() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.presses(W, Action.PON)
    own = (SeenTile(Tile("2m"), 0.98), SeenTile(Tile("2m"), 0.97), doubtful("2m", "3m"))
    evening.sees(with_meld(seen_of(PON), W, *own))
    assert evening.story() == ["E Discarded 2m"]
    evening.sees(PON)
    evening.sees(f"{PON}, W discards 9p")
    assert evening.story() == ["E Discarded 2m", "W PonCalled 2m", "W Discarded 9p"]
    assert not evening.questions


ROUND = (
    "E draws, E discards 1z, S draws, S discards 2z, W draws, W discards 3z, N draws, N discards 4z, "
    "E draws, E discards 9s"
)


def test_of_a_turn_in_which_nobody_looked_every_order_is_offered() -> None:
    """South has discarded twice and one of them was called: the tiles do not say which came first."""
    evening = Evening()
    evening.sees(ROUND)
    after = f"{ROUND}, S draws, S discards 7m, E pons 7m, E discards 8p, S draws, S discards 6s"
    after = f"{after}, W draws, W discards 3p, N draws, N discards 1s"
    for _ in range(4):
        evening.sees(after)
    (question,) = evening.questions
    assert question.code in {QuestionCode.WHICH_STORY, QuestionCode.WHO_CALLED}
    firsts = {choice.facts[1].tile for choice in question.choices}
    assert firsts >= {Tile("7m"), Tile("6s")}
    true = next(at for at, choice in enumerate(question.choices) if choice.facts[1].tile is Tile("7m"))
    evening.answers(true)
    called = ["S Discarded 7m", "E PonCalled 7m", "E Discarded 8p"]
    assert evening.story()[5:] == [*called, "S Discarded 6s", "W Discarded 3p", "N Discarded 1s"]


def test_what_is_offered_keeps_the_names_that_were_found_in_the_same_look() -> None:
    """A discard in doubt is named by the very look at which people are asked: no answer takes that back."""
    evening = Evening()
    blurred = SeenTile(Tile("1z"), 0.6, others=((Tile("2z"), 0.3),))

    def first(seen: TableSeen, tile: SeenTile) -> TableSeen:
        east = replace(seen.seats[E], river=(tile, *seen.seats[E].river[1:]))
        return replace(seen, seats=(east, *seen.seats[1:]))

    evening.sees(first(seen_of(ROUND), blurred))
    assert evening.story()[0] == "E Discarded"
    after = f"{ROUND}, S draws, S discards 7m, E pons 7m, E discards 8p, S draws, S discards 6s"
    after = f"{after}, W draws, W discards 3p, N draws, N discards 1s"
    for tile in (blurred, SeenTile(Tile("1z"), 0.99), SeenTile(Tile("1z"), 0.98)):
        evening.sees(first(seen_of(after), tile))
    assert evening.story()[0] == "E Discarded 1z"
    assert evening.questions
    evening.answers(0)
    assert evening.story()[0] == "E Discarded 1z"
