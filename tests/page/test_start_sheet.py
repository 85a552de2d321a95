"""The sheet of a new game, tapped without a browser: by which rules it begins."""

from __future__ import annotations

import json

import pytest

from companion.dashboard.fields import Body
from companion.evenings.rule_sets import rule_sets
from companion.riichi.presets import TENHOU
from tests.table_loop.people import People
from tests.toolbox.shown_table import shown_of as shown

KEEP = """async (kept) => {
  const all = new Map(Object.entries(kept ?? {}));
  const store = { getItem: (key) => all.get(key) ?? null, setItem: (key, text) => all.set(key, text) };
  Object.defineProperty(globalThis, "localStorage", { value: store, configurable: true, writable: true });
}"""
RULES = "riichi-table-rules"
KEPT = "async () => JSON.parse(localStorage.getItem('riichi-table-rules'))"
PATH = "/api/rules?base=tenhou"


@pytest.fixture
def device(node):
    """A device on which people played last by these rules."""

    def device(name, **changes):
        node.evaluate(KEEP, {RULES: json.dumps({"name": name, "changes": changes})})

    yield device
    node.evaluate(KEEP)


@pytest.fixture
def start(drawn):
    def start(*taps, answers):
        props = {"snapshot": shown(People()), "args": {}}
        sheet = drawn("play/start:StartSheet", props, taps=[*taps, "Start"], answers=answers, views=())
        return next(said for where, _, said in sheet["asked"] if where == "tell")

    return start


def test_a_game_begins_by_the_rules_of_this_device_before_they_are_in_sight(device, start, node):
    device("m-league", rounds=1)
    said = start(answers={PATH: "no line"})
    assert said["rules"] == {"preset": "m-league", "changes": {"rounds": 1}}
    assert node.evaluate(KEPT) == {"name": "m-league", "changes": {"rounds": 1}}
    device("m-league")
    assert start(answers={PATH: "no line"})["rules"] == "m-league"


def test_an_impatient_tap_starts_no_second_game(drawn):
    props = {"snapshot": shown(People()), "args": {}}
    answers = {"told_after_ms": 500}
    sheet = drawn("play/start:StartSheet", props, taps=["Start", 350, "Start"], answers=answers, views=())
    assert [said for said in sheet["asked"] if said[0] == "tell"] == [sheet["asked"][0]]


def test_rules_that_did_not_come_are_asked_for_again(device, drawn):
    device("m-league")
    rules = json.loads(json.dumps(rule_sets(TENHOU, TENHOU, TENHOU)))
    props = {"snapshot": shown(People()), "args": {}}
    sheet = drawn("play/start:StartSheet", props, taps=[1_200], answers={PATH: ["no line", rules]}, views=())
    assert "M-League" not in sheet["said"][0]
    assert "M-League" in sheet["said"][-1]


def test_a_game_that_another_device_has_started_meanwhile_is_not_replaced_without_a_word(drawn):
    """The sheet lies open on two devices before the first deal, and the other one was quicker."""
    before, after = People(), People()
    after.start()
    props = {"snapshot": shown(before), "args": {}}
    taps = [{"snapshot": shown(after)}, "Start", "Start"]
    once = drawn("play/start:StartSheet", props, taps=taps[:2], views=())
    assert not [said for said in once["asked"] if said[0] == "tell"]
    assert "The table has changed" in once["said"][-1]
    twice = drawn("play/start:StartSheet", props, taps=taps, views=())
    assert [said[1] for said in twice["asked"] if said[0] == "tell"] == ["start"]


def test_a_name_that_is_tapped_goes_to_a_seat_in_sight(drawn):
    """Three of four were named, and then only three play."""
    people = {"players": [{"name": name} for name in ("Pia", "Quan", "Rosa", "Sven")]}
    props = {"snapshot": shown(People()), "args": {}}
    taps = ["Pia", "Quan", "Rosa", "3 players", "Sven", "Start"]
    answers = {"/api/players": people}
    sheet = drawn("play/start:StartSheet", props, taps=taps, answers=answers, views=())
    (said,) = [said for where, _, said in sheet["asked"] if where == "tell"]
    assert said["names"] == ["Sven", "Quan", "Rosa"]


UNSEEN = "\N{ZERO WIDTH SPACE}", "\N{LEFT-TO-RIGHT MARK}", "\N{ZERO WIDTH NO-BREAK SPACE}", "\0"


@pytest.mark.parametrize("unseen", UNSEEN)
def test_what_nobody_sees_in_a_pasted_name_does_not_keep_a_game_from_starting(device, start, unseen):
    device("m-league")
    names = start(["East", f"A{unseen}ki "], ["South", unseen], ["West", "Mia\tLu"], answers={})["names"]
    assert names[:3] == ["Aki", "Player 2", "Mia Lu"]
    assert [[*Body({"names": names}).names("names")]] == [names]


def test_a_name_of_nothing_but_joiners_is_no_name(device, start):
    device("m-league")
    family = "\U0001f469\u200d\U0001f467"
    assert start(["East", "\u200d \u200c"], ["South", family], answers={})["names"][:2] == [
        "Player 1",
        family,
    ]


def test_two_names_that_look_alike_start_no_game(device, drawn):
    device("m-league")
    props = {"snapshot": shown(People()), "args": {}}
    taps = [["East", "Aki"], ["South", "A\N{ZERO WIDTH SPACE}ki"], "Start"]
    sheet = drawn("play/start:StartSheet", props, taps=taps, views=())
    assert "Two players have the same name." in sheet["said"][-1]
    assert not [said for said in sheet["asked"] if said[0] == "tell"]


@pytest.mark.parametrize(("changes", "blames"), [({}, False), ({"rounds": 1}, True)])
def test_only_rules_that_somebody_has_changed_keep_a_game_from_starting(device, drawn, changes, blames):
    device("m-league", **changes)
    told = {"error": "bad_command", "message": "A sentence of the server."}
    props = {"snapshot": shown(People()), "args": {}}
    answers = {PATH: "no line", "told": told}
    sheet = drawn("play/start:StartSheet", props, taps=["Start"], answers=answers, views=())
    assert ("These rules do not go together" in sheet["said"][-1]) is blames
