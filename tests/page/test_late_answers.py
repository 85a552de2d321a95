"""An answer that comes late leads nobody away from where they have gone meanwhile."""

from __future__ import annotations

from tests.page.test_hub_forms import PLAN, done
from tests.page.test_hub_says import club, evening, table

LATE = {"after_ms": 400}
HOST = {"me": {"role": "host"}}


def test_the_form_of_one_player_closes_no_other(drawn):
    usual = {"team": "", "table": 0, "is_away": False, "is_substitute": False}
    players = [{"number": at, "name": name, **usual} for at, name in enumerate(("Anna", "Ben"), 1)]
    taps = ["Change Anna", ["Team", "Cranes"], "Save", "Change Ben", 700]
    answers = {"/api/evening/team": {**LATE, **done(2)}}
    sheet = drawn("hub/people:People", {"evening": evening(players=players)}, taps=taps, answers=answers)
    assert sheet["fields"][0] == "Ben"


def test_points_that_were_saved_close_no_form_of_another_round(drawn):
    props = {"club": club(evening=evening(begun=2, plan=PLAN)), **HOST}
    answers = {"/api/evening/result": {**LATE, **done(2)}}
    taps = ["1", "Type the points", "Save", "2", "Type the points", 700]
    sheet = drawn("hub/round:Round", props, taps=taps, answers=answers)
    assert "Round 2 of 4" in sheet["said"][-1]
    assert "Save" in sheet["buttons"]


def test_a_referee_who_has_gone_to_another_table_stays_there(drawn):
    call = {"table": "a1", "seat": None, "since": 0, "taken": 1, "revision": 3}
    tables = (table(), table(id="b2", name="South"))
    props = {"club": club(*tables, calls=[call]), **HOST}
    answers = {"/api/referee/done": {**LATE, "status": "done"}}
    taps = ["East", "Settled", "All calls", "South", 700]
    said = drawn("hub/referee:Referee", props, taps=taps, answers=answers)["said"][-1]
    assert "South" in said
    assert "East" not in said


def test_who_has_gone_to_the_games_before_a_correction_is_done_stays_there(drawn):
    dealt = {"seq": 2, "at": "12:00", "retracted_by": None, "fact": {"is": "KyokuStarted"}}
    deal = {"number": 1, "round_wind": "E", "number_in_round": 1, "honba": 0, "result": None}
    points = {"names": ["Anna"], "points_before": [25_000], "points_after": None}
    hand = {**deal, **points, "entries": [dealt]}
    history = {"game": {"name": "g"}, "names": ["Anna"], "allows": {}, "failure": None, "kyoku": [hand]}
    args = {"view": "history", "hand": "last", "act": "correct"}
    props = {"snapshot": {"seq": 3, "game": "g"}, "args": args, "mayChange": True}
    answers = {"/api/history": history, "/api/games": {"games": []}, "told_after_ms": 400}
    taps = [300, "This hand was entered twice", 300, "Confirm the correction", "All games", 900]
    said = drawn("evening/main:Evening", props, taps=taps, answers=answers)["said"]
    assert "There are no games yet." in said[-1]
