"""A camera in trouble: a corner and its melds out of the picture, or no picture while people play on."""

from dataclasses import replace

from companion.evidence import Said
from companion.evidence.sights import TableSeen
from companion.evidence.taps import told
from companion.riichi.calls import Action
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe import SightChanged
from tests.stories.watched_evening import Evening, seen_of

E, S, W, N = SEATS
BEFORE = "E draws, E discards 3z, S draws, S discards 1s, W draws, W discards 4z"
PON = f"{BEFORE}, N pons 4z, N discards 1z"
LATER = f"{PON}, E draws, E discards 9s"


def cornered(script: str) -> TableSeen:
    """What is seen of it where the corner of the north is out of the picture."""
    seen = seen_of(script)
    seats = list(seen.seats)
    seats[N] = replace(seats[N], melds=())
    return replace(seen, seats=tuple(seats))


def test_a_pressed_pon_out_of_sight_is_told_though_the_next_in_turn_may_have_drawn() -> None:
    evening = Evening()
    evening.sees(BEFORE)
    evening.presses(N, Action.PON)
    evening.sees(cornered(PON))
    assert "N Discarded 1z" not in evening.story()
    evening.sees(cornered(PON))
    evening.sees(cornered(PON))
    assert evening.story()[-2:] == ["N PonCalled 4z", "N Discarded 1z"]
    evening.sees(LATER)
    assert evening.story()[-1] == "E Discarded 9s"
    assert not evening.questions


def test_without_a_key_the_next_in_turn_has_drawn() -> None:
    evening = Evening()
    evening.sees(BEFORE)
    for _ in range(3):
        evening.sees(cornered(PON))
    assert evening.story()[-1] == "N Discarded 1z"


def away(evening: Evening, seconds: int) -> None:
    """The eye is lost, and this long nobody tells anything."""
    evening.hears(SightChanged(is_seeing=False, at_ns=evening.at_ns))
    evening.waits(seconds)


def back(evening: Evening, script: str) -> None:
    evening.hears(SightChanged(is_seeing=True, at_ns=evening.at_ns))
    evening.sees(script, after=1)


def test_a_key_right_after_the_eye_was_lost_is_enough() -> None:
    evening = Evening()
    evening.sees(BEFORE)
    away(evening, 2)
    evening.presses(N, Action.PON)
    assert evening.story()[-1] == "N PonCalled 4z"


def test_a_key_long_after_it_was_said_of_a_discard_that_nobody_saw() -> None:
    """It was told of the last discard that was known, which lay there all the while."""
    evening = Evening()
    evening.sees(BEFORE)
    away(evening, 10)
    after = f"{BEFORE}, N draws, N discards 1z, E draws, E discards 7p, S pons 7p, S discards 9s"
    evening.presses(S, Action.PON)
    evening.waits(2)
    assert evening.story()[-1] == "W Discarded 4z"
    back(evening, after)
    evening.sees(after)
    assert evening.story()[-4:] == ["N Discarded 1z", "E Discarded 7p", "S PonCalled 7p", "S Discarded 9s"]
    assert not evening.questions


def test_where_people_tell_what_happens_while_it_is_lost_a_key_is_enough_however_long() -> None:
    evening = Evening()
    evening.sees(BEFORE)
    away(evening, 10)
    evening.told = (*evening.told, *told(evening.kyoku, Said(N, Action.DISCARD, Tile("1z"))))
    evening.waits(2)
    evening.presses(W, Action.PON)
    assert evening.story()[-2:] == ["N Discarded 1z", "W PonCalled 1z"]
