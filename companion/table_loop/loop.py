"""The table's thread: one queue in, one writer, one snapshot out. The keeper decides.

No fact or command is dropped to save time. Facts that already wait are written together, and none is
acknowledged or shown before it is on the disk.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from itertools import chain, islice
from typing import Final

from companion.clock import Clock
from companion.errors import CompanionError, JournalDown, JournalError, SourceStuck, TableStopped
from companion.evidence import (
    Answer,
    Command,
    FactObserved,
    NoticesChanged,
    Refusal,
    Refused,
    SourceChanged,
    SourceState,
)
from companion.journal import Entry, Journal
from companion.riichi.facts import HanchanStarted
from companion.riichi.ruleset import RuleSet
from companion.scribe import Evidence, Ticked
from companion.scribe.mind import Trust
from companion.shelf import ShelfCommand
from companion.table_loop.inbox import Asked, Inbox, Milestone, Waiting, newest_sight
from companion.table_loop.keeper import JOURNAL, TableKeeper
from companion.table_state import Preview, TableState

__all__ = ["TableLoop"]

MOST_AT_ONCE: Final = 256
"""The most pieces of evidence taken at once, and the most facts written in one transaction."""
SHOW_EVERY_NS: Final = 16_000_000
"""The shortest time between two published states, unless somebody waits for an answer."""
RETRY_S: Final = 1.0
"""How long a journal that is down is left alone while no evidence comes."""

_log = logging.getLogger(__name__)


class TableLoop:
    """Takes evidence from any thread; `publish` gets what is to be shown, first in the thread that starts it.

    Raises:
        JournalError: the journal cannot be read.
    """

    def __init__(
        self,
        journal: Journal,
        rules: RuleSet,
        publish: Callable[[TableState], None],
        clock: Clock,
        *,
        game_stem: str = "table",
        trust: Callable[[], Trust],
    ) -> None:
        self._keeper = TableKeeper(journal, rules, clock, game_stem, trust=trust)
        self._publish, self._clock = publish, clock
        self.standing: Callable[[], tuple[Entry, ...]] = lambda: self._keeper.standing
        """The facts of the game that count now, in the order in which they happened."""
        self._inbox = Inbox()
        self._waiting: deque[Waiting] = deque()
        self._answers: list[Callable[[], None]] = []
        self._shown: TableState | None = None
        self._shown_at_ns = 0
        self._thread = threading.Thread(target=self._run, name="table")

    @property
    def state(self) -> TableState:
        """What is true now, for any thread; it may be a blink ahead of what was published."""
        return self._keeper.state

    def preview(self, command: Command) -> Preview:
        """What the command would do now, looked at in the asker's own thread; nothing is done."""
        return self._keeper.preview(command)

    @property
    def backlog(self) -> int:
        """How much evidence is waiting: a source that can wait should, while this is large."""
        return len(self._inbox) + len(self._waiting)

    def start(self, notices: Iterable[tuple[str, str]] = ()) -> None:
        """Show the table as the journal has it, and take evidence from now on.

        A notice is a warning that stands from the start: its code, and one sentence.
        """
        for code, sentence in notices:
            self._keeper.warn(code, sentence)
        self._show()
        self._thread.start()

    def put(self, evidence: FactObserved | SourceChanged | NoticesChanged | Evidence) -> None:
        """Say what was observed. Raises TableStopped after `stop`: nothing is dropped silently."""
        if not self._inbox.let_in(evidence):
            raise TableStopped("the table has stopped and takes no more evidence")

    def ask(self, command: Command | ShelfCommand) -> Future[Answer]:
        """Ask for something; the future is answered once it is on the disk and shown, or refused.

        It holds a CompanionError if the command could not be done because of a fault of this program.
        """
        answer: Future[Answer] = Future()
        answer.set_running_or_notify_cancel()  # from here on it cannot be cancelled
        if not self._inbox.let_in(Asked(command, answer)):
            answer.set_result(Refused(Refusal.STOPPED))
        return answer

    def caught_up(self) -> Future[TableState]:
        """The state once all that was put before is dealt with; at once while the journal is down."""
        reached: Future[TableState] = Future()
        reached.set_running_or_notify_cancel()
        if not self._inbox.let_in(Milestone(reached)):
            reached.set_exception(TableStopped("the table has stopped"))
        return reached

    def stop(self, timeout_s: float = 5.0) -> None:
        """Finish what waits, show it, and end. Sources should be stopped before.

        Raises:
            SourceStuck: the thread does not end.
            JournalDown: some facts were never saved, because the journal could not be written.
        """
        self._inbox.shut()
        if self._thread.ident is None:
            return
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            raise SourceStuck(f"the table did not stop within {timeout_s:g} seconds")
        if facts := sum(isinstance(one, FactObserved) for one in self._waiting):
            raise JournalDown(f"facts that could not be written before the end: {facts}")

    def _run(self) -> None:
        goes_on = True
        while goes_on:
            news = self._inbox.take(MOST_AT_ONCE, self._patience_s())
            goes_on = not self._inbox.is_done
            self._waiting = newest_sight(chain(self._waiting, news or ()))
            self._work()
            self._keeper.let_call_stand()
            is_due = self._clock.monotonic_ns() - self._shown_at_ns >= SHOW_EVERY_NS
            if is_due or self._answers or news is None or not goes_on:
                self._show()

    def _patience_s(self) -> float | None:
        """How long to wait for evidence before something else is to be done; None: for ever."""
        state = self._keeper.state
        if state is not self._shown:
            return self._left_s(self._shown_at_ns + SHOW_EVERY_NS)
        if self._waiting:
            return RETRY_S
        return None if state.claimed is None else self._left_s(state.claimed.until_ns)

    def _left_s(self, until_ns: int) -> float:
        return max(until_ns - self._clock.monotonic_ns(), 0) / 1e9

    def _work(self) -> None:
        while self._waiting:
            try:
                self._do_next()
            except JournalError as failure:
                self._put_off(failure)
                return
            except Exception:  # noqa: BLE001 - see below
                # A fault of ours costs one piece of evidence, reported loudly, and not the evening.
                _log.exception("evidence.failed")
                self._give_up(self._waiting.popleft())

    def _do_next(self) -> None:
        before = _written_by(self._keeper)
        match self._waiting[0]:
            case FactObserved():
                run = _next_run(self._waiting)
                self._keeper.take(run)
                for _ in run:
                    self._waiting.popleft()
            case Asked(command, answer):
                self._answer(answer, self._keeper.do(command))
                # The scribe looks again: evidence of its own, because a fault in that is not the command's.
                self._waiting[0] = self._keeper.tick()
            case other:
                self._pass_on(other)
                self._waiting.popleft()
        if _written_by(self._keeper) != before:
            self._note(SourceChanged(JOURNAL, SourceState.UP))

    def _put_off(self, failure: JournalError) -> None:
        """The journal is down: facts and sights stay in the queue, whoever asked is told at once."""
        self._note(SourceChanged(JOURNAL, SourceState.DOWN, str(failure), "unsaved"))
        kept: deque[Waiting] = deque()
        for one in self._waiting:
            match one:
                case Asked(_, answer):
                    self._answer(answer, Refused(Refusal.JOURNAL_DOWN))
                case SourceChanged() | NoticesChanged() | Milestone() as said:
                    self._pass_on(said)
                case Ticked():
                    pass  # another tick will come
                case _:
                    kept.append(one)
        self._waiting = kept

    def _give_up(self, evidence: Waiting) -> None:
        self._keeper.warn("own_fault", "Something that was reported could not be followed.")
        if isinstance(evidence, Asked):
            evidence.answer.set_exception(CompanionError("this could not be done; the log says why"))

    def _pass_on(self, evidence: SourceChanged | NoticesChanged | Milestone | Evidence) -> None:
        match evidence:
            case SourceChanged():
                self._note(evidence)
            case NoticesChanged():
                self._keeper.hear(evidence)
            case Milestone(reached):
                self._answers.append(lambda: reached.set_result(self._keeper.state))
            case _:
                self._keeper.see(evidence)

    def _answer(self, asker: Future[Answer], answer: Answer) -> None:
        # Answer only once it is shown, so that whoever asks and then looks finds it done.
        self._answers.append(lambda: asker.set_result(answer))

    def _note(self, change: SourceChanged) -> None:
        if self._keeper.note(change):
            tell = _log.warning if change.state is SourceState.DOWN else _log.info
            tell("source.changed name=%s state=%s %s", change.name, change.state, change.note)

    def _show(self) -> None:
        """Publish what is not published yet, then answer those who asked for it."""
        state = self._keeper.state
        if state is not self._shown:
            try:
                self._publish(state)
            except Exception:  # noqa: BLE001 - see below
                # A reader must not stop the writer.
                _log.exception("state.unpublished seq=%s", state.seq)
            self._shown = state
            self._shown_at_ns = self._clock.monotonic_ns()
        while self._answers:
            self._answers.pop(0)()


def _written_by(keeper: TableKeeper) -> tuple[int, int]:
    """How much the journal has taken: facts, and notes that came with none."""
    return keeper.state.seq, keeper.noted.writes


def _next_run(waiting: Iterable[Waiting]) -> list[FactObserved]:
    """The facts in front that can be written together: those of one game."""
    run: list[FactObserved] = []
    for one in islice(waiting, MOST_AT_ONCE):
        if not isinstance(one, FactObserved) or (run and isinstance(one.fact, HanchanStarted)):
            break
        run.append(one)
    return run
