"""What a camera that looks from the side takes for tiles: what is told all the same, and what is not."""

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


def from_the_side(script: str, sureness: float, shift: int) -> TableSeen:
    """The table with the end of a wall that looks like two bamboos; it moves on as tiles are drawn."""
    layer = Layer(Random(script), Mess(slip=0.6, turn=1.0))
    layer.put("wall.C", SeenTile(None, is_back=True), WALL_LEFT + (shift + 1) * WIDE, WALL_Y)
    layer.put("wall.C", SeenTile(Tile("2s"), sureness), WALL_LEFT + shift * WIDE, WALL_Y)
    return seen(layer.lay(lying(play(table(), script)), INDICATOR_AT), "ABCD")


@pytest.mark.parametrize("sureness", [0.92, 0.998])
def test_the_end_of_a_wall_is_never_told_as_an_indicator(sureness: float) -> None:
    evening = Evening()
    for shift, script in enumerate(("", FIRST, SECOND, THIRD)):
        evening.sees(from_the_side(script, sureness, shift))
    evening.waits(60)
    assert evening.story() == ["E Discarded 1m", "S Discarded 2z", "W Discarded 9p"]
    assert not evening.questions


def test_nor_does_it_come_before_the_indicator_that_a_kan_has_turned() -> None:
    evening = Evening()
    kan = f"{FIRST}, S draws, S closes 7777m, S replaces, dora 3z, S discards 4s"
    for shift, script in enumerate(("", FIRST, kan, f"{kan}, W draws, W discards 9p")):
        evening.sees(from_the_side(script, 0.98, shift))
    assert [words for words in evening.story() if "Indicator" in words] == ["IndicatorRevealed 3z"]
    assert evening.story()[-1] == "W Discarded 9p"
