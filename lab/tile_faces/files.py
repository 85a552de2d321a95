"""Which faces there are, and what each file contains. How a face looks is decided elsewhere."""

from pathlib import Path
from typing import Final

from lab.tile_faces.back import back_face
from lab.tile_faces.bamboos import STICK, bamboo_face, stick_part
from lab.tile_faces.bird import bird_face
from lab.tile_faces.characters import character_face, character_parts, honour_face
from lab.tile_faces.circles import COIN, circle_face, coin_part
from lab.tile_faces.markup import element
from lab.tile_faces.outlines import Brush
from lab.tile_faces.palette import BODY, HEIGHT, WIDTH, Face, body_part

SVG: Final = "http://www.w3.org/2000/svg"
VIEW_BOX: Final = f"0 0 {WIDTH} {HEIGHT}"
SPRITE: Final = "sprite.svg"


def all_faces(brush: Brush) -> tuple[Face, ...]:
    """Draw the 34 kinds, the three red fives and the back."""
    ranks = range(1, 10)
    return (
        *(character_face(rank, brush) for rank in ranks),
        character_face(5, brush, is_red=True),
        *(circle_face(rank) for rank in ranks),
        circle_face(5, is_red=True),
        bird_face(),
        *(bamboo_face(rank) for rank in ranks[1:]),
        bamboo_face(5, is_red=True),
        *(honour_face(number, brush) for number in range(1, 8)),
        back_face(),
    )


def all_parts(brush: Brush) -> dict[str, str]:
    """Draw the parts that more than one face uses."""
    return {BODY: body_part(), COIN: coin_part(), STICK: stick_part(), **character_parts(brush)}


def _laid_down(face: Face) -> str:
    body = element("use", href=f"#{BODY}") if BODY in face.parts else ""
    return body + face.drawing


def _alone(face: Face, parts: dict[str, str]) -> str:
    """Write one face as a file of its own, with only the parts it needs."""
    needed = "".join(parts[name] for name in face.parts)
    defs = element("defs", needed) if needed else ""
    return element("svg", defs + _laid_down(face), xmlns=SVG, viewBox=VIEW_BOX) + "\n"


def _together(faces: tuple[Face, ...], parts: dict[str, str]) -> str:
    """Write all faces as symbols of one file, with each shared part once."""
    symbols = (element("symbol", _laid_down(f), id=f"t-{f.name}", viewBox=VIEW_BOX) for f in faces)
    lines = (element("defs", "\n".join(parts.values())), *symbols)
    return element("svg", "\n".join(lines), xmlns=SVG, width=0, height=0) + "\n"


def all_files(brush: Brush) -> dict[str, str]:
    """The text of every file by its name; the same font gives the same bytes."""
    faces, parts = all_faces(brush), all_parts(brush)
    alone = {f"{face.name}.svg": _alone(face, parts) for face in faces}
    return {**alone, SPRITE: _together(faces, parts)}


def write_all(brush: Brush, folder: Path) -> int:
    """Write every file into a folder and return how many bytes they have together."""
    folder.mkdir(parents=True, exist_ok=True)
    return sum((folder / name).write_bytes(text.encode()) for name, text in all_files(brush).items())
