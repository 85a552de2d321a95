"""The size at which a picture is looked at: what can be read decides, and what was confidently seen stays."""

import numpy as np
import pytest

from vision.find.finder import USUAL_TILE, Found
from vision.find.scales import Glimpse, ScaleSeeker, completed, meeting

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
    quads = np.stack([square(0, 0, 10), square(3, 3, 20), square(100, 0, 5), square(100.2, 0, 5)])
    assert meeting(quads).tolist() == [
        [True, True, False, False],
        [True, True, False, False],
        [False, False, True, True],
        [False, False, True, True],
    ]


def test_slanted_neighbours_do_not_meet_although_the_boxes_around_them_do() -> None:
    turn = np.array([[0.7, 0.7], [-0.7, 0.7]], np.float32)
    row = np.stack([square(0, 0, 20), square(20, 0, 20)]) @ turn
    assert meeting(row).tolist() == [[True, False], [False, True]]


def glimpse(scale: float, *finds: tuple[float, float, float, float, float]) -> Glimpse:
    """A look that found squares, each with how sure the finder and how sure the reader is."""
    quads = np.array([square(x, y, side) for x, y, side, _, _ in finds], np.float32).reshape(-1, 4, 2)
    scores = np.array([score for *_, score, _ in finds], np.float32)
    faces = np.array([face for *_, face in finds], np.float32)
    return Glimpse(Found(quads, scores, np.zeros(len(finds), bool)), scale, faces)


def test_far_tiles_that_ran_together_are_told_as_a_nearer_look_saw_them() -> None:
    near = [(100.0 + 60 * k, 400.0, 50.0, 0.8, 0.99) for k in range(6)]
    run_together = [(100.0 + 60 * k, 20.0, 52.0, 0.55, 0.45) for k in range(3)]
    far = [(98.0 + 30 * k, 32.0, 26.0, 0.6, 0.97) for k in range(6)]
    found = completed(glimpse(0.5, *near, *run_together), [glimpse(1.0, *far)])
    assert sorted(map(float, np.ptp(found.quads, axis=1)[:, 0])) == [26] * 6 + [50] * 6


def test_bits_of_a_tile_are_not_told_beside_tiles_of_one_size_however_surely_they_are_read() -> None:
    row = [(100.0 + 60 * k, 400.0, 50.0, 0.8, 0.85) for k in range(6)]
    bits = [(102.0, 402.0, 25.0, 0.8, 1.0), (128.0, 402.0, 21.0, 0.8, 1.0)]
    found = completed(glimpse(0.5, *row), [glimpse(1.0, *bits)])
    assert np.ptp(found.quads, axis=1).max() == np.ptp(found.quads, axis=1).min() == 50


def test_a_tile_counts_for_surer_where_another_look_that_suits_its_size_is_surer_of_it() -> None:
    row = [(100.0 + 60 * k, 400.0, 50.0, 0.6, 0.99) for k in range(6)]
    doubtful = (100.0, 600.0, 50.0, 0.4, 0.2)
    as_before = completed(glimpse(0.5, *row, doubtful), [])
    surer = completed(glimpse(0.5, *row, doubtful), [glimpse(0.45, (102.0, 601.0, 49.0, 0.8, 0.2))])
    too_small = completed(glimpse(0.5, *row, doubtful), [glimpse(0.1, (102.0, 601.0, 49.0, 0.8, 0.2))])
    assert as_before.scores == pytest.approx([0.6] * 6 + [0.4])
    assert surer.scores == pytest.approx([0.6] * 6 + [0.6])
    assert (surer.quads == as_before.quads).all()
    assert too_small.scores == pytest.approx(as_before.scores)
