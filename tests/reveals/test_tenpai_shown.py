"""At the end of the wall the shown hands are tenpai or noten; a riichi hand gives away what was wrong."""

import random
from dataclasses import replace

import pytest

from companion.reveals import numbers
from companion.reveals.tenpai_shown import _readings, revealed_draw
from companion.riichi.facts import (
    Chombo,
    Discarded,
    Drawn,
    HandDied,
    PlayFollowed,
    PlayUnfollowed,
    RiichiAccepted,
    RiichiDeclared,
    RuleWaived,
    Ryuukyoku,
    RyuukyokuKind,
)
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile, text_of
from companion.scribe.questions import QuestionCode
from lab.scribe import reveals
from lab.scribe.reveals import blind, eye_like, read_draw, recorded_draws
from tests.reveals.laid_open import after, begun, row, table

DEAL = begun()
TENPAI, NOTEN = "123456m12p33377s", "1479m258p369s123z"
QUIET = ("1z", "2z", "3z", "4z", "5z", "6z", "7z", "1m", "9m", "1p", "9p", "1s", "9s")
"""Tiles of which three each are discarded; the rest of the wall is of tiles that nobody saw."""


def to_the_end(riichi=None, seen=QUIET):
    """Seventy draws: at first known orphans, then tiles that nobody told."""
    facts = []
    for number in range(70):
        seat = Seat(number % 4)
        facts.append(Drawn(seat))
        if number == riichi:
            facts.append(RiichiDeclared(seat))
        facts.append(Discarded(seat, Tile("5z") if number == 0 else None))
        if number == riichi:
            facts.append(RiichiAccepted(seat))
    return tuple(facts)


END = to_the_end()


def asked(hands, told=END, kyoku=DEAL, **others):
    return revealed_draw(kyoku, told, table(after(kyoku, *told), hands, **others))


def test_who_shows_a_waiting_hand_is_tenpai():
    question = asked({1: row(TENPAI), 3: row("22334455667m88p")})
    assert question.code is QuestionCode.IS_THIS_THE_DRAW
    (draw,) = question.choices[0].facts
    assert (draw.kind, draw.tenpai) == (RyuukyokuKind.EXHAUSTIVE, (Seat(1), Seat(3)))
    assert text_of(draw.hands[1]) == TENPAI
    after(after(DEAL, *END), draw)


def test_a_misread_tile_does_not_make_a_hand_noten():
    doubtful = (*row("123456m12p333s"), *row("9s", confidence=0.8), *row("7s"))
    question = asked({1: doubtful})
    assert question.choices[0].facts[0].tenpai == (Seat(1),)
    assert asked({1: row("123456m12p33397s")}).choices[1].facts[0].tenpai == (Seat(1),)


def test_a_hand_that_is_surely_noten_is_noten():
    question = asked({1: row(NOTEN), 2: row(TENPAI)})
    assert question.choices[0].facts[0].tenpai == (Seat(2),)


def test_nothing_is_asked_while_nobody_shows_and_the_walls_stand():
    assert asked({}) is None


def test_a_cleared_table_means_that_nobody_was_tenpai():
    assert asked({}, has_walls=False).choices[0].facts[0].tenpai == ()


def test_a_hand_in_riichi_is_waited_for():
    told = to_the_end(riichi=1)
    assert asked({0: row(TENPAI)}, told) is None
    question = asked({0: row(TENPAI), 1: row("22334455667m88p")}, told)
    assert question.choices[0].facts[-1].tenpai == (Seat(0), Seat(1))


def test_a_dead_hand_is_noten_and_need_not_be_shown():
    deal = begun(replace(TENHOU, dead_hands=True))
    told = (*to_the_end(riichi=1), HandDied(Seat(1)))
    for hands in ({0: row(TENPAI)}, {0: row(TENPAI), 1: row("22334455667m88p")}):
        question = asked(hands, told, deal)
        assert question.code is QuestionCode.IS_THIS_THE_DRAW
        assert [fact.tenpai for fact in question.choices[0].facts] == [(Seat(0),)]


def test_a_noten_riichi_comes_to_light_and_people_decide():
    told = to_the_end(riichi=1)
    question = asked({1: row(NOTEN)}, told)
    assert question.code is QuestionCode.FOUL_SHOWN
    penalty, passed = question.choices[:2]
    assert penalty.facts == (Chombo(Seat(1), "riichi_noten"),)
    assert (
        RuleWaived(Reason.RIICHI_NOTEN) in passed.facts or RuleWaived(Reason.RIICHI_MUST_SHOW) in passed.facts
    )
    for choice in question.choices:
        after(after(DEAL, *told), *choice.facts)


