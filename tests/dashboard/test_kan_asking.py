"""`POST /api/kan-in-riichi` answers as the command line does, and nothing of the hand goes anywhere else."""

from __future__ import annotations

import json
import logging
from dataclasses import replace

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.dashboard.app import create_app
from companion.riichi.hanchan import begin
from companion.riichi.presets import M_LEAGUE, TENHOU, TENHOU_3P
from companion.riichi.ruleset import KanInRiichi
from companion.riichi.tiles import parse_tiles
from tests.security.houses import House

ONE, TWO = "3m444m77s88s99s333z", "111m222p333p5678s"
THREE, FOUR = "3335666p111s456s", "222333444p23m11z"
EXAMPLES = [
    *((ONE, "4m"), (ONE, "3z"), (TWO, "1m"), (TWO, "2p"), (TWO, "3p"), (THREE, "6p"), (THREE, "3p")),
    *((THREE, "1s"), (FOUR, "2p"), (FOUR, "3p"), (FOUR, "4p"), (ONE, "3m"), ("11122z", "1z")),
]
KEYS = ("allowed", "reason", "waits", "waits_after")


def texts(hand):
    return [tile.text for tile in parse_tiles(hand)]


@pytest.fixture
def ask(client, commands):
    def post(hand, draw, rules=TENHOU):
        commands.table = replace(commands.table, hanchan=begin(rules))
        body = {"hand": texts(hand), "draw": draw}
        return client.post("/api/kan-in-riichi", json=body, headers={"X-Table": "1"})

    return post


@pytest.mark.parametrize("rules", ["tenhou", "m-league"])
@pytest.mark.parametrize(("hand", "draw"), EXAMPLES)
def test_the_page_is_told_what_the_command_line_says(ask, hand, draw, rules):
    arguments = ["kan-in-riichi", "--hand", hand, "--draw", draw, "--rules", rules, "--json"]
    said = json.loads(CliRunner().invoke(main, arguments).output)
    answer = ask(hand, draw, {"tenhou": TENHOU, "m-league": M_LEAGUE}[rules])
    if "error" in said:
        assert (answer.status_code, answer.json["error"], answer.json["reason"]) == (
            409,
            "refused",
            said["error"],
        )
        return
    assert answer.status_code == 200
    assert {key: answer.json[key] for key in KEYS} == {key: said[key] for key in KEYS}
    assert [" ".join(reading) for reading in answer.json["readings"]] == said["readings"]


def test_the_rules_of_the_game_judge(ask):
    assert not ask(THREE, "3p").json["allowed"]
    assert ask(THREE, "3p", replace(TENHOU, kan_in_riichi=KanInRiichi.WAITS)).json["allowed"]
    forbidden = ask(ONE, "3z", replace(TENHOU, kan_in_riichi=KanInRiichi.FORBIDDEN)).json
    assert forbidden["reason"] == "kan_in_riichi_forbidden"
    assert ask(ONE, "4m", TENHOU_3P).json["reason"] == "not_in_the_set"


@pytest.mark.parametrize(
    "body",
    [
        *([], "hand", {}, {"hand": ["1m"]}, {"draw": "1m"}, {"hand": ["1m"], "draw": "1m", "rules": "ema"}),
        *({"hand": ["?"], "draw": "1m"}, {"hand": ["1m"], "draw": "?"}, {"hand": "1m", "draw": "1m"}),
        *({"hand": ["1m"] * 15, "draw": "1m"}, {"hand": [1], "draw": "1m"}, {"hand": ["1m"], "draw": None}),
    ],
)
def test_a_question_that_cannot_be_read_is_refused_in_one_sentence(client, body):
    answer = client.post("/api/kan-in-riichi", json=body, headers={"X-Table": "1"})
    assert (answer.status_code, answer.json["error"]) == (400, "bad_command")
    assert answer.json["message"].endswith(".")


def test_nothing_of_it_reaches_the_table_or_a_log(caplog):
    caplog.set_level(logging.DEBUG)
    house = House()
    before = house.board.current
    answer = house.paired("scorer").post(
        "/api/kan-in-riichi", json={"hand": texts(FOUR), "draw": "3p"}, headers={"X-Table": "1"}
    )
    assert answer.json["allowed"] is False
    assert answer.headers["Cache-Control"] == "no-store"
    assert house.table.reached == []
    assert house.board.current is before
    assert not any("2p" in line or "kan-in-riichi" in line for line in caplog.messages)


@pytest.mark.parametrize(
    ("visitor", "status"), [("stranger", 401), ("spectator", 403), ("scorer", 200), ("host", 200)]
)
def test_who_may_ask(visitor, status):
    house = House()
    client = house.stranger() if visitor == "stranger" else house.paired(visitor)
    body = {"hand": texts(TWO), "draw": "1m"}
    assert client.post("/api/kan-in-riichi", json=body, headers={"X-Table": "1"}).status_code == status


def test_in_a_tournament_the_question_is_not_answered(board, commands):
    app = create_app(board, commands, seen_round=lambda: "a round")
    body = {"hand": texts(ONE), "draw": "4m"}
    answer = app.test_client().post("/api/kan-in-riichi", json=body, headers={"X-Table": "1"})
    assert (answer.status_code, answer.json["error"]) == (409, "in_a_tournament")
