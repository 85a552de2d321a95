"""The wall as it is drawn: for every number of kans, which tile lies where, is gone, or is owed."""

from dataclasses import replace

import pytest

from companion.projections.wall_view import PlaceView, StackView, WallView, wall_view
from companion.riichi.facts import (
    AnkanDeclared,
    Chombo,
    DaiminkanCalled,
    Discarded,
    Drawn,
    IndicatorRevealed,
    KitaDeclared,
    PlayUnfollowed,
    RinshanDrawn,
)
from companion.riichi.hanchan import Hanchan
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.ruleset import Reveal, Suukaikan
from companion.riichi.tiles import Tile
from companion.riichi.wall import Wall, build
from tests.projections.tables import A, B, C, after, ankan, shown, started, started_3p, turn
from tests.toolbox.houses import EIGHTEEN


def drawn_wall(view: WallView) -> str:
    """Upper row, then lower row: B back, . gone, l live, ! owed, ~ owed later, else the tile."""
    words = {"back": "B", "gone": ".", "live": "l", "owed": "!", "later": "~"}
    rows = [[words.get(face, face) for face in row] for row in zip(*_faces(view), strict=True)]
    return " | ".join(" ".join(row) for row in rows)


def _faces(view: WallView) -> list[tuple[str, str]]:
    return [(stack.upper, stack.lower) for stack in (*view.dead, *view.extension)]


def wall_of(hanchan: Hanchan) -> WallView:
    wall = shown(hanchan).wall
    assert wall is not None
    return wall


def with_kans(count: int) -> Hanchan:
    """One player makes kan after kan, each flip at once."""
    hanchan = after(started(), Drawn(A))
    for tile in ("1p", "9p", "1s", "9s")[:count]:
        hanchan = after(hanchan, *ankan(A, tile, draws=False))
    return hanchan


@pytest.mark.parametrize(
    ("kans", "live", "left", "picture"),
    [
        (0, 69, 4, "B B 4m B B B B l | B B B B B B B l"),
        (1, 68, 3, ". B 4m ? B B B l | B B B B B B B B"),
        (2, 67, 2, ". B 4m ? ? B B B l | . B B B B B B B l"),
        (3, 66, 1, ". . 4m ? ? ? B B l | . B B B B B B B B"),
        (4, 65, 0, ". . 4m ? ? ? ? B B l | . . B B B B B B B l"),
    ],
)
def test_each_kan_takes_a_replacement_and_adds_the_last_tile_to_the_dead_wall(kans, live, left, picture):
    view = wall_of(with_kans(kans))
    assert drawn_wall(view) == picture
    assert (view.live, view.replacements_left, view.kans) == (live, left, kans)
    assert len(view.indicators) == 1 + kans
    dead = sum(face not in ("gone", "live") for stack in _faces(view) for face in stack)
    assert dead == 14, "the dead wall keeps fourteen tiles"


@pytest.mark.parametrize(
    ("kans", "stack", "upper"), [(0, 7, False), (1, 7, True), (2, 8, False), (3, 8, True), (4, 9, False)]
)
def test_the_last_tile_moves_by_one_with_each_replacement(kans, stack, upper):
    assert wall_of(with_kans(kans)).haitei == PlaceView(stack, upper)


@pytest.mark.parametrize("kans", range(4))
def test_the_next_replacement_tile_is_upper_before_lower(kans):
    order = [PlaceView(0, True), PlaceView(0, False), PlaceView(1, True), PlaceView(1, False)]
    assert wall_of(with_kans(kans)).replacement == order[kans]


def test_no_replacement_place_is_shown_when_all_four_are_gone():
    assert wall_of(with_kans(4)).replacement is None


def test_a_closed_kan_owes_its_indicator_at_once():
    view = wall_of(after(started(), Drawn(A), AnkanDeclared(A, (None,) * 4)))
    assert (view.owed_now, view.owed_later) == (1, 0)
    assert view.dead[3] == StackView("owed", "back")


def test_an_open_kan_owes_its_indicator_after_the_discard():
    kan = DaiminkanCalled(B, A, Tile("5p"), (Tile("5p"), Tile("5p"), Tile("0p")))
    table = after(started(), *turn(A, "5p"), kan, RinshanDrawn(B))
    assert (wall_of(table).owed_now, wall_of(table).owed_later) == (0, 1)
    assert wall_of(table).dead[3].upper == "later"
    table = after(table, Discarded(B, Tile("1z")))
    assert (wall_of(table).owed_now, wall_of(table).owed_later) == (1, 0)
    assert wall_of(table).dead[3].upper == "owed"
    table = after(table, IndicatorRevealed(Tile("9p")))
    assert wall_of(table).dead[3].upper == "9p"
    assert wall_of(table).dora == ("5m", "1p")


