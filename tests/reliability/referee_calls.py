"""From a table's call to its record on the referee's phone: seconds and taps, in a real browser.

With a number of calls behind it, this is the process that measures: a second driver of browsers cannot be
begun beside that of pytest.
"""

import importlib.util
import json
import random
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.club.membership import JoinCode, join
from companion.club.service import FOLDER, HubPlan, HubService
from companion.club_page.app import HubPage, PagePlan
from companion.riichi.facts import CALLS, Discarded, Fact, KyokuStarted
from companion.tournament.referee import CallSeen
from tests.browser.conftest import ARGUMENTS, PATIENCE_MS
from tests.club_page.playing import NAMES, LinkedTable, game_of
from tests.conftest import ROOT
from tests.intake.panel_table import PanelTable
from tests.reliability.club_kills import free_ports
from tests.reliability.player_clocks import p95
from tests.reliability.trials import Outcome, trial
from tests.toolbox.chromium import CHROMIUM
from tests.toolbox.quick_folder import quick_folder

MOST_S, MOST_TAPS = 10.0, 3
PHONE = {"width": 390, "height": 844}
BY_KEY = 2
"""One call in this many comes by the key of a seat; the others as a page calls."""


class SeatKeys:
    """The keys of a table whose link is that of the trial."""

    def __init__(self, table: LinkedTable) -> None:
        self._call = table.link.call
        self._panel = PanelTable(referee=self)

    def called(self) -> CallSeen:
        """How the call stands."""
        return self._call.seen()

    def call(self, *, is_wanted: bool, seat: int | None) -> None:
        """Call, or withdraw the call."""
        self._call.want(is_wanted=is_wanted, seat=seat)

    def hold(self, seat: int) -> None:
        """`wait` is held for two seconds of the panel's clock, which pass at once here."""
        self._panel.hold_down(f"{self._panel.side_of(seat)} wait")


def played(seed: int) -> list[Fact]:
    """A game up to a discard in a hand with a call, at least four discards into it."""
    rng, facts, hand = random.Random(f"call {seed}"), [], []
    for fact in game_of(f"call {seed}"):
        facts.append(fact)
        hand = [fact] if isinstance(fact, KyokuStarted) else [*hand, fact]
        thrown = sum(isinstance(one, Discarded) for one in hand)
        is_called = any(isinstance(one, CALLS) for one in hand)
        if isinstance(fact, Discarded) and thrown > 3 and is_called and rng.random() < 0.3:
            return facts
    raise AssertionError("nobody called in a whole game")


def wanted_of(facts: list[Fact]) -> tuple[list[str], int]:
    """Whose the last three discards are, the newest first; and how many calls there were in the hand."""
    begun = max(at for at, fact in enumerate(facts) if isinstance(fact, KyokuStarted))
    thrown = [fact for fact in facts[begun:] if isinstance(fact, Discarded)]
    calls = sum(isinstance(fact, CALLS) for fact in facts[begun:])
    return [NAMES[fact.seat] for fact in reversed(thrown[-3:])], calls


def measured(tries: int) -> tuple[list[str], list[float], int]:
    """What was wrong, how long each call took, and the most taps that one of them needed."""
    from playwright.sync_api import expect, sync_playwright

    with quick_folder() as folder, ExitStack() as last:
        (folder / "hub").mkdir()
        hub = HubService(folder / "hub", HubPlan("127.0.0.1", *free_ports(2), ("127.0.0.1",)))
        last.callback(hub.stop)
        hub.start()
        page = HubPage(hub, folder / "hub" / FOLDER, PagePlan("127.0.0.1", 0))
        last.callback(page.stop)
        page.start()
        table = last.enter_context(
            LinkedTable(folder / "table", join(folder / "mine", JoinCode.read(str(hub.code())), "Window", 1))
        )
        browser = last.enter_context(sync_playwright()).chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS
        )
        last.callback(browser.close)
        context = browser.new_context(viewport=PHONE, has_touch=True, locale="en")
        context.set_default_timeout(PATIENCE_MS)
        phone = context.new_page()
        keys = SeatKeys(table)
        wrong, took, most = [], [], 0
        for number in range(tries):
            facts = played(number)
            names, calls = wanted_of(facts)
            table.begin(facts)
            # The phone lies on any of the hub's views.
            phone.goto(page.url.replace("127.0.0.1", "localhost"))
            phone.get_by_role("link", name="Referee").wait_for()
            taps, began = 0, time.monotonic()
            if number % BY_KEY:
                keys.hold(number % 4)
            else:
                table.link.call.want(is_wanted=True, seat=number % 4)
            table.link.notice()
            for tapped in (
                phone.get_by_role("link", name="Referee"),
                phone.locator(".referee-call.waits"),
            ):
                tapped.tap()
                taps += 1
            last_three = phone.locator(".referee-last li")
            expect(last_three).to_have_count(3)
            # A long hand is folded: the first of its calls are one tap further.
            if (folded := phone.locator(".referee-steps + button")).count():
                folded.tap()
                taps += 1
            listed = phone.locator(".referee-steps li").count()
            shown = [one.locator(".name").inner_text() for one in last_three.all()]
            told_by = [one.inner_text() for one in phone.locator(".referee-last .quiet").all()]
            took.append(time.monotonic() - began)
            most = max(most, taps)
            if shown != names or listed < calls or not all("pretend" in one for one in told_by):
                wrong.append(f"call {number}: {shown} by {told_by}, and it was {names}")
            phone.get_by_role("button", name="Settled").tap()
            phone.get_by_text("No table is calling.").wait_for()
        return wrong, took, most


@trial(
    "P6",
    "calls, until a referee's phone shows discards, calls and who told them: wrong, over 10 s or 3 taps",
    short=2,
    long=50,
)
def from_call_to_record(tries: int, _folder: Path) -> Outcome:
    if importlib.util.find_spec("playwright") is None or CHROMIUM is None:
        pytest.skip("there is no browser here; scripts/install-test-tools brings it")
    command = [sys.executable, "-m", "tests.reliability.referee_calls", str(tries)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
    wrong, took, taps = json.loads(done.stdout)
    slow = sum(one > MOST_S for one in took) + (taps > MOST_TAPS)
    shown = p95(took) if len(took) > 1 else took[0]
    note = f"{tries // BY_KEY} by key, {taps} taps at most; p95 {shown:.2f} s, longest {max(took):.2f} s"
    return Outcome(tries, len(wrong) + slow, f"{note}; {wrong[0]}" if wrong else note)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measured(int(sys.argv[1]))) + "\n")
