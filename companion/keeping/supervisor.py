"""Runs a child process that may crash, hang or flood, and restarts it after ever longer waits.

The child writes lines to its standard output; each counts as a sign of life. What the lines mean is not
known here.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Final

from companion.clock import Clock
from companion.evidence import SourceChanged, SourceState
from companion.keeping.expendable import end_first

LONGEST_STEP_S = 1.0
RESTARTING: Final = "restarting"
"""The code of a source whose child process has ended and is started again."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a child may be silent, how much it may write, and how long to wait after a crash."""

    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0
    well_after_s: float = 60.0
    """A child that has lived this long has recovered: its next crash counts as the first."""
    silence_s: float = 10.0
    most_lines_a_second: int = 500
    most_bytes_a_line: int = 65_536
    end_within_s: float = 2.0


class Backoff:
    """How long to wait before a child is started again.

    >>> backoff = Backoff(Patience())
    >>> [backoff.after_a_life_of(0.0) for _ in range(8)]
    [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
    >>> backoff.after_a_life_of(3600.0)
    0.5
    """

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._next_s = patience.first_wait_s

    def after_a_life_of(self, lived_s: float) -> float:
        """Seconds to wait now."""
        if lived_s >= self._patience.well_after_s:
            self._next_s = self._patience.first_wait_s
        wait_s = min(self._next_s, self._patience.longest_wait_s)
        self._next_s = wait_s * 2
        return wait_s


class Flood:
    """Lets this many lines a second pass."""

    def __init__(self, most_a_second: int, clock: Clock) -> None:
        self._most = most_a_second
        self._clock = clock
        self._began_ns = clock.monotonic_ns()
        self._passed = 0

    def lets_pass(self) -> bool:
        """Whether one more line may pass now."""
        now_ns = self._clock.monotonic_ns()
        if now_ns - self._began_ns >= 1_000_000_000:
            self._began_ns, self._passed = now_ns, 0
        self._passed += 1
        return self._passed <= self._most


class Supervisor:
    """A thread that keeps one child process running until `stop`.

    `hear` gets each line that is not dropped, in a thread for the child; `tell` gets changes in the state of
    the source.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        hear: Callable[[bytes], None],
        tell: Callable[[SourceChanged], None],
        *,
        clock: Clock,
        patience: Patience | None = None,
    ) -> None:
        self.name = name
        self.exits = 0
        """How many times the child has ended, or could not be started."""
        self.dropped = 0
        """Lines that were too many, and the pieces of lines that were too long."""
        self._command = tuple(command)
        self._hear = hear
        self._tell = tell
        self._clock = clock
        self._patience = patience or Patience()
        self._backoff = Backoff(self._patience)
        self._heard_ns = 0
        self._beats: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"supervisor of {name}", daemon=True)

    def start(self) -> None:
        """Start the child, and again whenever it ends."""
        self._thread.start()

    def stop(self) -> None:
        """End the child for good."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join()

    def prod(self, beat: Callable[[], None]) -> None:
        """Call `beat` when the loop has its turn next: the proof that it does not hang."""
        self._beats.put(beat)

    def _give_beats(self) -> None:
        while not self._beats.empty():
            self._beats.get()()

    def _run(self) -> None:
        while not self._stopped.is_set():
            began_ns = self._clock.monotonic_ns()
            why = self._live()
            if self._stopped.is_set():
                return
            self.exits += 1
            wait_s = self._backoff.after_a_life_of((self._clock.monotonic_ns() - began_ns) / 1e9)
            self._say(SourceState.DOWN, f"{why}; it is started again in {wait_s:g} s")
            self._rest(wait_s)

    def _rest(self, seconds: float) -> None:
        """Expect nothing of the child for this long; a pause is not a hang."""
        until_ns = self._clock.monotonic_ns() + seconds * 1e9
        while (left_s := (until_ns - self._clock.monotonic_ns()) / 1e9) > 0:
            self._give_beats()
            if self._stopped.wait(min(left_s, LONGEST_STEP_S)):
                return

    def _live(self) -> str:
        """Run the child once; return why it ended."""
        try:
            child = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        except OSError as failure:
            return f"it cannot be started: {failure.strerror}"
        if child.stdout is None:
            raise ValueError("a child without an output has nothing to say")
        end_first(child.pid)
        self._heard_ns = self._clock.monotonic_ns()
        listener = threading.Thread(target=self._listen, args=(child.stdout,), name=self.name, daemon=True)
        listener.start()
        why = ""
        try:
            why = self._watch(child)
            return why
        finally:
            self._end(child, why)
            listener.join(self._patience.end_within_s)

    def _watch(self, child: subprocess.Popen[bytes]) -> str:
        while not self._stopped.wait(min(0.1, self._patience.silence_s / 4)):
            self._give_beats()
            status = child.poll()
            if status is not None:
                return f"it ended with {status}"
            if self._clock.monotonic_ns() - self._heard_ns > self._patience.silence_s * 1e9:
                return f"it said nothing for {self._patience.silence_s:g} s"
        return "it was stopped"

    def _listen(self, output: IO[bytes]) -> None:
        flood = Flood(self._patience.most_lines_a_second, self._clock)
        is_up, is_rest = False, False
        # Closed by its reader: whatever the child has started may hold the other end for long.
        with output:
            while line := output.readline(self._patience.most_bytes_a_line):
                self._heard_ns = self._clock.monotonic_ns()
                is_whole = line.endswith(b"\n")
                was_rest, is_rest = is_rest, not is_whole
                if was_rest or not is_whole or not flood.lets_pass():
                    self.dropped += 1
                    continue
                if not is_up:
                    is_up = True
                    self._say(SourceState.UP, "")
                self._pass_on(line)

    def _pass_on(self, line: bytes) -> None:
        try:
            self._hear(line)
        except Exception:  # noqa: BLE001 - a line that cannot be understood costs that line alone
            _log.exception("child.unheard name=%s", self.name)

    def _end(self, child: subprocess.Popen[bytes], why: str) -> None:
        for end in (child.terminate, child.kill):
            if child.poll() is None:
                end()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.wait(self._patience.end_within_s)
        if child.poll() is None and not self._stopped.is_set():
            # Its driver holds it: no other may have the device meanwhile, but this loop moves on.
            self._say(SourceState.DOWN, why)
            while child.poll() is None and not self._stopped.wait(0.1):
                self._give_beats()

    def _say(self, state: SourceState, note: str) -> None:
        if note:
            _log.warning("child.ended name=%s exits=%s %s", self.name, self.exits, note)
        try:
            self._tell(SourceChanged(self.name, state, note, RESTARTING if note else ""))
        except Exception:  # noqa: BLE001 - whoever listens may have stopped
            self._stopped.set()
