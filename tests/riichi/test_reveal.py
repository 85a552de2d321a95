"""What comes to light when a riichi hand is shown (見せ牌) [riichi; kan]."""

import pytest

from companion.riichi.calls import Action, rulings
from companion.riichi.facts import Chombo, Discarded, Ryuukyoku, RyuukyokuKind
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import EMA, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.reveal import riichi_fault
from companion.riichi.ruleset import RuleSet
from companion.riichi.shape import counts_of
from companion.riichi.tiles import Tile, parse_tiles
from tests.toolbox.positions import NOTEN, TENPAI, in_riichi
from tests.toolbox.tables import E, S, play, refused, step, table, until_live, waive, why_not


def with_kan(kan: str) -> Kyoku:
    """East, in riichi with a hand that nobody sees, has made a closed kan."""
    return play(in_riichi(), f"E draws, E closes {kan}, dora 2z, E replaces, E discards 9s")


def exhaustive(hand: str) -> Ryuukyoku:
    return Ryuukyoku(RyuukyokuKind.EXHAUSTIVE, (E,), hands=(parse_tiles(hand), None, None, None))


def test_a_noten_riichi_is_found_when_the_hand_is_shown_at_the_end() -> None:
    kyoku = until_live(in_riichi(), 0)
    assert why_not(kyoku, exhaustive(NOTEN)) is Reason.RIICHI_NOTEN
    assert why_not(kyoku, exhaustive(TENPAI)) is None


def test_a_noten_riichi_that_nobody_has_to_show_is_safe() -> None:
    kyoku = play(in_riichi(), "E draws, E discards, S draws, S tsumos")
    assert kyoku.is_over


def test_what_was_found_becomes_chombo_or_is_waived() -> None:
    kyoku = until_live(in_riichi(), 0)
    assert step(kyoku, Chombo(E, "noten riichi")).chombo is not None
    assert step(waive(kyoku, Reason.RIICHI_NOTEN), exhaustive(NOTEN)).ryuukyoku is not None


def test_a_kan_that_changed_the_waits_is_found_at_the_end() -> None:
    kyoku = until_live(with_kan("4m"), 0)
    assert why_not(kyoku, exhaustive("3m778899s333z")) is Reason.KAN_IN_RIICHI_WAITS


def test_a_kan_that_took_a_reading_away_is_found_at_a_win() -> None:
    kyoku = play(with_kan("3p"), "S draws, S discards 5p")
    assert refused(kyoku, "E rons 5p showing 5666p111456s") is Reason.KAN_IN_RIICHI_READING


def test_a_lawful_kan_passes_the_reveal() -> None:
    kyoku = play(with_kan("1s"), "S draws, S discards 5p")
    assert play(kyoku, "E rons 5p showing 3335666p456s").wins
    assert why_not(until_live(with_kan("3z"), 0), exhaustive("3444m778899s")) is None


def test_a_kan_from_before_riichi_is_not_judged() -> None:
    kyoku = play(table(), "E draws, E closes 4m, dora 2z, E replaces, E riichi, E discards 9s, E pays")
    assert why_not(until_live(kyoku, 0), exhaustive("3m778899s333z")) is None


def test_a_hand_without_riichi_has_nothing_to_answer_for() -> None:
    assert riichi_fault(table(), S, counts_of(parse_tiles(NOTEN))) is None


@pytest.mark.parametrize("hand", ["123m", f"{TENPAI}6z"])
def test_a_shown_hand_of_a_wrong_size_cannot_be(hand: str) -> None:
    assert why_not(until_live(table(), 0), exhaustive(hand)) is Reason.WRONG_HAND_SIZE


def test_a_kan_that_the_table_has_allowed_is_not_judged_again_at_the_win() -> None:
    kyoku = play(in_riichi(E="3335666p111456s"), "E draws 3p")
    kyoku = play(
        waive(kyoku, Reason.KAN_IN_RIICHI_READING), "E closes 3p, dora 2z, E replaces 1z, E discards 1z"
    )
    assert play(kyoku, "S draws, S discards 5p, E rons 5p").wins


def test_a_noten_riichi_that_the_table_has_allowed_is_not_judged_again() -> None:
    kyoku = play(table(E=NOTEN), "E draws 9p, E riichi")
    kyoku = play(waive(kyoku, Reason.RIICHI_NOTEN), "E discards 9p, E pays")
    assert why_not(until_live(kyoku, 0), exhaustive(NOTEN)) is None


# A wait on a tile of which one holds all four.

FOURTH_HELD = "12m456p789s11z"
"""Beside a closed kan of 3m this waits for 3m alone."""


def with_kan_of_the_wait(rules: RuleSet, *, in_riichi: bool) -> Kyoku:
    says = "E riichi," if in_riichi else ""
    pays = "E pays" if in_riichi else ""
    kyoku = play(table(rules), f"E draws, E closes 3m, dora 2z, E replaces, {says} E discards 9p, {pays}")
    return until_live(kyoku, 0)


@pytest.mark.parametrize(("in_riichi", "reason"), [(True, Reason.RIICHI_NOTEN), (False, Reason.SHOWN_NOTEN)])
def test_in_some_houses_a_wait_on_a_tile_that_one_holds_all_of_is_noten(
    in_riichi: bool, reason: Reason
) -> None:
    shown = exhaustive(FOURTH_HELD)
    assert why_not(with_kan_of_the_wait(EMA, in_riichi=in_riichi), shown) is reason
    assert why_not(with_kan_of_the_wait(TENHOU, in_riichi=in_riichi), shown) is None


def test_a_second_wait_of_which_a_copy_is_left_is_enough_everywhere() -> None:
    kyoku = with_kan_of_the_wait(EMA, in_riichi=True)
    assert why_not(kyoku, exhaustive("45m456p789s11z")) is None


def test_there_riichi_needs_a_wait_of_which_a_copy_is_left() -> None:
    hand = "12333m456p789s11z"
    for rules, expected in ((EMA, Reason.RIICHI_NOTEN), (TENHOU, None)):
        kyoku = play(table(rules, E=hand), "E draws 3m, E closes 3m, dora 2z, E replaces 9p")
        (ruling,) = [one for one in rulings(kyoku, E) if one.action is Action.RIICHI]
        assert ruling.reason is expected
        assert why_not(play(kyoku, "E riichi"), Discarded(E, Tile("9p"))) is expected


def test_a_noten_hand_that_claims_to_be_tenpai_is_refused_and_the_table_may_allow_it() -> None:
    kyoku = until_live(table(), 0)
    assert why_not(kyoku, exhaustive(NOTEN)) is Reason.SHOWN_NOTEN
    assert step(waive(kyoku, Reason.SHOWN_NOTEN), exhaustive(NOTEN)).ryuukyoku is not None
    shown = Ryuukyoku(RyuukyokuKind.EXHAUSTIVE, (), hands=(parse_tiles(NOTEN), None, None, None))
    assert why_not(kyoku, shown) is None, "who shows a noten hand and claims nothing is noten"
