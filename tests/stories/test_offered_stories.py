"""What is offered when it is not clear what happened: the truth is among it; what was declined stays so."""

from dataclasses import replace

from companion.evidence.sights import SeenMeld, SeenTile, TableSeen
from companion.riichi.facts import ChiCalled, PonCalled
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from tests.stories.watched_evening import Evening, seen_of

E, S, W, N = SEATS
BEFORE = "E draws, E discards 9p, S draws, S discards 1z, W draws, W discards 2z, N draws, N discards 5m"
CALLED = f"{BEFORE}, E chis 5m with 46m, E discards 1p"


def read(tile: str, chance: float, other: str, rest: float) -> SeenTile:
    return SeenTile(Tile(tile), chance, others=((Tile(other), rest),))


def worn(script: str) -> TableSeen:
    """The six of the run always looks like a red five, and never like a six."""
    seen = seen_of(script)
    (chi,) = seen.seats[E].melds
    tiles = tuple(read("0m", 0.56, "7m", 0.29) if one.tile is Tile("6m") else one for one in chi.tiles)
    east = replace(seen.seats[E], melds=(SeenMeld(tiles),))
    return replace(seen, seats=(east, *seen.seats[1:]))


def offered(evening: Evening) -> list[object]:
    """What each answer says of the meld."""
    (question,) = evening.questions
    facts = [fact for choice in question.choices for fact in choice.facts]
    return [fact for fact in facts if isinstance(fact, ChiCalled | PonCalled)]


def asked() -> Evening:
    evening = Evening()
    evening.sees(BEFORE)
    for _ in range(4):
        evening.sees(worn(CALLED))
    assert evening.questions
    return evening


def test_a_meld_with_a_misread_tile_is_offered_without_its_tiles_and_read_when_it_is_seen_better() -> None:
    evening = asked()
    chi = ChiCalled(E, Tile("5m"), (None, None))
    evening.answers(offered(evening).index(chi))
    assert evening.story()[-2:] == ["E ChiCalled 5m", "E Discarded 1p"]
    evening.sees(CALLED)
    (meld,) = evening.kyoku.players[E].melds
    assert [tile.text for tile in meld.own if tile] == ["4m", "6m"]


def test_who_says_that_none_is_right_is_not_asked_again_before_something_else_is_seen() -> None:
    evening = asked()
    evening.answers(-1)
    for _ in range(8):
        evening.sees(worn(CALLED))
        assert not evening.questions
    assert not evening.kyoku.players[E].melds
    evening.sees(worn(f"{CALLED}, S draws, S discards 7s"))
    assert not evening.kyoku.players[E].melds


def test_what_goes_on_from_a_declined_story_is_not_told_either_until_people_tell_it() -> None:
    evening = asked()
    evening.answers(-1)
    after = f"{CALLED}, S draws, S discards 7s, W draws, W discards 3z"
    for _ in range(6):
        evening.sees(worn(after))
    assert not evening.kyoku.players[E].melds
