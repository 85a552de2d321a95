"""The toolbox itself: sentences say what they seem to say, and a step does not let a bad table pass."""

from random import Random

import pytest

from companion.riichi import facts as f
from companion.riichi.errors import IllegalFactError
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.tiles import Tile
from tests.toolbox.houses import HOUSES
from tests.toolbox.lawful_play import Players, wall_of
from tests.toolbox.positions import discarded
from tests.toolbox.sentences import fact_of, sentences_in
from tests.toolbox.tables import (
    E,
    N,
    S,
    W,
    draw_and_discard,
    play,
    refused,
    table,
    until_live,
    until_turn,
    waive,
)

FIVE = Tile("5m")


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("E draws", f.Drawn(E)),
        ("W draws 5m", f.Drawn(W, FIVE)),
        ("S replaces ?", f.RinshanDrawn(S)),
        ("N discards 5m from draw", f.Discarded(N, FIVE, tsumogiri=True)),
        ("N discards from hand", f.Discarded(N, None, tsumogiri=False)),
        ("S chis 5m with 34m", f.ChiCalled(S, FIVE, (Tile("3m"), Tile("4m")))),
        ("W pons 5m", f.PonCalled(W, E, FIVE, (FIVE, FIVE))),
        ("W pons 5m with ??", f.PonCalled(W, E, FIVE, (None, None))),
        ("W pons 5m from N", f.PonCalled(W, N, FIVE, (FIVE, FIVE))),
        ("W kans 5m", f.DaiminkanCalled(W, E, FIVE, (FIVE, FIVE, FIVE))),
        ("W adds 0m", f.KakanDeclared(W, Tile("0m"))),
        ("W closes 0555m", f.AnkanDeclared(W, (Tile("0m"), FIVE, FIVE, FIVE))),
        ("W closes ?", f.AnkanDeclared(W, (None,) * 4)),
        ("W kita", f.KitaDeclared(W)),
        ("W riichi", f.RiichiDeclared(W)),
        ("W open-riichi", f.RiichiDeclared(W, is_open=True)),
        ("W pays", f.RiichiAccepted(W)),
        ("dora 5m", f.IndicatorRevealed(FIVE)),
        ("W rons worth 3/40", f.Won(W, f.WinBy.RON, E, FIVE, value=f.HandValue(3, 40))),
        ("W tsumos 5m", f.Won(W, f.WinBy.TSUMO, W, FIVE)),
        ("W chombo", f.Chombo(W)),
        ("ends exhaustive tenpai ES", f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE, (E, S))),
    ],
)
def test_a_sentence_makes_one_fact(sentence: str, fact: f.KyokuFact) -> None:
    assert fact_of(discarded(), sentence) == fact


def test_a_script_is_sentences_by_comma_semicolon_or_line() -> None:
    assert list(sentences_in("E draws, E discards;\n S draws\n")) == ["E draws", "E discards", "S draws"]


def test_a_step_does_not_let_a_table_become_irregular() -> None:
    last_tile = waive(play(until_live(table(), 1), "S draws"), Reason.KAN_ON_LAST_TILE)
    with pytest.raises(AssertionError, match="TILES"):
        play(last_tile, "S closes 1z, S replaces")


def test_what_is_accepted_is_not_refused() -> None:
    with pytest.raises(AssertionError, match="was accepted"):
        refused(table(), "E draws")


def test_a_script_stops_at_what_the_table_refuses() -> None:
    with pytest.raises(IllegalFactError):
        play(table(), "E draws, S draws")


def test_turns_pass_unseen() -> None:
    assert until_turn(table(), W).turn == W
    assert draw_and_discard(table(), 4).wall.live == 66


@pytest.mark.parametrize("house", sorted(HOUSES))
def test_the_wall_is_the_whole_set(house: str) -> None:
    rules = HOUSES[house]
    wall = wall_of(rules, Random(3))
    assert len(wall) == rules.tile_count
    assert tuple(wall.count(Tile(f"0{suit}")) for suit in "mps") == rules.red_fives
    assert max(sum(tile.kind == kind for tile in wall) for kind in range(34)) == 4


def test_players_play_the_same_from_the_same_seed() -> None:
    games = [Players(Random(11)).play_kyoku(begin(TENHOU)) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0] != Players(Random(12)).play_kyoku(begin(TENHOU))
