"""The club of a table over HTTP: who may join and leave, and what is answered."""

from dataclasses import asdict

import pytest

from companion.dashboard.app import create_app
from companion.dashboard.club_door import ClubRefused, ClubState
from companion.tournament.referee import CallSeen, CallState
from tests.security.houses import Browser, House, post


class Door:
    """A club that lets in whoever types `good`."""

    def __init__(self):
        self.club = None
        self.is_called, self.seat = False, None

    def state(self):
        return self.club

    def join(self, code):
        if code != "good":
            raise ClubRefused("used_code", "this code was used already")
        self.club = ClubState("Table 1", "192.168.1.20", is_reached=False, behind=7)

    def leave(self):
        self.club = None

    def called(self):
        if self.is_called:
            return CallSeen(CallState.WAITING, 2, self.seat)
        return CallSeen(CallState.NONE) if self.club else None

    def call(self, *, is_wanted, seat):
        self.is_called, self.seat = is_wanted, seat


@pytest.fixture
def door():
    return Door()


@pytest.fixture
def house(door):
    house = House()
    house.app = create_app(house.board, house.table, entrance=house.entrance, club=door)
    house.app.test_client_class = Browser
    return house


def test_a_host_joins_looks_and_leaves(house, door):
    host = house.host()
    assert host.get("/api/membership").json == {"club": None}
    joined = post(host, "/api/membership/join", code="good")
    assert joined.json == host.get("/api/membership").json == {"club": asdict(door.club)}
    assert post(host, "/api/membership/leave").json == {"club": None}


def test_what_is_refused_is_said(house, door):
    answer = post(house.host(), "/api/membership/join", code="old")
    assert (answer.status_code, answer.json) == (
        409,
        {"error": "used_code", "message": "this code was used already."},
    )
    assert post(house.host(), "/api/membership/join").json["error"] == "bad_membership"
    assert post(house.host(), "/api/membership/leave", code="good").json["error"] == "bad_membership"
    assert door.club is None


def test_only_a_host_joins_or_leaves(house, door):
    for device in (house.stranger(), house.paired("scorer")):
        assert device.get("/api/membership").status_code in (401, 403)
        assert post(device, "/api/membership/join", code="good").status_code in (401, 403)
        assert post(device, "/api/membership/leave").status_code in (401, 403)
    assert door.club is None


def test_a_table_of_which_nothing_is_kept_belongs_to_no_club():
    host = House().host()
    assert host.get("/api/membership").json["error"] == "no_club"
    assert post(host, "/api/membership/join", code="good").status_code == 404


def test_whoever_keeps_the_score_calls_the_referee_and_withdraws_the_call(house, door):
    scorer = house.paired("scorer")
    assert post(scorer, "/api/referee", wanted=True, seat=2).json["error"] == "no_club"
    door.join("good")
    assert post(scorer, "/api/referee", wanted=True, seat=2).json == {
        "call": {"state": "waiting", "place": 2, "seat": 2}
    }
    assert post(scorer, "/api/referee", wanted=False, seat=None).json["call"]["state"] == "none"
    for body in ({"wanted": 1, "seat": 2}, {"wanted": True, "seat": 4}, {"wanted": True}):
        assert post(scorer, "/api/referee", **body).json["error"] == "bad_call"
    assert not door.is_called
