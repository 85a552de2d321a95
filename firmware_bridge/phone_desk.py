"""Phones as a panel: each has the eight keys and the lamp of one side. How they connect is not known here.

A phone numbers the edges of its keys and sends its own time with them, so what it sends again after the
network has failed for a moment is heard once, in order, and with its true age. Of the keys held down for long
(`HeldDown`) only `wait` is passed on: `kan` could make a device a host, and a phone that may press keys may
not do that.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.device_clock import DeviceClock
from firmware_bridge.errors import PhoneRefused
from firmware_bridge.gestures import Gesture, Gestures
from firmware_bridge.signals import (
    EVERY_SIDE,
    Button,
    Condition,
    HeldDown,
    KeyEdge,
    Lamp,
    Lamps,
    PanelStatus,
    Side,
    Signal,
)

__all__ = ["AWAY_NS", "BEAT_S", "FORGOTTEN_NS", "PhoneDesk", "PhoneEdge", "Seen"]

NS: Final = 1_000_000_000
BEAT_S: Final = 1.0
"""A beat is answered after this many seconds if there is nothing new; then the phone sends the next one."""
AWAY_NS: Final = 4 * NS
"""A phone that was silent for this long is away: four beats."""
FORGOTTEN_NS: Final = 600 * NS
"""A phone that was away this long has gone home: nobody is told any longer that it is missing."""
MOST_ENDED: Final = 64


@dataclass(frozen=True, slots=True)
class PhoneEdge:
    """A key of a phone went down or came up: the phone's number for it, from 1 on, and its own time."""

    number: int
    button: Button
    is_down: bool
    at_ms: int


@dataclass(frozen=True, slots=True)
class Seen:
    """What a phone is told: the number of the last edge that was heard, and what its lamp shows."""

    heard: int
    lamp: Lamp


@dataclass(slots=True)
class _Phone:
    """One phone at its side, from sitting down to leaving."""

    line: str
    who: str
    side: Side
    seen_ns: int
    heard: int = 0
    is_away: bool = False
    clock: DeviceClock = field(default_factory=DeviceClock)
    gestures: Gestures = field(default_factory=Gestures)
    held: set[Button] = field(default_factory=set)

    def let_go(self, now: int) -> list[Gesture]:
        """Releases of its keys will be missed: none counts as held. Returns what that says."""
        self.held.clear()
        self.gestures.forget()
        return self.gestures.tick(now)


