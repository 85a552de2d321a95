"""Reads a photograph of open tiles in a separate process; nothing of it is kept.

When a photograph may be taken is not decided here.
"""

from __future__ import annotations

import base64
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.clock import Clock
from companion.intake.eye.child_process import ChildProcess, DeskRefused
from vision.extra import missing_libraries, what_is_missing

__all__ = ["HandPhotos", "RowRead"]

STAYS_S: Final = 180.0
"""How long the process waits for another photograph: starting it takes longer than reading one."""
PATIENCE_S: Final = 30.0
"""How long the process may be silent while it reads one."""
_LOOKS_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class RowRead:
    """A row of tiles, from left to right."""

    tiles: tuple[tuple[tuple[str, float], ...], ...]
    """For each tile: what it may be, with the probability of each reading."""
    gaps: tuple[int, ...]
    """The indices of the tiles before which there is more room than between the others."""
    ms: float
    """How long the reading took."""


class HandPhotos:
    """Reads one photograph at a time. Its methods may be called by any thread."""

    def __init__(
        self,
        clock: Clock,
        tiles: Callable[[], Path | None] = lambda: None,
        command: tuple[str, ...] | None = None,
    ) -> None:
        self._clock, self._tiles, self._command = clock, tiles, command
        self._turn = threading.Lock()
        self._lock = threading.Lock()
        self._child: ChildProcess | None = None
        self._reads_with: tuple[Path, int] | None = None
        """The tile set that the process has learned, and when its file was written."""
        self._used_ns = 0
        self._ended = threading.Event()

    def read(self, photo: bytes, wanted: int) -> RowRead:
        """Read the row that is most likely a hand of `wanted` tiles; it may have more or fewer.

        Raises:
            DeskRefused: another one is being read, this is not a photograph, the libraries are missing, or
                the process cannot be started or gives no answer.
        """
        if not self._command and missing_libraries():
            raise DeskRefused("no_eye", what_is_missing())
        if not self._turn.acquire(blocking=False):
            raise DeskRefused("too_fast", "Another photograph is being read; wait a second.")
        try:
            body = {"content": base64.b64encode(photo).decode(), "wanted": wanted}
            return _row(self._started().ask(body))
        finally:
            self._used_ns = self._clock.monotonic_ns()
            self._turn.release()

    def stop(self) -> None:
        """End the process: the companion is stopping."""
        self._ended.set()
        self._end()

    def _started(self) -> ChildProcess:
        tiles = self._tiles()
        wanted = (tiles, tiles.stat().st_mtime_ns) if tiles else None
        if wanted != self._reads_with:
            self._end()
        with self._lock:
            if self._child is None or not self._child.is_alive:
                self._reads_with = wanted
                child = self._child = ChildProcess(self._command or _worker(tiles), PATIENCE_S)
                threading.Thread(target=self._mind, args=(child,), name="hand photo", daemon=True).start()
            return self._child

    def _mind(self, child: ChildProcess) -> None:
        """End the process once nobody uses it: it takes a tenth of a small machine's memory."""
        while not self._ended.wait(_LOOKS_S):
            idle_s = (self._clock.monotonic_ns() - self._used_ns) / 1e9
            if idle_s > STAYS_S and self._turn.acquire(blocking=False):
                try:
                    if self._child is child:
                        self._end()
                finally:
                    self._turn.release()
                return

    def _end(self) -> None:
        with self._lock:
            child, self._child = self._child, None
        if child is not None:
            child.end()


def _worker(tiles: Path | None) -> list[str]:
    words = [sys.executable, "-m", "vision.hand_worker"]
    return [*words, "--tiles", str(tiles)] if tiles else words


def _row(answer: dict[str, Any]) -> RowRead:
    tiles = tuple(tuple((str(tile), float(chance)) for tile, chance in one) for one in answer["tiles"])
    return RowRead(tiles, tuple(int(gap) for gap in answer["gaps"]), float(answer["ms"]))
