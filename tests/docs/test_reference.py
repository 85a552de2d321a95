"""The reference pages say what the code says."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest

from companion import projections
from companion.club.scoreboard import Scores
from companion.club_page import roles as hub_roles
from companion.club_page.evening_view import evening_view
from companion.club_page.organising import ACTS
from companion.dashboard import roles as dashboard_roles
from companion.dashboard.roles import Role
from companion.evenings.exporting import EXPORTS
from companion.haifu.record import Format
from companion.intake.tape.lines import FORM
from companion.journal.codec import SCHEMA_VERSION
from companion.languages import LANG
from companion.riichi.facts import HanchanFact, KyokuFact
from companion.riichi.reasons import TILES, Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.tea_facts import TeaFact
from companion.tournament.results import results_of
from companion.tournament.standings import standings_of
from tests.tournament.evenings import Evening

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"


def rows(page: str) -> list[list[str]]:
    text = (REFERENCE / page).read_text(encoding="utf-8")
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("| `")
    ]


def test_every_reason_is_on_its_page_word_for_word() -> None:
    expected = [
        [
            f"`{reason.value}`",
            reason.sentence,
            reason.source,
            "may be waived" if reason.is_waivable else "final",
        ]
        for reason in Reason
    ]
    assert rows("reasons.md") == expected


def test_formats_of_records_are_read_and_written_as_the_pages_say() -> None:
    names = {form.value for form in Format}
    told = {row[0].strip("`"): row[1:3] for row in rows("records.md") if row[0].strip("`") in names}
    assert told == {name: ["yes", "yes" if name in EXPORTS else "no"] for name in names}
    readme = (REFERENCE.parents[1] / "README.md").read_text(encoding="utf-8")
    assert "reads mjlog, tenhou.net/6 and mjai, writes tenhou.net/6, mjai and CSV" in readme
    assert set(EXPORTS) - names == {"csv", "sheet"}


def test_the_forms_of_files_are_those_that_are_written() -> None:
    journal, tapes = ((REFERENCE / page).read_text(encoding="utf-8") for page in ("journal.md", "tapes.md"))
    assert f"`user_version` {SCHEMA_VERSION}." in journal
    assert f'{{"tape": {FORM}, ' in tapes


FACTS = (*get_args(KyokuFact), *get_args(HanchanFact), *get_args(TeaFact))


def test_every_fact_is_on_its_page() -> None:
    assert [row[0] for row in rows("facts.md")] == [f"`{fact.__name__}`" for fact in FACTS]


@pytest.mark.parametrize("fact", FACTS)
def test_the_page_of_facts_has_its_words_and_fields(fact: type) -> None:
    row = next(row for row in rows("facts.md") if row[0] == f"`{fact.__name__}`")
    first_paragraph = (inspect.getdoc(fact) or "").split("\n\n")[0].replace("\n", " ")
    fields = ", ".join(f"`{field.name}`" for field in dataclasses.fields(fact)) or "-"
    assert row[1:] == [first_paragraph, fields]


def test_a_reason_names_a_source_that_readers_have() -> None:
    rules = (REFERENCE / "rules.md").read_text(encoding="utf-8")
    fields = {field.name for field in dataclasses.fields(RuleSet)}
    for reason in Reason:
        kind, _, name = reason.source.partition(": ")
        assert (
            reason.source == TILES
            or (kind == "rules" and f"\n## {name}\n" in rules)
            or (kind == "rule set" and name in fields)
        ), f"{reason.value} has its source in {reason.source}"


def paragraphs(page: str, *starts: str) -> str:
    whole = (REFERENCE / page).read_text(encoding="utf-8").split("\n\n")
    return "\n".join(one for one in whole if one.startswith(starts))


def test_every_part_of_an_evening_is_on_the_page_of_the_api() -> None:
    evening = Evening(4, 1)
    evening.plan()
    evening.start()
    evening.play(1)
    results = results_of(evening.now, evening.games)
    standings = standings_of(evening.now, results)
    view = evening_view(Scores(evening.now, "1", tuple(evening.games), results, standings, evening.records))
    assert view is not None
    result, (kind, *_) = view["results"][0], view["penalty_kinds"]
    told = paragraphs("api.md", "An evening is ", "The result of a table ")
    parts = (*view, *view["player_clock"], *kind, *result, *result["seats"][0])
    assert [one for one in parts if f"`{one}`" not in told] == []


def test_everything_that_a_host_says_of_an_evening_is_on_the_page_of_the_api() -> None:
    told = paragraphs("api.md", "What a host says ")
    assert [one for one in ACTS if f"`{one}`" not in told] == []
    assert "`start` (`round`:" in told


@pytest.mark.parametrize("routes", [dashboard_roles.ROUTES, hub_roles.ROUTES], ids=["table", "hub"])
def test_everything_that_may_be_asked_is_on_the_page_of_the_api(routes: Mapping[str, Role]) -> None:
    page = (REFERENCE / "api.md").read_text(encoding="utf-8")
    assert [route for route in routes if f"`{route.partition('<')[0]}" not in page] == []


def test_every_reminder_is_on_the_page_of_the_api() -> None:
    words = json.loads((LANG / "en.json").read_text(encoding="utf-8"))
    has_words = {key.split(".")[1] for key in words if key.startswith("reminder.")}
    folder = Path(projections.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*reminders.py")]
    codes = {code for text in texts for code in re.findall(r'"(\w+)"', text)} & has_words
    assert {"flip_kan_dora_now", "two_han", "last_by_time_over"} <= codes
    assert codes - {row[0].strip("`") for row in rows("api.md")} == set()
