"""The table you can touch, as plain values: sides, keys, pins, ports, cameras and zones.

No file is read here and no port opened; `hardware.loading` makes these values from TOML.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = [
    "Button",
    "CameraMount",
    "GpioWiring",
    "KeyPin",
    "LampPin",
    "PanelWiring",
    "Profile",
    "SerialLink",
    "Side",
    "Zone",
]


class Side(Enum):
    """A physical side of the table, going round to the right; never a wind and never a player."""

    A = 0
    B = 1
    C = 2
    D = 3


class Button(Enum):
    """One key of a seat box, by the label printed on it; the number is its place in the box."""

    CHI = 0
    PON = 1
    KAN = 2
    RON = 3
    TSUMO = 4
    RIICHI = 5
    WAIT = 6
    NEXT = 7

    @property
    def label(self) -> str:
        """The word used for this key in profiles and on paper.

        >>> Button.PON.label
        'pon'
        """
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class KeyPin:
    """A key that closes this pin of the header to ground."""

    side: Side
    button: Button
    pin: int


@dataclass(frozen=True, slots=True)
class LampPin:
    """The pin that feeds the lamp of one side."""

    side: Side
    pin: int


@dataclass(frozen=True, slots=True)
class GpioWiring:
    """The small build: keys and lamps straight on the header of a Raspberry Pi (BCM numbers)."""

    keys: tuple[KeyPin, ...]
    lamps: tuple[LampPin, ...] = ()
    settle_ms: int = 5


@dataclass(frozen=True, slots=True)
class SerialLink:
    """The full build: a panel hub on USB, found by its numbers or by the name of its port."""

    vendor: int = 0x2E8A
    product: int = 0x000A
    serial: str | None = None
    port: str | None = None
    baud: int = 115_200
    sockets: tuple[Side, ...] = (Side.A, Side.B, Side.C, Side.D)


PanelWiring = GpioWiring | SerialLink | None
"""How the keys are connected; None is a table without keys, played by touch alone."""


@dataclass(frozen=True, slots=True)
class CameraMount:
    """One eye above or beside the table."""

    name: str
    kind: str
    source: str = ""
    width: int = 1920
    height: int = 1080


@dataclass(frozen=True, slots=True)
class Zone:
    """A patch of the flattened table, as fractions of its width and height (0 to 1)."""

    name: str
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that is screwed to one table."""

    name: str
    panel: PanelWiring = None
    cameras: tuple[CameraMount, ...] = ()
    zones: tuple[Zone, ...] = ()
