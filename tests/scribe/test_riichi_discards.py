"""A discard that looks sideways: when its riichi is written, and when it is taken back."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile
from companion.riichi.facts import RiichiDeclared
from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.riichi.wording import put_in_words
from companion.scribe.mind import Keys, Laid, Mind, People, Sticks, Trust
from companion.scribe.observations import Pool, speaks_for_riichi
from companion.scribe.policy import CONFIRMED, ENOUGH_RESTS
from companion.scribe.questions import Declined
from companion.scribe.riichi_discards import riichi_revised
from companion.scribe.weights import ACROSS_LAID_STRAIGHT, RIICHI, SEEN_STRAIGHT
from tests.scribe.scripts import telling_of
from tests.toolbox.tables import table

E, S, W, N = SEATS
BEGUN = table()
PLAIN, DECLARED = "E draws, E discards 1m", "E draws, E riichi, E discards 1m"
SPOT = Spot(SpotKind.DISCARD, E, 0)


def pool(across: int, straight: int = 0, looks: int | None = None) -> Pool:
    ways = [True] * across + [False] * straight
    return Pool(tuple(SeenTile(Tile("1m"), sideways=way) for way in ways), looks or len(ways))


def is_told(script: str, read: Pool, trust: Trust | None = None, *, said: bool = False, **more) -> bool:
    """Whether the riichi is in the facts after a look at this tile."""
    mind = Mind(telling_of(BEGUN, script), pools={SPOT: read}, **more)
    after = riichi_revised(mind, {SPOT}, trust or Trust(), said=SPOT if said else None)
    return any(isinstance(fact, RiichiDeclared) for fact in after.facts)


PRESSING = Keys(hears_keys=True)


def test_each_look_speaks_for_it_or_against_it() -> None:
    assert speaks_for_riichi(pool(0), hears_keys=False) == -RIICHI
    assert speaks_for_riichi(pool(0), hears_keys=True) == -2 * RIICHI
    both = 2 * ACROSS_LAID_STRAIGHT - 3 * SEEN_STRAIGHT - RIICHI
    assert speaks_for_riichi(pool(2, 3), hears_keys=False) == both
    assert (ACROSS_LAID_STRAIGHT, SEEN_STRAIGHT, RIICHI) == (7.0, 4.5, 3.0)


def test_how_much_must_speak_for_it_though_it_was_said() -> None:
    """Twenty times as much as against it: 3.0 nats are enough, and 2.5 are not."""
    assert is_told(PLAIN, pool(6, 8), said=True)
    assert not is_told(PLAIN, pool(4, 5), said=True)


def test_it_is_told_once_enough_rests_have_shown_it_so() -> None:
    assert not is_told(PLAIN, pool(1, looks=CONFIRMED - 1))
    assert is_told(PLAIN, pool(1, looks=CONFIRMED))
    assert not is_told(PLAIN, pool(1, 1, looks=9))
    assert CONFIRMED == 2


def test_where_players_press_keys_more_looks_are_needed() -> None:
    assert not is_told(PLAIN, pool(ENOUGH_RESTS - 1, looks=9), keys=PRESSING)
    assert is_told(PLAIN, pool(ENOUGH_RESTS), keys=PRESSING)
    assert ENOUGH_RESTS == 3


def test_its_key_or_its_stick_is_enough_if_more_speaks_for_it_than_against_it() -> None:
    stick = Sticks(laid={E: Laid(0)})
    for more in ({"said": True}, {"sticks": stick}):
        assert is_told(PLAIN, pool(1), keys=PRESSING, **more)
        assert not is_told(PLAIN, pool(2, 2), keys=PRESSING, **more)  # 2 nats for it; 3 are wanted
        assert is_told(PLAIN, pool(3, 3), keys=PRESSING, **more)


def test_it_is_taken_back_once_it_lay_straight_often_enough() -> None:
    assert is_told(DECLARED, pool(2, 3))  # 2.5 nats against it; 3 are wanted
    assert not is_told(DECLARED, pool(1, 2))  # 5
    assert is_told(DECLARED, pool(1, 2), sticks=Sticks(laid={E: Laid(0)}))


def test_what_people_have_said_no_look_changes() -> None:
    for people in (People(said_riichi=frozenset({E})), People(settled=frozenset({SPOT}))):
        assert is_told(DECLARED, pool(0, 6), people=people)
        assert not is_told(PLAIN, pool(6), people=people)
    named = People(settled=frozenset({SPOT}), named_only=frozenset({SPOT}))
    assert is_told(PLAIN, pool(6), people=named)


def test_a_house_that_does_not_trust_pictures_with_it_is_told_by_a_key_alone() -> None:
    distrust = replace(Trust(), writes_riichi=False)
    assert not is_told(PLAIN, pool(6), distrust)
    assert is_told(PLAIN, pool(6), distrust, said=True)


@pytest.mark.parametrize("looks", [2, 6])
def test_what_people_declined_is_not_told(looks: int) -> None:
    declined = Declined(stories=frozenset({put_in_words(telling_of(BEGUN, DECLARED).facts)}))
    assert not is_told(PLAIN, pool(looks), people=People(declined=declined))
