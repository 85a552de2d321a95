"""What a press means in which state: docs/buttons.md, cell by cell."""

import pytest

from companion.evidence import DealAsked, Depth
from companion.riichi import facts as f
from companion.riichi.kyoku import Phase
from companion.riichi.seats import Seat
from companion.riichi.tea_facts import GamePaused, PlayerRenamed
from companion.riichi.tiles import Tile
from firmware_bridge.signals import Button, LongPress, Side
from tests.intake.panel_table import PanelTable, small_boxes

# Seats and sides: East at B, South at C, West at D, North at A.
E, S, W, N = (Seat(seat) for seat in range(4))
P5 = Tile("5p")


@pytest.fixture
def own_turn():
    """It is East's first turn; the draw was told."""
    table = PanelTable()
    table.tell(f.Drawn(E))
    return table


@pytest.fixture
def discarded():
    """East has just discarded; South draws next."""
    table = PanelTable()
    table.discard()
    return table


@pytest.fixture
def others_turn():
    """South holds a tile; nothing lies there to be called."""
    table = PanelTable()
    table.discard()
    table.tell(f.Drawn(S))
    return table


@pytest.fixture
def points_only():
    return PanelTable(Depth.POINTS)


@pytest.mark.parametrize("key", ["B chi", "B pon"])
def test_at_the_own_turn_there_is_nothing_to_call(own_turn, key):
    assert own_turn.refused(key) == "no_discard_to_call"


def test_at_the_own_turn_kan_is_a_closed_kan(own_turn):
    own_turn.press("B kan")
    assert own_turn.facts[-1] == f.AnkanDeclared(E, (None,) * 4)


def test_a_kan_that_may_be_closed_or_added_is_asked_for(discarded):
    discarded.press("C pon")
    discarded.wait(1)
    discarded.discard(4)
    assert discarded.kyoku.turn == S
    discarded.press("C kan")
    assert discarded.codes == ["panel_ask_kan"]
    assert discarded.lamp("C").name == "FAST"
    discarded.press("C pon")
    assert discarded.facts[-2:] == [f.Drawn(S), f.KakanDeclared(S, None)]


def test_at_the_own_turn_ron_means_tsumo(own_turn):
    own_turn.press("B ron")
    assert own_turn.facts == [f.Won(E, f.WinBy.TSUMO, E)]


def test_a_win_asks_the_winner_for_its_value(own_turn):
    own_turn.press("B tsumo")
    assert own_turn.lamp("B").name == "FAST"


def test_at_the_own_turn_riichi_is_declared_with_the_next_discard(own_turn):
    own_turn.press("B riichi")
    assert own_turn.facts == [f.RiichiDeclared(E), f.Discarded(E)]


def test_at_the_own_turn_next_says_that_the_tile_lies_there(own_turn):
    own_turn.press("B next")
    assert own_turn.facts == [f.Discarded(E)]
    assert own_turn.kyoku.phase is Phase.TO_DRAW


def test_where_the_tiles_are_told_next_only_agrees():
    table = PanelTable(Depth.FULL)
    table.tell(f.Drawn(E, P5))
    seq = table.state.seq
    table.press("B next")
    assert (table.state.seq, table.lamp("B").name) == (seq, "WINK")


def test_a_pon_is_held_and_then_told(discarded):
    discarded.press("D pon")
    assert discarded.lamp("D").name == "WINK"
    assert discarded.kyoku.phase is Phase.TO_DRAW
    discarded.wait(1)
    assert discarded.facts[-1] == f.PonCalled(W, E, None, (None, None))


def test_a_chi_is_from_the_left_alone(discarded):
    assert discarded.refused("D chi") == "chi_only_from_kamicha"
    discarded.press("C chi")
    discarded.wait(1)
    assert discarded.facts[-1] == f.ChiCalled(S, None, (None, None))


def test_a_kan_on_a_discard_is_an_open_kan(discarded):
    discarded.press("D kan")
    discarded.wait(1)
    assert discarded.facts[-1] == f.DaiminkanCalled(W, E, None, (None,) * 3)


def test_who_draws_next_says_whether_the_kan_is_open_or_closed(discarded):
    discarded.press("C kan", "C chi")
    assert discarded.facts[-2:] == [f.Drawn(S), f.AnkanDeclared(S, (None,) * 4)]


