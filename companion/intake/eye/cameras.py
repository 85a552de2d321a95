"""Lists and tries the cameras of this machine, for whoever sets a table up. No game is touched."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import ConfigError
from companion.intake.eye.looking import EyeError, require_eye
from hardware import CameraMount
from hardware.cameras import kind_of_source
from hardware.errors import ProfileError
from hardware.loading import load_profile
from vision.devices import cameras_at_hand
from vision.errors import VisionError

if TYPE_CHECKING:
    from vision.frame import Frame

__all__ = [
    "CameraTrial",
    "draw_stickers",
    "listed_cameras",
    "mount_of_profile",
    "mount_of_source",
    "try_camera",
]


def listed_cameras() -> tuple[dict[str, str], ...]:
    """Each camera at hand: `kind` and `source` as a profile has them, and what it `says` it is."""
    return tuple({"kind": one.kind, "source": one.source, "says": one.says} for one in cameras_at_hand())


def mount_of_profile(profile_name: str, camera: str | None) -> CameraMount:
    """The camera of a profile: the one of that name, or the first.

    Raises:
        ConfigError: there is no such profile, or no such camera in it.
    """
    try:
        profile = load_profile(profile_name)
    except ProfileError as error:
        raise ConfigError(str(error)) from error
    for mount in profile.cameras:
        if camera in {None, mount.name}:
            return mount
    names = ", ".join(mount.name for mount in profile.cameras) or "none"
    raise ConfigError(f"the profile {profile.name} has no camera {camera or 'at all'}; it has: {names}")


def mount_of_source(source: str) -> CameraMount:
    """A camera by what a person would type: `pi`, `phone`, a device, an address, a folder or a video.

    >>> mount_of_source("http://10.0.0.7/stream").kind
    'mjpeg'
    >>> mount_of_source("/dev/video2").kind
    'uvc'
    """
    kind = kind_of_source(source)
    return CameraMount("camera", kind.kind, kind.source(source))


@dataclass(frozen=True, slots=True)
class CameraTrial:
    """What a camera gave when it was tried; it is judged by the last frame alone.

    Its size is in pixels; `verdict`, `brightness` and `sharpness` are those of `vision.camera.lens`.
    """

    camera: str
    frames: int
    width: int
    height: int
    rate: float
    """Frames a second, as they came."""
    verdict: str
    sentence: str
    brightness: float
    sharpness: float

    @property
    def is_good(self) -> bool:
        """Whether light and sharpness of the last frame are good enough to read tiles."""
        return self.verdict == "good"

    def as_text(self) -> str:
        """One line for people."""
        what = f"{self.frames} frames of {self.width} x {self.height}, {self.rate:.1f} a second"
        return f"{self.camera}: {what}. {self.sentence}"


def draw_stickers(out: Path) -> None:
    """Draw the four stickers for the corners of the table, to be printed.

    Raises:
        EyeError: the libraries are missing, or the file cannot be written.
    """
    require_eye()
    from vision.place.aruco import sheet
    from vision.read.reading import save_picture

    try:
        save_picture(sheet(), out)
    except VisionError as error:
        raise EyeError(str(error)) from error


def try_camera(mount: CameraMount, frames: int, save: Path | None) -> CameraTrial:
    """Take some frames and judge the last; write that one to `save` if it is given.

    Raises:
        EyeError: the libraries are missing, the camera cannot be opened, is lost or shows nothing, or the
            frame cannot be written.
    """
    require_eye()
    try:
        return _tried(mount, frames, save)
    except VisionError as error:
        raise EyeError(str(error)) from error


def _tried(mount: CameraMount, frames: int, save: Path | None) -> CameraTrial:
    from vision.camera.cameras import open_camera
    from vision.camera.lens import judge_lens
    from vision.read.reading import save_picture

    camera: Any = open_camera(mount)
    taken: list[Frame] = []
    first_ns = 0
    with closing(camera):
        for count, frame in enumerate(camera, start=1):
            first_ns = first_ns or frame.at_ns
            taken = [frame]
            if count == frames:
                break
    if not taken:
        raise EyeError(f"The camera {mount.name} shows nothing.")
    last = taken[0]
    report = judge_lens(last.pixels)
    if save:
        save_picture(last.pixels, save)
    seconds = (last.at_ns - first_ns) / 1e9
    rate = last.frame_id / seconds if seconds > 0 else 0.0
    width, height = last.size
    verdict = report.verdict
    return CameraTrial(
        mount.name, last.frame_id + 1, width, height, rate, verdict.value, verdict.sentence,
        round(report.brightness, 1), round(report.sharpness, 1),
    )  # fmt: skip
