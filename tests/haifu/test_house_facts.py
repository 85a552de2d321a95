"""What a house settles beside the play, written as mjai, read again and followed."""

import json
from dataclasses import replace

import pytest

from companion.haifu.gathering import gather
from companion.haifu.mjai import read_mjai
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.tenhou6 import read_tenhou6
from companion.haifu.tenhou6_writer import write_tenhou6
from companion.replaying import replay_record
from companion.riichi import facts as f
from companion.riichi import house_facts as h
from companion.riichi.presets import HOUSE, M_LEAGUE, WRC
from companion.riichi.ruleset import PenaltyTo
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import Tile

A, B, C, D = SEATS
NAMES = ("Aki", "Ben", "Chie", "Dai")
RIICHI = (f.RiichiDeclared(B), f.RiichiAccepted(B))
DRAW = f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE, (C,))
WIN = f.Won(A, f.WinBy.RON, C, value=f.HandValue(3, 30))

HANDS = {
    "a riichi that died": (HOUSE, (f.PlayUnfollowed(), *RIICHI, h.HandDied(B), DRAW)),
    "time that is up": (WRC, (f.PlayUnfollowed(), h.TimeCalled(), WIN)),
    "chips at a broken wall": (
        replace(HOUSE, name="parlour", wareme=True, chip_points=500),
        (f.PlayUnfollowed(), h.WallBroken(C), WIN, h.ChipsTaken(A, None, 2), h.ChipsTaken(B, D, 1)),
    ),
    "yaku of the house": (
        replace(HOUSE, name="club", local_yaku=(("三連刻", 2), ("Winds", 1))),
        (f.PlayUnfollowed(), replace(WIN, value=f.HandValue(3, 30, 0, (("三連刻", 2), ("Winds", 1))))),
    ),
    "two who are liable": (
        M_LEAGUE,
        (f.PlayUnfollowed(), replace(WIN, value=f.HandValue(0, 0, 2), liable=D, liable_for_kans=B)),
    ),
    "two ron that the table allowed": (
        M_LEAGUE,
        (f.PlayUnfollowed(), WIN, f.RuleWaived(f.Reason.HEAD_BUMP), replace(WIN, seat=B)),
    ),
    "a penalty of the score": (WRC, (f.PlayUnfollowed(), h.PenaltyGiven(C, 1_500), WIN)),
}


@pytest.mark.parametrize("name", HANDS)
def test_mjai_brings_it_back_and_it_is_followed(name):
    rules, told = HANDS[name]
    deal = f.KyokuStarted(Wind.EAST, A, 0, 0, (rules.start_points,) * 4)
    facts = (f.HanchanStarted(NAMES, rules.name), deal, *told, f.KyokuEnded(), f.HanchanEnded())
    record = gather(facts, rules, NAMES)
    again = read_mjai(write_mjai(record), "own")
    assert again.failure is None, again.failure
    assert again.rules == rules
    assert [placed.fact for hand in again.hands for placed in hand.facts] == [deal, *told, f.KyokuEnded()]
    assert replay_record(again).mismatch_count == 0
    assert again.hands[0].claim.deltas is not None


def test_tenhou6_says_in_its_title_what_it_leaves_out():
    rules = replace(HOUSE, name="parlour", wareme=True, chip_points=500, penalty_to=PenaltyTo.SCORE)
    deal = f.KyokuStarted(Wind.EAST, A, 0, 0, (rules.start_points,) * 4, Tile("1m"))
    turns = [f.Drawn(A), h.HandDied(D), f.Discarded(A, Tile("1s")), h.PenaltyGiven(B, 1_000)]
    win = f.Won(B, f.WinBy.RON, A, Tile("1s"), value=f.HandValue(3, 30))
    facts = (deal, *turns, win, h.WallBroken(C), h.ChipsTaken(B, None, 2), f.KyokuEnded())
    title = json.loads(write_tenhou6(gather(facts, rules, NAMES)))["title"]
    assert title == ["", "left out: dead hands, penalties, chips, the broken wall"]


