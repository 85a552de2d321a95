"""Looks at pictures that somebody gives on the command line. No game is touched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.intake.eye.tile_sets import kept_tile_set
from vision.errors import VisionError
from vision.extra import missing_libraries, what_to_install

__all__ = ["EyeError", "Looked", "look_at_pictures", "require_eye"]


class EyeError(CompanionError, ValueError):
    """The eye cannot do what was asked; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What was seen in one picture: an answer, or a sentence that says why there is none."""

    image: str
    answer: dict[str, Any] | None = None
    text: str = ""
    error: str = ""
    note: str = ""


def require_eye() -> None:
    """Make sure that the libraries of the eye are installed.

    Raises:
        EyeError: they are not; the sentence says what to type.
    """
    if missing_libraries():
        raise EyeError(what_to_install())


def look_at_pictures(
    images: Sequence[Path], folder: Path, tiles: str | None, annotate: Path | None
) -> Iterator[Looked]:
    """What is seen in each picture, one after the other.

    Raises:
        EyeError: the libraries are missing, there is no such tile set, or the models cannot be used.
    """
    require_eye()
    from vision.read.reading import eye_for_pictures

    try:
        tile_set = kept_tile_set(folder, tiles) if tiles else None
        eye = eye_for_pictures(tile_set)
    except VisionError as error:
        raise EyeError(str(error)) from error
    for image in images:
        yield _looked(image, eye, annotate)


def _looked(image: Path, eye: Any, annotate: Path | None) -> Looked:
    from vision.read.reading import annotated, look_at_file, save_picture

    try:
        look, opened = look_at_file(image, eye)
        if annotate:
            save_picture(annotated(opened, look), annotate)
    except VisionError as error:
        return Looked(str(image), error=str(error))
    note = f"{image} breaks off; what is left of it was read." if look.is_cut else ""
    return Looked(str(image), look.as_json(), look.as_text(), note=note)
