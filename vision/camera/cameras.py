"""Opens the camera of a table: a Pi's camera, a webcam, a stream, a phone, a video, a folder of pictures.

Each can be iterated over, and yields frames until there is nothing more to see. What is in a frame does not
matter here.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras import CAMERAS
from hardware.profile import CameraMount, without_secrets
from vision.camera.mjpeg import pictures_of_stream
from vision.camera.phone import pictures_of_phone
from vision.camera.pictures import open_picture
from vision.camera.plugged import Plugged, is_shared
from vision.camera.ribbon import Ribbon
from vision.errors import CameraAmbiguous, CameraLost, CameraUnavailable, PictureUnreadable, RibbonFailure
from vision.frame import Frame

__all__ = ["Camera", "CameraMount", "is_live", "open_camera"]

_log = logging.getLogger(__name__)

Clock = Callable[[], int]
_plugged = Plugged()
FOLDER_RATE = 10.0
"""Pictures in a folder, and frames of a video of unknown rate, count as taken at this many a second."""
LIVE_RATE = 10.0
"""A Pi's own camera is asked for this many frames a second: nobody plays faster."""

STALL_S = 10.0
"""How long a stream may be silent."""
_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".ppm", ".pgm", ".gif"})


class Camera(Protocol):
    """What every camera can do."""

    def __iter__(self) -> Iterator[Frame]:
        """Frames until there are no more; raises CameraLost if they stop before that."""

    def close(self) -> None:
        """Release the device; closing it twice does no harm."""


def is_live(mount: CameraMount) -> bool:
    """Whether this camera shows what happens now, so that only its newest frame matters."""
    kind = CAMERAS.get(mount.kind)
    return kind is not None and kind.is_live


def open_camera(mount: CameraMount, now_ns: Clock = time.monotonic_ns, patience_s: float = STALL_S) -> Camera:
    """Open a camera as the profile describes it; a stream that is silent for `patience_s` is lost.

    Raises:
        CameraUnavailable: it is not there, another program uses it, or a library is missing.
        CameraLost: a stream or a phone answers, but its first picture does not come.
    """
    kind = CAMERAS.get(mount.kind)
    if kind is None:
        raise CameraUnavailable(f"The camera {mount.name} is of an unknown kind, {mount.kind!r}.")
    module, _, name = kind.opens.partition(":")
    opens: Callable[[CameraMount, Clock, float], Camera] = getattr(
        import_module(f"vision.camera.{module}"), name
    )
    return opens(mount, now_ns, patience_s)


class PiCamera:
    """A camera on the ribbon cable of a Raspberry Pi; its library comes with the system."""

    def __init__(self, mount: CameraMount, now_ns: Clock, patience_s: float = STALL_S) -> None:
        self._mount, self._now_ns = mount, now_ns
        try:
            self._ribbon = Ribbon(int(mount.source or 0), mount.width, mount.height, round(LIVE_RATE))
        except (RibbonFailure, ValueError) as error:
            raise CameraUnavailable(f"The camera {mount.name} cannot be opened: {error}") from error

    def __iter__(self) -> Iterator[Frame]:
        try:
            for number, picture in enumerate(self._ribbon.pictures()):
                shape = (picture.height, picture.width, 3)
                pixels = np.frombuffer(picture.pixels, np.uint8).reshape(shape)
                yield Frame(pixels, self._mount.name, number, self._now_ns())
        except RibbonFailure as error:
            raise CameraLost(f"The camera {self._mount.name} no longer gives pictures: {error}") from error

    def close(self) -> None:
        """Release the camera."""
        self._ribbon.close()


