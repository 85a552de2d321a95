"""`companion replay --tape`: facts and questions of then and now, and one sentence for what is not a tape."""

import gzip
import json

import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.conftest import ROOT
from tests.tapes.making import EVENINGS, misread_tape

TAPES = ROOT / "tests" / "tapes"


def run(*words):
    return CliRunner().invoke(main, ["replay", *map(str, words)])


def test_a_tape_that_is_thought_alike_has_no_difference():
    answer = run("--tape", TAPES / "small.tape")
    assert answer.exit_code == 0
    lines = answer.output.splitlines()
    assert lines[0] == "table-1: 12 facts then, 12 now"
    assert '  6 Discarded seat=1 tile="9p"' in lines
    assert lines[-1].startswith("1 game, 12 facts, 0 differences (")


def test_questions_of_then_and_now_are_printed():
    output = run("--tape", TAPES / "win.tape").output
    assert "question then: is_this_the_hand seat 1: Won seat=1" in output
    assert "question now: is_this_the_hand seat 1: Won seat=1" in output


def test_programs_get_one_line_a_game_and_one_for_all():
    answer = run("--tape", TAPES / "two-games.tape", "--json")
    *games, whole = map(json.loads, answer.output.splitlines())
    assert [game["game"] for game in games] == ["table-1", "table-2"]
    assert games[1]["facts"][-1] == {"is": "Discarded", "seat": 1, "tile": "6z", "tsumogiri": None}
    assert (whole["games"], whole["differences"], whole["ended"]) == (2, 0, "")
    assert whole["heard"]["sightings"] == 8


@pytest.fixture
def misread(tmp_path):
    path = tmp_path / "misread.tape"
    path.write_bytes(misread_tape())
    return path


def test_a_difference_is_shown_line_by_line_and_in_the_exit_status(misread):
    answer = run("--tape", misread)
    assert answer.exit_code == 1
    assert '- 6 Discarded seat=1 tile="8p"\n+ 6 Discarded seat=1 tile="9p"\n' in answer.output
    game = json.loads(run("--tape", misread, "--json").output.splitlines()[0])
    (change,) = game["differs"]
    assert (change["place"], change["then"]["tile"], change["now"]["tile"]) == (6, "8p", "9p")


def test_a_cut_tape_is_thought_up_to_the_cut(tmp_path):
    path = tmp_path / "cut.tape"
    path.write_bytes(EVENINGS["small"]().end()[:-300])
    answer = run("--tape", path)
    assert answer.exit_code == 2
    assert "breaks off after" in answer.output
    assert "Traceback" not in answer.output


@pytest.mark.parametrize("words", [(), ("--tape", "x", "y"), ("--tape", "x", "--rules", "tenhou")])
def test_records_or_one_tape(words):
    answer = run(*words)
    assert answer.exit_code == 2
    assert "give records, or one tape" in answer.output


def test_another_version_and_no_tape_are_one_sentence(tmp_path):
    path = tmp_path / "newer.tape"
    path.write_bytes(gzip.compress(b'{"tape": 99}\n'))
    answer = run("--tape", path)
    assert answer.exit_code == 2
    assert answer.output.strip().endswith("it is a tape of form 99, and this companion reads forms up to 8")
    said = json.loads(run("--tape", tmp_path / "none.tape", "--json").output)
    assert "No such file" in said["error"]
