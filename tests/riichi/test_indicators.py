"""When the indicator of each kind of kan is turned, by rule set (ドラ表示牌) [kan; rules 1.2]."""

from dataclasses import replace

import pytest

from companion.riichi.presets import EMA, JPML_A, M_LEAGUE, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import Reveal
from tests.toolbox.positions import after_pon, discarded, three_players
from tests.toolbox.tables import play, refused, table

PASSED = replace(TENHOU, open_kan_reveal=Reveal.AFTER_DISCARD)
CLOSED = "E draws, E closes 1z"
CALLED = "W kans 5m"


def owed(kyoku) -> tuple[int, int]:
    return kyoku.wall.owed_now, kyoku.wall.owed_later


def test_the_first_indicator_is_owed_until_it_is_seen() -> None:
    kyoku = table(dora=None)
    assert kyoku.wall.indicators_owed == 1
    assert play(kyoku, "dora 4m").wall.indicators_owed == 0


def test_no_indicator_is_turned_without_a_kan() -> None:
    assert refused(play(table(), "E draws"), "dora 1m") is Reason.INDICATOR_TOO_EARLY


@pytest.mark.parametrize("rules", [TENHOU, M_LEAGUE, EMA], ids=lambda rules: rules.name)
def test_a_closed_kan_turns_its_indicator_before_the_replacement_tile(rules) -> None:
    kyoku = play(table(rules), CLOSED)
    assert owed(kyoku) == (1, 0)
    assert owed(play(kyoku, "dora 1m, E replaces")) == (0, 0)


def test_a_forgotten_indicator_stays_owed_and_may_be_turned_at_any_later_moment() -> None:
    kyoku = play(table(), f"{CLOSED}, E replaces, E discards 1m, S draws, S discards, W draws")
    assert kyoku.wall.indicators_owed == 1
    assert play(kyoku, "dora 1m").wall.indicators_owed == 0


def test_a_called_kan_turns_its_indicator_with_the_discard() -> None:
    kyoku = play(discarded(), f"{CALLED}, W replaces")
    assert owed(kyoku) == (0, 1)
    assert owed(play(kyoku, "W discards 1s")) == (1, 0)
    assert owed(play(kyoku, "W discards 1s, dora 1m")) == (0, 0)


def test_the_flip_and_the_discard_are_one_gesture_and_either_may_be_seen_first() -> None:
    kyoku = play(discarded(), f"{CALLED}, W replaces, dora 1m, W discards 1s")
    assert owed(kyoku) == (0, 0)


def test_so_are_the_flip_and_a_riichi_whose_tile_is_still_to_be_laid() -> None:
    rules = replace(TENHOU, ankan_reveal=Reveal.WITH_DISCARD)
    kyoku = play(table(rules), f"{CLOSED}, E replaces, E riichi, dora 1m")
    assert owed(kyoku) == (0, 0)


def test_before_the_replacement_tile_of_a_called_kan_it_is_too_early() -> None:
    assert refused(play(discarded(), CALLED), "dora 1m") is Reason.INDICATOR_TOO_EARLY


def test_a_ron_on_that_discard_counts_the_new_indicator() -> None:
    kyoku = play(discarded(), f"{CALLED}, W replaces, W discards 1s, N rons")
    assert owed(kyoku) == (1, 0)
    assert len(play(kyoku, "dora 1m").wall.indicators) == 2


def test_a_win_on_the_replacement_tile_does_not_count_it() -> None:
    kyoku = play(discarded(), f"{CALLED}, W replaces, W tsumos")
    assert owed(kyoku) == (0, 0)
    assert refused(kyoku, "dora 1m") is Reason.INDICATOR_TOO_EARLY


def test_a_win_on_the_replacement_tile_of_a_closed_kan_counts_it() -> None:
    kyoku = play(table(), f"{CLOSED}, E replaces, E tsumos")
    assert kyoku.wall.indicators_owed == 1
    assert len(play(kyoku, "dora 1m").wall.indicators) == 2


def test_an_added_kan_turns_its_indicator_as_a_called_one_does() -> None:
    kyoku = play(after_pon(), "S adds 5p, S replaces")
    assert owed(kyoku) == (0, 1)
    assert owed(play(kyoku, "S discards 1s")) == (1, 0)


def test_a_further_kan_in_the_same_turn_makes_the_waiting_indicator_due() -> None:
    kyoku = play(discarded(), f"{CALLED}, W replaces, W closes 1z")
    assert owed(kyoku) == (2, 0)
    assert owed(play(kyoku, "dora 1m, dora 2m, W replaces, W discards")) == (0, 0)