class Webcam:
    """A camera on USB, through the system's own interface (V4L2)."""

    def __init__(self, mount: CameraMount, now_ns: Clock, patience_s: float = STALL_S) -> None:
        self._mount, self._now_ns = mount, now_ns
        source = mount.source or "0"
        device = f"/dev/video{source}" if source.isdecimal() else source
        shown = without_secrets(device)
        there = _plugged.now(device)
        if not Path(there).exists():
            raise CameraUnavailable(f"The camera {mount.name} is not plugged in: there is no {shown}.")
        if is_shared(there):
            raise CameraAmbiguous(
                f"Several cameras are called {shown}: choose the one of this table again, by its port."
            )
        self._capture = cv2.VideoCapture(there, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraUnavailable(
                f"The camera {mount.name} cannot be opened: {shown} is busy, or not a camera."
            )
        _plugged.opened(device, there)
        for what, value in (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
            (cv2.CAP_PROP_FRAME_WIDTH, mount.width),
            (cv2.CAP_PROP_FRAME_HEIGHT, mount.height),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        ):
            self._capture.set(what, value)

    def __iter__(self) -> Iterator[Frame]:
        number = 0
        while self._capture.isOpened():
            # If the device stalls, this waits for 10 s and then answers without a picture.
            is_there, picture = self._capture.read()
            if not is_there:
                raise CameraLost(f"The camera {self._mount.name} no longer gives pictures.")
            yield Frame(_rgb(picture), self._mount.name, number, self._now_ns())
            number += 1

    def close(self) -> None:
        """Release the device."""
        self._capture.release()


class VideoFile:
    """A recorded video; its frames are as far apart in time as its frame rate says."""

    def __init__(self, mount: CameraMount, now_ns: Clock, patience_s: float = STALL_S) -> None:
        self._mount, self._began_ns = mount, now_ns()
        if not Path(mount.source).is_file():
            raise CameraUnavailable(f"There is no video {mount.shown}.")
        self._capture = cv2.VideoCapture(mount.source, cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise CameraUnavailable(f"{mount.shown} is not a video that can be read.")
        self._rate = self._capture.get(cv2.CAP_PROP_FPS)
        if not 0.1 <= self._rate <= 1000:
            self._rate = FOLDER_RATE

    def __iter__(self) -> Iterator[Frame]:
        number = 0
        while True:
            is_there, picture = self._capture.read()
            if not is_there:
                return
            at_ns = self._began_ns + round(number * 1e9 / self._rate)
            yield Frame(_rgb(picture), self._mount.name, number, at_ns)
            number += 1

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


class PictureFolder:
    """Pictures in a folder, in the order of their names."""

    def __init__(self, mount: CameraMount, now_ns: Clock, patience_s: float = STALL_S) -> None:
        self._mount, self._began_ns = mount, now_ns()
        folder = Path(mount.source)
        if not mount.source or not folder.is_dir():
            raise CameraUnavailable(f"There is no folder {mount.shown or '(none is named)'}.")
        self._paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in _ENDINGS)
        if not self._paths:
            raise CameraUnavailable(f"There is no picture in {mount.shown}.")

    def __iter__(self) -> Iterator[Frame]:
        for number, path in enumerate(self._paths):
            try:
                pixels = open_picture(path).pixels
            except PictureUnreadable as error:
                _log.warning("camera.picture_skipped %s", error)
                continue
            at_ns = self._began_ns + round(number * 1e9 / FOLDER_RATE)
            yield Frame(pixels, self._mount.name, number, at_ns)

    def close(self) -> None:
        """There is nothing to release."""


class PictureStream:
    """A stream of JPEG pictures; the first one is fetched when the camera is opened."""

    def __init__(
        self, mount: CameraMount, now_ns: Clock, stream: Generator[NDArray[np.uint8], None, None]
    ) -> None:
        self._mount, self._now_ns = mount, now_ns
        self._stream = stream
        self._first: NDArray[np.uint8] | None = next(self._stream)

    def __iter__(self) -> Iterator[Frame]:
        number = 0
        with closing(self._stream):
            while True:
                picture = self._first if self._first is not None else next(self._stream)
                self._first = None
                yield Frame(picture, self._mount.name, number, self._now_ns())
                number += 1

    def close(self) -> None:
        """Hang up."""
        self._stream.close()


class NetworkStream(PictureStream):
    """A network camera that sends JPEG after JPEG over HTTP, as many do."""

    def __init__(self, mount: CameraMount, now_ns: Clock, patience_s: float = STALL_S) -> None:
        super().__init__(mount, now_ns, pictures_of_stream(mount.source, patience_s))


class Phone(PictureStream):
    """A phone that has the companion's camera page open."""

    def __init__(self, mount: CameraMount, now_ns: Clock, patience_s: float = STALL_S) -> None:
        # After `patience_s` the watcher reports a stall; the phone's own message says more and comes first.
        super().__init__(mount, now_ns, pictures_of_phone(mount.source, 0.8 * patience_s))


def _rgb(picture: Any) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8)
