"""The clock of each player over HTTP: what is answered, who may set it, and what the stream says."""

import json

import pytest

from companion.clock import SystemClock
from companion.dashboard.app import create_app
from companion.dashboard.clocks_told import ClocksTeller, clocks_json
from companion.errors import ConfigError
from companion.player_clock import (
    OFF,
    ClockRules,
    ClocksSeen,
    Flag,
    Reckoning,
    SeatClock,
    Turn,
)
from companion.table_loop import PlayerClocks
from tests.security.houses import Browser, House, post

RULES = ClockRules(360, 6, 60)
FOUR = (SeatClock(360.0), SeatClock(-1.5, Flag(17, 2)), SeatClock(5.0, Flag(9, 1)), SeatClock(60.0))
SEEN = ClocksSeen(RULES, Reckoning(FOUR, 2, Turn(2, 90.0, 4.0)), "", 100.0)


class Full(PlayerClocks):
    """Clocks whose disk is full."""

    def choose(self, rules):
        raise ConfigError("the setting cannot be kept: no space left")


@pytest.fixture
def clocks():
    return PlayerClocks(None, SystemClock())


@pytest.fixture
def house():
    return House()


def at(house, clocks):
    house.app = create_app(house.board, house.table, entrance=house.entrance, clocks=clocks)
    house.app.test_client_class = Browser
    return house


def test_whoever_keeps_the_score_sets_the_clock(house, clocks):
    scorer = at(house, clocks).paired("scorer")
    told = {"bank_s": 300, "free_s": 5, "again_s": 30}
    assert post(scorer, "/api/clocks", **told).json == {"own": told, "clocks": None}
    assert clocks.own == ClockRules(300, 5, 30)
    assert house.stranger().get("/api/clocks").json["own"] == told


def test_who_only_looks_on_changes_nothing(house, clocks):
    for device in (at(house, clocks).stranger(), house.paired("spectator")):
        assert post(device, "/api/clocks", bank_s=1, free_s=1, again_s=1).status_code in (401, 403)
        assert post(device, "/api/clocks/waive", flag=1).status_code in (401, 403)
    assert clocks.own == OFF


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"bank_s": 1},
        {"bank_s": -1, "free_s": 0, "again_s": 0},
        {"bank_s": "1", "free_s": 0, "again_s": 0},
    ],
)
def test_impossible_settings_are_refused(house, clocks, body):
    assert post(at(house, clocks).host(), "/api/clocks", **body).json["error"] == "bad_clocks"
    assert clocks.own == OFF


def test_a_flag_that_nobody_has_cannot_be_waived(house, clocks):
    host = at(house, clocks).host()
    assert post(host, "/api/clocks/waive", flag=12).status_code == 409
    assert post(host, "/api/clocks/waive", flag="x").json["error"] == "bad_clocks"


def test_a_full_disk_is_said(house):
    host = at(house, Full(None, SystemClock())).host()
    answer = post(host, "/api/clocks", bank_s=1, free_s=1, again_s=1)
    assert (answer.status_code, answer.json["error"]) == (507, "not_kept")


def test_a_table_that_plays_by_itself_has_no_clock(house):
    assert at(house, None).host().get("/api/clocks").json["error"] == "no_clocks"


def test_the_turn_has_used_what_went_by_since_it_was_reckoned():
    said = clocks_json(SEEN, 103.0)
    assert said["turn"] == {"seat": 2, "used_s": 7.0}
    assert [one["left_s"] for one in said["seats"]] == [360.0, -1.5, 5.0, 60.0]
    # One ran over in this hand, the other in the last: people have to know of both.
    assert [(one["is_over"], one["flag"]) for one in said["seats"]] == [
        (False, None),
        (True, 17),
        (False, 9),
        (False, None),
    ]


def test_a_clock_that_stands_still_uses_nothing():
    standing = ClocksSeen(RULES, SEEN.clocks, "question", 100.0)
    assert clocks_json(standing, 500.0)["turn"]["used_s"] == 4.0
    unclear = Reckoning(FOUR, 2, Turn(2, 90.0, 4.0), is_unclear=True)
    assert clocks_json(ClocksSeen(RULES, unclear, "", 100.0), 500.0)["turn"] is None


def test_the_stream_says_it_once_and_then_what_has_changed():
    seen = [SEEN]
    teller = ClocksTeller(lambda: seen[0])
    (news,) = teller.news()
    assert news.startswith("event: clocks\ndata: ")
    assert json.loads(news.partition("data: ")[2])["hand"] == 2
    assert list(teller.news()) == []
    seen[0] = None
    assert [one.split("data: ")[1].strip() for one in teller.news()] == ["null"]
    assert list(teller.news()) == []
