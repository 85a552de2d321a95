"""The panel as a source of evidence: its ears hear presses, and another thread works out what they mean.

Reading never waits for the journal, so the panel's own short memory does not overflow while a disk is slow.
The listener decides what a press means.
"""

from __future__ import annotations

import logging
import queue
import secrets
import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Final, assert_never

from companion.clock import Clock
from companion.errors import CompanionError, SourceStuck, TableStopped
from companion.evidence import (
    Answer,
    AnswerAsked,
    Cause,
    Command,
    DealAsked,
    Depth,
    Done,
    FinishAsked,
    NoticesChanged,
    RedoAsked,
    Refusal,
    Refused,
    Said,
    SayAsked,
    SeenAsked,
    SourceChanged,
    TapAsked,
    UndoAsked,
)
from companion.evidence.intentions import Draw, Intention
from companion.intake.door import TableDoor
from companion.intake.panel.calling import Referee, RefereeKey
from companion.intake.panel.hearing import NAME, Beat, Heard, Late
from companion.intake.panel.keys_there import KeysThere
from companion.intake.panel.listener import Listener, ToSee
from companion.intake.panel.meaning import refusal
from companion.intake.panel.outcomes import (
    Again,
    Answering,
    Course,
    LateRiichi,
    ReadAloud,
    SeeReminder,
    SitDown,
    TakeBack,
    Trouble,
    Wish,
)
from companion.intake.panel.seeing import sees
from companion.intake.panel.several import Beside, Panels, Standing
from companion.intake.panel.showing import lamps, told_by
from companion.riichi.facts import ChiCalled, DaiminkanCalled, PonCalled, Ryuukyoku, SeatsBound, Won
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.scribe import Pressed
from companion.table_state import TableState
from firmware_bridge.panel import Panel
from firmware_bridge.signals import (
    Condition,
    HeldDown,
    Lamps,
    LongPress,
    PanelStatus,
    Press,
    Side,
    Signal,
    Stuck,
)

__all__ = ["NAME", "PanelSource"]

_log = logging.getLogger(__name__)
_DOUBTFUL: Final = (Condition.RESTARTED, Condition.PRESSES_LOST)


