"""A tournament as an organiser types it, without a running hub."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from companion.clock import SystemClock
from companion.club.members import Members
from companion.club.service import FOLDER
from companion.club.tournament_file import FILE, TournamentFile
from companion.club_page.organising import Fields, Organiser
from companion.dashboard.commands import read_command
from companion.riichi.presets import HOUSE
from companion.tournament.at_table import plan_for
from tests.club.club_tables import said

PEOPLE = ("Anna", "Ben", "Chiyo", "Dario", "Ela", "Finn", "Goro", "Hana")


@pytest.fixture
def club(tmp_path):
    """A hub's data folder with a tournament of eight players and three rounds."""
    (tmp_path / FOLDER).mkdir()
    said(tmp_path, "new", "Wednesday", "--rounds", 3)
    said(tmp_path, "players", *(word for name in PEOPLE for word in ("--add", name)))
    return tmp_path


def tournament(club):
    return TournamentFile(club / FOLDER).tournament


def test_companions_are_given_to_the_tables_of_the_plan_alone(club):
    members = Members(club / FOLDER)
    for number in (1, 2, 3):
        members.join(f"0000000{number}", f"Table {number}")
    said(club, "players", *(word for name in ("I", "J", "K", "L") for word in ("--substitute", name)))
    said(club, "plan")
    assert tournament(club).companions == {1: "00000001", 2: "00000002"}
    said(club, "players", "--add", "M", "--add", "N", "--add", "O", "--add", "P")
    said(club, "round", "start")
    assert tournament(club).companions == {1: "00000001", 2: "00000002", 3: "00000003"}


def test_a_companion_is_named_however_its_name_is_typed(club):
    member = Members(club / FOLDER).join("00000001", "Table 1")
    said(club, "plan")
    said(club, "assign", 1, "none")
    assert "table 1 is followed by Table 1" in said(club, "assign", 1, "table  1")
    assert tournament(club).companions == {1: member.id}
    assert "there is no table 'Window'; see: companion club tables" in said(
        club, "assign", 1, "Window", status=1
    )


def test_what_is_played_once_time_is_up_needs_a_time(club):
    assert "say --minutes too" in said(club, "settings", "--then", "this-hand", status=2)
    assert "60 minutes, then this hand" in said(club, "settings", "--minutes", 60, "--then", "this-hand")
    assert "60 minutes, then one more hand" in said(club, "settings", "--then", "one-more")


def test_endless_digits_are_nobodys_number(club):
    endless = "9" * 5_000
    assert "nobody is called" in said(club, "players", "--left", endless, status=1)
    assert "is not the number of a table" in said(club, "players", "--fixed", "Anna", endless, status=1)


def test_a_page_that_cannot_be_written_is_one_sentence(club):
    lacking = club / "nowhere" / "page.html"
    told = said(club, "scores", "--html", lacking, status=1)
    assert told.endswith(f"Error: {lacking} cannot be used: No such file or directory\n")


def test_what_is_undone_is_marked_in_the_list_of_changes(club):
    said(club, "penalty", "Anna", 20_000)
    said(club, "undo")
    lines = said(club, "changes").splitlines()
    assert [line[0] for line in lines] == [*(" " for _ in lines[:-2]), "x", " "]
    said(club, "undo", len(lines))
    lines = said(club, "changes").splitlines()
    assert [line[0] for line in lines[-3:]] == [" ", "x", " "]
    assert "no change 0" in said(club, "undo", 0, status=1)


def test_a_decision_is_undone_and_brought_back_as_a_whole(club):
    said(club, "settings", "--rounds", 2, "--minutes", 45)
    before = said(club, "settings")
    told = said(club, "settings", "--rounds", 3, "--minutes", 60)
    undone = said(club, "undo").splitlines()
    assert [line.split()[0] for line in undone] == ["TimeSet", "LengthSet"]
    assert said(club, "settings") == before
    said(club, "undo", re.search(r"revision (\d+)\)", undone[0])[1])
    assert said(club, "settings") == told


def test_an_earlier_tournament_that_is_too_large_is_one_sentence(club, monkeypatch):
    said(club, "new", "Thursday")
    size = (club / FOLDER / FILE).stat().st_size
    monkeypatch.setattr("companion.club.tournament_file._MOST_BYTES", size)
    assert "tournament-1.jsonl is larger than any tournament" in said(club, "players", "--earlier", status=1)


def test_whoever_had_a_name_in_an_earlier_tournament_that_is_too_long_now_is_entered_with_its_beginning(club):
    file = club / FOLDER / FILE
    file.write_text(file.read_text().replace("Anna", "N" * 60))
    said(club, "new", "Thursday")
    said(club, "players", "--earlier")
    assert [one.name for one in tournament(club).players] == ["N" * 40, *PEOPLE[1:]]


def test_a_round_that_the_page_began_is_paused_after_the_time_that_has_gone_by(club, monkeypatch):
    said(club, "settings", "--minutes", 60)
    said(club, "plan")
    page = Organiser(club / FOLDER, Members(club / FOLDER), lambda: ())
    page.do("start", Fields({}))
    monkeypatch.setattr(SystemClock, "utc_now", lambda _: datetime.now(UTC) + timedelta(hours=9))
    assert "Round 1 of 3: 0 of 60 minutes" in said(club, "round")
    said(club, "clock", "pause")
    page.do("go", Fields({}))
    page.do("pause", Fields({}))
    assert "Round 1 of 3: 0 of 60 minutes\n" in said(club, "clock", "go")
    said(club, "round", "start")
    assert "Round 2 of 3: 0 of 60 minutes" in said(club, "round")


