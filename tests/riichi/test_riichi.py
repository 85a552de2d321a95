"""Declaring, paying, and what riichi brings with it (立直) [riichi]."""

from dataclasses import replace

import pytest

from companion.riichi.facts import WinBy
from companion.riichi.presets import JPML_A, M_LEAGUE, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.situation import situation_of
from tests.toolbox.positions import NOTEN, TENPAI, after_pon, discarded, in_riichi
from tests.toolbox.tables import E, N, S, W, draw_and_discard, play, refused, table, until_live

OPEN = replace(TENHOU, open_riichi=True)
DECLARED = "E draws, E riichi, E discards 5m"
POOR = (900, 1_000, 49_000, 49_100)


def riichi(kyoku, seat=E):
    return kyoku.players[seat].riichi


def test_the_sideways_discard_follows_and_nothing_else() -> None:
    kyoku = play(table(), "E draws, E riichi")
    for sentence in ("E closes 1z", "E tsumos", "E riichi"):
        assert refused(kyoku, sentence) is Reason.MUST_DISCARD
    assert [tile.sideways for tile in play(kyoku, "E discards 5m").players[E].discards] == [True]


def test_the_stick_is_paid_when_the_discard_passes() -> None:
    kyoku = play(table(), DECLARED)
    assert (kyoku.points[E], kyoku.kyoutaku) == (25_000, 0)
    kyoku = play(kyoku, "E pays")
    assert (kyoku.points[E], kyoku.kyoutaku) == (24_000, 1)


def test_play_does_not_go_on_before_the_stick_is_paid() -> None:
    kyoku = play(table(), DECLARED)
    for sentence in ("S draws", "S chis 5m with 34m", "W pons 5m"):
        assert refused(kyoku, sentence) is Reason.RIICHI_NOT_ACCEPTED


def test_a_ron_on_the_riichi_discard_leaves_the_stick_unpaid() -> None:
    kyoku = play(table(), f"{DECLARED}, W rons")
    assert (kyoku.points[E], kyoku.kyoutaku) == (25_000, 0)
    assert refused(kyoku, "E pays") is Reason.NO_RIICHI_TO_ACCEPT


def test_a_stick_is_paid_once_and_only_for_a_riichi() -> None:
    kyoku = play(table(), f"{DECLARED}, E pays")
    assert refused(kyoku, "E pays") is Reason.NO_RIICHI_TO_ACCEPT
    assert refused(kyoku, "S pays") is Reason.NO_RIICHI_TO_ACCEPT


def test_the_last_riichi_pays_before_the_wall_ends() -> None:
    kyoku = until_live(table(M_LEAGUE), 1)
    kyoku = play(kyoku, "S draws, S riichi, S discards 1z")
    assert refused(kyoku, "ends exhaustive tenpai S") is Reason.RIICHI_NOT_ACCEPTED
    assert play(kyoku, "S pays, ends exhaustive tenpai S").kyoutaku == 1


def test_a_claimed_riichi_tile_makes_the_next_discard_the_sideways_one() -> None:
    kyoku = play(
        table(), f"{DECLARED}, E pays, W pons 5m, W discards 1z, N draws, N discards, E draws, E discards 2z"
    )
    assert [tile.sideways for tile in kyoku.players[E].discards] == [True, True]
    assert [tile.sideways for tile in kyoku.players[E].river] == [True]
    kyoku = play(draw_and_discard(kyoku, 3), "E draws, E discards 3z")
    assert [tile.sideways for tile in kyoku.players[E].river] == [True, False]


def test_riichi_needs_a_closed_hand_but_a_closed_kan_keeps_it_closed() -> None:
    assert refused(after_pon(), "S riichi") is Reason.RIICHI_OPEN_HAND
    assert riichi(play(table(), "E draws, E closes 1z, dora 1m, E replaces, E riichi"))


def test_a_waiting_hand_need_not_declare_riichi() -> None:
    kyoku = play(table(E=TENPAI), "E draws 9p, E discards 9p, S draws, S discards 1z")
    assert kyoku.players[E].riichi is None
    assert play(kyoku, "E rons worth 1/40").wins


def test_riichi_needs_tenpai_after_its_discard() -> None:
    kyoku = play(table(E=TENPAI), "E draws 9p, E riichi")
    assert refused(kyoku, "E discards 2m") is Reason.RIICHI_NOTEN
    assert riichi(play(kyoku, "E discards 9p, E pays")).is_accepted


def test_an_unseen_hand_is_believed() -> None:
    assert riichi(play(table(), f"{DECLARED}, E pays")).is_accepted