@pytest.mark.parametrize(
    ("write", "read"), [(write_mjai, read_mjai), (write_tenhou6, read_tenhou6)], ids=["mjai", "tenhou6"]
)
def test_a_winner_in_open_riichi_is_so_again(write, read):
    rules = replace(HOUSE, name="club", open_riichi=True)
    deal = f.KyokuStarted(Wind.EAST, A, 0, 0, (rules.start_points,) * 4, Tile("1m"))
    turns = [f.Drawn(A), f.RiichiDeclared(A, is_open=True), f.Discarded(A, Tile("1s"), tsumogiri=None)]
    turns += [f.RiichiAccepted(A), f.Drawn(B), f.Discarded(B, Tile("2s"), tsumogiri=None)]
    value = f.HandValue(2, 30, 0, (("riichi", 1), ("open_riichi", 1)))
    won = f.Won(A, f.WinBy.RON, B, Tile("2s"), value=value)
    written = write(gather((deal, *turns, won, f.KyokuEnded()), rules, NAMES))
    assert "left out" not in written
    again = read(written, "own")
    assert [placed.fact for placed in again.hands[0].facts][2] == f.RiichiDeclared(A, is_open=True)
    assert replay_record(again).mismatch_count == 0


@pytest.mark.parametrize("yaku", [(("riichi", 1), ("open_riichi", 1)), ()], ids=["a yaku", "no yaku"])
def test_tenhou6_says_in_its_title_that_it_leaves_an_open_riichi_out(yaku):
    rules = replace(HOUSE, name="club", open_riichi=True)
    deal = f.KyokuStarted(Wind.EAST, A, 0, 0, (rules.start_points,) * 4, Tile("1m"))
    turns = [f.Drawn(A), f.RiichiDeclared(A, is_open=True), f.Discarded(A, Tile("1s")), f.RiichiAccepted(A)]
    turns += [f.Drawn(B), f.Discarded(B, Tile("2s"))]
    winner = C if yaku else A  # of who wins, the yaku say it if anybody has told them
    won = f.Won(winner, f.WinBy.RON, B, Tile("2s"), value=f.HandValue(2, 30, 0, yaku))
    written = json.loads(write_tenhou6(gather((deal, *turns, won, f.KyokuEnded()), rules, NAMES)))
    assert written["title"] == ["", "left out: which riichi was open"]


@pytest.mark.parametrize(
    "value",
    [
        f.HandValue(3, 30, 0, (("三連刻", 2), ("riichi", 1))),
        f.HandValue(0, 30, 1, (("Big Seven", 13),)),
    ],
    ids=["some han", "a yakuman"],
)
@pytest.mark.parametrize(
    ("write", "read"), [(write_mjai, read_mjai), (write_tenhou6, read_tenhou6)], ids=["mjai", "tenhou6"]
)
def test_a_yaku_of_the_house_comes_back_under_its_name(write, read, value):
    rules = replace(HOUSE, name="club", local_yaku=(("三連刻", 2), ("Big Seven", 13)))
    deal = f.KyokuStarted(Wind.EAST, A, 0, 0, (rules.start_points,) * 4, Tile("1m"))
    turns = [fact for seat in (A, B) for fact in (f.Drawn(seat), f.Discarded(seat, Tile("1s")))]
    won = f.Won(A, f.WinBy.RON, B, Tile("1s"), value=value)
    again = read(write(gather((deal, *turns, won, f.KyokuEnded()), rules, NAMES)), "own")
    told = next(p.fact for p in again.hands[0].facts if isinstance(p.fact, f.Won))
    assert told.value.yaku == again.hands[0].claim.wins[0].yaku == value.yaku
    assert (told.value.han, told.value.yakuman) == (value.han, value.yakuman)


@pytest.mark.parametrize("value", [None, f.HandValue(2, 30)], ids=["of unknown value", "of known value"])
@pytest.mark.parametrize(
    ("write", "read"), [(write_mjai, read_mjai), (write_tenhou6, read_tenhou6)], ids=["mjai", "tenhou6"]
)
def test_a_win_that_a_nearer_one_drops_is_in_no_file(write, read, value):
    deal = f.KyokuStarted(Wind.EAST, A, 0, 0, (25_000,) * 4, Tile("1m"))
    turns = [fact for seat in (A, B) for fact in (f.Drawn(seat), f.Discarded(seat, Tile("1s")))]
    far = f.Won(A, f.WinBy.RON, B, Tile("1s"), value=value)
    near = f.Won(D, f.WinBy.RON, B, Tile("1s"), value=f.HandValue(3, 30))
    again = read(write(gather((deal, *turns, far, near, f.KyokuEnded()), M_LEAGUE, NAMES)), "own")
    assert [placed.fact for placed in again.hands[0].facts][-2:] == [near, f.KyokuEnded()]
    assert far.seat not in [win.seat for win in again.hands[0].claim.wins]
    assert again.hands[0].claim.deltas == (0, -3_900, 0, 3_900)
    assert replay_record(again).mismatch_count == 0
