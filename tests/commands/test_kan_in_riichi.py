"""The kan-in-riichi examples [kan], with the reading that forbids each; and wrong questions."""

import json

import pytest
from click.testing import CliRunner

from companion.cli import main

ONE, TWO = "3m444m77s88s99s333z", "111m222p333p5678s"
THREE, FOUR = "3335666p111s456s", "222333444p23m11z"


def judge(hand: str, draw: str, rules: str = "tenhou") -> dict:
    words = ["kan-in-riichi", "--hand", hand, "--draw", draw, "--rules", rules, "--json"]
    outcome = CliRunner().invoke(main, words, catch_exceptions=False)
    return json.loads(outcome.output)


@pytest.mark.parametrize(
    ("hand", "draw", "reason", "against"),
    [
        (ONE, "4m", "kan_in_riichi_waits", "44m 234m 789s 789s 333z"),
        (THREE, "6p", "kan_in_riichi_waits", "66p 333p 567p 111s 456s"),
        (THREE, "3p", "kan_in_riichi_reading", "33p 345p 666p 111s 456s"),
        (FOUR, "2p", "kan_in_riichi_reading", "123m 234p 234p 234p 11z"),
        (FOUR, "3p", "kan_in_riichi_reading", "123m 234p 234p 234p 11z"),
        (FOUR, "4p", "kan_in_riichi_reading", "234m 234p 234p 234p 11z"),
    ],
)
def test_a_forbidden_kan_names_its_reading(hand: str, draw: str, reason: str, against: str):
    found = judge(hand, draw)
    assert (found["allowed"], found["reason"]) == (False, reason)
    assert against in found["readings"]
    assert found["message"]


@pytest.mark.parametrize(
    ("hand", "draw"), [(ONE, "3z"), (TWO, "1m"), (TWO, "2p"), (TWO, "3p"), (THREE, "1s")]
)
def test_a_lawful_kan_has_nothing_against_it(hand: str, draw: str):
    found = judge(hand, draw)
    assert (found["allowed"], found["reason"], found["readings"]) == (True, None, [])
    assert found["waits"] == found["waits_after"]


def test_houses_judge_more_or_less_strictly(tmp_path):
    lenient, strict = tmp_path / "lenient.toml", tmp_path / "strict.toml"
    lenient.write_text('kan_in_riichi = "waits"')
    strict.write_text('kan_in_riichi = "forbidden"')
    assert judge(THREE, "3p", str(lenient))["allowed"]
    assert judge(THREE, "6p", str(lenient))["reason"] == "kan_in_riichi_waits"
    assert judge(ONE, "3z", str(strict))["reason"] == "kan_in_riichi_forbidden"


def test_a_tile_that_is_no_fourth_copy_makes_no_kan():
    assert judge(ONE, "3m")["reason"] == "kan_in_riichi_not_drawn"


@pytest.mark.parametrize(
    ("hand", "draw", "rules", "code"),
    [
        (ONE + "1z", "4m", "tenhou", "wrong_hand_size"),
        ("1259m577s889s333z", "3z", "tenhou", "riichi_noten"),
        ("4444m77s88s99s333z", "4m", "tenhou", "fifth_copy"),
        ("400m377s88s99s333z", "4m", "tenhou", "too_many_red"),
        (ONE, "4m", "tenhou-3p", "not_in_the_set"),
        (ONE, "4x", "tenhou", "bad_notation"),
        (ONE, "44m", "tenhou", "bad_notation"),
        (ONE, "4m", "nobody", "bad_rules"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(hand: str, draw: str, rules: str, code: str):
    found = judge(hand, draw, rules)
    assert found["error"] == code
    assert found["message"]


def test_a_person_is_told_in_words():
    told = CliRunner().invoke(main, ["kan-in-riichi", "--hand", ONE, "--draw", "4m"])
    assert told.exit_code == 0
    assert told.output.splitlines()[:3] == [
        "This kan would change the waits of the riichi hand.",
        "Waits: 2m 3m 5m",
        "Waits after the kan: 3m",
    ]
    assert CliRunner().invoke(main, ["kan-in-riichi", "--hand", ONE, "--draw", "4"]).exit_code == 2
