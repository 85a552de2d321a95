"""The process in which a camera is set up: a line of JSON in, a line of JSON out, until nobody asks any more.

What is answered is `vision.fitting`'s. Where the process falls, whoever asks starts another one.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from hardware.errors import ProfileError
from hardware.profile import Side
from vision.errors import (
    CameraLost,
    CameraUnavailable,
    FacesUnclear,
    ModelMismatch,
    TileSetUnreadable,
    VisionError,
)
from vision.worker import table_of, table_options

_CODES: Final[dict[type[Exception], str]] = {
    CameraUnavailable: "no_camera",
    CameraLost: "no_picture",
    ModelMismatch: "no_model",
    TileSetUnreadable: "no_tile_set",
    FacesUnclear: "faces_unclear",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer until standard input ends. Exit status: 0, or 1 where there is no such camera."""
    parser = argparse.ArgumentParser("python -m vision.fitting_worker", description="Sets a camera up.")
    table_options(parser)
    asked = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
    try:
        answers = _answers(asked)
    except (VisionError, ProfileError) as error:
        _say({"error": "no_camera", "message": str(error)})
        return 1
    for line in sys.stdin.buffer:
        _say(_answered(json.loads(line), answers))
    return 0


def _answers(asked: argparse.Namespace) -> dict[str, Callable[[dict[str, Any]], dict[str, Any]]]:
    from vision.detect import Eye
    from vision.fitting import Fitting
    from vision.seeking import locator
    from vision.stills import Stills
    from vision.zones import zones_of

    mount, zones = table_of(asked)
    kept = locator(asked.calibration) if asked.calibration else None
    sides = tuple(Side)[: asked.players]
    fitting = Fitting(Stills(mount), zones_of(zones, sides), lambda: Eye(threads=asked.threads), kept)
    return {
        "look": lambda body: fitting.look(body.get("corners"), refine=bool(body.get("refine"))),
        "read": lambda body: fitting.read(
            body.get("corners"), Path(body["tiles"]) if body.get("tiles") else None
        ),
        "show": lambda body: fitting.show(body.get("corners"), body["faces"]),
        "accept": lambda _: fitting.accept(),
        "forget": lambda _: fitting.forget(),
        "enrol": lambda body: fitting.enrol(Path(body["path"])),
    }


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
