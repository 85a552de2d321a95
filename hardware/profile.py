"""The table you can touch, as plain values: sides, keys, pins, ports, cameras and zones.

No file is read here and no port opened; `hardware.loading` makes these values from TOML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

__all__ = [
    "Button",
    "CameraMount",
    "GpioWiring",
    "KeyPin",
    "LampPin",
    "NumberPads",
    "PadKey",
    "PanelWiring",
    "Profile",
    "SerialLink",
    "Side",
    "Wiring",
    "Zone",
    "shown_address",
    "without_secrets",
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
    """A key that closes this pin of the header to ground (BCM number)."""

    side: Side
    button: Button
    pin: int


@dataclass(frozen=True, slots=True)
class LampPin:
    """The pin of the header that feeds the lamp of one side (BCM number)."""

    side: Side
    pin: int


class Wiring:
    """How the keys of a table are connected; `hardware.wiring` lists every transport."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class GpioWiring(Wiring):
    """The small build: keys and lamps straight on the header of a Raspberry Pi (BCM numbers)."""

    keys: tuple[KeyPin, ...]
    lamps: tuple[LampPin, ...] = ()
    settle_ms: int = 5
    """A contact that is closed for this long is a press."""
    release_ms: int = 20
    """A contact that is open for this long is a release: worn ones open for some milliseconds while held."""


@dataclass(frozen=True, slots=True)
class PadKey:
    """A key of a number pad, by the name that Linux gives it, and what it stands for."""

    name: str
    button: Button


PAD_KEYS = (
    PadKey("KP7", Button.CHI),
    PadKey("KP8", Button.PON),
    PadKey("KP9", Button.KAN),
    PadKey("KPPLUS", Button.RON),
    PadKey("KP4", Button.TSUMO),
    PadKey("KP5", Button.RIICHI),
    PadKey("KP6", Button.WAIT),
    PadKey("KPENTER", Button.NEXT),
)
"""The keys of a number pad that lie like the two rows of a seat box."""


@dataclass(frozen=True, slots=True)
class NumberPads(Wiring):
    """Nothing to solder: a number pad on USB for each side, told apart by the port it is plugged into."""

    ports: tuple[tuple[Side, str], ...]
    """The port of each side, as Linux counts it: `1.2` is the second port of a hub at the first.

    Where two controllers have a port of that number, its controller stands before it: `xhci-hcd.1/2`.
    """
    keys: tuple[PadKey, ...] = PAD_KEYS


@dataclass(frozen=True, slots=True)
class SerialLink(Wiring):
    """The full build: a panel hub on USB, found by its numbers or by the name of its port.

    `sockets` says which side of the table each socket of the hub serves.
    """

    vendor: int = 0x2E8A
    product: int = 0x000A
    serial: str | None = None
    port: str | None = None
    baud: int = 115_200
    sockets: tuple[Side, ...] = (Side.A, Side.B, Side.C, Side.D)


PanelWiring = Wiring | None
"""How the keys are connected; None is a table without keys, played by touch alone."""


@dataclass(frozen=True, slots=True)
class CameraMount:
    """One camera above or beside the table; its width and height are in pixels."""

    name: str
    kind: str
    """One of `hardware.cameras.CAMERAS`."""
    source: str = ""
    """The number or device of a camera, the address of a stream, a phone's socket, a folder, or a file."""
    width: int = 1920
    height: int = 1080

    @property
    def shown(self) -> str:
        """Its source as people may see it: a stream may be named where a file or a device has to be."""
        return without_secrets(self.source)


def without_secrets(source: str) -> str:
    """An address as people may see it: without a name and password before its host, and without its query.

    Many cameras take their password in the query. Where a password may end at more than one place, only the
    scheme is left.

    >>> without_secrets("http://eve:secret@10.0.0.7/stream")
    'http://10.0.0.7/stream'
    """
    scheme, mark, rest = source.partition("://")
    if not mark:
        return source
    host = re.split("[/?#]", rest, maxsplit=1)[0]
    if "@" in rest[len(host) :]:
        return f"{scheme}://…"  # people type passwords as they are: nobody can say where this one ends
    place, asks, _ = rest[host.rfind("@") + 1 :].partition("?")
    return f"{scheme}://{place}{'?…' if asks else ''}"


def shown_address(typed: str) -> str:
    """What somebody typed for an address, perhaps without its scheme, as people may see it.

    >>> shown_address("eve:secret@10.0.0.7/stream")
    '10.0.0.7/stream'
    """
    return without_secrets(typed) if "://" in typed else without_secrets(f"://{typed}").removeprefix("://")


@dataclass(frozen=True, slots=True)
class Zone:
    """A patch of the flattened table, as fractions of its width and height (0 to 1)."""

    name: str
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """All the hardware of one table."""

    name: str
    panel: PanelWiring = None
    cameras: tuple[CameraMount, ...] = ()
    zones: tuple[Zone, ...] = ()
