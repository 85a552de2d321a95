"""Whole hanchan of the pretend table: whatever the dice say, the rules, the wall and the sums hold."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.pretend.players.dealer import TileWall, tile_set
from companion.pretend.players.game import play_hanchan
from companion.riichi import facts as f
from companion.riichi.audit import status
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import PRESETS
from companion.riichi.ruleset import Reveal
from companion.riichi.tiles import NORTH, Tile
from tests.pretend.played import HOUSES, NAMES, Game, play

pytestmark = pytest.mark.gate(6)
GAMES = [
    *((name, 100 + place) for place, name in enumerate(sorted(HOUSES)) if not name.startswith("tenhou")),
    *((name, seed) for seed in range(7) for name in ("tenhou", "tenhou-3p")),
]
"""The games that come first are one by the rules of each house; the gate tries some of them."""


@pytest.fixture(scope="session", params=GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
def game(request: pytest.FixtureRequest) -> Game:
    return play(*request.param)


@pytest.mark.gate(4)
def test_no_tile_is_lost_or_made(game: Game):
    whole = Counter(tile_set(game.rules))
    for step in game.steps:
        kyoku = step.hanchan.kyoku
        if kyoku is not None and step.wall is not None:
            standing = left_standing(step.wall, kyoku)
            assert len(standing) == kyoku.wall.live + 14
            assert Counter(standing) + Counter(on_the_table(kyoku)) == whole


def left_standing(wall: TileWall, kyoku: Kyoku) -> list[Tile]:
    """The tiles that were neither dealt nor drawn, by place."""
    drawn = game_draws(kyoku)
    replaced = {place ^ 1 for place in range(kyoku.wall.replacements_drawn)}
    end = len(wall.tiles) - 13 * len(kyoku.players) - drawn
    return [wall.tiles[place] for place in range(end) if place not in replaced]


def game_draws(kyoku: Kyoku) -> int:
    return kyoku.rules.live_tiles - kyoku.wall.live - kyoku.wall.replacements_drawn


def on_the_table(kyoku: Kyoku) -> Iterable[Tile | None]:
    for player in kyoku.players:
        yield from player.hand
        yield from (discard.tile for discard in player.river)
        yield from (tile for meld in player.melds for tile in meld.tiles)
        yield from [NORTH] * player.kita


def test_indicators_are_those_of_the_dead_wall(game: Game):
    first_stack = 2 if game.rules.players == 4 else 4
    for step in game.steps:
        if step.hanchan.kyoku is not None and step.wall is not None:
            shown = step.hanchan.kyoku.wall.indicators
            assert list(shown) == [step.wall.tiles[2 * (first_stack + n) + 1] for n in range(len(shown))]


def test_the_last_draw_takes_the_tile_where_the_core_says_haitei_lies(game: Game):
    for step in game.steps:
        kyoku = step.hanchan.kyoku
        if isinstance(step.fact, f.Drawn) and kyoku is not None and kyoku.wall.live == 0:
            assert step.wall is not None
            assert step.fact.tile is step.wall.at(kyoku.wall.haitei)


def test_the_live_wall_follows_from_what_is_told(game: Game):
    live = holding = 0
    for step in game.steps:
        fact = step.told
        if isinstance(fact, f.KyokuStarted):
            live, holding = game.rules.live_tiles, 0
        live += isinstance(fact, f.ChiCalled | f.PonCalled)
        live -= isinstance(fact, f.Discarded | f.AnkanDeclared | f.KakanDeclared | f.KitaDeclared)
        if isinstance(fact, f.Drawn | f.RinshanDrawn | f.ChiCalled | f.PonCalled):
            holding = 1
        if isinstance(fact, f.Discarded | f.AnkanDeclared | f.KakanDeclared | f.KitaDeclared):
            holding = 0
        if step.hanchan.kyoku is not None:
            assert step.hanchan.kyoku.wall.live == live - holding


def test_points_and_sticks_stay_what_they_were(game: Game):
    total = game.rules.start_points * game.rules.players
    for step in game.steps:
        hanchan, kyoku = step.hanchan, step.hanchan.kyoku
        points, sticks = (kyoku.points, kyoku.kyoutaku) if kyoku else (hanchan.points, hanchan.kyoutaku)
        assert sum(points) + 1_000 * sticks == total


def test_the_audit_finds_nothing(game: Game):
    for step in game.steps:
        if step.hanchan.kyoku is not None:
            assert not status(step.hanchan.kyoku), step.fact


def test_what_is_told_is_lawful_by_itself_and_agrees_on_all_that_lies_open(game: Game):
    seen = begin(game.rules, NAMES[: game.rules.players])
    for step in game.steps:
        seen = apply_to_hanchan(seen, step.told)
        assert (seen.points, seen.next_deal, seen.ended) == (
            step.hanchan.points,
            step.hanchan.next_deal,
            step.hanchan.ended,
        )
        if seen.kyoku is not None and step.hanchan.kyoku is not None:
            assert lying_open(seen.kyoku) == lying_open(step.hanchan.kyoku)
            assert not status(seen.kyoku), step.told


def lying_open(kyoku: Kyoku) -> tuple[object, ...]:
    players = [(len(p.hand), p.melds, p.discards, p.riichi, p.kita) for p in kyoku.players]
    return (
        kyoku.wall,
        kyoku.points,
        kyoku.kyoutaku,
        kyoku.turn,
        kyoku.phase,
        kyoku.wins,
        kyoku.offer,
        players,
    )


def test_nothing_is_told_that_only_one_player_saw(game: Game):
    for step in game.steps:
        if isinstance(step.told, f.Drawn | f.RinshanDrawn):
            assert step.told.tile is None
        if isinstance(step.told, f.KyokuStarted):
            assert not any(step.told.hands)


def test_a_discard_says_truly_whether_it_was_just_drawn(game: Game):
    drawn: Tile | None = None
    for fact in game.facts:
        if isinstance(fact, f.Discarded):
            assert fact.tsumogiri is (fact.tile is drawn)
        if not isinstance(fact, f.RiichiDeclared):
            drawn = fact.tile if isinstance(fact, f.Drawn | f.RinshanDrawn) else None


def test_indicators_are_turned_when_the_house_says(game: Game):
    for before, step in zip(game.steps, game.steps[1:], strict=False):
        owed = before.hanchan.kyoku.wall if before.hanchan.kyoku else None
        if isinstance(step.fact, f.IndicatorRevealed):
            assert isinstance(before.fact, lawful_before_a_flip(game)), before.fact
        elif owed is not None and isinstance(step.fact, f.Drawn | f.RinshanDrawn | f.ChiCalled | f.PonCalled):
            assert owed.owed_now == 0


def lawful_before_a_flip(game: Game) -> tuple[type[f.Fact], ...]:
    """What comes right before an indicator: the kan, or for an open kan what the house waits for."""
    kans = (f.AnkanDeclared, f.IndicatorRevealed)
    if game.rules.open_kan_reveal is Reveal.AT_ONCE:
        return (*kans, f.KakanDeclared, f.DaiminkanCalled)
    # A further kan or kita makes the waiting one due; where the discard has to pass, a stick comes first.
    stick = (f.RiichiAccepted,) if game.rules.open_kan_reveal is Reveal.AFTER_DISCARD else ()
    return (*kans, *stick, f.Discarded, f.KakanDeclared, f.KitaDeclared)


def test_each_kyoku_is_the_one_that_had_to_follow(game: Game):
    for before, step in zip(game.steps, game.steps[1:], strict=False):
        if isinstance(step.fact, f.KyokuStarted):
            due = before.hanchan.next_deal
            assert due is not None
            assert (due.round_wind, due.dealer, due.honba, due.kyoutaku, due.points) == (
                step.fact.round_wind,
                step.fact.dealer,
                step.fact.honba,
                step.fact.kyoutaku,
                step.fact.points,
            )


def test_a_hanchan_ends_by_the_rules(game: Game):
    assert isinstance(game.facts[0], f.HanchanStarted)
    assert isinstance(game.facts[-1], f.HanchanEnded)
    last = game.steps[-1].hanchan
    assert last.ended is not None
    assert last.is_closed


def test_every_win_has_its_value_and_every_riichi_win_its_ura(game: Game):
    for step in game.steps:
        if isinstance(step.fact, f.Won):
            kyoku = step.hanchan.kyoku
            assert kyoku is not None
            assert step.fact.value is not None
            riichi = kyoku.players[step.fact.seat].riichi
            turns_ura = game.rules.ura and riichi is not None and riichi.is_accepted
            assert len(step.fact.ura) == (len(kyoku.wall.indicators) if turns_ura else 0)


@pytest.mark.gate(1)
@pytest.mark.parametrize("rules_name", ["tenhou", "tenhou-3p"])
def test_the_same_dice_play_the_same_facts_and_others_others(rules_name: str):
    rules = PRESETS[rules_name]
    names = NAMES[: rules.players]
    told = [list(play_hanchan(random.Random(seed), rules, names)) for seed in (7, 7, 8)]
    assert told[0] == told[1]
    assert told[0] != told[2]


@pytest.mark.parametrize(
    ("asked", "seed"), [({"sakizuke": True}, 2), ({"two_han_from": 0}, 0)], ids=["sakizuke", "two han"]
)
def test_a_hand_that_the_house_does_not_let_win_is_played_on(asked: dict[str, object], seed: int):
    rules = replace(PRESETS["tenhou"], **asked)
    facts = list(play_hanchan(random.Random(seed), rules, NAMES, see_all=True))
    assert isinstance(facts[-1], f.HanchanEnded)


def test_what_is_told_is_the_public_twin_of_what_is_known():
    game = play("tenhou", 3)
    told = list(play_hanchan(random.Random(3), game.rules, NAMES))
    assert told == [step.told for step in game.steps]
