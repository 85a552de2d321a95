"""What a club's forms tell the hub: twice tapped, or beside another host who has changed something."""

from __future__ import annotations

import pytest

from tests.page.test_hub_says import RELAY, club, doubt, evening, table

LATE = {"after_ms": 400, "event": "e", "revision": 2}
PLAN = [[[1, 2, 3, 4]], [[1, 2, 3, 4]]]
BEGUN = {"ties": "none", "uma": [20, 10, -10, -20], "rules_offered": [], "cut": None}
KINDS = [{"kind": "yellow_card", "costs": None}]


@pytest.mark.parametrize(
    ("part", "tap", "told", "path"),
    [
        ("players:Swap", "Swap", {"plan": PLAN}, "/api/evening/swap"),
        (
            "round:Doubts",
            "swap them",
            {"doubts": [doubt("wrong_people", one=5, other=2)]},
            "/api/evening/swap",
        ),
        (
            "penalties:Penalties",
            "Give",
            {"penalty_kinds": KINDS, "penalties": []},
            "/api/referee/penalty",
        ),
    ],
)
def test_who_taps_again_before_the_answer_has_come_does_it_once(drawn, part, tap, told, path):
    props = {"evening": evening(**told), "club": club()}
    asked = drawn(f"hub/{part}", props, taps=[tap, tap, 800], answers={path: LATE})["asked"]
    assert [asked_at for asked_at, _ in asked] == [path]


def test_a_form_keeps_what_another_host_has_changed_meanwhile(drawn):
    first = evening(then="one_more", minutes=60)
    props = {"evening": first, "act": "settings"}
    taps = [{"evening": {**first, "minutes": 90}}, "Save"]
    asked = drawn("hub/players:Terms", props, taps=taps)["asked"]
    assert asked == [["/api/evening/settings", {"rounds": 4, "minutes": 90, "after": "one_more"}]]


def test_the_clock_of_the_players_is_as_another_host_has_set_it_meanwhile(drawn):
    seconds = {"bank_s": 0, "free_s": 6, "again_s": 60}
    first = evening(player_clock=seconds)
    taps = [{"evening": {**first, "player_clock": {**seconds, "bank_s": 360}}}, "Save"]
    asked = drawn("hub/players:PlayerClock", {"evening": first}, taps=taps)["asked"]
    assert asked == [["/api/evening/clocks", {**seconds, "bank_s": 360}]]


def test_a_streamer_keeps_the_table_that_another_has_chosen_meanwhile(drawn):
    shown = [{**RELAY, "table": name} for name in ("a1", "b2")]
    props = {"club": club(table(), table(id="b2", name="South")), "me": {"role": "host", "private": False}}
    answers = {"/api/broadcast": shown}
    asked = drawn("hub/broadcast:Broadcast", props, taps=[2_100, "Show it"], answers=answers)["asked"]
    assert asked == [["/api/broadcast", {"table": "b2", "delay_s": 0}]]


PAGE_OF_TABLE = """async ([protocol, typed]) => {
  const { pageOfTable } = await import("/static/js/hub/carry.js");
  const usual = globalThis.location;
  globalThis.location = { protocol };
  try {
    return pageOfTable(typed);
  } finally {
    globalThis.location = usual;
  }
}"""


@pytest.mark.parametrize(
    ("protocol", "typed", "page"),
    [
        ("https:", "http://192.168.1.7", "http://192.168.1.7:8136/"),
        ("http:", "HTTPS://192.168.1.7:8140/", "https://192.168.1.7:8140/"),
        ("https:", " east.local ", "https://east.local:8136/"),
        ("http:", "[fd00::7]:8136", "http://[fd00::7]:8136/"),
        ("http:", "no address", ""),
    ],
)
def test_a_table_is_opened_by_the_scheme_that_was_typed(node, protocol, typed, page):
    assert node.evaluate(PAGE_OF_TABLE, [protocol, typed]) == page


@pytest.mark.parametrize("part", ["players:Players", "round:Round"])
def test_a_host_is_told_that_another_one_has_begun_a_tournament_meanwhile(drawn, part):
    """The news of it takes the form away, perhaps before the answer has come."""
    refused = {"error": "evening_refused", "message": "another tournament has begun meanwhile: Spring."}
    props = {"club": club(), "me": {"role": "host"}}
    news = {"club": club(evening=evening(**BEGUN))}
    for taps, after_ms in ((["Begin a tournament", news], 0), (["Begin a tournament", news, 300], 200)):
        answers = {"/api/evening/new": {**refused, "after_ms": after_ms}}
        sheet = drawn(f"hub/{part}", props, taps=taps, answers=answers)
        assert "another tournament has begun meanwhile: Spring." in sheet["said"][-1]


@pytest.mark.parametrize("part", ["players:Players", "round:Round"])
def test_a_line_that_broke_is_not_said_of_a_tournament_that_has_begun(drawn, part):
    """The hub has begun it, and only its answer was lost."""
    props = {"club": club(), "me": {"role": "host"}}
    taps = ["Begin a tournament", {"club": club(evening=evening(**BEGUN))}]
    sheet = drawn(f"hub/{part}", props, taps=taps, answers={"/api/evening/new": "no line"})
    assert ["Not connected" in one for one in sheet["said"]] == [False, True, False]


