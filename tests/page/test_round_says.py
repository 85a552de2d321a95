"""What a table's page says of a tournament's round and of its players' clocks, in the less usual states."""

import re

import pytest

NAMES = ["Anna", "Ben", "Chie", "Dai"]


def shown(**told):
    usual = {"table": 3, "round": 1, "rounds": 4, "has_begun": True, "seats": NAMES, "following": NAMES[::-1]}
    clock = {"left_s": 700.0, "is_running": True, "then": "one_more", "heardAt": 0}
    return {**usual, **clock, **told}


@pytest.mark.parametrize(
    ("told", "of_before"),
    [
        ({"left_s": 70_000.0}, r"Round 1 still runs: 1,1\d\d min left\."),
        ({"is_running": False}, r"Round 1 still runs: 12 min left; the clock is stopped\."),
        (
            {"left_s": 0.0, "is_running": False},
            "The time of round 1 is up; the next round has not been started yet.",
        ),
    ],
)
def test_the_time_of_the_round_before_is_said_to_be_that(drawn, told, of_before):
    snapshot = {"seats": [{"name": name} for name in NAMES], "final": {}}
    card = drawn("round/main:PARTS.Seats", {"round": shown(**told), "snapshot": snapshot}, views=())["said"][
        0
    ]
    assert card.startswith("Round 2 of 4, table 3")
    assert re.search(of_before, card)  # the time of the first runs on while the page is drawn


def test_in_a_tournament_a_page_keeps_what_has_to_be_done_and_nothing_that_would_help(node):
    code = """async ([round, snapshot]) => {
      const { shownIn } = await import("/static/js/settled.js");
      return shownIn(round, snapshot)?.reminders.map(({ code }) => code);
    }"""
    codes = ["suufon_possible", "hand_opened", "flip_kan_dora_now", "points_off"]
    table = {"reminders": [{"code": one} for one in codes]}
    assert node.evaluate(code, [None, table]) == codes
    assert node.evaluate(code, [shown(), table]) == codes[2:]
    assert node.evaluate(code, [shown(), None]) is None


def test_before_the_game_the_time_is_that_of_the_round_itself(drawn):
    snapshot = {"seats": [{"name": name} for name in NAMES], "final": None}
    now = shown(is_running=False)
    card = drawn("round/main:PARTS.Seats", {"round": now, "snapshot": snapshot}, views=())["said"][0]
    assert card.startswith("Round 1 of 4, table 3")
    assert "12 min left; the clock is stopped" in card


@pytest.mark.parametrize(
    ("hands_left", "said"), [(None, "Time up +1 hand"), (2, "Time up +1 hand"), (1, "Last hand")]
)
def test_while_the_extra_hand_is_played_none_more_is_announced(drawn, hands_left, said):
    props = {"round": shown(left_s=-5.0, is_running=False), "handsLeft": hands_left}
    assert drawn("round/main:PARTS.Clock", props, views=())["said"][0].strip() == said


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ({"left_s": 61.0, "is_over": False, "flag": None}, "5 + 1:01"),
        ({"left_s": -1.0, "is_over": True, "flag": 7}, "Time up"),
        ({"left_s": 60.0, "is_over": False, "flag": 7}, "Time up · 5 + 1:00"),
    ],
)
def test_whoever_ran_out_of_time_sees_the_time_of_the_next_hand(drawn, seat, said):
    told = {"seats": [seat], "free_s": 5, "turn": {"seat": 0, "used_s": 0}, "why": "paused", "heardAt": 0}
    shown = drawn("round/clocks:CLOCKS.SeatClock", {"told": told, "seat": 0}, views=())["said"][0]
    assert shown.strip() == said


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("not_connected", "Not connected. Try again."),
        ("not_kept", "It could not be saved."),
        ("pairing_needed", "This device only watches; pair it in the menu"),
        ("too_fast", "Too much at once; wait a moment"),
        ("no_club", "That did not work."),
    ],
)
def test_a_referee_who_was_not_called_is_not_always_a_lost_line(drawn, error, said):
    props = {"referee": {"call": {"state": "none"}}, "args": {}, "choices": {"seat": 0}}
    answers = {"/api/referee": {"error": error}}
    taps = ["Call the referee"]
    assert (
        said in drawn("round/referee:RefereeSheet", props, answers=answers, taps=taps, views=())["said"][-1]
    )
