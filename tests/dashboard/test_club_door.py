"""The club of a table over HTTP: who may join and leave, and what is answered."""

from dataclasses import asdict

import pytest

from companion.dashboard.app import create_app
from companion.dashboard.club_door import ClubRefused, ClubState
from tests.security.houses import Browser, House, post


class Door:
    """A club that lets in whoever types `good`."""

    def __init__(self):
        self.club = None

    def state(self):
        return self.club

    def join(self, code):
        if code != "good":
            raise ClubRefused("used_code", "this code was used already")
        self.club = ClubState("Table 1", "192.168.1.20", is_reached=False, behind=7)

    def leave(self):
        self.club = None


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
