"""The camera on a Pi's ribbon, as a program for the system's own Python; it imports nothing of ours.

The library picamera2 and its C parts are built for the numpy of the system, and do not load beside a newer
one. So this file runs in a process that sees the system's packages alone, and sends pictures through a pipe.

    /usr/bin/python3 -I ribbon_program.py list
    /usr/bin/python3 -I ribbon_program.py watch NUMBER WIDTH HEIGHT RATE

Each message is one line of JSON with its kind under "is"; after a "picture" come its bytes: red, green, blue.
The program ends when its standard input is closed.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any, BinaryIO

FOCUS_ONCE = {"AfMode": 1, "AfTrigger": 0}
"""libcamera's numbers for focusing once: a lens with a motor looks for the sharpest place and stays there.
Without them the lens stays wherever it was before."""


def main(words: list[str]) -> int:
    """Do what the words ask for. Exit status: 0 done, 1 a message has said why not."""
    # Libraries write remarks to standard output as well: those go to standard error.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        from picamera2 import Picamera2
    except Exception as error:  # noqa: BLE001 - its C parts raise what they like, ValueError for another numpy
        is_missing = isinstance(error, ModuleNotFoundError) and error.name == "picamera2"
        return _fail(out, "missing" if is_missing else "broken", error)
    if words[0] == "list":
        return _list(Picamera2, out)
    threading.Thread(target=_end_with_the_input, daemon=True).start()
    number, width, height, rate = (int(word) for word in words[1:])
    try:
        camera = _opened(Picamera2, number, (width, height), rate)
    except Exception as error:  # noqa: BLE001 - the library raises classes of its own and of its C parts
        return _fail(out, "unavailable", error)
    return _watch(camera, out)


def _end_with_the_input() -> None:
    """End when the starting process does, even if it was killed: else the camera would stay in use."""
    while os.read(0, 1024):
        pass
    os._exit(0)


def _list(library: Any, out: BinaryIO) -> int:
    try:
        found = [str(said.get("Model", "a camera")) for said in library.global_camera_info()]
    except Exception as error:  # noqa: BLE001
        return _fail(out, "broken", error)
    _say(out, {"is": "list", "cameras": found})
    return 0


def _opened(library: Any, number: int, size: tuple[int, int], rate: int) -> Any:
    camera = library(number)
    # The library names its pixel formats the other way round: this one is red, green, blue in memory.
    form = {"size": size, "format": "BGR888"}
    camera.configure(camera.create_video_configuration(main=form, controls={"FrameRate": float(rate)}))
    camera.start()
    if "AfMode" in camera.camera_controls:
        camera.set_controls(FOCUS_ONCE)
    return camera


def _watch(camera: Any, out: BinaryIO) -> int:
    _say(out, {"is": "open"})
    while True:
        try:
            pixels = camera.capture_array("main")[..., :3]
            height, width = pixels.shape[:2]
            picture = pixels.tobytes()
        except Exception as error:  # noqa: BLE001
            return _fail(out, "lost", error)
        _say(out, {"is": "picture", "height": height, "width": width}, picture)


def _fail(out: BinaryIO, kind: str, error: Exception) -> int:
    _say(out, {"is": kind, "says": str(error)})
    return 1


def _say(out: BinaryIO, message: dict[str, Any], picture: bytes = b"") -> None:
    out.write(json.dumps(message).encode() + b"\n" + picture)
    out.flush()


if __name__ == "__main__":
    try:
        status = main(sys.argv[1:])
    except BrokenPipeError:
        status = 0
    # The camera is given back by the kernel; the library's own farewell may hang.
    os._exit(status)
