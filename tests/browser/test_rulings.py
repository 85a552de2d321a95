"""What may happen now, and a house rule: seen and tapped on the page, decided by the table itself."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.clock import ManualClock
from companion.dashboard.commands import Command
from companion.evidence import Answer, Cause, FactObserved, WaiveAsked
from companion.journal import MemoryJournal
from companion.projections.board import Board
from companion.projections.snapshot import project
from companion.riichi.facts import Drawn, HanchanStarted, IndicatorRevealed, RuleWaived
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.tiles import Tile
from companion.scribe.mind import Trust
from companion.table_loop import TableKeeper
from tests.browser.hands import A, D, deal, turn


class KeptTable:
    """A table with its journal behind the page; `say` observes facts, a tap waives."""

    house = TENHOU

    def __init__(self) -> None:
        self.board = Board()
        self.journal = MemoryJournal()
        self.keeper = TableKeeper(self.journal, TENHOU, ManualClock(), trust=Trust)
        self.show()

    def say(self, *facts) -> None:
        self.keeper.take([FactObserved(fact, Cause.CAMERA, 0) for fact in facts])
        self.show()

    def show(self) -> None:
        self.board.publish(project(self.keeper.state))

    def submit(self, command: Command) -> Answer:
        assert isinstance(command.asked, WaiveAsked)
        answer = self.keeper.do(command.asked)
        self.show()
        return answer


@pytest.fixture
def table():
    return KeptTable()


def open_menu(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Menu")).click()


def row(page: Page, action: str):
    return page.locator(".rulings div", has=page.get_by_text(action, exact=True))


def test_the_menu_says_what_may_happen_and_why_not(open_page, table):
    table.say(HanchanStarted(("Aki", "Ben", "Chie", "Dai"), "tenhou"))
    table.say(deal(), *turn(D, "1z"), *turn(A, "5p"))
    page = open_page()
    open_menu(page)
    expect(page.get_by_role("heading", name="Ben")).to_be_visible()
    expect(row(page, "Chi").first).to_contain_text("possible")
    expect(row(page, "Chi").nth(1)).to_contain_text("only possible from the player on the left")


def test_a_refused_fact_is_allowed_by_a_tap_and_written_down(open_page, table):
    table.say(deal(), Drawn(D), IndicatorRevealed(Tile("9m")))
    page = open_page()
    open_menu(page)
    refused = page.locator(".refused")
    expect(refused).to_contain_text("No dora indicator is due to be flipped now.")
    refused.get_by_role("button", name="House rule: allow it").click()
    expect(page.locator(".refused")).to_have_count(0)
    entries = table.journal.entries(table.journal.games()[-1].number)
    assert [entry.fact for entry in entries[-2:]] == [
        RuleWaived(Reason.INDICATOR_TOO_EARLY),
        IndicatorRevealed(Tile("9m")),
    ]
