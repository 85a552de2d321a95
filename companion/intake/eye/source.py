"""The eye as a source: a child process, restarted when it ends; its lines as values, its crops in memory.

What a sighting means for the game is decided by whoever receives it.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from companion.clock import Clock
from companion.evidence import SourceChanged, SourceState
from companion.keeping.supervisor import Patience, Supervisor
from vision.errors import WorkerProtocolError
from vision.settle.crops import CropShelf
from vision.sighting import (
    Condition,
    CropTaken,
    EyeStatus,
    Heartbeat,
    Quad,
    RestTaken,
    Sighting,
    TableFollowed,
)
from vision.wire import MOST_BYTES, from_line

__all__ = ["NAME", "EyePlan", "EyeSource"]

_log = logging.getLogger(__name__)

NAME = "camera"
"""Its name among the sources."""
CROPS_A_LIFE = 1_000_000
"""How many crop numbers each life of the worker has, so that two lives never share one."""
_SEES = frozenset({Condition.WATCHING, Condition.HAND})
_ENDS_WITH = frozenset({Condition.NO_MODEL, Condition.NO_TILE_SET})
_SENTENCES = {
    Condition.MOVED: "The camera or the table was moved; the table has to be shown to it again.",
    Condition.ENDED: "The video has ended.",
}


@dataclass(frozen=True, slots=True)
class EyePlan:
    """What the eye of a table is started with."""

    profile: str = "bench"
    camera: str | None = None
    source: str | None = None
    """A source, such as `folder=DIR`, instead of the profile's camera."""
    calibration: Path | None = None
    tiles: Path | None = None
    keeps_rests: bool = False
    """Whether it sends a small picture of the cloth at each rest, for an evening that is kept."""

    @property
    def command(self) -> tuple[str, ...]:
        """The worker's command line."""
        words = [sys.executable, "-m", "vision.worker", "--profile", self.profile]
        for option, value in (
            ("--camera", self.camera),
            ("--source", self.source),
            ("--calibration", self.calibration),
            ("--tiles", self.tiles),
        ):
            if value is not None:
                words += [option, str(value)]
        return (*words, "--rests") if self.keeps_rests else tuple(words)


class EyeSource:
    """Keeps the worker running and passes on what it says, by calls from threads of its own.

    `hear` gets each sighting, `tell` each change of its state, `beat` the `rested_ns` of each heartbeat, and
    `follow` the table's corners whenever the eye has found it again elsewhere.
    """

    def __init__(
        self,
        plan: EyePlan,
        hear: Callable[[Sighting], None],
        tell: Callable[[SourceChanged], None],
        clock: Clock,
        *,
        beat: Callable[[int | None], None] = lambda _: None,
        follow: Callable[[Quad], None] = lambda _: None,
        patience: Patience | None = None,
        command: tuple[str, ...] | None = None,
    ) -> None:
        self.crops = CropShelf()
        self.condition: Condition | None = None
        """The condition that the eye last reported; None while it does not run."""
        self.refused = 0
        """How many lines could not be read."""
        self._hear = hear
        self._tell = tell
        self._beat = beat
        self._follow = follow
        self._first_crop = 0
        self._supervisor = Supervisor(
            NAME,
            command or plan.command,
            self._heard,
            self._lives,
            clock=clock,
            patience=patience or Patience(most_bytes_a_line=MOST_BYTES),
        )

    def start(self) -> None:
        """Start the worker."""
        self._supervisor.start()

    def stop(self) -> None:
        """End it for good."""
        self._supervisor.stop()

    def prod(self, beat: Callable[[], None]) -> None:
        """Call `beat` as soon as the loop that watches the worker has had its turn."""
        self._supervisor.prod(beat)

    @property
    def exits(self) -> int:
        """How many times the worker has ended since the start."""
        return self._supervisor.exits

    def _lives(self, change: SourceChanged) -> None:
        if change.state is SourceState.DOWN:
            # The next worker numbers crops from the start: an old picture must not appear beside a new tile.
            self.crops.clear()
            self._first_crop += CROPS_A_LIFE
            # It has said itself why it ends, in words that pages know.
            says_why, self.condition = self.condition in _ENDS_WITH, None
            if not says_why:
                self._tell(change)

    def _heard(self, line: bytes) -> None:
        try:
            message = from_line(line)
        except WorkerProtocolError as error:
            self.refused += 1
            if self.refused == 1:
                _log.warning("eye.line_refused %s", error)
            return
        match message:
            case Sighting():
                self._hear(_renumbered(message, self._first_crop))
            case CropTaken():
                self.crops.put(message.number + self._first_crop, message.jpeg)
            case RestTaken():
                self._rests(message)
            case EyeStatus():
                self._tell_condition(message)
            case Heartbeat():
                self._beat(message.rested_ns)
            case TableFollowed():
                self._follow(message.corners)

    def _rests(self, rest: RestTaken) -> None:
        """Ignore the picture of the cloth at a rest. The eye whose output is also taped overrides this."""

    def _tell_condition(self, status: EyeStatus) -> None:
        self.condition = status.condition
        note = status.note or _SENTENCES.get(status.condition, "")
        if status.condition in _SEES:
            state = SourceState.UP
        elif status.condition is Condition.ENDED:
            state = SourceState.ENDED
        else:
            state = SourceState.DOWN
        self._tell(SourceChanged(NAME, state, note, status.condition.value))


def _renumbered(sighting: Sighting, first: int) -> Sighting:
    """The sighting with numbers of crops that no earlier life of the worker has used."""
    if not first:
        return sighting
    zones = tuple(
        replace(zone, tiles=tuple(replace(tile, crop=tile.crop and tile.crop + first) for tile in zone.tiles))
        for zone in sighting.zones
    )
    return replace(sighting, zones=zones)