@pytest.mark.parametrize(
    ("reveal", "early"), [(Reveal.WITH_DISCARD, (True, False)), (Reveal.AFTER_DISCARD, (False, True))]
)
def test_an_open_kan_may_be_flipped_just_before_it_is_owed(reveal, early):
    kan = DaiminkanCalled(B, A, Tile("5p"), (Tile("5p"), Tile("5p"), Tile("0p")))
    table = after(started(replace(TENHOU, open_kan_reveal=reveal)), *turn(A, "5p"), kan)
    assert not wall_of(table).may_flip_early
    before = after(table, RinshanDrawn(B))
    laid = after(before, Discarded(B, Tile("1z")))
    assert (wall_of(before).may_flip_early, wall_of(laid).may_flip_early) == early


def test_where_nobody_follows_the_turns_it_may_be_flipped_until_the_hand_is_over():
    kan = DaiminkanCalled(B, A, Tile("5p"), (Tile("5p"), Tile("5p"), Tile("0p")))
    table = after(started(TENHOU), *turn(A, "5p"), kan, RinshanDrawn(B), PlayUnfollowed())
    assert wall_of(table).may_flip_early
    assert not wall_of(after(table, Chombo(A))).may_flip_early


def test_an_indicator_that_nobody_saw_is_unknown_and_so_is_its_dora():
    view = wall_of(with_kans(1))
    assert (view.indicators, view.dora) == (("4m", "?"), ("5m", "?"))


def test_an_unturned_first_indicator_is_owed():
    view = wall_of(started(indicator=None))
    assert view.indicators == ()
    assert view.dead[2].upper == "owed"


@pytest.mark.parametrize(
    ("rules", "kans", "places"),
    [
        ({}, 0, 1),
        ({}, 2, 3),
        ({"kan_ura": False}, 2, 1),
        ({"kan_dora": False}, 2, 1),
        ({"ura": False}, 0, 0),
        ({"suukaikan": Suukaikan.URA_POSITIONS}, 5, 0),
    ],
)
def test_an_ura_may_be_turned_below_some_of_the_indicators(rules, kans, places):
    wall = replace(build(TENHOU, Tile("1m")), kans=kans)
    assert wall_view(wall, replace(TENHOU, **rules)).ura_places == places


def test_tiles_that_were_drawn_are_gone_from_the_tail():
    view = wall_view(Wall(live=1, replacements_left=4, indicators=(None,)), TENHOU)
    assert view.extension == (StackView(upper="gone", lower="live"),)
    view = wall_view(Wall(live=0, replacements_left=3, replacements_drawn=1, indicators=(None,)), TENHOU)
    assert view.extension == (StackView(upper="gone", lower="back"),)


def test_three_players_have_eight_replacement_tiles_and_the_indicator_on_the_fifth_stack():
    view = wall_of(started_3p())
    assert drawn_wall(view) == "B B B B 9s B B l | B B B B B B B l"
    assert (view.live, view.replacements_left) == (55, 8)


def test_a_dead_wall_of_eighteen_has_all_indicators_in_it():
    table = started(EIGHTEEN, indicator=Tile("9s"))
    assert drawn_wall(wall_of(table)) == "B B B B 9s B B B B l | B B B B B B B B B l"
    assert wall_of(table).live == 51
    table = after(table, Drawn(A))
    for tile in ("1p", "9p"):
        table = after(table, *ankan(A, tile, draws=False))
    assert drawn_wall(wall_of(table)) == ". B B B 9s ? ? B B B l | . B B B B B B B B B l"


def test_a_north_set_aside_takes_a_replacement_tile_and_turns_no_indicator():
    view = wall_of(after(started_3p(), Drawn(A), KitaDeclared(A), RinshanDrawn(A)))
    assert drawn_wall(view) == ". B B B 9s B B l | B B B B B B B B"
    assert (view.live, view.replacements_left, view.kans) == (53, 7, 0)


def test_with_three_players_kan_indicators_run_on_behind_the_seventh_stack():
    table = after(started_3p(), Drawn(A))
    for tile in ("1p", "9p", "1s", "9m"):
        table = after(table, *ankan(A, tile, draws=False))
    assert drawn_wall(wall_of(table)) == ". . B B 9s ? ? ? ? l | . . B B B B B B B l"


def test_eight_replacements_empty_the_first_four_stacks():
    wall = Wall(live=40, replacements_left=0, replacements_drawn=8, indicators=(None,))
    view = wall_view(wall, TENHOU_3P)
    assert all(stack == StackView("gone", "gone") for stack in view.dead[:4])
    assert view.haitei == PlaceView(11, upper=False)


def test_a_waiting_seat_changes_nothing_of_the_wall():
    before = wall_of(after(started(), *turn(A, "1z"), *turn(B, "1z")))
    assert wall_of(after(started(), *turn(A, "1z"), *turn(B, "1z"), Drawn(C))).live == before.live - 1


def test_while_nobody_counts_the_dead_wall_and_the_last_tile_are_drawn_all_the_same() -> None:
    hanchan = after(with_kans(1), PlayUnfollowed())
    view = wall_of(hanchan)
    assert view.live is None
    assert (view.haitei, view.kans) == (PlaceView(7, upper=True), 1)
    assert drawn_wall(view) == ". B 4m ? B B B l | B B B B B B B B"
