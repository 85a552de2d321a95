"""Every tile is in one place, no two are in the same, and what lies there is what was told."""

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from companion.evidence.sights import SeenMeld, SeenTile, TableSeen
from companion.intake.eye.translate import seen
from companion.pretend.painting.things import TABLE, WIDE, Stance
from companion.pretend.players.dealer import tile_set
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import games_of
from companion.pretend.stage.table import NEAT, StageTable
from companion.pretend.stage.truth import perfect_sighting
from companion.riichi.facts import Fact, KitaDeclared, KyokuEnded, KyokuStarted, Ryuukyoku, Won
from companion.riichi.hanchan import begin
from companion.riichi.melds import MeldKind
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.public import public_twin
from companion.riichi.ruleset import RuleSet
from tests.toolbox.sightings import visible

NAMES = ("Aiko", "Ben", "Chiyo", "Dario")


@cache
def game(seed: str, rules: RuleSet) -> tuple[tuple[Fact, ...], ...]:
    """Six hands at most; several tests lay the same ones."""
    facts = play_hanchan(random.Random(seed), rules, NAMES[: rules.players], see_all=True)
    return next(games_of(facts, 6)).kyokus


def kyokus(seed: str, hands: int, rules: RuleSet = TENHOU) -> tuple[tuple[Fact, ...], ...]:
    return game(seed, rules)[:hands]


def played(seed: str, hands: int, sides: str = "ABCD", rules: RuleSet = TENHOU, **how):
    """The stage after each fact, and the fact."""
    table = StageTable(begin(rules, NAMES[: rules.players]), sides, seed=int(seed), neat=replace(NEAT, **how))
    for kyoku in kyokus(seed, hands, rules):
        for fact in kyoku:
            table.deal(kyoku) if isinstance(fact, KyokuStarted) else table.play(fact)
            yield table, fact


@pytest.mark.gate(1)
@pytest.mark.parametrize(("seed", "rules"), [("3", TENHOU), ("8", TENHOU), ("5", TENHOU_3P)])
def test_all_tiles_are_on_the_table_until_it_is_cleared_and_no_two_in_one_place(
    seed: str, rules: RuleSet
) -> None:
    for table, fact in played(seed, 3, rules=rules):
        if isinstance(fact, KyokuEnded):
            assert not table.poses
            continue
        assert sorted(table.poses) == list(range(len(tile_set(rules))))
        assert sorted(table.tiles.values()) == sorted(tile_set(rules))
        assert not crowded(table), fact


def crowded(table: StageTable) -> int:
    """How many pairs are nearer than two tiles can lie, at the same height."""
    poses = list(table.poses.values())
    at = np.array([(pose.x, pose.y, pose.z) for pose in poses])
    least = np.array([15.0 if pose.stance is Stance.STANDING else WIDE - 2.5 for pose in poses])
    apart = np.abs(at[:, None] - at)
    near = np.maximum(apart[..., 0], apart[..., 1]) < np.minimum(least[:, None], least)
    return int((near & (apart[..., 2] == 0)).sum() - len(poses)) // 2


@pytest.mark.gate(1)
@pytest.mark.parametrize(
    ("seed", "sides", "rules"),
    [("3", "CDAB", TENHOU), ("5", "ABCD", TENHOU), ("11", "BCDA", TENHOU), ("5", "CDB", TENHOU_3P)],
)
def test_a_perfect_eye_sees_what_the_rules_say_is_visible(seed: str, sides: str, rules: RuleSet) -> None:
    compared = 0
    for table, fact in played(seed, 2, sides, rules):
        kyoku = table.hanchan.kyoku
        if kyoku is None or isinstance(fact, KyokuEnded) or not has_no_ura(fact):
            continue
        told = seen(perfect_sighting(table.poses, table.tiles), sides)
        assert bare(told) == bare(visible(kyoku)), fact
        compared += 1
    assert compared > 80
    has_kita = any(isinstance(fact, KitaDeclared) for kyoku in kyokus(seed, 2, rules) for fact in kyoku)
    assert has_kita == (rules.players == 3)


