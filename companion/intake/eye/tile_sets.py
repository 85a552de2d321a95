"""The tile sets that were enrolled: small files in the data folder, named by people."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from vision.errors import VisionError

if TYPE_CHECKING:
    from vision.read.enrol import TileSet

__all__ = ["TileSetError", "enrolled_tile_set", "kept_tile_set", "tile_set_names", "tile_set_path"]

FOLDER = "tiles"
_NAME = re.compile(r"[\w][\w .-]{0,39}")


class TileSetError(VisionError, ValueError):
    """There is no such tile set, or no tile set can have that name."""


def tile_set_path(folder: Path, name: str) -> Path:
    """The file of the tile set of that name; it need not exist.

    Raises:
        TileSetError: no tile set can have that name.
    """
    if not _NAME.fullmatch(name):
        raise TileSetError(
            f"A tile set cannot be called {name!r}: a letter or digit, then up to 39 letters, digits, "
            "spaces, dots, dashes or underscores."
        )
    return folder / FOLDER / f"{name}.json"


def tile_set_names(folder: Path) -> tuple[str, ...]:
    """The tile sets that were enrolled."""
    return tuple(sorted(path.stem for path in (folder / FOLDER).glob("*.json")))


def enrolled_tile_set(folder: Path, name: str) -> Path:
    """The file of a tile set that was enrolled. Raises TileSetError."""
    path = tile_set_path(folder, name)
    if not path.is_file():
        known = ", ".join(tile_set_names(folder)) or "none yet"
        raise TileSetError(f"There is no tile set {name}; enrolled: {known}.")
    return path


def kept_tile_set(folder: Path, name: str) -> TileSet:
    """A tile set by its name.

    Raises:
        TileSetError: there is none of that name.
        TileSetUnreadable: its file is damaged, or it was enrolled with another model.
        ModelMismatch: the face reader is missing.
    """
    from vision.read.tile_files import open_tile_set

    return open_tile_set(enrolled_tile_set(folder, name))
