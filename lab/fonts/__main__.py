"""Cuts the page's fonts out of openly licensed ones: only the characters that the page writes.

Type `python -m lab.fonts` at the top of the checkout; README.md here says which fonts it needs.
"""

import argparse
import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

from companion.languages import LANG, languages

ROOT: Final = Path(__file__).resolve().parents[2]
STATIC: Final = ROOT / "companion/dashboard/static/fonts"
VENDORED: Final = ROOT / "docs/reference/vendored.md"

LATIN: Final = (
    "".join(chr(code) for code in range(0x20, 0x7F))
    + "".join(chr(code) for code in range(0xA0, 0x100))
    + "ŒœŸ€‘’“”«»–—…·•−×→←↑↓±\u2009\u202f"
)
INTER: Final = "Version 3.019"
NOTO: Final = "Version 2.004"


def latin() -> str:
    """The page's Latin letters: those of Western Europe, and others that its languages' texts need."""
    own = (LANG.rglob(f"{each.code}.json") for each in languages() if each.letters == "Latin")
    written = {letter for path in chain.from_iterable(own) for letter in path.read_text(encoding="utf-8")}
    return LATIN + "".join(sorted(letter for letter in written - set(LATIN) if letter.isalpha()))


KANJI: Final = "東南西北槓"
"""Characters that the page's scripts write large in every language: winds and the kan counter."""


@dataclass(frozen=True)
class Cut:
    """One font file of the page: the font that it is cut from, the face in it, and what is kept."""

    name: str
    source: Path
    face: int
    family: str
    letters: str
    grid: int
    version: str
    """How the font's version string must begin: another version draws other letters."""
    features: tuple[str, ...] = ()


NAMES: Final = "".join(sorted({each for one in languages() for each in one.name if each >= "\u2e80"}))
"""The East Asian letters in the languages' own names: the menu lists all of them in every language."""

SANS: Final = Path("noto/NotoSansCJK-Bold.ttc")
SHAPES: Final = ("JP", "KR", "SC", "TC", "HK")
"""The faces of Noto Sans CJK, in the order in which its file has them."""
FACES: Final = {
    language.code: (SHAPES.index(language.letters), language.letters)
    for language in languages()
    if language.letters != "Latin"
}
FINE: Final = 1_000
"""Units in an em. Inter is drawn in 2,816: nobody sees the difference."""
COARSE: Final = 250
"""Units in an em of words, which are never drawn large."""


def cut_of_inter(name: str, style: str) -> Cut:
    """One weight of Inter, with numbers of one width."""
    source = Path(f"inter/Inter-{style.replace(' ', '')}.otf")
    return Cut(name, source, -1, f"Inter {style}", latin(), FINE, INTER, ("kern", "tnum"))


CUTS: Final = (
    cut_of_inter("latin-600", "Semi Bold"),
    cut_of_inter("latin-800", "Extra Bold"),
    Cut(
        "kanji-700", Path("noto/NotoSerifCJK-Bold.ttc"), 0, "Noto Serif CJK JP", KANJI, FINE, "Version 2.001"
    ),
    Cut("names", SANS, 0, "Noto Sans CJK JP", NAMES, COARSE, NOTO),
)


def late() -> tuple[str, ...]:
    """Prefixes of keys whose words come late or never. Letters that only these use are in their own file."""
    listed = re.search(r"LATE = \[([^\]]+)\]", (STATIC.parent / "js/words.js").read_text(encoding="utf-8"))
    return tuple(re.findall(r'"([a-z_.]+)"', listed[1] if listed else ""))


VIEWS: Final = tuple(sorted(path.name for path in LANG.iterdir() if path.is_dir()))
"""The views that have words of their own, fetched when somebody opens them."""


def words_of(language: str) -> tuple[Cut, Cut]:
    """Two cuts: the letters of a language's first words and all languages' names; those of its late words."""
    words = json.loads((LANG / f"{language}.json").read_text(encoding="utf-8"))
    first = letters_of(text for key, text in words.items() if not key.startswith(late()))
    rest = letters_of(words.values()) - first
    return words_cut(language, "", first | set(NAMES)), words_cut(language, "-late", rest)


