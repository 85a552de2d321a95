"""What the camera may write, asked and changed over HTTP."""

import pytest

from companion.dashboard.app import create_app
from companion.keeping.trusting import FILE, HouseTrust, kept_trust, trust_of
from companion.scribe.mind import TRUSTING, Trust


class House:
    """A house that remembers, on a disk that may be full."""

    def __init__(self) -> None:
        self.trust = TRUSTING
        self.is_full = False

    def change(self, said) -> None:
        trust = trust_of(said, self.trust)
        if self.is_full:
            raise OSError("no space")
        self.trust = trust


@pytest.fixture
def house():
    return House()


@pytest.fixture
def say(board, commands, house):
    return saying(board, commands, house)


def saying(board, commands, house):
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


def test_what_somebody_wrote_into_the_file_meanwhile_holds_and_stays(board, commands, tmp_path) -> None:
    house = HouseTrust(tmp_path)
    say = saying(board, commands, house)
    say({"writes_melds": False})
    file = tmp_path / FILE
    written = file.read_text().replace("sure = 0.9\n", "# Glare on the left side.\nsure = 0.97  # was 0.9\n")
    assert "Glare" in written
    file.write_text(written)
    answer = say({"writes_riichi": False})
    assert (answer.json["sure"], answer.json["writes_melds"], answer.json["writes_riichi"]) == (
        0.97,
        False,
        False,
    )
    assert file.read_text() == written.replace("writes_riichi = true", "writes_riichi = false")
    assert house.trust == kept_trust(tmp_path)


def test_a_setting_that_the_file_does_not_name_is_added_at_its_end(board, commands, tmp_path) -> None:
    (tmp_path / FILE).write_bytes(b'\xef\xbb\xbf"sure"=0.95')
    say = saying(board, commands, HouseTrust(tmp_path))
    assert say({"writes_melds": False, "sure": 0.96}).json["sure"] == 0.96
    assert (tmp_path / FILE).read_text() == '"sure"=0.96\nwrites_melds = false\n'


@pytest.mark.parametrize("damaged", [b"sure = 0.9O\n", b"# \xff\n", b"#" * 10_001])
def test_a_file_that_cannot_be_read_is_kept_beside_the_new_one(board, commands, tmp_path, damaged) -> None:
    house = HouseTrust(tmp_path)
    say = saying(board, commands, house)
    say({"writes_melds": False})
    (tmp_path / FILE).write_bytes(damaged)
    assert say({"writes_riichi": False}).json["writes_melds"] is False
    assert house.trust == kept_trust(tmp_path)
    (beside,) = tmp_path.glob(f"{FILE}.damaged-*")
    assert beside.read_bytes() == damaged


def test_where_no_camera_looks_there_is_nothing_to_trust(client) -> None:
    assert client.get("/api/trust").json["error"] == "no_eye"
