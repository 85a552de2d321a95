"""Openly licensed fonts that hold the characters of the tiles, and their glyphs as masks.

No glyph is kept in git.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

FOLDERS = (Path("/usr/share/fonts"), Path("lab/.cache/fonts"))

# Brush and regular scripts first: that is what tiles are carved in. (file, weight, licence, package)
TYPEFACES: tuple[tuple[str, float, str, str], ...] = (
    ("yuji-syuku-japanese-400-normal.woff", 6, "OFL-1.1", "npm @fontsource/yuji-syuku"),
    ("yuji-mai-japanese-400-normal.woff", 6, "OFL-1.1", "npm @fontsource/yuji-mai"),
    ("yuji-boku-japanese-400-normal.woff", 6, "OFL-1.1", "npm @fontsource/yuji-boku"),
    ("kouzan-mouhitsu.ttf", 6, "public domain", "fonts-kouzan-mouhitsu"),
    ("kouzan-mouhitsu-gyosho.ttf", 3, "public domain", "fonts-kouzan-mouhitsu"),
    ("AoyagiKouzanT.ttf", 6, "public domain", "fonts-aoyagi-kouzan-t"),
    ("aoyagi-soseki.ttf", 3, "public domain", "fonts-aoyagi-soseki"),
    ("ukai.ttc", 5, "Arphic", "fonts-arphic-ukai"),
    ("bkai00mp.ttf", 6, "Arphic", "fonts-arphic-bkai00mp"),
    ("TW-Kai-98_1.ttf", 5, "OFL-1.1", "fonts-cns11643-kai"),
    ("LXGWWenKai-Bold.ttf", 3, "OFL-1.1", "fonts-lxgw-wenkai"),
    ("LXGWWenKai-Regular.ttf", 2, "OFL-1.1", "fonts-lxgw-wenkai"),
    ("KleeOne-SemiBold.ttf", 3, "OFL-1.1", "fonts-klee"),
    ("NotoSerifCJK-Black.ttc", 3, "OFL-1.1", "fonts-noto-cjk-extra"),
    ("NotoSerifCJK-Bold.ttc", 3, "OFL-1.1", "fonts-noto-cjk"),
    ("NotoSerifCJK-Regular.ttc", 2, "OFL-1.1", "fonts-noto-cjk"),
    ("NotoSansCJK-Bold.ttc", 1, "OFL-1.1", "fonts-noto-cjk"),
    ("NotoSansCJK-Medium.ttc", 1, "OFL-1.1", "fonts-noto-cjk-extra"),
    ("ipaexm.ttf", 2, "IPA", "fonts-ipaexfont-mincho"),
    ("TakaoMincho.ttf", 1, "IPA", "fonts-takao-mincho"),
    ("HanaMinA.ttf", 2, "Hanazono or OFL-1.1", "fonts-hanazono"),
    ("bsmi00lp.ttf", 2, "Arphic", "fonts-arphic-bsmi00lp"),
    ("uming.ttc", 2, "Arphic", "fonts-arphic-uming"),
    ("TW-Sung-98_1.ttf", 2, "OFL-1.1", "fonts-cns11643-sung"),
    ("BIZUDMincho-Regular.ttf", 1, "OFL-1.1", "fonts-morisawa-bizud-mincho"),
    ("dejima-mincho-r227.ttf", 1, "MIT", "fonts-dejima-mincho"),
    ("ReggaeOne-Regular.ttf", 1, "OFL-1.1", "fonts-reggae"),
    ("YuseiMagic-Regular.ttf", 2, "OFL-1.1", "fonts-yusei-magic"),
    ("setofont.ttf", 1, "OFL-1.1", "fonts-seto"),
    ("MTLmr3m.ttf", 0.5, "Apache-2.0", "fonts-motoya-l-maruberi"),
)
LATIN = (
    "LiberationSans-Bold.ttf", "LiberationSans-Regular.ttf", "LiberationSerif-Bold.ttf",
    "LiberationSansNarrow-Bold.ttf", "LiberationSerif-Regular.ttf",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Typeface:
    """One font, by the file that holds it; `weight` is how often it is chosen, not how bold it is."""

    path: Path
    weight: float

    def glyph(self, character: str, size: int = 160) -> NDArray[np.uint8] | None:
        """A character cut to its ink, or None where the font lacks it."""
        return cut_glyph(self.path, character, size)


@lru_cache(maxsize=1)
def typefaces() -> tuple[Typeface, ...]:
    """Every font of the list that is on this machine."""
    weights = {name: weight for name, weight, _, _ in TYPEFACES}
    found = {file.name: file for folder in FOLDERS for file in folder.rglob("*") if file.name in weights}
    return tuple(Typeface(found[name], weight) for name, weight in weights.items() if name in found)


@lru_cache(maxsize=1)
def latin_typefaces() -> tuple[Typeface, ...]:
    """The fonts for numbers and letters in corners that are on this machine."""
    found = {file.name: file for folder in FOLDERS for file in folder.rglob("*.ttf") if file.name in LATIN}
    return tuple(Typeface(found[name], 1) for name in LATIN if name in found)


@lru_cache(maxsize=4096)
def cut_glyph(path: Path, character: str, size: int) -> NDArray[np.uint8] | None:
    """A character of a font file, cropped to its ink; None if the font lacks it."""
    font = ImageFont.truetype(str(path), size)
    left, top, right, bottom = font.getbbox(character)
    if right - left < 8 or bottom - top < 3:
        return None
    picture = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(picture).text((4 - left, 4 - top), character, fill=255, font=font)
    ink = np.asarray(picture)
    ys, xs = np.nonzero(ink > 40)
    if len(ys) < 20 or is_missing_box(path, character, size):
        return None
    return np.ascontiguousarray(ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


@lru_cache(maxsize=4096)
def is_missing_box(path: Path, character: str, size: int) -> bool:
    """Whether the font draws only its box for a missing glyph."""
    font = ImageFont.truetype(str(path), size)
    return bytes(font.getmask(character)) == bytes(font.getmask("\U000f1234"))


def reshaped(
    glyph: NDArray[np.uint8], size: tuple[int, int], rng: np.random.Generator, bold: float, wobble: float
) -> NDArray[np.uint8]:
    """A glyph at a size (width, height): bolder or thinner, softened as a cutter does, and a little bent.

    Around it is a margin of 12 pixels, which the size does not count.
    """
    width, height = size
    ink = cv2.resize(glyph, (max(4, width), max(3, height)), interpolation=cv2.INTER_AREA)
    ink = cv2.copyMakeBorder(ink, 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=0)
    soft = cv2.GaussianBlur(ink, (0, 0), 1.2 + abs(bold) * 0.55).astype(np.float32)
    ink = np.clip((soft - (118 - bold * 34)) * 5 + 127, 0, 255)
    if wobble > 0:
        ink = bent(ink, rng, wobble)
    return ink.astype(np.uint8)


def leaning(ink: NDArray[np.uint8], lean: tuple[float, float, float, float]) -> NDArray[np.uint8]:
    """The strokes as a hand writes them: rising, slanting, wider below, or squeezed to one side."""
    rise, slant, flare, pull = lean
    height, width = ink.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = xs / width - 0.5, ys / height - 0.5
    x = xs + (slant * v + flare * u * v + pull * (u * u - 0.1)) * width
    y = ys + (rise * u + flare * 0.4 * v * v + pull * u * v) * height
    return np.asarray(cv2.remap(ink, x, y, cv2.INTER_LINEAR, borderValue=0), np.uint8)


def bent(ink: NDArray[np.float32], rng: np.random.Generator, amount: float) -> NDArray[np.float32]:
    """The same strokes, moved by a smooth random field."""
    height, width = ink.shape
    field = rng.normal(0, amount, (2, 4, 4)).astype(np.float32)
    dx, dy = (cv2.resize(part, (width, height), interpolation=cv2.INTER_CUBIC) for part in field)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    return cv2.remap(ink, xs + dx, ys + dy, cv2.INTER_LINEAR, borderValue=0)
