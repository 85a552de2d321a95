"""Tables that are hard on the finder: white ends, touching tiles, pale backs, large tiles aslant."""

import colorsys

import numpy as np
import pytest

from lab.pictures.camera import random_camera
from lab.pictures.faces import FACES, draw_face
from lab.pictures.hard_tables import (
    blocks,
    hands_and_walls,
    pale_back,
    random_hard_table,
    thick_size,
    touching,
    whites,
)
from lab.pictures.layouts import WHITE, Table, TileSize
from lab.pictures.scenes import random_scene
from lab.pictures.style import random_style
from lab.pictures.textures import back_colour
from lab.pictures.typefaces import latin_typefaces, typefaces

SIZE = TileSize(20, 27, 16, 0.4)


def test_ends_of_thick_tiles_are_nearly_as_large_as_their_faces() -> None:
    for seed in range(30):
        size = thick_size(np.random.default_rng(seed))
        white = size.depth * (1 - size.back_share)
        assert 0.4 * size.width < white < size.height


def test_blocks_stand_and_lie_both_ways_round() -> None:
    ups = []
    for seed in range(12):
        table = Table(np.random.default_rng(seed), SIZE)
        blocks(table)
        ups += [round(float(tile.axes[2][2])) for tile in table.tiles]
    assert {ups.count(1) > 20, ups.count(-1) > 20, ups.count(0) > 10} == {True}


def test_blocks_do_not_stand_in_one_another() -> None:
    for seed in range(12):
        table = Table(np.random.default_rng(seed), SIZE)
        blocks(table)
        alone = np.array([tile.middle for tile in table.tiles if abs(tile.axes[2][2]) < 0.5])
        for one in alone:
            apart = sorted(np.hypot(*(one - tile.middle)[:2]) for tile in table.tiles)
            assert apart[1] > 0.7 * SIZE.width


def test_hands_before_the_camera_show_their_tops_and_walls_their_ends() -> None:
    standing = lying = 0
    for seed in range(20):
        table = Table(np.random.default_rng(seed), SIZE)
        hands_and_walls(table)
        standing += sum(abs(tile.axes[2][2]) < 0.5 for tile in table.tiles)
        lying += sum(abs(tile.axes[2][2]) > 0.5 for tile in table.tiles)
    assert standing > 150
    assert lying > 150


def test_touching_tiles_leave_less_than_a_hundredth_of_a_tile_between_them() -> None:
    gaps = []
    for seed in range(40):
        table = Table(np.random.default_rng(seed), SIZE)
        touching(table)
        gaps.append(table.gap)
    assert np.median(gaps) < SIZE.width / 100


def test_blank_tiles_lie_in_rows_of_their_like() -> None:
    shares = []
    for seed in range(30):
        table = Table(np.random.default_rng(seed), SIZE)
        whites(table)
        shares.append(np.mean([tile.face == WHITE for tile in table.tiles]))
    assert 0.4 < np.mean(shares) < 0.8


def test_pale_backs_are_pale_but_not_grey() -> None:
    shades = [colorsys.rgb_to_hsv(*pale_back(np.random.default_rng(seed))) for seed in range(50)]
    assert all(0.06 < saturation < 0.33 and value > 0.7 for _, saturation, value in shades)
    usual = [colorsys.rgb_to_hsv(*back_colour(np.random.default_rng(seed)))[1] for seed in range(50)]
    assert np.median(usual) > 0.33


def test_large_tiles_aslant_are_parts_of_larger_pictures() -> None:
    seen = [random_hard_table(np.random.default_rng(seed)) for seed in range(60)]
    large = [one for one in seen if one.aim.pixels[0] > 90]
    assert len(large) > 4
    assert all(one.aim.views[1] < 30 and one.table.tiles for one in large)


def test_a_camera_keeps_the_height_that_is_wanted() -> None:
    for seed in range(20):
        camera = random_camera(
            np.random.default_rng(seed), 256, 40, 27, 0.0, elevations=(20, 30), views=(20, 21)
        )
        distance = float(np.linalg.norm(camera.eye))
        assert 20 <= np.degrees(np.arcsin(camera.eye[2] / distance)) <= 30
        assert camera.focal * 27 / distance == pytest.approx(40)


@pytest.mark.skipif(
    len(typefaces()) < 3 or not latin_typefaces(),
    reason="The fonts that tiles are written in are not installed: scripts/install-lab-fonts.",
)
def test_hard_scenes_show_tiles_and_say_where() -> None:
    style = random_style(7)
    atlas = np.stack([np.stack([draw_face(style, face) for face in FACES])])
    scenes = [random_scene(np.random.default_rng(seed), atlas, 128, hard=1.0) for seed in range(6)]
    assert sum(len(scene.seen) for scene in scenes) > 20
    again = random_scene(np.random.default_rng(0), atlas, 128, hard=1.0)
    assert np.array_equal(again.picture, scenes[0].picture)
