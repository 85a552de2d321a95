"""A whole hand was forgotten: it is told where it was played, and all later hands follow from it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.evidence import CorrectAsked, Depth, Done, Refusal, UndoAsked
from companion.projections.health import points_off
from companion.riichi import facts as f
from companion.riichi.presets import M_LEAGUE, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.seats import Wind
from companion.riichi.tiles import Tile, parse_tiles
from companion.table_state import KyokuChange
from tests.table_loop.people import SEATS, E, N, People, S, W, refused, sat_down

NOTEN = f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE)


def ron(seat, giver, han: int = 3) -> f.Won:
    return f.Won(seat, f.WinBy.RON, giver, value=f.HandValue(han, 30))


def riichi(seat) -> tuple[f.Fact, f.Fact]:
    return f.RiichiDeclared(seat), f.RiichiAccepted(seat)


def names(people: People) -> list[str]:
    deals = [fact for fact in people.facts if isinstance(fact, f.KyokuStarted)]
    return [f"{deal.round_wind.letter}{deal.dealer + 1}-{deal.honba}" for deal in deals]


def three_hands() -> People:
    """E1 and E2 are told; E3 runs. In truth another hand was played between the first two."""
    people = sat_down(Depth.POINTS)
    people.wins(S, E)
    people.deal(Depth.POINTS)
    people.wins(E, S)
    people.deal(Depth.POINTS)
    people.tap(N, "riichi")
    return people


def test_a_forgotten_hand_moves_every_later_deal_by_the_rules() -> None:
    people = three_hands()
    assert isinstance(people.insert(ron(N, W, 2), before=people.seq_of(f.KyokuStarted, 1)), Done)
    assert names(people) == ["E1-0", "E2-0", "E3-0", "E4-0"]
    assert (people.kyoku.name, people.kyoku.players[N].in_riichi) == ("E4-0", True)
    assert people.points == (25_000, 25_000, 23_000, 26_000)
    assert points_off(people.keeper.state.hanchan) == 0


def test_it_is_as_if_it_had_been_told_in_time() -> None:
    people = three_hands()
    people.insert(*riichi(E), ron(S, W, 4), before=people.seq_of(f.KyokuStarted, 2))
    in_time = sat_down(Depth.POINTS)
    in_time.wins(S, E)
    in_time.deal(Depth.POINTS)
    in_time.wins(E, S)
    in_time.deal(Depth.POINTS)
    in_time.tap(E, "riichi")
    in_time.tell(ron(S, W, 4))
    in_time.deal(Depth.POINTS)
    in_time.tap(N, "riichi")
    assert people.keeper.state.hanchan == in_time.keeper.state.hanchan


def test_a_dealer_who_stayed_leaves_who_deals_and_adds_a_honba() -> None:
    people = three_hands()
    people.insert(replace(NOTEN, tenpai=(E, W)), before=people.seq_of(f.KyokuStarted, 0))
    assert names(people) == ["E1-0", "E1-1", "E2-0", "E3-0"]
    # One honba more for the win that follows.
    assert people.points[S] == 25_000 - 1_500 + 3_900 + 300 - 3_900
    assert points_off(people.keeper.state.hanchan) == 0


def test_its_sticks_are_won_by_the_next_who_wins() -> None:
    people = three_hands()
    people.insert(*riichi(W), replace(NOTEN, tenpai=(E, S, W, N)), before=people.seq_of(f.KyokuStarted, 0))
    assert people.points == (25_000 - 4_200 + 3_900, 25_000 + 4_200 + 1_000 - 3_900, 24_000, 24_000)
    assert points_off(people.keeper.state.hanchan) == 0


results = st.one_of(
    st.builds(
        lambda winner, step, han: (ron(SEATS[winner], SEATS[(winner + step) % 4], han),),
        st.integers(0, 3),
        st.integers(1, 3),
        st.integers(1, 5),
    ),
    st.sets(st.sampled_from(SEATS)).map(lambda seats: (replace(NOTEN, tenpai=tuple(sorted(seats))),)),
    st.sampled_from(SEATS).map(lambda seat: (*riichi(seat), replace(NOTEN, tenpai=(seat,)))),
    st.sampled_from(SEATS).map(lambda seat: (f.Chombo(seat),)),
)


def played(hands) -> People:
    people = sat_down(Depth.POINTS)
    for facts in hands:
        # Where the game is over before, there is nothing to compare.
        assume(isinstance(people.tell(*facts), Done) and isinstance(people.deal(Depth.POINTS), Done))
    return people


@settings(max_examples=60)
@given(hands=st.lists(results, min_size=2, max_size=6), data=st.data())
def test_whatever_was_forgotten_and_wherever_it_is_as_if_told_in_time(hands, data) -> None:
    place = data.draw(st.integers(0, len(hands) - 1))
    in_time = played(hands)
    late = played([facts for at, facts in enumerate(hands) if at != place])
    answer = late.insert(*hands[place], before=late.seq_of(f.KyokuStarted, place))
    assert isinstance(answer, Done)
    assert late.keeper.state.hanchan == in_time.keeper.state.hanchan


def test_what_changes_is_shown_first_hand_by_hand() -> None:
    people = three_hands()
    state = people.keeper.state
    seen = people.looks_at_inserting(ron(N, W, 2), before=people.seq_of(f.KyokuStarted, 1))
    assert seen.changes == (
        KyokuChange("E2-0", (), (21_100, 28_900, 23_000, 27_000)),
        KyokuChange("E3-0", (25_000,) * 4, (25_000, 25_000, 23_000, 27_000), "E2-0"),
        KyokuChange("E4-0", (25_000, 25_000, 25_000, 24_000), (25_000, 25_000, 23_000, 26_000), "E3-0"),
    )
    assert people.keeper.state == state


def test_it_can_be_taken_back_and_told_again() -> None:
    people = three_hands()
    before = people.keeper.state.hanchan
    people.insert(ron(N, W, 2), before=people.seq_of(f.KyokuStarted, 1))
    after = people.keeper.state.hanchan
    seen = people.keeper.preview(UndoAsked("look", None, ""))
    assert [change.kyoku for change in seen.changes] == ["E2-0", "E2-0", "E3-0"]
    assert [bool(change.points_after) for change in seen.changes] == [False, True, True]
    people.undo()
    assert people.keeper.state.hanchan == before
    people.redo()
    assert people.keeper.state.hanchan == after


def test_where_people_had_set_the_next_deal_right_it_stays() -> None:
    """They forgot E2, saw it at once, and dealt E3 with the points that lay on the table."""
    people = sat_down(Depth.POINTS)
    people.wins(S, E)
    on_the_table = (21_100, 28_900, 23_000, 27_000)
    people.deal(Depth.POINTS, dealer=W, points=on_the_table)
    assert people.kyoku.name == "E3-0"
    people.insert(ron(N, W, 2), before=people.seq_of(f.KyokuStarted, 1))
    assert names(people) == ["E1-0", "E2-0", "E3-0"]
    assert people.points == on_the_table
    assert points_off(people.keeper.state.hanchan) == 0


def test_later_deals_can_stay_as_they_were_played() -> None:
    people = three_hands()
    people.insert(ron(N, W, 2), before=people.seq_of(f.KyokuStarted, 1), by_rules=False)
    assert names(people) == ["E1-0", "E2-0", "E2-0", "E3-0"]
    assert people.points == (25_000, 25_000, 23_000, 26_000)


def test_the_deal_itself_can_be_said() -> None:
    people = three_hands()
    people.insert(ron(S, W), before=people.seq_of(f.KyokuStarted, 1), honba=2, dealer=S)
    assert names(people)[:3] == ["E1-0", "E2-2", "E2-3"]


def test_after_all_others_it_stands_as_a_result_just_told() -> None:
    people = three_hands()
    people.tell(ron(N, W))
    people.insert(ron(E, N))
    assert names(people) == ["E1-0", "E2-0", "E3-0", "E4-0"]
    assert people.kyoku.is_over
    people.deal(Depth.POINTS)
    assert people.kyoku.name == "S1-0"


def test_after_people_said_that_the_game_is_over() -> None:
    people = three_hands()
    people.tell(ron(N, W))
    people.finish()
    points = people.points
    people.insert(ron(E, N))
    assert people.keeper.state.hanchan.is_closed
    moved = tuple(after - was for after, was in zip(people.points, points, strict=True))
    assert moved == (3_900, 0, 0, -3_900)


def test_a_hand_in_which_something_was_followed_refuses_another_dealer_and_says_where() -> None:
    people = sat_down(Depth.POINTS)
    people.wins(S, E)
    people.deal()
    people.tap(S)
    people.tap(W)
    seq = people.journal.last_seq
    answer = people.insert(ron(N, W, 2), before=people.seq_of(f.KyokuStarted, 1))
    assert (refused(answer), answer.because) == (Refusal.CANNOT_FOLLOW, Reason.NOT_YOUR_TURN)
    assert '"drawn" in E3-0' in answer.sentence
    assert people.journal.last_seq == seq


def test_a_game_that_would_be_over_says_which_deal_could_not_be() -> None:
    people = People(rules=replace(TENHOU, name="east", rounds=1, target_points=0))
    people.start(rules=replace(TENHOU, name="east", rounds=1, target_points=0))
    for winner, giver in ((S, E), (W, S), (E, W)):
        people.deal(Depth.POINTS)
        people.wins(winner, giver)
    people.deal(Depth.POINTS)
    place = people.seq_of(f.KyokuStarted, 2)
    answer = people.insert(ron(N, W, 1), before=place)
    assert (refused(answer), answer.because) == (Refusal.CANNOT_FOLLOW, Reason.HANCHAN_OVER)
    assert "the deal of E4-0" in answer.sentence
    assert answer.entry == people.seq_of(f.KyokuStarted, 3)
    assert isinstance(people.insert(ron(N, W, 1), before=place, by_rules=False), Done)


def test_what_is_no_whole_hand_is_refused() -> None:
    people = three_hands()
    place = people.seq_of(f.KyokuStarted, 1)
    assert people.insert(*riichi(E), before=place).because is Reason.KYOKU_NOT_OVER
    assert refused(people.insert(replace(ron(S, E), value=None), before=place)) is Refusal.VALUE_MISSING
    assert people.insert(ron(E, E), before=place).because is Reason.OWN_DISCARD
    assert refused(people.insert(ron(S, E), before=9_999)) is Refusal.NO_SUCH_ENTRY
    assert refused(People().insert(ron(S, E))) is Refusal.NO_SUCH_ENTRY


def test_in_the_midst_of_a_hand_there_is_no_place_for_another() -> None:
    people = three_hands()
    for before in (people.seq_of(f.Won, 0), None):
        answer = people.insert(ron(S, E), before=before)
        assert (refused(answer), answer.because) == (Refusal.REFUSED, Reason.KYOKU_NOT_OVER)


@pytest.mark.parametrize("rules", [TENHOU, M_LEAGUE])
def test_a_hand_that_was_told_twice_is_taken_out(rules) -> None:
    people = People(rules=rules)
    people.start(rules=rules)
    people.deal(Depth.POINTS)
    people.wins(S, E)
    people.deal(Depth.POINTS)
    once = people.keeper.state.hanchan
    people.undo()
    people.deal(Depth.POINTS)
    people.wins(S, E)
    people.deal(Depth.POINTS)
    assert people.kyoku.name == "E2-1"
    first, last = people.seq_of(f.KyokuStarted, 1), people.seq_of(f.KyokuEnded, 1)
    twice = tuple(entry.seq for entry in people.entries if first <= entry.seq <= last)
    answer = people.do(CorrectAsked("twice", None, "Anna", twice, (), by_rules=True))
    assert isinstance(answer, Done)
    assert people.keeper.state.hanchan == once


def shown_win() -> People:
    """South shows a pon of its own wind in E1; the second hand is dealt."""
    people = People()
    people.deal(indicator=Tile("9p"))
    people.tap(E, tile=Tile("5z"))
    people.tell(f.Won(S, f.WinBy.RON, E, Tile("5z"), parse_tiles("222z123m456p789s5z")))
    people.deal(Depth.POINTS)
    return people


def test_a_shown_hand_is_worth_what_its_tiles_say_in_another_round() -> None:
    people = shown_win()
    assert people.points == (25_000 - 1_600, 26_600, 25_000, 25_000)
    place = people.seq_of(f.KyokuStarted, 0)
    deal = replace(people.facts[0], round_wind=Wind.SOUTH)
    people.correct((place,), deal, before=place)
    (win,) = [fact for fact in people.facts if isinstance(fact, f.Won)]
    assert (win.value.han, len(win.value.yaku)) == (2, 2)
    assert people.points == (25_000 - 3_200, 28_200, 25_000, 25_000)


def test_a_put_right_indicator_gives_a_shown_hand_its_dora() -> None:
    people = shown_win()
    place = people.seq_of(f.KyokuStarted, 0)
    people.correct((place,), replace(people.facts[0], indicator=Tile("1z")), before=place)
    (win,) = [fact for fact in people.facts if isinstance(fact, f.Won)]
    assert dict(win.value.yaku)["dora"] == 3
    assert people.points == (17_000, 33_000, 25_000, 25_000)


def test_what_people_said_of_a_shown_hand_stays() -> None:
    people = shown_win()
    win = next(fact for fact in people.facts if isinstance(fact, f.Won))
    place = people.seq_of(f.Won)
    said = replace(win, value=f.HandValue(3, 40))
    people.correct((place,), said, before=place)
    place = people.seq_of(f.KyokuStarted, 0)
    people.correct((place,), replace(people.facts[0], indicator=Tile("1z")), before=place)
    assert said in people.facts
