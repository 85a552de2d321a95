"""What a camera that looks from the side takes for tiles: what is told all the same, and what is not."""

from dataclasses import replace
from random import Random

import pytest

from companion.evidence.sights import SeenTile, TableSeen
from companion.intake.eye.translate import seen
from companion.riichi.presets import TENHOU_3P
from companion.riichi.tiles import Tile
from tests.intake.eye.laying import HIGH, STACKS, WALL_LEFT, WALL_Y, WIDE, Layer, Mess, lying
from tests.stories.watched_evening import Evening
from tests.toolbox.tables import play, table
from vision.sighting import Sighting, ZoneView

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


def at_the_corner(stack: int, indicator: str = "2s", script: str = "") -> Layer:
    """A table whose first indicator lies on this stack, counted round the table: 17 for each side."""
    layer = Layer(Random(f"{stack} {script}"), Mess(slip=0.5, turn=1.0))
    layer.lay(lying(play(table(dora=indicator), script)), stack)
    return layer


def as_seen(layer: Layer) -> TableSeen:
    zones = tuple(ZoneView(name, tuple(views)) for name, views in layer.zones.items())
    return seen(Sighting("pretend", 7, 1, zones), layer.sides)


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("at", [0, STACKS - 1])
def test_two_bamboos_that_are_turned_where_the_dead_wall_goes_round_a_corner_are_told(
    side: int, at: int
) -> None:
    """They have tiles at one hand only; at the other they lie round the corner, as many as there must be."""
    evening = Evening(table(dora=None))
    for script in ("", FIRST, SECOND):
        evening.sees(as_seen(at_the_corner(side * STACKS + at, script=script)))
    evening.waits(5)
    assert evening.story() == ["IndicatorRevealed 2s", "E Discarded 1m", "S Discarded 2z"]
    assert not evening.questions


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("at", [0, 12])
def test_so_they_are_with_three_players_whose_walls_are_shorter(side: int, at: int) -> None:
    """Thirteen stacks leave more room at the corners, and four with replacement tiles lie before it."""
    layer = Layer(Random(f"{side} {at}"), Mess(slip=0.5, turn=1.0), "ABC", stacks=13)
    layer.lay(lying(table(TENHOU_3P, dora="2s")), 13 * side + at)
    evening = Evening(table(TENHOU_3P, dora=None))
    for _ in range(2):
        evening.sees(as_seen(layer))
    assert evening.story() == ["IndicatorRevealed 2s"]


@pytest.mark.parametrize("side", range(4))
def test_an_indicator_at_a_far_corner_that_is_read_less_surely_is_no_end(side: int) -> None:
    """6m at 0.94, a twelfth of its height beside its neighbours: it was never told in that hand."""
    layer = at_the_corner(side * STACKS + STACKS - 1, "6m")
    layer.mess = Mess()
    letter = "ABCD"[side]
    layer.zones[f"wall.{letter}"] = [view for view in layer.zones[f"wall.{letter}"] if view.label == "back"]
    layer.put(f"wall.{letter}", SeenTile(Tile("6m"), 0.943), WALL_LEFT + 16 * WIDE, WALL_Y + 0.085 * HIGH)
    evening = Evening(table(dora=None))
    for _ in range(2):
        evening.sees(as_seen(layer))
    assert evening.story() == ["IndicatorRevealed 6m"]


@pytest.mark.parametrize(("label", "sureness"), [("2s", 0.998), ("0m", 0.95)])
def test_the_end_of_a_wall_beside_an_indicator_at_a_corner_is_not_told(label: str, sureness: float) -> None:
    """Its middle is lower than the tiles on top of the wall, and from the side that shows."""
    evening = Evening(table(dora=None))
    for script in ("", FIRST, SECOND):
        layer = at_the_corner(STACKS, "9m", script)
        layer.put("wall.B", SeenTile(Tile(label), sureness), WALL_LEFT - WIDE, WALL_Y - 0.19 * HIGH)
        evening.sees(as_seen(layer))
    evening.waits(5)
    assert evening.story() == ["IndicatorRevealed 9m", "E Discarded 1m", "S Discarded 2z"]


def test_two_bamboos_on_a_wall_that_ends_there_are_no_indicator() -> None:
    """Behind the last stack from which was drawn lies nothing, neither there nor round the corner."""
    layer = at_the_corner(STACKS + 6, "9m")
    layer.put("wall.B", SeenTile(Tile("2s"), 0.998), WALL_LEFT + (STACKS - 2) * WIDE, WALL_Y)
    assert [str(tile.tile) for tile in as_seen(layer).indicators] == ["9m"]
