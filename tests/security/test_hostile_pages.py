"""S1 and S7 in a real browser: foreign pages get nowhere, and our own breaks none of its rules."""

import pytest

from companion.dashboard.roles import Role
from tests.front_door.companions import started
from tests.reliability.trials import Outcome, Trial, row
from tests.security.hostile_pages import VECTORS, hostile
from tests.security.test_pages import at_home, browser, device, devices_sheet

__all__ = ["browser", "device"]

KEYS = "This phone as keys"
REPORTS = """
window.reports = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.reports.push(`${event.violatedDirective} ${event.blockedURI} ${location.pathname}`);
});
"""


@pytest.fixture
def measured(record_property):
    def measured(name, what, outcome):
        record_property("trial", row(Trial(name, what, "0", 0, 0, None), outcome))
        assert outcome.tries > 0
        assert outcome.failures == 0, outcome.note

    return measured


def test_foreign_pages_change_and_read_nothing(device, measured):
    """From another name and from another port of the same one, with the cookie there or on the own screen."""
    done, tries = [], 0
    with at_home() as (house, own, network), hostile() as port:
        port_of_table = own.rsplit(":", 1)[1].strip("/")
        _, token = house.devices.let_in("Tablet", Role.HOST, "")
        attacks = [
            (f"http://{name}:{port}", target)
            for target, names in (
                (network, ("evil.example", "table.local")),
                (own, ("evil.example", "localhost")),
            )
            for name in names
        ]
        for origin, target in attacks:
            page = device(f"{origin}/?target={target}")
            # As a browser has it after pairing: cookies do not know ports.
            cookie = {"name": f"riichi-table-{port_of_table}", "value": token, "url": network}
            page.context.add_cookies([{**cookie, "httpOnly": True, "sameSite": "Strict"}])
            for vector in VECTORS:
                tries += 1
                if page.evaluate("name => attack(name)", vector) or house.table.reached:
                    done.append(f"{vector} from {origin} on {target}")
                    house.table.reached.clear()
            frames = [frame.url for frame in page.frames if frame.url.startswith(target)]
            done += [f"frame {url}" for url in frames]
        assert len(house.devices.all()) == 1
    measured(
        "S1",
        "pages of another name or port, five ways each: done or read",
        Outcome(tries, len(done), ", ".join(done[:1])),
    )


def test_the_attacks_would_be_seen(device):
    """The same page, as our own page's origin: it can do what it is refused elsewhere."""
    with at_home() as (house, own, _):
        page = device(own)
        said = page.evaluate(
            """async () => (await fetch("/api/commands", { method: "POST",
              headers: { "Content-Type": "application/json", "X-Table": "1" },
              body: '{"id":"a","expected_seq":7,"kind":"undo"}' })).status"""
        )
        assert said == 200
        assert len(house.table.reached) == 1


def test_a_name_that_points_here_opens_nothing(device):
    """Rebinding: a foreign name that resolves to this machine is that page's own origin; it gets 421."""
    with at_home() as (house, own, _):
        # Our own policy lets no script there ask for anything; a page of theirs would have another.
        page = device(own.replace("localhost", "evil.example"), bypass_csp=True)
        assert "wrong_host" in page.inner_text("body")
        said = page.evaluate(
            """async () => (await fetch("/api/commands", { method: "POST",
              headers: { "Content-Type": "application/json", "X-Table": "1" },
              body: '{"id":"a","expected_seq":7,"kind":"undo"}' })).status"""
        )
        assert said == 421
        assert house.table.reached == []


def test_the_page_breaks_no_rule_of_its_own_wherever_one_goes(browser, tmp_path, measured):
    """Every layout, the menu and each thing in it: no report of the content security policy."""
    reports, places = [], 0
    with started(tmp_path / "home", "run") as companion:
        seq = companion.seq
        companion.command("start", tap="start", seq=seq, names=["Aki", "Ben", "Chie", "Dai"])
        companion.command("deal", tap="deal", depth="counting")
        context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
        context.add_init_script(REPORTS)
        page = context.new_page()
        url = f"http://localhost:{companion.port}/"
        for asked in (
            "?layout=flat",
            "?layout=stand&lang=fr",
            "?seat=2",
            "?watch=1",
            "?kiosk=1&theme=light",
            "",
        ):
            page.goto(url + asked)
            page.wait_for_selector("main:not(.waiting)")
            places += 1
            reports += page.evaluate("window.reports")
        for name in _things_in_the_menu(page):
            page.locator("button.menu").first.click()
            page.locator("dialog.menu fieldset", has=page.locator("legend", has_text="Game")).get_by_role(
                "button", name=name, exact=True
            ).click()
            if name == KEYS:
                # A page of its own: where it is left, the table's page opens anew.
                page.locator("main.seat-choice .place").first.wait_for()
                reports += page.evaluate("window.reports")
                places += 1
                page.goto(url)
                page.wait_for_selector("main:not(.waiting)")
                continue
            page.locator("dialog[open]").wait_for()
            for view in page.locator("dialog[open] nav button").all():
                view.click()
                places += 1
            places += 1
            page.keyboard.press("Escape")
            page.locator("dialog[open]").wait_for(state="detached")
        devices_sheet(page).get_by_role("button", name="Show a code").wait_for()
        reports += page.evaluate("window.reports")
        page.evaluate("document.body.setAttribute('style', 'color: red')")
        page.evaluate("document.body.innerHTML += '<p style=\"color: red\"></p>'")
        seen = page.evaluate("window.reports")
        context.close()
    assert len(seen) > 0, "a report would not have been seen"
    measured(
        "S7",
        "reports of the content security policy while using the page",
        Outcome(places, len(reports), ", ".join(reports[:1])),
    )


def _things_in_the_menu(page):
    page.locator("button.menu").first.click()
    page.wait_for_selector("dialog.menu")
    options = page.locator("dialog.menu fieldset", has=page.locator("legend", has_text="Game")).locator(
        "button"
    )
    names = [name for name in options.all_inner_texts() if name not in {"Only watch", "Full screen"}]
    page.keyboard.press("Escape")
    assert len(names) > 4
    return names
