"""The clocks at a table: what stands still while something is in doubt, and what a restart finds."""

import json
from pathlib import Path

import pytest

from companion.errors import ConfigError
from companion.evidence import Notice, NoticesChanged, SourceChanged, SourceState
from companion.player_clock import OFF, ClockRules
from companion.riichi.facts import (
    Chombo,
    Discarded,
    Drawn,
    HanchanStarted,
    KyokuEnded,
    KyokuStarted,
)
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tea_facts import GamePaused, GameResumed
from companion.table_loop.player_clocks import FILE
from tests.table_loop.thinking import QUESTION, SAIKYOSEN, ThinkingTable

E, S, W, N = SEATS
START = HanchanStarted(("Anna", "Ben", "Chie", "Dai"), "tenhou")


def deal(honba: int = 0) -> KyokuStarted:
    return KyokuStarted(Wind.EAST, E, honba, 0, (25_000,) * 4)


@pytest.fixture
def table(tmp_path: Path) -> ThinkingTable:
    """East has discarded, and South thinks."""
    table = ThinkingTable(tmp_path)
    table.tell(START, deal())
    table.wait(9)
    turn(table, E)
    return table


def turn(table: ThinkingTable, seat: int, seconds: float = 0.0) -> None:
    table.wait(seconds)
    table.tell(Drawn(SEATS[seat]), Discarded(SEATS[seat]))


def test_a_turn_costs_what_it_takes_beyond_its_free_seconds(table):
    turn(table, S, 10)
    assert [round(table.left(seat), 3) for seat in range(4)] == [360, 356, 360, 360]


def test_the_time_is_that_at_which_it_happened_and_not_that_at_which_it_was_told(table):
    table.wait(12)
    table.tell(Drawn(S), Discarded(S), ago_s=2)
    table.wait(7)
    table.tell(Drawn(W), Discarded(W), ago_s=1)
    assert table.left(S) == pytest.approx(356)
    assert table.left(W) == pytest.approx(358)


def test_two_clocks_read_a_moment_apart_make_no_fact_late(table):
    """A discard that seems a thousandth of a second older than its draw was told in time."""
    table.wait(10)
    table.tell(Drawn(S))
    table.tell(Discarded(S), ago_s=0.001)
    assert not table.seen.clocks.is_unclear
    turn(table, W, 8)
    assert table.left(S) == pytest.approx(356)
    assert table.left(W) == pytest.approx(358)


MISHAPS = {
    "question": (lambda of: of.look((QUESTION,)), lambda of: of.look(), 0),
    "asked": (lambda of: of.hears([Notice("which_kan", S, is_question=True)]), lambda of: of.hears(), 8),
    "refused": (lambda of: of.hears([Notice("not_your_turn", W)]), lambda of: of.hears(), 0),
    "paused": (lambda of: of.say(GamePaused()), lambda of: of.say(GameResumed()), 8),
    "source": (lambda of: of.camera(SourceState.DOWN), lambda of: of.camera(SourceState.UP), 0),
    "deciding": (lambda of: of.hears(is_deciding=True), lambda of: of.hears(), 8),
}


@pytest.mark.parametrize("why", MISHAPS)
def test_in_doubt_the_clock_stands_still_and_says_why(table, why):
    begins, ends, sure_before = MISHAPS[why]
    table.wait(8)
    begins(table)
    assert table.seen.why == why
    table.wait(1_000)
    ends(table)
    assert table.seen.why == ""
    turn(table, S, 9)
    assert table.left(S) == pytest.approx(360 - (sure_before + 9 - 6))
    assert not table.flagged


BESIDE = ("club", "tape", "evening", "copies", "disk", "archive", "clock", "pretend camera")


@pytest.mark.parametrize("name", BESIDE)
def test_what_never_tells_of_the_play_stops_no_clock(table, name):
    table.keeper.note(SourceChanged(name, SourceState.DOWN))
    table.keeper.hear(NoticesChanged(name, (Notice("evening_kept"),)))
    table.look()
    assert table.seen.why == ""
    turn(table, S, 10)
    assert table.left(S) == 356


def test_what_was_refused_is_in_doubt_until_the_next_fact_also_when_it_is_said_again(table):
    for _ in range(2):
        table.tell(Discarded(W))
        assert table.seen.why == "refused"
        table.wait(500)
        turn(table, S)
        assert table.seen.why == ""
        for seat in (W, N, E):
            turn(table, seat, 1)
    assert table.left(S) == 360


