"""Writes the circuit of a board as a schematic that KiCad reads, and its symbols as a library.

Every pin has the name of its net beside it: what has the same name is joined.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.boards import parts
from hardware.boards.geometry import Point
from hardware.boards.pcb_file import LIBRARY
from hardware.boards.plan import Board, Placed
from hardware.boards.words import Quoted, Tree, font, known_as, written

_VERSION = 20231120
_UNIT = 2.54
_LEG = 2.54


@dataclass(frozen=True, slots=True)
class Symbol:
    """How a part is drawn: a box with pins at its left and right, or lines of its own."""

    name: str
    prefix: str
    left: tuple[tuple[str, str], ...]
    """Number and name of each pin, from top to bottom."""
    right: tuple[tuple[str, str], ...]
    half: float
    """Half of its width."""
    lines: tuple[tuple[Point, ...], ...] = ()
    driving: frozenset[str] = frozenset()
    """Pins that feed others, so that KiCad's check of the schematic notices two of them on one net."""

    def pins(self) -> dict[str, tuple[Point, int]]:
        """Where each pin ends, y up, and the angle of the label there: 180 at the left, 0 at the right."""
        found = {}
        for side, rows in ((-1, self.left), (1, self.right)):
            for row, (number, _) in enumerate(rows):
                y = _UNIT * ((len(rows) - 1) // 2 - row)
                found[number] = ((side * (self.half + _LEG), y), 180 if side < 0 else 0)
        return found


def _two(name: str, prefix: str, names: tuple[str, str], *lines: tuple[Point, ...]) -> Symbol:
    return Symbol(name, prefix, (("1", names[0]),), (("2", names[1]),), 2.54, lines)


_BAR = ((-1.27, 1.27), (-1.27, -1.27))
_ARROW = ((1.27, 1.27), (1.27, -1.27), (-1.27, 0), (1.27, 1.27))
_THROUGH = ((-2.54, 0), (2.54, 0))
_FRAME = ((-2.54, 1.02), (2.54, 1.02), (2.54, -1.02), (-2.54, -1.02), (-2.54, 1.02))
_RAYS = (((0, 1.8), (0.9, 2.9)), ((1.2, 1.8), (2.1, 2.9)))
_LEVER = (((-2.54, 0), (-1.5, 0)), ((-1.5, 0), (1.4, 1.5)), ((1.5, 0), (2.54, 0)))


def _pico_symbol() -> Symbol:
    names = parts.PICO_NAMES
    left = tuple((str(n), names[str(n)]) for n in range(1, 21))
    right = tuple((str(n), names[str(n)]) for n in range(40, 20, -1))
    return Symbol("Pico", "U", left, right, 12.7, driving=frozenset({"21", "22", "24", "25", "36"}))


SYMBOLS = {
    parts.JACK.name: Symbol("RJ45", "J", (), tuple((str(n), f"contact {n}") for n in range(1, 9)), 7.62),
    parts.SWITCH.name: _two("Switch", "S", ("column", "diode"), *_LEVER),
    parts.HEADER.name: _two("Plug", "J", ("1", "2"), _FRAME),
    parts.LED.name: _two("LED", "D", ("minus", "plus"), _BAR, _ARROW, _THROUGH, *_RAYS),
    parts.DIODE.name: _two("Diode", "D", ("cathode", "anode"), _BAR, _ARROW, _THROUGH),
    parts.RESISTOR.name: _two("Resistor", "R", ("1", "2"), _FRAME),
    parts.PICO.name: _pico_symbol(),
}


def library_file() -> str:
    """The text of a `.kicad_sym`."""
    head: Tree = ["kicad_symbol_lib", ["version", _VERSION], ["generator", Quoted("riichi_boards")]]
    return written([*head, *(_symbol(symbol, symbol.name) for symbol in SYMBOLS.values())])


def schematic_file(board: Board) -> tuple[str, dict[str, str]]:
    """The text of a `.kicad_sch`, and the path of each part's symbol for the board."""
    placed = [part for part in board.parts if not part.footprint.is_hole]
    root = str(known_as(board.name, "sheet")[1])
    used = {SYMBOLS[part.footprint.name].name: SYMBOLS[part.footprint.name] for part in placed}
    tree: Tree = [
        "kicad_sch",
        ["version", _VERSION],
        ["generator", Quoted("riichi_boards")],
        ["generator_version", Quoted("8.0")],
        ["uuid", Quoted(root)],
        ["paper", Quoted("A4")],
        [
            "title_block",
            ["title", Quoted(board.title)],
            ["comment", 1, Quoted("made from hardware/schematics")],
        ],
        ["lib_symbols", *(_symbol(symbol, f"{LIBRARY}:{name}") for name, symbol in used.items())],
    ]
    paths = {}
    for part, at in zip(placed, _places(placed), strict=True):
        tree += _drawn(board, part, at, root)
        paths[part.ref] = "/" + str(known_as(board.name, part.ref, "symbol")[1])
    tree.append(["sheet_instances", ["path", Quoted("/"), ["page", Quoted("1")]]])
    return written(tree), paths


def _places(placed: list[Placed]) -> list[Point]:
    """Where each symbol stands: big ones in a column at the left, those of two pins in three beside it."""
    places, small, below = [], 0, 12 * _UNIT
    for part in placed:
        symbol = SYMBOLS[part.footprint.name]
        if symbol.half > 2.54:
            rows = max(len(symbol.left), len(symbol.right))
            places.append((16 * _UNIT, below + _UNIT * (rows // 2)))
            below += _UNIT * (rows + 3)
        else:
            places.append(((40 + 26 * (small % 3)) * _UNIT, (10 + 5 * (small // 3)) * _UNIT))
            small += 1
    return places


def _symbol(symbol: Symbol, name: str) -> Tree:
    rows = max(len(symbol.left), len(symbol.right))
    top = _UNIT * ((rows - 1) // 2) + _UNIT
    low = top - _UNIT * (rows + 1)
    lines = symbol.lines or (
        (
            (-symbol.half, top),
            (symbol.half, top),
            (symbol.half, low),
            (-symbol.half, low),
            (-symbol.half, top),
        ),
    )
    shown = "yes" if symbol.lines else "no"
    drawn: Tree = ["symbol", Quoted(f"{symbol.name}_0_1")]
    for line in lines:
        stroke = ["stroke", ["width", 0.254], ["type", "default"]]
        drawn.append(
            ["polyline", ["pts", *(["xy", *point] for point in line)], stroke, ["fill", ["type", "none"]]]
        )
    legs: Tree = ["symbol", Quoted(f"{symbol.name}_1_1")]
    names = dict((*symbol.left, *symbol.right))
    for number, (at, degrees) in symbol.pins().items():
        kind = "power_out" if names[number] == "3V3" else "output" if number in symbol.driving else "passive"
        legs.append([
            "pin", kind, "line", ["at", *at, 180 - degrees], ["length", _LEG],
            ["name", Quoted(names[number]), font(1.27)], ["number", Quoted(number), font(1.0)],
        ])  # fmt: skip
    return [
        "symbol", Quoted(name), ["pin_numbers", *(["hide"] if symbol.lines else [])],
        ["pin_names", ["offset", 0.5], *(["hide"] if shown == "yes" else [])],
        ["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"],
        _property("Reference", symbol.prefix, (0, top + 1.5)),
        _property("Value", symbol.name, (0, low - 1.5)),
        _property("Footprint", "", (0, 0), hidden=True), _property("Datasheet", "", (0, 0), hidden=True),
        drawn, legs,
    ]  # fmt: skip


def _property(name: str, says: str, at: Point, *, hidden: bool = False) -> Tree:
    looks = font(1.27)
    return [
        "property",
        Quoted(name),
        Quoted(says),
        ["at", *at, 0],
        [*looks, ["hide", "yes"]] if hidden else looks,
    ]


def _drawn(board: Board, part: Placed, at: Point, root: str) -> list[Tree]:
    symbol = SYMBOLS[part.footprint.name]
    rows = max(len(symbol.left), len(symbol.right))
    top = _UNIT * ((rows - 1) // 2) + _UNIT
    name = (board.name, part.ref)
    tree: Tree = [
        "symbol", ["lib_id", Quoted(f"{LIBRARY}:{symbol.name}")], ["at", *at, 0], ["unit", 1],
        ["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"], ["dnp", "no"],
        known_as(*name, "symbol"),
        _property("Reference", part.ref, (at[0], at[1] - top - 1.2)),
        _property("Value", part.value, (at[0], at[1] - top + _UNIT * (rows + 1) + 1.2)),
        _property("Footprint", f"{LIBRARY}:{part.footprint.name}", at, hidden=True),
        _property("Datasheet", "", at, hidden=True),
    ]  # fmt: skip
    found = []
    for number, ((x, y), degrees) in symbol.pins().items():
        end = (round(at[0] + x, 4), round(at[1] - y, 4))
        if number in part.pins:
            looks = font(1.27, "right" if degrees else "left")
            label = [
                "global_label",
                Quoted(board.net_of(part.pins[number])),
                ["shape", "passive"],
                ["at", *end, degrees],
            ]
            found.append([*label, looks])
        else:
            found.append(["no_connect", ["at", *end]])
    project = [
        "project",
        Quoted(board.name),
        ["path", Quoted(f"/{root}"), ["reference", Quoted(part.ref)], ["unit", 1]],
    ]
    return [[*tree, ["instances", project]], *found]
