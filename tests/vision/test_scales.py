"""The size at which a picture is looked at: what can be read decides, and what was surely seen stays."""

import numpy as np
import pytest

from vision.finder import USUAL_TILE, Found
from vision.scales import ScaleSeeker, covered

WHITE, GREY = 255, 120


def square(x: float, y: float, side: float) -> np.ndarray:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float32)


class Table:
    """A picture of squares: white ones with a dot are tiles, grey ones pass for backs from afar."""

    def __init__(self, *squares: tuple[float, float, float, int]) -> None:
        self.picture = np.zeros((1080, 1920, 3), np.uint8)
        self.squares = squares
        for x, y, side, colour in squares:
            self.picture[int(y) : int(y + side), int(x) : int(x + side)] = colour
            if colour == WHITE:
                near, far = int(0.4 * side), int(0.6 * side)
                self.picture[int(y) + near : int(y) + far, int(x) + near : int(x) + far] = 0

    @property
    def tiles(self) -> list[tuple[float, float]]:
        return sorted((x, y) for x, y, _, colour in self.squares if colour == WHITE)


class Finder:
    """Sees what has about the usual size at a scale; a tile that is far too large falls into four bits."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.looks: list[float] = []

    def find_once(self, picture: np.ndarray, scale: float) -> Found:
        self.looks.append(scale)
        quads, backs = [], []
        for x, y, side, colour in self.table.squares:
            seen = side * scale / USUAL_TILE
            if 0.5 < seen < 2:
                quads.append(square(x, y, side))
                backs.append(colour == GREY)
            elif seen >= 3 and colour == WHITE:
                part = side / 5
                quads += [square(x + k * part, y + k * part, part) for k in range(4)]
                backs += [False] * 4
        many = np.array(quads, np.float32).reshape(-1, 4, 2)
        return Found(many, np.full(len(many), 0.8, np.float32), np.array(backs, bool))


class Reader:
    """Reads a dot on white, and nothing else."""

    def face_chances(self, crops: np.ndarray) -> np.ndarray:
        return np.array(
            [0.99 if crop[24, 24].max() < 90 and crop[9, 9].min() > 200 else 0.02 for crop in crops],
            np.float32,
        )


def seen(table: Table) -> list[tuple[float, float]]:
    found = ScaleSeeker(Finder(table), Reader()).find(table.picture)
    return sorted((float(quad[0, 0]), float(quad[0, 1])) for quad in found.quads[~found.backs])


def test_boards_of_a_floor_do_not_draw_the_look_away_from_small_tiles() -> None:
    tiles = [(900 + 40 * k, 500, 30, WHITE) for k in range(5)]
    boards = [(60 + 150 * k, 60, 120, GREY) for k in range(12)]
    table = Table(*tiles, *boards)
    assert seen(table) == table.tiles


def test_tiles_near_and_far_are_told_together() -> None:
    table = Table(*[(100 + 40 * k, 100, 30, WHITE) for k in range(9)], (1200, 700, 150, WHITE))
    assert seen(table) == table.tiles


def test_what_lies_on_a_find_of_the_best_look_is_no_second_tile() -> None:
    finder = Finder(Table(*[(100 + 320 * k, 400, 300, WHITE) for k in range(5)]))
    found = ScaleSeeker(finder, Reader()).find(finder.table.picture)
    assert len(found.quads) == 5
    assert np.ptp(found.quads, axis=1) == pytest.approx(np.full((5, 2), 300))


def test_nothing_is_found_where_nothing_is() -> None:
    finder = Finder(Table())
    assert len(ScaleSeeker(finder, Reader()).find(finder.table.picture).quads) == 0
    assert len(finder.looks) == 4


def test_quads_meet_where_the_middle_of_one_is_in_the_other() -> None:
    some = np.stack([square(0, 0, 10), square(40, 40, 4), square(100, 0, 5)])
    many = np.stack([square(4, 4, 20), square(30, 30, 30)])
    assert covered(some, many).tolist() == [True, True, False]
    assert covered(some, many[:0]).tolist() == [False, False, False]
