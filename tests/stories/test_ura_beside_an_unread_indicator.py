"""Nobody could read the indicator; at a win an ura one lies beside it: which is which is not guessed."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.facts import IndicatorRevealed, KyokuFact
from companion.riichi.tiles import Tile, parse_tiles
from tests.stories.watched_evening import Evening, seen_of
from tests.toolbox.tables import table

TURNS = "E draws, E discards 1z, S draws, S discards 2z"
HAND = tuple(SeenTile(tile) for tile in parse_tiles("123m456p789s11z22z"))


def seen_with(*indicators: str, hand: tuple[SeenTile, ...] = ()) -> TableSeen:
    seen = seen_of(TURNS)
    faces = tuple(SeenTile(Tile(text), 0.98) for text in indicators)
    return replace(seen, indicators=faces, seats=(replace(seen.seats[0], showing=hand), *seen.seats[1:]))


def indicators(evening: Evening) -> list[str | None]:
    return [tile and tile.text for tile in evening.kyoku.wall.indicators]


def without_the_first(*told: KyokuFact) -> Evening:
    """A hand in which the eye never saw the face of the indicator."""
    evening = Evening(table(dora=None))
    evening.told = told
    evening.sees(seen_with())
    return evening


@pytest.mark.parametrize("told", [(), (IndicatorRevealed(None),)], ids=["not seen", "seen and not read"])
def test_of_two_faces_that_lie_open_at_a_win_none_is_taken_for_the_indicator(told) -> None:
    evening = without_the_first(*told)
    before = indicators(evening)
    for _ in range(4):
        evening.sees(seen_with("3p", "7s", hand=HAND))
    assert indicators(evening) == before
    assert not any(before)


@pytest.mark.parametrize("told", [(), (IndicatorRevealed(None),)], ids=["not seen", "seen and not read"])
def test_one_that_lies_open_alone_is_the_indicator(told) -> None:
    evening = without_the_first(*told)
    for _ in range(2):
        evening.sees(seen_with("3p", hand=HAND))
    assert indicators(evening) == ["3p"]


def test_one_that_was_read_before_the_win_stays_the_indicator() -> None:
    evening = without_the_first()
    evening.sees(seen_with("7s"))
    for _ in range(3):
        evening.sees(seen_with("3p", "7s", hand=HAND))
    assert indicators(evening) == ["7s"]
