"""The parts of the boards: where their pads lie, in millimetres from the point by which a part is placed.

Seen from the side on which the part sits, y down. The measures are those of the makers' drawings.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.boards.geometry import Point

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Pad:
    """One pad. Without a drill it lies on its part's side; without a number it is a hole without copper."""

    number: str
    at: Point
    size: Point
    drill: float = 0.0
    form: str = "circle"


@dataclass(frozen=True, slots=True)
class Footprint:
    """The pads of a part and the room that it takes on a board."""

    name: str
    says: str
    pads: tuple[Pad, ...]
    body: Box
    """Left, top, right, bottom of the part itself."""
    room: Box
    """What no other part on this side may take."""
    marks: tuple[tuple[Point, Point], ...] = ()
    """Lines that are printed on the board."""
    is_surface: bool = False
    """Whether a fab places it by machine."""
    is_hole: bool = False


def _round(number: str, x: float, y: float, size: float, drill: float) -> Pad:
    return Pad(number, (x, y), (size, size), drill, "rect" if number == "1" else "circle")


def _hole(x: float, y: float, drill: float) -> Pad:
    return Pad("", (x, y), (drill, drill), drill)


def _jack() -> Footprint:
    # Amphenol drawing C-BMJ-0102, 54602-908LF: eight contacts, latch towards the board, no shield. Its face
    # is at the bottom, and contact 1 at the left as one looks into it.
    pads = [_round(str(n + 1), 1.27 * n, -2.54 * (n % 2), 1.5, 0.9) for n in range(8)]
    pegs = (_hole(-1.27, 6.35, 3.25), _hole(10.16, 6.35, 3.25))
    body = (-3.205, -3.77, 12.095, 13.97)
    room = (-3.7, -4.3, 12.6, 14.5)
    return Footprint("RJ45_54602-908LF", "RJ45 socket, eight contacts", (*pads, *pegs), body, room)


def _switch() -> Footprint:
    # Kailh CPG151101S11 below a switch of the MX kind, seen from below. Measured from the switch's middle; a
    # fab's machine places the socket by the socket's own middle.
    holes = (
        _hole(0, 0, 4),
        _hole(-5.08, 0, 1.75),
        _hole(5.08, 0, 1.75),
        _hole(-3.81, 2.54, 3),
        _hole(2.54, 5.08, 3),
    )
    surface = (
        Pad("1", (-7.085, 2.54), (2.55, 2.5), form="rect"),
        Pad("2", (5.842, 5.08), (2.55, 2.5), form="rect"),
    )
    x, y = SOCKET_AT
    pads = [Pad(p.number, (p.at[0] - x, p.at[1] - y), p.size, p.drill, p.form) for p in (*surface, *holes)]
    body, room = (-5.4, -3.4, 5.5, 3.4), (-8.0, -4.8, 8.0, 3.8)
    says = "socket of a keyboard switch (MX)"
    return Footprint("MX_socket_CPG151101S11", says, tuple(pads), body, room, is_surface=True)


SOCKET_AT = (-0.6215, 3.81)
"""The middle of the socket's two pads, from that of its switch."""


def _pico() -> Footprint:
    # Raspberry Pi Pico datasheet: 51 x 21, two rows of twenty, 2.54 apart, 17.78 between. USB is at the top.
    pads = [_round(str(n), -8.89, -24.13 + 2.54 * (n - 1), 1.7, 1.0) for n in range(1, 21)]
    pads += [_round(str(n), 8.89, -24.13 + 2.54 * (40 - n), 1.7, 1.0) for n in range(21, 41)]
    body, room = (-10.5, -25.5, 10.5, 25.5), (-10.6, -25.6, 10.6, 25.6)
    return Footprint("Pico_with_pins", "Raspberry Pi Pico on its pins", tuple(pads), body, room)


def _pico_names() -> dict[str, str]:
    grounds = dict.fromkeys(PICO_GROUNDS, "GND")
    others = {30: "RUN", 33: "AGND", 35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}
    ports = [*range(23), 26, 27, 28]
    free = [pin for pin in range(1, 41) if pin not in grounds | others]
    return {
        str(pin): name
        for pin, name in sorted(
            (dict(zip(free, map("GP{}".format, ports), strict=True)) | grounds | others).items()
        )
    }


PICO_GROUNDS = (3, 8, 13, 18, 23, 28, 38)
"""All pins of the Pico that are ground; the drawing names one of them."""
PICO_NAMES = _pico_names()


def _header() -> Footprint:
    # JST B2B-XH-A: two pins, 2.5 apart.
    pads = (_round("1", -1.25, 0, 1.7, 1.0), _round("2", 1.25, 0, 1.7, 1.0))
    return Footprint(
        "XH_2",
        "plug for the wires of an arcade button",
        pads,
        (-3.7, -2.35, 3.7, 3.4),
        (-4.0, -2.6, 4.0, 3.7),
    )


def _led() -> Footprint:
    pads = (_round("1", -1.27, 0, 1.8, 0.9), _round("2", 1.27, 0, 1.8, 0.9))
    marks = (((-2.5, -1.6), (-2.5, 1.6)),)
    return Footprint(
        "LED_5mm", "LED of 5 mm; pad 1 is minus", pads, (-2.9, -2.9, 2.9, 2.9), (-3.2, -3.2, 3.2, 3.2), marks
    )


def _diode() -> Footprint:
    pads = (Pad("1", (-1.65, 0), (0.9, 1.2), form="rect"), Pad("2", (1.65, 0), (0.9, 1.2), form="rect"))
    marks = (((-2.4, -0.95), (-2.4, 0.95)),)
    return Footprint(
        "SOD-123",
        "diode; pad 1 is the striped end",
        pads,
        (-1.35, -0.8, 1.35, 0.8),
        (-2.6, -1.1, 2.6, 1.1),
        marks,
        True,
    )


def _resistor() -> Footprint:
    pads = (Pad("1", (-0.95, 0), (1.0, 1.4), form="rect"), Pad("2", (0.95, 0), (1.0, 1.4), form="rect"))
    return Footprint("R_0805", "resistor", pads, (-1.0, -0.625, 1.0, 0.625), (-1.7, -1.0, 1.7, 1.0), (), True)


def _screw() -> Footprint:
    room = (-2.2, -2.2, 2.2, 2.2)
    return Footprint(
        "Hole_M2", "screw M2, or a pin of the tray", (_hole(0, 0, 2.4),), room, room, is_hole=True
    )


JACK, SWITCH, PICO, HEADER = _jack(), _switch(), _pico(), _header()
LED, DIODE, RESISTOR, HOLE = _led(), _diode(), _resistor(), _screw()
FOOTPRINTS = (JACK, SWITCH, PICO, HEADER, LED, DIODE, RESISTOR, HOLE)
