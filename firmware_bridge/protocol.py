"""The host's end of the serial protocol: bytes in, signals and bytes out.

No port and no clock live here; the time comes with every call. The device remembers each edge
until we acknowledge it, and repeats it; we deliver in order of sequence and acknowledge what was
delivered. An edge is known by (boot, seq): a damaged, doubled or late line changes nothing. That a
panel has restarted, or had to drop edges, is reported; what it lost is never guessed.

    GREETING --I--> CONNECTED --silence, or the port fails--> (opened anew) GREETING
"""

from __future__ import annotations

from enum import Enum

from firmware_bridge.device_clock import DeviceClock
from firmware_bridge.errors import (
    FrameCorrupt,
    PanelDisconnected,
    PanelProtocolMismatch,
    PanelWithoutFirmware,
)
from firmware_bridge.frames import (
    PROTOCOL_VERSION,
    BoxState,
    DeviceFrame,
    Event,
    Heartbeat,
    Identity,
    LampEcho,
    LineReader,
    encode,
    parse,
)
from firmware_bridge.gestures import Gestures
from firmware_bridge.seat_boxes import SeatBoxes
from firmware_bridge.signals import EVERY_SIDE, Button, Condition, KeyEdge, Lamps, PanelStatus, Side, Signal

__all__ = ["HostLink", "lamp_mask"]

MS = 1_000_000
HELLO_EVERY_NS = 200 * MS
LAMPS_EVERY_NS = 50 * MS
SILENCE_NS = 900 * MS
NOISE_NS = 10_000 * MS
GREETING_NS = 3_000 * MS
FOUND_MS = 50
"""A key that goes down so soon after its panel started was down already: its contact has to rest first."""
WINDOW = 4


class _Phase(Enum):
    CLOSED = "closed"
    GREETING = "greeting"
    CONNECTED = "connected"


def lamp_mask(lamps: Lamps, sockets: tuple[Side, ...]) -> int:
    """The sixteen bits of a lamp command: bit k of the look of socket s is bit 4 k + s.

    So the masks 0 to 15 simply light lamps.
    """
    mask = 0
    for socket, side in enumerate(sockets):
        for plane in range(4):
            mask |= ((lamps[side].value >> plane) & 1) << (4 * plane + socket)
    return mask


class _EdgeOrder:
    """Puts edges into the order in which they happened, each exactly once."""

    def __init__(self) -> None:
        self._expected = 0
        self._early: dict[int, Event] = {}

    @property
    def acknowledged(self) -> int:
        """The sequence up to which everything has been handed on."""
        return (self._expected - 1) % 256

    def can_go_on_from(self, base_seq: int) -> bool:
        """Whether this number can come from a panel that missed at most our last few acknowledgements."""
        return (self._expected - base_seq) % 256 <= WINDOW

    def start(self, base_seq: int) -> None:
        self._expected = base_seq
        self._early.clear()

    def accept(self, event: Event) -> list[Event]:
        """What can be handed on now that this edge has come, even if for the second time."""
        if (event.seq - self._expected) % 256 >= WINDOW:
            return []  # A duplicate, or too far ahead to come from a panel that keeps to the protocol.
        self._early.setdefault(event.seq, event)
        ready = []
        while (following := self._early.pop(self._expected, None)) is not None:
            self._expected = (self._expected + 1) % 256
            ready.append(following)
        return ready


class _LampRequest:
    """The lamps we want, asked for until the panel shows that they are in effect."""

    def __init__(self) -> None:
        self.is_settled = False
        self._mask = 0
        self._command = 0
        self._due_ns = 0

    def want(self, mask: int) -> None:
        if mask != self._mask:
            self._mask = mask
            self.ask_again()

    def ask_again(self) -> None:
        self._command = (self._command + 1) % 0x10000
        self.is_settled = False
        self._due_ns = 0

    def echo(self, echo: LampEcho) -> None:
        """Settled only if both number and mask are ours: after a restart an old command may be echoed."""
        self.is_settled = (echo.command, echo.mask) == (self._command, self._mask)

    def due(self, now_ns: int) -> bytes:
        if self.is_settled or now_ns < self._due_ns:
            return b""
        self._due_ns = now_ns + LAMPS_EVERY_NS
        return encode(f"L {self._command} {self._mask}")


