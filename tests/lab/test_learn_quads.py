"""What the finder learns from: squares of pictures in any light, with their quads where the tiles are."""

from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="What the models are taught with is not installed.")

from lab.train import learn_quads  # noqa: E402
from lab.train.learn_quads import SIDE, Example, around, coloured, cut, loss_of, real_example, targets  # noqa: E402
from lab.train.nets import QuadNet  # noqa: E402
from lab.train.photographs import Photograph  # noqa: E402


@pytest.fixture
def example() -> Example:
    """A large dark picture with some white tiles."""
    picture = np.full((700, 900, 3), 40, np.uint8)
    quads = []
    for x, y in ((120, 130), (400, 300), (460, 300), (700, 550)):
        quads.append(np.array([[x, y], [x + 54, y], [x + 54, y + 72], [x, y + 72]], np.float32))
        cv2.fillConvexPoly(picture, quads[-1].astype(np.int32), (250, 250, 250))
    count = len(quads)
    nothing, everything = np.zeros(count, bool), np.ones(count, bool)
    sides = np.array(quads) + np.array([0, 72], np.float32)
    return Example(picture, np.array(quads), sides, nothing, everything, formed=True, complete=True)


def test_quads_lie_on_the_tiles_of_a_cut(example: Example) -> None:
    looked_at = 0
    for seed in range(60):
        picture, quads, sides = cut(example, np.random.default_rng(seed))
        assert picture.shape == (SIDE, SIDE, 3)
        low, high = quads.mean(axis=1), sides.mean(axis=1)
        apart = np.linalg.norm(high - low, axis=1)
        assert apart == pytest.approx(np.full(len(quads), apart[0]), rel=1e-4)
        for quad in quads:
            x, y = quad.mean(axis=0)
            if min(x, y) > 4 and max(x, y) < SIDE - 4:
                looked_at += 1
                assert picture[int(y), int(x)].min() > 200
    assert looked_at > 60


def test_a_part_is_all_that_a_turned_square_can_show() -> None:
    picture = np.zeros((300, 400, 3), np.uint8)
    part, corner = around(picture, np.array([350.0, 20.0]), 100.0)
    assert corner.tolist() == [250, 0]
    assert part.shape == (121, 150, 3)


@pytest.mark.parametrize("middle", [(900.0, 100.0), (-300.0, 100.0), (200.0, -250.0), (200.0, 700.0)])
def test_something_is_left_to_show_where_a_tile_lies_outside_its_picture(middle: tuple[float, float]) -> None:
    part, corner = around(np.zeros((300, 400, 3), np.uint8), np.array(middle), 100.0)
    assert part.size
    assert (corner >= 0).all()


def test_some_cuts_are_burnt_out_and_some_dark() -> None:
    grey = np.full((400, 2, 2, 3), 128, np.uint8)
    bright = coloured(grey, np.random.default_rng(3)).mean(dim=(1, 2, 3)).numpy()
    assert 0.04 < (bright > 0.75).mean() < 0.3
    assert 0.01 < (bright < 0.33).mean() < 0.2
    assert 0.45 < np.median(bright) < 0.57


def test_a_tile_is_asked_for_at_its_middle_and_a_back_in_its_own_map() -> None:
    quads = np.array([[[20, 20], [50, 20], [50, 60], [20, 60]], [[90, 90], [120, 90], [120, 130], [90, 130]]])
    example = Example(
        np.zeros((SIDE, SIDE, 3), np.uint8), quads.astype(np.float32), np.zeros((0, 4, 2), np.float32),
        np.array([False, True]), np.ones(2, bool), formed=True, complete=True,
    )  # fmt: skip
    wanted = targets(example, example.quads)
    assert [np.argwhere(wanted.heat[k] == 1).tolist() for k in (0, 1)] == [[[10, 8]], [[27, 26]]]
    assert wanted.weight.min() == 1


def test_a_photograph_says_where_tiles_are_and_nothing_of_their_form(tmp_path: Path) -> None:
    path = tmp_path / "tray.png"
    cv2.imwrite(str(path), np.full((SIDE, SIDE, 3), 90, np.uint8))
    box = np.array([[[60, 60], [90, 60], [90, 100], [60, 100]]], np.float32)
    photograph = Photograph("japanese_tray", path, ("5z",), box, np.zeros((0, 4), np.float32), complete=True)
    example = real_example(photograph)
    with torch.no_grad():
        losses = loss_of(QuadNet(), (torch.rand(1, 3, SIDE, SIDE), [targets(example, example.quads)]))
    assert losses["heat"].item() > 0
    assert [losses[name].item() for name in ("shift", "size", "angle")] == [0, 0, 0]


def test_without_drawn_tables_it_is_said_how_to_draw_some(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(learn_quads, "SCENES", tmp_path)
    with pytest.raises(SystemExit, match=r"lab\.pictures\.scenes"):
        next(learn_quads.batches(np.random.default_rng(1), [], 0.3))
