"""Which faces can be put on tiles here, and their pictures as PNG; art that is not at hand is left out."""

from __future__ import annotations

import hashlib
from pathlib import Path

from lab.tracer.drawn_faces import CARVERS, face

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data" / "tile_art"
FONTS = ROOT / "build" / "tracer-fonts"
"""Where `scripts/install-tracer` puts the fonts of the path tracer's own faces."""
SETS = ROOT / "build" / "tracer-sets"
"""Where `lab.pictures.clear_sets` puts the sets for training, each in a folder of its own."""
FOR_TRAINING = "set "
"""How the names of those sets begin; the name of no other art does."""
LETTERED = {"1": "Ton", "2": "Nan", "3": "Shaa", "4": "Pei", "5": "Haku", "6": "Hatsu", "7": "Chun"}
PIXELS = (400, 544)


def arts_at_hand() -> tuple[str, ...]:
    """The names of the art that can be drawn here, always in the same order."""
    drawn = tuple(CARVERS) if list(FONTS.glob("*.ttf")) else ()
    given = ("fluffystuff",) if (SHARED / "fluffystuff_cc0").is_dir() else ()
    return (*drawn, "page", *given)


def sets_at_hand() -> tuple[str, ...]:
    """The names of the sets that `lab.pictures` drew for training; pictures that judge the eye use none."""
    return tuple(f"{FOR_TRAINING}{folder.name}" for folder in sorted(SETS.glob("[0-9]*")))


def _file(art: str, kind: str) -> Path:
    if art == "page":
        return ROOT / "companion" / "dashboard" / "static" / "tiles" / f"{kind}.svg"
    number, suit = tuple(kind)
    suits = {"m": "Man", "p": "Pin", "s": "Sou"}
    name = LETTERED[number] if suit == "z" else suits[suit] + ("5-Dora" if number == "0" else number)
    return SHARED / "fluffystuff_cc0" / "Regular" / f"{name}.svg"


def picture(art: str, kind: str, folder: Path) -> Path:
    """The path of a kind's face, a PNG with a transparent background; it is drawn into `folder` if needed."""
    import resvg_py

    wide, tall = PIXELS
    if art.startswith(FOR_TRAINING):
        return SETS / art.removeprefix(FOR_TRAINING) / f"{kind}.png"
    if art in CARVERS:
        text = face(kind, CARVERS[art])
        fonts = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
    else:
        text = _file(art, kind).read_text(encoding="utf-8")
        # The page's tiles bring a body of their own; here the path tracer draws the body.
        text = text.replace('<use href="#tf-body"/>', "")
        fonts = []
    name = hashlib.sha256(f"{art} {kind} {text} {PIXELS}".encode()).hexdigest()[:20]
    out = folder / f"{name}.png"
    if not out.exists():
        folder.mkdir(parents=True, exist_ok=True)
        png = resvg_py.svg_to_bytes(svg_string=text, width=wide, height=tall, font_files=fonts)
        out.write_bytes(bytes(png))
    return out


def letter(sign: str, folder: Path) -> Path:
    """A picture of a wind's sign, light on dark, for a centre unit; of its Latin letter without fonts."""
    import resvg_py

    fonts = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
    plain = {"東": "E", "南": "S", "西": "W", "北": "N"}[sign]
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        '<rect width="100" height="100" fill="#111"/>'
        f'<text x="50" y="82" font-size="88" text-anchor="middle" fill="#e8d9a0">'
        f"{sign if fonts else plain}</text></svg>"
    )
    out = folder / f"letter-{ord(sign)}-{len(fonts)}.png"
    if not out.exists():
        folder.mkdir(parents=True, exist_ok=True)
        out.write_bytes(
            bytes(resvg_py.svg_to_bytes(svg_string=text, width=200, height=200, font_files=fonts))
        )
    return out
