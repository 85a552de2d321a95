"""A riichi stick came to lie in front of a river (立直棒): it confirms, or somebody is asked; never more."""

from dataclasses import replace

import pytest

from companion.evidence.sights import TableSeen
from companion.riichi import facts as f
from companion.riichi.calls import Action
from companion.riichi.seats import SEATS, Seat
from companion.scribe import Answered, QuestionCode, Trust
from tests.stories.watched_evening import Evening, seen_of
from tests.toolbox.tables import table

E, S, W, N = SEATS
FIRST = "E draws, E discards 1z"
SECOND = f"{FIRST}, S draws, S discards 2z"
THIRD = f"{SECOND}, W draws, W discards 9p"
ROUND = f"{THIRD}, N draws, N discards 4z"
NEXT = f"{ROUND}, E draws, E discards 5z"
PLAIN = ["E Discarded 1z", "S Discarded 2z", "W Discarded 9p"]
RIICHI = ["E Discarded 1z", "S Discarded 2z", "W RiichiDeclared", "W Discarded 9p"]


def laid(script: str, *seats: Seat, across: bool = False) -> TableSeen:
    """What a script leads to, with sticks before some players; the last discard of West may look sideways."""
    seen = seen_of(script)
    after = list(seen.seats)
    for seat in seats:
        after[seat] = replace(after[seat], stick=True)
    if across:
        *others, last = after[W].river
        after[W] = replace(after[W], river=(*others, replace(last, sideways=True)))
    return replace(seen, seats=tuple(after))


def with_keys(**more) -> Evening:
    """People who press keys: one was pressed before, and nothing came of it."""
    evening = Evening(**more)
    evening.presses(N, Action.PON)
    evening.waits(20)
    return evening


def test_it_confirms_at_once_a_discard_that_looks_sideways() -> None:
    for evening in (Evening(), with_keys()):
        evening.sees(SECOND)
        evening.sees(laid(THIRD, W, across=True))
        assert evening.story() == RIICHI
        evening.sees(laid(ROUND, W, across=True))
        assert evening.story() == [*RIICHI, "N Discarded 4z"]
        assert evening.kyoku.kyoutaku == 1
        assert not evening.questions


def test_it_may_come_before_the_first_discard_of_its_player() -> None:
    evening = with_keys()
    evening.sees(FIRST)
    evening.sees(laid(FIRST, W))
    evening.sees(laid(SECOND, W))
    assert evening.story() == PLAIN[:2]
    evening.sees(laid(THIRD, W, across=True))
    assert evening.story() == RIICHI


def test_it_may_come_a_turn_after_the_discard() -> None:
    evening = with_keys()
    evening.sees(SECOND)
    evening.sees(laid(THIRD, across=True))
    assert evening.story() == PLAIN
    evening.sees(laid(ROUND, across=True))
    evening.sees(laid(NEXT, W, across=True))
    assert evening.story() == [*RIICHI, "N Discarded 4z", "E Discarded 5z"]


def test_later_looks_that_it_lies_straight_do_not_take_it_back_while_the_stick_lies_there() -> None:
    evening = with_keys()
    evening.sees(SECOND)
    evening.sees(laid(THIRD, W, across=True))
    evening.sees(laid(ROUND, W))
    evening.sees(laid(NEXT, W))
    assert evening.story()[:4] == RIICHI


def test_with_a_tile_that_looks_straight_people_are_asked_and_nothing_is_told() -> None:
    for evening in (Evening(), with_keys()):
        evening.sees(SECOND)
        evening.sees(laid(THIRD, W))
        assert evening.story() == PLAIN
        assert not evening.questions
        evening.sees(laid(ROUND, W))
        assert evening.story() == [*PLAIN, "N Discarded 4z"]
        (question,) = evening.questions
        assert (question.code, question.seat) == (QuestionCode.WHICH_STORY, W)
        evening.answers(0)
        assert evening.story() == [*RIICHI, "N Discarded 4z"]
        assert f.RiichiAccepted(W) in evening.told
        evening.sees(laid(NEXT, W))
        assert evening.story() == [*RIICHI, "N Discarded 4z", "E Discarded 5z"]
        assert not evening.questions


@pytest.mark.parametrize(("which", "turned"), [(0, 0), (1, 1), (None, 1)])
def test_if_the_next_tile_is_turned_instead_it_is_asked_which_of_them_declared(which, turned: int) -> None:
    """The riichi was written for the later tile, and the question about the first one was gone."""
    later = f"{NEXT}, S draws, S discards 6z, W draws, W discards 7z"
    evening = Evening()
    evening.sees(SECOND)
    for script in (THIRD, ROUND, NEXT, later.partition(", W draws")[0]):
        evening.sees(laid(script, W))
    assert [question.seat for question in evening.questions] == [W]
    for _ in range(3):
        evening.sees(laid(later, W, across=True))
    assert "W RiichiDeclared" not in evening.story()
    assert [question.tile.text for question in evening.questions] == ["9p", "7z"]
    if which is None:  # the first one was none
        evening.answers(1)
        evening.sees(laid(later, W, across=True))
    else:
        evening.hears(Answered(evening.questions[which].number, 0, evening.at_ns))
    tile = ["9p", "7z"][turned]
    assert evening.story()[evening.story().index("W RiichiDeclared") + 1] == f"W Discarded {tile}"
    assert not evening.questions


