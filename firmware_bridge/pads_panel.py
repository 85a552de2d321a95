"""Number pads on USB as a panel: the kernel's own events are the keys, the light of the lock key is the lamp.

No library is needed: a pad is a file, and an event a few numbers in it. A pad is known by the port it is
plugged into, so four of the same kind can be told apart, and each finds its side when it is plugged in again.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import struct
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from firmware_bridge.errors import PanelForbidden, PanelInUse, PanelNotOpened
from firmware_bridge.gestures import Gestures
from firmware_bridge.pad_device import open_pad
from firmware_bridge.pad_ports import BY_PATH, names_of, pad_at, pads_at
from firmware_bridge.signals import EVERY_SIDE, Condition, KeyEdge, Lamps, PanelStatus, Side, Signal
from hardware import Button, NumberPads
from hardware.pads import CODES, WITHOUT_LOCK

__all__ = ["PadsPanel"]

EVENT = struct.Struct("@llHHi")
"""Seconds and microseconds, kind, code and value, as the kernel writes them."""
SYN, KEY, LED = 0, 1, 0x11
SYN_DROPPED, LOCK_LIGHT = 3, 0
UP, DOWN, REPEATED = 0, 1, 2
NS = 1_000_000_000
STEP_NS = NS // 8
LOOK_EVERY_NS = NS // 2


@dataclass(slots=True)
class _Pad:
    """One pad that is open."""

    side: Side
    fd: int
    rest: bytes = b""
    is_lit: bool | None = None
    held: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Event:
    """What the kernel says of a pad, and when that was, by our clock."""

    at_ns: int
    pad: _Pad
    kind: int
    code: int
    value: int


class _Waker:
    """A pipe that ends a `select` in another thread.

    Once it is closed, its numbers may belong to another file, such as the journal: it uses them no more.
    """

    def __init__(self) -> None:
        self.fd, self._writing_fd = os.pipe()
        os.set_blocking(self._writing_fd, False)
        self._is_closed = False
        self._in_use = threading.Lock()

    def wake(self) -> None:
        with self._in_use:
            if not self._is_closed:
                with contextlib.suppress(BlockingIOError):  # it is full, and wakes anyway
                    os.write(self._writing_fd, b".")

    def clear(self) -> None:
        os.read(self.fd, 1024)

    def close(self) -> None:
        with self._in_use:
            if not self._is_closed:
                self._is_closed = True
                os.close(self.fd)
                os.close(self._writing_fd)


def _not_opened(port: str, error: OSError) -> PanelNotOpened:
    """What a pad that would not open says of the panel."""
    says = f"the pad at port {port} cannot be opened: {error.strerror}"
    if isinstance(error, PermissionError):
        return PanelForbidden(f"{says}; is your user in the group input?")
    is_held = error.errno == errno.EBUSY
    return PanelInUse(says) if is_held else PanelNotOpened(says)


class PadsPanel:
    """The panel of the build that needs no soldering."""

    damaged_lines = 0

    def __init__(
        self,
        pads: NumberPads,
        *,
        by_path: Path = BY_PATH,
        clock: Callable[[], int] = time.monotonic_ns,
        opener: Callable[[Path], int] = open_pad,
    ) -> None:
        self._wiring, self._by_path, self._clock, self._opener = pads, by_path, clock, opener
        self._buttons = {CODES[key.name]: key.button for key in pads.keys}
        self._buttons |= {
            WITHOUT_LOCK[code]: key for code, key in self._buttons.items() if code in WITHOUT_LOCK
        }
        self._pads: dict[Side, _Pad] = {}
        self._gestures = Gestures()
        self._presses = 0
        self._wanted = Lamps()
        self._look_ns = 0
        self._others: frozenset[Path] | None = None
        """What else had keys when a pad was lost: what comes after that may be the pad, at another port."""
        self._said: PanelStatus | None = None
        self._news: list[Signal] = []
        self._is_closed = False
        self._in_use = threading.Lock()
        self._waker = _Waker()

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        """What has happened; see `Panel.wait`."""
        until_ns = self._clock() + int(timeout_s * NS)
        while not self._is_closed:
            with self._in_use:
                self._turn(until_ns)
            if self._news or self._clock() >= until_ns:
                signals, self._news = tuple(self._news), []
                return signals
        return ()

    def _turn(self, until_ns: int) -> None:
        if self._is_closed:
            return
        now = self._clock()
        self._look(now)
        self._play(now)
        self._listen(min([until_ns, *self._dues(now)]) - now)
        self._news += self._gestures.tick(self._clock())

    def show(self, lamps: Lamps) -> None:
        """Show these lamps; see `Panel.show`."""
        self._wanted = lamps
        self._waker.wake()

    def close(self) -> None:
        """Let go of the pads; the lamps go dark."""
        self._is_closed = True
        self._waker.wake()
        with self._in_use:
            self._wanted = Lamps()
            self._play(self._clock())
            for side in list(self._pads):
                self._close_pad(side)
            self._waker.close()

    def _dues(self, now: int) -> Iterator[int]:
        if len(self._pads) < len(self._wiring.ports):
            yield self._look_ns
        if self._gestures.due_ns is not None:
            yield self._gestures.due_ns
        if any(len(set(self._wanted[side].wave)) > 1 for side in self._pads):
            yield (now // STEP_NS + 1) * STEP_NS

    def _look(self, now: int) -> None:
        """Open the pads that are plugged in and not yet open."""
        if len(self._pads) == len(self._wiring.ports) or now < self._look_ns:
            return
        self._look_ns = now + LOOK_EVERY_NS
        there, trouble = pads_at(self._by_path), None
        for side, port in self._wiring.ports:
            path = pad_at(port, there)
            if side in self._pads or path is None:
                continue
            try:
                self._pads[side] = _Pad(side, self._opener(path))
            except OSError as error:
                trouble = _not_opened(port, error)
        self._say_how_it_is(trouble, there)

    def _say_how_it_is(self, trouble: PanelNotOpened | None, there: dict[str, Path]) -> None:
        missing = [(side, port) for side, port in self._wiring.ports if side not in self._pads]
        if not missing:
            self._others = None
            self._say(Condition.CONNECTED, f"{len(self._pads)} number pads are there")
            return
        gone = frozenset() if self._pads else EVERY_SIDE
        names = " and ".join(f"{port} (side {side.name})" for side, port in missing)
        known = ", ".join(names_of(there)) or "no port at all"
        says = f"no number pad at port {names}; there are pads at {known}"
        if trouble is not None:
            self._say(trouble.condition, str(trouble), gone)
        elif self._others is not None and self._others_at(there) - self._others:
            self._say(Condition.OTHER_PORT, says, gone)
        else:
            self._say(Condition.DISCONNECTED, says, gone)

    def _others_at(self, there: dict[str, Path]) -> frozenset[Path]:
        """What has keys and is plugged in at none of the ports of the profile."""
        ours = {path for _, port in self._wiring.ports if (path := pad_at(port, there)) is not None}
        return frozenset(path.resolve() for path in there.values()) - {path.resolve() for path in ours}

    def _say(self, condition: Condition, says: str, gone: frozenset[Side] = frozenset()) -> None:
        """Report it once; a pad that stays away is not reported again and again."""
        missing = frozenset(side for side, _ in self._wiring.ports if side not in self._pads)
        if self._said is None or (self._said.condition, self._said.says) != (condition, says):
            self._said = PanelStatus(condition, self._clock(), says, gone=gone, sides=missing)
            self._news.append(self._said)

    def _listen(self, ns: int) -> None:
        by_fd = {pad.fd: pad for pad in self._pads.values()}
        ready, _, _ = select.select([self._waker.fd, *by_fd], [], [], max(0, ns) / NS)
        said: list[_Event] = []
        gone: list[_Pad] = []
        for fd in ready:
            if fd == self._waker.fd:
                self._waker.clear()
                continue
            data = b""
            with contextlib.suppress(OSError):
                data = os.read(fd, 64 * EVENT.size)
            if data:
                said += self._events(by_fd[fd], data)
            else:
                gone.append(by_fd[fd])
        # Each pad was read in turn, but an edge of one may lie between two edges of another.
        for event in sorted(said, key=lambda event: event.at_ns):
            self._hear(event)
        for pad in gone:
            self._lose(pad)

    def _events(self, pad: _Pad, data: bytes) -> Iterator[_Event]:
        data = pad.rest + data
        whole = len(data) - len(data) % EVENT.size
        pad.rest = data[whole:]
        for seconds, microseconds, kind, code, value in EVENT.iter_unpack(data[:whole]):
            yield _Event(min(seconds * NS + microseconds * 1000, self._clock()), pad, kind, code, value)

    def _hear(self, event: _Event) -> None:
        pad, button = event.pad, self._buttons.get(event.code)
        if (event.kind, event.code) == (SYN, SYN_DROPPED):
            self._gestures.forget()
            pad.held.clear()
            self._news.append(
                PanelStatus(Condition.PRESSES_LOST, self._clock(), "a pad was faster than the Pi", 1)
            )
        elif event.kind == KEY and event.value in (UP, DOWN, REPEATED) and button is not None:
            self._edge(pad, button, event)

    def _edge(self, pad: _Pad, button: Button, event: _Event) -> None:
        is_down = event.value != UP
        if is_down == (button.value in pad.held):
            return  # it repeats itself, or the pad says it twice, or its press was never heard
        is_found = event.value == REPEATED  # it was down already when the pad was opened
        (pad.held.add if is_down else pad.held.discard)(button.value)
        self._presses += is_down and not is_found
        edge = KeyEdge(pad.side, button, is_down, event.at_ns, self._presses, is_found)
        self._news += self._gestures.edge(edge)

    def _lose(self, pad: _Pad) -> None:
        self._close_pad(pad.side)
        now = self._clock()
        for value in pad.held:
            self._news += self._gestures.edge(KeyEdge(pad.side, Button(value), False, now, self._presses))
        port = dict(self._wiring.ports)[pad.side]
        if self._others is None:
            self._others = self._others_at(pads_at(self._by_path))
        self._look_ns = now + LOOK_EVERY_NS
        self._say(
            Condition.DISCONNECTED,
            f"the number pad of side {pad.side.name} (port {port}) was unplugged",
            frozenset({pad.side}),
        )

    def _close_pad(self, side: Side) -> None:
        pad = self._pads.pop(side)
        with contextlib.suppress(OSError):
            os.close(pad.fd)

    def _play(self, now: int) -> None:
        step = now // STEP_NS
        for pad in self._pads.values():
            is_lit = self._wanted[pad.side].is_lit(step)
            if is_lit is not pad.is_lit:
                pad.is_lit = is_lit
                # A pad may have no light; one that is gone is noticed by reading.
                with contextlib.suppress(OSError):
                    os.write(pad.fd, EVENT.pack(0, 0, LED, LOCK_LIGHT, is_lit) + EVENT.pack(0, 0, SYN, 0, 0))
