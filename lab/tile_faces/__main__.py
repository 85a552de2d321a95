"""The command: ``python -m lab.tile_faces`` draws every tile. No drawing lives here."""

import argparse
import sys
from pathlib import Path
from typing import Final

from lab.tile_faces.files import write_all
from lab.tile_faces.outlines import Brush, WrongFontError

HERE: Final = Path(__file__).resolve().parent
FONT_FILE: Final = HERE / "font" / "yuji-syuku-japanese-400-normal.woff"
TILES: Final = HERE.parents[1] / "companion" / "dashboard" / "static" / "tiles"


def main() -> int:
    """Draw every tile into a folder; return 1 if the font is missing or the wrong one."""
    parser = argparse.ArgumentParser(prog="python -m lab.tile_faces", description="Draw the tiles as SVG.")
    parser.add_argument("--font", type=Path, default=FONT_FILE, help="Yuji Syuku, as .ttf or .woff")
    parser.add_argument("--out", type=Path, default=TILES, help="the folder to write into")
    wish = parser.parse_args()
    try:
        size = write_all(Brush(wish.font), wish.out)
    except (FileNotFoundError, WrongFontError) as trouble:
        print(f"The tiles were not drawn: {trouble}. The README says which font they need.", file=sys.stderr)
        return 1
    print(f"All files together: {size} bytes.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