def test_what_people_said_and_the_hands_say_too_is_not_asked():
    said = Ryuukyoku(RyuukyokuKind.EXHAUSTIVE, tenpai=(Seat(1),))
    told = (*END, said)
    seen = table(after(DEAL, *END), {1: row(TENPAI)})
    assert revealed_draw(DEAL, told, seen) is None


def test_who_was_said_to_be_tenpai_need_not_lie_in_sight():
    said = Ryuukyoku(RyuukyokuKind.EXHAUSTIVE, tenpai=(Seat(0), Seat(1)))
    for hands, has_walls in (({1: row(TENPAI)}, True), ({}, False)):
        seen = table(after(DEAL, *END), hands, has_walls=has_walls)
        assert revealed_draw(DEAL, (*END, said), seen) is None


def test_what_people_said_and_the_hands_deny_is_asked():
    said = Ryuukyoku(RyuukyokuKind.EXHAUSTIVE, tenpai=(Seat(0),))
    seen = table(after(DEAL, *END), {1: row(TENPAI)})
    question = revealed_draw(DEAL, (*END, said), seen)
    (choice, *_) = question.choices
    assert (choice.replaces, choice.facts[0].tenpai) == (1, (Seat(1),))


@pytest.mark.parametrize(
    "said", [Ryuukyoku(RyuukyokuKind.NAGASHI_MANGAN, nagashi=(Seat(2),)), Ryuukyoku(RyuukyokuKind.EXHAUSTIVE)]
)
def test_whether_there_was_nagashi_mangan_stays_as_people_said_it(said):
    question = revealed_draw(DEAL, (*END, said), table(after(DEAL, *END), {1: row(TENPAI)}))
    draw = question.choices[0].facts[0]
    assert (draw.kind, draw.nagashi, draw.tenpai) == (said.kind, said.nagashi, (Seat(1),))


def test_a_heap_of_tiles_is_no_hand():
    assert asked({1: row("123m")}) is None


@pytest.mark.parametrize("is_played", [True, False])
def test_only_orphans_in_the_river_are_a_nagashi_where_the_house_plays_it(is_played):
    rules = replace(TENHOU, nagashi_mangan=is_played)
    kyoku = begun(rules)
    kinds = ("1z", "2z", "3z", "4z", "5z", "6z", "7z", "1m", "9m", "1p", "9p", "1s", "9s")
    facts = []
    for number in range(70):
        turn = number // 4
        tile = Tile(kinds[turn % 13]) if number % 4 == 2 else None
        facts += [Drawn(Seat(number % 4)), Discarded(Seat(number % 4), tile)]
    question = asked({1: row("22334455667m88p")}, tuple(facts), kyoku)
    kind = question.choices[0].facts[0].kind
    assert kind is (RyuukyokuKind.NAGASHI_MANGAN if is_played else RyuukyokuKind.EXHAUSTIVE)


def test_after_a_gap_nobody_knows_whether_a_river_makes_nagashi_mangan():
    facts = [Drawn(Seat(0)), Discarded(Seat(0), Tile("1z")), PlayUnfollowed(), PlayFollowed(Seat(1), 1)]
    last = (Drawn(Seat(1)), Discarded(Seat(1), Tile("1m")))
    question = asked({1: row("22334455667m88p")}, (*facts, *last))
    assert question.choices[0].facts[0].kind is RyuukyokuKind.EXHAUSTIVE


@pytest.fixture(scope="module")
def real_draws():
    return recorded_draws(4, every=13)


def test_every_recorded_draw_is_read_back_where_the_eye_makes_no_mistake(real_draws):
    assert len(real_draws) > 8
    assert {read_draw(draw, blind(0), random.Random(1)) for draw in real_draws} == {0}


def test_most_recorded_draws_are_read_back_with_mistakes(real_draws):
    places = [read_draw(draw, eye_like(0.02), random.Random(at)) for at, draw in enumerate(real_draws)]
    assert places.count(0) / len(places) > 0.8


def test_a_hand_is_rarely_shown_that_is_not_tenpai_and_most_rarely_after_riichi():
    """Whether one sure tile was misread or the hand is noten: what speaks for noten besides the reading."""

    def for_noten(told) -> float:
        tenpai, noten = sorted(_readings(after(DEAL, *told), Seat(1), row("123456m12p33397s")), key=_waits)
        return noten.chance / tenpai.chance

    def odds(share: float) -> float:
        return (1 - share) / share

    plain, riichi = for_noten(END), for_noten(to_the_end(riichi=1))
    assert plain / riichi == pytest.approx(odds(numbers.TENPAI) / odds(numbers.TENPAI_IN_RIICHI))


def _waits(hand) -> bool:
    return not hand.is_tenpai


def test_games_without_a_draw_have_no_figures_of_draws() -> None:
    lines = list(reveals.table((), (), (0.0,)))
    assert [line.split()[1:] for line in lines[1:]] == [["none", "in", "these", "games"]] * 2
