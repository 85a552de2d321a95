"""A key that comes after its picture: what the eye has told is not told again, and nobody is scolded."""

import pytest

from companion.riichi.calls import Action
from companion.riichi.presets import TENHOU_3P
from companion.riichi.seats import SEATS
from tests.stories.watched_evening import Evening, seen_of
from tests.toolbox.tables import table

E, S, W, N = SEATS
KAN = "E draws, E closes 1z"
KITA = "E draws, E kita"


@pytest.mark.parametrize("action", [Action.ANKAN, Action.DAIMINKAN])
def test_the_key_of_a_kan_that_lies_there_already_says_nothing_new(action) -> None:
    evening = Evening()
    evening.sees(KAN)
    assert evening.story() == ["E AnkanDeclared"]
    evening.presses(E, action)
    evening.waits(5)
    assert evening.story() == ["E AnkanDeclared"]
    assert evening.mind.keys.unconfirmed == ()
    assert not evening.questions


def test_a_second_kan_at_once_is_told_by_its_picture() -> None:
    evening = Evening()
    evening.sees(KAN)
    evening.presses(E, Action.ANKAN)
    evening.sees(f"{KAN}, E replaces, E closes 9p")
    assert [word for word in evening.story() if "Ankan" in word] == ["E AnkanDeclared"] * 2


def test_the_keys_of_a_north_that_lies_there_already_say_nothing_new() -> None:
    evening = Evening(table(rules=TENHOU_3P))
    evening.sees(seen_of(KITA, evening.begun))
    evening.presses(E, Action.KITA)
    evening.waits(5)
    assert evening.story() == ["E KitaDeclared"]
    assert evening.mind.keys.unconfirmed == ()
