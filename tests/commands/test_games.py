"""`companion games`: what was kept, taken in and forgotten, typed by a person."""

import errno
import shutil
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.clock import ManualClock
from companion.haifu.gathering import gather
from companion.haifu.mjai_writer import write_mjai
from companion.journal import SqliteJournal, SqliteReader
from companion.keeping.club_file import Club, keep_club
from companion.keeping.copies import Copier, copies_of, make_copy, renewal_mark
from companion.riichi.facts import HanchanEnded, HanchanStarted
from companion.riichi.presets import TENHOU
from tests.evenings.games import kept
from tests.haifu.wanderers import game
from tests.toolbox.dying import dies_at, steps_of

NAMES = ("Aki", "Ben", "Chie", "Dai")
HANDS = game(3, TENHOU)


@pytest.fixture
def folder(tmp_path):
    """A table with one game that is over and one that is played."""
    with closing(SqliteJournal(tmp_path / "table.sqlite")) as journal:
        kept(journal, (HanchanStarted(NAMES, "tenhou"), *HANDS, HanchanEnded()))
        kept(journal, (HanchanStarted(NAMES, "tenhou"), *HANDS[:9]))
    played = (HanchanStarted(("E", "F", "G", "H"), "tenhou"), *game(5, TENHOU))
    (tmp_path / "evening.jsonl").write_text(write_mjai(gather(played, TENHOU)))
    return tmp_path


def typed(folder, *words, said=None):
    command = ["games", words[0], "--data", str(folder), *map(str, words[1:])]
    return CliRunner().invoke(main, command, input=said)


def names_in(folder):
    with closing(SqliteReader(folder / "table.sqlite")) as reader:
        reader.check()
        return [game.name for game in reader.games()]


@pytest.mark.usefixtures("in_utc")
def test_the_list_has_every_game(folder):
    lines = typed(folder, "list").output.splitlines()
    assert lines[0].startswith("table-2  2024-01-01  unfinished  1 hand  Aki, Ben, Chie, Dai")
    assert lines[1].startswith("table-1  2024-01-01  finished  ")


def test_a_seat_without_a_name_is_called_by_its_wind_in_the_list(folder):
    with closing(SqliteJournal(folder / "table.sqlite")) as journal:
        kept(journal, (HanchanStarted(("Aki", "", "Chie", ""), "tenhou"), *HANDS, HanchanEnded()))
        kept(journal, (HanchanStarted(("", "", "", ""), "tenhou"), *HANDS[:9]))
    nobody, some, *_ = typed(folder, "list").output.splitlines()
    assert nobody.endswith("  nobody named")
    for name in ("Aki", "S", "Chie", "N"):
        assert f". {name} " in some


def test_the_list_has_the_date_of_the_clubs_time_zone(folder):
    """Both games began at noon in London, when the next day had begun on Kiritimati."""
    keep_club(folder, Club(zone="Pacific/Kiritimati"))
    lines = typed(folder, "list").stdout.splitlines()
    assert [line.split()[1] for line in lines] == ["2024-01-02", "2024-01-02"]


def test_statistics_have_a_line_for_each_player(folder):
    lines = typed(folder, "statistics").output.splitlines()
    assert [line.split(" (")[0] for line in lines] == list(NAMES)
    assert "1 game, places 1-0-0-0" in "".join(lines)


def test_a_record_is_kept_once_beside_the_game_that_is_played(folder):
    assert typed(folder, "import", folder / "evening.jsonl").output == "evening.jsonl is kept as import-3\n"
    again = typed(folder, "import", folder / "evening.jsonl")
    assert again.output == "evening.jsonl is here already: import-3\n"
    assert (
        typed(folder, "forget", "--yes", "table-2").output
        == "Error: table-2 is still being played: finish it first\n"
    )


@pytest.mark.parametrize("file", ["records.sqlite", "demo.sqlite"])
@pytest.mark.parametrize("command", ["forget", "anonymise"])
def test_what_was_ended_in_the_middle_of_a_record_or_demo_is_taken_away(folder, file, command):
    """Nobody can finish it: the next start begins another game."""
    (folder / "table.sqlite").unlink()
    with closing(SqliteJournal(folder / file)) as journal:
        kept(journal, (HanchanStarted(NAMES, "tenhou"), *HANDS[:9]))
    outcome = typed(folder, command, "--yes", "table-1")
    assert outcome.exit_code == 0, outcome.output
    assert b"Chie" not in (folder / file).read_bytes()


@pytest.mark.parametrize("form", ["mjai", "tenhou6"])
def test_a_game_that_was_exported_here_does_not_come_in_a_second_time(folder, form):
    words = ["export", "--data", str(folder), "--format", form, "table-1"]
    (folder / "own.json").write_text(CliRunner().invoke(main, words).stdout)
    assert typed(folder, "import", folder / "own.json").output == "own.json is here already: table-1\n"
    assert names_in(folder) == ["table-1", "table-2"]
    # The same people may play as many hands as before: that is another game.
    other = write_mjai(gather((HanchanStarted(NAMES, "tenhou"), *game(5, TENHOU)), TENHOU))
    (folder / "other.json").write_text(other)
    assert typed(folder, "import", folder / "other.json").output == "other.json is kept as import-3\n"


