"""A companion without threads, pages or processes, at a table whose clock moves only when it is told to.

What the eye says comes in as lines of its protocol, and goes the same way as at a real table.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.clock import ManualClock
from companion.evidence import (
    Answer,
    AnswerAsked,
    Cause,
    Command,
    DealAsked,
    NoticesChanged,
    Said,
    SourceChanged,
    TapAsked,
)
from companion.evidence.sights import TableSeen
from companion.intake.eye.following import TableEye
from companion.intake.eye.source import EyePlan, EyeSource
from companion.intake.panel.listener import Listener
from companion.intake.panel.outcomes import Again, Answering, Wish
from companion.journal import MemoryJournal, in_force
from companion.riichi.facts import Fact
from companion.riichi.ruleset import RuleSet
from companion.scribe import Pressed
from companion.scribe.mind import Trust
from companion.table_loop.keeper import TableKeeper
from companion.table_state import TableState
from firmware_bridge.signals import Button, Press, Side
from vision.sighting import Condition, EyeStatus, Heartbeat, Message
from vision.wire import to_line

NAMES = ("Aiko", "Ben", "Chiyo", "Dario")
CAMERA = "stage"
BEAT_S = 1.0


class FedEye(EyeSource):
    """An eye that is fed its lines and runs no process."""

    def start(self) -> None:
        """There is nothing to start."""

    def stop(self) -> None:
        """There is nothing to end."""

    def hear(self, line: bytes) -> None:
        self._heard(line)


@dataclass
class Spent:
    """Processor time, in seconds."""

    thinking: list[float] = field(default_factory=list)
    """The time for each sighting: the scribe, the rules and the journal."""
    drawing: float = 0.0
    glancing: float = 0.0
    looking: float = 0.0


class QuickHouse:
    """The table, its eye and its clock."""

    def __init__(self, rules: RuleSet) -> None:
        self.journal = MemoryJournal()
        self.clock = ManualClock()
        self.keeper = TableKeeper(self.journal, rules, self.clock, trust=Trust)
        self.spent = Spent()
        self.presses = 0
        self.each_second: Callable[[], None] = lambda: None
        self.rested_ns: Callable[[], int | None] = lambda: None
        """When the table last lay still, as the eye said; None if it said nothing about it."""
        self.heard: list[tuple[float, bytes]] = []
        """What the eye said since the last `told_since`, each line with the seconds of silence before it.

        The heartbeats of `wait` are not among these lines.
        """
        self.sighted: dict[int, list[TableSeen]] = defaultdict(list)
        """The sightings that the table received, by the number of deals before them."""
        self._deals = 0
        self._silent_s = self._beat_s = 0.0
        self._source: FedEye | None = None
        # The eye only reads its state and puts there what it sees.
        self._eye = TableEye(EyePlan, self, self.clock, self._open_eye)  # type: ignore[arg-type]
        self._eye.start()
        self.say(EyeStatus(CAMERA, 0, Condition.WATCHING))

    def _open_eye(self, *asked, **more) -> FedEye:
        self._source = FedEye(*asked, **more)
        return self._source

    def _eye_source(self) -> FedEye:
        assert self._source is not None, "the eye has been opened"
        return self._source

    @property
    def state(self) -> TableState:
        return self.keeper.state

    def ask(self, command: Command) -> Answer:
        answer = self.keeper.do(command)
        self._deals += isinstance(command, DealAsked)
        self._eye.notice()
        return answer

    def entries(self) -> tuple[tuple[int, Fact], ...]:
        standing = in_force(self.journal.entries(self.journal.games()[-1].number))
        return tuple((entry.seq, entry.fact) for entry in standing if entry.fact is not None)

    def put(self, evidence) -> None:
        """The door through which eye and keys talk to the table."""
        match evidence:
            case SourceChanged():
                self.keeper.note(evidence)
                return
            case NoticesChanged():
                self.keeper.hear(evidence)
                return
        began_s = time.thread_time()
        self.keeper.see(evidence)
        if isinstance(evidence, TableSeen):
            self.sighted[self._deals].append(evidence)
            self.spent.thinking.append(time.thread_time() - began_s)
        self._eye.notice()

    def rested(self, at_ns: int) -> None:
        """The eye has seen the table lie still; it says so with its next heartbeat."""
        self.rested_ns = lambda: at_ns
        self.heard.append((self._silent_s, to_line(Heartbeat(CAMERA, at_ns, 0, at_ns))))
        self._silent_s = 0.0

    def say(self, message: Message) -> None:
        """Pass on a message of the eye."""
        self.hear(to_line(message))

    def hear(self, line: bytes) -> None:
        self.heard.append((self._silent_s, line))
        self._silent_s = 0.0
        self._eye_source().hear(line)

    def told_since(self) -> list[tuple[float, bytes]]:
        """What was heard since the last call; the last entry is the silence after it."""
        heard = [*self.heard, (self._silent_s, b"")]
        self.heard, self._silent_s = [], 0.0
        return heard

    def wait(self, seconds: float) -> None:
        """Let time pass; once a second the eye sends a heartbeat."""
        self._silent_s += seconds
        until_s = self._beat_s + seconds
        while until_s >= BEAT_S:
            step_s = BEAT_S - self._beat_s
            self.clock.advance(seconds=step_s)
            until_s -= BEAT_S
            self._beat_s = 0.0
            now_ns = self.clock.monotonic_ns()
            self._eye_source().hear(to_line(Heartbeat(CAMERA, now_ns, 0, self.rested_ns())))
            self.each_second()
        self.clock.advance(seconds=max(0.0, until_s - self._beat_s))
        self._beat_s = until_s


class QuickKeys:
    """Sends presses straight to the panel's own listener."""

    def __init__(self, house: QuickHouse, *, are_there: bool) -> None:
        self.house, self.are_there = house, are_there
        self._listener = Listener()
        house.each_second = self._tick

    def deal(self) -> bool:
        return False

    def press(self, side: int, key: str, answer: str = "") -> None:
        self._hear(Side(side), key)
        if answer and Side(side) in self._listener.questions:
            self._hear(Side(side), answer)

    def _hear(self, side: Side, key: str) -> None:
        now_ns = self.house.clock.monotonic_ns()
        *held, last = (Button[name.upper()] for name in key.split("+"))
        press = Press(side, last, now_ns, self.house.presses, frozenset(held))
        self._do(self._listener.hear(press, self.house.state))

    def _tick(self) -> None:
        """Enter calls that the listener held back, once they are due."""
        if self.are_there:
            self._do(self._listener.tick(self.house.clock.monotonic_ns(), self.house.state))

    def _do(self, wishes: Iterable[Wish]) -> None:
        for wish in wishes:
            self.house.presses += 1
            head = f"press-{self.house.presses}", None, f"side {wish.side.name}"
            match wish.doing:
                case Said() as said:
                    self.house.ask(TapAsked(*head, said, Cause.PANEL))
                case Answering(question, choice):
                    self.house.ask(AnswerAsked(*head, question, choice, Cause.PANEL))
                case Pressed() as pressed:
                    self.house.put(pressed)
                case Again(press):
                    self._do(self._listener.hear(press, self.house.state))