def test_a_clock_of_the_machine_that_jumps_costs_nobody_anything(table):
    table.wait(7)
    table.jump(0)
    table.wait(300)
    table.jump(-3_600)
    turn(table, S, 3)
    assert table.left(S) == pytest.approx(360 - 4)


def test_what_was_taken_back_gives_the_time_back(table):
    turn(table, S, 400)
    assert table.flagged == {(S, 1)}
    turn(table, W, 50)
    table.undo()
    table.undo()
    table.undo()
    table.undo()
    assert not table.flagged
    turn(table, S, 2)
    assert table.left(W) == 360
    # The 400 seconds before the wrong discard are South's: only what came after it was in doubt.
    assert table.left(S) == pytest.approx(360 - (400 + 2 - 6))


def test_who_overran_is_waived_by_people_and_stays_so_after_a_restart(table):
    turn(table, S, 400)
    flag = table.seen.clocks.seats[S].flag
    assert not table.clocks.waive(flag.seq + 100)
    assert table.clocks.waive(flag.seq)
    assert not table.flagged
    table.start()
    assert not table.flagged
    assert table.seen.clocks.seats[S].flag.is_waived


def test_a_restart_finds_the_clocks_as_they_stood_and_the_turn_is_nobodys(table):
    turn(table, S, 30)
    table.wait(700)
    table.start()
    turn(table, W, 700)
    turn(table, N, 16)
    assert [round(table.left(seat)) for seat in range(4)] == [360, 336, 360, 350]


def test_the_next_hand_begins_with_a_minute_for_whoever_ran_over(table):
    turn(table, S, 400)
    table.say(Chombo(W), KyokuEnded())
    table.tell(deal(1))
    assert (table.seen.clocks.hand, table.left(S), table.left(E)) == (2, 60, 360)
    assert table.seen.clocks.seats[S].is_flagged(2)


def test_after_a_restart_a_deal_that_was_not_kept_in_the_file_begins_like_any_other(table, tmp_path):
    turn(table, S, 400)
    before = (tmp_path / FILE).read_bytes()
    table.say(Chombo(W), KyokuEnded())
    table.tell(deal(1))
    (tmp_path / FILE).write_bytes(before)
    table.start()
    assert (table.seen.clocks.hand, table.left(S), table.left(E)) == (2, 60, 360)


def test_a_deal_that_is_taken_back_keeps_what_was_charged(table):
    turn(table, S, 30)
    table.say(Chombo(W), KyokuEnded())
    table.tell(deal(1))
    table.undo()
    assert (table.seen.clocks.hand, table.left(S)) == (1, 336)


def test_a_new_game_begins_with_full_clocks(table):
    turn(table, S, 30)
    table.tell(START, deal())
    assert [table.left(seat) for seat in range(4)] == [360] * 4


def test_another_setting_begins_all_clocks_anew_and_off_is_off(table):
    turn(table, S, 30)
    table.clocks.choose(ClockRules(100, 5, 30))
    assert [table.left(seat) for seat in range(4)] == [100] * 4
    table.clocks.choose(OFF)
    assert table.clocks.seen() is None


def test_what_the_tournament_says_goes_before_the_tables_own(tmp_path):
    table = ThinkingTable(tmp_path)
    table.tell(START, deal())
    agreed = [None]
    table.clocks._agreed = lambda: agreed[0]
    agreed[0] = ClockRules(120, 3, 30)
    assert table.seen.rules == agreed[0]
    agreed[0] = None
    assert table.seen.rules == SAIKYOSEN


def test_a_setting_that_cannot_be_kept_is_refused_and_the_old_one_stays(table, tmp_path):
    (tmp_path / f".{FILE}.new").mkdir()
    with pytest.raises(ConfigError, match="cannot be kept"):
        table.clocks.choose(ClockRules(5))
    assert table.clocks.own == SAIKYOSEN


@pytest.mark.parametrize("text", ["", "[]", '{"own": {"bank_s": -1}}', '{"own": {}}', "{" * 5_000])
def test_a_damaged_file_means_no_clock(tmp_path, text):
    (tmp_path / FILE).write_text(text)
    table = ThinkingTable(tmp_path, OFF)
    assert table.clocks.own == OFF


def test_what_was_kept_of_another_game_or_setting_counts_for_nobody(table, tmp_path):
    turn(table, S, 30)
    kept = json.loads((tmp_path / FILE).read_text())
    for change in ({"game": "other"}, {"rules": {"bank_s": 9, "free_s": 9, "again_s": 9}}, {"seats": []}):
        (tmp_path / FILE).write_text(json.dumps(kept | change))
        table.start()
        assert [table.left(seat) for seat in range(4)] == [360] * 4
