"""Enrolment: shown faces pull the reader's answer towards them, and what is missing is said."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.errors import TileSetUnreadable
from vision.labels import READINGS, TILES
from vision.read.enrol import enrolled, load_tile_set, save_tile_set
from vision.read.tile_files import keep_tile_set, open_tile_set


def faces(count: int, seed: int = 0) -> np.ndarray:
    out = np.random.default_rng(seed).normal(size=(count, 96)).astype(np.float32)
    return out / np.linalg.norm(out, axis=1, keepdims=True)


def chances(**given: float) -> np.ndarray:
    out = np.full((1, len(READINGS)), 1e-4, np.float32)
    for name, value in given.items():
        out[0, READINGS.index(name.lstrip("_"))] = value
    return out / out.sum()


def test_a_face_that_looks_like_the_shown_one_is_read_as_it() -> None:
    shown = faces(len(TILES))
    tile_set = enrolled(TILES, shown)
    unsure = chances(_3z=0.5, _2z=0.45)
    seen = shown[[TILES.index("2z")]] * 0.9 + faces(1, 9) * 0.1
    sharpened = tile_set.sharpened(unsure, seen / np.linalg.norm(seen))
    assert READINGS[int(sharpened.argmax())] == "2z"
    assert sharpened.sum() == pytest.approx(1, abs=1e-4)


def test_what_was_not_shown_keeps_its_chance() -> None:
    tile_set = enrolled(TILES, faces(len(TILES)))
    back = chances(back=0.97)
    sharpened = tile_set.sharpened(back, faces(1, 5))
    assert sharpened[0, READINGS.index("back")] == pytest.approx(back[0, READINGS.index("back")])


def test_a_stranger_that_looks_like_a_shown_face_is_one_and_another_stays_a_stranger() -> None:
    shown = faces(len(TILES))
    tile_set = enrolled(TILES, shown)
    stranger = np.repeat(chances(unknown=0.9, _4z=0.05), 2, axis=0)
    sharpened = tile_set.sharpened(stranger, np.stack([shown[TILES.index("4z")], faces(1, 5)[0]]))
    assert [READINGS[int(k)] for k in sharpened.argmax(axis=1)] == ["4z", "unknown"]


def test_a_blank_that_looks_like_the_white_dragon_needs_the_word_of_the_reader() -> None:
    shown = faces(len(TILES))
    looks = shown[[TILES.index("5z")]]
    tile_set = enrolled(TILES, shown)
    assert READINGS[int(tile_set.sharpened(chances(unknown=0.9), looks).argmax())] == "unknown"
    assert READINGS[int(tile_set.sharpened(chances(_5z=0.6, unknown=0.3), looks).argmax())] == "5z"


def test_whether_a_five_is_red_stays_the_word_of_the_reader() -> None:
    tile_set = enrolled([*TILES, "0p"], np.concatenate([faces(34), faces(1, 7)]))
    seen = chances(_5p=0.2, _0p=0.6)
    for looks in (tile_set.prototypes[[TILES.index("5p")]], tile_set.prototypes[[34]]):
        assert READINGS[int(tile_set.sharpened(seen, looks).argmax())] == "0p"


def test_several_pictures_of_a_face_are_averaged() -> None:
    one, other = faces(2)
    tile_set = enrolled(["1m", "1m"], np.stack([one, other]))
    assert tile_set.names == ("1m",)
    assert tile_set.prototypes[0] @ one == pytest.approx(tile_set.prototypes[0] @ other, abs=1e-5)


def test_missing_faces_are_named_and_red_fives_only_where_one_was_shown() -> None:
    assert enrolled(TILES[1:], faces(33)).missing() == ("1m",)
    assert enrolled([*TILES, "0p"], faces(35)).missing() == ("0m", "0s")


def test_faces_that_look_alike_are_told() -> None:
    alike = faces(1)[0]
    tile_set = enrolled(
        ["1m", "2m", "3m"], np.stack([alike, alike * 0.99 + faces(1, 3)[0] * 0.01, faces(1, 4)[0]])
    )
    assert [pair[:2] for pair in tile_set.confusions()] == [("2m", "1m")]


def test_a_tile_set_is_kept_and_read_again(tmp_path: Path) -> None:
    tile_set = enrolled(TILES, faces(34))
    save_tile_set(tile_set, tmp_path / "house.json", "faces-7")
    again = load_tile_set(tmp_path / "house.json", "faces-7")
    assert again.names == tile_set.names
    assert np.abs(again.prototypes - tile_set.prototypes).max() < 1e-4


def test_a_tile_set_of_another_model_is_refused(tmp_path: Path) -> None:
    save_tile_set(enrolled(TILES, faces(34)), tmp_path / "house.json", "faces-7")
    with pytest.raises(TileSetUnreadable, match="enrol it again"):
        load_tile_set(tmp_path / "house.json", "faces-8")


def test_the_hue_of_the_backs_is_kept_and_a_set_of_before_has_none(tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    kept = replace(enrolled(["1m", "back"], faces(2)), back_hue=(0.01, -0.02, 0.01))
    save_tile_set(kept, path, "a model")
    assert load_tile_set(path, "a model").back_hue == (0.01, -0.02, 0.01)
    body = json.loads(path.read_text())
    del body["back_hue"]
    path.write_text(json.dumps(body))
    assert load_tile_set(path, "a model").back_hue == ()
    path.write_text(json.dumps({**body, "back_hue": [0.1, 0.2]}))
    with pytest.raises(ValueError, match="three numbers"):
        load_tile_set(path, "a model")


def test_a_face_that_looks_like_the_shown_one_askew_is_read_as_it() -> None:
    shown, slanting = faces(34), np.stack([faces(34, 21), faces(34, 22)], axis=1)
    unsure = chances(_7p=0.4, _6p=0.5)
    seen = slanting[[TILES.index("7p")], 1]
    without, with_it = enrolled(TILES, shown), enrolled(TILES, shown, slanting)
    assert READINGS[int(without.sharpened(unsure, seen).argmax())] != "7p"
    assert READINGS[int(with_it.sharpened(unsure, seen).argmax())] == "7p"
    assert with_it.sharpened(unsure[:0], seen[:0]).shape == (0, len(READINGS))


def test_what_the_reader_is_sure_of_is_no_stranger_for_being_shown_badly_once() -> None:
    shown = faces(len(TILES))
    tile_set = enrolled(TILES, shown)
    seen = shown[[TILES.index("4m")]] + 1.5 * faces(1, 9)
    seen /= np.linalg.norm(seen)
    sharpened = tile_set.sharpened(
        np.concatenate([chances(_4m=0.99), chances(_4m=0.3, unknown=0.4)]), np.repeat(seen, 2, axis=0)
    )
    assert [READINGS[int(k)] for k in sharpened.argmax(axis=1)] == ["4m", "unknown"]


def test_faces_askew_are_kept_and_a_set_of_before_has_none(tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    kept = enrolled(["1m", "2m"], faces(2), np.stack([faces(2, 3), faces(2, 4)], axis=1))
    save_tile_set(kept, path, "a model")
    assert np.abs(load_tile_set(path, "a model").askew - kept.askew).max() < 1e-3
    body = json.loads(path.read_text())
    path.write_text(json.dumps({name: body[name] for name in body if name != "askew"}))
    assert load_tile_set(path, "a model").askew.shape == (0, 0, 96)
    for damaged in (body["askew"][:1], [[[1.0, 2.0]]] * 2, [[1.0]] * 2):
        path.write_text(json.dumps({**body, "askew": damaged}))
        with pytest.raises((ValueError, LookupError)):
            load_tile_set(path, "a model")


def test_a_tile_set_whose_faces_are_cut_short_is_damaged(tmp_path: Path) -> None:
    """It would end the eye at the first look, again and again."""
    path = tmp_path / "house.json"
    keep_tile_set(enrolled(["1m", "2m"], np.eye(2, 96, dtype=np.float32)), path)
    body = json.loads(path.read_text())
    path.write_text(json.dumps({**body, "faces": {name: row[:90] for name, row in body["faces"].items()}}))
    with pytest.raises(TileSetUnreadable, match="damaged"):
        open_tile_set(path)
