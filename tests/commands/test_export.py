"""`companion export`: a game of the journal as mjai or tenhou.net/6, and back through `companion replay`."""

import json
from contextlib import closing

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.evenings.exporting import exported
from companion.evenings.played import played
from companion.evenings.words import Words
from companion.evidence import Cause
from companion.journal import Draft, SqliteJournal, SqliteReader
from companion.riichi.presets import PRESETS
from companion.riichi.public import public_twin
from tests.front_door.own_records import SUFFIXES, own_facts, own_record

NOON = "2024-01-01T12:00:00.000000Z"
both_formats = pytest.mark.parametrize("form", ["mjai", "tenhou6"])
GAMES = {"pretend-1": (7, "tenhou"), "pretend-2": (3, "tenhou-3p")}


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def folder(tmp_path):
    """A data folder with two whole games and one that is played, told as a real table tells them."""
    games = tmp_path / "games"
    with closing(SqliteJournal(games / "demo.sqlite")) as journal:
        for seed, rules in GAMES.values():
            _append(journal, own_facts(seed, rules), rules)
        _append(journal, own_facts(7)[:40], "tenhou")
    return games


def _append(journal, facts, rules):
    game = journal.next_game("pretend", PRESETS[rules], NOON)
    told = [Draft(at=NOON, because=Cause.PRETEND, fact=public_twin(fact)) for fact in facts]
    journal.append(game, told)


@both_formats
@pytest.mark.parametrize("game", GAMES)
def test_an_exported_game_is_replayed_without_a_mismatch(folder, tmp_path, form, game):
    exported = call("export", "--format", form, "--data", folder, game)
    assert (exported.exit_code, exported.stderr) == (0, "")
    path = tmp_path / f"exported.{SUFFIXES[form]}"
    path.write_text(exported.stdout)
    result = call("replay", "--json", path)
    found, totals = map(json.loads, result.stdout.splitlines())
    record = own_record(*GAMES[game])
    assert (result.exit_code, totals["mismatches"]) == (0, 0)
    assert found["format"] == form
    assert found["rules"] == GAMES[game][1]
    assert totals["facts"] == sum(len(hand.facts) for hand in record.hands)
    assert tuple(found["final"]) == record.final.points


@both_formats
def test_points_and_payments_are_in_the_file(folder, form):
    """Hands nobody saw; but a win was shown, so that its value can be checked by any reader."""
    text = call("export", "--format", form, "--data", folder, "pretend-1").stdout
    if form == "mjai":
        events = [json.loads(line) for line in text.splitlines()]
        wins = [event for event in events if event["type"] == "hora"]
        assert wins
        assert all(event["hora_points"] > 0 and event["hora_tehais"] for event in wins)
    else:
        results = [kyoku[-1] for kyoku in json.loads(text)["log"]]
        assert {result[0] for result in results} == {"和了", "流局"}


def test_what_nobody_saw_is_a_question_mark_in_mjai(folder):
    text = call("export", "--format", "mjai", "--data", folder, "pretend-1").stdout
    events = [json.loads(line) for line in text.splitlines()]
    assert all(event["pai"] == "?" for event in events if event["type"] == "tsumo")
    assert all(event["tehais"] == [["?"] * 13] * 4 for event in events if event["type"] == "start_kyoku")
    assert all(event["pai"] != "?" for event in events if event["type"] == "dahai")


def test_what_nobody_saw_is_a_nought_in_tenhou6(folder):
    game = json.loads(call("export", "--format", "tenhou6", "--data", folder, "pretend-1").stdout)
    for kyoku in game["log"]:
        for seat in range(4):
            dealt, draws, discards = kyoku[4 + 3 * seat : 7 + 3 * seat]
            assert dealt == [0] * 13
            assert all(draw == 0 for draw in draws if isinstance(draw, int))
            assert 0 not in discards or any(isinstance(draw, str) for draw in draws)


def test_the_command_writes_what_the_page_writes(folder):
    with closing(SqliteReader(folder / "demo.sqlite")) as reader:
        games = [played(game, reader.entries(game.number)) for game in reader.games()]
    for form in ("csv", "mjai", "tenhou6"):
        for game in games:
            text = call("export", "--format", form, "--data", folder, game.game.name).stdout_bytes.decode()
            assert text == exported(game, form, Words("en", {})).text
    assert '"sc"' in call("export", "--format", "tenhou6", "--data", folder, "pretend-1").stdout


def test_a_game_that_is_still_played_comes_as_far_as_it_is(folder, tmp_path):
    path = tmp_path / "half.jsonl"
    path.write_text(call("export", "--format", "mjai", "--data", folder, "pretend-3").stdout)
    result = call("replay", path)
    assert (result.exit_code, result.stderr) == (
        2,
        f"{path}: hand 1, event 40: the record breaks off before the end of the hand\n",
    )
    assert "39 facts: 0 mismatches" in result.stdout


def test_an_unknown_game_names_those_that_are_there(folder):
    result = call("export", "--format", "mjai", "--data", folder, "friday")
    assert (result.exit_code, result.stdout) == (1, "")
    there = "there are: pretend-1, pretend-2, pretend-3"
    assert result.stderr == f"Error: there is no game friday in {folder}; {there}\n"


def test_an_empty_folder_says_that_there_are_none(tmp_path):
    result = call("export", "--format", "mjai", "--data", tmp_path, "friday")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.endswith("; there are: none\n")


def test_a_damaged_journal_is_one_sentence(folder):
    (folder / "demo.sqlite").write_bytes(b"nothing of ours" * 40)
    result = call("export", "--format", "mjai", "--data", folder, "pretend-1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: ")
    assert len(result.stderr.splitlines()) == 1


def test_other_formats_are_refused_by_name(folder):
    result = call("export", "--format", "mjlog", "--data", folder, "pretend-1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'mjlog' is not one of 'csv', 'mjai', 'tenhou6'" in result.stderr
