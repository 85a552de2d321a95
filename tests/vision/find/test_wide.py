"""Small tiles of large pictures: looked at again through windows, each found once."""

import numpy as np

from vision.find.finder import MOST_PIXELS
from vision.find.wide import WideFinder, merged
from vision.read.detect import Found


def square(x: float, y: float, side: float) -> np.ndarray:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float32)


def found(*quads: np.ndarray, score: float = 0.8) -> Found:
    many = np.array(quads, np.float32).reshape(-1, 4, 2)
    return Found(many, np.full(len(many), score, np.float32), np.zeros(len(many), bool))


class Scripted:
    """Finds white squares that are at least 20 pixels wide as it sees them."""

    def __init__(self, squares: list[np.ndarray]) -> None:
        self.squares = squares
        self.looks: list[tuple[tuple[int, ...], float]] = []

    def find(self, picture: np.ndarray) -> Found:
        scale = min(1.0, float(np.sqrt(2_400_000 / (picture.shape[0] * picture.shape[1]))))
        return self._seen(picture, scale)

    def find_once(self, picture: np.ndarray, scale: float) -> Found:
        self.looks.append((picture.shape, scale))
        return self._seen(picture, scale)

    def _seen(self, picture: np.ndarray, scale: float) -> Found:
        import cv2

        count, _, stats, _ = cv2.connectedComponentsWithStats((picture[..., 0] > 127).astype(np.uint8))
        return found(
            *(
                square(s[0], s[1], s[2])
                for s in stats[1:count]
                if s[2] * scale >= 20 or len(self.squares) == 0
            )
        )


def drawn(squares: list[np.ndarray], height: int, width: int) -> np.ndarray:
    picture = np.zeros((height, width, 3), np.uint8)
    for quad in squares:
        (x0, y0), (x1, y1) = quad[0].astype(int), quad[2].astype(int)
        picture[y0:y1, x0:x1] = 255
    return picture


def test_small_tiles_are_found_through_windows_each_once() -> None:
    rng = np.random.default_rng(3)
    squares = [square(x, y, 24) for x in range(50, 4300, 240) for y in range(40, 3300, 330)]
    squares = [quad + rng.integers(0, 60) for quad in squares]
    finder = Scripted(squares)
    picture = drawn(squares, 3400, 4400)
    assert len(finder.find(picture).quads) == 0
    seen = WideFinder(finder).find(picture)
    assert len(seen.quads) == len(squares)
    assert 1 < len(finder.looks) <= 12
    assert all(shape[0] * shape[1] * scale**2 < 1.01 * MOST_PIXELS for shape, scale in finder.looks)


def test_a_picture_that_one_look_takes_is_not_looked_at_again() -> None:
    squares = [square(100, 100, 40)]
    finder = Scripted(squares)
    assert len(WideFinder(finder).find(drawn(squares, 900, 1200)).quads) == 1
    assert finder.looks == []


def test_large_tiles_of_a_large_picture_are_not_looked_at_again() -> None:
    squares = [square(100, 100, 300), square(900, 900, 300)]
    finder = Scripted(squares)
    assert len(WideFinder(finder).find(drawn(squares, 3000, 4000)).quads) == 2
    assert finder.looks == []


def test_windows_lie_where_tiles_were_found() -> None:
    squares = [square(3000 + 60 * k, 2000, 34) for k in range(6)]
    finder = Scripted(squares)
    seen = WideFinder(finder).find(drawn(squares, 4000, 6000))
    assert len(seen.quads) == 6


def test_of_two_finds_on_one_spot_the_surer_stays() -> None:
    one, other = found(square(10, 10, 30), score=0.6), found(square(12, 11, 30), score=0.9)
    assert merged([one, other]).scores.tolist() == [np.float32(0.9)]
    assert len(merged([found(), found()]).quads) == 0
