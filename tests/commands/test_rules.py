"""`companion rules`: what a person sees of the rule sets."""

import json
from dataclasses import replace

from click.testing import CliRunner

from companion.cli import main
from companion.riichi.presets import EDITIONS, PRESETS
from companion.rules_file import load_rules, read_rules


def run(*arguments: str):
    return CliRunner().invoke(main, ["rules", *arguments])


def test_list_names_every_preset():
    assert [line.split()[0] for line in run("list").output.splitlines()] == list(PRESETS)
    assert [each["name"] for each in json.loads(run("list", "--json").output)] == list(PRESETS)


def test_what_show_prints_is_a_rule_set_again():
    for name, preset in PRESETS.items():
        assert read_rules(run("show", name).output.encode(), "shown.toml") == preset


def test_show_marks_what_no_source_confirms():
    marked = [line for line in run("show", "wrc").output.splitlines() if line.endswith("UNVERIFIED")]
    assert {line.split()[0] for line in marked} == set(PRESETS["wrc"].unverified)


def test_show_in_json_has_every_field():
    found = json.loads(run("show", "m-league", "--json").output)
    assert found["uma"] == [30, 10, -10, -30]
    assert found["riichi_min_points"] == "none"
    assert found["pao"] == ["daisangen", "daisuushii", "suukantsu"]


def test_diff_prints_where_two_differ():
    lines = run("diff", "tenhou", "m-league").output.splitlines()
    assert lines[0].split() == ["tenhou", "m-league"]
    kiriage = next(line for line in lines if line.startswith("kiriage "))
    assert kiriage.split()[1] == "false"
    assert kiriage.endswith("true [M5, M4]")
    assert not any(line.startswith("ippatsu ") for line in lines)
    assert json.loads(run("diff", "tenhou", "m-league", "--json").output)["kiriage"] == [False, True]


def test_diff_marks_the_side_that_is_unverified():
    line = next(row for row in run("diff", "tenhou", "wrc").output.splitlines() if row.startswith("uma "))
    assert line.endswith(")")
    assert line.count("(unverified: ") == 1


def test_a_name_without_a_year_is_the_newest_edition(tmp_path):
    assert set(EDITIONS) == {"ema-2016", "wrc-2022", "wrc-2025", "jpml-a-2023"}
    for dated, undated in (("ema-2016", "ema"), ("wrc-2025", "wrc"), ("jpml-a-2023", "jpml-a")):
        assert replace(load_rules(dated), name=undated) == load_rules(undated)
        assert f", as {dated}" in next(
            line for line in run("list").output.splitlines() if line.startswith(f"{undated} ")
        )
    assert load_rules("wrc-2022").riichi_min_live == 4
    assert ", as wrc-2025, before it wrc-2022\n" in run("list").output
    line = next(row for row in run("diff", "wrc-2022", "wrc").output.splitlines() if row.startswith("pao "))
    assert "[W2, DN]" in line
    own = tmp_path / "own.toml"
    own.write_text('base = "wrc-2022"')
    assert run("diff", "wrc-2022", str(own)).output == "wrc-2022 and own are the same.\n"


def test_a_value_of_ones_own_has_no_source(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('base = "wrc"\nrounds = 1')
    line = next(row for row in run("diff", "wrc-2025", str(own)).output.splitlines() if "rounds" in row)
    assert line.split() == ["rounds", "2", "1"]


def test_equal_rules_do_not_differ(tmp_path):
    assert run("diff", "ema", "ema").output == "ema and ema are the same.\n"
    own = tmp_path / "own.toml"
    own.write_text('base = "ema"')
    assert run("diff", "ema", str(own)).output == "ema and own are the same.\n"


def test_a_name_that_nobody_has_is_one_clear_error():
    outcome = run("show", "tenhuo")
    assert outcome.exit_code == 1
    assert "do you mean tenhou?" in outcome.output
    assert len(outcome.output.splitlines()) == 1
