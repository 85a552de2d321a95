"""Writes a board as KiCad reads it (the form of KiCad 8 and later), and its footprints as a library."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.boards.geometry import Point
from hardware.boards.parts import PICO_NAMES, Footprint, Pad
from hardware.boards.plan import Board, Placed, Text
from hardware.boards.routing import TRACK, VIA, VIA_DRILL, Track, Via
from hardware.boards.words import Quoted, Tree, font, known_as, written

LIBRARY = "riichi"
_VERSION = 20240108
_LAYERS = (
    (0, "F.Cu", "signal"), (31, "B.Cu", "signal"), (34, "B.Paste", "user"), (35, "F.Paste", "user"),
    (36, "B.SilkS", "user"), (37, "F.SilkS", "user"), (38, "B.Mask", "user"), (39, "F.Mask", "user"),
    (44, "Edge.Cuts", "user"), (46, "B.CrtYd", "user"), (47, "F.CrtYd", "user"), (48, "B.Fab", "user"),
    (49, "F.Fab", "user"),
)  # fmt: skip
COPPER = ("F.Cu", "B.Cu")


def board_file(board: Board, tracks: list[Track], vias: list[Via], paths: dict[str, str]) -> str:
    """The text of a `.kicad_pcb`; `paths` is what `schematic_file` gives: each symbol's path by reference."""
    names = ["", *net_names(board)]
    numbers = {name: number for number, name in enumerate(names)}
    tree: Tree = [
        "kicad_pcb",
        ["version", _VERSION],
        ["generator", Quoted("riichi_boards")],
        ["generator_version", Quoted("8.0")],
        ["general", ["thickness", 1.6], ["legacy_teardrops", "no"]],
        ["paper", Quoted("A4")],
        [
            "title_block",
            ["title", Quoted(board.title)],
            ["comment", 1, Quoted("untried: nobody has made one yet")],
        ],
        ["layers", *([number, Quoted(name), kind] for number, name, kind in _LAYERS)],
        ["setup", ["pad_to_mask_clearance", 0], ["allow_soldermask_bridges_in_footprints", "no"]],
        *(["net", number, Quoted(name)] for number, name in enumerate(names)),
    ]
    tree += [_part(board, part, numbers, paths) for part in board.parts]
    tree += [_line("gr_line", *edge, "Edge.Cuts", 0.1) for edge in _around(board.outline)]
    tree += [_text(text) for text in board.texts]
    tree += [_track(track, numbers) for track in tracks]
    tree += [_via(via, numbers) for via in vias]
    return written(tree)


def net_names(board: Board) -> list[str]:
    """All nets, with those that a pad has for itself alone, as KiCad calls them."""
    alone = [
        alone_net(part, pad) for part in board.parts for pad in part.footprint.pads if alone_net(part, pad)
    ]
    return [*board.nets(), *alone]


def alone_net(part: Placed, pad: Pad) -> str:
    """What KiCad calls the net of a pad that is connected to nothing; empty for others."""
    if not pad.number or pad.number in part.pins:
        return ""
    return f"unconnected-({part.ref}-{PICO_NAMES[pad.number]}-Pad{pad.number})"


def footprint_file(footprint: Footprint) -> str:
    """The text of a `.kicad_mod`."""
    tree: Tree = [
        "footprint",
        Quoted(footprint.name),
        ["version", _VERSION],
        ["generator", Quoted("riichi_boards")],
        ["generator_version", Quoted("8.0")],
        ["layer", Quoted("F.Cu")],
        *_body(footprint, "F", "REF**", footprint.name, 0),
        *(_pad(pad, "F", 0) for pad in footprint.pads),
    ]
    return written(tree)


