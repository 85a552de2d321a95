"""Every reason refuses somewhere and lets pass nearby; the rules can be waived, the tiles cannot."""

from dataclasses import replace

import pytest

from companion.riichi import tea_facts as t
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    Discarded,
    Drawn,
    Fact,
    HanchanEnded,
    HanchanStarted,
    KyokuEnded,
    KyokuStarted,
    RuleWaived,
    SeatsBound,
)
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import TILES, Reason
from companion.riichi.seats import Seat, Wind
from tests.riichi.reason_cases import CASES
from tests.toolbox.sentences import fact_of
from tests.toolbox.tables import play, refused, step, table, waive, why_not

DEAL = KyokuStarted(Wind.EAST, Seat(0), 0, 0, (25_000,) * 4)
EMPTY = begin(TENHOU)
DEALT = apply_to_hanchan(EMPTY, DEAL)
CLOSED = apply_to_hanchan(EMPTY, HanchanEnded())
SAT = apply_to_hanchan(EMPTY, HanchanStarted(("Anna", "Ben", "Chie", "Dai"), "tenhou"))
IN_SOUTH = apply_to_hanchan(EMPTY, replace(DEAL, round_wind=Wind.SOUTH))
EAST_ONLY = t.RulesChanged(replace(TENHOU, rounds=1), ("rounds",))


def after(fact: Fact) -> Hanchan:
    return apply_to_hanchan(EMPTY, fact)


HANCHAN_CASES: dict[Reason, tuple[Hanchan, Fact, Hanchan]] = {
    Reason.NO_KYOKU: (EMPTY, Drawn(Seat(0)), DEALT),
    Reason.KYOKU_NOT_OVER: (DEALT, DEAL, EMPTY),
    Reason.HANCHAN_OVER: (CLOSED, DEAL, EMPTY),
    Reason.PAUSED: (after(t.GamePaused()), DEAL, EMPTY),
    Reason.NOT_PAUSED: (EMPTY, t.GameResumed(), after(t.GamePaused())),
    Reason.SEAT_EMPTY: (after(t.PlayerLeft(Seat(1))), DEAL, EMPTY),
    Reason.AWAY_ALREADY: (after(t.PlayerLeft(Seat(1))), t.PlayerLeft(Seat(1)), EMPTY),
    Reason.HERE_ALREADY: (EMPTY, t.PlayerReturned(Seat(1)), after(t.PlayerLeft(Seat(1)))),
    Reason.SITS_ALREADY: (SAT, t.PlayerSubstituted(Seat(1), "anna"), EMPTY),
    Reason.NAME_TAKEN: (SAT, t.PlayerRenamed(Seat(1), " Anna"), EMPTY),
    Reason.POINTS_MISSING: (EMPTY, t.PointsSet((25_000,) * 4, 1), replace(EMPTY, kyoutaku=1)),
    Reason.RULE_TOO_LATE: (IN_SOUTH, EAST_ONLY, EMPTY),
}
"""A game that refuses a fact, and one that takes the same fact."""

ROUND = (Seat(1), Seat(2), Seat(3), Seat(0))
SWAPPED = (Seat(1), Seat(0), Seat(2), Seat(3))
NEVER_SO: dict[Reason, tuple[Fact, Fact]] = {
    Reason.NAME_MISSING: (t.PlayerSubstituted(Seat(0), " "), t.PlayerSubstituted(Seat(0), "Zoe")),
    Reason.NOT_AN_ORDER: (
        t.SeatsChanged((Seat(0),) * 4, t.Carried.POINTS),
        t.SeatsChanged(SWAPPED, t.Carried.POINTS),
    ),
    Reason.WINDS_CANNOT_GO: (
        t.SeatsChanged(SWAPPED, t.Carried.POINTS_AND_WINDS),
        t.SeatsChanged(ROUND, t.Carried.POINTS_AND_WINDS),
    ),
    Reason.RULE_FIXED: (t.RulesChanged(TENHOU, ("players",)), t.RulesChanged(TENHOU, ("bust",))),
}
"""What no game takes, and what is nearly the same and taken."""


def test_every_reason_has_a_case_that_refuses_and_one_that_accepts() -> None:
    assert CASES.keys() | HANCHAN_CASES.keys() | NEVER_SO.keys() == set(Reason)


@pytest.mark.parametrize("reason", CASES)
def test_a_table_refuses_for_this_reason(reason: Reason) -> None:
    case = CASES[reason]
    assert refused(case.table(), case.refused) is reason


