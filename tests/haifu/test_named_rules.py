"""The rules of a house travel with its games: what differs from a preset is written, and read again."""

import json
from dataclasses import replace

import pytest

from companion.evenings.importing import imported
from companion.haifu.gathering import gather
from companion.haifu.mjai import read_mjai
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.tenhou6 import read_tenhou6
from companion.haifu.tenhou6_writer import write_tenhou6
from companion.riichi import facts as f
from companion.riichi.presets import M_LEAGUE, PRESETS, TENHOU, TENHOU_3P
from companion.rules_file import changed_rules, read_rules
from tests.haifu.wanderers import game
from tests.toolbox.houses import HOUSES


def start_of(rules):
    return json.loads(write_mjai(gather((), rules, ("A", "B", "C", "D")[: rules.players])).splitlines()[0])


def head_of(rules):
    return json.loads(write_tenhou6(gather((), rules)))["rule"]


@pytest.mark.parametrize("name", HOUSES)
@pytest.mark.parametrize(
    ("write", "read"), [(write_mjai, read_mjai), (write_tenhou6, read_tenhou6)], ids=["mjai", "tenhou6"]
)
def test_every_house_comes_back(name, write, read):
    rules = HOUSES[name]
    played = game(1, TENHOU_3P if rules.players == 3 else TENHOU)
    back = read(write(gather(played, rules)), "own").rules
    # The points of the first deal say what everybody begins with.
    assert replace(back, start_points=0) == replace(rules, start_points=0)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_needs_no_more_than_its_name(name):
    assert "rule_changes" not in start_of(PRESETS[name])
    assert "rule_changes" not in head_of(PRESETS[name])


def test_only_what_differs_is_written():
    rules = changed_rules(M_LEAGUE, {"uma": [15, 5, -5, -15], "riichi_min_points": 1_000})
    changes = {"base": "m-league", "changes": {"uma": [15, 5, -5, -15], "riichi_min_points": 1_000}}
    assert start_of(rules)["rule_changes"] == head_of(rules)["rule_changes"] == changes


@pytest.mark.parametrize(
    "text",
    [
        'base = "jpml-a"\nname = "Friday"\numa = [30, 10, -10, -30]\nchombo_ends_game = false',
        'base = "tenhou"\nname = "Friday"\nmultiple_ron = "all"\ndead_hands = true',
        'base = "house"\nname = "Friday"\nmultiple_ron = "double"\ndead_hands = false',
    ],
    ids=["decided by the house", "like another preset", "like another preset but sure"],
)
def test_what_no_source_confirms_is_known_again(text):
    rules = read_rules(text.encode(), "friday.toml")
    played = gather(game(1, rules, kyoku=1), rules)
    assert read_mjai(write_mjai(played), "own").rules == rules
    assert read_tenhou6(write_tenhou6(played), "own").rules == rules


@pytest.mark.parametrize("write", [write_mjai, write_tenhou6], ids=["mjai", "tenhou6"])
@pytest.mark.parametrize(
    "changes",
    [{"start_points": 35_000}, {"start_points": -100}, {"local_yaku": (("Riichi", 1),)}],
    ids=["more than the target", "below zero", "a name that is taken"],
)
def test_a_game_is_written_whose_rules_no_house_could_choose(write, changes):
    """A record of another program has any points, and a demand may be younger than the game."""
    rules = replace(TENHOU, **changes)
    assert "rule_changes" in write(gather(game(1, TENHOU, kyoku=1), rules))


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (None, "rule_changes does not say"),
        ({"base": ["ema"], "changes": {}}, "rule_changes does not say"),
        ({"base": "nobody", "changes": {}}, "rule_changes does not say"),
        ({"base": "ema", "changes": 3}, "rule_changes does not say"),
        ({"base": "ema", "changes": {"uma": "much"}}, "uma must be"),
        ({"base": "ema", "changes": {"luck": 1}}, "there is no field luck"),
    ],
)
def test_changes_that_make_no_sense_are_one_sentence(told, sentence):
    lines = write_mjai(gather(game(1, TENHOU), TENHOU)).splitlines()
    first = json.dumps(json.loads(lines[0]) | {"rule_changes": told})
    assert sentence in str(read_mjai("\n".join([first, *lines[1:]]), "own").failure)
    head = json.loads(write_tenhou6(gather(game(1, TENHOU), TENHOU)))
    head["rule"]["rule_changes"] = told
    assert sentence in str(read_tenhou6(json.dumps(head), "own").failure)


@pytest.mark.parametrize("name", ["\ud800", "a\nb", "a\N{RIGHT-TO-LEFT OVERRIDE}b", " ", "x" * 61, 7])
@pytest.mark.parametrize("write", [write_mjai, write_tenhou6], ids=["mjai", "tenhou6"])
def test_rules_whose_name_cannot_be_shown_are_called_after_their_preset(name, write):
    text = write(gather((*game(1, TENHOU), f.HanchanEnded()), replace(TENHOU, name="club", bust=False)))
    assert imported(text.encode(), "own").rules.name == "club"
    bad = text.replace('"rules":"club"', f'"rules":{json.dumps(name)}')
    rules = imported(bad.encode(), "own").rules
    assert (rules.name, rules.bust) == ("tenhou (changed)", False)
