"""The generator: the same seed draws the same, all faces differ, quads lie where the tiles are seen."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from lab.pictures.camera import look
from lab.pictures.crops import CropMaker, rectified
from lab.pictures.faces import FACES, draw_face
from lab.pictures.focus import drawn_anew
from lab.pictures.layouts import (
    WHITE,
    Table,
    TileSize,
    face_down,
    frame,
    rows,
    standing,
    walls_and_backs,
)
from lab.pictures.props import SIDE, banded, boards, dice_tray, instrument, patterned, scribbled
from lab.pictures.running_hand import BOWL, ROOFED, RUNNING, running_hand
from lab.pictures.scenes import random_scene
from lab.pictures.style import random_prosperity, random_style
from lab.pictures.typefaces import latin_typefaces, typefaces
from vision.labels import KINDS

needs_fonts = pytest.mark.skipif(
    len(typefaces()) < 3 or not latin_typefaces(),
    reason="The fonts that tiles are written in are not installed: scripts/install-lab-fonts.",
)


@pytest.fixture(scope="module")
def atlas() -> np.ndarray:
    style = random_style(7)
    return np.stack([np.stack([draw_face(style, face) for face in FACES])])


def test_the_middle_of_the_view_is_the_middle_of_the_picture() -> None:
    camera = look(np.zeros(3), 500, 0.8, 1.0, 0.2, 600, 512, (0.05, 0.0))
    assert camera.project(np.zeros((1, 3)))[0] == pytest.approx([256, 256])
    assert camera.depth(np.zeros((1, 3)))[0] == pytest.approx(500)


def test_what_is_nearer_is_larger() -> None:
    camera = look(np.zeros(3), 500, np.radians(35), 0.0, 0.0, 600, 512, (0.0, 0.0))
    near, far = (camera.project(np.array([[x, -10.0, 0], [x, 10.0, 0]])) for x in (200.0, -200.0))
    assert np.ptp(near[:, 0]) > 1.5 * np.ptp(far[:, 0])


@pytest.mark.parametrize("axes", [frame(0.7), face_down(frame(0.7)), standing(2.0)])
def test_a_tile_is_never_mirrored(axes: np.ndarray) -> None:
    assert np.cross(axes[0], axes[1]) == pytest.approx(axes[2])


def test_tiles_of_a_row_lie_side_by_side() -> None:
    table = Table(np.random.default_rng(3), TileSize(20, 27, 16, 0.4))
    table.mess = table.gap = 0.0
    table.row(np.zeros(2), np.pi / 2, 4, "up")
    middles = np.array([tile.middle for tile in table.tiles])
    assert np.diff(middles[:, 0]) == pytest.approx([20, 20, 20])
    assert np.ptp(middles[:, 1]) == pytest.approx(0)


def test_sorted_tiles_lie_beside_their_like_and_white_dragons_most_often() -> None:
    pairs = {True: 0, False: 0}
    for seed in range(40):
        table = Table(np.random.default_rng(seed), TileSize(20, 27, 16, 0.4))
        table.row(np.zeros(2), np.pi / 2, 14, "up")
        faces = [tile.face for tile in table.tiles]
        pairs[table.is_sorted] += sum(a == b == WHITE for a, b in itertools.pairwise(faces))
    assert pairs[True] > 10 > pairs[False]


def test_rows_fill_a_table() -> None:
    table = Table(np.random.default_rng(5), TileSize(20, 27, 16, 0.4))
    rows(table)
    assert len(table.tiles) >= 3


def test_walls_show_backs_and_few_faces() -> None:
    up = down = 0
    for seed in range(30):
        table = Table(np.random.default_rng(seed), TileSize(20, 27, 16, 0.4))
        walls_and_backs(table)
        up += sum(tile.axes[2][2] > 0.5 for tile in table.tiles)
        down += sum(tile.axes[2][2] < -0.5 for tile in table.tiles)
    assert down > 3 * up > 0


@pytest.mark.parametrize("draw", [banded, boards, dice_tray, instrument, patterned, scribbled])
def test_what_is_no_tile_is_a_picture_that_is_thrown_anew_each_time(draw) -> None:
    one, again, other = (draw(np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one.shape == (SIDE, SIDE, 3)
    assert np.array_equal(one, again)
    assert np.abs(one - other).max() > 0.05
    assert -0.01 <= one.min() < one.max() <= 1.3


def test_a_cut_shows_what_the_quad_holds() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    picture[20:60, 30:50] = 200
    quad = np.array([[30, 20], [50, 20], [50, 60], [30, 60]], np.float32) - 0.5
    assert rectified(picture, quad, 16)[1:-1, 1:-1].min() > 190


@needs_fonts
def test_a_seed_is_a_set() -> None:
    assert random_style(11) == random_style(11)
    assert np.array_equal(draw_face(random_style(11), "3p"), draw_face(random_style(11), "3p"))


@needs_fonts
def test_some_cutters_write_north_otherwise_and_nothing_else_of_the_set_changes() -> None:
    styles = [random_style(seed) for seed in range(40)]
    assert {style.north for style in styles} == {"北", "此"}
    other = next(style for style in styles if style.north == "此")
    plain = replace(other, north="北")
    assert not np.array_equal(draw_face(other, "4z"), draw_face(plain, "4z"))
    assert np.array_equal(draw_face(other, "3z"), draw_face(plain, "3z"))


@pytest.mark.gate(0)
@needs_fonts
def test_all_faces_of_a_set_differ(atlas: np.ndarray) -> None:
    names = [face for face in FACES if not face.startswith("stranger")]
    flat = atlas[0, : len(names)].astype(int).reshape(len(names), -1)
    apart = np.abs(flat[:, None] - flat[None]).mean(axis=2) + 99 * np.eye(len(names))
    assert apart.min() > 0.5, names[int(apart.min(axis=1).argmin())]


@needs_fonts
def test_crops_know_what_they_show(atlas: np.ndarray) -> None:
    maker = CropMaker(atlas, 1)
    crops = [maker.crop() for _ in range(40)]
    assert {crop.picture.shape for crop in crops} == {(48, 48, 3)}
    assert all((crop.red >= 0) == (KINDS[crop.kind] in {"5m", "5p", "5s"}) for crop in crops)
    assert {crop.turn for crop in crops} >= {0, 1, 2, 3}


@needs_fonts
def test_a_scene_has_its_quads_inside_or_at_the_edge(atlas: np.ndarray) -> None:
    scene = random_scene(np.random.default_rng(21), atlas, 256)
    assert scene.picture.shape == (256, 256, 3)
    assert scene.seen
    assert all(
        0 <= seen.visible <= 1 and seen.quad.max() > 0 and seen.quad.min() < 256 for seen in scene.seen
    )


@needs_fonts
@pytest.mark.parametrize("manner", [RUNNING, ROOFED, BOWL])
def test_a_brush_hand_writes_its_own_form_and_always_the_same(manner: str) -> None:
    font = next(face for face in typefaces() if running_hand(face, manner, 1) is not None)
    once, again, other = (running_hand(font, manner, seed) for seed in (1, 1, 2))
    assert np.array_equal(once, again)
    assert once.shape != other.shape or not np.array_equal(once, other)


@needs_fonts
def test_prosperity_is_drawn_in_every_way_that_is_thrown() -> None:
    style = random_style(7)
    faces = [draw_face(replace(style, prosperity=way), "6z") for way in ("發", "発", RUNNING, ROOFED)]
    apart = [np.abs(a.astype(int) - b.astype(int)).mean() for a, b in itertools.combinations(faces, 2)]
    assert min(apart) > 2


def test_many_sets_write_prosperity_as_a_brush_hand_does() -> None:
    ways = [random_prosperity(seed, "發", japanese=True) for seed in range(200)]
    assert 40 < ways.count(RUNNING) < 90
    assert 15 < ways.count(ROOFED) < 55


@needs_fonts
def test_faces_that_are_mixed_up_are_drawn_anew_and_the_others_stay(atlas: np.ndarray) -> None:
    anew = drawn_anew(atlas, 40, ["6z"])
    changed = [face for number, face in enumerate(FACES) if (anew[0, number] != atlas[0, number]).any()]
    assert changed == ["6z"]


@needs_fonts
def test_what_shall_be_frequent_is(atlas: np.ndarray) -> None:
    maker = CropMaker(atlas, 5, ["3z"])
    kinds = [maker.crop().kind for _ in range(60)]
    assert kinds.count(KINDS.index("3z")) > 10
