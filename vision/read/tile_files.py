"""The file of an enrolled tile set, checked whenever it is opened; `enrol` says what is in it."""

from __future__ import annotations

from pathlib import Path

from hardware.disk import name_durably
from vision.errors import TileSetUnkept, TileSetUnreadable, VisionError
from vision.labels import READINGS
from vision.read.enrol import TileSet, load_tile_set, save_tile_set
from vision.read.model_mark import faces_mark


def keep_tile_set(tile_set: TileSet, path: Path) -> None:
    """Keep a tile set; the old one stays until the new one is whole.

    Raises:
        TileSetUnkept: the file cannot be written.
        ModelMismatch: the face reader is missing.
    """
    new = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_tile_set(tile_set, new, faces_mark())
        name_durably(new, path)
    except OSError as error:
        raise TileSetUnkept(f"The tile set {path} cannot be kept: {error.strerror}.") from error


def open_tile_set(path: Path) -> TileSet:
    """Open a kept tile set.

    Raises:
        TileSetUnreadable: the file is missing or damaged, or was enrolled with another model.
        ModelMismatch: the face reader is missing.
    """
    try:
        tile_set = load_tile_set(path, faces_mark())
        lengths = abs((tile_set.prototypes**2).sum(axis=1) - 1)
        if set(tile_set.names) <= set(READINGS) and (lengths < 0.01).all():
            return tile_set
    except VisionError:
        raise
    except OSError as error:
        raise TileSetUnreadable(f"The tile set {path} cannot be read: {error.strerror}.") from error
    except (ValueError, LookupError, AttributeError, TypeError, OverflowError, RecursionError) as error:
        raise TileSetUnreadable(f"The tile set {path} is damaged; enrol it again.") from error
    raise TileSetUnreadable(f"The tile set {path} is damaged; enrol it again.")
