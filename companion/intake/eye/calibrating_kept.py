"""What people chose when they set the eye up: which camera, where the table is, which tiles; read strictly.

`planned_eye` makes it into the plan that the table's eye is started with.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from companion.errors import ConfigError
from companion.files import UNREADABLE, field_in, json_in, with_added, write_instead, write_openly
from companion.intake.eye.calibrating_cameras import CameraChoice
from companion.intake.eye.cameras import mount_of_source
from companion.intake.eye.source import EyePlan
from companion.intake.eye.tile_sets import enrolled_tile_set, tile_set_path
from hardware.cameras import CAMERAS
from hardware.errors import ProfileError
from hardware.loading import load_profile
from hardware.profile import CameraMount
from vision.errors import VisionError
from vision.place.calibration import Calibration, write_calibration

__all__ = [
    "EyeChoice", "calibration_path", "choose_tiles", "chosen_tiles", "keep_choice", "keep_place",
    "kept_choice", "place_kept", "planned_eye", "spelled_source",
]  # fmt: skip

FOLDER: Final = "eye"
PHONE_PLACE: Final = ".phone"
"""In the data folder: the socket through which a phone's pictures reach the eye."""
_FILE: Final = "choice.json"
_MOST_BYTES: Final = 10_000
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EyeChoice:
    """What was chosen; an empty string where nobody chose."""

    camera: str = ""
    """The name of the camera."""
    source: str = ""
    """`KIND=SOURCE` of a camera that no profile names."""
    tiles: str = ""
    """The name of the tile set to read with."""


def kept_choice(folder: Path) -> EyeChoice:
    """What was chosen before; empty where the file is missing or damaged."""
    try:
        with (folder / FOLDER / _FILE).open("rb") as file:
            return _choice_in(file.read(_MOST_BYTES))
    except FileNotFoundError:
        return EyeChoice()
    except (OSError, *UNREADABLE) as error:
        _log.warning("eye.choice_forgotten file=%s %s", folder / FOLDER / _FILE, error)
        return EyeChoice()


def _choice_in(content: bytes) -> EyeChoice:
    """Raises one of `UNREADABLE`."""
    body = json_in(content)
    return EyeChoice(**{name: field_in(body, name, str) for name in asdict(EyeChoice())})


def keep_choice(folder: Path, choice: EyeChoice) -> None:
    """Keep a choice; the old one stays until the new one is whole.

    Raises:
        OSError: it cannot be written.
    """
    path = folder / FOLDER / _FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    said = json.dumps(with_added(asdict(choice), path))
    write_instead(path, f"{said}\n".encode(), _choice_in, write_openly)


def choose_tiles(folder: Path, name: str) -> None:
    """Read with this tile set until another is chosen.

    Raises:
        TileSetError: there is none of that name.
        OSError: it cannot be written.
    """
    enrolled_tile_set(folder, name)
    keep_choice(folder, replace(kept_choice(folder), tiles=name))


def calibration_path(folder: Path, camera: str) -> Path:
    """The file that says where the table is in a camera's pictures."""
    return folder / FOLDER / f"table-{camera}.json"


def keep_place(
    folder: Path,
    camera: CameraChoice,
    corners: Sequence[Sequence[float]],
    size: tuple[int, int],
    *,
    by_stickers: bool,
) -> None:
    """Keep where the table is and choose this camera; `corners` are shares of a picture of this size.

    Raises:
        OSError: it cannot be written.
    """
    points = tuple((x * size[0], y * size[1]) for x, y in corners)
    kept = Calibration(camera.name, points, *size, by_stickers)
    write_calibration(kept, calibration_path(folder, camera.name))
    keep_choice(folder, replace(kept_choice(folder), camera=camera.name, source=camera.source))


def planned_eye(folder: Path, profile: str = "bench", source: str | None = None) -> EyePlan | None:
    """What the eye of this table is started with; None for a table without one.

    A source that was typed (`/dev/video0`, an address, a folder) takes precedence over the profile's camera,
    and that over one chosen on the page. A phone that was chosen there does not count: its pictures are taken
    in only where somebody typed `phone`. The calibration and the tile set are always those of the page. For
    a live camera that was typed, a calibration that was made for another kind does not count.

    Raises:
        ConfigError: the profile cannot be read.
    """
    try:
        names = [mount.name for mount in load_profile(profile).cameras]
    except ProfileError as error:
        raise ConfigError(str(error)) from error
    choice = kept_choice(folder)
    tiles = _tile_set(folder, choice.tiles)
    if source:
        mount = mount_of_source(source)
        spelled = spelled_source(mount, folder)
        place = place_kept(folder, mount.name, mount.kind)
        return EyePlan(profile, mount.name, spelled, place, tiles)
    if names:
        name = choice.camera if choice.camera in names else names[0]
        return EyePlan(profile, name, None, _kept(folder, name), tiles)
    if choice.source and not choice.source.startswith("phone="):
        return EyePlan(profile, choice.camera, choice.source, _kept(folder, choice.camera), tiles)
    return None


def place_kept(folder: Path, camera: str, kind: str) -> Path | None:
    """The file that says where the table is for a camera of this kind; None where nobody showed it."""
    return None if _is_of_another_kind(kept_choice(folder), camera, kind) else _kept(folder, camera)


def spelled_source(mount: CameraMount, folder: Path) -> str:
    """`KIND=SOURCE` of a camera that was typed; a phone's pictures come in through the data folder."""
    return f"{mount.kind}={folder / PHONE_PLACE if mount.kind == 'phone' else mount.source}"


def chosen_tiles(folder: Path) -> Path | None:
    """The file of the chosen tile set; None where none was chosen, or it is missing."""
    return _tile_set(folder, kept_choice(folder).tiles)


def _is_of_another_kind(choice: EyeChoice, camera: str, kind: str) -> bool:
    """Whether corners were set for a phone, say, and a webcam looks now: typed cameras share one name.

    A video or a folder may have been recorded by any camera, so it is of no other kind.
    """
    chosen, _, _ = choice.source.partition("=")
    are_live = all(each in CAMERAS and CAMERAS[each].is_live for each in (chosen, kind))
    return choice.camera == camera and chosen != kind and are_live


def _kept(folder: Path, camera: str) -> Path | None:
    path = calibration_path(folder, camera)
    return path if path.is_file() else None


def _tile_set(folder: Path, name: str) -> Path | None:
    try:
        path = tile_set_path(folder, name)
    except VisionError:
        return None
    return path if path.is_file() else None
