"""A table with keys, without threads: presses are heard one after another at the times the test says."""

from __future__ import annotations

from concurrent.futures import Future

from companion.clock import ManualClock
from companion.evidence import (
    Answer,
    Cause,
    Command,
    DealAsked,
    Depth,
    NoticesChanged,
    SourceChanged,
    StartAsked,
    TellAsked,
)
from companion.intake.panel import PanelSource
from companion.intake.panel.calling import Referee
from companion.intake.panel.keys_there import KeysThere
from companion.intake.panel.several import Beside
from companion.journal import Journal, MemoryJournal
from companion.projections.reminders import codes_to_see, reminders
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import RuleSet
from companion.scribe.mind import Trust
from companion.table_loop import TableKeeper
from companion.table_state import TableState
from firmware_bridge.scripted_panel import ScriptedPanel
from firmware_bridge.signals import Button, HeldDown, Lamp, LongPress, Press, Side

SECOND = 1_000_000_000
FIVE_KEYS = frozenset({Button.CHI, Button.PON, Button.KAN, Button.RON, Button.RIICHI})
"""Those of a box of the small build."""


def small_boxes(*phones: Side, sides: str = "ABCD") -> KeysThere:
    """Five keys at these sides, and phones as the keys of some."""
    return KeysThere({Side[side]: FIVE_KEYS for side in sides}, lambda: phones)


class Door:
    """The table's door; whoever asks is answered at once."""

    def __init__(self, rules: RuleSet, journal: Journal | None = None) -> None:
        self.clock = ManualClock()
        self.journal = journal or MemoryJournal()
        self.keeper = TableKeeper(self.journal, rules, self.clock, trust=Trust)

    @property
    def state(self) -> TableState:
        return self.keeper.state

    def put(self, evidence: SourceChanged | NoticesChanged) -> None:
        if isinstance(evidence, SourceChanged):
            self.keeper.note(evidence)
        else:
            self.keeper.hear(evidence)

    def ask(self, command: Command) -> Future[Answer]:
        answer: Future[Answer] = Future()
        answer.set_result(self.keeper.do(command))
        return answer


class PanelTable:
    """Four seat boxes at a table. East sits at side B, so that no side is its seat by chance."""

    def __init__(
        self,
        depth: Depth | None = Depth.COUNTING,
        rules: RuleSet = TENHOU,
        *,
        sides: str = "BCDA",
        keys: KeysThere | None = None,
        referee: Referee | None = None,
        journal: Journal | None = None,
    ) -> None:
        self.door = Door(rules, journal)
        self.panel = ScriptedPanel()
        self.read: list[tuple[str, int]] = []
        """What keys asked to be read aloud, and of which seat they are."""
        self.source = PanelSource(
            lambda: self.panel,
            self.door,
            self.door.clock,
            to_see=codes_to_see,
            keys=keys,
            read_aloud=lambda reading, seat: self.read.append((reading, seat)),
            referee=referee,
        )
        self.source._panels.ears[0].panel = self.panel
        for status in self.panel.wait(0):
            self.source._hear(status)
        self._presses = 0
        self._asked = 0
        if depth is not None:
            self.ask(StartAsked("start", None, "", ("e", "s", "w", "n")[: rules.players], rules))
            self.tell(f.SeatsBound(sides[: rules.players]))
            self.ask(DealAsked("deal", None, "", depth))

    @property
    def state(self) -> TableState:
        return self.door.state

    @property
    def kyoku(self):
        return self.state.hanchan.kyoku

    def ask(self, command: Command) -> Answer:
        answer = self.door.ask(command).result()
        self.source._show()
        return answer

    def tell(self, *facts: f.Fact) -> Answer:
        self._asked += 1
        return self.ask(TellAsked(f"tell-{self._asked}", None, "", facts))

    def press(self, *keys: str, after_s: float = 0.1) -> None:
        """`"B pon"`, one after another; a key after a plus is pressed while the first is held."""
        for key in keys:
            side, _, names = key.partition(" ")
            held: frozenset[Button] = frozenset()
            for name in names.split("+"):
                self._press(Side[side], Button[name.upper()], held, after_s)
                held |= {Button[name.upper()]}

    def press_beside(self, key: str) -> None:
        """A press on a phone, which is the panel beside."""
        side, _, name = key.partition(" ")
        self.wait(0.1)
        self._presses += 1
        now = self.door.clock.monotonic_ns()
        self.source._hear(Beside(Press(Side[side], Button[name.upper()], now, self._presses)))
        self.source._show()

    def _press(self, side: Side, button: Button, held: frozenset[Button], after_s: float) -> None:
        self.wait(after_s)
        self._presses += 1
        self.source._hear(Press(side, button, self.door.clock.monotonic_ns(), self._presses, held))
        self.source._show()

    def hold(self, key: str) -> None:
        """A long press."""
        self.press(key)
        side, _, name = key.partition(" ")
        self.wait(0.8)
        now = self.door.clock.monotonic_ns()
        self.source._hear(LongPress(Side[side], Button[name.upper()], now, self._presses))
        self.source._show()

    def hold_down(self, key: str, beside: str = "") -> None:
        """A press of two seconds; with `beside`, another key is pressed meanwhile."""
        self.hold(key)
        side, _, name = key.partition(" ")
        number = self._presses
        if beside:
            self._press(Side[side], Button[beside.upper()], frozenset({Button[name.upper()]}), 0.1)
        self.wait(1.2)
        now = self.door.clock.monotonic_ns()
        self.source._hear(HeldDown(Side[side], Button[name.upper()], now, number))
        self.source._show()

    def wait(self, seconds: float) -> None:
        """Let time pass, with all that falls due meanwhile at its time."""
        until = self.door.clock.monotonic_ns() + round(seconds * SECOND)
        while True:
            now = self.door.clock.monotonic_ns()
            due = self.source._listener.due_ns(now)
            goal = until if due is None else min(max(due, now), until)
            self.door.clock.advance(seconds=(goal - now) / SECOND)
            if due is None or due > until:
                return
            for wish in self.source._listener.tick(goal, self.state):
                self.source._do(wish)
            self.source._show()

    def discard(self, count: int = 1) -> None:
        """This many tiles are laid, each told by its player's `next`."""
        for _ in range(count):
            self.press(f"{self.side_of(self.kyoku.turn)} next")

    def side_of(self, seat: int) -> str:
        return self.state.hanchan.sides[seat]

    def lamp(self, side: str) -> Lamp:
        return self.panel.lamp(Side[side])

    def refused(self, key: str) -> str:
        """The reason that the page gives for a press; the lamp says so, and nothing was told."""
        seq = self.state.seq
        self.press(key)
        assert self.lamp(key[0]).name == "TRIPLE"
        assert self.state.seq == seq
        (code,) = self.codes
        return code

    @property
    def lamps(self) -> list[str]:
        return [self.panel.lamp(side).name for side in Side]

    @property
    def facts(self) -> list[f.Fact]:
        """What the panel has told, in order."""
        game = next(reversed(self.door.journal.games()))
        entries = self.door.journal.entries(game.number)
        gone = {entry.retracts for entry in entries if entry.retracts}
        return [
            entry.fact
            for entry in entries
            if entry.because is Cause.PANEL and entry.fact and entry.seq not in gone
        ]

    @property
    def codes(self) -> list[str]:
        """What stands on the page that a source has said."""
        said = {notice.code for each in self.state.notices for notice in each.notices}
        return [reminder.code for reminder in reminders(self.state) if reminder.code in said]
