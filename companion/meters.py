"""What is counted and measured while the companion runs, and how it is written for Prometheus.

Numbers only: no names, no tiles, nothing that says who played. What a number means is decided where
it is counted; docs/reference/metrics.md lists them.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

PREFIX: Final = "companion_"
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Where the buckets of a histogram end: from a commit on a good disk to one on a card that stalls."""


@dataclass(frozen=True, slots=True)
class Meter:
    """One number: its kind, and what it says in one sentence."""

    kind: str
    help: str
    label: str = ""
    """The name of its label; empty where it has none."""


METERS: Final[Mapping[str, Meter]] = {
    "commit_seconds": Meter("histogram", "How long writing to the journal took."),
    "commit_failures_total": Meter("counter", "Writes that the disk refused."),
    "entries_total": Meter("counter", "Entries written since the start."),
    "undo_total": Meter("counter", "Facts taken back since the start."),
    "commands_total": Meter("counter", "Commands from pages, by how they were answered.", "answer"),
    "answers_total": Meter("counter", "HTTP answers, by status.", "status"),
    "stream_viewers": Meter("gauge", "Pages that are watching."),
    "stream_dropped_total": Meter("counter", "Snapshots that a slow page missed."),
    "panel_damaged_lines_total": Meter(
        "counter", "Lines or messages of the panel that could not be read; keys are sent again."
    ),
    "seq": Meter("gauge", "The number of the newest entry."),
    "source_up": Meter("gauge", "1 while a source is there, 0 while it is down.", "source"),
    "loop_beat_age_seconds": Meter("gauge", "How long ago a loop last moved.", "loop"),
    "copies_total": Meter("counter", "Copies of the journal since the start."),
    "copy_seconds": Meter("gauge", "How long the last copy took."),
    "disk_free_bytes": Meter("gauge", "Room left where games are kept."),
    "journal_bytes": Meter("gauge", "The size of the journal."),
    "write_probe_age_seconds": Meter(
        "gauge", "How long ago the disk last proved that it keeps what is written."
    ),
    "clock_is_set": Meter("gauge", "1 where the wall clock can be believed."),
    "open_files": Meter("gauge", "Files and sockets that are open."),
    "resident_bytes": Meter("gauge", "Memory in use."),
    "uptime_seconds": Meter("gauge", "Time since the start."),
}


class Meters:
    """The values of all meters. Any thread may change or read them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: dict[tuple[str, str], float] = {}
        self._buckets: dict[str, list[int]] = {}

    def add(self, name: str, count: float = 1, label: str = "") -> None:
        """Count something that happened."""
        with self._lock:
            self._values[name, label] = self._values.get((name, label), 0) + count

    def put(self, name: str, value: float, label: str = "") -> None:
        """Set a gauge, or a counter that is kept elsewhere."""
        with self._lock:
            self._values[name, label] = value

    def keep_only(self, name: str, labels: Collection[str]) -> None:
        """Drop the values of a meter whose label is not one of these."""
        with self._lock:
            for key in [key for key in self._values if key[0] == name and key[1] not in labels]:
                del self._values[key]

    def observe(self, name: str, seconds: float) -> None:
        """Add one duration to a histogram."""
        with self._lock:
            buckets = self._buckets.setdefault(name, [0] * (len(SECONDS) + 1))
            buckets[next((at for at, end in enumerate(SECONDS) if seconds <= end), len(SECONDS))] += 1
            self._values[name, "sum"] = self._values.get((name, "sum"), 0) + seconds

    def value(self, name: str, label: str = "") -> float:
        """The value of a counter or gauge; 0 before it was ever set."""
        with self._lock:
            return self._values.get((name, label), 0)

    def text(self) -> str:
        """Everything in the form that Prometheus reads."""
        with self._lock:
            values, buckets = dict(self._values), {name: list(found) for name, found in self._buckets.items()}
        return "".join(line for name in METERS for line in _lines(name, values, buckets.get(name)))


def _lines(name: str, values: Mapping[tuple[str, str], float], buckets: list[int] | None) -> Iterator[str]:
    meter, full = METERS[name], PREFIX + name
    yield f"# HELP {full} {meter.help}\n# TYPE {full} {meter.kind}\n"
    if meter.kind == "histogram":
        yield from _histogram(full, buckets or [0] * (len(SECONDS) + 1), values.get((name, "sum"), 0))
    elif not meter.label:
        yield f"{full} {_number(values.get((name, ''), 0))}\n"
    for (of, label), value in sorted(values.items()):
        if of == name and meter.label and label:
            yield f'{full}{{{meter.label}="{_escaped(label)}"}} {_number(value)}\n'


def _histogram(full: str, buckets: list[int], total: float) -> Iterator[str]:
    below = 0
    for end, count in zip((*(f"{seconds:g}" for seconds in SECONDS), "+Inf"), buckets, strict=True):
        below += count
        yield f'{full}_bucket{{le="{end}"}} {below}\n'
    yield f"{full}_sum {_number(total)}\n{full}_count {below}\n"


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))


def _escaped(label: str) -> str:
    return label.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