@pytest.mark.parametrize("reason", [reason for reason in CASES if reason.is_waivable])
def test_a_waiver_of_another_rule_does_not_help(reason: Reason) -> None:
    case = CASES[reason]
    other = Reason.NO_KITA if reason is not Reason.NO_KITA else Reason.HEAD_BUMP
    kyoku = waive(case.table(), other)
    assert why_not(kyoku, fact_of(kyoku, case.refused)) is reason


@pytest.mark.parametrize("reason", CASES)
def test_a_table_nearby_accepts(reason: Reason) -> None:
    case = CASES[reason]
    kyoku = case.accepting_table
    assert step(kyoku, fact_of(kyoku, case.accepted)) != kyoku


@pytest.mark.parametrize("reason", HANCHAN_CASES)
def test_a_game_refuses_for_this_reason_and_another_does_not(reason: Reason) -> None:
    refusing, fact, accepting = HANCHAN_CASES[reason]
    with pytest.raises(IllegalFactError) as error:
        apply_to_hanchan(refusing, fact)
    assert error.value.reason is reason
    assert apply_to_hanchan(accepting, fact) != accepting


@pytest.mark.parametrize("reason", NEVER_SO)
def test_no_game_takes_this_and_each_takes_what_is_nearly_so(reason: Reason) -> None:
    refused_fact, taken = NEVER_SO[reason]
    sat = apply_to_hanchan(SAT, SeatsBound("ABCD"))
    with pytest.raises(IllegalFactError) as error:
        apply_to_hanchan(sat, refused_fact)
    assert error.value.reason is reason
    assert apply_to_hanchan(sat, taken) != sat


def test_a_waiver_holds_for_one_fact_alone() -> None:
    kyoku = waive(play(table(), "E draws, E discards 5m"), Reason.CHI_ONLY_FROM_KAMICHA)
    assert Reason.CHI_ONLY_FROM_KAMICHA in kyoku.waived
    assert not play(kyoku, "W chis 5m with 34m").waived


def test_a_waiver_does_not_allow_another_breach() -> None:
    kyoku = waive(play(table(), "E draws, E discards 5m"), Reason.CHI_ONLY_FROM_KAMICHA)
    kyoku = play(kyoku, "W chis 5m with 34m")
    assert refused(kyoku, "W discards 5m") is Reason.KUIKAE_SAME


def test_what_the_tiles_make_impossible_cannot_be_waived() -> None:
    for reason in (reason for reason in Reason if not reason.is_waivable):
        assert reason.source == TILES
        assert why_not(table(), RuleWaived(reason)) is reason


@pytest.mark.parametrize("reason", Reason)
def test_only_what_the_tiles_allow_can_be_waived(reason: Reason) -> None:
    assert reason.is_waivable is not (reason.source == TILES)


@pytest.mark.parametrize("reason", Reason)
def test_a_reason_is_one_sentence_with_a_source(reason: Reason) -> None:
    assert reason.sentence.endswith(".")
    assert reason.sentence.count(".") == 1
    assert reason.source.startswith(("rules: ", "rule set: ", TILES))
    if reason.source.startswith("rule set: "):
        assert hasattr(TENHOU, reason.source.removeprefix("rule set: "))


def test_the_error_names_the_tile() -> None:
    kyoku = play(table(dora="1z"), "E draws")
    fact = fact_of(kyoku, "E closes 1z")
    with pytest.raises(IllegalFactError, match=r"fifth copy of a tile. \(1z\)") as error:
        step(kyoku, fact)
    assert error.value.fact is fact


def test_a_refused_fact_changes_nothing() -> None:
    kyoku = play(table(), "E draws")
    before = replace(kyoku)
    assert why_not(kyoku, Discarded(Seat(1))) is Reason.NOT_YOUR_TURN
    assert kyoku == before


def test_the_table_may_say_house_rule_in_a_game() -> None:
    game = apply_to_hanchan(DEALT, RuleWaived(Reason.KUIKAE_SAME))
    assert game.kyoku is not None
    assert game.kyoku.waived == {Reason.KUIKAE_SAME}


def test_a_kyoku_that_runs_cannot_be_ended() -> None:
    with pytest.raises(IllegalFactError) as error:
        apply_to_hanchan(DEALT, KyokuEnded())
    assert error.value.reason is Reason.KYOKU_NOT_OVER
    with pytest.raises(IllegalFactError) as error:
        apply_to_hanchan(EMPTY, KyokuEnded())
    assert error.value.reason is Reason.NO_KYOKU
