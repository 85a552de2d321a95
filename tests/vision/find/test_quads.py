"""Quads: a form is the same however its corners are counted, and comes back as the quad it was."""

import numpy as np
import pytest

from vision.find.cuts import askew
from vision.find.quads import areas_of, box_overlaps, boxes_of, form_of, kept, quads_of


def a_quad(turn: float, *, width: float = 12, height: float = 16, lean: float = 0.0) -> np.ndarray:
    c, s = np.cos(turn), np.sin(turn)
    a, b = np.array([c, s]) * width / 2, np.array([-s + lean * c, c + lean * s]) * height / 2
    return np.array([-a - b, a - b, a + b, b - a], np.float32) + 50


def numbers(quad: np.ndarray) -> np.ndarray:
    form = form_of(quad)
    return np.array([form.log_xx, form.log_xy, form.log_yy, form.cos_4, form.sin_4], np.float32)


@pytest.mark.parametrize("turn", np.linspace(0, 2 * np.pi, 13))
@pytest.mark.parametrize("lean", [0.0, 0.4])
def test_a_quad_comes_back_from_its_form(turn: float, lean: float) -> None:
    quad = a_quad(turn, lean=lean)
    back = quads_of(quad.mean(axis=0)[None], numbers(quad)[None])[0]
    assert min(np.abs(np.roll(back, k, axis=0) - quad).max() for k in range(4)) < 0.01


def test_no_corner_comes_first() -> None:
    quad = a_quad(0.3, lean=0.2)
    for k in range(4):
        assert numbers(np.roll(quad, k, axis=0)) == pytest.approx(numbers(quad), abs=1e-4)


def test_a_small_turn_changes_the_form_a_little_wherever_it_is() -> None:
    for turn in np.linspace(0, np.pi, 200):
        step = numbers(a_quad(turn + 0.01)) - numbers(a_quad(turn))
        assert np.abs(step).max() < 0.06


def test_corners_go_clockwise_in_the_picture() -> None:
    quad = quads_of(np.zeros((1, 2), np.float32), numbers(a_quad(1.1))[None])[0]
    x, y = quad.T
    assert (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() > 0


def test_boxes_areas_and_overlaps() -> None:
    quads = np.stack([a_quad(0), a_quad(0) + np.float32(6), a_quad(0) + np.float32(100)])
    assert areas_of(quads) == pytest.approx([192, 192, 192], rel=1e-5)
    overlaps = box_overlaps(boxes_of(quads)[0], boxes_of(quads))
    assert overlaps == pytest.approx([1, 60 / 324, 0], abs=1e-5)


def test_of_two_on_one_spot_the_surer_is_kept() -> None:
    quads = np.stack([a_quad(0), a_quad(0.02) + np.float32(1), a_quad(0) + np.float32([12, 0])])
    assert kept(quads, np.array([0.5, 0.9, 0.4], np.float32)) == [1, 2]


def test_slanted_neighbours_are_both_kept() -> None:
    along = np.float32([np.cos(0.78), np.sin(0.78)]) * 12
    quads = np.stack([a_quad(0.78), a_quad(0.78) + along])
    assert sorted(kept(quads, np.array([0.9, 0.8], np.float32))) == [0, 1]


def test_nothing_found_is_nothing_kept() -> None:
    assert kept(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32)) == []


def test_a_quad_askew_is_shifted_grown_and_slanting_by_a_little() -> None:
    quad = np.array([[[0, 0], [20, 0], [20, 30], [0, 30]]], np.float32)
    cuts = askew(quad)
    assert cuts.shape == (1, 12, 4, 2)
    assert np.abs(cuts - quad[:, None]).max() <= 3.0
    assert len({cut.tobytes() for cut in cuts[0]}) == 12
    middles = cuts.mean(axis=2)[0] - [10, 15]
    assert np.abs(middles).max(axis=0).tolist() == pytest.approx([2, 3], abs=1e-4)
