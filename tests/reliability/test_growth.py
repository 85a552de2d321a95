"""R10 in small: what an evening leaves behind does not depend on how many games were played before."""

import gc
import random
import sys
from contextlib import closing
from itertools import islice

import pytest

from companion.clock import ManualClock
from companion.evidence import Cause, FactObserved
from companion.journal import SqliteJournal
from companion.pretend.players import efficiency
from companion.pretend.players.game import play_hanchan
from companion.projections.board import Board
from companion.projections.snapshot import project
from companion.riichi import shape
from companion.riichi.presets import TENHOU
from companion.scribe.mind import Trust
from companion.table_loop.keeper import TableKeeper
from tests.reliability.evenings import NAMES, facts_of_a_game

REMEMBERED = (shape._waits, shape._suit_readings, efficiency.shanten, efficiency.useful_kinds)


@pytest.fixture
def keeper(tmp_path):
    with closing(SqliteJournal(tmp_path / "table.sqlite")) as journal:
        yield TableKeeper(journal, TENHOU, ManualClock(), trust=Trust)


def held_after_a_game(keeper, board):
    """How many pieces of memory Python holds when the same game was told once more."""
    for number, fact in enumerate(facts_of_a_game()[:220]):
        keeper.take([FactObserved(fact, Cause.PRETEND, 0)])
        if number % 20 == 0:
            board.publish(project(keeper.state, last_kyoku=keeper.state.last_kyoku))
    gc.collect()
    return sys.getallocatedblocks()


def test_later_games_hold_no_more_than_the_first(keeper):
    board = Board()
    # They differ a little, for SQLite's statements are tidied up every 200 calls. The first ones fill caches.
    held = [held_after_a_game(keeper, board) for _ in range(18)]
    assert max(held[12:]) - max(held[6:12]) < 60, f"a dozen more for each game: {held}"


def test_what_is_remembered_of_hands_is_all_there_before_one_game_is_over():
    for remembered in REMEMBERED:
        remembered.cache_clear()
    for _ in islice(play_hanchan(random.Random(7), TENHOU, NAMES), 440):
        pass
    filled = {remembered.__name__: remembered.cache_info()[2:] for remembered in REMEMBERED}
    assert all(there == most for most, there in filled.values()), filled
