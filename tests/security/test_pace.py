"""Who asks too often waits; nobody is shut out, and the machine's own screen never waits."""

from companion.clock import ManualClock
from companion.dashboard.pace import (
    BURST_S,
    COMMANDS_A_SECOND,
    MOST_REMEMBERED,
    QUESTIONS_A_SECOND,
    STREAMS_EACH,
    Pace,
    Places,
)
from companion.dashboard.standing import Standing
from tests.security.houses import House, command

BURST = BURST_S * COMMANDS_A_SECOND


def test_twenty_commands_a_second_go_on_for_ever():
    clock = ManualClock()
    pace = Pace(clock, COMMANDS_A_SECOND)
    for _ in range(20 * COMMANDS_A_SECOND):
        assert pace.may_ask("192.168.1.50")
        clock.advance(seconds=1 / COMMANDS_A_SECOND)


def test_a_flood_is_slowed_down_to_the_pace_and_harms_nobody_else():
    clock = ManualClock()
    pace = Pace(clock, COMMANDS_A_SECOND)
    allowed = 0
    for _ in range(1_000):
        allowed += pace.may_ask("192.168.1.50")
        clock.advance(seconds=0.01)
    assert allowed <= BURST + 10 * COMMANDS_A_SECOND
    assert allowed >= 10 * COMMANDS_A_SECOND
    assert pace.may_ask("192.168.1.51")


def test_addresses_without_end_take_no_room_without_end():
    pace = Pace(ManualClock(), COMMANDS_A_SECOND)
    for number in range(2 * MOST_REMEMBERED):
        assert pace.may_ask(f"10.0.{number // 256}.{number % 256}")
    assert len(pace._buckets) == MOST_REMEMBERED


def test_a_network_of_the_newer_kind_is_one_asker():
    pace = Pace(ManualClock(), COMMANDS_A_SECOND)
    assert sum(pace.may_ask(f"2001:db8::{number:x}") for number in range(200)) == BURST


def test_who_is_too_fast_is_told_so_and_may_go_on_a_moment_later():
    house = House()
    device = house.paired()
    statuses = [command(device).status_code for _ in range(BURST + 5)]
    assert statuses[-1] == 429
    assert command(device).json["error"] == "too_fast"
    assert [command(house.host()).status_code for _ in range(BURST + 5)] == [200] * (BURST + 5)
    house.clock.advance(seconds=1)
    assert command(device).status_code == 200


def test_questions_have_a_pace_of_their_own_and_the_page_none():
    house = House()
    device = house.paired()
    statuses = [device.get("/api/snapshot").status_code for _ in range(BURST_S * QUESTIONS_A_SECOND + 1)]
    assert statuses == [200] * (len(statuses) - 1) + [429]
    assert command(device).status_code == 200
    assert device.get("/static/js/main.js").status_code == 200
    assert house.host().get("/api/snapshot").status_code == 200
    house.clock.advance(seconds=1)
    assert device.get("/api/snapshot").status_code == 200


def test_one_address_cannot_take_all_places():
    places = Places(20)
    strangers = [places.take("192.168.1.50", Standing.STRANGER) for _ in range(9)]
    assert strangers == [True] * STREAMS_EACH + [False] * 3
    assert places.take("192.168.1.51", Standing.STRANGER)
    places.give_back("192.168.1.50", Standing.STRANGER)
    assert places.take("192.168.1.50", Standing.STRANGER)


def test_strangers_leave_places_to_who_was_paired_and_these_to_the_own_screen():
    places = Places(40)
    assert sum(places.take(f"10.0.0.{number}", Standing.STRANGER) for number in range(60)) == 24
    assert sum(places.take(f"10.0.1.{number}", Standing.PAIRED) for number in range(60)) == 11
    assert sum(places.take("127.0.0.1", Standing.OWN) for _ in range(10)) == 5
    assert not places.take("10.0.0.99", Standing.STRANGER)


def test_places_that_nobody_else_wants_are_the_own_screens():
    places = Places(40)
    assert sum(places.take("127.0.0.1", Standing.OWN) for _ in range(60)) == 40
    assert not places.take("10.0.0.1", Standing.STRANGER)
    assert not places.take("10.0.1.1", Standing.PAIRED)


def test_a_place_that_was_given_back_is_forgotten():
    places = Places(2)
    for number in range(100):
        assert places.take(f"10.0.0.{number}", Standing.STRANGER)
        places.give_back(f"10.0.0.{number}", Standing.STRANGER)
    assert not places._taken