class PhoneDesk:
    """The panel of all phones; any thread may speak for a phone.

    Presses are numbered from `first_number` on, so that they are told apart from those of another panel.
    """

    damaged_lines = 0

    def __init__(self, *, clock: Callable[[], int] = time.monotonic_ns, first_number: int = 1) -> None:
        self._clock = clock
        self._presses = first_number - 1
        self._changed = threading.Condition(threading.RLock())
        self._phones: dict[Side, _Phone] = {}
        self._replaced: deque[str] = deque(maxlen=MOST_ENDED)
        self._wanted = Lamps()
        self._told: tuple[Condition, str, frozenset[Side], bool] | None = None
        self._news: list[Signal] = []
        self._is_closed = False
        self._is_over = False
        self.before_sitting: Callable[[], None] = lambda: None
        """Called just before a phone sits down, in the thread that answers the phone."""

    # What a phone asks.

    def sides(self) -> frozenset[Side]:
        """The sides that phones serve, including those whose phone does not answer just now."""
        with self._changed:
            return frozenset(self._phones)

    def taken(self, who: str) -> frozenset[Side]:
        """The sides at which somebody else's phone sits and still answers."""
        with self._changed:
            return frozenset(side for side in self._phones if self._is_taken(side, who))

    def sit(self, who: str, side: Side, ms: int, *, instead_of: str = "") -> str:
        """Make a phone serve as a side's keys; returns the name of its line. `ms` is the phone's own time.

        Ends the line `instead_of`, and any line at this side: its own, or that of a phone gone silent.

        Raises:
            PhoneRefused: another phone is there.
        """
        self.before_sitting()
        with self._changed:
            now = self._clock()
            if self._is_taken(side, who):
                raise PhoneRefused("side_taken", "Another phone is already serving as that side's keys.")
            ended = [old for old in self._phones.values() if old.side is side or old.line == instead_of]
            for old in ended:
                self._replaced.append(self._phones.pop(old.side).line)
                self._tell(old.let_go(now))
            phone = _Phone(secrets.token_hex(8), who, side, now)
            phone.clock.observe(ms, now)
            self._phones[side] = phone
            self._say_how_it_is(now, {old.side for old in ended} - {side})
            return phone.line

    def hear(self, who: str, line: str, ms: int, edges: Iterable[PhoneEdge]) -> Seen:
        """Take those of the edges that were not heard before; nothing else happened at the phone until `ms`.

        Raises:
            PhoneRefused: the line has ended.
        """
        with self._changed:
            phone, now = self._there(who, line, ms)
            for edge in edges:
                if edge.number > phone.heard + 1:
                    return self._seen(phone)  # the edges in between have to come first
                if edge.number == phone.heard + 1:
                    phone.heard = edge.number
                    self._edge(phone, edge.button, edge.is_down, phone.clock.stamp(edge.at_ms, now))
            self._tell(phone.gestures.tick(phone.clock.stamp(ms, now)))
            return self._seen(phone)

    def beat(self, who: str, line: str, ms: int, shown: Lamp | None) -> Seen:
        """Note that the phone is there; returns once its lamp differs from `shown`, or after `BEAT_S`.

        Raises:
            PhoneRefused: the line has ended.
        """
        with self._changed:
            phone, _ = self._there(who, line, ms)

            def is_news() -> bool:
                is_over = self._is_over or self._phones.get(phone.side) is not phone
                return is_over or self._wanted[phone.side] is not shown

            self._changed.wait_for(is_news, BEAT_S)
            if self._phones.get(phone.side) is not phone:
                raise self._ended(line)
            return self._seen(phone)

    def leave(self, who: str, line: str) -> None:
        """Put the phone away. A line that has already ended stays ended."""
        with self._changed:
            for side, phone in list(self._phones.items()):
                if (phone.line, phone.who) == (line, who):
                    del self._phones[side]
                    self._tell(phone.let_go(now := self._clock()))
                    self._say_how_it_is(now, {side})

    def end(self) -> None:
        """Let no beat wait from now on: the server that answers them is stopping."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    # What a panel can do.

    def opened(self) -> PhoneDesk:
        """The desk, open from now on, even if it was closed before."""
        with self._changed:
            self._is_closed = False
        return self

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        """What has happened; see `Panel.wait`."""
        until_ns = self._clock() + int(timeout_s * NS)
        with self._changed:
            while not self._is_closed:
                now = self._clock()
                self._look(now)
                if self._news or now >= until_ns:
                    signals, self._news = tuple(self._news), []
                    return signals
                due_ns = min(
                    [until_ns, *(p.seen_ns + AWAY_NS for p in self._phones.values() if not p.is_away)]
                )
                self._changed.wait(max(0, due_ns - now) / NS)
            return ()

    def show(self, lamps: Lamps) -> None:
        """Show these lamps from now on; see `Panel.show`."""
        with self._changed:
            self._wanted = lamps
            self._changed.notify_all()

    def close(self) -> None:
        """Stop listening: a `wait` that is under way returns nothing."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    # What both use.

    def _is_taken(self, side: Side, who: str) -> bool:
        phone = self._phones.get(side)
        return phone is not None and phone.who != who and self._clock() - phone.seen_ns < AWAY_NS

    def _there(self, who: str, line: str, ms: int) -> tuple[_Phone, int]:
        """The phone that speaks, and the time."""
        now = self._clock()
        phone = next((p for p in self._phones.values() if (p.line, p.who) == (line, who)), None)
        if phone is None:
            raise self._ended(line)
        phone.clock.observe(ms, now)
        phone.seen_ns = now
        if phone.is_away:
            phone.is_away = False
            self._say_how_it_is(now)
        return phone, now

    def _ended(self, line: str) -> PhoneRefused:
        if line in self._replaced:
            return PhoneRefused("replaced", "These keys are open on another page now.")
        return PhoneRefused("no_line", "This phone does not serve as a side's keys; sit down first.")

    def _seen(self, phone: _Phone) -> Seen:
        return Seen(phone.heard, self._wanted[phone.side])

    def _edge(self, phone: _Phone, button: Button, is_down: bool, at_ns: int) -> None:
        if is_down == (button in phone.held):
            return
        (phone.held.add if is_down else phone.held.discard)(button)
        self._presses += is_down
        self._tell(phone.gestures.edge(KeyEdge(phone.side, button, is_down, at_ns, self._presses)))

    def _tell(self, signals: Iterable[Gesture]) -> None:
        self._news += [s for s in signals if not isinstance(s, HeldDown) or s.button is Button.WAIT]
        self._changed.notify_all()

    def _look(self, now: int) -> None:
        """Mark phones that have been silent for too long as away, and forget those that are gone for good."""
        gone = {p.side for p in self._phones.values() if not p.is_away and now - p.seen_ns >= AWAY_NS}
        for side, phone in list(self._phones.items()):
            if side in gone:
                phone.is_away = True
                self._tell(phone.let_go(now))
            if now - phone.seen_ns >= FORGOTTEN_NS:
                del self._phones[side]
        if self._told is not None:
            self._say_how_it_is(now, gone)

    def _say_how_it_is(self, now: int, gone: Collection[Side] = ()) -> None:
        """Report each change once, with the sides whose phones have just gone: all, if no phone answers."""
        condition, says, away, is_silent = told = _how_it_is(self._phones)
        if gone or self._told != told:
            self._told, left = told, EVERY_SIDE if is_silent else frozenset(gone)
            self._news.append(PanelStatus(condition, now, says, gone=left, sides=away))
            self._changed.notify_all()


def _how_it_is(phones: Mapping[Side, _Phone]) -> tuple[Condition, str, frozenset[Side], bool]:
    """How the phones are, in a sentence, the sides whose phones do not answer, and whether none answers."""
    away = frozenset(side for side, phone in phones.items() if phone.is_away)
    if away:
        names = ", ".join(side.name for side in Side if side in away)
        return (
            Condition.PHONE_AWAY,
            f"the phone of side {names} does not answer",
            away,
            len(away) == len(phones),
        )
    if phones:
        return Condition.CONNECTED, "phones serve as keys for their sides", away, False
    return Condition.PUT_AWAY, "the phones were put away", away, False
