"""The page of a real hub before a real browser, for the tests that import these fixtures; no test is here."""

import pytest

from companion.club.service import FOLDER
from companion.club_page.app import HubPage, PagePlan
from tests.browser.conftest import pages_of

LONG = ("Wolfeschlegelsteinhausenbergerdorff", "Ngoc", "Bo", "Sigrún Þórgnýsdóttir")


@pytest.fixture(scope="module")
def hub_page(hub, folder):
    page = HubPage(hub, folder / "hub" / FOLDER, PagePlan("127.0.0.1", 0))
    page.start()
    yield page
    page.stop()


@pytest.fixture
def open_hub(chromium, hub_page):
    """Opens the hub's page as its own screen."""
    with pages_of(chromium, hub_page.url.replace("127.0.0.1", "localhost")) as opened:
        yield opened
