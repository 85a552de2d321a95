"""Four seat boxes and their receiver on a simulated radio, with the real host at the receiver's USB line.

All of it lives in its own time, a millisecond at a time. The radio is worse than a real one: nobody listens
before he sends, two datagrams at once destroy each other, and nothing is repeated by the chips themselves.
"""

from __future__ import annotations

import ctypes
import math
import random
from dataclasses import dataclass, field
from itertools import count

from firmware_bridge.protocol import HostLink
from firmware_bridge.signals import Condition, PanelStatus, Press, Signal
from tests.firmware_bridge.firmware import MS, HostileLine, built

RECEIVER = 4
AWAKE, LIGHT, DEEP = range(3)
WAKING_MS = 250
"""From a press to the first look of a box that slept deeply: the chip starts, and its radio does."""
LIVELY_MV = 3_900


def core() -> ctypes.CDLL:
    """The firmware compiled for this machine."""
    library = ctypes.CDLL(str(built("native.so")))
    library.native_box_new.restype = ctypes.c_void_p
    library.native_receiver_new.restype = ctypes.c_void_p
    library.native_panel_of.restype = ctypes.c_void_p
    library.radio_box_send.restype = ctypes.c_uint8
    library.radio_box_wakers.restype = ctypes.c_uint8
    library.radio_receiver_hear.restype = ctypes.c_uint8
    return library


@dataclass
class Flight:
    """A datagram on its way."""

    to: int
    data: bytes
    ends_ms: int
    is_whole: bool = True


@dataclass
class Air:
    """Loses, doubles and delays datagrams, each at its rate; those that meet on the way are both lost."""

    loss: float = 0.0
    seed: int = 0
    doubled: float = 0.0
    late: float = 0.0
    late_by_ms: int = 80
    unreachable: set[int] = field(default_factory=set)
    collisions: int = 0

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)
        self._sent: list[Flight] = []
        self._late: list[Flight] = []

    def send(self, now_ms: int, sender: int, to: int, data: bytes) -> None:
        assert len(data) <= 250
        # 1 Mbit/s, a preamble of 192 us and 43 bytes around what we send.
        flight = Flight(to, data, now_ms + math.ceil((192 + 8 * (43 + len(data))) / 1000))
        for other in self._sent:
            if other.ends_ms > now_ms:
                self.collisions += other.is_whole
                other.is_whole = flight.is_whole = False
        if {sender, to} & self.unreachable:
            return
        self._sent.append(flight)

    @property
    def is_busy(self) -> bool:
        """Whether anything is on its way."""
        return bool(self._sent or self._late)

    def arrivals(self, now_ms: int) -> list[Flight]:
        """What has come to its end by now."""
        ended = [flight for flight in self._sent if flight.ends_ms <= now_ms]
        if ended:
            self._sent = [flight for flight in self._sent if flight.ends_ms > now_ms]
        arrived = []
        for flight in ended:
            if not flight.is_whole or self._dice.random() < self.loss:
                continue
            copies = 2 if self._dice.random() < self.doubled else 1
            for _ in range(copies):
                if self._dice.random() < self.late:
                    late = now_ms + self._dice.randrange(self.late_by_ms)
                    self._late.append(Flight(flight.to, flight.data, late))
                else:
                    arrived.append(flight)
        if self._late:
            arrived += [flight for flight in self._late if flight.ends_ms <= now_ms]
            self._late = [flight for flight in self._late if flight.ends_ms > now_ms]
        return arrived


class Box:
    """A seat box: its keys, its clock, its sleep."""

    def __init__(self, library: ctypes.CDLL, seat: int, started_ms: int) -> None:
        self._core = library
        self.seat = seat
        self.keys = 0
        self.millivolts = LIVELY_MV
        self.may_sleep = False
        self.slept_ms = 0
        self._slept_since_ms = 0
        self._boots = count(1)
        self._out = ctypes.create_string_buffer(256)
        self._box = ctypes.c_void_p()
        self._wakes_ms: int | None = None
        self._woken_by = (0, 0)
        self.restart(started_ms)

    def restart(self, now_ms: int) -> None:
        """Another battery: its memory is empty, its clock starts anew, and it looks at its keys."""
        self.close()
        self._started_ms = now_ms
        self._box = ctypes.c_void_p(self._core.native_box_new(self.seat, next(self._boots)))
        self._core.radio_box_scan(self._box, 0, self.keys, self.millivolts)
        self._wakes_ms = None

    def close(self) -> None:
        self._core.native_free(self._box)

    def turn(self, now_ms: int) -> bytes:
        """One millisecond; returns what it sends."""
        ms = (now_ms - self._started_ms) & 0xFFFFFFFF
        if self._wakes_ms is not None and not self._wakes(now_ms, ms):
            return b""
        length = self._core.native_box_turn(
            self._box, ctypes.c_uint32(ms), self.keys, self.millivolts, self._out
        )
        if self.may_sleep and not length:
            self._lie_down(now_ms)
        return self._out.raw[:length]

    def hear(self, data: bytes) -> None:
        if self._wakes_ms is None:
            self._core.radio_box_hear(self._box, data, len(data))

    @property
    def queued(self) -> int:
        return int(self._core.native_box_queued(self._box))

    @property
    def is_lit(self) -> bool:
        return bool(self._core.native_box_lamp(self._box))

    def rest(self) -> tuple[int, int]:
        """How it may rest, and for how long."""
        for_ms = ctypes.c_uint32()
        return int(self._core.radio_box_rest(self._box, ctypes.byref(for_ms))), for_ms.value

    def calm_ms(self, now_ms: int) -> int:
        """For how long nothing happens in this box unless a key is pressed."""
        if self._wakes_ms is not None:
            return self._wakes_ms - now_ms
        kind, for_ms = self.rest()
        return 0 if kind == AWAKE else for_ms

    def _lie_down(self, now_ms: int) -> None:
        kind, for_ms = self.rest()
        if kind == DEEP:
            self._wakes_ms = now_ms + for_ms
            self._woken_by = (0, 0)
            self._slept_since_ms = now_ms

    def _wakes(self, now_ms: int, ms: int) -> bool:
        assert self._wakes_ms is not None
        pressed = self.keys & self._core.radio_box_wakers(self._box)
        if pressed and not self._woken_by[0]:
            self._woken_by = (pressed, now_ms)
            self._wakes_ms = now_ms + WAKING_MS
        if now_ms < self._wakes_ms:
            return False
        keys, since_ms = self._woken_by
        latency = now_ms - since_ms if keys else 0
        self._core.radio_box_wake(self._box, ctypes.c_uint32(ms), keys, latency)
        self._wakes_ms = None
        self.slept_ms += now_ms - self._slept_since_ms
        return True


