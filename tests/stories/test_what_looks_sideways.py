"""A discard that looks sideways although nobody has said riichi: told, taken back, or asked about."""

from dataclasses import replace

from companion.evidence.sights import TableSeen
from companion.riichi import facts as f
from companion.riichi.calls import Action
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe import QuestionCode, Trust
from tests.stories.watched_evening import Evening, seen_of

E, S, W, N = SEATS
FIRST = "E draws, E discards 1z"
SECOND = f"{FIRST}, S draws, S discards 2z"
THIRD = f"{SECOND}, W draws, W discards 3z"
ROUND = f"{THIRD}, N draws, N discards 4z"
RIICHI = ["E RiichiDeclared", "E Discarded 1z"]


def across(script: str, confidence: float = 0.98) -> TableSeen:
    """The first discard of East looks sideways, and is read so confidently."""
    seen = seen_of(script)
    first = replace(seen.seats[E].river[0], confidence=confidence, sideways=True)
    east = replace(seen.seats[E], river=(first, *seen.seats[E].river[1:]))
    return replace(seen, seats=(east, *seen.seats[1:]))


def with_keys() -> Evening:
    """People who press keys: one was pressed before, and nothing came of it."""
    evening = Evening()
    evening.presses(N, Action.PON)
    evening.waits(20)
    return evening


def test_a_tile_that_looks_sideways_once_declares_no_riichi_where_people_press_keys() -> None:
    evening = with_keys()
    evening.sees(across(FIRST))
    assert evening.story() == ["E Discarded 1z"]
    evening.sees(SECOND)
    evening.sees(ROUND)
    assert evening.story() == ["E Discarded 1z", "S Discarded 2z", "W Discarded 3z", "N Discarded 4z"]
    assert not evening.questions


def test_one_that_is_not_looked_at_again_is_asked_about_and_the_hand_goes_on_meanwhile() -> None:
    evening = with_keys()
    for script in (FIRST, SECOND, THIRD):
        evening.sees(across(script))
    assert evening.story() == ["E Discarded 1z", "S Discarded 2z", "W Discarded 3z"]
    (question,) = evening.questions
    assert (question.code, question.seat) == (QuestionCode.WHICH_STORY, E)
    evening.answers(0)
    assert evening.story() == [*RIICHI, "S Discarded 2z", "W Discarded 3z"]
    assert f.RiichiAccepted(E) in evening.told
    for number in range(6):
        straight = replace(seen_of(ROUND).seats[E].river[0], confidence=0.9 + number / 100)
        seats = (replace(seen_of(ROUND).seats[E], river=(straight,)), *seen_of(ROUND).seats[1:])
        evening.sees(replace(seen_of(ROUND), seats=seats))
    assert evening.story() == [*RIICHI, "S Discarded 2z", "W Discarded 3z", "N Discarded 4z"]


def test_who_says_that_it_was_none_is_not_asked_again() -> None:
    evening = with_keys()
    for script in (FIRST, SECOND, THIRD):
        evening.sees(across(script))
    evening.answers(1)
    for number in range(5):
        evening.sees(across(ROUND, 0.9 + number / 100))
    assert evening.story() == ["E Discarded 1z", "S Discarded 2z", "W Discarded 3z", "N Discarded 4z"]
    assert not evening.questions


def test_a_question_goes_away_when_the_tile_is_seen_straight() -> None:
    evening = with_keys()
    for script in (FIRST, SECOND, THIRD):
        evening.sees(across(script))
    assert evening.questions
    evening.sees(ROUND)
    assert not evening.questions
    assert "E RiichiDeclared" not in evening.story()


def test_three_looks_without_a_key_are_enough() -> None:
    evening = with_keys()
    for number, script in enumerate((FIRST, SECOND, THIRD)):
        evening.sees(across(script, 0.95 + number / 100))
    assert evening.story() == [*RIICHI, "S Discarded 2z", "W Discarded 3z"]
    assert not evening.questions


def test_its_key_tells_it_at_once_before_the_tile_or_after_it() -> None:
    for is_late in (False, True):
        evening = with_keys()
        if not is_late:
            evening.presses(E, Action.RIICHI)
        evening.sees(across(FIRST))
        if is_late:
            assert evening.story() == ["E Discarded 1z"]
            evening.presses(E, Action.RIICHI)
        assert evening.story() == RIICHI
        evening.sees(SECOND)
        assert evening.story() == [*RIICHI, "S Discarded 2z"]


def test_a_key_says_nothing_of_a_tile_that_looked_sideways_a_turn_before() -> None:
    evening = with_keys()
    evening.sees(across(FIRST))
    evening.sees(across(ROUND))
    evening.presses(E, Action.RIICHI)
    later = across(f"{ROUND}, E draws, E discards 9p")
    evening.sees(later)
    assert evening.story()[-2:] == ["E RiichiDeclared", "E Discarded 9p"]
    assert evening.story()[0] == "E Discarded 1z"


def test_where_nobody_presses_keys_a_second_rest_is_enough() -> None:
    evening = Evening()
    evening.sees(across(FIRST))
    assert evening.story() == ["E Discarded 1z"]
    evening.waits(3)
    assert evening.story() == RIICHI
    evening.sees(across(SECOND))
    assert evening.story() == [*RIICHI, "S Discarded 2z"]
    assert evening.kyoku.kyoutaku == 1
    assert not evening.questions


def test_what_looked_sideways_when_the_hand_ended_is_asked_about_then() -> None:
    evening = with_keys()
    evening.sees(across(FIRST))
    evening.told = (*evening.told, f.Won(S, f.WinBy.RON, E, Tile("1z")))
    evening.waits(1)
    (question,) = evening.questions
    assert question.seat == E
    evening.answers(0)
    assert evening.story()[:2] == RIICHI
    assert evening.kyoku.is_over


def test_who_says_which_tile_it_was_has_not_said_how_it_lies() -> None:
    evening = Evening(trust=Trust(writes_discards=False))
    looks = iter(range(990, 1000))
    while not evening.questions:
        evening.sees(across(FIRST, next(looks) / 1000))
    (question,) = evening.questions
    assert f.RiichiDeclared(E) not in question.choices[0].facts
    evening.answers(0)
    assert evening.story() == ["E Discarded 1z"]
    for _ in range(2):
        evening.sees(across(FIRST, next(looks) / 1000))
    assert evening.story() == RIICHI


def test_who_has_told_the_discard_by_hand_has_said_how_it_lies() -> None:
    evening = Evening()
    evening.told = (f.Drawn(E), f.Discarded(E, Tile("1z")))
    for number in range(6):
        evening.sees(across(FIRST, 0.9 + number / 100))
        evening.waits(3)
    assert evening.story() == ["E Discarded 1z"]
