"""A streamer chooses a table on the hub's page; the overlay shows it over a film, as late as was chosen."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.accessibility import violations_by_theme
from tests.browser.conftest import pages_of
from tests.browser.hub_pages import LONG, hub_page, open_hub
from tests.browser.measuring import faults_at
from tests.club.conftest import folder, hub, joined
from tests.club_page.conftest import linked
from tests.club_page.playing import game_of
from tests.toolbox.tongues import LANGUAGES

__all__ = ["folder", "hub", "hub_page", "joined", "linked", "open_hub"]

TELEVISION = (1920, 1080)
SIZES = ((390, 844), (800, 480), (1280, 800), TELEVISION)


@pytest.fixture
def open_delayed(chromium, hub_page):
    with pages_of(chromium, f"http://localhost:{hub_page.broadcast_port}/") as opened:
        yield opened


def view(open_hub, **asked):
    page = open_hub(SIZES[0], **asked)
    page.evaluate("location.hash = 'broadcast'")
    page.locator(".broadcast-where a").first.wait_for()
    return page


def chosen(page, table, delay_s):
    page.get_by_label("Featured table").select_option(label=table)
    page.get_by_label("Delay in seconds").fill(str(delay_s))
    page.get_by_role("button", name="Show it").click()


def test_a_streamer_chooses_a_table_and_opens_its_overlay(open_hub, open_delayed, hub_page, hub, linked):
    table = linked("Window")
    table.begin(game_of(5)[:60])
    page = view(open_hub)
    chosen(page, "Window", 0)
    page.get_by_text("Window is shown with a delay of 0:00.").wait_for()
    link = page.get_by_role("link", name="overlay=table").get_attribute("href")
    assert link.endswith(f":{hub_page.broadcast_port}/?overlay=table")
    film = open_delayed(TELEVISION, overlay="table")
    film.get_by_text("Wilhelmina").wait_for()
    table.tell(game_of(5)[60:90])
    newest = str(table.journal.last_seq)
    expect(film.locator("html")).to_have_attribute("data-seq", newest)
    chosen(page, "Window", 60)
    page.get_by_text("nothing to show yet").wait_for()
    expect(film.locator(".plate-of")).to_have_count(0)
    ink = Image.open(BytesIO(film.screenshot(omit_background=True))).convert("RGBA").getchannel("A")
    assert ink.getbbox() is None, "while it waits the film is free"
    television = open_delayed(TELEVISION, watch=1)
    television.get_by_text("No game to show yet").wait_for()
    expect(television.locator("main")).not_to_contain_text("000")


@pytest.mark.gate(0)
def test_what_cannot_be_chosen_is_said(open_hub, linked):
    linked("Door")
    page = view(open_hub, expects_errors=True)
    chosen(page, "Door", "4000")
    page.get_by_text("delay_s must be a whole number").wait_for()


def test_the_delayed_address_opens_the_overlay_and_has_no_button(open_delayed, hub_page):
    page = open_delayed(TELEVISION)
    page.locator("main.overlay").wait_for()
    assert page.url.endswith("/?overlay=1")
    assert page.get_by_role("button").count() == 0


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_has_room_in_every_language_and_nothing_that_axe_finds_wrong(open_hub, hub_page, linked, language):
    table = linked(LONG[0][:40]).mine.table
    hub_page.relay.choose(table, 3_600)
    hub_page.relay.choose(table, 3_000)
    page = view(open_hub, lang=language)
    assert faults_at(page, SIZES, language) == []
    assert violations_by_theme(page) == []
