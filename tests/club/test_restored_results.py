"""A table that goes on from an older copy, or from none: the rounds that it has played stay played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.club.handing_over import _continued
from companion.club.scoreboard import Scoreboard
from companion.club.tournament_file import TournamentFile
from companion.evidence import Cause
from companion.journal import Draft, MemoryJournal
from companion.riichi.facts import HanchanStarted
from companion.riichi.presets import TENHOU
from companion.tournament.changes import (
    Entrant,
    LengthSet,
    PlayersAdded,
    RoundsSeated,
    RoundStarted,
    RulesSet,
    SpareTookOver,
    TableGiven,
)
from companion.tournament.matching import newest_before
from companion.tournament.results import ResultState
from tests.club.tables import NOON, Room, Table
from tests.reliability.made_games import Recorded, made_game
from tests.toolbox.quick_folder import quick_folder

PLACE, PEOPLE, ROUNDS = "0badcafe", ("Anna", "Ben", "Chiyo", "Dario"), 4


class Evening:
    """Four people who play every round at one table, and the hub that counts."""

    def __init__(self, folder) -> None:
        self.room = Room(folder, (PLACE,))
        self.file = TournamentFile(folder)
        self.begin()
        self.board = Scoreboard(folder, self.room.copies)
        self.begun = 0

    @property
    def table(self) -> Table:
        return self.room.tables[0]

    def begin(self) -> None:
        """Put the tournament aside, if there is one, and begin the next."""
        people = PlayersAdded(tuple(Entrant(name) for name in PEOPLE))
        terms = (RulesSet(TENHOU), LengthSet(ROUNDS), people, TableGiven(1, PLACE))
        self.file.begin(*terms, RoundsSeated(1, (((1, 2, 3, 4),),) * ROUNDS))

    def start(self) -> None:
        self.look()
        newest = newest_before(self.file.tournament, self.board.scores.games)
        self.file.say(RoundStarted(self.file.tournament.begun + 1, 1.0, newest))

    def play(self, game: Recorded, *, but: int = 0) -> None:
        """A whole game, or one that lacks its last facts."""
        told = [replace(one, names=PEOPLE) if isinstance(one, HanchanStarted) else one for one in game.facts]
        journal = self.table.journal
        self.begun += 1
        at = journal.next_game("table", game.rules, f"2024-01-01T{self.begun:02}:00:00.000000Z")
        facts = told[: len(told) - but]
        journal.append(at, [Draft(at=NOON, because=Cause.RECORD, fact=fact) for fact in facts])
        self.look()

    def play_round(self, game: Recorded) -> None:
        self.start()
        self.play(game)

    def restore(self) -> None:
        self.table.restore()
        self.look()

    def look(self) -> None:
        self.room.connect(self.table)
        assert self.room.settle()
        self.board.look()

    @property
    def points(self) -> list[tuple[int, ...]]:
        """By round: the points of a result that is final; empty where it is not."""
        self.look()
        return [
            tuple(seat.points for seat in one.seats) if one.is_final else ()
            for one in self.board.scores.results
        ]


@pytest.fixture
def evening():
    with quick_folder() as folder:
        evening = Evening(folder)
        yield evening
        evening.room.copies.close()


def played(*which: int) -> list[tuple[int, ...]]:
    return [made_game(at).points for at in which]


def test_rounds_that_a_restored_table_has_forgotten_keep_their_results(evening):
    evening.play_round(made_game(0))
    evening.table.save()
    evening.play_round(made_game(1))
    evening.play_round(made_game(2))
    evening.restore()
    assert evening.points == played(0, 1, 2)


def test_the_next_game_of_a_restored_table_counts_in_its_own_round_alone(evening):
    """By its number alone it would be the game of a round that was played to its end."""
    evening.play_round(made_game(0))
    evening.table.save()
    evening.play_round(made_game(1))
    evening.play_round(made_game(2))
    evening.restore()
    evening.play_round(made_game(3))
    assert evening.points == played(0, 1, 2, 3)


def test_a_table_that_begins_another_journal_goes_on_in_the_round_that_is_played(evening):
    evening.play_round(made_game(0))
    evening.play_round(made_game(1))
    evening.table.journal = MemoryJournal()
    evening.table.start()
    evening.play_round(made_game(2))
    assert evening.points == played(0, 1, 2)


def test_a_game_that_was_over_before_the_restore_is_over_though_the_table_has_only_its_beginning(evening):
    evening.start()
    evening.play(made_game(0), but=40)
    evening.table.save()
    journal, rest = evening.table.journal, made_game(0).facts[-40:]
    journal.append(journal.games()[-1], [Draft(at=NOON, because=Cause.RECORD, fact=one) for one in rest])
    assert evening.points == played(0)
    evening.restore()
    assert evening.points == played(0)
    evening.play_round(made_game(1))
    assert evening.points == played(0, 1)


def test_what_is_told_after_a_restore_counts_and_not_what_was_told_there_before(evening):
    evening.start()
    evening.play(made_game(0), but=40)
    evening.table.save()
    journal, rest = evening.table.journal, made_game(0).facts[-40:]
    journal.append(journal.games()[-1], [Draft(at=NOON, because=Cause.RECORD, fact=one) for one in rest])
    evening.restore()
    journal = evening.table.journal
    journal.append(journal.games()[-1], [Draft(at=NOON, because=Cause.PERSON, fact=one) for one in rest[:3]])
    evening.look()
    (result,) = evening.board.scores.results
    assert result.state is ResultState.RUNNING


def test_a_game_that_a_restored_table_forgets_counts_no_longer(evening):
    evening.play_round(made_game(0))
    evening.play_round(made_game(1))
    evening.table.save()
    evening.play_round(made_game(2))
    evening.restore()
    evening.table.journal.forget(evening.table.journal.games()[0])
    assert evening.points == [(), *played(1, 2)]


def test_a_spare_of_a_restored_table_goes_on_with_the_same_rounds(evening):
    evening.play_round(made_game(0))
    evening.table.save()
    evening.play_round(made_game(1))
    evening.restore()
    evening.play_round(made_game(2))
    _continued(evening.room.copies, PLACE, "5ca4e000", "Window")
    evening.file.say(SpareTookOver(PLACE, "5ca4e000"))
    evening.board.look()
    assert evening.points == played(0, 1, 2)
