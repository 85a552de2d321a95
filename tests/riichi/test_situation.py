"""What surrounds a win is read from the table; every flag has a table that sets it and one that does not."""

from dataclasses import replace

import pytest

from companion.riichi.apply import apply, start
from companion.riichi.facts import (
    AnkanDeclared,
    DaiminkanCalled,
    Discarded,
    Drawn,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    KyokuStarted,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    WinBy,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, Wind
from companion.riichi.situation import situation_of
from companion.riichi.tiles import Tile

EAST, SOUTH, WEST, NORTH = (Seat(seat) for seat in range(4))
TSUMO, RON = WinBy.TSUMO, WinBy.RON
UNSEEN = (None, None, None, None)


def table(*facts: KyokuFact, rules: RuleSet = TENHOU, live: int | None = None) -> Kyoku:
    points = (rules.start_points,) * rules.players
    kyoku = start(KyokuStarted(Wind.SOUTH, EAST, 0, 0, points, Tile("1p")), rules)
    if live is not None:
        kyoku = replace(kyoku, wall=replace(kyoku.wall, live=live))
    return play(kyoku, *facts)


def play(kyoku: Kyoku, *facts: KyokuFact) -> Kyoku:
    for fact in facts:
        kyoku = apply(kyoku, fact)
    return kyoku


def turn(seat: Seat, tile: str = "") -> tuple[KyokuFact, KyokuFact]:
    return Drawn(seat), Discarded(seat, Tile(tile) if tile else None)


FIRST_GO = (*turn(EAST), *turn(SOUTH), *turn(WEST), *turn(NORTH))


def test_winds_come_from_the_deal():
    situation = situation_of(table(Drawn(EAST), Discarded(EAST)), WEST, RON)
    assert (situation.seat_wind, situation.round_wind) == (Wind.WEST, Wind.SOUTH)
    assert not situation.is_dealer


def test_the_dealers_first_draw_is_tenhou_and_nobody_elses():
    assert situation_of(table(Drawn(EAST)), EAST, TSUMO).tenhou
    later = table(*FIRST_GO, Drawn(EAST))
    assert not situation_of(later, EAST, TSUMO).tenhou


def test_a_first_draw_of_the_others_is_chiihou():
    situation = situation_of(table(*turn(EAST), Drawn(SOUTH)), SOUTH, TSUMO)
    assert situation.chiihou
    assert not situation.tenhou


@pytest.mark.parametrize("seat", [SOUTH, WEST])
def test_any_call_ends_the_first_turn(seat: Seat):
    called = table(*turn(EAST, "1s"), PonCalled(NORTH, EAST, Tile("1s"), (None, None)), Discarded(NORTH))
    called = play(called, Drawn(EAST), Discarded(EAST), *turn(SOUTH)[: 1 if seat == SOUTH else 2])
    if seat == WEST:
        called = play(called, Drawn(WEST))
    assert not situation_of(called, seat, TSUMO).chiihou


def test_an_own_kan_ends_tenhou():
    kyoku = table(Drawn(EAST), AnkanDeclared(EAST, UNSEEN), RinshanDrawn(EAST))
    situation = situation_of(kyoku, EAST, TSUMO)
    assert situation.rinshan
    assert not situation.tenhou


def test_a_ron_before_the_own_first_draw_is_renhou():
    first = table(*turn(EAST), *turn(SOUTH))
    assert situation_of(first, WEST, RON).renhou
    assert not situation_of(first, EAST, RON).renhou, "the dealer has had a turn"
    assert not situation_of(play(first, *turn(WEST)), SOUTH, RON).renhou, "South has had a turn"


def test_riichi_counts_once_its_stick_is_paid():
    declared = table(*FIRST_GO, Drawn(EAST), RiichiDeclared(EAST), Discarded(EAST))
    assert not situation_of(declared, EAST, RON).riichi
    accepted = situation_of(play(declared, RiichiAccepted(EAST)), EAST, RON)
    assert accepted.riichi
    assert not accepted.double_riichi
    assert not accepted.open_riichi


def test_riichi_in_the_first_turn_is_double():
    kyoku = table(Drawn(EAST), RiichiDeclared(EAST), Discarded(EAST), RiichiAccepted(EAST))
    assert situation_of(kyoku, EAST, RON).double_riichi


def test_open_riichi_is_told_apart():
    rules = replace(TENHOU, open_riichi=True)
    facts = (Drawn(EAST), RiichiDeclared(EAST, is_open=True), Discarded(EAST), RiichiAccepted(EAST))
    assert situation_of(table(*facts, rules=rules), EAST, RON).open_riichi


RIICHI = (Drawn(EAST), RiichiDeclared(EAST), Discarded(EAST), RiichiAccepted(EAST))


def test_ippatsu_lasts_until_the_own_next_discard():
    kyoku = table(*RIICHI, *turn(SOUTH), *turn(WEST), *turn(NORTH), Drawn(EAST))
    assert situation_of(kyoku, EAST, TSUMO).ippatsu
    assert not situation_of(play(kyoku, Discarded(EAST), *turn(SOUTH)), EAST, RON).ippatsu


def test_a_call_breaks_ippatsu():
    pon = PonCalled(WEST, SOUTH, Tile("1s"), (None, None))
    kyoku = table(*RIICHI, *turn(SOUTH, "1s"), pon, Discarded(WEST))
    assert not situation_of(kyoku, EAST, RON).ippatsu


def test_a_robbed_kan_can_carry_ippatsu_and_its_replacement_cannot():
    pon = (*turn(EAST, "1s"), PonCalled(SOUTH, EAST, Tile("1s"), (Tile("1s"), Tile("1s"))), Discarded(SOUTH))
    riichi = (Drawn(WEST), RiichiDeclared(WEST), Discarded(WEST), RiichiAccepted(WEST))
    kyoku = table(*pon, *riichi, *turn(NORTH), *turn(EAST), Drawn(SOUTH), KakanDeclared(SOUTH, Tile("1s")))
    robbed = situation_of(kyoku, WEST, RON)
    assert robbed.chankan
    assert robbed.ippatsu
    after = play(kyoku, RinshanDrawn(SOUTH), Discarded(SOUTH))
    assert not situation_of(after, WEST, RON).chankan
    assert not situation_of(after, WEST, RON).ippatsu


def test_rinshan_never_comes_with_ippatsu():
    own_kan = (*turn(SOUTH), *turn(WEST), *turn(NORTH), Drawn(EAST), AnkanDeclared(EAST, UNSEEN))
    situation = situation_of(table(*RIICHI, *own_kan, RinshanDrawn(EAST)), EAST, TSUMO)
    assert situation.rinshan
    assert not situation.ippatsu


def test_an_open_kans_replacement_is_rinshan_until_the_discard():
    feed = (*turn(EAST, "1s"), DaiminkanCalled(WEST, EAST, Tile("1s"), (None, None, None)))
    kyoku = table(*feed, RinshanDrawn(WEST))
    assert situation_of(kyoku, WEST, TSUMO).rinshan
    assert not situation_of(play(kyoku, Discarded(WEST)), SOUTH, RON).rinshan


def test_the_last_draw_is_haitei_and_the_last_discard_houtei():
    last = table(Drawn(EAST), live=1)
    assert situation_of(last, EAST, TSUMO).haitei
    discarded = play(last, Discarded(EAST))
    assert situation_of(discarded, NORTH, RON).houtei
    assert not situation_of(discarded, NORTH, RON).haitei
    assert not situation_of(table(Drawn(EAST), live=2), EAST, TSUMO).haitei


def test_a_kan_with_one_tile_left_gives_rinshan_and_then_houtei():
    kyoku = table(Drawn(EAST), AnkanDeclared(EAST, UNSEEN), live=2)
    assert not situation_of(kyoku, SOUTH, RON).houtei
    drawn = play(kyoku, RinshanDrawn(EAST))
    assert drawn.wall.live == 0
    situation = situation_of(drawn, EAST, TSUMO)
    assert situation.rinshan
    assert not situation.haitei
    assert situation_of(play(drawn, Discarded(EAST)), SOUTH, RON).houtei


def test_a_robbed_north_is_a_plain_ron_and_its_replacement_is_rinshan():
    kyoku = table(Drawn(EAST), KitaDeclared(EAST), rules=TENHOU_3P)
    robbed = situation_of(kyoku, SOUTH, RON)
    assert not robbed.chankan
    assert not robbed.renhou
    drawn = situation_of(play(kyoku, RinshanDrawn(EAST)), EAST, TSUMO)
    assert drawn.rinshan
    assert drawn.kita == 1
