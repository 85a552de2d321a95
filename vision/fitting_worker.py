"""The process that sets up a camera: a line of JSON in, a line of JSON out, until the input ends.

The answers are those of `vision.fitting`. If the process dies, whoever asks starts another.
"""

from __future__ import annotations

import argparse
import base64
import json
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hardware.errors import ProfileError
from hardware.profile import Side
from vision.errors import (
    CalibrationUnreadable,
    CameraAmbiguous,
    CameraLost,
    CameraUnavailable,
    FacesUnclear,
    HandsConcealed,
    ModelMismatch,
    PhotoMissing,
    PictureUnreadable,
    TableUnplaced,
    TileSetUnkept,
    TileSetUnreadable,
    VisionError,
)
from vision.worker import log_to_standard_error, table_of, table_options

if TYPE_CHECKING:
    from vision.camera.photos import Photographs
    from vision.place.rectify import Locate

_log = logging.getLogger("vision.fitting_worker")
_CODES: Final[dict[type[Exception], str]] = {
    CameraAmbiguous: "several_cameras",
    CameraUnavailable: "no_camera",
    CameraLost: "no_picture",
    ModelMismatch: "no_model",
    TileSetUnreadable: "no_tile_set",
    TileSetUnkept: "not_kept",
    FacesUnclear: "faces_unclear",
    PictureUnreadable: "bad_photo",
    PhotoMissing: "no_photo",
    TableUnplaced: "no_square",
    HandsConcealed: "hand_is_played",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer until standard input ends. Exit status: 0, or 1 if a profile or camera is bad."""
    parser = argparse.ArgumentParser("python -m vision.fitting_worker", description="Sets a camera up.")
    table_options(parser)
    parser.add_argument("--photos", action="store_true", help="no camera: read the photographs that are sent")
    asked = parser.parse_args(arguments)
    log_to_standard_error()
    try:
        answers = _answers(asked)
    except (VisionError, ProfileError) as error:
        _say({"error": "no_camera", "message": str(error)})
        return 1
    for line in sys.stdin.buffer:
        _say(_answered(json.loads(line), answers))
    return 0


def _answers(asked: argparse.Namespace) -> dict[str, Callable[[dict[str, Any]], dict[str, Any]]]:
    from vision.camera.photos import Photographs
    from vision.camera.stills import Stills
    from vision.fitting import Fitting
    from vision.place.zones import zones_of
    from vision.plane_asked import plane_asked
    from vision.read.detect import Eye

    mount, zones = (None, ()) if asked.photos else table_of(asked)
    sides = tuple(Side)[: asked.players]
    photos = Photographs(Stills(mount) if mount else None)
    locate = _kept_place(asked.calibration, photos) if asked.calibration else None
    fitting = Fitting(photos, zones_of(zones, sides), lambda: Eye(threads=asked.threads), locate)

    def sent(body: dict[str, Any]) -> dict[str, Any]:
        photos.send(base64.b64decode(body["content"]))
        return fitting.look(None)

    def live(_: dict[str, Any]) -> dict[str, Any]:
        photos.forget()
        return fitting.look(None)

    def is_played(body: dict[str, Any]) -> bool:
        return bool(body.get("is_played"))

    seeing: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
        "photo": sent,
        "live": live,
        "look": lambda body: fitting.look(body.get("corners"), refine=bool(body.get("refine"))),
        "lay": lambda body: fitting.lay(body["corners"]),
        "read": lambda body: fitting.read(
            body.get("corners"),
            Path(body["tiles"]) if body.get("tiles") else None,
            table_only=is_played(body),
        ),
        "show": lambda body: fitting.show(body.get("corners"), body["faces"], table_only=is_played(body)),
    }
    return {
        **{name: _saying_what(see, photos) for name, see in seeing.items()},
        "plane": plane_asked,
        "accept": lambda _: fitting.accept(),
        "forget": lambda _: fitting.forget(),
        "enrol": lambda body: fitting.enrol(Path(body["path"])),
    }


def _kept_place(calibration: Path, photos: Photographs) -> Locate | None:
    """Use the saved place of the table for the camera's pictures only, not for a photograph.

    A damaged file counts as none: the corners that are shown now will replace it.
    """
    from vision.place.rectify import TableNotLocated, WhyNot
    from vision.place.seeking import locator

    try:
        locate = locator(calibration)
    except CalibrationUnreadable as error:
        _log.warning("%s", error)
        return None
    return lambda picture: TableNotLocated(WhyNot.NO_STICKERS) if photos.has_one else locate(picture)


def _saying_what(
    see: Callable[[dict[str, Any]], dict[str, Any]], photos: Photographs
) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Add to each answer whether its picture is a photograph that was sent."""
    return lambda body: {**see(body), "photo": photos.has_one}


def _answered(
    body: dict[str, Any], answers: dict[str, Callable[[dict[str, Any]], dict[str, Any]]]
) -> dict[str, Any]:
    try:
        return answers[body["do"]](body)
    except VisionError as error:
        code = next((code for kind, code in _CODES.items() if isinstance(error, kind)), "failed")
        return {"error": code, "message": str(error)}


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
