"""How large a tile should be where it lies, and what is too small for a white dragon there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.finds import named, there
from tests.vision.finds import seen as finds
from vision.read.impostors import odd_sizes
from vision.read.perspective import sizes_in_perspective

WIDE, HIGH = 26.0, 35.0


def seen(
    places: list[tuple[float, float]], elevation: float, size: float = 1.0, up: float = 0.0
) -> np.ndarray:
    """Tiles at places on a table, in millimetres, as a camera sees them that looks at its middle."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [WIDE / 2, HIGH / 2] * np.sqrt(size)
    points = np.array([[x, y] for x, y in places])[:, None] + half
    angle = np.radians(elevation)
    depth = 900 - points[..., 1] * np.cos(angle) - up * np.sin(angle)
    across = points[..., 0] / depth
    down = (-points[..., 1] * np.sin(angle) + up * np.cos(angle)) / depth
    return np.asarray(1600 * np.stack([across, down], axis=-1) + 900, np.float32)


RIVERS = [(x * 30.0, y * 38.0) for x in (-6, -4, -2, 0, 2, 4, 6) for y in (-5, -2, 2, 5)]


@given(st.floats(28, 88), st.floats(-300, 300), st.floats(-300, 300))
def test_a_tile_is_as_large_as_the_others_let_expect_wherever_it_lies(elevation, x, y) -> None:
    sizes = sizes_in_perspective(seen([(x, y)], elevation), seen(RIVERS, elevation))
    assert sizes[0] == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("elevation", [30, 50, 80])
def test_what_is_half_as_large_is_half_as_large_near_and_far(elevation: float) -> None:
    tops = seen([(-250, -280), (0, 0), (250, 280)], elevation, size=0.5)
    assert sizes_in_perspective(tops, seen(RIVERS, elevation)) == pytest.approx([0.5] * 3, abs=0.06)


def test_a_row_says_nothing_about_what_lies_far_beside_it() -> None:
    row = seen([(x * 26.0, -200.0) for x in range(-6, 7)], 40)
    assert sizes_in_perspective(seen([(0, -200)], 40), row)[0] == pytest.approx(1, abs=0.1)


def test_few_others_say_nothing() -> None:
    assert sizes_in_perspective(seen([(0, 0)], 50, size=0.3), seen(RIVERS[:7], 50)).tolist() == [1]


def test_sizes_without_any_order_say_nothing() -> None:
    sizes = np.random.default_rng(3).uniform(0.3, 3, len(RIVERS))
    mixed = np.concatenate([seen([place], 50, size) for place, size in zip(RIVERS, sizes, strict=True)])
    assert sizes_in_perspective(seen([(0, 0)], 50, size=0.3), mixed).tolist() == [1]


def test_tops_of_a_standing_row_are_no_white_dragons() -> None:
    faces, dragons = seen(RIVERS, 45), seen([(90, 0), (-90, 0)], 45)
    row = seen([(60, -330), (86, -330)], 45, size=0.5, up=26)

    def told(score: float) -> list[bool]:
        names = ["3p"] * len(faces) + ["5z"] * 4
        scores = [0.8] * len(faces) + [0.62] * 2 + [score] * 2
        return there(
            finds(named(names, 0.99), quads=np.concatenate([faces, dragons, row]), scores=scores), odd_sizes
        )

    assert told(0.64) == [True] * (len(faces) + 2) + [False, False]
    assert all(told(0.9))


@pytest.mark.parametrize(("size", "is_told"), [(0.58, False), (0.63, False), (0.69, True), (1.0, True)])
def test_what_is_as_large_as_the_top_of_a_tile_is_no_white_dragon(size: float, is_told: bool) -> None:
    faces, blank = seen(RIVERS, 80), seen([(0, 0)], 80, size)
    quads, names = np.concatenate([faces, blank]), [*["3p"] * len(faces), "5z"]
    scores = [0.8] * len(faces) + [0.6]
    assert there(finds(named(names, 0.99), quads=quads, scores=scores), odd_sizes)[-1] is is_told
