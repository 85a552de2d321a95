"""What a broken or busy line did not answer is asked again by itself; until then nothing is said of it."""

from __future__ import annotations

import pytest

from companion.evidence import Depth
from tests.page.test_hub_says import club
from tests.page.test_sheets_that_lie_open import OPEN, won
from tests.table_loop.people import N, People, S, W
from tests.toolbox.shown_table import shown_of as shown

AGAIN = 1_300
NO_LINE = ["no line"]
SET = {"bank_s": 120, "free_s": 4, "again_s": 30}
RULES = {
    "presets": [],
    "fields": [{"field": "kuitan", "kind": "one", "group": "house", "choices": [True, False]}],
    "now": {"name": "tenhou", "players": 4, "values": {"kuitan": True}},
}
SEASON = {
    "seasons": ["autumn"],
    "evenings": [["30 May", "May"], ["6 June", "June"]],
    "rows": [],
}


def at_points() -> People:
    people = People()
    people.start()
    people.deal(Depth.POINTS)
    return people


def telling(people, **more):
    """What a form of agreeing besides the play is given."""
    return {"snapshot": shown(people), "args": {}, "place": {"view": "substitute", "seat": S}, **OPEN, **more}


@pytest.mark.parametrize("error", ["not_connected", "too_fast"])
def test_what_a_draw_would_bring_is_asked_again(drawn, error):
    people = at_points()
    result = {**shown(won(han=1))["result"], "deltas": [-700, 2_100, -700, -700]}
    props = {"snapshot": shown(people), **OPEN, "args": {}}
    taps = ["Chombo", 1_300]
    # The first answer is that to what was asked while the sheet opened.
    answers = {"preview": [*[{"error": error}] * 2, {"result": result}]}
    said = drawn("play/ends:DrawSheet", props, taps=taps, answers=answers, views=())["said"][-1]
    assert "2,100" in said


def test_what_a_draw_would_bring_is_asked_again_when_the_table_has_moved_on(drawn):
    people = at_points()
    props = {"snapshot": shown(people), **OPEN, "args": {}}
    people.tap(W, "riichi")
    sheet = drawn(
        "play/ends:DrawSheet",
        props,
        taps=["Chombo", {"snapshot": shown(people)}],
        answers={"preview": {"result": shown(won(han=1))["result"]}},
        views=(),
    )
    asked = [[more["what"] for _, more in all_of_it] for _, *all_of_it in sheet["asked"]]
    chombo = [[what["seat"] for what in all_of_it] for all_of_it in asked if all_of_it[0]["is"] == "Chombo"]
    assert chombo == [[0, 1, 2, 3]] * 2


def test_all_that_ends_would_bring_is_one_question(drawn):
    people = at_points()
    props = {"snapshot": shown(people), **OPEN, "args": {}}
    people.tap(W, "riichi")
    answers = {"preview": {"result": None, "refused": {"error": "refused", "reason": "no_kyoku"}}}
    taps = [{"snapshot": shown(people)}]
    sheet = drawn("play/ends:DrawSheet", props, taps=taps, answers=answers, views=())
    assert [name for name, *_ in sheet["asked"]] == ["previews", "previews"]
    # Nine terminals of four, nagashi mangan of four, and the draws of nobody.
    assert all(len(all_of_it) > 8 for _, *all_of_it in sheet["asked"])
    assert "No hand is being played." in sheet["said"][-1]


@pytest.mark.parametrize("error", ["not_connected", "too_fast"])
def test_points_that_nobody_could_ask_about_are_not_taken_yet(drawn, error):
    people = at_points()
    people.wins(S, N)
    props = telling(people, args={"view": "points"})
    taps = ["Anna: more", "Use this", AGAIN, "Use this"]
    answers = {"preview": [{"changes": []}, {"error": error}, {"changes": []}]}
    sheet = drawn("tea/main:TeaSheet", props, taps=taps, answers=answers, views=("tea",))
    assert [kind for kind, *_ in sheet["asked"]] == ["preview", "preview", "preview", "mean"]