def test_a_hand_of_which_a_tile_is_unseen_is_believed() -> None:
    kyoku = play(table(E=NOTEN), "E draws ?, E riichi, E discards 1m, E pays")
    assert riichi(kyoku).is_accepted


def test_riichi_needs_a_thousand_points_and_exactly_so_many_are_enough() -> None:
    kyoku = play(table(points=POOR), "E draws")
    assert refused(kyoku, "E riichi") is Reason.RIICHI_POINTS
    kyoku = play(kyoku, "E discards, S draws, S riichi, S discards, S pays")
    assert kyoku.points[S] == 0


def test_in_some_houses_riichi_may_lead_below_zero() -> None:
    kyoku = play(table(M_LEAGUE, points=POOR), f"{DECLARED}, E pays")
    assert kyoku.points[E] == -100


@pytest.mark.parametrize(("rules", "allowed"), [(TENHOU, False), (M_LEAGUE, True), (JPML_A, True)])
def test_riichi_needs_four_live_tiles_where_the_house_asks_for_them(rules, allowed) -> None:
    kyoku = play(until_live(table(rules), 4), "W draws")
    if allowed:
        assert riichi(play(kyoku, "W riichi"), W)
    else:
        assert refused(kyoku, "W riichi") is Reason.RIICHI_WALL


def test_riichi_locks_the_hand() -> None:
    kyoku = play(in_riichi(E=TENPAI), "E draws 9p")
    assert refused(kyoku, "E discards 1m") is Reason.RIICHI_HAND_LOCKED
    assert refused(play(in_riichi(), "E draws"), "E discards 1m from hand") is Reason.RIICHI_HAND_LOCKED
    assert play(kyoku, "E discards 9p").turn == S


def test_a_riichi_hand_calls_nothing_and_adds_nothing() -> None:
    assert (
        refused(play(in_riichi("S"), "E draws, E discards 5m"), "S chis 5m with 34m") is Reason.CALL_IN_RIICHI
    )


# Double riichi, ippatsu, open riichi.


def test_riichi_in_the_first_turn_before_any_call_is_double() -> None:
    assert riichi(play(table(), DECLARED)).is_double
    assert riichi(play(discarded(), "S draws, S riichi"), S).is_double


def test_a_call_or_a_kan_before_it_makes_it_single() -> None:
    called = play(discarded(), "W pons 5m, W discards, N draws, N riichi")
    assert not riichi(called, N).is_double
    own_kan = play(table(), "E draws, E closes 1z, dora 1m, E replaces, E riichi")
    assert not riichi(own_kan).is_double


def test_riichi_in_a_later_turn_is_single() -> None:
    assert not riichi(play(draw_and_discard(table(), 4), "E draws, E riichi")).is_double


def test_ippatsu_lasts_until_the_own_next_discard() -> None:
    kyoku = play(table(), f"{DECLARED}, E pays")
    assert riichi(kyoku).ippatsu
    kyoku = play(draw_and_discard(kyoku, 3), "E draws")
    assert situation_of(kyoku, E, WinBy.TSUMO).ippatsu
    assert not riichi(play(kyoku, "E discards")).ippatsu


@pytest.mark.parametrize(
    "breaks",
    ["S chis 5m with 34m", "W pons 5m", "N kans 5m", "S draws, S closes 1z, dora 1m, S replaces"],
)
def test_any_call_and_any_kan_ends_ippatsu(breaks: str) -> None:
    assert not riichi(play(table(), f"{DECLARED}, E pays, {breaks}")).ippatsu


def test_an_own_kan_ends_the_own_ippatsu_and_that_of_the_others() -> None:
    kyoku = play(in_riichi("ES"), "E draws, E closes 1z, dora 1p, E replaces")
    assert not riichi(kyoku).ippatsu
    assert not riichi(kyoku, S).ippatsu


def test_robbing_a_kan_may_still_be_ippatsu() -> None:
    kyoku = play(after_pon(), "S discards 1z, W draws, W riichi, W discards 2z, W pays")
    kyoku = play(kyoku, "N draws, N discards, E draws, E discards, S draws, S adds 5p")
    assert situation_of(kyoku, W, WinBy.RON).ippatsu


def test_in_some_houses_there_is_no_ippatsu() -> None:
    assert not riichi(play(table(JPML_A), f"{DECLARED}, E pays")).ippatsu


def test_open_riichi_is_an_option() -> None:
    assert refused(play(table(), "E draws"), "E open-riichi") is Reason.NO_OPEN_RIICHI
    kyoku = play(table(OPEN), "E draws, E open-riichi, E discards 5m, E pays")
    assert riichi(kyoku).is_open
    assert not riichi(play(table(OPEN), DECLARED)).is_open
