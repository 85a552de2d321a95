"""Keys and lamps on the header of a Raspberry Pi, through gpiozero.

The edges come with the kernel's time; the debouncing is our own, because the mock pins of gpiozero
do not debounce and because one rule for both builds is easier to trust.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
import warnings
from collections.abc import Callable, Iterator

import gpiozero
from gpiozero.pins import Factory

from firmware_bridge.debounce import Debouncer, Settled
from firmware_bridge.errors import PinUnavailable
from firmware_bridge.gestures import Gestures
from firmware_bridge.signals import Condition, KeyEdge, Lamps, PanelStatus, Signal
from hardware import GpioWiring, KeyPin, LampPin

__all__ = ["GpioPanel"]

MS = 1_000_000
NS = 1_000_000_000
STEP_NS = 125 * MS
CHECK_EVERY_NS = NS
LET_GO_S = 2.0
LET_GO_TRIES = 100


class _Key:
    """One key on one pin; its edges go into the panel's queue, with the kernel's time."""

    def __init__(
        self,
        wiring: KeyPin,
        rests_ns: tuple[int, int],
        factory: Factory,
        edges: queue.SimpleQueue[_Felt | None],
    ) -> None:
        self.wiring = wiring
        self._edges = edges
        self.device = gpiozero.InputDevice(wiring.pin, pull_up=True, pin_factory=factory)
        self.contact = Debouncer(*rests_ns, is_down=self.is_down)
        self.device.pin.edges = "both"
        self.device.pin.when_changed = self._changed

    @property
    def is_down(self) -> bool:
        """Whether the contact is closed at this moment."""
        return bool(self.device.is_active)

    def _changed(self, ticks: float, state: int) -> None:
        self._edges.put((self, not state, int(ticks * NS)))

    def close(self) -> None:
        _let_go(self._stop_watching)
        _let_go(self.device.close)

    def _stop_watching(self) -> None:
        self.device.pin.when_changed = None


_Felt = tuple[_Key, bool, int]


class _LampOut:
    """One lamp on one pin; its wave is seen only if `play` is called often enough."""

    def __init__(self, wiring: LampPin, factory: Factory) -> None:
        self.side = wiring.side
        self.device = gpiozero.DigitalOutputDevice(wiring.pin, pin_factory=factory)

    def play(self, lamps: Lamps, step: int) -> None:
        lit = lamps[self.side].is_lit(step)
        if lit != bool(self.device.value):
            self.device.value = lit


class GpioPanel:
    """The panel of the small build.

    Raises:
        PinUnavailable: a pin is taken or missing, or we may not use it.
    """

    def __init__(self, wiring: GpioWiring, *, factory: Factory | None = None) -> None:
        rests_ns = wiring.settle_ms * MS, wiring.release_ms * MS
        # An edge that is still to be reported is no older than this.
        self._behind_ns = max(rests_ns)
        self._edges: queue.SimpleQueue[_Felt | None] = queue.SimpleQueue()
        self._gestures = Gestures()
        self._lamps_wanted = Lamps()
        self._presses = 0
        self._is_closed = False
        self._in_use = threading.Lock()
        self._keys: list[_Key] = []
        self._lamps: list[_LampOut] = []
        self._factory = factory if factory is not None else _system_factory()
        self._checked_ns = self._now()
        self._at_rest: list[tuple[_Key, Settled]] = []
        for key in wiring.keys:
            with _claiming(key.pin, f"key {key.button.label} of side {key.side.name}", self):
                self._keys.append(_Key(key, rests_ns, self._factory, self._edges))
        for lamp in wiring.lamps:
            with _claiming(lamp.pin, f"the lamp of side {lamp.side.name}", self):
                self._lamps.append(_LampOut(lamp, self._factory))
        says = f"{len(self._keys)} keys and {len(self._lamps)} lamps on the header are ready"
        self._news: list[Signal] = [PanelStatus(Condition.CONNECTED, self._now(), says)]
        for found in self._keys:
            if found.contact.is_down:
                self._edge(found, Settled(True, self._now()), is_found=True)
        self._check(self._now())

    @property
    def damaged_lines(self) -> int:
        """Always 0: wires carry no lines."""
        return 0

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        """What has happened; see `Panel.wait`."""
        until_ns = self._now() + int(timeout_s * NS)
        while not self._is_closed:
            with self._in_use:
                now = self._now()
                signals = self._turn(now)
                pause_ns = min(self._due_ns(now), until_ns) - now
            if signals or now >= until_ns:
                return tuple(signals)
            self._sleep(pause_ns)
        return ()

    def show(self, lamps: Lamps) -> None:
        """Show these lamps from now on; see `Panel.show`."""
        self._lamps_wanted = lamps
        self._edges.put(None)

    def close(self) -> None:
        """Let go of the pins; the lamps go dark."""
        self._is_closed = True
        self._edges.put(None)
        with self._in_use:
            for key in self._keys:
                key.close()
            for lamp in self._lamps:
                _let_go(lamp.device.close)
            self._keys, self._lamps = [], []

    def _turn(self, now: int) -> list[Signal]:
        signals, self._news = self._news, []
        self._play(now)
        return signals + self._settled(now)

    def _now(self) -> int:
        return int(self._factory.ticks() * NS)

    def _sleep(self, duration_ns: int) -> None:
        try:
            felt = self._edges.get(timeout=max(duration_ns, 0) / NS)
        except queue.Empty:
            return
        self._feel(felt)

    def _feel(self, felt: _Felt | None) -> None:
        if felt is not None:
            key, is_down, at_ns = felt
            self._note(key, key.contact.feel(is_down, at_ns))

    def _note(self, key: _Key, settled: Settled | None) -> None:
        if settled is not None:
            self._at_rest.append((key, settled))

    def _settled(self, now: int) -> list[Signal]:
        """The edges that have come to rest by now, and the presses that have become long."""
        while not self._edges.empty():
            self._feel(self._edges.get())
        if now - self._checked_ns >= CHECK_EVERY_NS:
            self._check(now)
        for key in self._keys:
            self._note(key, key.contact.tick(now))
        signals: list[Signal] = []
        at_rest, self._at_rest = self._at_rest, []
        for key, settled in sorted(at_rest, key=lambda pair: pair[1].at_ns):
            signals += self._edge(key, settled)
        return signals + list(self._gestures.tick(now - self._behind_ns))

    def _edge(self, key: _Key, settled: Settled, *, is_found: bool = False) -> list[Signal]:
        self._presses += settled.is_down and not is_found
        side, button = key.wiring.side, key.wiring.button
        edge = KeyEdge(side, button, settled.is_down, settled.at_ns, self._presses, is_found)
        return list(self._gestures.edge(edge))

    def _check(self, now: int) -> None:
        """Check the pins themselves: a key must not stick because an edge was never reported."""
        self._checked_ns = now
        for key in self._keys:
            if key.is_down != key.contact.raw:
                self._note(key, key.contact.feel(key.is_down, now))

    def _play(self, now: int) -> None:
        for lamp in self._lamps:
            lamp.play(self._lamps_wanted, now // STEP_NS)

    def _due_ns(self, now: int) -> int:
        return min(self._dues(now))

    def _dues(self, now: int) -> Iterator[int]:
        yield self._checked_ns + CHECK_EVERY_NS
        yield from (key.contact.due_ns for key in self._keys if key.contact.due_ns is not None)
        if self._gestures.due_ns is not None:
            yield self._gestures.due_ns + self._behind_ns
        if any(len(set(self._lamps_wanted[lamp.side].wave)) > 1 for lamp in self._lamps):
            yield (now // STEP_NS + 1) * STEP_NS


def _let_go(release: Callable[[], None]) -> None:
    """Give a line back; lgpio lets go of a watched line only a little after it was asked to."""
    for _ in range(LET_GO_TRIES):
        try:
            release()
        except Exception:  # noqa: BLE001 - each pin library fails in its own way, and the others must go too
            time.sleep(LET_GO_S / LET_GO_TRIES)
        else:
            return


def _system_factory() -> Factory:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
            gpiozero.Device.ensure_pin_factory()
    except Exception as error:  # gpiozero tries each library in turn, and each fails in its own way
        raise PinUnavailable(
            "the pins of the header cannot be reached; this is for a Raspberry Pi: run "
            "'sudo apt install python3-lgpio' and make the environment with --system-site-packages "
            f"({error})"
        ) from error
    return gpiozero.Device.pin_factory


@contextlib.contextmanager
def _claiming(pin: int, purpose: str, panel: GpioPanel) -> Iterator[None]:
    """Turn whatever a pin library says into one sentence with the pin and what it was for."""
    try:
        yield
    except Exception as error:
        panel.close()
        raise PinUnavailable(
            f"GPIO {pin} ({purpose}) cannot be used: {error}; is another program on it, and are you in "
            "the group gpio ('sudo usermod -aG gpio $USER')?"
        ) from error