def test_points_are_typed_for_the_round_in_which_the_form_was_opened(drawn):
    """Meanwhile another host begins the next round, whose tables have the same numbers."""
    first = evening(begun=1, plan=PLAN, clock=None)
    props = {"club": club(evening=first), "me": {"role": "host"}}
    news = {"club": club(evening={**first, "begun": 2})}
    sheet = drawn("hub/round:Round", props, taps=["Type the points", news, "Save"])
    (asked,) = sheet["asked"]
    assert (asked[0], asked[1]["round"], asked[1]["table"]) == ("/api/evening/result", 1, 1)
    after = drawn("hub/round:Round", props, taps=["Type the points", news, "Type the points"], answers={})[
        "said"
    ]
    assert "Round 1 of 4" in after[2]
    assert "Round 2 of 4" in after[3]


def test_points_that_somebody_has_typed_are_replaced_by_whoever_was_told_of_them(drawn):
    first = evening(begun=1, plan=PLAN, clock=None)
    props = {"club": club(evening=first), "me": {"role": "host"}}
    over = {"status": "over", "message": "other points stand there: 1, 2", "instead": [1, 2, 3, 4]}
    taps = ["Type the points", "Save", "Save"]
    answers = {"/api/evening/result": [over, done(2)]}
    sheet = drawn("hub/round:Round", props, taps=taps, answers=answers)
    assert "other points stand there" in sheet["said"][2]
    assert [told.get("instead") for _, told in sheet["asked"]] == [None, [1, 2, 3, 4]]
    assert "Save" not in sheet["buttons"]


def test_points_are_not_typed_for_another_tournament(drawn):
    first = evening(begun=1, plan=PLAN, clock=None)
    props = {"club": club(evening=first), "me": {"role": "host"}}
    news = {"club": club(evening={**first, "event": "other", "title": "Autumn"})}
    buttons = drawn("hub/round:Round", props, taps=["Type the points", news])["buttons"]
    assert "Save" not in buttons


def done(revision):
    return {"event": "e", "revision": revision, "status": "done"}


def test_what_was_said_stays_in_a_form_until_the_news_of_it_comes(drawn):
    first = evening(then="one_more")
    taps = [
        ["Rounds", "5"],
        "Save",
        ["Minutes", "30"],
        "Save",
        {"evening": {**first, "rounds": 5, "minutes": 30, "revision": 3}},
        # From here on it is the hub's again, as another host sets it.
        {"evening": {**first, "rounds": 6, "minutes": 30, "revision": 4}},
        "Save",
    ]
    answers = {"/api/evening/settings": [done(2), done(3), done(5)]}
    asked = drawn("hub/players:Terms", {"evening": first, "act": "settings"}, taps=taps, answers=answers)[
        "asked"
    ]
    assert [(told["rounds"], told["minutes"]) for _, told in asked] == [(5, 60), (5, 30), (6, 30)]


def test_a_machine_that_was_chosen_stays_chosen_until_the_news_of_it_comes(drawn):
    first = evening(plan=PLAN)
    props = {"evening": first, "club": club(table(), table(id="b2"), evening=first)}
    news = {"evening": {**first, "companions": {"1": "b2"}, "revision": 2}}
    last = {"evening": {**first, "companions": {"1": "a1"}, "revision": 3}}
    answers = {"/api/evening/table": [done(2), {"error": "refused", "message": "no"}]}
    b2 = ["Table 1", "b2"]

    def shown(*taps):
        return drawn("hub/later:Followed", props, taps=taps, answers=answers)["fields"]

    at = [{"club": club(table(), table(id="b2"), **one)} for one in (news, last)]
    assert [shown(b2), shown(b2, at[0]), shown(b2, *at)] == [["b2"], ["b2"], ["a1"]]
    # What was refused is not shown as if it were so.
    assert shown(b2, at[0], ["Table 1", "a1"]) == ["b2"]


def test_a_name_that_nobody_touched_here_is_the_one_that_another_host_has_given(drawn):
    one = {"number": 1, "name": "Anna", "team": "", "table": 0, "is_away": False, "is_substitute": False}
    first = evening(players=[one])
    other = evening(players=[{**one, "name": "Annika"}])
    answers = {"/api/evening/team": done(2)}
    taps = ["Change", {"evening": other}, ["Team", "Cranes"], "Save"]
    asked = drawn("hub/people:People", {"evening": first}, taps=taps, answers=answers)["asked"]
    assert asked == [["/api/evening/team", {"player": 1, "team": "Cranes"}]]


def test_a_table_keeps_the_name_that_another_host_has_given_it(drawn):
    host = {"me": {"role": "host"}}
    taps = ["Change", {"club": club(table(name="West"))}, "Rename"]
    answers = {"/api/tables/rename": {"status": "done"}}
    asked = drawn("hub/tables:Tables", {"club": club(table()), **host}, taps=taps, answers=answers)["asked"]
    assert asked == [["/api/tables/rename", {"table": "a1", "name": "West"}]]


def test_two_are_swapped_in_the_round_that_is_played_now(drawn):
    first = evening(plan=PLAN, begun=1)
    taps = [{"evening": {**first, "begun": 2}}, "Swap"]
    answers = {"/api/evening/swap": done(2)}
    asked = drawn("hub/players:Swap", {"evening": first}, taps=taps, answers=answers)["asked"]
    assert [told["round"] for _, told in asked] == [2]
