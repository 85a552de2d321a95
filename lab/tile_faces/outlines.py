"""Kanji as outlines: reads a font and returns paths. No tile and no colour lives here."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont, TTLibError

from lab.tile_faces.markup import Point, numbers

POSTSCRIPT_NAME: Final = "YujiSyuku-Regular"
VERSION: Final = "Version 3.002"
GRID: Final = 2  # outlines are whole numbers on a grid of halves: half the bytes, and no eye can tell
SHRINK: Final = f"scale({1 / GRID:g})"


class WrongFontError(ValueError):
    """The file is not the font that the committed tiles were drawn with."""


@dataclass(frozen=True, slots=True)
class Box:
    """The place a character is stretched to: its middle, its width, its height."""

    middle: Point
    width: float
    height: float


class _PathPen(BasePen):
    """Writes SVG steps from one place of the grid to the next, so that rounding never adds up."""

    def __init__(self, glyphs: Any, place: Callable[[tuple[float, float]], Point]) -> None:
        super().__init__(glyphs)
        self._place = place
        self._at = (0, 0)
        self.words: list[str] = []

    def _step(self, command: str, *points: tuple[float, float]) -> None:
        placed = [self._place(point) for point in points]
        grid = [(round(p.x * GRID), round(p.y * GRID)) for p in placed]
        from_x, from_y = self._at
        steps = [part for x, y in grid for part in (x - from_x, y - from_y)]
        if any(steps):
            self._at = grid[-1]
            self.words.append(command + numbers(steps))

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802  fontTools' name
        self._at = (0, 0)
        self._step("M", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802  fontTools' name
        self._step("l", pt)

    def _qCurveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float]) -> None:  # noqa: N802  fontTools' name
        self._step("q", pt1, pt2)

    def _closePath(self) -> None:  # noqa: N802  fontTools' name
        self.words.append("z")


class Brush:
    """Writes kanji with one font."""

    def __init__(self, font_file: Path) -> None:
        """Open the font.

        Raises:
            FileNotFoundError: there is no such file.
            WrongFontError: it is not the face and version the committed tiles were drawn with.
        """
        try:
            font = TTFont(font_file)
        except TTLibError as trouble:
            raise WrongFontError(f"{font_file.name} holds no font") from trouble
        named = (font["name"].getDebugName(6), font["name"].getDebugName(5))
        if named != (POSTSCRIPT_NAME, VERSION):
            message = (
                f"{font_file.name} holds {named[0]} {named[1]}; the tiles need {POSTSCRIPT_NAME} {VERSION}"
            )
            raise WrongFontError(message)
        self._glyphs = font.getGlyphSet()
        self._names: dict[int, str] = font.getBestCmap()

    def outline(self, kanji: str, box: Box) -> str:
        """Write one kanji so that its ink fills the box, and return the path's description.

        The path is ``GRID`` times too large: draw it with ``SHRINK``.
        """
        glyph = self._glyphs[self._names[ord(kanji)]]
        bounds = BoundsPen(self._glyphs)
        glyph.draw(bounds)
        left, low, right, high = bounds.bounds
        across, up = box.width / (right - left), box.height / (high - low)

        def place(point: tuple[float, float]) -> Point:
            return Point(
                box.middle.x + (point[0] - (left + right) / 2) * across,
                box.middle.y - (point[1] - (low + high) / 2) * up,
            )

        pen = _PathPen(self._glyphs, place)
        glyph.draw(pen)
        return "".join(pen.words)
