"""What a page learns meanwhile moves nothing under a finger: a tap lands on what was aimed at."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import SIX_HANDS, EveningTable
from tests.browser.touching import sit

SIZES = [(1280, 800), (800, 480), (390, 844), (320, 568)]
WHERE = """(selector) => [...document.querySelectorAll(selector)].map((button) => {
  const { x, y } = button.getBoundingClientRect();
  return [button.textContent, Math.round(x), Math.round(y)].join(" ");
})"""
IN_SIGHT = """(element) => {
  const box = element.getBoundingClientRect();
  return document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2).includes(element);
}"""


@pytest.fixture
def serving():
    table = EveningTable()
    yield table
    table.end()


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


@pytest.mark.gate(0)
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_what_changes_by_a_correction_comes_into_view_and_moves_nothing(open_page, serving, size):
    serving.play(*SIX_HANDS)
    page = open_page(size)
    page.get_by_role("button", name=re.compile("^Menu")).click()
    button(page, "History").click()
    page.locator(".hand-row").nth(6).click()
    button(page, "Correct this hand").click()
    button(page, "The start of the hand").click()
    expect(page.locator(".what-changes")).to_contain_text("Choose")
    points = page.get_by_label("Points of Aki")
    points.scroll_into_view_if_needed()
    before = page.evaluate(WHERE, ".correct button, .correct .field")
    points.fill("90000")
    change = page.locator(".differences li").first
    expect(change).to_contain_text("Aki")
    assert page.evaluate(WHERE, ".correct button, .correct .field") == before
    assert change.evaluate(IN_SIGHT)
    assert button(page, "Confirm the correction").evaluate(IN_SIGHT)


@pytest.mark.gate(1)
@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]], ids="{0[0]}x{0[1]}".format)
def test_what_a_win_pays_comes_into_view_and_moves_nothing(open_page, serving, size):
    sit(serving)
    page = open_page(size)
    page.locator(".act-win").first.click()
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Ron from Ben", exact=True).click()
    expect(sheet.get_by_role("button", name="+ Ron: Chie")).to_be_visible()
    worth = sheet.get_by_role("button", name=re.compile("^3 han 40 fu")).first
    worth.scroll_into_view_if_needed()
    before = page.evaluate(WHERE, "dialog button")
    worth.click()
    expect(sheet.locator(".confirm[aria-busy=false]")).to_be_enabled()
    after = page.evaluate(WHERE, "dialog button")
    assert after == before
    assert sheet.locator(".confirm").evaluate(IN_SIGHT)
