"""What is drawn for training is on the disk whole or not at all: whoever stops a run leaves no halves."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from lab.pictures import atlas, scenes
from lab.pictures.scenes import Scene


@pytest.fixture
def stock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    picture = np.full((8, 8, 3), (1, 2, 3), np.uint8)
    monkeypatch.setattr(scenes, "SCENES", tmp_path)
    monkeypatch.setattr(scenes, "random_scene", lambda *_, **__: Scene(picture, [], []))
    return tmp_path


def stopped(path: object, *_: object) -> None:
    Path(str(path)).write_bytes(b"half")
    raise KeyboardInterrupt


def test_a_table_that_was_half_written_is_drawn_again(stock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as context:
        context.setattr(cv2, "imwrite", stopped)
        with pytest.raises(KeyboardInterrupt):
            scenes.fill(5, 1, np.zeros(0, np.uint8))
    assert not (stock / "000005.png").exists()
    scenes.fill(5, 1, np.zeros(0, np.uint8))
    assert cv2.imread(str(stock / "000005.png"))[0, 0].tolist() == [3, 2, 1]
    assert sorted(path.name for path in stock.iterdir()) == ["000005.npz", "000005.png"]


def test_a_table_that_was_drawn_before_tables_had_sides_is_drawn_again(stock: Path) -> None:
    cv2.imwrite(str(stock / "000005.png"), np.zeros((8, 8, 3), np.uint8))
    np.savez(stock / "000005.npz", name=np.zeros(0, np.int16), quad=np.zeros((0, 4, 2), np.float32))
    scenes.fill(5, 1, np.zeros(0, np.uint8))
    assert "side" in np.load(stock / "000005.npz")


def test_an_atlas_that_was_half_written_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "art_sets", lambda: iter([np.zeros((2, 8, 6, 3), np.uint8)]))
    with monkeypatch.context() as context:
        context.setattr(np, "save", stopped)
        with pytest.raises(KeyboardInterrupt):
            atlas.build_atlas(1, 0, tmp_path / "atlas.npy")
    assert not (tmp_path / "atlas.npy").exists()
    atlas.build_atlas(1, 0, tmp_path / "atlas.npy")
    assert atlas.load_atlas(tmp_path / "atlas.npy").shape == (1, 2, 8, 6, 3)
    assert [path.name for path in tmp_path.iterdir()] == ["atlas.npy"]
