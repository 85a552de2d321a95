"""`companion show`: the table of a record at one moment, and what it says where there is none."""

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.intake.record_player import playable
from companion.riichi.diagram import diagram
from tests.front_door.own_records import SUFFIXES, in_lines, own_events, own_record, own_text, place_of


def show(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["show", *map(str, arguments)])


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "own.xml"
    path.write_text(own_text("mjlog", 7))
    return path


@pytest.mark.parametrize("form", SUFFIXES)
def test_every_format_shows_the_same_table(tmp_path, form):
    path = tmp_path / "record"
    path.write_text(own_text(form, 7))
    result = show("--record", path, "--at", 57)
    table = playable(own_record(7)).tables[56]
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.split("\n\n", 1)[1] == diagram(table)


def test_the_first_fact_is_that_people_sat_down_and_the_second_the_deal(file):
    assert show("--record", file, "--at", 1).stdout.startswith("fact 1 of ")
    first, _, *rest = show("--record", file, "--at", 2).stdout.splitlines()
    assert first.endswith(": KyokuStarted")
    assert rest[0] == "E1-0  tenhou  70 live, 4 replacement tiles"
    assert sum(line.startswith(("  0 E", "> 0 E", "  1 S", "  2 W", "  3 N")) for line in rest) == 4


def test_without_a_number_it_is_the_end(file):
    result = show("--record", file)
    record = own_record(7)
    for name, points in zip(record.names, record.final.points, strict=True):
        assert f"{points}  {name}" in result.stdout
    assert "the game is over" in result.stdout


def test_a_number_beyond_the_end_is_told(file):
    count = len(playable(own_record(7)).tables)
    result = show("--record", file, "--at", count + 1)
    assert (result.exit_code, result.stderr) == (1, f"Error: the record has {count} facts, not {count + 1}\n")


@pytest.mark.parametrize("number", ["0", "-1", "east"])
def test_a_number_that_cannot_be_is_refused(file, number):
    result = show("--record", file, "--at", number)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--at" in result.stderr


def test_a_broken_law_shows_the_last_lawful_table(tmp_path):
    events = own_events(7)
    place = place_of(events, "dahai", nth=10) + 1
    events.insert(place, {"type": "tsumo", "actor": events[place - 1]["actor"], "pai": "?"})
    path = tmp_path / "broken.jsonl"
    path.write_text(in_lines(events))
    result = show("--record", path)
    assert result.exit_code == 2
    assert result.stderr == f"{path}: hand 1, event {place + 1}: It is another player's turn.\n"
    assert result.stdout.split("\n\n", 1)[1] == diagram(playable(own_record(7)).tables[place - 1])


def test_what_is_no_record_has_no_table(tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    result = show("--record", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"{path}: it is a PNG picture, not a record\n"


def test_one_record_is_asked_for(tmp_path, file):
    (tmp_path / "another.jsonl").write_text(own_text("mjai", 7))
    several = show("--record", tmp_path)
    assert (several.exit_code, several.stdout) == (1, "")
    assert several.stderr == f"Error: {tmp_path} holds several records; unpack it and name one\n"
    empty = tmp_path / "empty"
    empty.mkdir()
    nothing = show("--record", empty)
    assert (nothing.exit_code, nothing.stderr) == (1, f"Error: there is no record in {empty}\n")
