"""A house may turn closed and open kans' indicators at different moments; each kan keeps its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.riichi.apply import apply, start
from companion.riichi.facts import AnkanDeclared, Discarded, Drawn, KyokuStarted, RinshanDrawn
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import Reveal
from companion.riichi.seats import Seat, Wind
from companion.riichi.tiles import Tile, parse_tiles
from companion.riichi.wall import Wall

EAST = Seat(0)


def wall_after_a_closed_kan_and_its_discard(ankan: Reveal, open_kan: Reveal) -> Wall:
    rules = replace(TENHOU, ankan_reveal=ankan, open_kan_reveal=open_kan)
    kyoku = start(KyokuStarted(Wind.EAST, EAST, 0, 0, (25_000,) * 4, Tile("4m")), rules)
    for fact in (
        Drawn(EAST),
        AnkanDeclared(EAST, parse_tiles("1111s")),
        RinshanDrawn(EAST),
        Discarded(EAST, Tile("9p")),
    ):
        kyoku = apply(kyoku, fact)
    return kyoku.wall


@pytest.mark.parametrize("open_kan", Reveal)
def test_a_closed_kan_that_waits_for_the_discard_is_due_with_it(open_kan: Reveal) -> None:
    wall = wall_after_a_closed_kan_and_its_discard(Reveal.WITH_DISCARD, open_kan)
    assert (wall.owed_now, wall.owed_later) == (1, 0)


@pytest.mark.parametrize("open_kan", Reveal)
def test_a_closed_kan_that_waits_for_the_discard_to_pass_still_waits(open_kan: Reveal) -> None:
    wall = wall_after_a_closed_kan_and_its_discard(Reveal.AFTER_DISCARD, open_kan)
    assert (wall.owed_now, wall.owed_later) == (0, 1)
