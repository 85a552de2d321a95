"""Names that a house gives its own yaku: short, on one line, no two alike, and no name of a usual one."""

import pytest

from companion.riichi.presets import TENHOU
from companion.rules_file import RulesError, changed_rules, read_rules, write_rules
from companion.rules_file.fields import MOST_LOCAL_YAKU

MANY = [[f"Yaku {number}", 1] for number in range(MOST_LOCAL_YAKU)]


@pytest.mark.parametrize(
    "own", [[], [["三連刻", 2]], [["三色　小同刻", 2]], [["x" * 40, 13], ["=SUM(A1)", 1]], MANY]
)
def test_a_house_names_its_yaku_and_reads_them_back(own):
    rules = changed_rules(TENHOU, {"local_yaku": own})
    assert rules.local_yaku == tuple((name, han) for name, han in own)
    assert read_rules(write_rules(rules).encode(), "club.toml").local_yaku == rules.local_yaku


@pytest.mark.parametrize(
    "own",
    [
        [["", 1]],
        [[" Winds", 1]],
        [["x" * 41, 1]],
        [["two\nlines", 1]],
        [["a\x00b", 1]],
        [["right\u202eleft", 1]],
        [["Winds", 1], ["winds", 2]],
        [["riichi", 1]],
        [["Dora", 1]],
        [["Winds", 0]],
        [["Winds", 14]],
        [["Winds", -1]],
        [*MANY, ["One more", 1]],
        [["Winds", True]],
        [["Winds", "2"]],
        [["Winds"]],
        [["Winds", 1, 2]],
        ["Winds"],
        [[2, "Winds"]],
        "Winds",
        {"Winds": 1},
    ],
)
def test_no_other_names_or_numbers_are_taken(own):
    with pytest.raises(RulesError, match="local_yaku must be"):
        changed_rules(TENHOU, {"local_yaku": own})


def test_eighteen_tiles_are_kept_by_three_players_alone():
    with pytest.raises(RulesError, match="dead_wall must be 14, or 18 with three players"):
        changed_rules(TENHOU, {"dead_wall": 18})
    assert read_rules(b'base = "tenhou-3p"\ndead_wall = 18', "club.toml").live_tiles == 51
    with pytest.raises(RulesError, match="dead_wall must be"):
        read_rules(b'base = "tenhou-3p"\ndead_wall = 16', "club.toml")
