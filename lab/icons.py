"""Draws the page's icons for home screens from our own tile: `python -m lab.icons`.

The icons show the east wind on felt. Systems cut a maskable icon to a circle, a drop or a square with round
corners, so the whole drawing is within the middle four fifths.
"""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.toolbox.chromium import CHROMIUM

STATIC: Final = Path(__file__).resolve().parents[1] / "companion/dashboard/static"
FELT: Final = "#0d2420"
RIM: Final = "#1d453c"
SIDE: Final = 512
ICONS: Final = {"home-192": (192, 0.78, 96), "home-512": (512, 0.78, 96), "home-maskable-512": (512, 0.58, 0)}
"""Each icon's side in pixels, the tile's height as a share of it, and the corners' radius in SVG units."""
COLOURS: Final = 64
_TILE: Final = (190, 260)


def drawing(height: float, corner: int) -> str:
    """The picture as SVG, 512 units wide: `height` is a share of that, `corner` a radius in units."""
    tile = (STATIC / "tiles/1z.svg").read_text(encoding="utf-8")
    inner = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", tile)
    scale = height * SIDE / _TILE[1]
    left, top = ((SIDE - length * scale) / 2 for length in _TILE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" rx="{corner}" fill="{FELT}"/>'
        f'<circle cx="{SIDE / 2}" cy="{SIDE / 2}" r="{SIDE * 0.39:.0f}" fill="{RIM}"/>'
        f'<g transform="translate({left:.1f} {top:.1f}) scale({scale:.4f})">{inner}</g></svg>'
    )


def main() -> None:
    """Write every icon and print its size in bytes."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (side, height, corner) in ICONS.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(f"<style>body {{ margin: 0 }}</style>{drawing(height, corner)}")
            picture = Image.open(BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
            path = STATIC / f"icons/{name}.png"
            picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
            print(f"{path.relative_to(STATIC.parents[2])}  {path.stat().st_size} bytes")
        browser.close()


if __name__ == "__main__":
    main()
