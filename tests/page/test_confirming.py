"""A tap on Confirm while the choice is still being counted is done once the count is there, and only then."""

from __future__ import annotations

import pytest

from tests.page.test_asked_again import at_points, telling
from tests.page.test_sheets_that_lie_open import OPEN, E, S, correcting, of, won
from tests.toolbox.shown_table import shown_of as shown

COUNT_MS = 400
CHANGES = {"kyoku": "E1-0", "was": None, "points_before": [25_000] * 4, "points_after": [24_000] * 4}
HAND = [f"{rank} of {suit}" for suit in ("bamboos", "circles") for rank in range(1, 8)]
"""No tile twice: those that are laid already are buttons of the same name."""


def counted(**more):
    result = shown(won(han=1))["result"]
    return {"preview": {"result": result, "changes": [CHANGES], "after_ms": COUNT_MS, **more}}


def told(sheet):
    return [what for kind, what, *_ in sheet["asked"] if kind in ("mean", "tell")]


@pytest.fixture
def win(drawn):
    def win(*taps, **answers):
        props = {"snapshot": shown(at_points()) | {"game": str(taps)}, "args": {"seat": S}, **OPEN}
        return drawn("play/win:WinSheet", props, taps=taps, answers=answers, views=())

    return win


def test_a_win_that_is_confirmed_while_it_is_counted_is_told_once_it_is_counted(win):
    taps = ["Ron from Anna", "1,300", "Confirm"]
    assert told(win(*taps, 200, **counted())) == [], "nobody has counted it yet"
    (said,) = told(win(*taps, "Confirm", 500, 500, **counted()))
    assert said["winners"][0]["value"] == {"han": 1, "fu": 40, "yakuman": 0}


def test_whoever_chooses_otherwise_meanwhile_has_not_confirmed_that(win):
    assert told(win("Ron from Anna", "1,300", "Confirm", "1,600", 1_000, **counted())) == []


def test_what_is_refused_once_it_is_counted_is_not_told(win):
    refused = {"error": "refused", "reason": "points_missing", "after_ms": COUNT_MS}
    taps = ["Ron from Anna", "1,300", "Confirm", 1_000]
    answers = {"preview": [refused, {"result": shown(won(han=1))["result"]}]}
    sheet = win(*taps, **answers)
    assert told(sheet) == []
    assert "do not add up" in sheet["said"][-1]


def test_a_hand_by_tiles_that_is_confirmed_while_it_is_valued_is_told_once_it_is(win):
    value = {"han": 3, "fu": 40, "yakuman": 0, "yaku": [], "unknown_flags": ["ippatsu"], "flags": {}}
    answers = {"/api/value": {**value, "after_ms": COUNT_MS}, **counted()}
    taps = ["Ron from Anna", "By tiles", *HAND, 1_000, "Ippatsu", "Confirm"]
    sheet = win(*taps, 200, **answers)
    assert told(sheet) == []
    assert "Counting" in sheet["said"][-1]
    (said,) = told(win(*taps, 2_000, **answers))
    assert said["winners"][0]["value"]["han"] == 3


def test_a_hand_that_was_left_while_it_was_valued_is_missing_and_not_being_counted(win):
    """Only the hand that is in sight is valued: nothing would ever come of waiting for the other one."""
    answers = {
        "/api/value": {"han": 3, "fu": 40, "yakuman": 0, "yaku": [], "flags": {}, "after_ms": COUNT_MS}
    }
    both = ["Ron from Anna", "By tiles", *HAND, "+ Ron: Chie", "1,300", 2_000]
    sheet = win(*both, "Confirm", 2_000, **answers, **counted())
    assert "Counting" not in sheet["said"][-1]


def test_a_correction_that_is_confirmed_while_it_is_counted_is_told_once_it_is(drawn):
    taps = [["Han", "2"], "Confirm the correction", 1_000]
    sheet = drawn("evening/correct:Correct", correcting(2, of(S, E)), taps=taps, answers=counted())
    assert told(sheet) == ["say"]


def test_points_that_are_confirmed_while_they_are_counted_are_told_once_they_are(drawn):
    people = won(han=1)
    props = telling(people, args={"view": "points"})
    taps = ["Anna: more", "Ben: less", "Use this", 1_000]
    sheet = drawn("tea/main:TeaSheet", props, taps=taps, answers=counted(), views=("tea",))
    assert [what["is"] for what in told(sheet)] == ["PointsSet"]


TOO_FAST = {"error": "too_fast", "after_ms": COUNT_MS}


def too_fast_at_first(**more):
    return {"preview": [TOO_FAST, counted(**more)["preview"]]}


def test_a_tap_that_waits_outlasts_a_count_that_was_asked_for_too_fast(win):
    taps = ["Ron from Anna", "1,300", "Confirm", 500]
    sheet = win(*taps, **too_fast_at_first())
    assert told(sheet) == []
    assert "Too much at once" in sheet["said"][-1]
    (said,) = told(win(*taps, 1_500, **too_fast_at_first()))
    assert said["winners"][0]["value"] == {"han": 1, "fu": 40, "yakuman": 0}


def test_what_is_refused_when_it_is_counted_again_is_not_told(win):
    refused = {"error": "refused", "reason": "points_missing", "after_ms": COUNT_MS}
    answers = {"preview": [TOO_FAST, refused, counted()["preview"]]}
    assert told(win("Ron from Anna", "1,300", "Confirm", 3_000, **answers)) == []


def test_a_tap_that_waits_outlasts_a_hand_that_was_valued_too_fast(win):
    value = {"han": 3, "fu": 40, "yakuman": 0, "yaku": [], "flags": {}, "after_ms": COUNT_MS}
    answers = {"/api/value": [TOO_FAST, value], **counted()}
    taps = ["Ron from Anna", "By tiles", *HAND, "Confirm", 500]
    sheet = win(*taps, **answers)
    assert told(sheet) == []
    assert "Too much at once" in sheet["said"][-1]
    (said,) = told(win(*taps, 3_000, **answers))
    assert said["winners"][0]["value"]["han"] == 3


def test_a_correction_and_points_wait_for_it_too(drawn):
    taps = [["Han", "2"], "Confirm the correction", 2_500]
    sheet = drawn("evening/correct:Correct", correcting(2, of(S, E)), taps=taps, answers=too_fast_at_first())
    assert told(sheet) == ["say"]
    props = telling(won(han=1), args={"view": "points"})
    # The first answer is that to what was asked while the form opened.
    counts = counted()["preview"]
    taps = ["Anna: more", "Ben: less", "Use this", 2_500]
    answers = {"preview": [counts, counts, TOO_FAST, counts]}
    sheet = drawn("tea/main:TeaSheet", props, taps=taps, answers=answers, views=("tea",))
    assert [what["is"] for what in told(sheet)] == ["PointsSet"]