def test_ron_on_a_discard_is_held_for_others_who_may_win_too(discarded):
    discarded.press("A ron")
    assert discarded.lamp("A").name == "WINK"
    discarded.wait(1)
    assert discarded.facts[-1] == f.Won(N, f.WinBy.RON, E)


def test_tsumo_of_another_player_s_tile_is_refused(discarded):
    assert discarded.refused("D tsumo") == "not_your_turn"


def test_riichi_may_be_said_right_after_the_discard(discarded):
    discarded.press("B riichi")
    assert discarded.facts[-2:] == [f.RiichiDeclared(E), f.Discarded(E)]
    assert discarded.kyoku.players[E].in_riichi
    discarded.discard()
    assert discarded.lamp("B").name == "STEADY"


def test_a_riichi_that_comes_late_and_cannot_be_leaves_the_discard(discarded):
    discarded.press("C pon")
    discarded.wait(1)
    discarded.discard()
    before = discarded.state.hanchan
    discarded.press("C riichi")
    assert discarded.codes == ["riichi_after_call"]
    assert discarded.state.hanchan == before


@pytest.mark.parametrize(
    ("later", "why"), [(GamePaused(), "paused"), (PlayerRenamed(W, "Wei"), "not_your_turn")]
)
def test_a_late_riichi_takes_back_nothing_that_was_told_after_the_discard(discarded, later, why):
    discarded.tell(later)
    assert discarded.refused("B riichi") == why


def test_riichi_of_somebody_whose_turn_it_is_not_is_refused(discarded):
    assert discarded.refused("D riichi") == "not_your_turn"


@pytest.mark.parametrize("key", ["D chi", "D pon", "D kan"])
def test_at_another_s_turn_there_is_no_tile_to_call(others_turn, key):
    assert others_turn.refused(key) == "no_discard_to_call"


@pytest.mark.parametrize("key", ["D tsumo", "D riichi"])
def test_at_another_s_turn_nothing_is_won_or_declared(others_turn, key):
    assert others_turn.refused(key) == "not_your_turn"


def test_at_another_s_turn_ron_has_no_tile(others_turn):
    assert others_turn.refused("D ron") == "no_tile_to_win_on"


def test_a_kan_can_be_robbed(discarded):
    discarded.press("C pon")
    discarded.wait(1)
    discarded.discard(4)
    discarded.press("C kan", "C pon")
    discarded.press("B ron")
    discarded.wait(1)
    assert discarded.facts[-1] == f.Won(E, f.WinBy.RON, S)


@pytest.mark.parametrize("key", ["B chi", "C pon", "D kan", "A ron", "B tsumo", "C riichi"])
def test_between_two_kyoku_there_is_nothing_to_say(key):
    table = PanelTable()
    table.tell(f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=E))
    assert table.refused(key) == "panel_between"


def test_when_everybody_is_ready_the_next_kyoku_is_dealt():
    table = PanelTable()
    table.tell(f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=E))
    table.press("B next", "C next", "D next")
    assert table.lamps == ["SLOW", "WINK", "WINK", "WINK"]
    assert table.kyoku.is_over
    table.press("A next")
    assert (table.kyoku.name, table.kyoku.phase) == ("E1-1", Phase.TO_DRAW)


def test_who_thinks_stops_the_next_kyoku():
    table = PanelTable()
    table.tell(f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=E))
    table.press("B next", "C next", "D next", "D wait", "A next")
    assert table.kyoku.is_over
    table.press("D next")
    assert table.kyoku.name == "E1-1"


def test_a_win_without_its_value_is_not_put_away(own_turn):
    own_turn.press("B tsumo")
    assert own_turn.refused("C next") == "panel_value_missing"


def test_after_the_last_kyoku_everybody_ready_ends_the_game():
    table = PanelTable()
    table.tell(f.Drawn(E))
    table.tell(f.Won(E, f.WinBy.TSUMO, E, value=f.HandValue(13, 30, 2)))
    table.tell(f.KyokuEnded())
    table.tell(f.KyokuStarted(f.Wind.SOUTH, N, 0, 0, (10_000, 10_000, 10_000, 70_000)))
    table.tell(f.Drawn(N), f.Won(N, f.WinBy.TSUMO, N, value=f.HandValue(1, 30)))
    table.press("A next", "B next", "C next", "D next")
    assert table.state.hanchan.is_closed


def test_in_riichi_only_ron_and_a_closed_kan_are_left(discarded):
    discarded.press("B riichi")
    discarded.discard()
    assert discarded.refused("B pon") == "call_in_riichi"
    discarded.wait(20)
    discarded.discard(2)
    assert discarded.refused("B riichi") == "riichi_twice"


