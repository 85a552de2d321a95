"""What the camera may write, asked and changed over HTTP."""

import pytest

from companion.dashboard.app import create_app
from companion.scribe.mind import TRUSTING, Trust


class House:
    """A house that remembers, on a disk that may be full."""

    def __init__(self) -> None:
        self.trust = TRUSTING
        self.is_full = False

    def set_trust(self, trust: Trust) -> None:
        if self.is_full:
            raise OSError("no space")
        self.trust = trust


@pytest.fixture
def house():
    return House()


@pytest.fixture
def say(board, commands, house):
    client = create_app(board, commands, house=house).test_client()
    return lambda body: client.post("/api/trust", json=body, headers={"X-Table": "1"})


def test_what_is_posted_changes_and_the_rest_stays(say, house) -> None:
    answer = say({"writes_melds": False, "ahead": 40})
    assert answer.status_code == 200
    assert house.trust == Trust(ahead=40.0, writes_melds=False)
    assert (answer.json["writes_melds"], answer.json["writes_discards"]) == (False, True)
    assert say({}).json == answer.json


@pytest.mark.parametrize("body", [[], "yes", {"melds": True}, {"sure": 7}, {"writes_riichi": "no"}])
def test_nonsense_is_refused_and_changes_nothing(say, house, body) -> None:
    refused = say(body)
    assert (refused.status_code, refused.json["error"]) == (400, "bad_trust")
    assert house.trust == TRUSTING


def test_what_cannot_be_kept_does_not_hold(say, house) -> None:
    house.is_full = True
    refused = say({"writes_melds": False})
    assert (refused.status_code, refused.json["error"]) == (507, "not_kept")
    assert house.trust == TRUSTING


def test_where_no_camera_looks_there_is_nothing_to_trust(client) -> None:
    assert client.get("/api/trust").json["error"] == "no_eye"
