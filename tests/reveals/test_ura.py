"""Which open faces are ura indicators, and when another tile in one's place is worth an answer (裏ドラ)."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile
from companion.reveals.numbers import ANOTHER_INDICATOR, FAINT_URA
from companion.reveals.ura import ura_due, ura_readings
from companion.riichi.facts import WinBy, Won
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile
from tests.reveals.laid_open import after, begun, turns

KYOKU = after(begun(indicator="9m"), *turns("1z", "2z", "3z", "4z", "5z", riichi=(1,)))
WIN = Won(Seat(1), WinBy.RON, Seat(0), Tile("5z"))
OTHER = Won(Seat(2), WinBy.RON, Seat(0), Tile("5z"))
OLD, NEW, ANOTHER = Tile("9m"), Tile("3p"), Tile("4p")


def face(tile: Tile, chance: float, *others: tuple[Tile, float]) -> tuple[SeenTile, dict[Tile, float]]:
    """One open face, and what it may be."""
    return SeenTile(tile, chance, others=others), {tile: chance, **dict(others)}


def read(*faces: tuple[SeenTile, dict[Tile, float]]) -> list[tuple[Tile, ...]] | None:
    found = ura_readings(KYOKU, WIN, faces)
    return None if found is None else [one.tiles for one in found]


def test_only_who_is_in_riichi_turns_an_ura_indicator() -> None:
    assert (ura_due(KYOKU, WIN), ura_due(KYOKU, OTHER)) == (1, 0)
    assert read(face(OLD, 0.9)) is None  # it does not lie open yet


def test_the_indicator_that_everybody_knows_is_not_the_ura_one() -> None:
    assert read(face(OLD, 0.9), face(NEW, 0.9)) == read(face(NEW, 0.9), face(OLD, 0.9)) == [(NEW,)]


def test_beside_an_indicator_that_nobody_could_read_any_face_may_be_the_ura_one() -> None:
    wall = replace(KYOKU.wall, indicators=(None,))
    faces = [face(OLD, 0.9), face(NEW, 0.9)]
    assert ura_readings(replace(KYOKU, wall=wall), WIN, faces) is None


def test_a_face_that_names_the_known_one_at_all_is_it_rather_than_one_that_does_not() -> None:
    doubtful = face(ANOTHER, 0.9, (OLD, 1.5 * ANOTHER_INDICATOR))
    assert read(doubtful, face(NEW, 0.9)) == [(NEW,)]
    hardly = face(ANOTHER, 0.9, (OLD, ANOTHER_INDICATOR / 1.5))
    assert read(hardly, face(NEW, 0.9)) == [(ANOTHER,)]


def test_another_tile_is_offered_where_it_is_likely_enough() -> None:
    old = face(OLD, 0.9)
    assert read(old, face(NEW, 0.9, (ANOTHER, FAINT_URA + 0.001))) == [(NEW,), (ANOTHER,)]
    assert read(old, face(NEW, 0.9, (ANOTHER, FAINT_URA))) == [(NEW,)]


def test_of_two_ura_indicators_the_likeliest_reading_comes_first_with_the_greatest_chance() -> None:
    """What the other place may be counts for each reading alike."""
    wall = replace(KYOKU.wall, indicators=(OLD, Tile("8m")))
    sure, doubtful = face(NEW, 0.5), face(Tile("1s"), 0.48, (Tile("2s"), 0.47))
    found = ura_readings(
        replace(KYOKU, wall=wall), WIN, [face(OLD, 0.9), face(Tile("8m"), 0.9), sure, doubtful]
    )
    assert found is not None
    assert [one.tiles for one in found] == [(NEW, Tile("1s")), (NEW, Tile("2s"))]
    assert [one.chance for one in found] == pytest.approx([0.5 * 0.48, 0.5 * 0.47])
