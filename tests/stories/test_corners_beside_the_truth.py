"""Rivers parted at the diagonals of a table: where a finger tapped the corners, they changed owners.

With corners 1.5 % of the table elsewhere 28 of 48 discards were told, and riichi that nobody declared.
"""

import random

import pytest

from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import games_of
from companion.pretend.stage.setting import TableKind
from companion.riichi.presets import TENHOU
from lab.bench.stage_house import NAMES
from lab.scribe.reels import Played
from lab.scribe.setting import Set
from lab.scribe.tapping import WAYS, Line, heard


def played(seed: str) -> Played:
    facts = play_hanchan(random.Random(seed), TENHOU, NAMES, see_all=True)
    return Played(f"seed {seed}", TENHOU, next(games_of(facts, 1)))


@pytest.mark.gate(1)
@pytest.mark.parametrize("way", WAYS)
def test_a_hand_is_written_as_it_was_played_wherever_the_corners_were_tapped(way: int) -> None:
    line = Line(Set(TableKind.USUAL, (3.0, way)))
    heard(played("21"), "oblique" if way % 90 else "overhead", line, keys=False, misses=True)
    count = line.score.count
    assert (line.score.exact, count["missing"], count["wrong"], count["invented"]) == (1, 0, 0, 0)
    assert count["questions"] == 0