def test_one_that_is_laid_in_the_turn_of_its_player_is_of_the_tile_to_come() -> None:
    evening = Evening()
    evening.sees(NEXT)
    turn = f"{NEXT}, S draws, S discards 6z"
    for seen in (turn, laid(turn, W), laid(turn, W), laid(turn, W)):
        evening.sees(seen)
        assert not evening.questions
    evening.sees(laid(f"{turn}, W draws, W discards 7z", W, across=True))
    assert evening.story()[-2:] == ["W RiichiDeclared", "W Discarded 7z"]
    assert not evening.questions


def test_of_the_tile_to_come_one_straight_look_is_not_asked_about() -> None:
    """The stick had been seen often enough, and people were asked before the tile had been seen twice."""
    for across in (True, False):
        evening = Evening()
        evening.sees(NEXT)
        turn = f"{NEXT}, S draws, S discards 6z"
        for seen in (laid(turn, W), laid(turn, W), laid(f"{turn}, W draws, W discards 7z", W)):
            evening.sees(seen)
            assert not evening.questions
        evening.sees(laid(f"{turn}, W draws, W discards 7z", W, across=across))
        assert [question.seat for question in evening.questions] == [W]


def test_two_seconds_without_motion_are_as_good_as_another_look() -> None:
    evening = Evening()
    evening.sees(SECOND)
    evening.sees(laid(THIRD, W))
    evening.waits(3)
    (question,) = evening.questions
    assert question.seat == W
    assert evening.story() == PLAIN


def test_who_says_that_it_was_none_is_not_asked_again() -> None:
    evening = Evening()
    evening.sees(SECOND)
    evening.sees(laid(THIRD, W))
    evening.sees(laid(ROUND, W))
    evening.answers(1)
    for script in (ROUND, NEXT):
        evening.sees(script)
        evening.sees(laid(script, W))
        evening.waits(3)
    assert evening.story() == [*PLAIN, "N Discarded 4z", "E Discarded 5z"]
    assert not evening.questions


def test_one_that_is_seen_once_only_is_not_asked_about() -> None:
    evening = Evening()
    evening.sees(SECOND)
    evening.sees(laid(THIRD, W))
    evening.sees(ROUND)
    evening.sees(NEXT)
    evening.waits(5)
    assert not evening.questions
    assert evening.story() == [*PLAIN, "N Discarded 4z", "E Discarded 5z"]


def test_none_before_who_has_said_riichi_says_nothing() -> None:
    evening = Evening()
    evening.sees(SECOND)
    evening.presses(W, Action.RIICHI)
    evening.sees(laid(THIRD, across=True))
    for script in (ROUND, NEXT):
        evening.sees(laid(script, across=True))
        evening.waits(5)
    assert evening.story()[:4] == RIICHI
    assert not evening.questions


def test_what_lay_there_at_the_first_look_is_left_from_another_hand() -> None:
    evening = Evening(table(kyoutaku=1))
    evening.sees(laid(FIRST, W))
    evening.sees(laid(SECOND, W))
    for script in (THIRD, ROUND, NEXT):
        evening.sees(laid(script, W))
        evening.waits(3)
    assert not evening.questions
    assert "W RiichiDeclared" not in evening.story()


def test_a_stick_that_stays_on_the_table_and_is_moved_is_none_of_this_hand() -> None:
    evening = Evening(table(kyoutaku=1))
    evening.sees(SECOND)
    for script in (THIRD, ROUND, NEXT):
        evening.sees(laid(script, W))
        evening.waits(3)
    assert not evening.questions
    evening.sees(laid(NEXT, W, N))
    evening.waits(3)
    (question,) = evening.questions
    assert question.seat == N


def test_the_one_that_the_winner_took_in_between_was_another() -> None:
    evening = Evening()
    evening.sees(laid("", W))
    evening.sees(FIRST)
    evening.sees(SECOND)
    evening.sees(laid(THIRD, W, across=True))
    assert evening.story() == RIICHI


def test_where_the_rules_take_no_riichi_nobody_is_asked() -> None:
    evening = Evening(table(points=(25_000, 25_000, 900, 49_100)))
    evening.sees(SECOND)
    for script in (THIRD, ROUND, NEXT):
        evening.sees(laid(script, W, across=True))
        evening.waits(3)
    assert "W RiichiDeclared" not in evening.story()
    assert not evening.questions


def test_a_house_in_which_pictures_write_no_riichi_is_asked() -> None:
    evening = Evening(trust=Trust(writes_riichi=False))
    evening.sees(SECOND)
    evening.sees(laid(THIRD, W, across=True))
    evening.sees(laid(ROUND, W, across=True))
    assert evening.story() == [*PLAIN, "N Discarded 4z"]
    (question,) = evening.questions
    assert question.seat == W
    evening.answers(0)
    assert evening.story() == [*RIICHI, "N Discarded 4z"]


def test_what_lies_there_when_the_hand_ends_is_asked_about_then() -> None:
    evening = Evening()
    evening.sees(SECOND)
    evening.sees(laid(THIRD, W))
    evening.told = (*evening.told, f.Won(N, f.WinBy.RON, W, evening.told[-1].tile))
    evening.waits(1)
    (question,) = evening.questions
    assert question.seat == W