def test_a_box_without_tsumo_is_asked_which_win_it_is():
    table = PanelTable(keys=small_boxes())
    table.discard()
    table.press("C ron")
    assert table.codes == ["panel_ask_ron_or_tsumo"]
    table.press("C pon")
    assert table.facts[-2:] == [f.Drawn(S), f.Won(S, f.WinBy.TSUMO, S)]


def test_an_abortive_draw_is_asked_for_and_told(own_turn):
    own_turn.press("B wait+next")
    assert own_turn.codes == ["panel_ask_draw"]
    own_turn.press("B chi")
    assert own_turn.facts == [f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=E)]


def test_a_long_wait_takes_back_the_last_tap(discarded):
    before = discarded.state.hanchan
    discarded.discard()
    discarded.hold("A wait")
    assert discarded.codes == ["panel_ask_undo"]
    assert discarded.lamp("A").name == "FAST"
    discarded.press("A next")
    assert discarded.state.hanchan == before
    assert discarded.codes == []


def test_a_question_is_put_away_by_wait_and_by_the_table_moving_on(discarded):
    discarded.hold("A wait")
    discarded.press("A wait")
    assert discarded.codes == []
    discarded.hold("A wait")
    discarded.discard()
    assert discarded.codes == []


def test_a_key_that_answers_nothing_leaves_the_question(discarded):
    discarded.hold("A wait")
    discarded.press("A riichi")
    assert sorted(discarded.codes) == ["panel_ask_undo", "panel_question_open"]
    assert discarded.lamp("A").name == "TRIPLE"
    discarded.wait(2)
    assert discarded.lamp("A").name == "FAST"


def test_the_reason_goes_when_the_side_presses_again(others_turn):
    others_turn.refused("D pon")
    others_turn.press("C next")
    assert others_turn.codes == ["no_discard_to_call"]
    others_turn.press("D next")
    assert others_turn.codes == []


def test_the_lamp_flashes_two_seconds_and_the_page_says_it_ten(others_turn):
    others_turn.refused("D pon")
    others_turn.wait(1.9)
    assert others_turn.lamp("D").name == "TRIPLE"
    others_turn.wait(0.2)
    assert others_turn.lamp("D").name == "OFF"
    assert others_turn.codes == ["no_discard_to_call"]
    others_turn.wait(8)
    assert others_turn.codes == []


def test_a_kan_makes_the_lamp_ask_for_the_indicator(own_turn):
    own_turn.press("B kan")
    assert own_turn.lamp("B").name == "DOUBLE"
    own_turn.tell(f.IndicatorRevealed(P5))
    assert own_turn.lamp("B").name == "OFF"


def test_what_concerns_a_player_is_seen_with_next(discarded):
    """A reminder for one seat is put away by that seat's own key."""
    discarded.press("D kan")
    discarded.wait(1)
    before = discarded.state.seen
    discarded.press("D wait", "A next")
    assert discarded.state.seen == before
    table = PanelTable(Depth.FULL)
    table.tell(f.Drawn(E, P5), f.Discarded(E, P5), f.PonCalled(S, E, P5, (P5, P5)))
    table.press("C next")
    assert {code for code, *_ in table.state.seen} == {"hand_opened"}


@pytest.mark.parametrize(("side", "seat"), [("B", E), ("C", S), ("D", W), ("A", N)])
def test_in_points_only_anybody_may_declare_riichi(points_only, side, seat):
    points_only.press(f"{side} riichi")
    assert points_only.facts == [f.RiichiDeclared(seat), f.RiichiAccepted(seat)]
    assert points_only.lamp(side).name == "STEADY"


@pytest.mark.parametrize(("key", "giver"), [("chi", N), ("pon", E), ("kan", S)])
def test_in_points_only_the_winner_says_on_whose_tile(points_only, key, giver):
    points_only.press("D ron")
    assert points_only.codes == ["panel_ask_giver"]
    points_only.press(f"D {key}")
    points_only.wait(1)
    assert points_only.facts == [f.Won(W, f.WinBy.RON, giver)]


def test_in_points_only_two_may_win_on_one_tile(points_only):
    points_only.press("D ron", "A ron", "D pon", "A chi")
    points_only.wait(1)
    assert points_only.facts == [f.Won(W, f.WinBy.RON, E), f.Won(N, f.WinBy.RON, E)]


