"""What the reader learns from finds: which face it is and which way up; a find of nothing is nothing."""

from pathlib import Path

import numpy as np
import pytest

from lab.pictures.faces import FACES
from lab.train import found_crops
from lab.train.found_crops import answer_of, answers, first_corner, is_blank
from vision.find.finder import Found
from vision.labels import BACK, KINDS, UNKNOWN


def square(x: float, y: float, side: float = 30) -> np.ndarray:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float32)


def found(*quads: np.ndarray) -> Found:
    return Found(
        np.array(quads, np.float32), np.full(len(quads), 0.9, np.float32), np.zeros(len(quads), bool)
    )


def table(visible: float = 1.0) -> dict[str, np.ndarray]:
    names = np.array([FACES.index("0p"), -1], np.int16)
    quads = np.stack([np.roll(square(0, 0), 1, axis=0), square(100, 0)])
    return {
        "name": names,
        "quad": quads,
        "visible": np.array([visible, 1.0], np.float32),
        "slant": np.ones(2, np.float32),
    }


def test_a_find_is_the_face_under_it_a_back_or_nothing() -> None:
    said = [answer for _, answer in answers(found(square(1, 0), square(101, 1), square(300, 300)), table())]
    assert said == [
        (KINDS.index("5p"), 1, 3, False),
        (KINDS.index(BACK), -1, -1, False),
        (KINDS.index(UNKNOWN), -1, -1, False),
    ]


def test_what_is_half_hidden_or_half_beside_is_not_learnt_from() -> None:
    assert list(answers(found(square(0, 0)), table(visible=0.4))) == []
    assert list(answers(found(square(14, 0)), table())) == []


@pytest.mark.parametrize("turn", range(4))
def test_the_first_corner_is_where_the_face_says(turn: int) -> None:
    assert first_corner(square(0, 0), np.roll(square(1, 1), -turn, axis=0)) == turn


def test_a_strange_face_is_unknown_and_a_plain_five_is_not_red() -> None:
    assert answer_of(FACES.index("stranger"), 2)[0] == KINDS.index(UNKNOWN)
    assert answer_of(FACES.index("5s"), 0)[1] == 0
    assert answer_of(FACES.index("7z"), 3)[1:3] == (-1, 3)


def test_a_blank_is_pale_and_shows_nothing() -> None:
    pale = np.full((48, 48, 3), (230, 225, 205), np.uint8)
    carved, painted = pale.copy(), np.full((48, 48, 3), (230, 120, 40), np.uint8)
    carved[18:30, 12:36] = 30
    assert [is_blank(crop) for crop in (pale, carved, painted)] == [True, False, False]


def test_a_chunk_has_its_name_only_once_it_is_whole(tmp_path: Path, monkeypatch) -> None:
    stock, written = tmp_path / "crops", []
    (tmp_path / "000007.png").touch()
    crop = np.full((48, 48, 3), 7, np.uint8), (1, -1, 2, False)
    save = np.savez
    monkeypatch.setattr(np, "savez", lambda path, **arrays: (written.append(path.name), save(path, **arrays)))
    monkeypatch.setattr(found_crops, "STOCK", stock)
    monkeypatch.setattr(found_crops, "SCENES", tmp_path)
    monkeypatch.setattr(found_crops, "TileFinder", lambda *_, **__: None)
    monkeypatch.setattr(found_crops, "found_in", lambda *_: [crop, crop])
    monkeypatch.setattr("sys.argv", ["found_crops", "300", "0", "10"])
    found_crops.main()
    assert written == ["00300.part.npz"]
    assert [path.name for path in stock.iterdir()] == ["00300.npz"]
    with np.load(stock / "00300.npz") as chunk:
        assert chunk["pictures"].shape == (2, 48, 48, 3)
        assert chunk["answers"].tolist() == [[1, -1, 2, 0]] * 2


def test_a_chunk_of_nothing_is_not_written(tmp_path: Path, monkeypatch) -> None:
    """Whoever learns reads chunks together, and cannot put crops and nothing together."""
    monkeypatch.setattr(found_crops, "STOCK", tmp_path / "crops")
    monkeypatch.setattr(found_crops, "SCENES", tmp_path)
    monkeypatch.setattr(found_crops, "TileFinder", lambda *_, **__: None)
    monkeypatch.setattr("sys.argv", ["found_crops", "300", "90000", "90010"])
    with pytest.raises(SystemExit, match="no tables 90000 to 90009"):
        found_crops.main()
    assert not (tmp_path / "crops").exists()