class RadioTable:
    """Four boxes, the receiver on USB, and the host's end of the line."""

    def __init__(self, air: Air | None = None, line: HostileLine | None = None) -> None:
        self.core = core()
        self.air = air or Air()
        self._line = line or HostileLine(0, 0)
        self.now_ms = 0
        self.boxes = [Box(self.core, seat, 0) for seat in range(4)]
        self.link = HostLink()
        self.signals: list[Signal] = []
        self._boots = count(101)
        self._room = ctypes.create_string_buffer(1024)
        self._answer = ctypes.create_string_buffer(64)
        self._receiver = ctypes.c_void_p()
        self.restart_receiver()
        self.link.opened(0)

    def close(self) -> None:
        for box in self.boxes:
            box.close()
        self.core.native_free(self._receiver)

    def restart_receiver(self) -> None:
        """The cable of the receiver was pulled and put back."""
        self.core.native_free(self._receiver)
        self._receiver = ctypes.c_void_p(self.core.native_receiver_new(next(self._boots)))
        self._panel = ctypes.c_void_p(self.core.native_panel_of(self._receiver))
        self._receiver_started_ms = self.now_ms

    def run(self, ms: int) -> None:
        """Let everybody live for a while."""
        for _ in range(ms):
            self._turn(1)

    def rest(self, ms: int) -> None:
        """Nobody touches a key for a while: leaps over the time in which every box rests."""
        until_ms = self.now_ms + ms
        while self.now_ms < until_ms:
            calm_ms = 0 if self.air.is_busy else min(box.calm_ms(self.now_ms) for box in self.boxes)
            self._turn(max(1, min(calm_ms, 50, until_ms - self.now_ms)))

    def _turn(self, ms: int) -> None:
        self.now_ms += ms
        for box in self.boxes:
            if said := box.turn(self.now_ms):
                self.air.send(self.now_ms, box.seat, RECEIVER, said)
        self._receive()
        if self.now_ms % 2 == 0 or ms > 1:
            self._talk(max(2, ms))

    def _receive(self) -> None:
        up_ms = self.now_ms - self._receiver_started_ms
        self.core.radio_receiver_tick(self._receiver, ctypes.c_uint32(up_ms))
        for flight in self.air.arrivals(self.now_ms):
            if flight.to != RECEIVER:
                self.boxes[flight.to].hear(flight.data)
                continue
            length = self.core.radio_receiver_hear(
                self._receiver, flight.data, len(flight.data), self._answer
            )
            if length:
                answer = self._answer.raw[:length]
                self.air.send(self.now_ms, RECEIVER, answer[3] & 0x7F, answer)

    def _talk(self, ms: int) -> None:
        """The cable between receiver and host: as slow as a serial line at 115,200 baud."""
        now_ns = self.now_ms * MS
        told = self._line.carry(self.link.outgoing())
        self.core.native_receive(self._panel, told, len(told))
        length = self.core.native_receiver_transmit(self._receiver, self._room, 12 * ms)
        self.signals += self.link.receive(self._line.carry(self._room.raw[:length]), now_ns)
        try:
            self.link.tick(now_ns)
        except (ConnectionError, RuntimeError) as error:
            self.signals += self.link.closed(now_ns, str(error))
            self.link.opened(now_ns)

    def meet(self, limit_ms: int = 60_000) -> None:
        """Run until the host knows all four boxes: that one restarted can be told only after it was heard."""
        for _ in range(0, limit_ms, 100):
            self.run(100)
            if len(self.link._boxes._boots) == len(self.boxes):
                return
        raise AssertionError("a box was never heard")

    def settle(self, limit_ms: int = 60_000) -> None:
        """Run until nobody has anything left to tell."""
        for _ in range(0, limit_ms, 100):
            if not self.queued:
                break
            self.run(100)
        assert not self.queued
        self.run(600)

    @property
    def queued(self) -> int:
        """Edges that have not reached the host."""
        return int(self.core.native_queued(self._panel)) + sum(box.queued for box in self.boxes)

    @property
    def presses(self) -> list[Press]:
        return [signal for signal in self.signals if isinstance(signal, Press)]

    def of_seat(self, seat: int) -> list[int]:
        """The keys that this seat pressed, as the host heard them."""
        return [press.button.value for press in self.presses if press.side.value == seat]

    def statuses(self, condition: Condition) -> list[PanelStatus]:
        return [s for s in self.signals if isinstance(s, PanelStatus) and s.condition is condition]

    @property
    def lost(self) -> int:
        """How many edges the players were told of as lost."""
        return sum(status.lost for status in self.statuses(Condition.PRESSES_LOST))