@pytest.mark.parametrize("rules", [M_LEAGUE, EMA], ids=lambda rules: rules.name)
def test_in_some_houses_every_kan_turns_it_at_once(rules) -> None:
    kyoku = play(discarded(rules=rules), CALLED)
    assert owed(kyoku) == (1, 0)
    assert owed(play(kyoku, "dora 1m, W replaces, W discards")) == (0, 0)


def test_in_some_houses_it_waits_until_the_discard_has_passed() -> None:
    kyoku = play(discarded(rules=PASSED), f"{CALLED}, W replaces, W discards 1s")
    assert owed(kyoku) == (0, 1)
    assert owed(play(kyoku, "N draws")) == (1, 0)
    assert owed(play(kyoku, "N pons 1s")) == (1, 0)
    assert owed(play(kyoku, "dora 1m, N draws")) == (0, 0)


def test_where_it_waits_a_ron_on_that_discard_comes_before_it() -> None:
    kyoku = play(discarded(rules=PASSED), f"{CALLED}, W replaces, W discards 1s, N rons")
    assert owed(kyoku) == (0, 0)
    assert refused(kyoku, "dora 1m") is Reason.INDICATOR_TOO_EARLY


def test_where_kan_dora_are_not_played_no_kan_owes_an_indicator() -> None:
    assert play(table(JPML_A), CLOSED).wall.indicators_owed == 0
    assert play(discarded(rules=JPML_A), f"{CALLED}, W replaces, W discards").wall.indicators_owed == 0


def test_a_robbed_kan_turns_no_indicator() -> None:
    kyoku = play(after_pon(), "S adds 5p, W rons 5p")
    assert (kyoku.kans, kyoku.wall.indicators_owed) == (0, 0)
    assert refused(kyoku, "dora 1m") is Reason.INDICATOR_TOO_EARLY


def test_a_robbed_kan_turns_no_indicator_where_all_are_turned_at_once() -> None:
    assert play(after_pon(M_LEAGUE), "S adds 5p, W rons 5p").wall.indicators_owed == 0


def test_nor_does_an_earlier_kan_of_the_same_turn_get_its_indicator() -> None:
    kyoku = play(after_pon(), "S discards, W draws, W discards 9p, S pons 9p, S discards")
    kyoku = play(kyoku, "W draws, W discards, N draws, N discards, E draws, E discards, S draws")
    kyoku = play(kyoku, "S adds 9p, S replaces, S adds 5p, E rons 5p")
    assert (kyoku.kans, kyoku.wall.indicators_owed, len(kyoku.wall.indicators)) == (1, 0, 1)


@pytest.mark.parametrize("rules", [TENHOU, M_LEAGUE], ids=lambda rules: rules.name)
def test_a_forgotten_indicator_is_still_owed_when_a_later_kan_is_robbed(rules) -> None:
    kyoku = play(after_pon(rules), "S discards, W draws, W closes 1z, W replaces, W discards")
    kyoku = play(kyoku, "N draws, N discards, E draws, E discards, S draws, S adds 5p")
    assert kyoku.wall.owed_anyway == 1
    robbed = play(kyoku, "E rons 5p")
    assert (robbed.kans, owed(robbed), len(robbed.wall.indicators)) == (1, (1, 0), 1)
    assert owed(play(robbed, "dora 1m")) == (0, 0)
    assert owed(play(kyoku, "dora 1m, E rons 5p")) == (0, 0)


def test_so_is_the_first_indicator_that_nobody_told() -> None:
    kyoku = play(table(dora=None), "E draws, E discards 5p, S pons 5p, S discards, W draws, W discards")
    kyoku = play(kyoku, "N draws, N discards, E draws, E discards, S draws, S adds 5p, E rons 5p")
    assert owed(kyoku) == (1, 0)


def test_robbing_is_counted_once_when_two_players_rob() -> None:
    kyoku = play(after_pon(), "S adds 5p, W rons 5p, N rons 5p")
    assert (kyoku.kans, len(kyoku.wins)) == (0, 2)


def test_a_replacement_tile_after_kita_makes_a_waiting_indicator_due() -> None:
    kyoku = play(three_players(), "E draws, E discards 5p, S kans 5p, S replaces")
    assert owed(kyoku) == (0, 1)
    assert owed(play(kyoku, "S kita")) == (1, 0)


def test_never_more_than_five_lie_open() -> None:
    kyoku = play(table(), "E draws")
    for kan in range(1, 5):
        kyoku = play(kyoku, f"E closes {kan}z, dora {kan}m, E replaces")
    assert refused(kyoku, "dora 9s") is Reason.NO_INDICATOR_LEFT


def test_none_is_turned_when_the_hand_is_over() -> None:
    assert refused(play(table(dora=None), "E draws, E chombo"), "dora 1m") is Reason.KYOKU_OVER
