"""A player of records by touch: known facts go through the page at points depth, and taps are counted.

What nobody tells at that depth (draws, discards, calls) is left out; riichi, kans and results are
tapped as people would. Nothing here asks the server: only what the page shows can be tapped.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.riichi.facts import (
    AnkanDeclared,
    Chombo,
    DaiminkanCalled,
    HandValue,
    KakanDeclared,
    KitaDeclared,
    KyokuStarted,
    RiichiAccepted,
    RiichiDeclared,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.settlement import Limit, liable_for, limit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Locator, Page

    from companion.riichi.facts import Fact
    from companion.riichi.hanchan import Hanchan
    from companion.riichi.ruleset import RuleSet
    from companion.riichi.seats import Seat

SIDES = {4: ("bottom", "right", "top", "left"), 3: ("bottom", "right", "left")}
SAME_TAP_MS = 320
"""The page takes two equal taps in a shorter time for one trembling finger."""
FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
LIMITS = {Limit.MANGAN: 0, Limit.HANEMAN: 1, Limit.BAIMAN: 2, Limit.SANBAIMAN: 3}
KAZOE, YAKUMAN = 4, 5


@dataclass
class Toucher:
    """One finger on one page."""

    page: Page
    rules: RuleSet
    names: tuple[str, ...]
    taps: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """For each kind of thing, how many taps each of them took."""
    _count: int = 0
    _newest: str = ""

    def play(self, facts: Sequence[Fact], tables: Sequence[Hanchan]) -> None:
        """Tap a whole game. `tables` is the game after each fact: it knows who is liable."""
        at = 0
        while at < len(facts):
            at += self._step(facts, tables, at)

    def _step(self, facts: Sequence[Fact], tables: Sequence[Hanchan], at: int) -> int:
        fact = facts[at]
        match fact:
            case KyokuStarted():
                self._told("deal", self._deal)
            case RiichiDeclared():
                self._told("riichi", lambda: self._act(fact.seat, "riichi"))
            case AnkanDeclared():
                self._told("kan", lambda: self._act(fact.seat, "ankan"))
            case KakanDeclared() | DaiminkanCalled():
                self._told("kan", lambda: self._act(fact.seat, "kakan"))
            case KitaDeclared():
                self._told("kita", lambda: self._act(fact.seat, "kita"))
            case Ryuukyoku():
                self._draw(fact)
            case Chombo():
                self._told("chombo", lambda: self._chombo(fact.seat))
            case Won():
                return self._wins(facts, tables, at)
            case _:
                pass
        return 1

    def seat(self, seat: Seat) -> Locator:
        """The panel that is turned to this player."""
        return self.page.locator(f".panel.{SIDES[self.rules.players][seat]}")

    def tap(self, target: Locator, name: str) -> None:
        """One tap, as a finger does it."""
        if name == self._newest:
            self.page.wait_for_timeout(SAME_TAP_MS)
        target.tap()
        self._newest = name
        self._count += 1

    def _told(self, kind: str, tell: object) -> None:
        self._count = 0
        tell()  # type: ignore[operator]
        self.taps[kind].append(self._count)

    def _deal(self) -> None:
        self.tap(self.page.locator(".go.deal"), "deal")
        # What lies at the same place before the deal is another button.
        self.page.locator(".go.deal").wait_for(state="detached")

    def _act(self, seat: Seat, act: str) -> None:
        self.tap(self.seat(seat).locator(f".act-{act}"), f"{seat} {act}")

    # 流局

    def _draw(self, fact: Ryuukyoku) -> None:
        if fact.kind is not RyuukyokuKind.EXHAUSTIVE:
            self._told("other draw", lambda: self._other_draw(fact))
            return
        kind = "draw, nobody to be asked" if not fact.tenpai else "draw"
        self._told(kind, lambda: self._exhaustive(fact.tenpai))

    def _exhaustive(self, tenpai: tuple[Seat, ...]) -> None:
        self.tap(self.page.locator(".go.draw"), "draw")
        for seat in tenpai:
            says = self.seat(seat).locator(".tenpai")
            if says.get_attribute("aria-pressed") == "false":
                self.tap(says, f"tenpai {seat}")
                self.seat(seat).locator(".tenpai[aria-pressed=true]").wait_for()

    def _other_draw(self, fact: Ryuukyoku) -> None:
        self.tap(self.page.locator(".middle .quiet-act").first, "other end")
        name = self._draw_name(fact)
        self.tap(self.page.get_by_role("button", name=name, exact=True), f"draw {name}")

    def _draw_name(self, fact: Ryuukyoku) -> str:
        match fact.kind:
            case RyuukyokuKind.KYUUSHU_KYUUHAI if fact.by is not None:
                return f"Nine terminals and honours: {self.names[fact.by]}"
            case RyuukyokuKind.NAGASHI_MANGAN:
                return f"Nagashi mangan: {self.names[fact.nagashi[0]]}"
            case RyuukyokuKind.SUUFON_RENDA:
                return "Four identical winds"
            case RyuukyokuKind.SUUCHA_RIICHI:
                return "Four riichi"
            case RyuukyokuKind.SUUKAIKAN:
                return "Four kans"
            case _:
                return "Triple ron"

    def _chombo(self, seat: Seat) -> None:
        self.tap(self.page.locator(".middle .quiet-act").first, "other end")
        self.tap(self.page.locator("dialog .danger"), "chombo")
        self.tap(self.page.locator("dialog .picks button", has_text=self.names[seat]), "who")

    # 和了

    def _wins(self, facts: Sequence[Fact], tables: Sequence[Hanchan], at: int) -> int:
        wins = [fact for fact in facts[at : at + 3] if isinstance(fact, Won)]
        kind = "win" if len(wins) == 1 else f"{len(wins)} wins at once"
        riichi_tile = wins[0].by is WinBy.RON and is_on_riichi_tile(facts, at, wins[0].giver)
        self._told(
            kind + (" on the riichi tile" if riichi_tile else ""),
            lambda: self._win(wins, tables[at], riichi_tile),
        )
        return len(wins)

    def _win(self, wins: list[Won], table: Hanchan, riichi_tile: bool) -> None:
        first = wins[0]
        self._act(first.seat, "win")
        sheet = self.page.locator("dialog.win-sheet")
        tsumo = first.by is WinBy.TSUMO
        self.tap(
            sheet.locator(
                ".from button", has_text="Tsumo" if tsumo else f"Ron from {self.names[first.giver]}"
            ),
            "from",
        )
        for place, win in enumerate(wins):
            if place:
                self.tap(
                    sheet.get_by_role("button", name=f"+ Ron: {self.names[win.seat]}", exact=True), "too"
                )
            self._value(win, table)
        if riichi_tile:
            self.tap(sheet.locator(".more-of-it button", has_text="On the riichi tile"), "stick back")
        self.tap(sheet.locator(".confirm"), "confirm")
        sheet.wait_for(state="detached")

    def _value(self, win: Won, table: Hanchan) -> None:
        value = win.value
        assert value is not None
        sheet = self.page.locator("dialog.win-sheet")
        self.tap(_cell(sheet, value, self.rules), "value")
        liable = liable_for(table.kyoku, win) if table.kyoku is not None else None
        if liable is not None:
            self.tap(sheet.get_by_role("button", name=f"Pao: {self.names[liable]}", exact=True), "pao")


def _cell(sheet: Locator, value: HandValue, rules: RuleSet) -> Locator:
    limits = sheet.locator(".limits .cell")
    if value.yakuman:
        return limits.nth(YAKUMAN + value.yakuman - 1 - (not rules.kazoe_yakuman))
    limit = limit_of(value, rules)
    if limit is Limit.YAKUMAN:
        return limits.nth(KAZOE)
    if value.han > 4 or (limit is not None and value.fu not in FU):
        assert limit is not None
        return limits.nth(LIMITS[limit])
    return sheet.get_by_role("button", name=f"{value.han} han {value.fu} fu:")


def is_on_riichi_tile(facts: Sequence[Fact], at: int, giver: Seat) -> bool:
    """Whether the giver had said riichi with this very tile: the stick has not been accepted then."""
    for fact in reversed(facts[:at]):
        if isinstance(fact, RiichiAccepted) and fact.seat == giver:
            return False
        if isinstance(fact, RiichiDeclared) and fact.seat == giver:
            return True
        if isinstance(fact, KyokuStarted):
            return False
    return False
