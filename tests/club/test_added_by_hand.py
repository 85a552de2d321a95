"""What a person has added to a file by hand is in it after the next change, too."""

import json
from contextlib import suppress
from dataclasses import replace

import pytest

from companion.clock import SystemClock
from companion.club.members import Members
from companion.club.pantheon_file import PantheonTold, keep_told
from companion.club_page.featured import Featured, keep_featured
from companion.dashboard.devices import Devices
from companion.dashboard.roles import Role
from companion.errors import ConfigError
from companion.intake.eye.calibrating_kept import keep_choice, kept_choice
from companion.keeping.evenings_kept import claim_evening


def change_tables(folder):
    members = Members(folder)
    with suppress(ConfigError):
        members.rename("00000001", "Window")
    members.join(f"0000000{len(members.all) + 1}", "Table")


CHANGES = {
    "members.json": change_tables,
    ".devices.json": lambda folder: Devices(folder / ".devices.json").let_in("Phone", Role.SCORER, "now"),
    ".evenings.json": lambda folder: claim_evening(folder / "kept", folder, SystemClock()),
    "kept/evening.json": lambda folder: claim_evening(folder / "kept", folder, SystemClock()),
    "eye/choice.json": lambda folder: keep_choice(folder, replace(kept_choice(folder), tiles="black")),
    "broadcast.json": lambda folder: keep_featured(folder, Featured("0000aaaa", 60)),
    "pantheon.json": lambda folder: keep_told(folder, PantheonTold(event=1)),
}
ADDED = {"note": "By the window", "more": [{"id": "x"}]}


@pytest.mark.parametrize("name", CHANGES)
def test_a_file_carries_on_what_a_person_has_added(tmp_path, name):
    CHANGES[name](tmp_path)
    file = tmp_path / name
    told = json.loads(file.read_text())
    rows = told.get("tables", []) + told.get("devices", [])
    for one in rows:
        one.update(ADDED)
    file.write_text(json.dumps(told | ADDED))
    for _ in range(2):
        CHANGES[name](tmp_path)
        now = json.loads(file.read_text())
        assert ADDED.items() <= now.items()
        after = {one["id"]: one for one in now.get("tables", []) + now.get("devices", [])}
        assert all(ADDED.items() <= after[one["id"]].items() for one in rows)


def test_what_was_added_goes_with_the_table_or_the_device(tmp_path):
    members = Members(tmp_path)
    for number in (1, 2):
        members.join(f"0000000{number}", f"Table {number}")
    file = tmp_path / "members.json"
    told = json.loads(file.read_text())
    told["tables"][0]["note"] = "loose leg"
    file.write_text(json.dumps(told))
    members.leave("00000001")
    assert "loose leg" not in file.read_text()


def test_a_row_that_was_copied_by_hand_is_named_and_no_change_touches_two_tables(tmp_path):
    members = Members(tmp_path)
    for number in (1, 2, 3):
        members.join(f"0000000{number}", f"Table {number}")
    file = tmp_path / "members.json"
    told = json.loads(file.read_text())
    told["tables"].append(told["tables"][1] | {"name": "Table 4"})
    file.write_text(json.dumps(told))
    sentence = "table 4 of the list: id must not be that of table 2"
    for one in (Members(tmp_path), members):
        one.look()
        assert sentence in one.complaint
        assert [each.name for each in one.all] == ["Table 1", "Table 2", "Table 3"]
    members.rename("00000002", "Window")
    again = Members(tmp_path)
    assert [one.name for one in again.all] == ["Table 1", "Window", "Table 3"]
    assert sentence in again.complaint
    assert json.loads(file.read_text())["tables"][3] == told["tables"][3]


def test_a_table_that_a_restored_list_has_meanwhile_is_in_it_once(tmp_path):
    Members(tmp_path)
    hub, restored = Members(tmp_path), Members(tmp_path)
    known = restored.join("00000001", "Window")
    assert hub.join("00000001", "Bench") == known
    assert Members(tmp_path).all == hub.all == (known,)


@pytest.mark.parametrize("content", [b"[1]", b"", b"7"])
def test_of_a_file_that_is_something_else_nothing_is_carried_on(tmp_path, content):
    (tmp_path / "broadcast.json").write_bytes(content)
    keep_featured(tmp_path, Featured("0000aaaa", 60))
    told = json.loads((tmp_path / "broadcast.json").read_text())
    assert told == {"table": "0000aaaa", "delay_s": 60, "owed_s": 0}