def test_points_that_nobody_touched_are_those_that_the_table_has_now(drawn):
    before, after = won(han=1), won(han=4)
    answers = {"preview": {"changes": []}}
    taps = ["Anna: more", {"snapshot": shown(after)}, "Use this"]
    props = telling(before, args={"view": "points"})
    sheet = drawn("tea/main:TeaSheet", props, taps=taps, answers=answers, views=("tea",))
    (said,) = [what for kind, what, *_ in sheet["asked"] if kind == "mean"]
    anna, *_ = shown(before)["next"]["points"]
    assert said["points"] == [anna + 100, *shown(after)["next"]["points"][1:]]


FORMS = [
    (
        "eye/trust:Trust",
        "/api/trust",
        dict.fromkeys(("writes_melds", "writes_riichi"), True),
        "calls and kans",
    ),
    ("tea/rules:RulesForm", "/api/rules?base=tenhou", RULES, "from the next hand"),
    ("tea/clock:ClockForm", "/api/clocks", {"own": SET}, "Play with this"),
    ("tea/people:PersonForm", "/api/players", {"players": [{"name": "Zoe"}]}, "Zoe"),
    ("pairing/welcome:Arriving", "/api/pairing/addresses", {"qr": None, "urls": []}, "Only this machine"),
    ("hub/season:Season", "/api/season", SEASON, "June"),
]


@pytest.mark.parametrize(("part", "path", "answer", "told"), FORMS)
def test_what_a_broken_line_kept_away_is_read_again(drawn, part, path, answer, told):
    views = ("tea", "eye", "hub")
    answers = {path: ["no line", answer]}
    said = drawn(part, telling(at_points(), club=club()), taps=[AGAIN], answers=answers, views=views)["said"]
    assert [told in one for one in said] == [False, True]


def test_a_desk_that_nobody_could_ask_for_is_not_said_to_be_missing(drawn):
    answers = {"/api/eye": ["no line", 404]}
    said = drawn("eye/main:EyeSheet", telling(at_points()), taps=[AGAIN], answers=answers, views=("eye",))[
        "said"
    ]
    missing = "cannot read pictures"
    assert [missing in one for one in said] == [False, True]


def test_a_hand_that_is_put_right_stays_while_it_cannot_be_read_again(drawn):
    people = won(han=1)
    history = {"game": {"name": "g"}, "names": [*"ABCD"], "kyoku": [], "allows": {}, "failure": None}
    props = {"snapshot": shown(people), "place": {"view": "history"}, "mayChange": True, **OPEN}
    people.undo()
    taps = [{"snapshot": shown(people)}]
    for broken in ("no line", {"error": "too_fast"}):
        answers = {"/api/history": [history, broken]}
        sheet = drawn("evening/history:History", props, taps=taps, answers=answers, views=())
        first, second = sheet["said"]
        assert first == second


def test_a_code_that_is_half_written_stays_while_the_line_is_broken(drawn):
    props = {"me": {"role": "host"}, "args": {}, "connection": "lost"}
    answers = {"/api/membership": [{"club": None}, "no line"]}
    taps = [["Code", "hub:8144/abc"], 2_200]
    sheet = drawn("club/main:ClubSheet", props, taps=taps, answers=answers, views=("club",))
    assert sheet["fields"] == ["hub:8144/abc"]
    assert "Not connected" in sheet["said"][-1]


@pytest.mark.parametrize("part", ["pairing/main:PairingSheet", "hub/device:Device"])
def test_a_device_that_could_not_be_unpaired_is_told(drawn, part):
    people = at_points()
    me = {"role": "scorer", "name": "Tablet", "private": False}
    answers = {"/api/pairing/leave": "no line"}
    sheet = drawn(part, telling(people, me=me), taps=["Unpair"], answers=answers)
    assert "Not connected" in sheet["said"][-1]


def test_a_screen_without_a_keyboard_is_let_in_once_there_is_a_line(drawn):
    answers = {"/api/pairing": ["no line", {"error": "too_fast"}, {"role": "spectator"}]}
    props = {"code": "abc", "choices": {"overlay": ""}}
    taps = [1_100, 1_200, 1_200]
    asked = drawn("broadcast/main:LetIn", props, taps=taps, answers=answers)["asked"]
    assert [path for path, *_ in asked] == ["/api/pairing"] * 3
