"""A key is pressed once (暗槓): before the eye has seen anything it tells one closed kan, and not four."""

from companion.evidence import DealAsked, Depth, StartAsked, TellAsked
from companion.riichi.facts import AnkanDeclared, SeatsBound
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS, Wind
from lab.bench.stage_house import NAMES, QuickHouse, QuickKeys

HEAD = (None, "a player")


def test_a_closed_kan_that_is_pressed_before_the_first_look_is_told_once() -> None:
    house = QuickHouse(TENHOU)
    keys = QuickKeys(house, are_there=True)
    house.ask(StartAsked("start", *HEAD, NAMES, TENHOU))
    house.ask(TellAsked("sit", *HEAD, (SeatsBound("ABCD"),)))
    points = (TENHOU.start_points,) * len(SEATS)
    house.ask(DealAsked("deal", *HEAD, Depth.FULL, Wind.EAST, SEATS[0], 0, 0, points))
    house.wait(1.0)
    keys.press(0, "kan", "chi")
    house.wait(8.0)
    assert sum(isinstance(fact, AnkanDeclared) for _, fact in house.entries()) == 1
