"""What crosses the boundary between a panel and the companion, as frozen values.

A side is a side of the table and a button is the label on a key; what a press *means* is decided
elsewhere. Nothing here knows a port, a pin or a clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from hardware import Button, Side

__all__ = [
    "EVERY_SIDE",
    "Button",
    "Condition",
    "HeldDown",
    "KeyEdge",
    "Lamp",
    "Lamps",
    "LongPress",
    "PanelStatus",
    "Press",
    "Side",
    "Signal",
    "Stuck",
]


class Lamp(Enum):
    """How one lamp looks; the number is what the panel understands, the wave is what a person sees.

    A wave is sixteen steps of an eighth of a second; the leftmost step comes first.
    """

    OFF = 0
    STEADY = 1
    SLOW = 2
    FAST = 3
    DOUBLE = 4
    TRIPLE = 5
    BEACON = 6
    WINK = 7

    @property
    def wave(self) -> str:
        """Two seconds of this lamp, `#` for lit and `.` for dark.

        >>> Lamp.SLOW.wave
        '####....####....'
        """
        return _WAVES[self]

    def is_lit(self, step: int) -> bool:
        """Whether the lamp is lit in this step, counted in eighths of a second."""
        return self.wave[step % 16] == "#"


_WAVES = {
    Lamp.OFF: "................",
    Lamp.STEADY: "################",
    Lamp.SLOW: "####....####....",
    Lamp.FAST: "#.#.#.#.#.#.#.#.",
    Lamp.DOUBLE: "#.#.............",
    Lamp.TRIPLE: "#.#.#...........",
    Lamp.BEACON: "#...............",
    Lamp.WINK: "##############..",
}


@dataclass(frozen=True, slots=True)
class Lamps:
    """What all four lamps show at once."""

    a: Lamp = Lamp.OFF
    b: Lamp = Lamp.OFF
    c: Lamp = Lamp.OFF
    d: Lamp = Lamp.OFF

    @classmethod
    def of(cls, shown: Mapping[Side, Lamp]) -> Lamps:
        """The lamps of these sides as given, the others dark."""
        return cls(*(shown.get(side, Lamp.OFF) for side in Side))

    def __getitem__(self, side: Side) -> Lamp:
        return (self.a, self.b, self.c, self.d)[side.value]

    def __iter__(self) -> Iterator[Lamp]:
        return iter((self.a, self.b, self.c, self.d))


@dataclass(frozen=True, slots=True)
class KeyEdge:
    """A key went down or came up, reported once its contact has settled.

    `seq` is the number of the panel's newest press: that of this key if it went down. `is_found`: the key was
    down already when the panel began to look at it, so that nobody has pressed it now.
    """

    side: Side
    button: Button
    is_down: bool
    at_ns: int
    seq: int
    is_found: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """Somebody pressed a key: reported at once, while the finger is still on it.

    `held_with` are the keys of the same side that were down already: a chord. `seq` counts the
    presses since this panel was opened, across pulled cables and restarts of its hardware.
    """

    side: Side
    button: Button
    at_ns: int
    seq: int
    held_with: frozenset[Button] = frozenset()


@dataclass(frozen=True, slots=True)
class LongPress:
    """The press with this `seq` is still down after the time that makes it a long one."""

    side: Side
    button: Button
    at_ns: int
    seq: int


@dataclass(frozen=True, slots=True)
class HeldDown:
    """The press with this `seq` is still down after a time that rules out an accident."""

    side: Side
    button: Button
    at_ns: int
    seq: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """A key has been down for longer than anybody holds one; or, where `is_over`, it is up again."""

    side: Side
    button: Button
    at_ns: int
    seq: int
    is_over: bool = False


class Condition(Enum):
    """How the panel is doing."""

    CONNECTED = "connected"
    RESTARTED = "restarted"
    DISCONNECTED = "disconnected"
    PRESSES_LOST = "presses lost"
    MISMATCH = "mismatch"
    FAILED = "failed"
    """It cannot be used, for a reason that only the log has."""
    NO_FIRMWARE = "no firmware"
    """A board is plugged in that does not answer as a panel does: its firmware seems to be missing."""
    NOT_OPENED = "not opened"
    """Something is plugged in, but it cannot be opened."""
    NOT_ALLOWED = "not allowed"
    """The panel is plugged in, but this user may not open it."""
    IN_USE = "in use"
    """The panel is plugged in, but another program holds it."""
    WHICH_PANEL = "which panel"
    """A panel is plugged in, or several are, but not clearly this table's."""
    OTHER_PORT = "other port"
    """A number pad is not where it was; something with keys was plugged in at another port after that."""
    PINS = "pins"
    """A pin of the Pi's header cannot be used."""
    BROKER_AWAY = "broker away"
    """The broker through which the buttons speak does not answer, or does not let us listen."""
    PHONE_AWAY = "phone away"
    """A phone that serves as a side's keys does not answer."""
    BOX_AWAY = "box away"
    """A seat box without a cable is not heard."""
    BUTTON_AWAY = "button away"
    """A button of a smart home is said to be away."""
    BATTERY_LOW = "battery low"
    """The battery of a seat box needs charging soon; its presses still arrive."""
    PUT_AWAY = "put away"
    """The last phone that served as a side's keys was put away: nothing is wrong."""


EVERY_SIDE: Final = frozenset(Side)

_USABLE = (Condition.CONNECTED, Condition.RESTARTED, Condition.PRESSES_LOST, Condition.BATTERY_LOW)
_OF_SOME_SIDES = (Condition.PHONE_AWAY, Condition.BOX_AWAY, Condition.PUT_AWAY)


@dataclass(frozen=True, slots=True)
class PanelStatus:
    """News about the panel itself; `says` is a sentence for the players.

    `lost` is how many presses or releases are missing, as far as it is known. `gone` are the sides whose keys
    went away just now, while those of the others are still there; `EVERY_SIDE` while no side has any.
    `sides` are all the sides whose keys the news is about; none: it is about the panel as a whole.
    """

    condition: Condition
    at_ns: int
    says: str
    lost: int = 0
    gone: frozenset[Side] = frozenset()
    sides: frozenset[Side] = frozenset()

    @property
    def is_usable(self) -> bool:
        """Whether presses of every side can arrive now."""
        return self.condition in _USABLE

    @property
    def is_down(self) -> bool:
        """Whether the panel is away as a whole, as while its cable is pulled out."""
        is_of_all = self.condition not in (*_USABLE, *_OF_SOME_SIDES)
        return is_of_all and self.gone == EVERY_SIDE


Signal = Press | LongPress | HeldDown | Stuck | PanelStatus
