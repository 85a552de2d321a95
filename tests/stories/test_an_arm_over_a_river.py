"""While an arm lies over a river, nothing that is not seen there has gone."""

from dataclasses import replace

from companion.evidence.sights import TableSeen
from companion.riichi.seats import SEATS
from tests.stories.watched_evening import Evening, seen_of

E, S, W, N = SEATS
BEFORE = "E draws, E discards 2z, S draws, S discards 4p, W draws, W discards 8p, N draws, N discards 3s"
LAST = f"{BEFORE}, E draws, E discards 9p"
RESTS = 12


def with_easts_river(*, is_covered: bool) -> TableSeen:
    """East's second discard is not found, and the first one is seen or lies under an arm."""
    seen = seen_of(BEFORE)
    river = tuple(replace(tile, is_hidden=is_covered) for tile in seen.seats[E].river)
    return replace(seen, seats=(replace(seen.seats[E], river=river), *seen.seats[1:]))


def after_it_is_gone(*, is_covered: bool) -> list[str]:
    evening = Evening()
    evening.sees(LAST)
    for _ in range(RESTS):
        evening.sees(with_easts_river(is_covered=is_covered))
    return evening.story()


def test_the_last_discard_of_a_river_under_an_arm_stays_told() -> None:
    assert after_it_is_gone(is_covered=True)[-1] == "E Discarded 9p"


def test_of_a_river_that_lies_open_it_is_taken_back() -> None:
    assert after_it_is_gone(is_covered=False)[-1] == "N Discarded 3s"