def test_untidy_people_lay_tiles_that_still_mean_the_same() -> None:
    for table, fact in played("7", 2, shift=1.2, turn=0.05, row=8):
        kyoku = table.hanchan.kyoku
        if kyoku is not None and not isinstance(fact, KyokuEnded) and has_no_ura(fact):
            assert bare(seen(perfect_sighting(table.poses, table.tiles), "ABCD")) == bare(visible(kyoku))


def has_no_ura(fact: Fact) -> bool:
    """After a win in riichi more faces lie open than anybody counts."""
    return not (isinstance(fact, Won) and fact.ura)


def bare(table: TableSeen) -> object:
    """Rivers, melds, norths and indicators without what a reading adds."""
    rivers = [[_said(tile) for tile in seat.river] for seat in table.seats]
    melds = [[_meld(meld) for meld in seat.melds] for seat in table.seats]
    aside = [[_said(tile) for tile in seat.aside] for seat in table.seats]
    return rivers, melds, aside, [_said(tile) for tile in table.indicators]


def test_who_wins_in_riichi_lays_open_what_lay_under_the_indicators() -> None:
    turned = 0
    for seed, rules in (("3", TENHOU), ("5", TENHOU_3P)):
        for table, fact in played(seed, 3, "ABCD"[: rules.players], rules):
            kyoku = table.hanchan.kyoku
            if not isinstance(fact, Won) or kyoku is None:
                continue
            told = seen(perfect_sighting(table.poses, table.tiles), "ABCD"[: rules.players])
            lying = sorted(tile.tile for tile in told.indicators if tile.tile)
            assert lying == sorted([*(tile for tile in kyoku.wall.indicators if tile), *fact.ura])
            assert not [tile for seat in told.seats for tile in seat.loose]
            turned += len(fact.ura)
    assert turned >= 3


def _said(tile: SeenTile) -> tuple[object, ...]:
    return tile.tile, tile.is_back, tile.sideways


def _meld(meld: SeenMeld) -> object:
    return [_said(tile) for tile in meld.tiles], meld.added and meld.added.tile


def test_a_hand_that_wins_lies_open_and_the_others_stand() -> None:
    wins = 0
    for table, fact in played("3", 6):
        if not isinstance(fact, Won) or fact.hand is None:
            continue
        told = seen(perfect_sighting(table.poses, table.tiles), "ABCD")
        shown = sorted(tile.tile for tile in told.seats[fact.seat].showing if tile.tile)
        own = (*fact.hand, fact.tile) if fact.giver == fact.seat else fact.hand
        assert shown == sorted(own)
        wins += 1
    assert wins >= 2


def test_who_shows_tenpai_at_a_draw_lays_the_hand_open() -> None:
    for seed in ("3", "8", "11"):
        for table, fact in played(seed, 6):
            if isinstance(fact, Ryuukyoku):
                told = seen(perfect_sighting(table.poses, table.tiles), "ABCD")
                shows = {seat for seat in range(4) if told.seats[seat].showing}
                assert shows >= set(fact.tenpai)
                assert shows <= {*fact.tenpai, fact.by}


def test_a_record_without_hands_is_filled_up_to_a_whole_set() -> None:
    kyoku = tuple(public_twin(fact) for fact in kyokus("3", 1)[0])
    table = StageTable(begin(TENHOU, NAMES), seed=2)
    for fact in kyoku[:-1]:
        table.deal(kyoku) if isinstance(fact, KyokuStarted) else table.play(fact)
        assert sorted(table.tiles.values()) == sorted(tile_set(TENHOU))
        assert table.hanchan.kyoku is not None
        if has_no_ura(fact):
            told = seen(perfect_sighting(table.poses, table.tiles), "ABCD")
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


def test_a_perfect_eye_sees_no_tile_that_another_one_covers() -> None:
    table, _ = next(played("3", 1))
    sighting = perfect_sighting(table.poses, table.tiles)
    backs = [view for zone in sighting.zones for view in zone.tiles if zone.name.startswith("wall")]
    middles = np.array([np.mean(view.quad, axis=0) * TABLE for view in backs])
    apart = np.abs(middles[:, None] - middles).max(axis=2) + np.eye(len(backs)) * TABLE
    assert len(backs) > 30
    assert apart.min() > WIDE / 2
