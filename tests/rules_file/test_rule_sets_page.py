"""docs/reference/rule-sets.md and the presets say the same, value by value, with a source for each."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.riichi.presets import EDITIONS, PRESETS, preset_called
from companion.riichi.ruleset import KanInRiichi, PaoHonba, Renhou, SticksLeft, Suukaikan
from companion.rules_file.fields import MEANINGS
from companion.rules_file.sources import source_of
from companion.rules_file.writing import written

UNTABLED = {"name", "unverified"}
# Who needs no source: a house of one's own, and fields that say what the preset is.
OWN_CHOICE = {"house"}
NO_SOURCE_NEEDED = {"players", "rounds"}
UNVERIFIED = ("not found", "CONFLICT", "inferred", "older text", "one source")
# What a preset may say instead of a source, where the field has no effect or follows another preset.
WITHOUT_TAG = re.compile(r"no |as (tenhou|mahjong-soul)$|one winner only$|(three|four) players only$")


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "reference" / "rule-sets.md").read_text(encoding="utf-8")


def section(page: str, field: str) -> str:
    found = re.search(rf"^### {field}$(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL)
    assert found, f"there is no section on {field}"
    return found[1]


def entries(page: str, field: str) -> Iterator[tuple[str, str, str]]:
    """Preset, value, and what the page says of the source."""
    for value, sets in re.findall(r"^\| `(.*?)` \| (.*) \|$", section(page, field), re.MULTILINE):
        for entry in sets.split("; "):
            preset, _, source = entry.partition(" ")
            yield preset, value, source


@pytest.mark.parametrize("field", sorted(set(MEANINGS) - UNTABLED))
def test_a_field_has_its_sentence_and_every_preset_once(page: str, field: str):
    assert f"\n{MEANINGS[field]}\n" in section(page, field)
    told = [(preset, value) for preset, value, _ in entries(page, field)]
    assert sorted(told) == sorted((name, written(getattr(rules, field))) for name, rules in PRESETS.items())


@pytest.mark.parametrize("field", sorted(set(MEANINGS) - UNTABLED))
def test_a_value_has_a_source_or_is_marked_as_unverified(page: str, field: str):
    known = set(re.findall(r"\w+", " ".join(re.findall(r"^\| ([A-Z\d, C]+) \|", page, re.MULTILINE))))
    for preset, _, source in entries(page, field):
        remark = source[1:].startswith(UNVERIFIED) if source.startswith("(") else False
        assert remark == (field in PRESETS[preset].unverified), f"{field} of {preset}: {source}"
        tags = {tag for tags in re.findall(r"\[([A-Z\d, ]+)\]", source) for tag in tags.split(", ")}
        assert tags <= known, f"{field} of {preset}: no such source: {tags - known}"
        if not (tags or remark or preset in OWN_CHOICE or field in NO_SOURCE_NEEDED):
            assert WITHOUT_TAG.match(source), f"{field} of {preset} has no source"


def test_a_tag_names_one_source(page: str):
    listed = re.findall(r"^\| ([A-Z\d, ]+) \|", page.partition("## Sources")[2], re.MULTILINE)
    tags = [tag for row in listed for tag in row.split(", ")]
    assert len(tags) > 30
    assert sorted(set(tags)) == sorted(tags)


@pytest.mark.parametrize("field", sorted(set(MEANINGS) - UNTABLED))
def test_the_sources_that_a_comparison_names_are_those_of_the_page(page: str, field: str):
    for preset, _, source in entries(page, field):
        assert source_of(PRESETS[preset], field) == source, f"{field} of {preset}"


SOURCED = {
    ("wrc", "riichi_min_live"): 0,
    ("wrc", "pao"): frozenset({"daisangen", "daisuushii", "suukantsu"}),
    ("wrc", "pao_honba"): PaoHonba.DISCARDER,
    ("wrc", "sticks_left"): SticksLeft.STAY,
    ("wrc", "yakuman_stack"): True,
    ("wrc", "renhou"): Renhou.MANGAN,
    ("wrc", "rinshan_fu"): True,
    ("wrc", "chankan_of_ankan"): False,
    ("wrc-2022", "riichi_min_live"): 4,
    ("wrc-2022", "pao"): frozenset({"daisangen", "daisuushii"}),
    ("wrc-2022", "kazoe_yakuman"): False,
    ("ema", "riichi_min_points"): None,
    ("ema", "noten_points"): 3_000,
    ("ema", "ippatsu"): True,
    ("ema", "rinshan_fu"): True,
    ("ema", "yakuman_stack"): False,
    ("m-league", "ippatsu"): True,
    ("m-league", "kazoe_yakuman"): False,
    ("m-league", "yakuman_stack"): True,
    ("jpml-a", "kyuushu_kyuuhai"): False,
    ("jpml-a", "suufon_renda"): False,
    ("jpml-a", "suucha_riichi"): False,
    ("jpml-a", "suukaikan"): Suukaikan.NO_FIFTH,
    ("jpml-a", "pao_honba"): PaoHonba.DISCARDER,
    ("jpml-a", "yakuman_stack"): True,
    ("jpml-a", "rinshan_fu"): True,
    ("jpml-a", "double_wind_fu"): 2,
    ("jpml-a", "kazoe_yakuman"): False,
    ("jpml-a", "chankan_of_ankan"): False,
    ("jpml-a", "kan_in_riichi"): KanInRiichi.EVERY_READING,
    ("jpml-a", "renhou"): Renhou.MANGAN,
    ("mahjong-soul", "ippatsu"): True,
    ("mahjong-soul", "rinshan_fu"): True,
    ("mahjong-soul-3p", "honba_points"): 200,
    ("mahjong-soul-3p", "noten_points"): 2_000,
    ("mahjong-soul-3p", "riichi_min_live"): 3,
    ("tenhou-3p", "kyuushu_kyuuhai"): True,
    ("tenhou-3p", "suukaikan"): Suukaikan.AFTER_DISCARD,
    ("saikouisen", "yakuman_stack"): True,
    ("mahjong-soul-3p", "start_points"): 35_000,
    ("mahjong-soul-3p", "target_points"): 40_000,
    ("mahjong-soul-3p", "uma"): (15, 0, -15),
    ("mahjong-soul-3p", "oka"): False,
    ("mahjong-soul-3p", "red_fives"): (0, 1, 1),
    ("mahjong-soul-3p", "tsumo_loss"): True,
    ("tenhou-3p", "uma"): (20, 0, -20),
    ("tenhou-3p", "target_points"): 40_000,
}
"""What was read in a source since the presets were first written."""


@pytest.mark.parametrize(("preset", "field"), SOURCED, ids="/".join)
def test_a_corrected_value_is_what_its_source_says(preset: str, field: str):
    rules = preset_called(preset)
    assert rules is not None
    assert getattr(rules, field) == SOURCED[preset, field]
    assert re.search(r"\[[A-Z]", source_of(rules, field)) or source_of(rules, field).startswith("as ")


def test_the_page_has_all_in_which_an_older_edition_differs(page: str):
    rows = re.findall(r"^\| ([\w-]+-\d{4}) \| (\w+) \| `(.*?)` \| (.*) \|$", page, re.MULTILINE)
    told = {(edition, field): (value, source) for edition, field, value, source in rows}
    found = {}
    for name, rules in EDITIONS.items():
        newest = PRESETS[name.rpartition("-")[0]]
        for field in set(MEANINGS) - UNTABLED:
            if getattr(rules, field) != getattr(newest, field):
                found[name, field] = (written(getattr(rules, field)), source_of(rules, field))
    assert told == found
    assert all(source.startswith("[") for _, source in told.values())
