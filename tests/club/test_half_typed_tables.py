"""A half-typed row in the list of a club's tables: the others go on, and the row waits for a correction."""

import json

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.club.members import Members

WRONG = {
    "name": [{"name": 8}, {"name": ""}, {"name": "x" * 80}, {"name": None}],
    "spare": [{"spare": None}, {"spare": 7}],
    "id": [{"id": "0000000"}, {"id": 3}, {"id": []}],
}
CASES = [(field, wrong) for field, all_wrong in WRONG.items() for wrong in all_wrong]


@pytest.fixture
def three(tmp_path):
    members = Members(tmp_path)
    for number in (1, 2, 3):
        members.join(f"0000000{number}", f"Table {number}")
    return members


def typed(folder, number, wrong):
    file = folder / "members.json"
    told = json.loads(file.read_text())
    told["tables"][number] |= wrong
    file.write_text(json.dumps(told))
    return told["tables"][number]


def rows(folder):
    return json.loads((folder / "members.json").read_text())["tables"]


@pytest.mark.parametrize(("field", "wrong"), CASES)
def test_a_hub_that_starts_has_the_other_tables_and_names_the_row(three, tmp_path, field, wrong):
    row = typed(tmp_path, 1, wrong)
    members = Members(tmp_path)
    assert (members.all[0], members.all[-1]) == (three.all[0], three.all[2])
    shown = {"name": ["00000002"], "spare": ["Table 2"], "id": []}[field]
    assert [one.name for one in members.all[1:-1]] == shown
    assert "members.json: table 2 of the list: " in members.complaint
    assert f" {field} " in members.complaint
    for change in (
        lambda: members.rename("00000003", "Window"),
        lambda: members.join("00000004", "Table 4"),
        lambda: members.hand_over("00000004", "00000005"),
        lambda: members.leave("00000001"),
    ):
        change()
        assert row in rows(tmp_path)
        assert "of the list: " in members.complaint
        assert Members(tmp_path).all == members.all
    assert not list(tmp_path.glob("*.damaged-*"))


@pytest.mark.parametrize(("field", "wrong"), CASES)
def test_in_a_hub_that_runs_the_table_goes_on_as_it_was_known(three, tmp_path, field, wrong):
    before = three.all
    row = typed(tmp_path, 1, wrong)
    three.look()
    assert sorted(three.all, key=lambda one: one.id) == list(before)
    assert f"table 2 of the list: {field} " in three.complaint
    three.rename("00000001", "Door")
    assert row in rows(tmp_path)
    assert {one.name for one in three.all} == {"Door", "Table 2", "Table 3"}
    typed(tmp_path, rows(tmp_path).index(row), {"id": "00000002", "name": "Table 2", "spare": ""})
    if field != "id":
        three.look()
        assert three.complaint == ""


def test_the_row_is_written_once_somebody_names_the_table_and_goes_with_it(three, tmp_path):
    typed(tmp_path, 1, {"name": 8, "note": "By the window"})
    members = Members(tmp_path)
    members.rename("00000002", "Window")
    assert members.complaint == ""
    assert rows(tmp_path)[1] == {"id": "00000002", "name": "Window", "spare": "", "note": "By the window"}
    typed(tmp_path, 1, {"name": 8})
    Members(tmp_path).leave("00000002")
    assert [one["id"] for one in rows(tmp_path)] == ["00000001", "00000003"]


def test_whoever_lists_the_tables_hears_of_the_row(tmp_path):
    (tmp_path / "club").mkdir()
    Members(tmp_path / "club").join("00000001", "East")
    typed(tmp_path / "club", 0, {"name": 8})
    found = CliRunner().invoke(main, ["club", "tables", "--data", str(tmp_path)])
    assert "00000001  00000001  0 entries" in found.output
    assert "! " in found.stderr
    assert "table 1 of the list: name must be a text in quotes, not 8" in found.stderr


def test_a_table_that_leaves_is_gone_from_a_list_that_has_it_twice(three, tmp_path):
    told = json.loads((tmp_path / "members.json").read_text())
    told["tables"].append({**told["tables"][0], "name": "Copied"})
    (tmp_path / "members.json").write_text(json.dumps(told))
    three.look()
    three.leave("00000001")
    assert [row["id"] for row in rows(tmp_path)] == ["00000002", "00000003"]
    assert [one.id for one in Members(tmp_path).all] == ["00000002", "00000003"]