def _body(footprint: Footprint, face: str, ref: str, value: str, degrees: int) -> Iterable[Tree]:
    flip = -1 if face == "B" else 1
    mirrored = ("mirror",) if face == "B" else ()
    yield ["descr", Quoted(footprint.says)]
    for kind, says in (("Reference", ref), ("Value", value)):
        yield [
            "property", Quoted(kind), Quoted(says), ["at", 0, 0, degrees], ["layer", Quoted(f"{face}.Fab")],
            font(0.8, *mirrored),
        ]  # fmt: skip
    yield ["attr", *_kinds(footprint)]
    left, top, right, bottom = footprint.body
    for corner in _around(((left, top), (right, top), (right, bottom), (left, bottom))):
        yield _line("fp_line", *_flipped(corner, flip), f"{face}.Fab", 0.1)
    left, top, right, bottom = footprint.room
    for corner in _around(((left, top), (right, top), (right, bottom), (left, bottom))):
        yield _line("fp_line", *_flipped(corner, flip), f"{face}.CrtYd", 0.05)
    for mark in footprint.marks:
        yield _line("fp_line", *_flipped(mark, flip), f"{face}.SilkS", 0.2)


def _kinds(footprint: Footprint) -> tuple[str, ...]:
    if footprint.is_hole:
        return "board_only", "exclude_from_pos_files", "exclude_from_bom"
    return ("smd",) if footprint.is_surface else ("through_hole",)


def _flipped(line: tuple[Point, Point], flip: int) -> tuple[Point, Point]:
    (x1, y1), (x2, y2) = line
    return (x1, flip * y1), (x2, flip * y2)


def _pad(pad: Pad, face: str, degrees: int) -> Tree:
    flip = -1 if face == "B" else 1
    kind = "smd" if not pad.drill else "thru_hole" if pad.number else "np_thru_hole"
    layers = ("*.Cu", "*.Mask") if pad.drill else (f"{face}.Cu", f"{face}.Paste", f"{face}.Mask")
    tree: Tree = ["pad", Quoted(pad.number), kind, pad.form, ["at", pad.at[0], flip * pad.at[1], degrees]]
    tree.append(["size", *pad.size])
    if pad.drill:
        tree.append(["drill", pad.drill])
    tree.append(["layers", *map(Quoted, layers)])
    if kind == "thru_hole":
        tree.append(["remove_unused_layers", "no"])
    return tree


def _part(board: Board, part: Placed, numbers: dict[str, int], paths: dict[str, str]) -> Tree:
    face = "B" if part.is_below else "F"
    name = (board.name, part.ref)
    tree: Tree = ["footprint", Quoted(f"{LIBRARY}:{part.footprint.name}"), ["layer", Quoted(f"{face}.Cu")]]
    tree += [known_as(*name), ["at", *part.at, part.degrees]]
    body = list(_body(part.footprint, face, part.ref, part.value, part.degrees))
    if part.ref in paths:
        body.insert(3, ["path", Quoted(paths[part.ref])])
    tree += body
    for pad in part.footprint.pads:
        written_pad = _pad(pad, face, part.degrees)
        net = board.net_of(part.pins[pad.number]) if pad.number in part.pins else alone_net(part, pad)
        tree.append([*written_pad, ["net", numbers[net], Quoted(net)]] if net else written_pad)
    return tree


def _text(text: Text) -> Tree:
    mirrored = ("mirror",) if text.is_below else ()
    layer = "B.SilkS" if text.is_below else "F.SilkS"
    return [
        "gr_text",
        Quoted(text.says),
        ["at", *text.at, 0],
        ["layer", Quoted(layer)],
        font(text.size, *mirrored),
    ]


def _track(track: Track, numbers: dict[str, int]) -> Tree:
    ends = [["start", *track.start], ["end", *track.end], ["width", TRACK]]
    return ["segment", *ends, ["layer", Quoted(COPPER[track.side])], ["net", numbers[track.net]]]


def _via(via: Via, numbers: dict[str, int]) -> Tree:
    tree: Tree = [
        "via",
        ["at", *via.at],
        ["size", VIA],
        ["drill", VIA_DRILL],
        ["layers", *map(Quoted, COPPER)],
    ]
    return [*tree, ["net", numbers[via.net]]]


def _around(corners: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


def _line(kind: str, start: Point, end: Point, layer: str, width: float) -> Tree:
    stroke = ["stroke", ["width", width], ["type", "solid"]]
    place = [["start", *start], ["end", *end]]
    return [kind, *place, stroke, ["layer", Quoted(layer)]]
