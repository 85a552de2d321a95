"""The two conservation lights: points with sticks, and the live count by its second form."""

from dataclasses import replace

from companion.projections.health import points_off, tiles_add_up
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    KakanDeclared,
    KitaDeclared,
    PlayFollowed,
    PlayUnfollowed,
    RinshanDrawn,
    WinBy,
    Won,
)
from companion.riichi.hanchan import apply_to_hanchan
from companion.riichi.tiles import Tile
from tests.projections.tables import A, B, C, D, ankan, pon, riichi, started, started_3p, turn

EVERY_KIND_OF_CALL = (
    *turn(A, "3m"),
    ChiCalled(B, Tile("3m"), (Tile("2m"), Tile("4m"))),
    Discarded(B, Tile("7z")),
    pon(D, B, "7z"),
    Discarded(D, Tile("1z")),
    *ankan(A, "1p"),
    Discarded(A, Tile("5s")),
    DaiminkanCalled(C, A, Tile("5s"), (Tile("5s"), Tile("5s"), Tile("0s"))),
    RinshanDrawn(C),
    Discarded(C, Tile("2z")),
    Drawn(D),
    KakanDeclared(D, Tile("7z")),
    RinshanDrawn(D),
    Discarded(D, Tile("9p")),
    *riichi(A, "9m"),
    *turn(B, "1s"),
    Won(A, WinBy.RON, B, Tile("1s")),
)


def test_tiles_and_points_add_up_after_every_kind_of_fact():
    table = started()
    for fact in EVERY_KIND_OF_CALL:
        table = apply_to_hanchan(table, fact)
        assert tiles_add_up(table.kyoku), fact
        assert points_off(table) == 0, fact


def test_norths_are_counted():
    table = started_3p()
    for fact in (Drawn(A), KitaDeclared(A), RinshanDrawn(A), KitaDeclared(A), RinshanDrawn(A), Discarded(A)):
        table = apply_to_hanchan(table, fact)
        assert tiles_add_up(table.kyoku), fact


def test_a_wall_that_lost_a_tile_is_seen():
    kyoku = started().kyoku
    assert not tiles_add_up(replace(kyoku, wall=replace(kyoku.wall, live=69)))


def test_a_forgotten_stick_is_seen():
    assert points_off(started(kyoutaku=1)) == 1_000


def test_nobody_misses_tiles_that_nobody_counts_and_the_count_is_whole_again_after():
    table = started()
    for fact in (Drawn(A), PlayUnfollowed(), AnkanDeclared(B, (None,) * 4), PlayFollowed(C, 40), Drawn(C)):
        table = apply_to_hanchan(table, fact)
        assert tiles_add_up(table.kyoku), fact
    kyoku = table.kyoku
    assert not tiles_add_up(replace(kyoku, wall=replace(kyoku.wall, live=40)))
