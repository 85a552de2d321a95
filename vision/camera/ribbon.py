"""Our end of the camera on a Pi's ribbon: starts the program that opens it, and takes its pictures.

The program runs in the system's own Python, because the library for this camera only works with the system's
numpy (docs/decisions/0021-the-ribbon-camera-in-the-systems-python.md).
"""

from __future__ import annotations

import json
import select
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from vision.errors import RibbonFailure

if TYPE_CHECKING:
    from io import BufferedReader

SYSTEM_PYTHON = "/usr/bin/python3"
PROGRAM = Path(__file__).with_name("ribbon_program.py")
OPENS_WITHIN_S = 30.0
"""A Pi needs a few seconds to load the library and to start the camera."""
LISTS_WITHIN_S = 15.0
ENDS_WITHIN_S = 3.0
MOST_PIXELS = 10_000 * 10_000

MISSING = "the library picamera2 is missing. Type: sudo apt-get install python3-picamera2"


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture as it came: red, green, blue, row after row."""

    width: int
    height: int
    pixels: bytearray


def has_library() -> bool:
    """Whether the system has the library for the camera on the ribbon; it is not loaded."""
    words = "import importlib.util, sys; sys.exit(importlib.util.find_spec('picamera2') is None)"
    try:
        asked = subprocess.run([SYSTEM_PYTHON, "-I", "-c", words], check=False, timeout=LISTS_WITHIN_S)
    except (OSError, subprocess.SubprocessError):
        return False
    return asked.returncode == 0


def listed() -> tuple[str, ...]:
    """The models of the cameras on the ribbon, in the order of their numbers; none without the library.

    Raises:
        RibbonFailure: the library is there but does not work.
    """
    try:
        asked = subprocess.run(
            _words("list"), stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=LISTS_WITHIN_S
        )
    except OSError:
        return ()
    except subprocess.SubprocessError as error:
        raise RibbonFailure("the library picamera2 does not answer.") from error
    said = _message(asked.stdout)
    if said["is"] == "missing":
        return ()
    if said["is"] != "list":
        raise RibbonFailure(_sentence(said))
    return tuple(said["cameras"])


class Ribbon:
    """One open camera."""

    def __init__(self, number: int, width: int, height: int, rate: int) -> None:
        """Start the program and wait until the camera is open.

        Raises:
            RibbonFailure: it cannot be opened.
        """
        words = _words("watch", number, width, height, rate)
        try:
            self._program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise RibbonFailure(MISSING) from error
        self._out = cast("BufferedReader", self._program.stdout)
        try:
            self._wait_until_open()
        except RibbonFailure:
            self.close()
            raise

    def _wait_until_open(self) -> None:
        came, _, _ = select.select([self._out], [], [], OPENS_WITHIN_S)
        if not came:
            raise RibbonFailure(f"it did not open within {OPENS_WITHIN_S:.0f} seconds.")
        said = _message(self._out.readline())
        if said["is"] != "open":
            raise RibbonFailure(_sentence(said))

    def pictures(self) -> Iterator[Picture]:
        """Pictures as they come.

        Raises:
            RibbonFailure: there are no more.
        """
        while True:
            try:
                said = _message(self._out.readline())
                if said["is"] != "picture":
                    raise RibbonFailure(_sentence(said))
                yield self._picture(int(said["width"]), int(said["height"]))
            except ValueError as error:  # closed by another thread while it waited
                raise RibbonFailure("the camera was closed.") from error

    def _picture(self, width: int, height: int) -> Picture:
        if not 0 < width * height <= MOST_PIXELS:
            raise RibbonFailure(f"it sent a picture of {width} x {height}.")
        pixels = bytearray(3 * width * height)
        if self._out.readinto(pixels) != len(pixels):
            raise RibbonFailure("its program ended in the middle of a picture.")
        return Picture(width, height, pixels)

    def close(self) -> None:
        """Give the camera back; closing it twice does no harm."""
        self._program.kill()
        with suppress(subprocess.TimeoutExpired):
            self._program.wait(ENDS_WITHIN_S)
        for pipe in (self._program.stdin, self._program.stdout):
            if pipe is not None:
                pipe.close()


def _words(*asked: object) -> list[str]:
    # -I: neither the packages of our environment nor those in the user's home are seen.
    return [SYSTEM_PYTHON, "-I", str(PROGRAM), *map(str, asked)]


def _message(line: bytes) -> dict[str, Any]:
    """A message; any other line means that the program has ended without a word."""
    try:
        said = json.loads(line)
    except ValueError:
        return {"is": "ended"}
    return said if isinstance(said, dict) and "is" in said else {"is": "ended"}


def _sentence(said: dict[str, Any]) -> str:
    match said["is"]:
        case "missing":
            return MISSING
        case "broken":
            return f"the library picamera2 does not work here: {said['says']}."
        case "unavailable" | "lost":
            return f"{said['says']}."
    return "its program ended without a word."
