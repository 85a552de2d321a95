"""A question stands while others enter something else; once they have ended it, its answer means nothing."""

import pytest

from companion.evidence import Depth
from companion.riichi import facts as f
from tests.intake.panel_table import PanelTable

E, S, W, N = range(4)


def test_in_points_only_another_players_riichi_ends_no_question_about_a_kan():
    table = PanelTable(Depth.POINTS)
    table.press("B kan", "C riichi")
    assert (table.codes, table.lamps) == (["panel_ask_open_kan"], ["OFF", "FAST", "STEADY", "OFF"])
    table.press("B chi")
    table.wait(2)
    assert isinstance(table.facts[-1], f.AnkanDeclared)
    assert not [fact for fact in table.facts if isinstance(fact, f.ChiCalled)]


def test_the_own_kan_ends_the_question_about_it():
    table = PanelTable(Depth.POINTS)
    table.press("B kan")
    table.tell(f.AnkanDeclared(E, (None,) * 4))
    assert table.codes == []


@pytest.mark.parametrize("key", ["chi", "next"])
def test_an_answer_that_comes_just_after_its_question_has_ended_is_no_call(key):
    table = PanelTable(Depth.POINTS)
    table.press("C riichi")
    table.hold("B wait")
    assert table.codes == ["panel_ask_undo"]
    table.press("D riichi")
    assert table.refused(f"B {key}") == "panel_question_over"
    table.wait(2)
    table.press("B chi")
    table.wait(2)
    assert isinstance(table.facts[-1], f.ChiCalled)


def test_in_a_followed_hand_a_question_ends_with_the_tile_that_it_was_about():
    table = PanelTable()
    table.tell(f.IndicatorRevealed(None))
    table.discard(4)
    table.press("B kan")
    assert table.codes == ["panel_ask_kan"]
    table.press("C pon")
    table.wait(2)
    assert isinstance(table.facts[-1], f.PonCalled)
    assert table.codes == []


def test_an_indicator_entered_meanwhile_ends_no_question_about_a_kan():
    table = PanelTable()
    table.discard(4)
    table.press("B kan")
    table.tell(f.IndicatorRevealed(None))
    assert table.codes == ["panel_ask_kan"]
    table.press("B chi")
    assert isinstance(table.facts[-1], f.AnkanDeclared)


def test_wait_held_takes_back_the_own_call_that_is_held():
    table = PanelTable()
    table.discard()
    before = table.state.seq
    table.press("D pon")
    table.hold("D wait")
    assert (table.lamps, table.codes) == (["OFF"] * 4, [])
    table.wait(3)
    assert table.state.seq == before
    table.press("A pon")
    table.wait(2)
    assert table.facts[-1].seat == N


def test_once_a_hand_is_won_no_key_is_told_to_press_next_before_the_value_is_entered():
    table = PanelTable()
    table.discard()
    table.press("D ron")
    table.wait(2)
    assert table.refused("C tsumo") == "kyoku_over"
