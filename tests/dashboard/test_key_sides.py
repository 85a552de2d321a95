"""Where the table's own keys are, asked and changed over HTTP."""

import pytest

from companion.dashboard.app import create_app
from companion.keeping.key_sides import HouseKeys, KeySides


@pytest.fixture
def house(tmp_path):
    house = HouseKeys(tmp_path)
    house.with_keys("ABCD")
    return house


@pytest.fixture
def asking(board, commands):
    def asking(house, body=None):
        client = create_app(board, commands, key_sides=house).test_client()
        if body is None:
            return client.get("/api/key-sides")
        return client.post("/api/key-sides", json=body, headers={"X-Table": "1"})

    return asking


def test_what_is_posted_is_what_is_said_afterwards(asking, house):
    assert asking(house).json == {"letters": "ABCD", "at": "ABCD", "without": ""}
    answer = asking(house, {"at": "BACD", "without": "DC"})
    assert answer.json == {"letters": "ABCD", "at": "BACD", "without": "CD"}
    assert asking(house).json == answer.json


@pytest.mark.parametrize(
    "body",
    [[], {}, {"at": "BACD"}, {"at": "BACD", "without": "", "letters": "A"}, {"at": "AAAA", "without": ""}],
)
def test_nonsense_is_refused_and_changes_nothing(asking, house, body):
    refused = asking(house, body)
    assert (refused.status_code, refused.json["error"]) == (400, "bad_key_sides")
    assert house.sides == KeySides()


def test_a_table_without_keys_of_its_own_has_none_to_place(asking, tmp_path):
    for house in (None, HouseKeys(tmp_path)):
        assert asking(house).json["letters"] == ""
        refused = asking(house, {"at": "BACD", "without": ""})
        assert (refused.status_code, refused.json["error"]) == (404, "no_panel")


def test_what_cannot_be_kept_does_not_apply(asking, house, monkeypatch):
    def full(*_):
        raise OSError("no space")

    monkeypatch.setattr("companion.keeping.key_sides.write_instead", full)
    refused = asking(house, {"at": "BACD", "without": ""})
    assert (refused.status_code, refused.json["error"]) == (507, "not_kept")
    assert house.sides == KeySides()