def words_of_a_view(language: str, view: str) -> Cut:
    """The cut with the letters of one view's words; it is loaded with that view."""
    words = json.loads((LANG / view / f"{language}.json").read_text(encoding="utf-8"))
    return words_cut(language, f"-{view}", letters_of(words.values()))


def letters_of(texts: Iterable[str]) -> set[str]:
    return {letter for text in texts for letter in text if letter >= "\u2e80"}


def words_cut(language: str, part: str, letters: set[str]) -> Cut:
    face, shapes = FACES[language]
    name, family = f"words-{language}{part}", f"Noto Sans CJK {shapes}"
    return Cut(name, SANS, face, family, "".join(sorted(letters)), COARSE, NOTO)


def cut(what: Cut, fonts: Path) -> Path:
    """Write one cut as woff2 and return its path.

    Raises:
        SystemExit: the font file under `fonts` is of another family or version than the cut names.
    """
    font = TTFont(fonts / what.source, fontNumber=what.face, recalcTimestamp=False)
    family = font["name"].getDebugName(1)
    if family != what.family:
        raise SystemExit(f"{fonts / what.source} is {family}, not {what.family}: see lab/fonts/README.md")
    version = font["name"].getDebugName(5)
    if not version.startswith(what.version):
        raise SystemExit(f"{fonts / what.source} is {version}, not {what.version}: see lab/fonts/README.md")
    options = subset.Options(layout_features=list(what.features), hinting=False)
    options.name_IDs = [0, 1, 2, 13, 14]
    options.notdef_outline = True
    options.desubroutinize = True  # woff2 compresses what repeats
    options.drop_tables += ["BASE", "VORG", "vhea", "vmtx"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=what.letters)
    subsetter.subset(font)
    missing = set(what.letters) - {chr(code) for code in font.getBestCmap()}
    if missing:
        print(f"{what.name}: the font has no {sorted(missing)}")
    scale_upem(font, what.grid)
    font.flavor = "woff2"
    path = STATIC / f"{what.name}.woff2"
    font.save(path)
    return path


def note_checksum(path: Path) -> None:
    """Write the file's checksum into the page that lists other people's work."""
    place = path.relative_to(STATIC.parent).as_posix()
    line = re.compile(rf"^(\| `{re.escape(place)}` .*`)[0-9a-f]{{64}}(` \|)$", re.MULTILINE)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    text, found = line.subn(rf"\g<1>{digest}\g<2>", VENDORED.read_text(encoding="utf-8"))
    if not found:
        text = listed_anew(text, place, digest)
    VENDORED.write_text(text, encoding="utf-8")


def listed_anew(text: str, place: str, digest: str) -> str:
    """The page with a new line for a file of words, below those of the other languages."""
    others = list(re.finditer(r"^\| `fonts/words-\S+` .*$", text, re.MULTILINE))
    if not place.startswith("fonts/words-") or not others:
        raise SystemExit(f"{VENDORED} has no line for {place}: add one, with its version and licence")
    end = others[-1].end()
    return f"{text[:end]}\n{line_of_words(place, digest)}{text[end:]}"


def line_of_words(place: str, digest: str) -> str:
    """The line of a file of words: which language's, and of which view."""
    language, _, part = Path(place).stem.removeprefix("words-").partition("-")
    folder = f"{part}/" if part in VIEWS else ""
    letters = f"the letters of `lang/{folder}{language}.json`" + " that come late" * (part == "late")
    what = f"Noto Sans CJK {FACES[language][1]} Bold, {letters}, cut by `lab/fonts`"
    return f"| `{place}` | {what} | {NOTO.split()[-1]} | OFL-1.1: `fonts/OFL.txt` | `{digest}` |"


def main() -> None:
    """Cut the fonts, note their checksums and print their sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="cut only files whose names begin like this, such as words"
    )
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts/opentype"))
    asked = parser.parse_args()
    views = (words_of_a_view(language, view) for language in FACES for view in VIEWS)
    cuts = (*CUTS, *chain.from_iterable(map(words_of, FACES)), *views)
    for name in asked.names:
        if not any(what.name.startswith(name) for what in cuts):
            parser.error(f"no file's name begins with {name}")
    for what in cuts:
        if what.name.startswith(tuple(asked.names) or ""):
            path = cut(what, asked.fonts)
            note_checksum(path)
            print(f"{path.relative_to(ROOT)}  {path.stat().st_size} bytes")


main()
