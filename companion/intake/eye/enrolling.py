"""Shows the house's tiles to the eye once, and keeps what it learnt as a named set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.intake.eye.looking import EyeError, require_eye
from companion.intake.eye.tile_sets import tile_set_path
from vision.errors import VisionError

__all__ = ["EnrolmentReport", "enrol", "spelled_out"]


@dataclass(frozen=True, slots=True)
class EnrolmentReport:
    """What was learnt, in words and shares; where backs were shown, they count as one of the `faces`."""

    name: str
    faces: int
    known_before: float
    """The share that the reader alone read right."""
    known_after: float
    """The share with the set: the same photographs, cropped a little differently."""
    missing: tuple[str, ...]
    confusions: tuple[tuple[str, str, float], ...]
    """Faces that look much alike to the reader, and how much, the worst first."""

    def as_text(self) -> str:
        """A few lines for people."""
        gained = f"Read correctly before: {self.known_before:.1%}; with the set: {self.known_after:.1%}"
        lines = [
            f"{self.name} is enrolled with {self.faces} faces.",
            f"{gained} (the same photographs, cropped a little differently).",
        ]
        if self.missing:
            lines.append(f"Not shown: {' '.join(self.missing)}")
        if self.confusions:
            pairs = ", ".join(f"{one} and {other}" for one, other, _ in self.confusions[:8])
            lines.append(f"Much alike: {pairs}; another photograph of these helps.")
        return "\n".join(lines)


def spelled_out(faces: str) -> tuple[str, ...]:
    """The tiles of a short notation, one by one; empty where it cannot be read.

    >>> spelled_out("123m 07z")
    ('1m', '2m', '3m', '0z', '7z')
    >>> spelled_out("12")
    ()
    """
    if not re.fullmatch(r"\s*(\d+[mpsz]\s*)+", faces):
        return ()
    return tuple(n + suit for numbers, suit in re.findall(r"(\d+)([mpsz])", faces) for n in numbers)


def enrol(
    name: str, images: Sequence[Path], folder: Path, faces: str | None, backs: Sequence[Path] = ()
) -> EnrolmentReport:
    """Learn a tile set from photographs and keep it under a name; `backs` are photographs of backs only.

    `faces` says which tiles lie there, row by row, such as `123m055p`; None: all 34 in the usual order, with
    or without the three red fives after them.

    Raises:
        EyeError: the libraries are missing, no tile set can have that name, or the photographs cannot be read
            or do not show what they should. Nothing is kept then.
    """
    require_eye()
    try:
        return _enrolled(name, images, folder, _said(faces), backs)
    except VisionError as error:
        raise EyeError(str(error)) from error


def _said(faces: str | None) -> tuple[str, ...] | None:
    from vision.labels import NAMELESS, READINGS

    if faces is None:
        return None
    said = spelled_out(faces)
    strange = [one for one in said if one not in READINGS or one in NAMELESS]
    if strange or not said:
        wrong = " ".join(strange) or repr(faces)
        raise EyeError(f"{wrong} cannot be read as tiles; write them like 123m055p1234567z")
    return said


def _enrolled(
    name: str, images: Sequence[Path], folder: Path, said: tuple[str, ...] | None, backs: Sequence[Path]
) -> EnrolmentReport:
    from vision.camera.pictures import open_picture
    from vision.labels import BACK
    from vision.read.reading import eye_for_pictures
    from vision.read.showing import enrolment_of, names_of, shown_backs, shown_faces
    from vision.read.tile_files import keep_tile_set

    path = tile_set_path(folder, name)
    eye = eye_for_pictures()
    shown = [shown_faces(open_picture(image), eye, str(image)) for image in images]
    names = names_of(shown, said)
    turned = [shown_backs(open_picture(image), eye, str(image)) for image in backs]
    names += [BACK for one in turned for _ in one.readings]
    found = enrolment_of([*shown, *turned], names, eye)
    keep_tile_set(found.tile_set, path)
    return EnrolmentReport(
        name,
        len(found.tile_set.names),
        found.known_before / found.trials,
        found.known_after / found.trials,
        found.tile_set.missing(),
        found.tile_set.confusions(),
    )
