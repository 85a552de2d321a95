"""What lies there is not what is written: a hand dealt again without telling, a phone on a river."""

from dataclasses import replace

import pytest

from companion.evidence.sights import TableSeen
from companion.riichi.seats import SEATS
from tests.stories.test_an_untidy_table import NORTH, at, lying
from tests.stories.watched_evening import seen_of

E, S, W, N = SEATS
THIRD = f"{NORTH}, E draws, E discards 7m, S draws, S discards 6p, W draws, W discards 3s"
FOURTH = f"{THIRD}, N draws, N discards 8p, E draws, E discards 2s, S draws, S discards 5m"
BEFORE = f"{FOURTH}, W draws, W discards 8m, N draws, N discards 7p"
EAST = f"{BEFORE}, E draws, E discards 6s"


def east(script: str, river: str) -> TableSeen:
    """The table of a script, with another river of East."""
    return lying(script, E, *river.split())


def test_a_hand_that_is_dealt_anew_without_telling_is_asked_about_and_changes_nothing() -> None:
    evening = at(EAST)
    begun = "E draws, E discards 5z, S draws, S discards 2m"
    for script in ("", "", *["E draws, E discards 5z"] * 2, *[begun] * 4):
        assert not evening.questions
        evening.sees(script)
    assert [question.code for question in evening.questions] == ["table_differs"]
    assert evening.story() == at(EAST).story()
    for _ in range(2):
        evening.sees(EAST)
    assert not evening.questions


@pytest.mark.parametrize("stays", [E, W])
def test_while_one_river_after_another_is_cleared_nobody_is_asked_whether_another_hand_lies_there(stays):
    evening, seen = at(EAST), seen_of(EAST)
    cleared = tuple(one if seat == stays else replace(one, river=()) for seat, one in enumerate(seen.seats))
    for _ in range(9):
        evening.sees(replace(seen, seats=cleared))
    assert not evening.questions
    assert evening.story() == at(EAST).story()


@pytest.mark.parametrize("shown", ["", "1z 9m"])
def test_a_phone_on_a_river_hides_only_its_faces(shown: str) -> None:
    evening, script = at(BEFORE), BEFORE
    more = "E 6s, S 4p, W 2p, N 1m, E 3p, S 4z, W 5p"
    for who, tile in (turn.split() for turn in more.split(", ")):
        script = f"{script}, {who} draws, {who} discards {tile}"
        for _ in range(3):
            evening.sees(east(script, shown))
    evening.sees(script)
    assert evening.story() == at(script).story()
    assert not evening.questions
