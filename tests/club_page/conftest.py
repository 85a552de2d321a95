"""A real hub with its page, and tables that are linked to it; without Mosquitto these tests are skipped."""

from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from companion.club.service import FOLDER
from companion.club_page.app import HubPage, PagePlan
from tests.club.conftest import folder, hub, joined
from tests.club_page.playing import LinkedTable

__all__ = ["folder", "hub", "joined"]


@dataclass
class Port:
    """What a visitor has to know of a page."""

    port: int


@pytest.fixture(scope="module")
def page(hub, folder):
    page = HubPage(hub, folder / "hub" / FOLDER, PagePlan("127.0.0.1", 0))
    page.start()
    yield page
    page.stop()


@pytest.fixture
def private_page(hub, tmp_path):
    page = HubPage(hub, tmp_path, PagePlan("127.0.0.1", 0, is_private=True))
    page.start()
    yield page
    page.stop()


@pytest.fixture
def linked(joined, tmp_path):
    """Tables that have joined the hub, each with its journal and its link."""
    with ExitStack() as opened:
        yield lambda name: opened.enter_context(LinkedTable(tmp_path / f"{name} data", joined(name)))