def test_numbers_below_zero_are_typed_as_others_are(club):
    said(club, "settings", "--minutes", 60, "--rules", "ema")
    said(club, "plan")
    said(club, "round", "start")
    said(club, "result", 1, 1, 70_000, 40_000, 20_000, -10_000)
    assert tournament(club).current.typed == {1: (70_000, 40_000, 20_000, -10_000)}
    said(club, "clock", "extra", -5, "--table", 2)
    assert tournament(club).current.clock.extra == {2: -5}
    assert "a penalty is 1 to" in said(club, "penalty", "Anna", -1_000, status=1)
    assert "No such option" in said(club, "penalty", "--rond", 1, "Anna", 1_000, status=2)


def test_points_that_are_missing_are_sticks_or_were_typed_wrongly(club):
    said(club, "settings", "--rules", "ema")
    said(club, "round", "start")
    wrong = said(club, "result", 1, 1, 28_300, 40_000, 30_000, 21_200, status=1)
    assert "500 points are missing, and only riichi sticks of 1,000 can be" in wrong
    assert tournament(club).current.typed == {}
    assert "missing" not in said(club, "result", 1, 1, 28_300, 40_000, 30_000, 21_700)
    told = said(club, "result", 1, 2, 38_000, 40_000, 20_000, 20_000)
    assert "! 2,000 points are missing: 2 riichi sticks that nobody won?" in told
    file = club / FOLDER / FILE  # an older companion took what nobody would enter now
    file.write_text(file.read_text().replace("[38000,40000", "[38500,40000"))
    assert tournament(club).current.typed[2][0] == 38_500


@pytest.mark.parametrize("what", ["pause", "go"])
def test_the_clock_of_one_table_alone_can_neither_stop_nor_go_on(club, what):
    said(club, "plan")
    said(club, "round", "start")
    assert "say --table only with extra" in said(club, "clock", what, "--table", 2, status=2)
    assert tournament(club).current.clock.is_running


def test_one_pair_that_meets_again_is_one_pair(club):
    said(club, "players", "--left", "Goro", "--left", "Hana")
    told = said(club, "settings", "--rounds", 2) + said(club, "plan")
    assert "1 pair meets again, 2 times somebody comes back to a table" in told


def test_a_cut_or_a_round_that_begins_is_one_decision(club):
    def undone() -> set[str]:
        return {line.split()[0] for line in said(club, "undo").splitlines()}

    said(club, "round", "start")
    assert undone() == {"RoundsSeated", "RoundStarted"}
    assert "no round has begun" in said(club, "round")
    said(club, "round", "start")
    for table in (1, 2):
        said(club, "result", 1, table, 40_000, 30_000, 20_000, 10_000)
    assert "Error: players " in said(club, "cut", 3, status=1)
    said(club, "cut", 4)
    assert undone() == {"CutMade", "RoundsSeated"}
    said(club, "cut", 4)


def test_names_of_an_older_companion_are_cut_to_what_tables_take_and_stay_two(club):
    file = club / FOLDER / FILE
    long = "N" * 60
    for was, now in (("Anna", long), ("Ben", f"{long[1:]}X"), ("Chiyo", long[:40])):
        file.write_text(file.read_text().replace(was, now))
    said(club, "plan")
    said(club, "round", "start")
    names = [one.name for one in tournament(club).players]
    assert names == [f"{long[:38]} 2", f"{long[:38]} 3", long[:40], *PEOPLE[3:]]
    for table in (1, 2):
        offered = plan_for(tournament(club), "1", table).names(1)
        body = {"kind": "start", "id": "a", "expected_seq": 0, "names": list(offered)}
        assert read_command(body, "", HOUSE).asked.names == offered
    assert long in file.read_text()
    said(club, "forget", names[0])
    assert [one.name for one in tournament(club).players][:3] == ["Player 1", *names[1:3]]


def test_somebody_who_goes_home_while_the_own_table_plays_is_asked_about(club):
    said(club, "plan")
    said(club, "round", "start")
    seated = next(one for one in tournament(club).rounds[0].tables if 1 in one)
    told = said(club, "players", "--left", "Anna", "--substitute", "Sub")
    assert "! round 1: Anna has left, and table" in told
    assert "! rounds 2 to 3 are not seated now: `companion club plan` seats everybody" in told
    assert "Anna has left" in said(club, "round")
    assert "Anna has left" not in said(club, "players", "--add", "Kai")
    said(club, "swap", 1, "Anna", "Sub")
    assert "Anna has left" not in said(club, "round")
    assert len(seated) == 4
    assert "Anna" not in said(club, "round", "start")
    assert tournament(club).begun == 2


def test_whoever_leaves_between_rounds_is_only_marked(club):
    said(club, "settings", "--rounds", 2)
    said(club, "plan")
    said(club, "round", "start")
    for table in (1, 2):
        said(club, "result", 1, table, 40_000, 30_000, 20_000, 10_000)
    told = said(club, "players", "--left", "Anna", "--substitute", "Sub")
    assert "Anna has left" not in told
    assert "! round 2 is not seated now" in told


def test_a_round_that_begins_while_a_table_of_the_one_before_has_no_result_says_so(club):
    said(club, "plan")
    said(club, "round", "start")
    said(club, "result", 1, 1, 40_000, 30_000, 20_000, 10_000)
    told = said(club, "round", "start")
    assert "! round 1: no companion follows table 2: type its points" in told
    assert "round 1: no companion follows table 1" not in told
    said(club, "result", 1, 2, 40_000, 30_000, 20_000, 10_000)
    assert "round 1:" not in said(club, "round")


def test_somebody_is_forgotten_where_the_list_of_tables_is_damaged(club):
    for file in club.rglob("tournament.jsonl"):
        file.with_name("members.json").write_text("{")
    said(club, "forget", "Anna")
    assert "Anna" not in {one.name for one in tournament(club).players}
