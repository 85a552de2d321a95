"""Where the table's own keys are, kept beside the games."""

import json

import pytest

from companion.keeping.key_sides import FILE, HouseKeys, KeySides, KeySidesRefused


def test_without_a_file_every_letter_is_its_own_side(tmp_path):
    assert HouseKeys(tmp_path).sides == KeySides("ABCD", "")


def test_a_change_applies_at_once_and_after_the_next_start(tmp_path):
    house, calls = HouseKeys(tmp_path), []
    house.changed = lambda: calls.append(house.sides.at)
    house.change("BACD", "D")
    assert calls == ["BACD"]
    assert HouseKeys(tmp_path).sides == KeySides("BACD", "D")


@pytest.mark.parametrize("at", ["ABC", "AACD", "ABCE", "", None, 7, ["A", "B", "C", "D"]])
def test_each_side_is_named_once(tmp_path, at):
    house = HouseKeys(tmp_path)
    with pytest.raises(KeySidesRefused):
        house.change(at, "")
    assert house.sides == KeySides()
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize("without", ["E", "AA", None, 0, ["A"]])
def test_a_letter_without_keys_is_one_of_four(tmp_path, without):
    with pytest.raises(KeySidesRefused):
        HouseKeys(tmp_path).change("ABCD", without)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{",
        b"\xff",
        b'{"at": "ABCD"}',
        b'{"at": "AACD", "without": ""}',
        b"[" * 9_000,
        b" " * 20_000,
    ],
)
def test_a_damaged_file_is_named_and_not_guessed_at(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)
    house = HouseKeys(tmp_path)
    assert FILE in house.damage
    assert house.sides == KeySides()
    assert (tmp_path / FILE).read_bytes() == content


def test_whoever_says_anew_where_the_keys_are_keeps_the_damaged_file_beside(tmp_path):
    (tmp_path / FILE).write_bytes(b"{")
    house = HouseKeys(tmp_path)
    house.change("BACD", "")
    assert (house.damage, HouseKeys(tmp_path).damage) == ("", "")
    (beside,) = tmp_path.glob(f"{FILE}.damaged-*")
    assert beside.read_bytes() == b"{"


def test_a_file_that_cannot_be_read_is_a_damaged_one(tmp_path):
    (tmp_path / FILE).mkdir()
    assert "cannot be read" in HouseKeys(tmp_path).damage


def test_keys_that_are_pressed_where_there_were_none_are_there(tmp_path):
    house = HouseKeys(tmp_path)
    house.change("BACD", "CD")
    house.found("D")
    assert house.sides == HouseKeys(tmp_path).sides == KeySides("BACD", "C")


def test_what_a_person_has_added_stays(tmp_path):
    file = tmp_path / FILE
    file.write_text('{"at": "BACD", "without": "D", "note": "D is at the repair shop"}')
    house = HouseKeys(tmp_path)
    house.change("ABCD", "D")
    house.found("D")
    assert json.loads(file.read_text()) == {"at": "ABCD", "without": "", "note": "D is at the repair shop"}


def test_keys_that_are_found_are_known_though_the_disk_takes_nothing(tmp_path, monkeypatch):
    house = HouseKeys(tmp_path)
    house.change("ABCD", "D")

    def full(*_):
        raise OSError("no space")

    monkeypatch.setattr("companion.keeping.key_sides.write_instead", full)
    house.found("D")
    assert house.sides == KeySides()
    with pytest.raises(OSError, match="no space"):
        house.change("BACD", "")
    assert house.sides == KeySides()