class PanelSource:
    """Follows a panel, or two, until it is stopped; a panel that goes away is waited for."""

    def __init__(
        self,
        open_panel: Callable[[], Panel],
        table: TableDoor,
        clock: Clock,
        *,
        to_see: ToSee,
        keys: KeysThere | None = None,
        read_aloud: Callable[[str, Seat], None] = lambda _reading, _seat: None,
        beside: Callable[[], Panel] | None = None,
        referee: Referee | None = None,
    ) -> None:
        """`beside` is a second panel: only presses, state, stuck keys and waits of the two are kept apart."""
        self._table, self._clock, self._read_aloud = table, clock, read_aloud
        self._listener = Listener(keys=keys, to_see=to_see)
        self._referee = RefereeKey(referee, self._listener, clock)
        self._heard: queue.SimpleQueue[Heard | Beside | None] = queue.SimpleQueue()
        self._standing = Standing()
        self._panels = Panels((open_panel, beside), self._heard.put, self.light_anew, clock)
        self._is_stopped = threading.Event()
        self._is_noticed = threading.Event()
        self._said = NoticesChanged(NAME, ())
        self._shown: Lamps | None = None
        self._name: Callable[[], str] = partial(next, _names_of(secrets.token_hex(6)))
        speaking = threading.Thread(target=self._speak, name="panel meaning")
        self._threads = [*self._panels.threads, speaking]

    def start(self) -> None:
        """Look for the panel and follow it from now on."""
        for thread in self._threads:
            thread.start()

    def stop(self, timeout_s: float = 5.0) -> None:
        """Let go of the panel. Raises SourceStuck where a thread does not end."""
        self._is_stopped.set()
        self._panels.stop()
        self._heard.put(None)
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(timeout_s)
        if any(thread.is_alive() for thread in self._threads):
            raise SourceStuck(f"the panel did not stop within {timeout_s:g} seconds")

    def notice(self) -> None:
        """The table has changed: the lamps may have something else to say. Any thread may call."""
        if not self._is_noticed.is_set():
            self._is_noticed.set()
            self._heard.put(None)

    def prod(self, beat: Beat) -> None:
        """Call `beat` once all threads have had their turn: proof that none hangs."""
        self._panels.prod(beat)

    @property
    def damaged_lines(self) -> int:
        """How many lines or messages from the panels could not be read since they were first opened."""
        return self._panels.damaged_lines

    def light_anew(self) -> None:
        """Show the lamps again: a panel that was just opened is dark, and keys may have been moved."""
        self._shown = None
        self.notice()

    # From the queue to the table, and to the lamps.

    def _speak(self) -> None:
        try:
            while not self._is_stopped.is_set():
                self._next()
                self._show()
        except TableStopped:
            return

    def _next(self) -> None:
        now_ns = self._clock.monotonic_ns()
        due_ns = self._listener.due_ns(now_ns)
        patience_s = None if due_ns is None else max(0, due_ns - now_ns) / 1e9
        try:
            signal = self._heard.get(timeout=patience_s)
        except queue.Empty:
            # Only now that all presses that have arrived are done: they came before what is due.
            for wish in self._listener.tick(self._clock.monotonic_ns(), self._table.state):
                self._do(wish)
            return
        self._is_noticed.clear()
        if callable(signal):
            signal()
        elif signal is not None:
            self._hear(signal)

    def _hear(self, signal: Signal | Late | SourceChanged | Beside, *, is_beside: bool = False) -> None:
        match signal:
            case Beside(heard):
                self._hear(heard, is_beside=True)
            case Press():
                for wish in self._listener.hear(signal, self._table.state, is_beside=is_beside):
                    self._do(wish, is_beside=is_beside)
            case LongPress():
                self._listener.hear_long(signal, self._table.state)
            case Late(late):
                self._listener.refuse(late.side, Trouble.TOO_LATE, self._clock.monotonic_ns())
            case Stuck():
                self._standing.stuck.note(signal, is_beside=is_beside)
            case HeldDown():
                self._referee.held(signal, self._table.state)
            case SourceChanged() | PanelStatus():
                self._pass_on(signal, is_beside=is_beside)
            case _:
                assert_never(signal)

    def _pass_on(self, status: PanelStatus | SourceChanged, *, is_beside: bool) -> None:
        """Pass on how a panel is doing; if presses may be lost, the page says so for a while."""
        for change in self._standing.changes(status, is_beside=is_beside):
            self._table.put(change)
        self._listener.thinking.hear(status, self._clock.monotonic_ns(), is_beside=is_beside)
        if isinstance(status, PanelStatus) and status.condition in _DOUBTFUL:
            self._listener.doubt(Trouble.PRESSES_LOST, self._clock.monotonic_ns())

    def _do(self, wish: Wish, *, is_beside: bool = False) -> None:
        if isinstance(wish.doing, Again):
            self._hear(wish.doing.press, is_beside=is_beside)
            return
        try:
            answer = self._ask_for(wish)
            self._tell_the_overruled(answer)
            code = _code_of(answer)
        except CompanionError:
            # A bug costs one press, which is reported, and not the keys for the whole evening.
            _log.exception("press.failed %r", wish)
            code = Trouble.NOT_DONE
        if code is not None:
            self._listener.refuse(wish.side, code, self._clock.monotonic_ns())

    def _tell_the_overruled(self, answer: Answer) -> None:
        sides = self._table.state.hanchan.sides
        for fact in answer.overruled if isinstance(answer, Done) and sides else ():
            if isinstance(fact, ChiCalled | PonCalled | DaiminkanCalled | Won):
                self._listener.refuse(Side[sides[fact.seat]], Trouble.WENT_BEFORE, self._clock.monotonic_ns())

    def _ask_for(self, wish: Wish) -> Answer:
        by = f"side {wish.side.name}"
        match wish.doing:
            case Said() as said:
                return self._ask(TapAsked(self._name(), None, by, said, Cause.PANEL))
            case Ryuukyoku() | SitDown() as said:
                return self._ask(SayAsked(self._name(), None, by, _meant(said), because=Cause.PANEL))
            case TakeBack(seq):
                return self._ask(UndoAsked(self._name(), seq, by))
            case SeeReminder(code, seat):
                return self._ask(SeenAsked(self._name(), None, by, code, seat))
            case Course.FINISH:
                return self._ask(FinishAsked(self._name(), None, by))
            case Course.DEAL:
                return self._ask(DealAsked(self._name(), None, by, _depth(self._table.state)))
            case LateRiichi() as late:
                return self._late_riichi(late, by)
            case Answering(question, choice):
                return self._ask(AnswerAsked(self._name(), None, by, question, choice, Cause.PANEL))
            case Pressed() as pressed:
                self._table.put(pressed)
                return Done(self._table.state.seq)
            case ReadAloud(reading, seat):
                self._read_aloud(reading, seat)
                return Done(self._table.state.seq)
            case Again():
                raise ValueError("this is heard again, not asked for")
            case _:
                assert_never(wish.doing)

    def _late_riichi(self, late: LateRiichi, by: str) -> Answer:
        """Tell the last discard again as a riichi discard; if the rules refuse that, it stays as it was."""
        undone = self._ask(UndoAsked(self._name(), late.seq, by))
        if isinstance(undone, Refused):
            return undone
        kyoku = self._table.state.hanchan.kyoku
        reason = Reason.NOT_YOUR_TURN if kyoku is None else refusal(kyoku, late.said)
        if reason is None:
            return self._ask(TapAsked(self._name(), None, by, late.said, Cause.PANEL))
        self._ask(RedoAsked(self._name(), self._table.state.seq, by))
        return Refused(Refusal.REFUSED, reason)

    def _ask(self, command: Command) -> Answer:
        return self._table.ask(command).result()

    def _show(self) -> None:
        self._listener.forget(self._table.state, self._clock.monotonic_ns())
        for wish in self._listener.go_on(self._table.state):  # nobody waits for keys that are there no longer
            self._do(wish)
        state, now_ns = self._table.state, self._clock.monotonic_ns()
        said = told_by(NAME, self._listener, state, now_ns, standing=self._standing)
        if said != self._said:
            self._said = said
            self._table.put(said)
        picture = lamps(self._listener, state, now_ns)
        if picture != self._shown:
            self._shown = picture  # noted first: a panel that opens meanwhile has the lamps shown again
            self._panels.show(picture)


def _meant(said: Ryuukyoku | SitDown) -> Intention:
    return SeatsBound(said.sides) if isinstance(said, SitDown) else Draw(said.kind, by=said.by)


def _names_of(run: str) -> Iterator[str]:
    """Ids that no other command has."""
    return (f"panel-{run}-{number}" for number in count(1))


def _depth(state: TableState) -> Depth:
    """How closely the next kyoku is kept: as closely as the last, and fully where an eye sees the table."""
    if sees(state):
        return Depth.FULL
    if state.depth is not None:
        return state.depth
    last = state.hanchan.kyoku or state.last_kyoku
    return Depth.POINTS if last is None or last.is_unfollowed else Depth.COUNTING


def _code_of(answer: Answer) -> Trouble | Reason | None:
    """What the page says about something that was not done; None: nothing is wrong."""
    if not isinstance(answer, Refused):
        return None
    if answer.because is not None:
        return answer.because
    match answer.reason:
        case Refusal.NOTHING_TO_SEE:
            return None
        case Refusal.NOTHING_TO_UNDO:
            return Trouble.NOTHING_TO_UNDO
        case _:
            return Trouble.NOT_DONE
