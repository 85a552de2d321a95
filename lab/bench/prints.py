"""Filament and hours of each printed part: an estimate from the volume of its solid, not a slicer's.

    python -m lab.bench.prints --write     needs: scripts/install-hardware-tools drawings

Most of a part is walls of 2.4 mm, in which three lines on either side leave little to fill: it counts as
solid, which is a few per cent too much. Time is volume divided by flow, and a pause for each layer. All this
is assumed.
"""

from __future__ import annotations

import argparse
import csv
import re
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.enclosure.fit_check import PRINTED_WITH, volume_of
from tests.conftest import ROOT
from tests.figures import figures_page, rows_of

PAGE = ROOT / "docs" / "figures" / "prints.md"
DRAWINGS = ROOT / "hardware" / "enclosure"
KINDS = PRINTED_WITH | {"": ()}
SOLIDS = (
    *(f"seat_box-{half}{kind}" for kind in ("", "-low", "-five", "-radio") for half in ("tray", "lid")),
    *(
        "hub_box-tray",
        "hub_box-lid",
        "camera_arm-clamp",
        "camera_arm-elbow",
        "camera_arm-head",
        "camera_arm-pi",
    ),
)
"""Each name has the drawing, the part and, if there are several, the kind of box."""
COMMAND = "python -m lab.bench.prints --write"
HEADING = ("solid", "cm³", "mm high", "g", "hours")
G_CM3 = 1.27
"""PETG; PLA is 1.24."""
FLOW_MM3_S, LAYER_MM, LAYER_PAUSE_S = 6.0, 0.2, 6.0
"""Assumed: an ordinary printer with a nozzle of 0.4 mm, and what it loses at each change of layer."""


@dataclass(frozen=True, slots=True)
class Print:
    """One solid: its volume in cm³ and its height in mm, as it lies on the printer's bed."""

    name: str
    cm3: float
    high_mm: float

    @property
    def grams(self) -> float:
        """Its filament."""
        return self.cm3 * G_CM3

    @property
    def hours(self) -> float:
        """Its time."""
        return (1000 * self.cm3 / FLOW_MM3_S + self.high_mm / LAYER_MM * LAYER_PAUSE_S) / 3600

    def row(self) -> tuple[str, ...]:
        """Its line of the page."""
        figures = f"{self.cm3:.1f}", f"{self.high_mm:.1f}", f"{self.grams:.0f}", f"{self.hours:.1f}"
        return (self.name, *figures)


def measured(solid: str) -> Print:
    """A solid without its engraved words, which take long to draw and weigh next to nothing.

    Raises:
        subprocess.CalledProcessError: OpenSCAD could not draw it.
    """
    drawing, part, *kind = solid.split("-")
    defined = (f'part="{part}"', "labelled=false", *KINDS["".join(kind)])
    with tempfile.TemporaryDirectory() as folder:
        rendered = Path(folder) / "solid.stl"
        words = ["openscad", *(word for one in defined for word in ("-D", one)), "-o", str(rendered)]
        subprocess.run([*words, str(DRAWINGS / f"{drawing}.scad")], check=True, capture_output=True)
        text = rendered.read_text(encoding="utf-8")
    heights = [float(z) for z in re.findall(r"vertex \S+ \S+ (\S+)", text)]
    return Print(solid, volume_of(text) / 1000, max(heights) - min(heights))


def printed() -> Iterator[Print]:
    """What the page says of each solid."""
    for name, cm3, high, *_ in rows_of(PAGE):
        yield Print(name, float(cm3), float(high))


def solids_of(bill: str) -> Iterator[tuple[str, int]]:
    """The solids that a bill's printed parts are made of, and how many of each."""
    boxes = {"printed seat box": "seat_box-{}", "printed seat box, five keys": "seat_box-{}-five"}
    boxes |= {"printed seat box, radio": "seat_box-{}-radio", "printed hub box": "hub_box-{}"}
    with (ROOT / "hardware" / "bill" / f"{bill}.csv").open(newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            part, count = line["part"], int(line["quantity"])
            if part == "printed camera arm":
                yield from ((name, count) for name in SOLIDS if name.startswith("camera_arm-"))
            elif part in boxes:
                yield from ((boxes[part].format(half), count) for half in ("tray", "lid"))


def grams_of(bill: str, half: str = "") -> float:
    """Grams of filament, by the page, for all printed parts of a bill or those with `half` in their names."""
    grams = {one.name: one.grams for one in printed()}
    return sum(count * grams[name] for name, count in solids_of(bill) if half in name)


def main() -> None:
    """Print the page, and write it if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    wanted = parser.parse_args()
    words = (
        "An estimate, not a slicer's, and nobody has printed one. "
        f"Grams = volume × {G_CM3} g/cm³, as if every part were solid; "
        f"seconds = volume / {FLOW_MM3_S:g} mm³/s + layers of {LAYER_MM} mm × {LAYER_PAUSE_S:g} s."
    )
    rows = [measured(solid).row() for solid in SOLIDS]
    page = figures_page("Filament and hours of the printed parts", COMMAND, words, HEADING, rows)
    print(page)
    if wanted.write:
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
