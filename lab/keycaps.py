"""Draws the stickers for the keys of number pads, on one page to be printed: `python -m lab.keycaps`.

Letters are outlines, so that a printer needs no font: kana and kanji in black, the Latin word in red.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from hardware import Button

SHEET: Final = Path(__file__).resolve().parents[1] / "hardware/pictures/keycap-stickers.svg"
FONT: Final = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc")
PAGE_MM: Final = (210, 297)
STICKER_MM: Final = 12.0
"""The flat top of a key is 12 to 14 mm wide; the two tall keys (+ and Enter) take the same sticker."""
GAP_MM: Final = 4.0
PADS: Final = 5
"""How many pads the page has stickers for: four, and one to spare."""
LATIN_RISE, KANJI_RISE = 0.27, 0.38
"""How far the middle of a letter is above the baseline, as a share of the em."""
BLACK, RED, GREY = "#111111", "#b3122c", "#999999"
WORDS: Final = {
    Button.CHI: "チー",
    Button.PON: "ポン",
    Button.KAN: "カン",
    Button.RON: "ロン",
    Button.TSUMO: "ツモ",
    Button.RIICHI: "立直",
    Button.WAIT: "待",
    Button.NEXT: "次",
}
"""The words on the printed seat boxes: kana for calls and wins, because their kanji have thin strokes."""


class Letters:
    """Words as outlines of one font."""

    def __init__(self, font: Path = FONT) -> None:
        self._font = TTFont(font, fontNumber=0)
        self._glyphs, self._names = self._font.getGlyphSet(), self._font.getBestCmap()
        self._em = self._font["head"].unitsPerEm

    def path(self, word: str, middle: tuple[float, float], high: float, widest: float) -> str:
        """A word centred on a point, as an SVG path.

        An em is `high` mm, or less if the word would be wider than `widest`.
        """
        names = [self._names[ord(letter)] for letter in word]
        width = sum(self._glyphs[name].width for name in names)
        scale = min(high / self._em, widest / width)
        rise = LATIN_RISE if word.isascii() else KANJI_RISE
        left, ground = middle[0] - width * scale / 2, middle[1] + rise * self._em * scale
        pen = SVGPathPen(self._glyphs, ntos=lambda number: f"{number:.3f}".rstrip("0").rstrip("."))
        for name in names:
            self._glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, left, ground)))
            left += self._glyphs[name].width * scale
        return str(pen.getCommands())


def sticker(letters: Letters, button: Button, x: float, y: float) -> str:
    """One sticker with its upper left corner at (x, y), in mm, and the line along which it is cut."""
    side, middle = STICKER_MM, x + STICKER_MM / 2
    upper = letters.path(WORDS[button], (middle, y + 4.6), 5.4, side - 1.2)
    lower = letters.path(button.label, (middle, y + 9.4), 3.2, side - 1.4)
    return (
        f'<g id="{button.label}-{round(x)}-{round(y)}">'
        f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="1" fill="#ffffff" stroke="{GREY}"'
        f' stroke-width=".15"/><path d="{upper}" fill="{BLACK}"/><path d="{lower}" fill="{RED}"/></g>'
    )


def sheet(letters: Letters) -> str:
    """The whole page: a block of two rows for each pad, as the keys lie, and a ruler to check the print."""
    step, (wide, high) = STICKER_MM + GAP_MM, PAGE_MM
    parts = []
    for pad in range(PADS):
        left, top = 20 + (pad % 2) * 5 * step, 25 + (pad // 2) * 3 * step
        for button in Button:
            row, column = divmod(button.value, 4)
            parts.append(sticker(letters, button, left + column * step, top + row * step))
    ruler = letters.path("5 cm", (45, 190), 3.5, 40)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm"'
        f' viewBox="0 0 {wide} {high}">'
        f'<rect width="{wide}" height="{high}" fill="#ffffff"/>{"".join(parts)}'
        f'<path d="M20 184v-3v1.5h50v-1.5v3" fill="none" stroke="{BLACK}" stroke-width=".3"/>'
        f'<path d="{ruler}" fill="{BLACK}"/></svg>\n'
    )


def main() -> None:
    """Write the page."""
    SHEET.write_text(sheet(Letters()), encoding="utf-8")
    print(f"{SHEET}  {SHEET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
