"""A file that people and the program write: what a person typed into it stays there."""

import tomllib

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.keeping.club_file import FILE, Club, Season, keep_club, kept_club
from companion.keeping.toml_rows import with_rows, without_comments_on

TYPED = """\
# Our club. Thursdays!
zone = "Europe/Berlin"   # the room, not the server

# Who married whom
[same]  # one a row
"Ana" = "Anna"  # since June
# Ben asked for this
Benny = 'Ben'

[seasons]
# The cup counts apart
"spring #1" = [
  "2026-01-01",  # New Year
  "2026-06-30",
]
"""


def run(folder, *words):
    return CliRunner().invoke(main, ["club", words[0], "--data", str(folder), *words[1:]])


def test_what_people_typed_into_the_file_of_a_club_stays_when_a_command_changes_it(tmp_path):
    (tmp_path / FILE).write_text(TYPED)
    assert run(tmp_path, "same", "Zoé", "Zoe").exit_code == 0
    assert (tmp_path / FILE).read_text() == TYPED.replace("'Ben'\n", '\'Ben\'\n"Zoé" = "Zoe"\n')
    assert run(tmp_path, "same", "--undo", "Zoé").exit_code == 0
    assert (tmp_path / FILE).read_text() == TYPED
    assert run(tmp_path, "zone", "Asia/Tokyo").exit_code == 0
    assert (tmp_path / FILE).read_text() == TYPED.replace("Europe/Berlin", "Asia/Tokyo")
    assert run(tmp_path, "zone", "--undo").exit_code == 0
    assert "zone" not in (tmp_path / FILE).read_text()
    assert run(tmp_path, "season", "spring #1", "2026-02-01", "2026-06-30").exit_code == 0
    assert '"spring #1" = ["2026-02-01", "2026-06-30"]\n' in (tmp_path / FILE).read_text()
    for comment in ("# Our club", "# Who married", "# one a row", "# since June", "# Ben asked", "# The cup"):
        assert comment in (tmp_path / FILE).read_text()
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize(
    "typed",
    [
        '\ufeff# ours\r\n[same]\r\n"Ana" = "Anna"\r\n',
        '# ours\nsame."Ana" = "Anna"',
        '# ours\n["same"]\n"\\u0041na" = "Anna"',
        '# ours\n[seasons]\n[same]\n"Ana" = """Anna"""',
        '[same]\n# ours\n"Ana" = "Anna" # "a" = "b"',
        '# ours\nzone = "UTC"\n',
        "# ours",
    ],
)
def test_however_a_person_writes_toml_the_comment_stays(tmp_path, typed):
    (tmp_path / FILE).write_text(typed, encoding="utf-8")
    club = kept_club(tmp_path)
    for change in (
        lambda one: one.with_season(Season("x", "2026-01-01", "2026-02-01")),
        lambda one: one.with_zone("Asia/Seoul"),
        lambda one: one.with_same("Ana", "Bea"),
        lambda one: one.without_same("Ana"),
        lambda one: one.without_season("x"),
    ):
        club = change(club)
        keep_club(tmp_path, club)
        assert kept_club(tmp_path) == club
        assert "# ours" in (tmp_path / FILE).read_text()
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize(
    "typed",
    ['same = {"Ana" = "Anna", "Bo" = "Bob"}  # ours\n', 'same = {"Ana" = "Anna"}  # ours\n', "[same  # ours"],
)
def test_a_file_that_cannot_be_changed_row_by_row_is_kept_beside_the_new_one(tmp_path, typed):
    (tmp_path / FILE).write_text(typed)
    club = Club({"Ana": "Bea", "Bo": "Bob"}, zone="UTC")
    keep_club(tmp_path, club)
    assert kept_club(tmp_path) == club
    (beside,) = tmp_path.glob(f"{FILE}.damaged-*")
    assert beside.read_text() == typed


def test_a_comment_on_somebody_forgotten_goes_and_the_others_stay(tmp_path):
    (tmp_path / "club").mkdir()
    assert run(tmp_path, "new", "Spring", "--rounds", "1").exit_code == 0
    ana = '# Ana\'s new name\n[same] # ana is one\n"Ana" = "Anna"\n"Bo" = "Bob" # brother of Ana\n'
    (tmp_path / FILE).write_text(f"{ana}# Anastasia, too\n")
    for aside in (tmp_path / "club.toml.damaged-x", tmp_path / "club" / "tournament.jsonl.damaged-x"):
        aside.write_text("Ana")
    found = run(tmp_path, "forget", "Ana")
    for aside in tmp_path.rglob("*.damaged-x"):
        assert f"! {aside} was set aside as damaged and may have the name: delete it" in found.stderr
    assert found.exit_code == 0, found.output
    assert (tmp_path / FILE).read_text() == '[same]\n"Bo" = "Bob"\n# Anastasia, too\n'
    assert without_comments_on("# 田中は兄\n[same]\n", ["田中"]) == "[same]\n"


NAMES = st.text("ab #\"'=[]{}é", min_size=1, max_size=4)
VALUES = NAMES | st.booleans() | st.floats(0, 9) | st.lists(NAMES, max_size=2)
ROWS = st.dictionaries(st.tuples(st.sampled_from("xy"), NAMES) | st.tuples(NAMES), VALUES, max_size=4)


@given(ROWS, ROWS)
def test_whatever_rows_a_file_has_it_has_those_that_are_wanted(before, after):
    tables = [(), ("x",), ("y",)]
    names = {path[0] for path in (*before, *after) if len(path) == 2}
    before, after = (
        {path: one for path, one in rows.items() if len(path) == 2 or path[0] not in names}
        for rows in (before, after)
    )
    text = with_rows("# head\n\n", before, tables)
    changed = with_rows(text, after, tables)
    said = tomllib.loads(changed)
    flat = {(name,): one for name, one in said.items() if type(one) is not dict}
    flat |= {(table, name): one for table in "xy" for name, one in said.get(table, {}).items()}
    assert (flat, changed[:6]) == (after, "# head")
    assert with_rows(changed, after, tables) == changed
