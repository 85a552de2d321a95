"""The page asks whether a game may be kept, shows plainly that it is, and lets anybody stop it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.conftest import screen
from tests.browser.measuring import faults
from tests.front_door.companions import source, started

NAMES = ["Aki", "Ben", "Chie", "Dai"]


def test_people_are_asked_see_that_it_is_kept_and_stop_it(tmp_path, chromium):
    kept = tmp_path / "kept"
    with started(tmp_path / "games", "run", "--keep-evening", kept) as companion:
        companion.command("start", tap="start-1", names=NAMES)
        context = screen(chromium, (800, 480))
        page = context.new_page()
        page.goto(f"http://localhost:{companion.port}/?lang=en")
        asked = page.get_by_role("button", name="May this game be kept").first
        asked.click()
        page.get_by_role("button", name="Answer", exact=True).click()
        sheet = page.locator("dialog[open]")
        expect(sheet).to_contain_text("Ask everybody at the table first")
        expect(sheet).to_contain_text("concealed hands")
        assert faults(page) == []
        assert violations(page) == []
        assert not list(kept.glob("table-1.*"))
        sheet.get_by_role("button", name="Everybody agrees").click()
        expect(page.locator(".taping").first).to_be_attached()
        expect(page.get_by_role("button", name="This game is kept").first).to_be_visible()
        assert faults(page) == []
        assert list(kept.glob("table-1.*"))
        page.get_by_role("button", name="This game is kept").first.click()
        page.get_by_role("button", name="Stop and delete …", exact=True).click()
        page.locator("dialog[open]").get_by_role("button", name="Stop, and delete what was kept").click()
        expect(page.locator(".taping")).to_have_count(0)
        companion.wait_until(lambda now: source(now, "evening").get("code") == "waiting")
        assert not list(kept.glob("table-1.*"))
        context.close()
        companion.end()
