"""The second painter's tables: laid lawfully, labelled exactly, the same for the same seed."""

import importlib.util
import json
import math
import sys
from collections import Counter
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lab.tracer import __main__ as command
from lab.tracer.camera import Camera
from lab.tracer.deal import deal, full_set
from lab.tracer.evaluate import Seen, apart, judge_backs, photograph_of, write
from lab.tracer.labels import labels, share_seen
from lab.tracer.looks import BACKS, choose_look
from lab.tracer.scene import Scene, make_scene
from lab.tracer.solids import Box, Capsule, box_hits, capsule_hits, overlap, pose
from tests.figures import rows_of
from vision.read.detect import Reading

ARTS = ("page",)


@cache
def scene_of(seed: int) -> Scene:
    """Made once: nobody changes a scene, and each takes a second."""
    return make_scene(seed, ARTS)


@cache
def _labels_of(seed: int) -> str:
    return json.dumps(labels(scene_of(seed), "a.jpg"))


def labels_of(seed: int) -> dict[str, Any]:
    """What is labelled is seen once, which takes a second; each test may change its own copy."""
    return json.loads(_labels_of(seed))


@pytest.fixture(scope="module", params=[1, 2, 3])
def scene(request: pytest.FixtureRequest) -> Scene:
    return scene_of(request.param)


def test_a_deal_has_four_of_each() -> None:
    for seed in range(200):
        every = deal(Random(seed)).every
        assert every in (Counter(full_set(with_reds=True)), Counter(full_set(with_reds=False)))


@pytest.mark.gate(1)
def test_no_tile_shares_room_with_another(scene: Scene) -> None:
    assert len(scene.tiles) >= 130
    for one, other in combinations(scene.tiles, 2):
        if np.abs(np.subtract(one.body.pose.at, other.body.pose.at)).max() < 40:
            assert not overlap(one.body, other.body), (one, other)


@pytest.mark.gate(1)
def test_no_tile_lies_twice_and_none_is_made_up(scene: Scene) -> None:
    assert not Counter(tile.kind for tile in scene.tiles) - scene.deal.every


def test_tiles_that_lean_are_those_that_lay_there() -> None:
    lying, leaning = scene_of(1), make_scene(1, ARTS, leaning=True)
    some = [tile for tile in leaning.tiles if tile.place == "leaning"]
    assert len(some) >= 4
    up = [math.degrees(math.acos(tile.body.pose.matrix[2, 2])) for tile in some]
    assert all(14.9 < angle < 40.1 for angle in up)
    # No corner is below the cloth, and an edge is on it.
    lowest = [min(at[2] for at in tile.body.pose.out(corners_of(tile.body.half))) for tile in some]
    assert np.allclose(lowest, 0, atol=0.01)
    places = {"river", "leaning"}
    lay, lean = (Counter(t.kind for t in one.tiles if t.place in places) for one in (lying, leaning))
    assert not lean - lay  # where there is no room to lean, a tile is not there


def corners_of(half: tuple[float, float, float]) -> np.ndarray:
    return np.array(list(product(*((-one, one) for one in half))))


@pytest.mark.gate(0)
def test_the_same_seed_gives_the_same_scene() -> None:
    once, again = scene_of(1), make_scene(1, ARTS)
    assert once == again
    assert labels(once, "a.jpg") == labels(again, "a.jpg")
    assert scene_of(5).tiles != once.tiles


def test_people_lay_tiles_some_degrees_off() -> None:
    off = []
    for seed in (1, 5):
        for tile in scene_of(seed).tiles:
            turn = np.degrees(np.arctan2(tile.body.pose.turn[1][0], tile.body.pose.turn[0][0]))
            if tile.place == "river":
                off.append(abs((turn + 45) % 90 - 45))
    assert 0.8 < np.mean(off) < 3.0
    assert max(off) < 12


@pytest.mark.gate(1)
def test_labels_lie_inside_and_say_what_lies_there(scene: Scene) -> None:
    image = labels_of(scene.seed)
    width, height = image["width"], image["height"]
    told = Counter(thing["tile"] for thing in image["objects"])
    assert told["back"] > 10
    for thing in image["objects"]:
        middle = np.mean(thing["quad"], axis=0)
        assert -30 < middle[0] < width + 30
        assert -30 < middle[1] < height + 30
        assert 0 < thing["seen"] <= 1
    assert len(image["table"]) == 4


@pytest.mark.gate(1)
def test_a_tile_under_another_is_not_seen_and_one_on_top_is(scene: Scene) -> None:
    top = max(tile.body.pose.at[2] for tile in scene.tiles if tile.place == "wall")
    for tile in scene.tiles:
        if tile.place == "wall" and share_seen(scene, tile):
            x, y, z = tile.body.pose.at
            above = [
                t for t in scene.tiles
                if t.body.pose.at[2] > z + 5 and np.hypot(t.body.pose.at[0] - x, t.body.pose.at[1] - y) < 3
            ]  # fmt: skip
            assert z == pytest.approx(top) or not above


def test_faces_of_a_standing_hand_are_turned_away_from_the_camera() -> None:
    for seed in (4, 5):
        made = make_scene(seed, ARTS)
        for tile in made.tiles:
            if tile.shows == "edge":
                looks = tile.body.pose.matrix[:, 2]
                to_camera = np.array(made.camera.at) - np.array(tile.body.pose.at)
                # From above a sliver is seen at most: the camera is over the table, not behind the player.
                assert to_camera @ looks < 0 or made.view == "overhead"


