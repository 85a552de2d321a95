"""A table joins a club: its name there, and the first game that the club may see."""

import pytest

from companion.club.members import Members
from companion.commands.club_table import _machine_name, _next_game
from companion.journal import MemoryJournal
from companion.riichi.facts import HanchanEnded, HanchanStarted
from companion.riichi.presets import TENHOU
from tests.evenings.games import drafts, kept
from tests.haifu.wanderers import game

START = HanchanStarted(("Aki", "Ben", "Chie", "Dai"), "tenhou")
HANDS = game(3, TENHOU)


@pytest.fixture
def journal():
    return MemoryJournal()


def imported(journal, *facts):
    journal.append(
        journal.next_game("import", TENHOU, "2024-01-01T12:00:00.000000Z"), drafts(facts), "record"
    )


def test_the_game_on_the_table_is_seen_though_a_record_was_imported_after_it(journal):
    assert _next_game(journal) == 1
    kept(journal, (START, *HANDS[:9]))
    imported(journal, START, *HANDS, HanchanEnded())
    assert _next_game(journal) == 1


def test_a_machine_whose_name_is_too_long_for_a_club_joins_under_its_beginning(tmp_path, monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "m" * 63)
    assert Members(tmp_path).join("0000000a", _machine_name()).name == "m" * 40


def test_a_record_that_is_cut_off_is_not_the_game_on_the_table(journal):
    kept(journal, (START, *HANDS, HanchanEnded()))
    imported(journal, START, *HANDS[:9])
    assert _next_game(journal) == 3
