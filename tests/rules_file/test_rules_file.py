"""A house's own rules as TOML: what is read, what is written, and what is refused where."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.riichi.presets import EMA, PRESETS, TENHOU, TENHOU_3P, WRC
from companion.riichi.ruleset import Kuikae, RuleSet
from companion.rules_file import RulesError, load_rules, read_rules, write_rules
from companion.rules_file.fields import HINTS, MEANINGS, NAMES, broken_demands, wanted


def read(text: str, source: str = "our.toml") -> RuleSet:
    return read_rules(text.encode(), source)


def error(text: str, source: str = "our.toml") -> str:
    with pytest.raises(RulesError) as caught:
        read(text, source)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_file_changes_what_it_names_and_nothing_else():
    found = read(
        'base = "ema"\nkiriage = true\nkuikae = "same_tile"\nred_fives = [1, 2, 1]\npao = ["daisangen"]'
    )
    assert found == replace(
        EMA,
        name="our",
        kiriage=True,
        kuikae=Kuikae.SAME_TILE,
        red_fives=(1, 2, 1),
        pao=frozenset({"daisangen"}),
    )


def test_without_a_base_the_defaults_are_tenhous():
    assert read("") == replace(TENHOU, name="our")
    assert read('name = "Friday table"').name == "Friday table"


def test_what_a_house_decides_is_verified():
    assert "uma" not in read('base = "wrc"\numa = [30, 10, -10, -30]').unverified
    assert read('base = "wrc"').unverified == WRC.unverified
    assert read('base = "wrc"\nunverified = []').unverified == ()


def test_no_minimum_for_riichi_can_be_written():
    assert read('riichi_min_points = "none"').riichi_min_points is None
    assert read("riichi_min_points = 0").riichi_min_points == 0


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_sound_and_survives_writing(name: str):
    assert list(broken_demands(PRESETS[name])) == []
    assert load_rules(name) is PRESETS[name]
    assert read(write_rules(PRESETS[name])) == PRESETS[name]


@given(
    st.sampled_from(sorted(PRESETS)),
    st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=60),
    st.integers(0, 100_000).map(lambda hundreds: 100 * hundreds),
    st.one_of(st.none(), st.integers(0, 100).map(lambda hundreds: 100 * hundreds)),
    st.lists(st.sampled_from(sorted(MEANINGS)), unique=True).map(tuple),
)
def test_any_sound_rule_set_reads_back_as_it_was_written(base, name, chombo, points, unverified):
    rules = replace(
        PRESETS[base],
        name=f"x{name}"[:60],
        chombo_points=chombo,
        riichi_min_points=points,
        unverified=unverified,
    )
    assert read(write_rules(rules)) == rules


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("\nkiriag = true", "line 2", "do you mean kiriage?"),
        ("nothing_like_it = 1", "line 1", "no field nothing_like_it"),
        ('base = "tenhou"\n# so\nkiriage = "yes"', "line 3", "true or false, not the string 'yes'"),
        ("rounds = true", "line 1", "rounds must be a whole number, not true"),
        ("rounds = 1.0", "line 1", "rounds must be a whole number"),
        ("uma = 5", "line 1", "a list of whole numbers"),
        ("uma = [20.5, 10, -10, -20.5]", "line 1", "a list of whole numbers"),
        ("uma = [20, 10, -30]", "line 1", "one number for each player"),
        ("uma = [20, 10, -10, -10]", "line 1", "add up to zero"),
        ("uma = [20000, 10000, -10000, -20000]", "line 1", "uma is in thousands: 1,000 at most"),
        (f"uma = [{10**400}, 0, 0, -{10**400}]", "line 1", "1,000 at most"),
        (f"uma_by_winners = [{', '.join(5 * ['[1001, 0, 0, -1001]'])}]", "line 1", "1,000 at most"),
        ("uma_by_winners = [[8, 4, -4, -8]]", "line 1", "one row more"),
        ("red_fives = [1, 1]", "line 1", "a list of three whole numbers"),
        ("red_fives = [5, 1, 1]", "line 1", "0 to 4"),
        ('base = "tenhou-3p"\nred_fives = [1, 1, 1]', "line 2", "three players"),
        ('kuikae = "never"', "line 1", '"allowed" or "same_tile" or "forbidden"'),
        ("kuikae = 1", "line 1", "kuikae must be"),
        ("players = 5", "line 1", "3 or 4"),
        ("players = 3", "our.toml", "uma"),
        ("kita = true", "line 1", "three players"),
        ("double_wind_fu = 3", "line 1", "2 or 4"),
        ("honba_points = 100", "line 1", "share"),
        ("noten_points = 1000", "line 1", "share"),
        ("start_points = 25050", "line 1", "hundreds"),
        ("start_points = 40000", "our.toml", "oka needs return_points"),
        ("riichi_min_points = -1", "line 1", 'hundreds or "none"'),
        ('riichi_min_points = "some"', "line 1", 'a whole number or "none"'),
        ("riichi_min_live = 71", "line 1", "0 to 70"),
        ("rounds = 0", "line 1", "1 to 4"),
        ('pao = ["tenhou"]', "line 1", "daisangen, daisuushii, suukantsu"),
        ('unverified = ["uma", "nothing"]', "line 1", "fields of a rule set"),
        ('name = ""', "line 1", "1 to 60"),
        ('name = "a\\nb"', "line 1", "one line"),
        ('base = "nobody"', "line 1", "choose tenhou"),
        ("base = 4", "line 1", "name of a preset"),
        ("[kiriage]\nx = 1", "line 1", "true or false, not a table"),
        ('name = "tenhou"\nkiriage = true', "line 1", "choose another"),
        ("kiriage = true\nkiriage = false", "our.toml", "is not TOML"),
        ("kiriage =\nrounds = 2", "line 1", "is not TOML"),
        ("x = " + "[" * 5_000, "our.toml", "is not TOML"),
        ("start_points = " + "1" * 5_000, "our.toml", "is not TOML"),
        ("base = 0x" + "f" * 5_000, "line 1", "not a number that is too long"),
    ],
)
def test_a_mistake_is_one_sentence_with_its_place(text: str, place: str, words: str):
    told = error(text)
    assert told.startswith("our.toml")
    assert place in told
    assert words in told


def test_a_file_called_like_a_preset_must_be_that_preset():
    assert read('base = "ema"', "ema.toml") == EMA
    assert "choose another" in error("kiriage = true", "ema.toml")


def test_a_file_is_loaded_by_its_path(tmp_path: Path):
    file = tmp_path / "friday.toml"
    file.write_text('base = "tenhou-3p"\ntsumo_loss = false')
    assert load_rules(str(file)) == replace(TENHOU_3P, name="friday", tsumo_loss=False)


def test_a_file_may_begin_with_the_mark_that_an_editor_has_put_there(tmp_path: Path):
    file = tmp_path / "friday.toml"
    file.write_bytes(b"\xef\xbb\xbfkiriage = true\r\nkuikae = 1\r\n")
    with pytest.raises(RulesError, match="line 2: kuikae must be"):
        load_rules(str(file))
    file.write_bytes(b"\xef\xbb\xbfkiriage = true\r\n")
    assert load_rules(str(file)) == replace(TENHOU, name="friday", kiriage=True)


def test_a_name_may_have_the_wide_blanks_of_a_japanese_keyboard():
    assert read('name = "金曜　卓"').name == "金曜　卓"


def test_files_that_cannot_be_used(tmp_path: Path):
    binary, large = tmp_path / "binary.toml", tmp_path / "large.toml"
    binary.write_bytes(b"\xff\xfe")
    large.write_text("# " + "x" * 100_000)
    for path, words in (
        (binary, "not text in UTF-8"),
        (large, "too large"),
        (tmp_path / "gone.toml", "cannot be read"),
        (tmp_path, "no rule set"),
        ("a\0b.toml", "cannot be read"),
        ("a\0b", "no rule set"),
        ("x" * 5_000, "no rule set"),
    ):
        with pytest.raises(RulesError, match=words):
            load_rules(str(path))


def test_every_field_has_its_sentence_and_its_kind():
    assert tuple(MEANINGS) == NAMES == tuple(HINTS)
    assert all(wanted(name) for name in NAMES)
    assert all(sentence.endswith(".") for sentence in MEANINGS.values())
