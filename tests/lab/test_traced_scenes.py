"""The path tracer's pictures as tables to learn from: every tile where it was, those cut off seen less."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from lab.pictures.faces import FACES, draw_clear_face, draw_face
from lab.pictures.scenes import SIZE, put
from lab.pictures.style import random_style
from lab.tracer.labels import labels, slant
from lab.tracer.scene import make_scene
from lab.train import traced_scenes
from lab.train.traced_scenes import share_within, squares, starts, tiles_of
from tests.lab.test_pictures import needs_fonts


def test_squares_reach_to_both_ends_of_a_picture() -> None:
    for length in (SIZE - 100, SIZE, SIZE + 1, 720, 1280, 1920):
        at = starts(length)
        assert at[0] == 0
        assert max(at) + SIZE >= length
        assert max(at) == max(0, length - SIZE)


def test_a_quad_at_an_edge_lies_half_within() -> None:
    quad = np.array([[-10, 50], [10, 50], [10, 80], [-10, 80]], np.float32)
    assert share_within(quad) == pytest.approx(0.5)
    assert share_within(quad + 100) == pytest.approx(1)
    assert share_within(quad - 200) == 0


@pytest.fixture(scope="module")
def image() -> dict:
    scene = make_scene(3, ("page",))
    return labels(scene, "a.jpg")


@pytest.mark.gate(0)
def test_every_tile_lies_where_it_was(image: dict) -> None:
    picture = np.zeros((image["height"], image["width"], 3), np.uint8)
    for thing in image["objects"]:
        x, y = np.clip(
            np.mean(thing["quad"], axis=0).astype(int), 0, (image["width"] - 1, image["height"] - 1)
        )
        picture[y, x] = 255
    tiles = tiles_of(image)
    assert len(tiles["name"]) == sum(thing["tile"] != "standing" for thing in image["objects"])
    assert {FACES[name] for name in tiles["name"] if name >= 0} <= {
        thing["tile"] for thing in image["objects"]
    }
    assert len(tiles["side"]) == sum(thing["tile"] == "standing" for thing in image["objects"]) > 0
    whole = 0
    for square, part in squares(picture, tiles):
        for quad, visible in zip(part["quad"], part["visible"], strict=True):
            middle = quad.mean(axis=0).astype(int)
            if visible > 0.99 and (middle > 2).all() and (middle < SIZE - 2).all():
                whole += 1
                assert square[middle[1] - 2 : middle[1] + 3, middle[0] - 2 : middle[0] + 3].any()
    assert whole > 50


@pytest.mark.gate(0)
def test_a_camera_overhead_looks_squarely_and_a_low_one_does_not() -> None:
    overhead, low = make_scene(3, ("page",)), make_scene(2, ("page",))
    assert (overhead.view, low.view) == ("overhead", "low")

    def mean(scene) -> float:
        return float(np.mean([slant(scene, tile) for tile in scene.tiles if tile.shows == "face"]))

    assert mean(overhead) > 0.9
    assert 0.3 < mean(low) < 0.75


@needs_fonts
def test_a_clear_face_over_its_blank_is_the_face() -> None:
    style = random_style(2003)
    for face in ("3m", "0p", "1s", "5z"):
        drawn, clear = draw_face(style, face).astype(float), draw_clear_face(style, face).astype(float)
        assert clear.shape == (*drawn.shape[:2], 4)
        painted = clear[..., 3] > 250
        assert np.abs(clear[painted][:, :3] - drawn[painted]).max(initial=0) <= 1
        bare = clear[..., 3] < 1
        assert bare.mean() > 0.15


def test_a_table_that_is_there_stays_and_a_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "090000.png"
    tiles = {"name": np.array([3], np.int16), "side": np.zeros((0, 4, 2), np.float32)}
    put(path, np.full((8, 8, 3), 7, np.uint8), tiles)
    put(path, np.zeros((8, 8, 3), np.uint8), tiles)
    assert cv2.imread(str(path)).mean() == 7
    assert sorted(one.name for one in tmp_path.iterdir()) == ["090000.npz", "090000.png"]


def test_a_picture_of_many_squares_leaves_those_of_the_next_one_their_numbers(
    tmp_path: Path, monkeypatch
) -> None:
    quads = [
        [[x, y], [x + 60, y], [x + 60, y + 80], [x, y + 80]]
        for y in (9, 300, 600)
        for x in range(9, 1200, 90)
    ]
    things = [{"tile": "5p", "quad": quad, "seen": 1, "slant": 1} for quad in quads]
    for name, grey in (("1", 50), ("2", 200)):
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.full((720, 1280, 3), grey, np.uint8))
        (tmp_path / f"{name}.json").write_text(json.dumps({"image": f"{name}.png", "objects": things}))
    monkeypatch.setattr(traced_scenes, "IN_A_PICTURE", 5)
    monkeypatch.setattr(traced_scenes, "SCENES", tmp_path / "scenes")
    monkeypatch.setattr("os.nice", lambda _: 0)
    monkeypatch.setattr("sys.argv", ["traced_scenes", "90000", str(tmp_path)])
    traced_scenes.main()
    shown = {
        int(path.stem): int(cv2.imread(str(path))[0, 0, 0]) for path in (tmp_path / "scenes").glob("*.png")
    }
    assert shown == {**{90_000 + k: 50 for k in range(8)}, **{90_010 + k: 200 for k in range(8)}}
