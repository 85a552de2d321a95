"""The three kinds of furiten (振聴); `TENPAI` waits for 1z and 5z [naki; riichi]."""

from dataclasses import replace

from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import Kuikae
from tests.toolbox.positions import TENPAI, in_riichi
from tests.toolbox.tables import drawn, play, refused, table, waive

RYANMEN = "123m11456p23789s"
"""Waits for 1s and 4s."""


def test_an_own_discard_of_any_wait_forbids_ron_on_every_wait() -> None:
    kyoku = play(table(E=TENPAI), "E draws 1z, E discards 1z, S draws, S discards 5z")
    assert refused(kyoku, "E rons") is Reason.FURITEN_DISCARD


def test_so_does_an_own_discard_that_was_called_away() -> None:
    kyoku = play(table(E=RYANMEN), "E draws 4s, E discards 4s, W pons 4s, W discards 1s")
    assert refused(kyoku, "E rons") is Reason.FURITEN_DISCARD


def test_a_ron_while_furiten_may_become_a_chombo() -> None:
    kyoku = play(table(E=TENPAI), "E draws 1z, E discards 1z, S draws, S discards 5z")
    assert refused(kyoku, "E rons") is Reason.FURITEN_DISCARD
    assert play(kyoku, "E chombo").chombo.seat == 0
    assert play(waive(kyoku, Reason.FURITEN_DISCARD), "E rons").wins


def test_furiten_never_forbids_tsumo() -> None:
    kyoku = play(
        table(E=TENPAI), "E draws 1z, E discards 1z, S draws, S discards, W draws, W discards, N draws"
    )
    assert play(kyoku, "N discards, E draws 5z, E tsumos").wins


def test_a_winning_tile_that_was_passed_forbids_ron_until_the_own_next_draw() -> None:
    kyoku = play(table(W=TENPAI), "E draws, E discards 1z, S draws, S discards 5z")
    assert refused(kyoku, "W rons") is Reason.FURITEN_TURN
    kyoku = play(kyoku, "W draws 9p, W discards 9p, N draws, N discards 5z")
    assert play(kyoku, "W rons").wins


def test_an_own_call_ends_it_just_so() -> None:
    kyoku = table(replace(TENHOU, kuikae=Kuikae.ALLOWED), W="23m456999p789s55z")
    kyoku = play(kyoku, "E draws, E discards 4m, S draws")
    assert refused(play(kyoku, "S discards 1m"), "W rons") is Reason.FURITEN_TURN
    kyoku = play(kyoku, "S discards 9p, W pons 9p, W discards 9p, N draws, N discards 1m")
    assert play(kyoku, "W rons").wins


def test_the_tile_that_two_may_win_on_has_not_been_passed() -> None:
    kyoku = play(table(S=TENPAI), "E draws, E discards 1z, W rons 1z")
    assert len(play(kyoku, "S rons").wins) == 2


def test_a_tile_that_somebody_else_called_was_passed() -> None:
    kyoku = play(table(N=RYANMEN), "E draws, E discards 4s, S pons 4s, S discards 1s")
    assert refused(kyoku, "N rons") is Reason.FURITEN_TURN


def test_a_winning_tile_passed_after_riichi_forbids_ron_for_the_whole_hand() -> None:
    kyoku = play(in_riichi(E=TENPAI), "E draws 9p, E discards 9p, S draws, S discards 1z")
    assert play(kyoku, "E rons").wins
    kyoku = play(
        kyoku, "W draws, W discards, N draws, N discards, E draws 9p, E discards 9p, S draws, S discards 5z"
    )
    assert refused(kyoku, "E rons") is Reason.FURITEN_RIICHI


def test_a_declined_tsumo_after_riichi_is_an_own_discard() -> None:
    kyoku = play(in_riichi(E=TENPAI), "E draws 1z, E discards 1z, S draws, S discards 5z")
    assert refused(kyoku, "E rons") is Reason.FURITEN_DISCARD


def test_one_may_declare_riichi_while_furiten() -> None:
    kyoku = play(table(E=TENPAI), "E draws 1z, E riichi, E discards 1z, E pays, S draws, S discards 5z")
    assert refused(kyoku, "E rons") is Reason.FURITEN_DISCARD


def test_a_tile_passed_before_riichi_counts_no_more_once_one_has_drawn() -> None:
    kyoku = play(table(S=TENPAI), "E draws, E discards 1z, S draws 9p, S riichi, S discards 9p, S pays")
    assert play(kyoku, "W draws, W discards 5z, S rons").wins


def test_an_added_kan_that_was_not_robbed_was_passed() -> None:
    kyoku = drawn("""
        E1-0  tenhou  60 live
        dora  9m
        turn  0 turn
        > 0 E  25000
            hand   ?10 +?
            melds  4s4s<4s>
          1 S  25000
            hand  123m11456p23789s
          2 W  25000
          3 N  25000
        """)
    assert play(kyoku, "E adds 4s, S rons").wins
    assert refused(play(kyoku, "E adds 4s, E replaces, E discards 1s"), "S rons") is Reason.FURITEN_TURN


def test_a_closed_kan_cannot_be_passed() -> None:
    kyoku = play(table(S=RYANMEN), "E draws, E closes 4s, dora 9p, E replaces, E discards 1s")
    assert play(kyoku, "S rons").wins


def test_tiles_that_nobody_saw_make_nobody_furiten() -> None:
    kyoku = play(table(S=TENPAI), "E draws, E discards ?, S draws, S discards ?, W draws, W discards 1z")
    assert play(kyoku, "S rons").wins