def test_in_points_only_a_win_entered_on_the_page_ends_the_question_who_dealt_in(points_only):
    points_only.press("D ron", "A ron")
    points_only.tell(f.Won(W, f.WinBy.RON, E, value=f.HandValue(3, 30)))
    assert (points_only.lamp("D").name, points_only.lamp("A").name) == ("SLOW", "FAST")


def test_in_points_only_nobody_wins_by_answering_a_question_of_the_kyoku_before(points_only):
    points_only.press("A ron")
    points_only.tell(f.Won(W, f.WinBy.RON, E, value=f.HandValue(3, 30)))
    points_only.ask(DealAsked("next", None, "", Depth.POINTS))
    assert points_only.refused("A pon") == "panel_question_over"
    points_only.press("A pon")
    points_only.wait(1)
    assert points_only.facts == [f.PonCalled(N, None, None, (None, None))]


def test_in_points_only_a_kan_is_open_or_closed(points_only):
    points_only.press("D kan")
    assert points_only.codes == ["panel_ask_open_kan"]
    points_only.press("D pon")
    assert isinstance(points_only.facts[-1], f.KakanDeclared)
    points_only.press("A kan", "A next")
    assert points_only.facts[-1] == f.AnkanDeclared(N, (None,) * 4)


def test_in_points_only_next_tells_nothing(points_only):
    seq = points_only.state.seq
    points_only.press("B next", "C next", "D next", "A next")
    assert points_only.state.seq == seq


@pytest.mark.parametrize(("key", "kind"), [("chi", f.ChiCalled), ("pon", f.PonCalled)])
def test_in_points_only_a_call_is_told_though_nobody_saw_its_tile(points_only, key, kind):
    points_only.press(f"D {key}")
    points_only.wait(1)
    assert isinstance(points_only.facts[-1], kind)


def test_in_points_only_a_chi_gives_way_to_a_pon(points_only):
    points_only.press("C chi", "D pon")
    points_only.wait(1)
    assert points_only.facts == [f.PonCalled(W, None, None, (None, None))]


def test_in_riichi_a_kan_is_a_closed_one(discarded):
    discarded.press("B riichi")
    discarded.discard(3)
    discarded.press("B kan")
    assert discarded.facts[-1] == f.AnkanDeclared(E, (None,) * 4)


@pytest.mark.parametrize(
    ("key", "reading"), [("chi", "turn"), ("pon", "dora"), ("ron", "points"), ("tsumo", "left")]
)
def test_while_wait_is_held_a_key_asks_for_a_reading_and_tells_nothing(discarded, key, reading):
    told, seq = discarded.facts, discarded.state.seq
    discarded.press(f"C wait+{key}")
    assert discarded.read == [(reading, S)]
    discarded.wait(5)
    assert (discarded.facts, discarded.state.seq, discarded.codes) == (told, seq, [])
    # A call that was not made does not look as if it were held.
    assert discarded.lamp("C").name == "OFF"


def test_a_key_asks_for_the_rivers_one_after_the_other_from_the_right(discarded):
    discarded.press(*["D wait+riichi"] * 5)
    assert discarded.read == [(f"river.{wind}", W) for wind in "NESWN"]
    discarded.wait(7)
    discarded.press("D wait+riichi")
    assert discarded.read[-1] == ("river.N", W)


def test_readings_are_there_between_hands_and_while_others_think(points_only):
    points_only.tell(f.Won(E, f.WinBy.RON, S, value=f.HandValue(3, 30)))
    points_only.press("B wait+ron")
    assert points_only.read == [("points", E)]
    points_only.press("B next", "C next", "D next", "A next")
    assert points_only.kyoku.honba == 1


def test_wait_held_on_after_a_chord_takes_nothing_back(discarded):
    discarded.hold("A wait")
    assert discarded.codes == ["panel_ask_undo"]
    discarded.press("A wait", "A wait+pon")
    now = discarded.door.clock.monotonic_ns()
    discarded.source._hear(LongPress(Side.A, Button.WAIT, now, 1))
    discarded.source._show()
    assert discarded.codes == []
    discarded.hold("A wait")
    assert discarded.codes == ["panel_ask_undo"]


def test_next_stands_for_the_first_draw_that_is_lawful():
    table = PanelTable()
    table.discard(6)
    table.press("B wait+next", "B next")
    assert table.facts[-1] == f.Ryuukyoku(f.RyuukyokuKind.SANCHAHOU)
