"""A north or a kan and, in the same breath, a tsumo: both keys count, though no picture came between."""

import pytest

from companion.evidence import DealAsked, Depth, StartAsked, TellAsked
from companion.riichi.facts import (
    AnkanDeclared,
    IndicatorRevealed,
    KitaDeclared,
    RinshanDrawn,
    SeatsBound,
    Won,
)
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import Tile
from lab.bench.stage_house import NAMES, QuickHouse, QuickKeys
from tests.toolbox.sightings import visible

HEAD = (None, "a player")
SECOND = 1_000_000_000


@pytest.mark.parametrize("pause_s", [0.3, 3.7])
@pytest.mark.parametrize(
    ("rules", "keys", "declared"),
    [(TENHOU_3P, ("wait+kan",), KitaDeclared), (TENHOU, ("kan", "chi"), AnkanDeclared)],
)
def test_a_key_right_before_a_tsumo_is_told_before_it(rules, keys, declared, pause_s: float) -> None:
    """Though no picture of it came for three seconds, and it was said that the table does not show it."""
    house = QuickHouse(rules)
    panel = QuickKeys(house, are_there=True)
    house.ask(StartAsked("start", *HEAD, NAMES[: rules.players], rules))
    house.ask(TellAsked("sit", *HEAD, (SeatsBound("ABCD"[: rules.players]),)))
    points = (rules.start_points,) * rules.players
    house.ask(DealAsked("deal", *HEAD, Depth.FULL, Wind.EAST, SEATS[0], 0, 0, points, Tile("9m")))
    house.wait(1.0)
    house.put(visible(house.state.hanchan.kyoku, house.clock.monotonic_ns()))
    for names in (keys, ("tsumo",)):
        panel.press(0, *names)
        house.wait(pause_s)
    told = [type(fact) for _, fact in house.entries()]
    assert told[-3:] == [declared, RinshanDrawn, Won]


def test_a_key_that_was_pressed_long_before_says_nothing_of_the_tsumo() -> None:
    house = QuickHouse(TENHOU_3P)
    panel = QuickKeys(house, are_there=True)
    house.ask(StartAsked("start", *HEAD, NAMES[:3], TENHOU_3P))
    house.ask(TellAsked("sit", *HEAD, (SeatsBound("ABC"),)))
    house.ask(DealAsked("deal", *HEAD, Depth.FULL, Wind.EAST, SEATS[0], 0, 0, (35000,) * 3, Tile("9m")))
    house.wait(1.0)
    house.put(visible(house.state.hanchan.kyoku, house.clock.monotonic_ns()))
    panel.press(0, "wait+kan")
    house.wait(20.0)
    panel.press(0, "tsumo")
    house.wait(1.0)
    told = [type(fact) for _, fact in house.entries()]
    assert KitaDeclared not in told
    assert told[-1] is Won
    assert IndicatorRevealed not in told