def test_the_pinhole_puts_points_where_a_camera_matrix_does() -> None:
    camera = Camera((300.0, -700.0, 900.0), (10.0, 5.0, 0.0), 0.03, 1100.0, (1280, 720), 4.0)
    points = np.array([[0, 0, 0], [100, 50, 17], [-200, 120, 3]], float)
    # The textbook's: x right, y down, z forward.
    turn = camera.axes.T * np.array([[1], [-1], [-1]])
    matrix = np.array([[1100.0, 0, 640], [0, 1100.0, 360], [0, 0, 1]])
    seen = matrix @ (turn @ (points - np.array(camera.at)).T)
    assert camera.project(points) == pytest.approx((seen[:2] / seen[2]).T)
    assert camera.project(np.array([camera.target]))[0] == pytest.approx([640, 360])
    assert np.linalg.det(camera.axes) == pytest.approx(1)
    with pytest.raises(ValueError, match="behind"):
        camera.project(np.array([[600.0, -1400.0, 1800.0]]))


def test_rays_meet_what_stands_between() -> None:
    box = Box("b", pose((0, 0, 10), 0.5), (5, 5, 10), "white")
    capsule = Capsule("c", (0, 0, 10), (0, 40, 10), 6, "skin")
    eye, ends = np.array([0, 0, 100.0]), np.array([[0, 0, 0], [3, 0, 0], [30, 0, 0], [0, 0, 50.0]])
    assert box_hits(box, eye, ends).tolist() == [True, True, False, False]
    assert capsule_hits(capsule, eye, ends).tolist() == [True, True, False, False]
    assert overlap(box, Box("o", pose((9, 0, 10)), (5, 5, 10), "white"))
    assert not overlap(box, Box("o", pose((14, 0, 10)), (5, 5, 10), "white"))


def reading(quad: list[list[float]], tile: str) -> Reading:
    return Reading(tile, 0.9, np.array(quad, np.float32), 0.9, ())


def test_a_pale_back_told_as_a_face_is_counted_against_the_eye() -> None:
    image = labels_of(1) | {"backs": "lilac"}
    backs = [thing["quad"] for thing in image["objects"] if thing["tile"] == "back" and thing["seen"] > 0.6]
    seen = Seen()
    judge_backs(image, [reading(backs[0], "back"), reading(backs[1], "5z")], seen)
    assert seen.told(pale=True) == (1, len(backs))
    assert seen.backs[True]["5z"] == 1
    assert seen.told(pale=False) == (0, 0)


def test_a_face_half_hidden_need_not_be_found() -> None:
    image = labels_of(1)
    before = len(photograph_of(image, Path()).tiles)
    face = next(t for t in image["objects"] if t["tile"] not in {"back", "standing"} and t["seen"] > 0.9)
    face["seen"] = 0.3
    photograph = photograph_of(image, Path())
    assert len(photograph.tiles) == before - 1
    assert len(photograph.ignored) >= 1


@pytest.mark.gate(0)
def test_a_wall_finds_room_where_tiles_were_laid_carelessly() -> None:
    for seed in (11, 15):
        made = make_scene(seed, ARTS)
        assert sum(t.place in {"wall", "indicator"} for t in made.tiles) == len(made.deal.wall)


def test_backs_of_eight_colours_come_round() -> None:
    assert len(BACKS) == 8
    assert {choose_look(Random(seed), seed, ARTS).back for seed in range(8)} == set(BACKS)


def test_cycles_draws_the_tiles_where_the_labels_say(tmp_path: Path) -> None:
    """A ray of Blender's own from the camera meets each tile that is told as seen, where its label says."""
    if importlib.util.find_spec("bpy") is None or importlib.util.find_spec("resvg_py") is None:
        pytest.skip("needs Blender as a module; `make tracer` makes the environment that has it")
    import bpy
    from mathutils import Vector

    from lab.tracer.cycles import Stage

    made = make_scene(1, ARTS)
    Stage(made, tmp_path).build()
    graph = bpy.context.evaluated_depsgraph_get()
    eye = Vector(made.camera.at) * 0.001
    seen = [tile for tile in made.tiles if tile.shows != "edge" and share_seen(made, tile) == 1]
    assert seen
    for tile in seen:
        middle = Vector(tile.upper.mean(axis=0).tolist()) * 0.001
        hit, where, _, _, thing, _ = bpy.context.scene.ray_cast(graph, eye, middle - eye)
        assert hit
        assert thing.name.split(".")[0] == tile.body.name
        assert (where - middle).length < 0.0006


def test_pictures_of_another_size_or_from_a_later_number_have_lines_of_their_own(tmp_path: Path) -> None:
    page = tmp_path / "tracer.md"
    groups = {"all": Seen(pictures=1)}
    for images, first in (([{"height": 720}], 0), ([{"height": 1080}], 0), ([{"height": 1080}], 30)):
        write(groups, apart(images, first), page)
    assert [row[0] for row in rows_of(page)] == ["all", "all, 1080 lines", "all, 1080 lines, from 30 on"]


def test_a_picture_that_was_left_without_labels_is_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a picture may lie there, too: whoever stopped the run stopped it in the middle of one."""
    (tmp_path / "0001.jpg").write_text("half")
    for name in ("0002.jpg", "0002.json"):
        (tmp_path / name).write_text("whole")
    monkeypatch.setattr(command, "make_scene", lambda *_, **__: scene_of(1))
    draw = SimpleNamespace(draw=lambda _, path, *__: path.write_text("drawn"))
    monkeypatch.setitem(sys.modules, "lab.tracer.cycles", draw)
    monkeypatch.setattr("sys.argv", ["tracer", "1", "2", "--out", str(tmp_path)])
    command.main()
    assert (tmp_path / "0001.jpg").read_text() == "drawn"
    assert json.loads((tmp_path / "0001.json").read_text())["image"] == "0001.jpg"
    assert (tmp_path / "0002.jpg").read_text() == (tmp_path / "0002.json").read_text() == "whole"
