"""What a table's page says of a tournament's round while other tables still play the round before."""

import pytest

NAMES = ["Anna", "Ben", "Chie", "Dai"]


def shown(**told):
    usual = {"table": 3, "round": 1, "rounds": 4, "has_begun": True, "seats": NAMES, "following": NAMES[::-1]}
    clock = {"left_s": 700.0, "is_running": True, "then": "one_more", "heardAt": 10**9}
    return {**usual, **clock, **told}


@pytest.mark.parametrize(
    ("told", "of_before"),
    [
        ({"left_s": 700.0}, "Round 1 still runs: "),
        ({"is_running": False}, "Round 1 still runs: 12 min left; the clock is stopped."),
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
    assert of_before in card


def test_before_the_game_the_time_is_that_of_the_round_itself(drawn):
    snapshot = {"seats": [{"name": name} for name in NAMES], "final": None}
    now = shown(is_running=False)
    card = drawn("round/main:PARTS.Seats", {"round": now, "snapshot": snapshot}, views=())["said"][0]
    assert card.startswith("Round 1 of 4, table 3")
    assert "12 min left; the clock is stopped" in card
