"""What the house lets a picture write: kept in a file, read strictly, and it holds at the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import ConfigError
from companion.evidence import Depth
from companion.evidence.sights import SeenTile
from companion.keeping.trusting import FILE, HouseTrust, TrustRefused, keep_trust, kept_trust, trust_of
from companion.riichi.facts import Discarded
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe.mind import TRUSTING, Trust
from companion.table_loop import TableKeeper
from tests.table_loop.people import People
from tests.toolbox.sightings import visible

E, S, W, N = SEATS


def test_what_was_kept_is_found_again_and_nothing_kept_is_the_usual(tmp_path: Path) -> None:
    assert kept_trust(tmp_path) == TRUSTING
    trust = Trust(sure=0.95, ahead=30.0, writes_melds=False)
    keep_trust(tmp_path, trust)
    assert kept_trust(tmp_path) == trust
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("writes_melds = 1", "true or false"),
        ("sure = 2", "between 0.5 and 0.999"),
        ("ahead = true", "between 2 and 1000"),
        ("sure = nan", "between"),
        ("sure = " + "1" * 5_000, FILE),
        ("melds = true", "no setting 'melds'"),
        ("sure = ", FILE),
    ],
)
def test_a_file_that_says_something_else_is_refused_with_its_fault(
    tmp_path: Path, text: str, why: str
) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(ConfigError, match=why):
        kept_trust(tmp_path)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="is damaged: it is not UTF-8 text"):
        kept_trust(tmp_path)


def test_a_file_may_begin_with_the_mark_that_an_editor_has_put_there(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xef\xbb\xbfsure = 0.95\r\n")
    assert kept_trust(tmp_path) == replace(TRUSTING, sure=0.95)


def test_a_name_that_is_written_in_another_way_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b'"s\\u0075re" = 0.8  # ours\n')
    keep_trust(tmp_path, Trust(sure=0.85))
    assert kept_trust(tmp_path) == Trust(sure=0.85)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert (tmp_path / FILE).read_bytes() == b'"s\\u0075re" = 0.85  # ours\n'


def test_what_is_not_said_stays() -> None:
    before = Trust(sure=0.95, writes_riichi=False)
    assert trust_of({"writes_melds": False}, before) == replace(before, writes_melds=False)
    with pytest.raises(TrustRefused):
        trust_of({"sure": "0.9"})


def test_a_house_that_trusts_no_picture_with_discards_is_asked_about_them(tmp_path: Path) -> None:
    house = HouseTrust(tmp_path)
    house.change({"writes_discards": False})
    people = People()
    people.keeper = TableKeeper(people.journal, TENHOU, people.clock, trust=lambda: house.trust)
    people.start()
    people.deal(Depth.FULL)
    table = visible(people.kyoku)
    east = replace(table.seats[E], river=(SeenTile(Tile("1z"), 0.99),))
    table = replace(table, seats=(east, *table.seats[1:]))
    for second in range(1, 6):
        people.keeper.see(replace(table, at_ns=second * 1_000_000_000))
    assert not any(isinstance(fact, Discarded) for fact in people.facts)
    (question,) = people.keeper.state.questions
    assert question.choices[0].facts[-1] == Discarded(E, Tile("1z"))
    house.change({"writes_discards": True})
    people.keeper.see(replace(table, at_ns=7_000_000_000))
    assert people.facts[-1] == Discarded(E, Tile("1z"))