class HostLink:
    """One conversation with one panel, which outlives any number of openings of the port."""

    def __init__(self, sockets: tuple[Side, ...] = tuple(Side)) -> None:
        self._sockets = sockets
        self._phase = _Phase.CLOSED
        self._out = bytearray()
        self._reader = LineReader()
        self._clock = DeviceClock()
        self._gestures = Gestures()
        self._order = _EdgeOrder()
        self._lamps = _LampRequest()
        self._boxes = SeatBoxes(sockets, self._gestures.forget)
        self._boot: int | None = None
        self._lost = 0
        self._is_missing = False
        self._presses = 0
        self._trouble: PanelProtocolMismatch | None = None
        self._hello_ns = self._byte_ns = self._line_ns = self._opened_ns = 0
        self.edges = 0
        """How many edges, down and up, have been handed on."""

    @property
    def is_connected(self) -> bool:
        """Whether the panel has said who it is since the port was opened."""
        return self._phase is _Phase.CONNECTED

    @property
    def damaged(self) -> int:
        """How many lines came in damaged."""
        return self._reader.damaged

    @property
    def lamps_are_right(self) -> bool:
        """Whether the panel has confirmed the lamps we want."""
        return self._lamps.is_settled

    def opened(self, now_ns: int) -> None:
        """The port is open: clear the line, because the first byte may be lost, and ask who is there."""
        self._reader.forget()
        self._out.clear()
        self._out += b"\n"
        self._phase = _Phase.GREETING
        self._trouble = None
        self._opened_ns = self._byte_ns = self._line_ns = now_ns
        self._hello(now_ns)

    def closed(self, now_ns: int, says: str) -> list[Signal]:
        """The port is gone; reports it once, if the panel was connected."""
        was_connected = self.is_connected
        self._phase = _Phase.CLOSED
        self._out.clear()
        self._boxes.forget()
        status = PanelStatus(Condition.DISCONNECTED, now_ns, says, gone=EVERY_SIDE)
        return [status] if was_connected else []

    def show(self, lamps: Lamps) -> None:
        """Show these lamps from now on, through every reconnection."""
        self._lamps.want(lamp_mask(lamps, self._sockets))

    def outgoing(self) -> bytes:
        """The bytes to write now; each is given once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def tick(self, now_ns: int) -> None:
        """Time has passed: repeat what was not answered.

        Raises:
            PanelDisconnected: the panel gave no sign of life, or no whole line, for too long.
            PanelWithoutFirmware: what is on the port has said nothing.
            PanelProtocolMismatch: it never said that it is a panel, speaks another version, or has
                more seats or keys than we know.
        """
        if self._trouble is not None:
            raise self._trouble
        if self._phase is _Phase.GREETING:
            if now_ns - self._opened_ns >= GREETING_NS:
                raise _no_greeting(self._byte_ns > self._opened_ns)
            if now_ns - self._hello_ns >= HELLO_EVERY_NS:
                self._hello(now_ns)
        elif self._phase is _Phase.CONNECTED:
            if now_ns - self._byte_ns >= SILENCE_NS:
                raise PanelDisconnected("the panel has gone silent; check its cable")
            if now_ns - self._line_ns >= NOISE_NS:
                raise PanelDisconnected("only noise comes from the panel; check its cable")
            self._out += self._lamps.due(now_ns)

    def receive(self, data: bytes, now_ns: int) -> list[Signal]:
        """Take bytes that came in; returns what they say, in order."""
        if not data or self._phase is _Phase.CLOSED:
            return []
        self._byte_ns = now_ns
        damaged = self._reader.damaged
        signals: list[Signal] = []
        payloads = self._reader.feed(data)
        for payload in payloads:
            try:
                frame = parse(payload)
            except FrameCorrupt:
                self._reader.damaged += 1
                continue
            self._line_ns = now_ns
            if frame is not None:
                signals += self._take(frame, now_ns)
        if self.is_connected and (payloads or self._reader.damaged > damaged):
            # Also after a damaged line: it may have been the repetition of what we have.
            self._out += encode(f"A {self._order.acknowledged}")
            self._out += self._lamps.due(now_ns)
        return signals

    def _take(self, frame: DeviceFrame, now_ns: int) -> list[Signal]:
        if isinstance(frame, Identity):
            return self._greet(frame, now_ns)
        if not self.is_connected or self._trouble is not None:
            return []  # what comes after a greeting that we do not understand is not ours to read
        match frame:
            case Event():
                return self._event(frame, now_ns)
            case Heartbeat():
                return self._heartbeat(frame, now_ns)
            case LampEcho():
                self._lamps.echo(frame)
                return []
            case BoxState():
                return list(self._boxes.take(frame, now_ns))

    def _greet(self, identity: Identity, now_ns: int) -> list[Signal]:
        self._trouble = _trouble_with(identity, len(self._sockets))
        if self._trouble is not None:
            return []
        signals = self._know(identity, now_ns)
        if identity.ms is not None:
            self._clock.observe(identity.ms, now_ns)
        return signals

    def _know(self, identity: Identity, now_ns: int) -> list[Signal]:
        """Connect, and find out what this is: a first meeting, a restart, or only a new cable."""
        was_connected, is_first = self.is_connected, self._boot is None
        is_new = identity.boot != self._boot or not self._order.can_go_on_from(identity.base_seq)
        self._phase = _Phase.CONNECTED
        if is_new:
            self._start_anew(identity)
        elif was_connected and now_ns - self._hello_ns < HELLO_EVERY_NS:
            return []
        if was_connected:
            # The panel has not heard a hello since it started, or thought we were away.
            self._hello(now_ns)
        self._lamps.ask_again()
        name = f"panel {identity.board}, firmware {identity.firmware}"
        if is_new and not is_first:
            says = f"the {name}, has restarted; keys pressed just before may be missing"
            return [PanelStatus(Condition.RESTARTED, now_ns, says)]
        return [] if was_connected else [PanelStatus(Condition.CONNECTED, now_ns, f"{name}, is connected")]

    def _start_anew(self, identity: Identity) -> None:
        self._boot = identity.boot
        self._order.start(identity.base_seq)
        self._lost = 0
        self._clock.restart()
        self._boxes.forget()

    def _event(self, event: Event, now_ns: int) -> list[Signal]:
        if not self._clock.is_set:
            return []  # how long the panel has kept it is not known; it comes again, also after a heartbeat
        self._clock.observe(event.ms, now_ns)
        return [signal for ready in self._order.accept(event) for signal in self._deliver(ready, now_ns)]

    def _deliver(self, event: Event, now_ns: int) -> list[Signal]:
        if event.seat >= len(self._sockets) or event.button >= len(Button):
            return []
        self.edges += 1
        # A receiver tells its own time, not that of a seat box: a box itself leaves out what it found down.
        is_found = event.is_down and event.ms < FOUND_MS and not self._boxes.are_used
        self._presses += event.is_down and not is_found
        at_ns = self._clock.stamp(event.ms, now_ns, event.seat)
        side, button = self._sockets[event.seat], Button(event.button)
        edge = KeyEdge(side, button, event.is_down, at_ns, self._presses, is_found)
        return list(self._gestures.edge(edge, others_may_be_late=self._boxes.are_used))

    def _heartbeat(self, beat: Heartbeat, now_ns: int) -> list[Signal]:
        self._clock.observe(beat.ms, now_ns)
        missing, self._lost = beat.lost - self._lost, max(beat.lost, self._lost)
        self._is_missing |= missing > 0
        if self._is_missing:
            # What is missing came after the edges that still wait, and may be the release of one of these.
            self._gestures.forget()
            self._is_missing = beat.queued > 0
        if missing > 0:
            says = f"the panel lost presses or releases of keys ({missing}); please check what was called"
            return [PanelStatus(Condition.PRESSES_LOST, now_ns, says, missing)]
        if beat.queued == 0 and self._gestures.due_ns is not None:
            return list(self._gestures.tick(self._clock.stamp(beat.ms, now_ns)))
        return []

    def _hello(self, now_ns: int) -> None:
        self._hello_ns = now_ns
        self._out += encode("?")


def _no_greeting(was_heard: bool) -> PanelProtocolMismatch:
    if was_heard:
        says = "something is on the port, but it does not speak like a panel; is it another device?"
        return PanelProtocolMismatch(says)
    return PanelWithoutFirmware("nothing answers on the port; is the panel's firmware installed?")


def _trouble_with(identity: Identity, sockets: int) -> PanelProtocolMismatch | None:
    if identity.version != PROTOCOL_VERSION:
        return PanelProtocolMismatch(
            f"the panel speaks version {identity.version} of the protocol and we speak "
            f"{PROTOCOL_VERSION}; put the firmware that came with this companion on it"
        )
    if identity.seats > sockets or identity.buttons > len(Button):
        return PanelProtocolMismatch(
            f"the panel has {identity.seats} seats of {identity.buttons} keys; "
            f"we know {sockets} seats of {len(Button)}"
        )
    return None
