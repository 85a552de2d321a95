"""Real games through the page by touch alone: the points come out as in the record, and few taps are needed.

The games lie beside the checkout; without them the test skips. The ordinary run plays the first few
of the archive, COMPANION_ALL_RECORDS=1 plays fifty.
"""

from __future__ import annotations

import os
import sys
import tarfile
from itertools import islice
from statistics import median
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.haifu.mjlog import read_mjlog
from companion.intake.record_player import PlayableRecord, playable
from companion.riichi.final_score import final_scores
from tests.browser.conftest import PATIENCE_MS, screen
from tests.browser.real_table import RealTable
from tests.browser.toucher import Toucher

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

ARCHIVE = "games-4p.tar.xz"
GAMES = 50 if os.environ.get("COMPANION_ALL_RECORDS") else 5
THREE_PLAYERS = 1
NAMES = ("Aki", "Ben", "Chie", "Dai")
MOST = {"win": 4, "riichi": 1, "kan": 1, "kita": 1, "draw, nobody to be asked": 1, "deal": 1}


def record_of(folder: Path, archive: str, number: int) -> PlayableRecord:
    path = folder / "logs" / archive
    if not path.is_file():
        pytest.skip(f"there is no {archive} in ../shared/data/logs beside this checkout")
    with tarfile.open(path) as games:
        member = next(islice((member for member in games if member.isfile()), number, None))
        file = games.extractfile(member)
        assert file is not None
        played = playable(read_mjlog(file.read().decode(), member.name))
    assert not played.failure, f"{member.name}: {played.failure}"
    return played


def sit_down(page: Page, names: tuple[str, ...]) -> None:
    page.get_by_role("button", name="New game").tap()
    for seat, name in enumerate(names):
        page.locator(".name-line input").nth(seat).fill(name)
    page.get_by_role("button", name="Start", exact=True).tap()


def played_by_touch(chromium: Browser, record: PlayableRecord) -> Toucher:
    """One game on a fresh table; at its end the page shows the record's points."""
    table = RealTable(record.rules)
    context = screen(chromium, has_touch=True)
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{table.url}?theme=dark")
        names = NAMES[: record.rules.players]
        sit_down(page, names)
        finger = Toucher(page, record.rules, names)
        finger.play(record.facts, record.tables)
        page.get_by_role("button", name="Final scores").tap()
        # With the sticks that lay on the table at the end, which the first takes.
        end = [score.points for score in final_scores(record.tables[-1])]
        for seat, name in enumerate(names):
            row = page.locator(".cards .final tbody tr", has=page.get_by_role("rowheader", name=name))
            expect(row.locator("td").nth(1)).to_have_text(f"{end[seat]:,}".replace("-", "\u2212"))
        return finger
    finally:
        context.close()
        table.end()


@pytest.mark.gate(0)
@pytest.mark.parametrize(
    ("archive", "number"),
    [
        *((ARCHIVE, number) for number in range(GAMES)),
        *(("games-3p.tar.xz", at) for at in range(THREE_PLAYERS)),
    ],
)
def test_a_real_game_comes_out_and_needs_few_taps(chromium, shared_data, archive, number, capsys):
    taps = played_by_touch(chromium, record_of(shared_data, archive, number)).taps
    with capsys.disabled():
        sys.stdout.write(f"\ngame {number} of {archive}, taps for each\n")
        for kind, each in sorted(taps.items()):
            sys.stdout.write(f"{kind:32} median {median(each):g}  most {max(each)}  of {len(each)}\n")
    assert {kind: median(taps[kind]) for kind in MOST if kind in taps} == {
        kind: most for kind, most in MOST.items() if kind in taps
    }
