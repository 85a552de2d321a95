"""A ron on the riichi tile: that riichi does not count, and its stick goes back (立直宣言牌)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evidence import Depth, Done, Refusal
from companion.evidence.intentions import Draw, ResultWas, TakeBack, Win, Winner
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import MultipleRon
from companion.riichi.tiles import Tile
from tests.table_loop.people import E, N, People, S, W, refused, sat_down

THREE_HAN = f.HandValue(3, 30)
EXHAUSTIVE = f.RyuukyokuKind.EXHAUSTIVE


def wins(*seats, giver=None, value=THREE_HAN) -> Win:
    return Win(tuple(Winner(seat, value) for seat in seats), giver)


def on_the_tile(*seats, giver=S, value=THREE_HAN) -> Win:
    return replace(wins(*seats, giver=giver, value=value), is_riichi_tile=True)


@pytest.fixture
def people() -> People:
    return sat_down(Depth.POINTS)


def test_a_win_on_the_riichi_discard_takes_the_stick_back(people):
    people.tap(E, "riichi")
    people.say(on_the_tile(S, giver=E))
    assert not any(isinstance(fact, f.RiichiAccepted) for fact in people.facts)
    assert people.kyoku.wins
    people = sat_down(Depth.POINTS)
    assert refused(people.say(on_the_tile(S, giver=E))) is Refusal.NO_SUCH_ENTRY


@pytest.mark.parametrize("first", [wins(S, giver=E, value=None), wins(S, giver=E)])
def test_that_the_tile_was_the_riichi_tile_may_be_said_later(people, first):
    people.tap(E, "riichi")
    people.say(first)
    again = on_the_tile(S, giver=E)
    is_valued = first.winners[0].value is not None
    assert isinstance(people.say(ResultWas(again) if is_valued else again), Done)
    assert [win.value for win in people.kyoku.wins] == [THREE_HAN]
    assert (people.kyoku.kyoutaku, people.points[E]) == (0, 25_000)
    people.undo()
    assert people.kyoku.kyoutaku == 1


def test_the_riichi_whose_tile_was_won_on_may_have_been_tapped_before_an_earlier_one(people):
    people.tap(E, "riichi")
    people.tap(N, "riichi")
    people.tap(N, "ankan")
    assert isinstance(people.say(on_the_tile(S, giver=E)), Done)
    assert (people.kyoku.kyoutaku, people.points[E], people.points[N]) == (1, 25_000, 24_000)
    people.undo()
    assert people.kyoku.kyoutaku == 2


@pytest.mark.parametrize(
    ("again", "sticks"),
    [
        (wins(S, giver=N), 1),
        (wins(S), 1),
        (Draw(EXHAUSTIVE), 1),
        (f.Chombo(S), 0),
        (wins(S, giver=E, value=f.HandValue(2, 30)), 0),
        (wins(W, giver=E), 0),
    ],
)
def test_the_stick_lies_there_again_where_the_riichi_tile_was_not_won_on(people, again, sticks):
    people.tap(E, "riichi")
    people.say(on_the_tile(S, giver=E))
    assert isinstance(people.say(ResultWas(again)), Done)
    assert people.kyoku.kyoutaku == sticks
    assert people.points[E] == 25_000 - 1_000 * sticks


@pytest.mark.parametrize("end", [wins(S), wins(S, giver=N), Draw(EXHAUSTIVE)])
def test_the_stick_of_a_win_that_was_taken_back_is_not_asked_for_at_the_next_end(people, end):
    people.tap(E, "riichi")
    people.say(on_the_tile(S, giver=E))
    people.say(TakeBack((people.seq_of(f.Won),)))
    assert isinstance(people.say(end), Done)
    assert people.kyoku.kyoutaku == 1


def in_riichi_before_points_only() -> People:
    """South says riichi with the first discard, then people choose "Points only"."""
    people = sat_down(Depth.FULL)
    people.tap(E, tile=Tile("1z"))
    people.tap(S, "riichi", tile=Tile("9p"))
    people.depth(Depth.POINTS)
    return people


@pytest.mark.parametrize("is_said_later", [False, True])
def test_a_riichi_from_when_the_turns_were_followed_stays_with_its_discard(is_said_later):
    people = in_riichi_before_points_only()
    if is_said_later:
        people.say(wins(W, giver=S))
    again = on_the_tile(W)
    assert isinstance(people.say(ResultWas(again) if is_said_later else again), Done)
    south = people.kyoku.players[S]
    assert (people.kyoku.kyoutaku, south.discards[0].sideways, south.riichi.is_double) == (0, True, True)
    assert isinstance(people.say(ResultWas(wins(W))), Done)
    assert (people.kyoku.kyoutaku, people.kyoku.players[S].riichi.is_double) == (1, True)


def test_a_riichi_tile_that_passed_while_the_turns_were_followed_cannot_be_the_one_that_was_won_on():
    people = sat_down(Depth.FULL)
    for seat, action, tile in ((E, "discard", "1z"), (S, "riichi", "9p"), (W, "discard", "2z")):
        people.tap(seat, action, tile=Tile(tile))
    people.depth(Depth.POINTS)
    before = people.facts
    assert refused(people.say(on_the_tile(W))) is Refusal.CANNOT_FOLLOW
    assert people.facts == before


def test_where_the_turns_are_followed_the_record_says_that_it_was_the_riichi_tile():
    people = sat_down(Depth.FULL)
    people.tap(E, "riichi", tile=Tile("1z"))
    people.say(wins(S, giver=E))
    assert refused(people.say(ResultWas(on_the_tile(S, giver=E)))) is Refusal.NOTHING_CHANGES


def by_rules(multiple_ron: MultipleRon) -> People:
    people = People()
    people.start(rules=replace(TENHOU, name="house", multiple_ron=multiple_ron))
    people.deal(Depth.POINTS)
    return people


@pytest.mark.parametrize("value", [THREE_HAN, None])
def test_who_joins_a_ron_may_be_the_first_to_say_that_it_was_the_riichi_tile(people, value):
    people.tap(S, "riichi")
    people.say(wins(W, giver=S, value=value))
    assert isinstance(people.say(on_the_tile(N)), Done)
    assert [(win.seat, win.value) for win in people.kyoku.wins] == [(W, value), (N, THREE_HAN)]
    assert (people.kyoku.kyoutaku, people.kyoku.players[S].riichi.is_accepted) == (0, False)
    people.undo()
    assert (people.kyoku.kyoutaku, [win.seat for win in people.kyoku.wins]) == (1, [W])


@pytest.mark.parametrize("valued", [(W,), (N,), (W, N), (N, E)])
def test_of_several_who_said_ron_any_may_be_valued_first_and_name_the_riichi_tile(valued):
    people = by_rules(MultipleRon.ALL)
    people.tap(S, "riichi")
    for seat in (W, N, E):
        people.say(wins(seat, giver=S, value=None))
    assert isinstance(people.say(on_the_tile(*valued)), Done)
    assert {win.seat: win.value for win in people.kyoku.wins} == {
        seat: THREE_HAN if seat in valued else None for seat in (W, N, E)
    }
    assert people.kyoku.kyoutaku == 0


def test_a_waiver_is_for_who_joins_a_ron_on_the_riichi_tile():
    people = by_rules(MultipleRon.HEAD_BUMP)
    people.tap(S, "riichi")
    people.say(wins(W, giver=S))
    assert refused(people.say(on_the_tile(N))) is Refusal.REFUSED
    assert isinstance(people.say(on_the_tile(N), Reason.HEAD_BUMP), Done)
    assert [win.seat for win in people.kyoku.wins] == [W, N]


def test_what_was_waived_for_who_has_won_before_stays_waived():
    people = by_rules(MultipleRon.HEAD_BUMP)
    people.tap(S, "riichi")
    people.say(wins(W, giver=S))
    people.say(wins(N, giver=S), Reason.HEAD_BUMP)
    assert isinstance(people.say(on_the_tile(E), Reason.HEAD_BUMP), Done)
    assert [win.seat for win in people.kyoku.wins] == [W, N, E]


def test_a_win_on_another_tile_does_not_become_one_on_the_riichi_tile(people):
    people.tap(S, "riichi")
    people.say(wins(W))
    assert refused(people.say(on_the_tile(N))) is Refusal.REFUSED
    people.undo()
    people.say(wins(W, giver=E))
    assert refused(people.say(on_the_tile(N))) is Refusal.REFUSED


def test_the_stick_lies_there_again_where_another_riichi_tile_was_won_on(people):
    people.tap(E, "riichi")
    people.tap(S, "riichi")
    people.say(on_the_tile(W, giver=S))
    assert isinstance(people.say(ResultWas(on_the_tile(W, giver=E))), Done)
    assert (people.kyoku.kyoutaku, people.points) == (1, (25_000, 24_000, 25_000, 25_000))
    people.undo()
    assert (people.kyoku.kyoutaku, people.points) == (1, (24_000, 25_000, 25_000, 25_000))


def test_after_a_win_is_taken_back_its_stick_lies_there_when_another_riichi_tile_is_won_on(people):
    people.tap(E, "riichi")
    people.tap(S, "riichi")
    people.say(on_the_tile(W, giver=S))
    people.say(TakeBack((people.seq_of(f.Won),)))
    assert isinstance(people.say(on_the_tile(W, giver=E)), Done)
    assert (people.kyoku.kyoutaku, people.points) == (1, (25_000, 24_000, 25_000, 25_000))


@pytest.mark.parametrize("end", [wins(W), Draw(EXHAUSTIVE)])
def test_a_hand_whose_win_was_taken_back_may_get_its_result_by_a_correction(people, end):
    people.tap(E, "riichi")
    people.say(on_the_tile(S, giver=E))
    people.say(TakeBack((people.seq_of(f.Won),)))
    assert isinstance(people.say(ResultWas(end)), Done)
    assert people.kyoku.kyoutaku == 1
