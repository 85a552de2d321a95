"""What people can agree on at the table, and what it has to come to: without a page."""

from __future__ import annotations

import json

import pytest

from companion.evidence import Depth
from companion.projections.snapshot import project, snapshot_json
from tests.table_loop.people import E, People, S, W, sat_down


@pytest.fixture
def of(node):
    def of(file, name, *given):
        code = f'async (given) => (await import("/static/js/tea/{file}.js")).{name}(...given)'
        return node.evaluate(code, given)

    return of


@pytest.mark.parametrize(("told", "due"), [(100_000, 100_000), (99_800, 99_800), (99_000, 100_000)])
def test_points_have_to_come_to_what_there_was_at_the_start_or_to_what_lies_there_now(of, told, due):
    assert of("points", "dueOf", told, 100_000, 99_800) == due


def shown(people: People) -> dict:
    state = people.keeper.state
    return json.loads(snapshot_json(project(state, last_kyoku=state.last_kyoku)))


def test_seats_are_changed_where_another_hand_can_come_and_rules_as_long_as_they_may_bring_one(of):
    people = People()
    people.start()
    assert of("main", "mayGoOn", shown(people)) is True
    people.deal(Depth.POINTS)
    assert of("main", "mayGoOn", shown(people)) is True
    people.wins(S, W)
    assert of("main", "mayGoOn", shown(people)) is True
    people.undo()
    people.wins(S, W, han=13)  # more than W has
    assert of("main", "mayGoOn", shown(people)) is False
    assert of("main", "mayChangeRules", shown(people)) is True, "without a bust the game goes on"


def test_who_taps_again_before_the_answer_has_come_moves_nobody_twice(drawn):
    people = People()
    people.start()
    people.deal(Depth.POINTS)
    people.wins(S, W)
    taps = [
        "Everyone moves one seat",
        "Points move with the players",
        "Use this",
        "Use this",
        100,
        "Use this",
    ]
    props = {"snapshot": shown(people), "args": {"view": "seats"}}
    refused = {"told": {"status": "refused", "reason": "not_possible"}, "told_after_ms": 100}
    asked = drawn("tea/main:TeaSheet", props, taps=taps, answers=refused)["asked"]
    moved = ["mean", {"is": "SeatsChanged", "order": [3, 0, 1, 2], "carried": "points"}]
    assert asked == [moved, moved], "and where it was refused, it can be told again"


def test_after_the_last_hand_the_winner_has_the_sticks(drawn):
    people = sat_down(Depth.POINTS)
    people.tap(E, "riichi")
    people.wins(S, W, han=13)  # more than W has: no hand follows
    props = {"snapshot": shown(people), "args": {"view": "points"}}
    told = drawn("tea/main:TeaSheet", props, views=("tea",))["said"][0]
    assert "100,000" in told
    assert "101,000" not in told


def test_between_players_with_as_many_points_lies_plus_minus_nothing(drawn):
    people = sat_down(Depth.POINTS)
    props = {"snapshot": shown(people), "seat": S}
    assert drawn("tea/differences:Differences", props, views=("tea",))["said"][0].count("±0") == 3