def test_of_several_files_those_that_are_records_are_imported(folder):
    (folder / "notes.txt").write_text("no record at all")
    other = write_mjai(gather((HanchanStarted(NAMES, "tenhou"), *game(5, TENHOU)), TENHOU))
    (folder / "other.json").write_text(other)
    files = [folder / name for name in ("evening.jsonl", "notes.txt", "other.json", "evening.jsonl")]
    outcome = typed(folder, "import", *files)
    assert outcome.stdout.splitlines() == [
        "evening.jsonl is kept as import-3",
        "other.json is kept as import-4",
        "evening.jsonl is here already: import-3",
    ]
    assert (outcome.exit_code, outcome.stderr.count("Error: notes.txt: ")) == (1, 1)


def test_a_file_that_cannot_be_read_is_one_sentence(folder, monkeypatch):
    path = folder / "evening.jsonl"
    open_as_ever = Path.open

    def refused(self, *words, **more):
        if self == path:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return open_as_ever(self, *words, **more)

    monkeypatch.setattr(Path, "open", refused)
    outcome = typed(folder, "import", path)
    assert (outcome.exit_code, outcome.output) == (1, f"Error: {path} cannot be used: Permission denied\n")


def test_what_could_not_be_read_of_kept_evenings_is_named_when_a_game_is_forgotten(folder):
    (folder / ".evenings.json").write_text("damaged")
    outcome = typed(folder, "forget", "--yes", "table-1")
    assert outcome.exit_code == 0
    told = (
        f"Kept evenings may still have it: delete it there. These could not be read: {folder}/.evenings.json"
    )
    assert told in outcome.stderr


def test_forgetting_is_asked_first(folder):
    assert typed(folder, "forget", "table-1", said="n\n").exit_code == 1
    assert names_in(folder) == ["table-1", "table-2"]
    assert typed(folder, "forget", "table-1", said="y\n").exit_code == 0
    assert names_in(folder) == ["table-2"]


def test_an_anonymised_game_counts_for_nobody(folder):
    assert typed(folder, "anonymise", "--yes", "table-1").output == "the names were removed from table-1\n"
    assert typed(folder, "statistics").output == "no game of named players is finished\n"
    assert "1. Player" in typed(folder, "list").output


@pytest.mark.parametrize("command", ["forget", "anonymise", "import"])
def test_a_companion_that_runs_holds_its_file(folder, command):
    words = (folder / "evening.jsonl",) if command == "import" else ("--yes", "table-1")
    with closing(SqliteJournal(folder / "table.sqlite")):
        answer = typed(folder, command, *words)
    assert answer.exit_code == 1
    assert answer.output.count("\n") == 1
    assert "is written by another companion" in answer.output


def test_the_copies_beside_a_file_are_made_anew_once_a_game_is_forgotten(folder):
    path = folder / "table.sqlite"
    before = make_copy(path, datetime(2024, 1, 1, 12, tzinfo=UTC))
    typed(folder, "forget", "table-1", said="n\n")
    assert before.path.exists()
    typed(folder, "forget", "--yes", "table-1")
    (after,) = copies_of(path)
    assert after.path != before.path
    with closing(SqliteReader(after.path)) as reader:
        assert [game.name for game in reader.games()] == ["table-2"]
    assert not renewal_mark(path).exists()


def test_wherever_the_command_is_cut_off_no_copy_keeps_what_was_forgotten(folder):
    make_copy(folder / "table.sqlite", datetime(2024, 1, 1, 12, tzinfo=UTC))
    counted = shutil.copytree(folder, folder / "counted")
    for step in range(1, steps_of(counted, lambda: typed(counted, "forget", "--yes", "table-1")) + 1):
        here = shutil.copytree(folder, folder / f"step-{step}", ignore=lambda *_: ["counted", "step-*"])
        dies_at(step, here, lambda here=here: typed(here, "forget", "--yes", "table-1"))
        Copier(here / "table.sqlite", ManualClock()).copy_now()
        (copy,) = copies_of(here / "table.sqlite")
        with closing(SqliteReader(copy.path)) as reader:
            assert [game.name for game in reader.games()] == names_in(here), step
        shutil.rmtree(here)


def test_who_has_a_game_forgotten_is_told_where_it_may_still_be(folder):
    assert typed(folder, "anonymise", "--yes", "table-1").stderr == ""
    (folder / "before-restore-20240101T120000Z").mkdir()
    (folder / "table.sqlite.damaged-20240101T120000Z").touch()
    said = typed(folder, "forget", "--yes", "table-1")
    assert (said.exit_code, said.stdout) == (0, "table-1 is forgotten\n")
    assert "table.sqlite.damaged-20240101T120000Z, before-restore-20240101T120000Z" in said.stderr
