"""Opens the panel, passes on what it says, and opens it again after a failure. It interprets nothing."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.clock import Clock
from companion.evidence import SourceChanged, SourceState
from companion.intake.lateness import is_late
from firmware_bridge.errors import PanelError
from firmware_bridge.panel import Panel
from firmware_bridge.signals import Button, Condition, HeldDown, LongPress, Press, Signal

__all__ = ["NAME", "Beat", "Ear", "Heard", "Late"]

NAME: Final = "panel"
"""Its name among the sources."""
LISTEN_S: Final = 1.0
"""The longest single wait for the panel."""
REOPEN_S: Final = 5.0
"""How long to wait before a panel that cannot be opened is tried again."""


@dataclass(frozen=True, slots=True)
class Late:
    """A press that arrived so late that the table has moved on."""

    press: Press | LongPress | HeldDown


Beat = Callable[[], None]
Heard = Signal | Late | SourceChanged | Beat
"""What the panel says, how it is doing, and functions to be called in their turn."""

_log = logging.getLogger(__name__)


class Ear:
    """Follows one panel until it is stopped; `hear` and `opened` are called in a thread of its own."""

    def __init__(
        self,
        open_panel: Callable[[], Panel],
        hear: Callable[[Heard], None],
        opened: Callable[[], None],
        clock: Clock,
    ) -> None:
        self.panel: Panel | None = None
        self._open_panel = open_panel
        self._hear = hear
        self._opened = opened
        self._clock = clock
        self._beats: queue.SimpleQueue[Beat] = queue.SimpleQueue()
        self._damaged = 0
        self._logged = ""
        """Why the panel could not be opened, as far as the log has it."""
        self._is_stopped = threading.Event()
        self.thread = threading.Thread(target=self._listen, name="panel")

    def stop(self) -> None:
        """Let go of the panel; the thread ends soon."""
        self._is_stopped.set()
        panel = self.panel
        if panel is not None:
            panel.close()

    def prod(self, beat: Beat) -> None:
        """Pass this on once the panel has been listened to: proof that nothing hangs there."""
        self._beats.put(beat)

    @property
    def damaged_lines(self) -> int:
        """How many lines or messages could not be read since the panel was first opened."""
        panel = self.panel
        return self._damaged + (panel.damaged_lines if panel is not None else 0)

    def _listen(self) -> None:
        while not self._is_stopped.is_set():
            self._follow_panel()

    def _follow_panel(self) -> None:
        """Follow the panel from its opening to its end, or wait if it cannot be opened."""
        try:
            self.panel = panel = self._open_panel()
        except Exception as error:  # noqa: BLE001 - a library may fail in a way of its own, as below
            says = str(error) if isinstance(error, PanelError) else f"the panel cannot be opened: {error!r}"
            if says != self._logged:  # it is tried again and again
                _log.warning("panel.not_opened %s", says)
                self._logged = says
            self._hear(SourceChanged(NAME, SourceState.DOWN, says, _why(error)))
            self._rest(REOPEN_S)
            return
        self._logged = ""
        self._opened()
        try:
            while not self._is_stopped.is_set():
                for signal in panel.wait(LISTEN_S):
                    self._pass_on(signal)
                self._pass_beats_on()
        except Exception:  # noqa: BLE001 - see below
            # A library of pins or ports may fail in ways of its own; the game goes on without keys.
            _log.exception("panel.failed")
            says = "the panel failed; the log says how"
            self._hear(SourceChanged(NAME, SourceState.DOWN, says, Condition.FAILED.name.lower()))
            self._rest(LISTEN_S)
        finally:
            self._damaged, self.panel = self.damaged_lines, None
            panel.close()

    def _pass_on(self, signal: Signal) -> None:
        # Judged on arrival: a press that then waits for a slow disk still came in time.
        match signal:
            case Press() | LongPress() | HeldDown() if is_late(signal, self._clock.monotonic_ns()):
                # A press that came in time has counted, however late we hear how long the finger stayed.
                if isinstance(signal, Press) or signal.button is Button.WAIT:
                    self._hear(Late(signal))
            case _:
                self._hear(signal)

    def _rest(self, seconds: float) -> None:
        """Leave the panel alone for this long, answering beats meanwhile: it does not hang."""
        for _ in range(round(seconds / LISTEN_S)):
            self._pass_beats_on()
            if self._is_stopped.wait(LISTEN_S):
                return

    def _pass_beats_on(self) -> None:
        while not self._beats.empty():
            self._hear(self._beats.get())


def _why(error: Exception) -> str:
    """The code of the condition in which a panel is that cannot be opened."""
    return (error.condition if isinstance(error, PanelError) else Condition.FAILED).name.lower()
