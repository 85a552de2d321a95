"""The evening of the players who tried the page, by touch: twelve hands, three players, a counted hand.

Every step has a name, so that whoever looks can keep a picture of it; and everything that people do there is
counted in taps. Nothing here knows how large the screen is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.touching import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests.browser.real_table import RealTable

SAME_TAP_MS = 320
"""The page takes two equal taps in a shorter time for one trembling finger."""
SEQ = "() => document.documentElement.dataset.seq"
"""Which state the page shows."""
FREE = """(target) => {
  target.scrollIntoView({ block: "center" });
  const { left, top, width, height } = target.getBoundingClientRect();
  const part = (at) => (at + 0.5) / 16;
  const points = [...Array(256).keys()].map((at) => {
    const [x, y] = [left + width * part(at % 16), top + height * part(Math.floor(at / 16))];
    return { x, y, isFree: document.elementFromPoint(x, y) === target };
  });
  const taken = points.filter(({ isFree }) => !isFree);
  const room = ({ x, y }) => Math.min(...taken.map((other) => Math.hypot(x - other.x, y - other.y)));
  const [best] = points.filter(({ isFree }) => isFree).sort((one, other) => room(other) - room(one));
  return [best.x, best.y];
}"""
"""Where a finger finds a large target on which smaller ones lie: as far from those as it can be."""
SUITS = {"m": "characters", "p": "circles", "s": "bamboos"}
PINFU = "2m 3m 4m 3p 4p 5p 6p 7p 8p 8s 8s 5s 6s 7s"

LAST_HANDS = (
    ("Chie", "Ron from Aki", "3 han 30 fu"),
    ("Aki", "Tsumo", "2 han 40 fu"),
    ("Dai", "Ron from Ben", "2 han 30 fu"),
)

WERE = {
    "riichi": 1,
    "ron or tsumo": 4,
    "double ron": 6,
    "chombo": 4,
    "kan with its dora": 4,
    "draw, two tenpai": 3,
    "abortive draw": 2,
    "undo": 2,
    "next hand": 1,
    "tsumo by tiles": 18,
    "a result two hands back": 7,
    "same players again": 2,
}
"""How many taps each thing took when players first tried the page."""


@dataclass
class Walk:
    """One page, one finger, and somebody who looks at every step."""

    page: Page
    table: RealTable
    look: Callable[[str], None]
    taps: dict[str, int] = field(default_factory=dict)
    """What each thing took at most."""
    steps: int = 0
    _newest: str = ""
    _count: int = 0

    def tap(self, target: Locator, name: str = "") -> None:
        """One tap, as a finger does it."""
        if name and name == self._newest:
            self.page.wait_for_timeout(SAME_TAP_MS)
        target.first.tap()
        self._newest = name
        self._count += 1

    def see(self, name: str) -> None:
        """A step is done, the page shows it: look."""
        self.steps += 1
        newest = self.table.table.seq
        self.page.wait_for_function("seq => Number(document.documentElement.dataset.seq) >= seq", arg=newest)
        self.look(f"{self.steps:02} {name}")

    def count(self, kind: str, act: Callable[[], None]) -> None:
        """Do something that people want, and remember how many taps it took."""
        self._count = 0
        act()
        self.taps[kind] = max(self.taps.get(kind, 0), self._count)

    # What is on the page.

    def seat(self, name: str) -> Locator:
        return self.page.locator(f"main section[aria-label$=', {name}']")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    @property
    def sheet(self) -> Locator:
        return self.page.locator("dialog.sheet")

    # What people do.

    def act(self, name: str, act: str) -> None:
        before = self.page.evaluate(SEQ)
        self.tap(self.seat(name).locator(f".act-{act}"), f"{name} {act}")
        if act != "win":
            self.page.wait_for_function(f"seq => ({SEQ})() !== seq", arg=before)

    def next_hand(self) -> None:
        self.count("next hand", lambda: self.tap(self.page.locator(".go.deal")))
        expect(self.page.locator(".go.deal")).to_have_count(0)

    def win(
        self, name: str, source: str, worth: str, more: tuple[str, str] | None = None, step: str = ""
    ) -> None:
        kind = "double ron" if more else "ron or tsumo"
        self.count(kind, lambda: self._win(name, source, worth, more, step))
        self.see(f"{step}, confirmed")

    def _win(self, name: str, source: str, worth: str, more: tuple[str, str] | None, step: str) -> None:
        self.act(name, "win")
        self.sheet.wait_for()
        self.see(f"{step}, the sheet")
        self.tap(self.sheet.get_by_role("button", name=source, exact=True))
        self._worth(worth)
        if more:
            self.tap(self.sheet.get_by_role("button", name=f"+ Ron: {more[0]}", exact=True))
            self._worth(more[1])
        self.confirm(step)

    def _worth(self, worth: str) -> None:
        self.tap(self.sheet.get_by_role("button", name=re.compile(f"^{worth}")))

    def confirm(self, step: str) -> None:
        self.sheet.locator(".confirm[aria-busy=false]:enabled").wait_for()
        self.see(f"{step}, before it is confirmed")
        self.tap(self.sheet.locator(".confirm"))
        self.sheet.wait_for(state="detached")

    def draw(self, *tenpai: str) -> None:
        self.tap(self.page.locator(".go.draw"))
        for name in tenpai:
            says = self.seat(name).locator(".tenpai")
            says.first.wait_for()
            self.tap(says)
            self.seat(name).locator(".tenpai[aria-pressed=true]").first.wait_for()

    def other_end(self, step: str) -> None:
        self.tap(self.page.locator(".table-acts .quiet-act"))
        self.sheet.wait_for()
        self.see(f"{step}, the sheet")

    def tiles(self, tiles: str) -> None:
        for tile in tiles.split():
            self.tap(self.sheet.locator(".keys").get_by_role("button", name=spoken(tile), exact=True), tile)


def spoken(tile: str) -> str:
    """What the page calls a tile: `3p` is "3 of circles"."""
    return f"{tile[0]} of {SUITS[tile[1]]}"


def begin(walk: Walk, names: list[str], depth: str = "") -> None:
    """People sit down."""
    walk.see("nobody plays")
    walk.tap(walk.button("New game"))
    if len(names) == 3:
        walk.tap(walk.sheet.get_by_role("button", name=re.compile("three players", re.IGNORECASE)))
    for at, name in enumerate(names):
        walk.page.locator(".name-line input").nth(at).fill(name)
    walk.see("a new game")
    walk.tap(walk.sheet.locator(".confirm"))
    walk.sheet.wait_for(state="detached")
    walk.page.locator(".go.deal").first.wait_for()
    if depth:
        walk.tap(walk.page.locator(".depth"))
        walk.sheet.wait_for()
        walk.see("level of detail")
        walk.tap(walk.sheet.locator(".row-button", has_text=depth))
        walk.tap(walk.sheet.locator(".confirm"))
        walk.sheet.wait_for(state="detached")
    walk.next_hand()
    walk.see("dealt")


def twelve_hands(walk: Walk) -> None:
    """Riichi, ron, tsumo by tiles, two ron, chombo, a kan, draws of each kind, an undo, and two put right."""
    begin(walk, NAMES)
    _riichi_and_ron(walk)
    _by_tiles(walk)
    walk.win("Aki", "Ron from Chie", "1 han 30 fu", ("Ben", "2 han 30 fu"), step="two ron")
    walk.next_hand()
    walk.count("chombo", lambda: _chombo(walk))
    walk.next_hand()
    walk.count("kan with its dora", lambda: _kan(walk))
    walk.win("Ben", "Tsumo", "Mangan", step="tsumo after a kan")
    walk.next_hand()
    walk.count("draw, two tenpai", lambda: walk.draw("Aki", "Chie"))
    walk.see("a draw, two tenpai")
    walk.next_hand()
    walk.act("Dai", "riichi")
    walk.draw("Ben")
    walk.see("a draw, one in riichi and one more tenpai")
    walk.next_hand()
    walk.count("abortive draw", lambda: _nine(walk))
    walk.see("nine terminals, confirmed")
    walk.next_hand()
    _undo(walk)
    for step, won in enumerate(LAST_HANDS, 9):
        walk.win(*won, step=f"hand {step}")
        walk.next_hand()
    walk.count("a result two hands back", lambda: _two_hands_back(walk))
    _final(walk)


def _riichi_and_ron(walk: Walk) -> None:
    walk.count("riichi", lambda: walk.act("Ben", "riichi"))
    walk.see("riichi")
    walk.win("Chie", "Ron from Ben", "3 han 40 fu", step="ron")
    walk.next_hand()


def _by_tiles(walk: Walk) -> None:
    walk.count("tsumo by tiles", lambda: _typed(walk))
    walk.see("tsumo by tiles, confirmed")
    walk.next_hand()


def _typed(walk: Walk) -> None:
    walk.act("Dai", "win")
    walk.tap(walk.sheet.get_by_role("button", name="Tsumo", exact=True))
    walk.tap(walk.sheet.get_by_role("button", name="By tiles"))
    walk.tiles(PINFU)
    walk.confirm("tsumo by tiles")


def _chombo(walk: Walk) -> None:
    walk.other_end("chombo")
    walk.tap(walk.sheet.locator(".danger"))
    walk.see("chombo, by whom")
    walk.tap(walk.sheet.get_by_role("button", name="Dai", exact=True))
    walk.sheet.wait_for(state="detached")
    walk.see("chombo, confirmed")


def _kan(walk: Walk) -> None:
    walk.act("Ben", "ankan")
    walk.see("a closed kan")
    walk.tap(walk.page.locator("button.reminders:visible"))
    walk.tap(walk.button("Which tile"))
    walk.see("a closed kan, which tile")
    walk.tap(walk.page.locator("dialog .keys").get_by_role("button", name="7 of bamboos", exact=True))
    expect(walk.page.locator("dialog")).to_have_count(0)
    walk.see("a closed kan and its dora")


def _nine(walk: Walk) -> None:
    walk.other_end("nine terminals")
    walk.tap(walk.sheet.get_by_role("button", name="Nine terminals and honours: Chie", exact=True))
    walk.sheet.wait_for(state="detached")


def _undo(walk: Walk) -> None:
    walk.act("Chie", "riichi")
    walk.page.locator(".undo:enabled").first.wait_for()
    walk.count("undo", lambda: _take_back(walk))
    walk.see("riichi taken back")


def _take_back(walk: Walk) -> None:
    walk.tap(walk.page.locator(".undo:visible"))
    walk.page.locator(".undo.armed").first.wait_for()
    walk.see("take back, asked")
    walk.tap(walk.page.locator(".undo:visible"))
    expect(walk.page.locator(".band")).to_have_count(0)


def _two_hands_back(walk: Walk) -> None:
    walk.tap(walk.button(re.compile("^Menu")))
    walk.see("menu")
    walk.tap(walk.button("History"))
    walk.page.locator(".hand-row").first.wait_for()
    walk.see("history")
    walk.tap(walk.page.locator(".hand-row").nth(-3))
    walk.page.locator("dialog.evening .told-list").first.wait_for()
    walk.see("one hand of the history")
    walk.tap(walk.button("Correct this hand"))
    walk.see("correct a hand")
    walk.page.get_by_label("Han").select_option("4")
    walk._count += 2
    walk.page.locator(".differences li").first.wait_for()
    walk.see("correct a hand, before it is confirmed")
    walk.tap(walk.button("Confirm the correction"))
    expect(walk.page.locator(".evening-said")).to_contain_text("Corrected")
    walk.see("correct a hand, confirmed")
    walk.page.keyboard.press("Escape")
    expect(walk.page.locator("dialog")).to_have_count(0)


def _final(walk: Walk) -> None:
    walk.win("Dai", "Tsumo", "3 han 30 fu", step="the last hand")
    walk.tap(walk.button(re.compile("^Menu")))
    walk.tap(walk.button("End the game"))
    walk.sheet.wait_for()
    walk.see("finish the game, asked")
    walk.tap(walk.sheet.locator(".confirm"))
    walk.page.locator(".final:visible").first.wait_for()
    walk.see("final scores")
    walk.count("same players again", lambda: _again(walk))
    walk.see("the same players again")


def _again(walk: Walk) -> None:
    walk.tap(walk.button("New game"))
    walk.tap(walk.sheet.locator(".confirm"))
    walk.sheet.wait_for(state="detached")
    walk.page.locator(".go.deal").first.wait_for()


def three_players(walk: Walk) -> None:
    """Norths set aside, a ron, a tsumo, a draw, and the scores."""
    begin(walk, NAMES[:3])
    walk.act("Ben", "kita")
    walk.act("Aki", "riichi")
    walk.see("riichi, and a north set aside")
    walk.win("Chie", "Ron from Aki", "4 han 30 fu", step="ron of three")
    walk.next_hand()
    walk.win("Ben", "Tsumo", "Mangan", step="tsumo of three")
    walk.next_hand()
    walk.draw("Ben")
    walk.see("a draw of three")


def counted_hand(walk: Walk) -> None:
    """Every discard and call is a tap; a kan, its dora, a riichi and a tsumo."""
    begin(walk, NAMES, "Counting")
    for name in ("Aki", "Ben", "Chie"):
        _discards(walk, name)
    walk.see("three discards")
    walk.act("Ben", "pon")
    walk.see("a pon")
    _discards(walk, "Ben")
    walk.act("Chie", "riichi")
    walk.see("riichi and its discard")
    walk.act("Dai", "ankan")
    walk.see("a closed kan, counted")
    walk.win("Dai", "Tsumo", "3 han 30 fu", step="tsumo, counted")


def _discards(walk: Walk, name: str) -> None:
    before = walk.page.evaluate(SEQ)
    walk.page.touchscreen.tap(*walk.button(f"{name} discards").first.evaluate(FREE))
    walk.page.wait_for_function(f"seq => ({SEQ})() !== seq", arg=before)
