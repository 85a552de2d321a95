"""Every tile is in one place, no two are in the same, and what lies there is what was told."""

import random

import numpy as np
import pytest

from companion.intake.eye.translate import seen
from companion.intake.pretend.dealer import tile_set
from companion.intake.pretend.game import play_hanchan
from companion.intake.pretend.public import public_twin
from companion.intake.stage.kyokus import games_of
from companion.intake.stage.table import Neatness, StageTable
from companion.intake.stage.truth import told_truly
from companion.riichi.facts import Fact, KyokuEnded, KyokuStarted, Ryuukyoku, Won
from companion.riichi.hanchan import begin
from companion.riichi.melds import MeldKind
from companion.riichi.presets import TENHOU
from companion.scribe.predict import visible
from companion.scribe.sights import SeenMeld, SeenTile, TableSeen
from vision.stage.things import WIDE, Stance

NAMES = ("Aiko", "Ben", "Chiyo", "Dario")


def kyokus(seed: str, hands: int, *, see_all: bool = True) -> tuple[tuple[Fact, ...], ...]:
    facts = list(play_hanchan(random.Random(seed), TENHOU, NAMES, see_all=True))
    if not see_all:
        facts = [public_twin(fact) for fact in facts]
    return next(games_of(facts, hands)).kyokus


def played(seed: str, hands: int, sides: str = "ABCD", **how):
    """The stage after each fact, and the fact."""
    table = StageTable(begin(TENHOU, NAMES), sides, seed=int(seed), neat=Neatness(**how))
    for kyoku in kyokus(seed, hands):
        for fact in kyoku:
            table.deal(kyoku) if isinstance(fact, KyokuStarted) else table.play(fact)
            yield table, fact


@pytest.mark.parametrize("seed", ["3", "8"])
def test_all_tiles_are_on_the_table_until_it_is_cleared_and_no_two_in_one_place(seed: str) -> None:
    for table, fact in played(seed, 3):
        if isinstance(fact, KyokuEnded):
            assert not table.poses
            continue
        assert sorted(table.poses) == list(range(136))
        assert sorted(table.tiles.values()) == sorted(tile_set(TENHOU))
        assert not crowded(table), fact


def crowded(table: StageTable) -> int:
    """How many pairs are nearer than two tiles can lie, at the same height."""
    poses = list(table.poses.values())
    at = np.array([(pose.x, pose.y, pose.z) for pose in poses])
    least = np.array([15.0 if pose.stance is Stance.STANDING else WIDE - 2.5 for pose in poses])
    apart = np.abs(at[:, None] - at)
    near = np.maximum(apart[..., 0], apart[..., 1]) < np.minimum(least[:, None], least)
    return int((near & (apart[..., 2] == 0)).sum() - len(poses)) // 2


@pytest.mark.parametrize(("seed", "sides"), [("3", "CDAB"), ("5", "ABCD"), ("11", "BCDA")])
def test_a_perfect_eye_sees_what_the_rules_say_is_visible(seed: str, sides: str) -> None:
    compared = 0
    for table, fact in played(seed, 2, sides):
        kyoku = table.hanchan.kyoku
        if kyoku is None or isinstance(fact, KyokuEnded):
            continue
        told = seen(told_truly(table.poses, table.tiles), sides)
        assert bare(told) == bare(visible(kyoku)), fact
        compared += 1
    assert compared > 80


def test_untidy_people_lay_tiles_that_still_mean_the_same() -> None:
    for table, fact in played("7", 2, shift=1.2, turn=0.05, row=8):
        kyoku = table.hanchan.kyoku
        if kyoku is not None and not isinstance(fact, KyokuEnded):
            assert bare(seen(told_truly(table.poses, table.tiles), "ABCD")) == bare(visible(kyoku))


def bare(table: TableSeen) -> object:
    """Rivers, melds and indicators without what a reading adds."""
    rivers = [[_said(tile) for tile in seat.river] for seat in table.seats]
    melds = [[_meld(meld) for meld in seat.melds] for seat in table.seats]
    return rivers, melds, [_said(tile) for tile in table.indicators]


def _said(tile: SeenTile) -> tuple[object, ...]:
    return tile.tile, tile.is_back, tile.sideways


def _meld(meld: SeenMeld) -> object:
    return [_said(tile) for tile in meld.tiles], meld.added and meld.added.tile


def test_a_hand_that_wins_lies_open_and_the_others_stand() -> None:
    wins = 0
    for table, fact in played("3", 6):
        if not isinstance(fact, Won) or fact.hand is None:
            continue
        told = seen(told_truly(table.poses, table.tiles), "ABCD")
        shown = sorted(tile.tile for tile in told.seats[fact.seat].showing if tile.tile)
        own = (*fact.hand, fact.tile) if fact.giver == fact.seat else fact.hand
        assert shown == sorted(own)
        wins += 1
    assert wins >= 2


def test_who_shows_tenpai_at_a_draw_lays_the_hand_open() -> None:
    for seed in ("3", "8", "11"):
        for table, fact in played(seed, 6):
            if isinstance(fact, Ryuukyoku):
                told = seen(told_truly(table.poses, table.tiles), "ABCD")
                shows = {seat for seat in range(4) if told.seats[seat].showing}
                assert shows >= set(fact.tenpai)
                assert shows <= {*fact.tenpai, fact.by}


def test_a_record_without_hands_is_filled_up_to_a_whole_set() -> None:
    kyoku = kyokus("3", 1, see_all=False)[0]
    table = StageTable(begin(TENHOU, NAMES), seed=2)
    for fact in kyoku[:-1]:
        table.deal(kyoku) if isinstance(fact, KyokuStarted) else table.play(fact)
        assert sorted(table.tiles.values()) == sorted(tile_set(TENHOU))
        assert table.hanchan.kyoku is not None
        told = seen(told_truly(table.poses, table.tiles), "ABCD")
        assert bare(told) == bare(visible(table.hanchan.kyoku))


def test_the_games_shown_here_have_every_kind_of_meld() -> None:
    kinds = {
        meld.kind
        for seed in ("3", "8")
        for table, fact in played(seed, 6)
        if isinstance(fact, Won | Ryuukyoku) and table.hanchan.kyoku
        for player in table.hanchan.kyoku.players
        for meld in player.melds
    }
    assert kinds == set(MeldKind)
