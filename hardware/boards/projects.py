"""All files of the boards' KiCad projects, as text by path."""

from __future__ import annotations

import json
from typing import Any

from hardware.boards.parts import FOOTPRINTS, HEADER, JACK, SWITCH
from hardware.boards.pcb_file import LIBRARY, board_file, footprint_file
from hardware.boards.plan import BOARDS, Board
from hardware.boards.routing import CLEARANCE, TRACK, VIA, VIA_DRILL, Router
from hardware.boards.sch_file import library_file, schematic_file

MAKERS = {SWITCH.name: "Kailh CPG151101S11", HEADER.name: "JST B2B-XH-A", JACK.name: "Amphenol 54602-908LF"}
"""Parts of which only this one, or one with the same drawing, fits the pads."""


def library_files() -> dict[str, str]:
    """The symbols and footprints that both boards share."""
    found = {f"library/{LIBRARY}.kicad_sym": library_file()}
    for footprint in FOOTPRINTS:
        found[f"library/{LIBRARY}.pretty/{footprint.name}.kicad_mod"] = footprint_file(footprint)
    return found


def project_files(name: str) -> dict[str, str]:
    """The project of one board: its circuit, the board with its tracks, and where its libraries are."""
    board = BOARDS[name]()
    tracks, vias = Router(board).route()
    circuit, paths = schematic_file(board)
    place = "${KIPRJMOD}/../library/" + LIBRARY
    return {
        f"{name}/{name}.kicad_sch": circuit,
        f"{name}/{name}.kicad_pcb": board_file(board, tracks, vias, paths),
        f"{name}/{name}.kicad_pro": json.dumps(_settings(board), indent=1) + "\n",
        f"{name}/sym-lib-table": _table("sym_lib_table", f"{place}.kicad_sym"),
        f"{name}/fp-lib-table": _table("fp_lib_table", f"{place}.pretty"),
    }


def _table(kind: str, place: str) -> str:
    entry = f'(lib (name "{LIBRARY}")(type "KiCad")(uri "{place}")(options "")(descr ""))'
    return f"({kind}\n  (version 7)\n  {entry}\n)\n"


def _settings(board: Board) -> dict[str, Any]:
    kept = {
        "name": "Default",
        "clearance": CLEARANCE,
        "track_width": TRACK,
        "via_diameter": VIA,
        "via_drill": VIA_DRILL,
    }
    rules = {
        "min_clearance": CLEARANCE, "min_track_width": 0.25, "min_via_diameter": 0.6,
        "min_via_annular_width": 0.15, "min_through_hole_diameter": 0.3, "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.4, "min_copper_edge_clearance": 0.5,
    }  # fmt: skip
    return {
        "board": {"design_settings": {"rules": rules}},
        "meta": {"filename": f"{board.name}.kicad_pro", "version": 1},
        "net_settings": {"classes": [kept], "meta": {"version": 3}},
    }


def parts_list(name: str, *, by_machine: bool) -> str:
    """What goes onto a board, as a table: all of it, or what a fab places by machine."""
    rows: dict[tuple[str, str], list[str]] = {}
    for part in BOARDS[name]().parts:
        if part.footprint.is_surface or not (by_machine or part.footprint.is_hole):
            value = MAKERS.get(part.footprint.name, part.value)
            rows.setdefault((value, part.footprint.name), []).append(part.ref)
    lines = [
        f'"{value}","{" ".join(refs)}",{footprint},{len(refs)}' for (value, footprint), refs in rows.items()
    ]
    return "\n".join(["Comment,Designator,Footprint,Quantity", *lines]) + "\n"
