"""Rare moments, dealt by hand: every way to end a kyoku, robbed kans, and what each player may know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.pretend.players.dealer import build_wall, tile_set
from companion.pretend.players.results import draw_due
from companion.pretend.players.style import Style
from companion.pretend.players.view import look
from companion.riichi import facts as f
from companion.riichi import house_facts, tea_facts
from companion.riichi.presets import MAHJONG_SOUL, PRESETS, TENHOU, TENHOU_3P
from companion.riichi.ruleset import Suukaikan
from companion.riichi.seats import Seat
from companion.riichi.tiles import NORTH, Tile
from tests.pretend.played import first_kyoku, play, stacked, table

EAGER = Style(boldness=1.0, calling=1.0, kans=1.0, dama=0.0)
SHY = Style(boldness=0.5, calling=0.0, kans=1.0, dama=0.0)

THREE_WAIT_FOR_HAKU = stacked(
    {
        0: "234567m234567p5z",
        1: "1199m1199p1199s5z",
        2: "2288m2288p2288s5z",
        3: "3377m3377p3377s5z",
    },
    draws="5s",
)


def kinds_of(facts: list[f.Fact]) -> list[type[f.Fact]]:
    return [type(fact) for fact in facts]


def only(facts: list[f.Fact], kind: type[f.Fact]) -> f.Fact:
    (found,) = [fact for fact in facts if isinstance(fact, kind)]
    return found


def test_three_ron_are_a_draw_where_two_may_win():
    facts = first_kyoku(TENHOU, THREE_WAIT_FOR_HAKU, SHY)
    draw = only(facts, f.Ryuukyoku)
    assert draw.kind is f.RyuukyokuKind.SANCHAHOU
    assert draw.tenpai == (1, 2, 3)
    assert draw.hands[0] is None


def test_three_ron_are_all_paid_where_all_may_win():
    facts = first_kyoku(MAHJONG_SOUL, THREE_WAIT_FOR_HAKU, SHY)
    assert [fact.seat for fact in facts if isinstance(fact, f.Won)] == [1, 2, 3]


def test_only_the_first_wins_with_head_bump():
    facts = first_kyoku(PRESETS["m-league"], THREE_WAIT_FOR_HAKU, SHY)
    assert only(facts, f.Won).seat == 1


def test_a_hand_of_nine_orphans_is_given_back():
    facts = first_kyoku(TENHOU, stacked({0: "19m19p19s1235z456m"}), SHY)
    draw = only(facts, f.Ryuukyoku)
    assert (draw.kind, draw.by) == (f.RyuukyokuKind.KYUUSHU_KYUUHAI, 0)
    assert kinds_of(facts)[2:4] == [f.Drawn, f.Ryuukyoku]


def test_the_fourth_joins_in_when_three_have_discarded_the_same_wind():
    hands = {seat: f"248m368p247s1{z}4z" for seat, z in enumerate(("56", "67", "57", "56"))}
    facts = first_kyoku(TENHOU, stacked(hands, draws="9m1p9s9m"), SHY)
    winds = [fact.tile for fact in facts if isinstance(fact, f.Discarded)]
    assert len(winds) == 4
    assert only(facts, f.Ryuukyoku).kind is f.RyuukyokuKind.SUUFON_RENDA


def test_four_riichi_are_a_draw_and_all_show_their_hands():
    hands = {
        0: "123m456p123s11z99s",
        1: "123m456p123s22z88m",
        2: "123m456p456s33z77p",
        3: "123m789p789s44z99m",
    }
    facts = first_kyoku(TENHOU, stacked(hands, draws="5z6z7z5z"), SHY)
    draw = only(facts, f.Ryuukyoku)
    assert draw.kind is f.RyuukyokuKind.SUUCHA_RIICHI
    assert kinds_of(facts).count(f.RiichiAccepted) == 4
    assert all(draw.hands)


def test_four_kans_by_two_are_a_draw_when_the_discard_has_passed():
    hands = {0: "1111m9999p23456s", 1: "1111s8888p23456m"}
    facts = first_kyoku(TENHOU, stacked(hands, replacements="1z2z3z4z"), EAGER)
    assert only(facts, f.Ryuukyoku).kind is f.RyuukyokuKind.SUUKAIKAN
    kinds = Counter(kinds_of(facts))
    assert kinds[f.AnkanDeclared] == kinds[f.RinshanDrawn] == kinds[f.IndicatorRevealed] == 4


def test_replacement_tiles_come_from_the_end_of_the_wall_upper_tile_first():
    hands = {0: "1111m9999p23456s", 1: "1111s8888p23456m"}
    facts = first_kyoku(TENHOU, stacked(hands, replacements="1z2z3z4z"), EAGER)
    assert [str(fact.tile) for fact in facts if isinstance(fact, f.RinshanDrawn)] == ["1z", "2z", "3z", "4z"]


def test_nobody_makes_a_fifth_kan_where_the_wall_has_no_tile_for_it():
    house = replace(TENHOU, suukaikan=Suukaikan.URA_POSITIONS)
    hands = {0: "1111m9999p2222s1z", 1: "1111s8888p23456m"}
    facts = first_kyoku(house, stacked(hands, draws="7z", replacements="1z1z3z4z"), EAGER)
    assert kinds_of(facts).count(f.AnkanDeclared) == 4


def test_a_kakan_is_robbed_and_turns_no_indicator():
    hands = {
        0: "234567m234567p7z",
        1: "345m345p2345s77z2p",
        2: "19m19p19s23456z14m",
    }
    facts = first_kyoku(TENHOU, stacked(hands, draws="8m1z2m8p7z"), EAGER)
    won = only(facts, f.Won)
    assert (won.seat, won.giver, str(won.tile)) == (2, 1, "7z")
    assert kinds_of(facts)[-3:] == [f.KakanDeclared, f.Won, f.KyokuEnded]
    assert won.value.yakuman == 1


def test_an_open_kans_indicator_is_turned_with_the_discard_or_at_once():
    hands = {0: "234567m234567p7z", 1: "345m345p23s777z2p9m"}
    builder = stacked(hands, draws="8m", replacements="9s")
    late = kinds_of(first_kyoku(TENHOU, builder, EAGER))
    at = late.index(f.DaiminkanCalled)
    assert late[at + 1 : at + 4] == [f.RinshanDrawn, f.Discarded, f.IndicatorRevealed]
    early = kinds_of(first_kyoku(PRESETS["m-league"], builder, EAGER))
    at = early.index(f.DaiminkanCalled)
    assert early[at + 1 : at + 3] == [f.IndicatorRevealed, f.RinshanDrawn]


def test_north_is_set_aside_and_replaced():
    facts = first_kyoku(TENHOU_3P, stacked({0: "19m123456p12345s"}, draws="4z", replacements="5z"), SHY)
    assert kinds_of(facts)[2:5] == [f.Drawn, f.KitaDeclared, f.RinshanDrawn]
    assert str(facts[4].tile) == "5z"


def test_everybody_sees_the_norths_that_were_set_aside_and_their_owner_counts_them_as_dora():
    steps = play("tenhou-3p", 0).steps
    found = [
        (step.fact.seat, before.hanchan.kyoku, step.hanchan.kyoku)
        for before, step in pairwise(steps)
        if isinstance(step.fact, f.KitaDeclared)
    ]
    assert found
    for seat, before, after in found:
        other = Seat((seat + 1) % 3)
        assert look(after, other).visible[NORTH.kind] == look(before, other).visible[NORTH.kind] + 1
        assert look(after, seat).dora_held == look(before, seat).dora_held + 1


def test_a_river_of_orphans_makes_nagashi_when_the_wall_is_empty():
    last = next(
        before.hanchan.kyoku
        for game in (play("tenhou", 0), play("tenhou", 1))
        for before, step in zip(game.steps, game.steps[1:], strict=False)
        if isinstance(step.fact, f.Ryuukyoku) and step.fact.kind is f.RyuukyokuKind.EXHAUSTIVE
    )
    terminal = replace(last.players[2].discards[0], tile=Tile("1m"), called_by=None)
    river = replace(last.players[2], discards=(terminal,) * 17)
    kyoku = replace(last, players=(*last.players[:2], river, last.players[3]))
    draw = draw_due(kyoku)
    assert draw is not None
    assert (draw.kind, draw.nagashi) == (f.RyuukyokuKind.NAGASHI_MANGAN, (2,))


def test_a_player_never_looks_at_anothers_tiles():
    game = play("tenhou", 5)
    for step in game.steps[::7]:
        kyoku = step.hanchan.kyoku
        if kyoku is None:
            continue
        blind = tuple(
            p if seat == 1 else replace(p, hand=(None,) * len(p.hand), drawn=None)
            for seat, p in enumerate(kyoku.players)
        )
        hidden = replace(kyoku, players=blind, seen=bytes(len(kyoku.seen)))
        assert look(kyoku, Seat(1)) == look(hidden, Seat(1))


@pytest.mark.parametrize("rules_name", sorted(PRESETS))
def test_a_wall_has_the_whole_set(rules_name: str):
    rules = PRESETS[rules_name]
    wall = build_wall(table(rules, 1)._rng, rules)
    assert Counter(wall.tiles) == Counter(tile_set(rules))
    assert len(wall.tiles) == rules.tile_count
    assert sum(tile.is_red for tile in wall.tiles) == sum(rules.red_fives)


def test_hands_are_dealt_four_by_four_and_then_one():
    wall = build_wall(table(TENHOU, 1)._rng, TENHOU)
    far_end = wall.tiles[::-1]
    south = wall.hands(Seat(3))[0]
    assert south == (*far_end[4:8], *far_end[20:24], *far_end[36:40], far_end[49])
    assert sorted(t for hand in wall.hands(Seat(0)) for t in hand) == sorted(far_end[:52])


def test_every_kind_of_play_happens_sooner_or_later():
    games = [play("tenhou", seed) for seed in range(20, 23)] + [play("tenhou-3p", 20)]
    found = {type(fact) for game in games for fact in game.facts}
    # What people alone do: nobody here plays foul, sits at a side of a table, or looks away. Nor has anybody
    # a house of their own, or tea.
    of_people = {f.Chombo, f.RuleWaived, f.SeatsBound, f.PlayUnfollowed, f.PlayFollowed}
    of_people |= {
        kind for kind in f.Fact.__args__ if kind.__module__ in (house_facts.__name__, tea_facts.__name__)
    }
    assert found == set(f.Fact.__args__) - of_people
