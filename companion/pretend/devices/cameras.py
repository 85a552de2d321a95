"""Takes pictures of a table that plays by itself, with a painter in a separate process.

A picture is taken when somebody asks, never the same one twice, and kept only in memory.
"""

from __future__ import annotations

import base64
import sys
import threading
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, Protocol

from companion.clock import Clock
from companion.intake.eye.child_process import ChildProcess
from companion.riichi.hanchan import SIDES
from companion.riichi.kyoku import Kyoku
from companion.table_state import TableState

if TYPE_CHECKING:  # painting code is loaded only when somebody looks
    from companion.pretend.painting.things import Hand
    from companion.pretend.stage.scene import Scene

__all__ = ["LIBRARIES", "PaintedCamera", "PretendCamera"]

LIBRARIES: Final = ("numpy", "cv2")
"""The modules that painting needs."""
HAND_S: Final = 0.9
"""How long a hand is seen over the tile that it has just laid."""
LEAST_S: Final = 0.4
"""The shortest time between two pictures, whoever asks."""
IDLE_S: Final = 20.0
"""The painter is ended when nobody has asked for a picture for this long."""
PATIENCE_S: Final = 25.0
"""A painter that says nothing for this long has hung; one that is only slow says that it is alive."""
WORKER: Final = (sys.executable, "-m", "companion.pretend.painting.still_worker")


class PretendCamera(Protocol):
    """A camera over a table that is not there."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The missing libraries without which there is no picture."""

    @property
    def number(self) -> int | None:
        """Changes when a new picture would show something else; None while there is nothing to see."""

    def notice(self, state: TableState) -> None:
        """The table has changed."""

    def jpeg(self) -> bytes | None:
        """The picture now; None where there is none."""

    def stop(self) -> None:
        """Stop: no more pictures will be asked for."""


class PaintedCamera:
    """Paints the table as everybody knows it; the painter is a child process of the lowest priority."""

    def __init__(
        self,
        clock: Clock,
        command: tuple[str, ...] = WORKER,
        idle_s: float = IDLE_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._clock, self._command = clock, command
        self._idle_s, self._patience_s = idle_s, patience_s
        self.missing = tuple(name for name in LIBRARIES if command == WORKER and find_spec(name) is None)
        """Libraries that are not installed."""
        self._state: TableState | None = None
        self._changes = 0
        self._changed_ns = clock.monotonic_ns()
        self._painting = threading.Lock()
        self._child: ChildProcess | None = None
        self._asked_ns = 0
        self._told, self._told_ns = -1, 0
        self._painted: int | None = None
        self._scene: Scene | None = None
        self._jpeg: bytes | None = None
        self._is_stopped = threading.Event()

    @property
    def number(self) -> int | None:
        """An even number while a hand is over the table; changes no more often than pictures may be taken."""
        if self._state is None or _shown(self._state) is None:
            return None
        now_ns = self._clock.monotonic_ns()
        number = 2 * self._changes + (not self._has_hand)
        if number != self._told and (self._told < 0 or now_ns - self._told_ns >= LEAST_S * 1e9):
            self._told, self._told_ns = number, now_ns
        return self._told

    def notice(self, state: TableState) -> None:
        """Remember the state; nothing is painted until somebody asks."""
        before, self._state = self._state, state
        if before is None or _shown(before) is not _shown(state):
            self._changes += 1
            self._changed_ns = self._clock.monotonic_ns()

    def jpeg(self) -> bytes | None:
        """The picture now, painted if need be; None before the first deal, and where libraries are missing.

        Raises:
            DeskRefused: the painter gave no picture; the next call starts another painter.
        """
        with self._painting:
            self._asked_ns = self._clock.monotonic_ns()
            number, state = self.number, self._state
            kyoku = _shown(state) if state else None
            may_paint = not self._is_stopped.is_set() and not self.missing
            if state is not None and kyoku is not None and number != self._painted and may_paint:
                self._jpeg = self._taken(kyoku, state.hanchan.sides or SIDES)
                self._painted = number
                # Waiting for a slow painter is not idle time: it may be needed again at once.
                self._asked_ns = self._clock.monotonic_ns()
            return self._jpeg

    def stop(self) -> None:
        """End the painter for good."""
        self._is_stopped.set()
        self._end_painter()  # even if it hangs: whoever waits for its answer is told that it failed

    @property
    def _has_hand(self) -> bool:
        return self._clock.monotonic_ns() - self._changed_ns < HAND_S * 1e9

    def _taken(self, kyoku: Kyoku, sides: str) -> bytes:
        from companion.pretend.painting.still_worker import as_line
        from companion.pretend.stage.scene import scene_of

        before, scene = self._scene, scene_of(kyoku, sides)
        hands = _hand_over(before, scene, sides) if before is not None and self._has_hand else ()
        if not hands:
            self._scene = scene  # while a hand is there, the next picture shows the same hand
        answer = self._painter().ask(as_line(scene.tiles, scene.sticks, hands))
        return base64.b64decode(answer["jpeg"])

    def _painter(self) -> ChildProcess:
        if self._child is None or not self._child.is_alive:
            self._child = ChildProcess(self._command, self._patience_s)
            threading.Thread(target=self._mind, args=(self._child,), name="painter", daemon=True).start()
        return self._child

    def _mind(self, child: ChildProcess) -> None:
        """End the painter once nobody has looked for a while, to free its memory."""
        while child.is_alive and not self._is_stopped.wait(min(2.0, self._idle_s / 4)):
            with self._painting:
                is_idle = self._clock.monotonic_ns() - self._asked_ns > self._idle_s * 1e9
                if is_idle and child is self._child:
                    self._end_painter()

    def _end_painter(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()


def _shown(state: TableState) -> Kyoku | None:
    """The kyoku on the table: the one being played, else the last one."""
    return state.hanchan.kyoku or state.last_kyoku


def _hand_over(before: Scene, scene: Scene, sides: str) -> tuple[Hand, ...]:
    """The hand that has just laid a tile."""
    from companion.pretend.painting.things import Hand
    from companion.pretend.stage.scene import newest

    laid = newest(before, scene)
    if laid is None:
        return ()
    seat, tile = laid
    return (Hand(SIDES.index(sides[seat]), tile.pose.x, tile.pose.y),)
