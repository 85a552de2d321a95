"""Discards that may have declared riichi: which of them people are asked about, and when."""

from companion.evidence.sights import SeenTile
from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.scribe.mind import Keys, Laid, Mind, People, Sticks, Unsure
from companion.scribe.observations import Pool
from companion.scribe.policy import CONFIRMED, ENOUGH_RESTS
from companion.scribe.riichi_discards import is_due, wavering
from tests.scribe.scripts import telling_of
from tests.toolbox.tables import table

E, S, W, N = SEATS
BEGUN = table()
SPOT = Spot(SpotKind.DISCARD, E, 0)
TOLD = telling_of(BEGUN, "E draws, E discards 1m")


def mind(rests: int = 1, *, sideways: bool = True, **more) -> Mind:
    pool = Pool((SeenTile(Tile("1m"), sideways=sideways),), rests)
    unsure = Unsure(maybe_riichi={SPOT: 0})
    return Mind(TOLD, pools={SPOT: pool}, unsure=unsure, **more)


def is_asked(one: Mind, *, is_pause: bool = False) -> bool:
    return is_due(one, SPOT, is_pause=is_pause)


def test_a_discard_that_looks_sideways_more_often_than_not_may_declare_it() -> None:
    assert wavering(mind(), [SPOT]) == {SPOT: 0}
    assert wavering(mind(sideways=False), [SPOT]) == {}
    assert wavering(mind(sideways=False, sticks=Sticks(laid={E: Laid(0)})), []) == {SPOT: 0}


def test_what_a_person_has_said_of_how_it_lies_stands() -> None:
    settled = frozenset({SPOT})
    assert wavering(mind(people=People(settled)), [SPOT]) == {}
    assert wavering(mind(people=People(settled, settled)), [SPOT]) == {SPOT: 0}


def test_people_are_asked_after_some_rests_or_at_the_end_of_the_hand() -> None:
    assert not is_asked(mind(ENOUGH_RESTS - 1))
    assert is_asked(mind(ENOUGH_RESTS))
    assert is_asked(mind(1), is_pause=True)
    assert ENOUGH_RESTS == 3


def test_a_stick_before_a_straight_discard_is_asked_about_after_rests_in_a_row() -> None:
    enough, before = CONFIRMED, CONFIRMED - 1
    for rests, looks, asked in ((before, enough, False), (enough, before, False), (enough, enough, True)):
        assert is_asked(mind(looks, sideways=False, sticks=Sticks(laid={E: Laid(0, rests)}))) is asked
    assert is_asked(mind(sideways=False, sticks=Sticks(laid={E: Laid(0, 1)})), is_pause=True)
    assert CONFIRMED == 2


def test_one_look_is_not_enough_where_people_press_keys() -> None:
    mixed = Pool((SeenTile(Tile("1m"), sideways=True), SeenTile(Tile("1m"))), 9)
    unsure = Unsure(maybe_riichi={SPOT: 0})
    one = Mind(TOLD, pools={SPOT: mixed}, unsure=unsure, keys=Keys(hears_keys=True))
    assert not is_asked(one)
