# ruff: noqa: INP001 (a script beside what it serves, not a package)
"""Checks that things fit into the printed parts: OpenSCAD works out the volume in which two of them overlap.

    python fit_check.py [NAME ...]     all checks, or those whose names begin so

Exit status: 0 everything fits, 1 something does not, 2 OpenSCAD is missing or no check begins with a name.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
FREE_MM3 = 1.0
"""With an overlap below this, two faces only touch."""
HELD_MM3 = 2.0
"""With an overlap above this, a part cannot move without breaking something."""
DRAWN_WITH = {"low": "seat", "five": "radio"}
"""Boxes whose fits are in the file of another one."""
PRINTED_WITH = {
    "low": ("low=true",),
    "five": ('keys=[["chi","pon","kan"],["ron","riichi"]]', 'socket="slit"'),
    "radio": ("low=true", "radio=true"),
}
"""What a builder sets for each box."""
KEYS_AND_LID = ("keys in tray", "keys in lid", "lid", "screws")
BOARD = ("board", "board and keys", "board and lid")
BOARD_MOVES = ("drop=0.5", "lift=0.8", "push=[0.8,0]", "push=[0,0.8]", "push=[0,-0.8]")
RADIO = ("radio board", "radio board and keys", "cell", "cell and rest", "slide", "antenna")


@dataclass(frozen=True, slots=True)
class Fit:
    """Two things that must not overlap, or one of which must hold the other when it is moved.

    `of` is the box or the arm, `check` names the two in its drawing, and `moved` sets the drawing's variables
    that move one of them: `name=value`, with a blank between several.
    """

    of: str
    check: str
    is_held: bool = False
    moved: str = ""

    @property
    def name(self) -> str:
        """Its name in the list."""
        return f"{self.of}: {self.check}" + (f", {self.moved}" if self.moved else "")

    @property
    def file(self) -> Path:
        """The drawing that shows it."""
        return HERE / f"fits_{DRAWN_WITH.get(self.of, self.of)}.scad"

    def is_right(self, volume: float) -> bool:
        """Whether this much overlap is what is wanted."""
        return volume > HELD_MM3 if self.is_held else volume < FREE_MM3


def fits() -> list[Fit]:
    """Every fit that is checked."""
    found = []
    for of, checks in {
        "seat": ("socket", "keys in tray", "keys in lid", "keys and socket", "lid", "screws", *BOARD),
        "low": ("socket", "keys in tray", "keys in lid", "keys and socket", "lid", "screws", *BOARD),
        "hub": ("socket", "board", "board and socket", "lid", "screws", "carrier", "carrier and lid"),
        "five": (*KEYS_AND_LID, "cable", "cable and keys"),
        "radio": (*KEYS_AND_LID, *RADIO),
        "arm": ("camera", "camera and tube", "head and tube", "elbow and tubes", "clamp", "pi"),
    }.items():
        found += [Fit(of, check) for check in checks]
    # A printed circuit board rests on its posts; in the low box pins keep it from sliding.
    found += [Fit(of, "board held", is_held=True, moved="drop=0.5") for of in ("seat", "low")]
    found += [Fit("low", "board held", is_held=True, moved="slide=0.8")]
    found += [Fit("hub", "carrier held", is_held=True, moved="drop=0.5")]
    # In the box without a cable a plug pushes the board along, and the lid keeps it down.
    found += [Fit("radio", "radio board held", is_held=True, moved=moved) for moved in BOARD_MOVES]
    found += [Fit("radio", "cell held", is_held=True, moved=f"push={push}") for push in ("[1,0]", "[0,-1]")]
    found += [
        Fit("radio", "slide held", is_held=True, moved=moved) for moved in ("push=[1,0]", "push=[0,-0.8]")
    ]
    # A plug pushes the socket into the box, and pulls it out; all boxes have the same frame.
    found += [Fit("seat", "latch", is_held=True, moved=f"shift={shift}") for shift in (0.5, 1.5, -1.5)]
    # It goes in tilted, its lug first and its latch pressed.
    found += [Fit("seat", "latch", moved=f"tilt={tilt} press=3.5") for tilt in (3, 6)]
    return found


def shared_mm3(fit: Fit) -> float:
    """The volume in which the two things overlap.

    Raises:
        RuntimeError: OpenSCAD could not draw it.
    """
    with tempfile.TemporaryDirectory() as folder:
        solid = Path(folder) / "shared.stl"
        defined = [f'of="{fit.of}"', f'check="{fit.check}"', *fit.moved.split()]
        defined += PRINTED_WITH.get(fit.of, ())
        # These checks are about the box that is printed for a circuit board.
        if fit.of in ("seat", "low") and fit.check.startswith("board"):
            defined.append("board=true")
        if fit.check.startswith("carrier"):
            defined.append("carrier=true")
        words = ["openscad", "-o", str(solid), *(word for one in defined for word in ("-D", one))]
        drawn = subprocess.run([*words, str(fit.file)], capture_output=True, text=True, check=False)
        if drawn.returncode == 0:
            return volume_of(solid.read_text())
        if "top level object is empty" in drawn.stderr.lower():
            return 0.0
        raise RuntimeError(f"{fit.name}: {drawn.stderr.strip()}")


def volume_of(stl: str) -> float:
    """The volume inside a closed surface of triangles.

    >>> volume_of("vertex 1 0 0 vertex 0 1 0 vertex 0 0 1")
    0.16666666666666666
    """
    places = [tuple(map(float, found)) for found in re.findall(r"vertex (\S+) (\S+) (\S+)", stl)]
    total = 0.0
    for a, b, c in zip(places[::3], places[1::3], places[2::3], strict=True):
        total += a[0] * (b[1] * c[2] - b[2] * c[1])
        total += a[1] * (b[2] * c[0] - b[0] * c[2])
        total += a[2] * (b[0] * c[1] - b[1] * c[0])
    return abs(total) / 6


def main(names: list[str]) -> int:
    """Check every fit that was asked for, and print one line for each."""
    asked = [fit for fit in fits() if not names or fit.name.startswith(tuple(names))]
    if unknown := [name for name in names if not any(fit.name.startswith(name) for fit in asked)]:
        sys.stderr.write(f"no check begins with {', '.join(map(repr, unknown))}\n")
        return 2
    if shutil.which("openscad") is None:
        sys.stderr.write("openscad is missing: run scripts/install-hardware-tools drawings\n")
        return 2
    wrong = 0
    for fit in asked:
        shared = shared_mm3(fit)
        wrong += not fit.is_right(shared)
        wanted = "held" if fit.is_held else "free"
        says = f"{fit.name}: {shared:.1f} mm3 shared, has to be {wanted}"
        sys.stdout.write(f"{'' if fit.is_right(shared) else 'WRONG '}{says}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
