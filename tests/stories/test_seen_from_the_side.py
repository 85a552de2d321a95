"""What a camera that looks from the side takes for tiles: what is told all the same, and what is not."""

from dataclasses import replace
from random import Random

import pytest

from companion.intake.eye.translate import seen
from companion.riichi.tiles import Tile
from companion.scribe import SeenTile, TableSeen
from tests.intake.eye.laying import STACKS, WALL_LEFT, WALL_Y, WIDE, Layer, Mess, lying
from tests.stories.watched_evening import Evening
from tests.toolbox.tables import play, table

FIRST = "E draws, E discards 1m"
SECOND = f"{FIRST}, S draws, S discards 2z"
THIRD = f"{SECOND}, W draws, W discards 9p"
INDICATOR_AT = STACKS + 6


def from_the_side(script: str, sureness: float, shift: int, *, is_turned: bool = True) -> TableSeen:
    """The table with the end of a wall that looks like two bamboos; it moves on as tiles are drawn."""
    layer = Layer(Random(script), Mess(slip=0.6, turn=1.0))
    for stack in (shift + 1, shift + 2):
        layer.put("wall.C", SeenTile(None, is_back=True), WALL_LEFT + stack * WIDE, WALL_Y)
    layer.put("wall.C", SeenTile(Tile("2s"), sureness), WALL_LEFT + shift * WIDE, WALL_Y)
    table_seen = lying(play(table(), script))
    return seen(
        layer.lay(table_seen if is_turned else replace(table_seen, indicators=()), INDICATOR_AT), "ABCD"
    )


@pytest.mark.parametrize("sureness", [0.92, 0.998])
def test_the_end_of_a_wall_is_never_told_as_the_indicator(sureness: float) -> None:
    """It is there before the first indicator is turned, and where the walls go round it is read first."""
    evening = Evening(table(dora=None))
    evening.sees(from_the_side("", sureness, 0, is_turned=False))
    evening.waits(5)
    assert evening.story() == []
    for shift, script in enumerate(("", FIRST, SECOND, THIRD)):
        evening.sees(from_the_side(script, sureness, shift))
    evening.waits(60)
    assert evening.story()[0] == "IndicatorRevealed 9m"
    assert evening.story()[1:] == ["E Discarded 1m", "S Discarded 2z", "W Discarded 9p"]
    assert not evening.questions
