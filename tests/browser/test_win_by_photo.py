"""A win by a photograph: told first, photographed, read by the real eye, looked at, confirmed."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from companion.clock import SystemClock
from companion.intake.eye.taking import PicturesOfPhones
from tests.browser.accessibility import violations
from tests.browser.measuring import faults, resize
from tests.browser.real_table import RealTable
from tests.browser.touching import NAMES, act, confirm, seat
from tests.vision.laid_hands import as_photo, laid_hand

PINFU = ["2m", "3m", "4m", "3p", "4p", "5p", "6p", "7p", "8p", "8s", "8s", "5s", "6s", "7s"]


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    pictures = PicturesOfPhones(tmp_path_factory.mktemp("data"), SystemClock(), None)
    yield pictures
    pictures.stop()


@pytest.fixture
def serving(reader):
    table = RealTable(pictures=reader)
    table.do("start", names=NAMES)
    table.do("deal", depth="points")
    yield table
    table.end()


@pytest.fixture
def photo(tmp_path):
    """Nine megapixels, as a phone takes them."""
    import cv2

    path = tmp_path / "hand.jpg"
    picture = laid_hand(PINFU, apart=(13,))
    path.write_bytes(as_photo(cv2.resize(picture, (4000, 2250)), 92))
    return path


def win_sheet(page, name="Ben", source="Tsumo"):
    act(page, name, "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name=source, exact=True).click()
    return sheet


def test_one_photograph_fills_the_hand_in_and_a_person_confirms(open_page, serving, photo):
    page = open_page()
    sheet = win_sheet(page)
    expect(sheet.locator("button", has_text="Photograph the hand")).to_be_visible()
    sheet.locator("input[type=file]").set_input_files(photo)
    expect(sheet.locator(".built-tile")).to_have_count(14, timeout=30_000)
    expect(sheet.locator(".worth-line")).to_contain_text("han")
    expect(sheet.locator(".hand-photo-says")).to_contain_text("Look at it before you confirm")
    expect(sheet.get_by_role("button", name="Tsumo", exact=True)).to_have_attribute("aria-pressed", "true")
    assert faults(page) == []
    assert serving.table.hanchan.kyoku.wins[0].value is None, "worth something before anybody confirmed"
    confirm(sheet)
    expect(seat(page, "Ben").locator(".delta")).to_contain_text("+")
    win = serving.table.last_kyoku or serving.table.hanchan.kyoku
    (told,) = win.wins
    assert told.value is not None
    assert sorted(one.text for one in (*told.hand, told.tile)) == sorted(PINFU)
    assert told.tile.text == "7s"


@pytest.mark.gate(0)
def test_the_win_is_told_before_the_photograph_is_looked_at(open_page, serving, photo):
    page = open_page()
    sheet = win_sheet(page)
    phases = []
    page.route(
        "**/api/hand-photo*",
        lambda route: (phases.append(serving.table.hanchan.kyoku.phase.value), route.continue_()),
    )
    sheet.locator("input[type=file]").set_input_files(photo)
    expect(sheet.locator(".built-tile")).to_have_count(14, timeout=30_000)
    assert phases == ["won"]


@pytest.mark.gate(0)
def test_no_photograph_is_sent_while_it_is_open_who_won(open_page, serving):
    page = open_page()
    act(page, "Ben", "Win")
    sheet = page.locator("dialog.win-sheet")
    expect(sheet).to_be_visible()
    expect(sheet.locator("button", has_text="Photograph the hand")).to_have_count(0)


@pytest.mark.gate(0)
def test_a_photograph_without_tiles_is_one_sentence_and_the_hand_is_typed(open_page, serving, tmp_path):
    page = open_page()
    sheet = win_sheet(page)
    empty = tmp_path / "cloth.jpg"
    empty.write_bytes(as_photo(laid_hand([])))
    sheet.locator("input[type=file]").set_input_files(empty)
    expect(sheet.locator(".hand-photo-says")).to_contain_text("No tiles were found", timeout=30_000)
    no_picture = tmp_path / "words.jpg"
    no_picture.write_text(json.dumps("no picture at all"))
    sheet.locator("input[type=file]").set_input_files(no_picture)
    expect(sheet.locator(".hand-photo-says")).to_contain_text("cannot be read")
    sheet.get_by_role("button", name="By tiles").click()
    expect(sheet.locator(".slot")).to_have_count(14)


def over(serving):
    serving.do("tell", facts=[{"is": "Ryuukyoku", "kind": "exhaustive", "tenpai": [0]}])


def held(page):
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="What do I hold?").click()
    return page.locator("dialog.held")


@pytest.fixture
def thirteen(tmp_path):
    path = tmp_path / "held.jpg"
    path.write_bytes(as_photo(laid_hand(PINFU[:13]), 92))
    return path


@pytest.mark.gate(0)
def test_after_the_hand_anybody_may_ask_what_they_hold(open_page, serving, thirteen):
    over(serving)
    page = open_page()
    sheet = held(page)
    before = serving.table.seq
    sheet.locator("input[type=file]").set_input_files(thirteen)
    row = sheet.get_by_role("group", name="Your tiles")
    expect(row.get_by_role("img")).to_have_count(13, timeout=30_000)
    waits = sheet.get_by_role("group", name="Waits for").get_by_role("img")
    expect(waits).to_have_count(2)
    assert [waits.nth(at).get_attribute("aria-label") for at in range(2)] == ["4 of bamboos", "7 of bamboos"]
    for size in [(1280, 800), (800, 480), (390, 844)]:
        resize(page, size)
        assert faults(page) == []
        assert violations(page) == []
    assert serving.table.seq == before, "something was told to the table"


@pytest.mark.gate(0)
def test_and_from_the_sheet_of_the_result(open_page, serving):
    over(serving)
    page = open_page()
    page.get_by_role("button", name="Correct the result").click()
    page.get_by_role("button", name="What do I hold?").click()
    expect(page.locator("dialog.held")).to_be_visible()


def test_while_a_hand_is_played_nobody_can_ask(open_page, serving, thirteen):
    page = open_page(expects_errors=True)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Dice")).to_be_visible()
    expect(page.get_by_role("button", name="What do I hold?")).to_have_count(0)
    answer = page.evaluate(
        """() => fetch("/api/hand-photo?wanted=13", {
          method: "POST",
          headers: { "Content-Type": "application/octet-stream", "X-Table": "1" },
          body: new Uint8Array([255, 216, 255]),
        }).then((answer) => answer.json())"""
    )
    assert answer["error"] == "hand_is_played"


@pytest.mark.gate(0)
def test_the_sheet_goes_when_the_next_hand_is_dealt(open_page, serving):
    over(serving)
    page = open_page()
    expect(held(page)).to_be_visible()
    serving.do("deal", depth="points")
    expect(page.locator("dialog.held")).to_have_count(0)
