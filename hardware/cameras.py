"""The kinds of cameras, in one list for profiles, the command line and the eye. Opens nothing.

A new kind of camera is one line in `CAMERAS` and a class in `vision.camera` that yields frames.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["CAMERAS", "CameraKind", "kind_of_source"]


@dataclass(frozen=True, slots=True)
class CameraKind:
    """One kind of camera."""

    kind: str
    """What a profile calls it: `[[camera]] kind = "uvc"`."""
    opens: str
    """What opens it: a class of a module in `vision.camera`, called with mount, clock and patience."""
    is_source: Callable[[str], bool]
    """Whether what somebody types after `--camera` means a camera of this kind."""
    source: Callable[[str], str] = str
    """Turns what is typed into the camera's source."""
    fault: Callable[[str], str] = lambda _: ""
    """What is wrong with a source, as the rest of a sentence; empty if it can be tried."""
    is_live: bool = True
    """Whether it shows what happens now, so that only its newest frame matters."""
    is_of_profiles: bool = True
    """Whether a profile can name it."""


def _is_address(source: str) -> bool:
    return source.startswith(("http://", "https://"))


def _is_device(source: str) -> bool:
    return source.startswith("/dev/") or source.isdecimal()


def _no_address(source: str) -> str:
    return "" if _is_address(source) else "has to be the address of a stream (http://…)"


CAMERAS = {
    each.kind: each
    for each in (
        CameraKind("picamera2", "cameras:PiCamera", lambda typed: typed == "pi", lambda _: "0"),
        CameraKind("uvc", "cameras:Webcam", _is_device),
        CameraKind("mjpeg", "cameras:NetworkStream", _is_address, fault=_no_address),
        # Its source is a socket in the data folder; whoever knows that folder fills it in.
        CameraKind(
            "phone", "cameras:Phone", lambda typed: typed == "phone", lambda _: "", is_of_profiles=False
        ),
        CameraKind("folder", "cameras:PictureFolder", lambda typed: Path(typed).is_dir(), is_live=False),
        CameraKind("video", "cameras:VideoFile", lambda _: True, is_live=False),
    )
}
"""The cameras by kind, in the order in which a typed source is tried: what no other kind takes is a video."""


def kind_of_source(typed: str) -> CameraKind:
    """The kind of camera that a person means.

    >>> kind_of_source("/dev/video2").kind, kind_of_source("http://10.0.0.7/stream").kind
    ('uvc', 'mjpeg')
    """
    return next(each for each in CAMERAS.values() if each.is_source(typed))
