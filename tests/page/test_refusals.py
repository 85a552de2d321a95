"""A refusal is of what was told last: what is told or chosen next begins without it."""

from __future__ import annotations

from tests.page.test_asked_again import at_points, telling
from tests.page.test_hub_says import club, table
from tests.page.test_sheets_that_lie_open import E, S, correcting, of

CANNOT = {"error": "cannot_follow"}
DONE = {"status": "done"}


def test_a_correction_that_was_refused_is_refused_no_longer_once_another_is_chosen(drawn):
    taps = [["Han", "2"], 200, "Confirm the correction", 200, ["Han", "3"], 200]
    answers = {"told": CANNOT}
    said = drawn("evening/correct:Correct", correcting(2, of(S, E)), taps=taps, answers=answers)["said"]
    assert "a later hand would become impossible" in said[4]
    assert "a later hand would become impossible" not in said[-1]


def test_a_correction_that_was_refused_is_refused_no_longer_once_the_record_has_changed(drawn):
    props = correcting(2, of(S, E))
    taps = [["Han", "2"], 200, "Confirm the correction", 200, {"snapshot": {"seq": 9}}]
    changes = {"kyoku": "E1-0", "was": None, "points_before": [25_000] * 4, "points_after": [24_000] * 4}
    answers = {"told": CANNOT, "preview": {"changes": [changes]}}
    said = drawn("evening/correct:Correct", props, taps=taps, answers=answers)["said"]
    assert "a later hand would become impossible" in said[4]
    assert "a later hand would become impossible" not in said[5]
    assert "24,000" in said[5], "what would change now is shown again"


def test_a_correction_that_came_too_late_says_so_when_the_record_shows_why(drawn):
    """The table refused it for what this page had not drawn yet."""
    stale = {"error": "stale", "seq": 9}
    taps = [
        ["Han", "2"],
        200,
        "Confirm the correction",
        200,
        {"snapshot": {"seq": 9}},
        {"snapshot": {"seq": 10}},
    ]
    said = drawn("evening/correct:Correct", correcting(2, of(S, E)), taps=taps, answers={"told": stale})[
        "said"
    ]
    assert [("has moved on" in one or "changed" in one) for one in said[4:]] == [True, True, False], said


def test_a_clock_that_was_not_set_is_not_spoken_of_once_a_flag_is_waived(drawn):
    rules = {"own": {"bank_s": 0}, "tournament": None}
    told = {"seats": [{"flag": 3}, {"flag": None}, {"flag": None}, {"flag": None}]}
    answers = {"/api/clocks": [rules, CANNOT], "/api/clocks/waive": DONE}
    taps = ["No clock", 200, "Anna: ignore time up", 200]
    props = telling(at_points(), clocks={"told": told})
    said = drawn("tea/clock:ClockForm", props, taps=taps, answers=answers, views=("tea",))["said"]
    assert "That was not possible." in said[2]
    assert "That was not possible." not in said[-1]


def test_a_picture_that_is_asked_for_again_has_not_failed_yet(drawn):
    props = {"desk": {"key": "k", "kind": "usb", "work": {}}, "isPhoto": True, "hasCamera": True}
    answers = {"/api/eye/live": [{"error": "no_camera"}, {**DONE, "after_ms": 5_000}]}
    taps = ["The camera’s picture again", 200, "The camera’s picture again"]
    said = drawn("eye/photo:Photo", props, taps=taps, answers=answers, views=("eye",))["said"]
    assert said[2] != said[0]
    assert said[-1] == said[0]


def test_a_table_that_was_not_renamed_may_get_a_spare(drawn):
    answers = {"/api/tables/rename": CANNOT, "/api/tables/spare": {"command": "companion club spare"}}
    props = {"club": club(table()), "me": {"role": "host"}}
    taps = ["Change", "Rename", 200, "A spare machine", 200]
    said = drawn("hub/tables:Tables", props, taps=taps, answers=answers)["said"]
    assert "That did not work" in said[3]
    assert "That did not work" not in said[-1]
