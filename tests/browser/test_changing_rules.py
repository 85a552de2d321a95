"""Every field of a rule set is found under "Change rules", by touch, and what is tapped there holds."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.ruleset import RuleSet
from companion.rules_file.forms import FormKind, form_of, forms_for
from tests.browser.measuring import faults
from tests.browser.real_table import RealTable

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SAID_ELSEWHERE = {"name", "players", "unverified"}
"""The name tells that something was changed, players are counted first, and sources are not a rule."""
OF_THE_SHEET = {"rounds": "East only", "start_points": "Starting points: more"}
"""What stands on the sheet itself."""


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def open_rules(page: Page, players: int) -> Locator:
    page.locator(".go").click()
    sheet = page.locator("dialog.start-sheet")
    sheet.get_by_role("button", name=f"{players} players").click()
    sheet.locator("summary", has_text="Change rules").click()
    sheet.locator(".rule-group > summary").first.wait_for()
    for group in sheet.locator(".rule-group > summary").all():
        group.click()
    return sheet


def change(sheet: Locator, field: str, players: int) -> None:
    if field in OF_THE_SHEET:
        sheet.get_by_role("button", name=OF_THE_SHEET[field]).click()
        return
    line = sheet.locator(f".rule-line[data-field={field}]")
    if form_of(field, players).kind is FormKind.NUMBER:
        line.locator("button:not(.picks button)").last.click()
        return
    if form_of(field, players).kind is FormKind.NAMED:
        line.get_by_role("textbox", name="Name of a yaku").fill("Three winds")
        line.get_by_role("button", name="Its han: more").click()
        line.get_by_role("button", name="Add this yaku").click()
        return
    pressed = "true" if form_of(field, players).kind is FormKind.SOME else "false"
    line.locator(f".picks button[aria-pressed={pressed}]").first.click()


@pytest.mark.gate(0)
@pytest.mark.parametrize("players", [4, 3])
def test_every_field_is_changed_by_a_tap(open_page, serving, players):
    page = open_page((390, 844))
    sheet = open_rules(page, players)
    # Some fields are of three players, some of four.
    of_these = {form.field for form in forms_for(players)}
    base = {4: TENHOU, 3: TENHOU_3P}[players]
    wanted = [field.name for field in fields(RuleSet) if field.name in of_these]
    for field in wanted:
        change(sheet, field, players)
    found = [line.get_attribute("data-field") for line in sheet.locator(".rule-line.is-changed").all()]
    assert sorted({*found, *OF_THE_SHEET}) == sorted(wanted)
    assert faults(page) == []
    sheet.locator(".confirm").click()
    page.locator(".go.deal").click()
    page.locator(".act-win").first.wait_for()
    rules = serving.table.hanchan.rules
    same = [field for field in wanted if getattr(rules, field) == getattr(base, field)]
    assert same == []


def test_no_field_of_a_rule_set_is_left_out():
    offered = {form.field for players in (3, 4) for form in forms_for(players)}
    assert offered == {field.name for field in fields(RuleSet)} - SAID_ELSEWHERE


@pytest.mark.gate(0)
def test_a_field_that_the_page_has_no_words_for_says_itself_in_english(open_page, serving):
    page = open_page()
    new = {
        "field": "paarenchan",
        "group": "more",
        "kind": "one",
        "choices": [True, False],
        "meaning": "Whether the eighth win in a row is a yakuman.",
    }

    def with_one_more(route):
        answer = route.fetch()
        said = answer.json()
        said["fields"].append(new)
        for preset in said["presets"]:
            preset["values"]["paarenchan"] = False
        route.fulfill(response=answer, json=said)

    page.route("**/api/rules?*", with_one_more)
    sheet = open_rules(page, 4)
    choice = sheet.get_by_role("group", name=new["meaning"]).get_by_role("button", name="yes")
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(sheet.locator(".rule-changes > summary")).to_contain_text("1 rule changed")


def test_rules_that_cannot_be_stay_on_the_sheet_with_the_reason(open_page, serving):
    page = open_page(expects_errors=True)
    sheet = open_rules(page, 4)
    line = sheet.locator(".rule-line[data-field=return_points]")
    line.get_by_role("spinbutton").fill("20000")
    line.get_by_role("spinbutton").press("Tab")
    sheet.locator(".confirm").click()
    expect(sheet.get_by_text("These rules do not go together")).to_be_visible()
    expect(line.get_by_role("spinbutton")).to_have_value("20000")
    line.get_by_role("spinbutton").fill("30000")
    line.get_by_role("spinbutton").press("Tab")
    sheet.locator(".confirm").click()
    expect(sheet).to_have_count(0)
    assert serving.table.hanchan.rules == TENHOU
