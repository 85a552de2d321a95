"""The desk at which people set the eye up: one device at a time, and only while it keeps asking.

While a camera is set up the table's own eye stands aside, because one program at a time can open a camera.
Pictures stay in memory, one at a time, for the device that took the desk.
"""

from __future__ import annotations

import base64
import logging
import secrets
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from companion.clock import Clock
from companion.intake.eye.calibrating_cameras import PHOTOS, CameraChoice, cameras_to_set_up
from companion.intake.eye.calibrating_fits import DeskFits
from companion.intake.eye.calibrating_kept import keep_choice, keep_place, kept_choice, place_kept
from companion.intake.eye.calibrating_tiles import Corners
from companion.intake.eye.child_process import ChildProcess, DeskRefused
from companion.intake.eye.photos import PhotoPieces
from companion.intake.eye.refitting import Refits
from companion.intake.eye.tile_sets import tile_set_names, tile_set_path
from vision.errors import VisionError
from vision.extra import missing_libraries, what_is_missing

__all__ = ["Corners", "DeskRefused", "EyeDesk"]

LEASE_S: Final = 15.0
"""How long a device may ask nothing before it counts as gone and the table gets the camera back."""
PHOTOS_LEASE_S: Final = 30 * 60.0
"""The same for a device that sends photographs: laying tiles out takes time, and the table keeps its camera.
As soon as another device wants the desk, LEASE_S counts."""
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Sitting:
    """One device at the desk."""

    key: str
    camera: CameraChoice
    child: ChildProcess
    asked_ns: int
    pieces: PhotoPieces
    questions: int = 0
    """How many questions are being answered now."""
    jpeg: bytes = b""
    size: tuple[int, int] = (0, 0)
    by_stickers: bool = False
    is_photo: bool = False
    """Whether `jpeg` is a photograph that was sent, not a picture from the camera."""
    live_size: tuple[int, int] = (0, 0)
    """The size of the camera's own pictures, once one was taken."""

    def heard(self, answer: dict[str, Any]) -> dict[str, Any]:
        """The answer without its picture, which is kept here."""
        if "jpeg" in answer:
            self.jpeg = base64.b64decode(answer.pop("jpeg"))
            self.size = (answer["width"], answer["height"])
            self.is_photo = bool(answer.get("photo"))
            if not self.is_photo:
                self.live_size = self.size
        if "found" in answer:
            self.by_stickers = answer["found"] == "stickers"
        return answer


class EyeDesk:
    """Where one camera at a time is set up; `aside` frees it first, `back` returns it to the table after.

    `again` starts the eye anew, with other tiles, unless it stands aside.
    """

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        aside: Callable[[], None] = lambda: None,
        back: Callable[[], None] = lambda: None,
        again: Callable[[], None] = lambda: None,
        *,
        profile: str = "bench",
        source: str | None = None,
        lease_s: float = LEASE_S,
        command: tuple[str, ...] | None = None,
        refits: Refits | None = None,
    ) -> None:
        self._folder, self._clock, self._aside, self._back, self._again = folder, clock, aside, back, again
        self._profile, self._source, self._lease_s, self._command = profile, source, lease_s, command
        self._lock = threading.RLock()
        self._sitting: _Sitting | None = None
        self._ended, self.fits = threading.Event(), DeskFits(self, refits)

    def state(self) -> dict[str, Any]:
        """What can be set up, and how it is set up now."""
        choice = kept_choice(self._folder)
        missing = [] if self._command else list(missing_libraries())
        found = [] if missing else _cameras(self._folder, self._profile, self._source)
        return {
            "missing": missing,
            "cameras": [{"name": one.name, "kind": one.kind, "says": one.says} for one in found],
            "camera": choice.camera,
            "tile_sets": list(tile_set_names(self._folder)),
            "tiles": choice.tiles,
            "is_taken": self._sitting is not None,
            "offer": self.fits.offer,
        }

    @property
    def is_at_camera(self) -> bool:
        """Whether somebody is setting a camera up, and not only sending photographs."""
        return self._sitting is not None and self._sitting.camera is not PHOTOS

    def open(self, camera: str) -> str:
        """Take the desk; returns the key that every further request needs.

        Raises:
            DeskRefused: somebody sits there, there is no such camera, or libraries are missing.
        """
        with self._lock:
            self._leave_if_forgotten(is_wanted=True)
            if self._sitting is not None:
                raise DeskRefused("taken", "Another device is setting the eye up.")
            if not self._command and missing_libraries():
                raise DeskRefused("no_eye", what_is_missing())
            chosen = _chosen(camera, _cameras(self._folder, self._profile, self._source))
            if chosen is not PHOTOS:
                self._aside()
            try:
                child = self._started(chosen)
            except DeskRefused:
                self._give_back(chosen)
                raise
            key, now_ns = secrets.token_urlsafe(12), self._clock.monotonic_ns()
            self._sitting = _Sitting(key, chosen, child, now_ns, PhotoPieces(self._clock))
            threading.Thread(target=self._mind, args=(key,), name="eye desk", daemon=True).start()
            _log.info("eye_desk.opened camera=%s", chosen.name)
            return key

    def ask(self, key: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask the child; its picture stays here and has to be fetched. Meanwhile the desk stays taken.

        Raises:
            DeskRefused: the desk is somebody else's, or it cannot be done.
        """
        with self._lock:  # nobody leaves in between: a child would be started that nobody ends
            sitting = self._of(key)
            if not sitting.child.is_alive:
                sitting.child = self._started(sitting.camera)
            sitting.questions += 1
        try:
            return sitting.heard(sitting.child.ask(body))
        except DeskRefused:
            self._of(key)  # if the device has left meanwhile, that is the reason to give
            raise
        finally:
            with self._lock:
                sitting.questions -= 1
                sitting.asked_ns = self._clock.monotonic_ns()

    def photo(self, key: str, piece: bytes, at: int, of: int) -> dict[str, Any]:
        """Take one piece of a photograph; once complete, it replaces the camera's picture and is looked at.

        Raises:
            DeskRefused: the desk is somebody else's, or it is not a photograph that can be read.
        """
        sitting = self._of(key)
        whole = sitting.pieces.take(piece, at, of)
        if whole is None:
            return {"have": sitting.pieces.have}
        return self.ask(key, {"do": "photo", "content": base64.b64encode(whole).decode()})

    def picture(self, key: str) -> bytes:
        """The newest picture that was taken for this device. Raises DeskRefused where there is none."""
        sitting = self._of(key)
        if not sitting.jpeg:
            raise DeskRefused("no_picture", "No picture was taken yet.")
        return sitting.jpeg

    def camera_of(self, key: str) -> str:
        """The name of the camera that is set up. Raises DeskRefused: the desk is somebody else's."""
        return self._of(key).camera.name

    def read(self, key: str, corners: Corners | None, tiles: str, *, is_played: bool) -> dict[str, Any]:
        """A test reading, with a tile set or without one; while a hand `is_played`, of the table alone.

        `corners` None: where the stickers show the table, else where it was kept. Raises DeskRefused.
        """
        tile_set = str(_tile_set(self._folder, tiles)) if tiles else None
        return self.ask(key, {"do": "read", "corners": corners, "tiles": tile_set, "is_played": is_played})

    def keep(self, key: str, corners: Corners) -> None:
        """Keep where the table is in this camera's pictures, and choose this camera.

        Raises:
            DeskRefused: not this key's desk, picture or corners missing or wrong, or it cannot be written.
        """
        sitting = self._of(key)
        _require_place(sitting, corners)
        with _on_the_disk():
            keep_place(self._folder, sitting.camera, corners, sitting.size, by_stickers=sitting.by_stickers)
        self.fits.taken()

    def enrol(self, key: str, name: str) -> dict[str, Any]:
        """Learn the accepted faces as a tile set, and read with it from now on. Raises DeskRefused."""
        report = self.ask(key, {"do": "enrol", "path": str(_tile_set(self._folder, name))})
        self.use(name)
        return report

    def use(self, tiles: str) -> None:
        """Read with this tile set from now on; with none where the name is empty. Raises DeskRefused."""
        if tiles and tiles not in tile_set_names(self._folder):
            raise DeskRefused("no_tile_set", f"There is no tile set {tiles}.")
        with _on_the_disk():
            keep_choice(self._folder, replace(kept_choice(self._folder), tiles=tiles))
        self._again()

    def close(self, key: str) -> None:
        """Leave the desk; nothing happens if this device has left already or never sat there."""
        with self._lock:  # nobody else takes the desk before the table has its camera back
            sitting = self._sitting
            if sitting is None or not secrets.compare_digest(sitting.key.encode(), key.encode()):
                return
            self._sitting = None
            sitting.child.end()
            _log.info("eye_desk.closed camera=%s", sitting.camera.name)
            self._give_back(sitting.camera)

    def _give_back(self, camera: CameraChoice) -> None:
        if camera is not PHOTOS:
            self._back()

    def stop(self) -> None:
        """Give up the desk: the companion is stopping."""
        self._ended.set()
        with self._lock:
            sitting, self._sitting = self._sitting, None
        if sitting:
            sitting.child.end()

    def _of(self, key: str) -> _Sitting:
        with self._lock:
            self._leave_if_forgotten()
            sitting = self._sitting
            if sitting is None or not secrets.compare_digest(sitting.key.encode(), key.encode()):
                raise DeskRefused("closed", "The eye is no longer being set up by this device.")
            sitting.asked_ns = self._clock.monotonic_ns()
            return sitting

    def _leave_if_forgotten(self, *, is_wanted: bool = False) -> None:
        sitting = self._sitting
        if not sitting or sitting.questions:
            return
        patience_s = PHOTOS_LEASE_S if sitting.camera is PHOTOS and not is_wanted else self._lease_s
        if self._clock.monotonic_ns() - sitting.asked_ns > patience_s * 1e9:
            self.close(sitting.key)

    def _mind(self, key: str) -> None:
        """Free the desk from a device that fell asleep, even if nobody else comes."""
        while not self._ended.wait(min(1.0, self._lease_s / 4)):
            with self._lock:
                if self._sitting is None or self._sitting.key != key:
                    return
                self._leave_if_forgotten()

    def _started(self, camera: CameraChoice) -> ChildProcess:
        return ChildProcess(self._command or _child_of(camera, self._profile, self._folder))


def _cameras(folder: Path, profile: str, source: str | None) -> tuple[CameraChoice, ...]:
    choice = kept_choice(folder)
    return cameras_to_set_up(profile, source, (choice.camera, choice.source))


def _chosen(name: str, cameras: tuple[CameraChoice, ...]) -> CameraChoice:
    chosen = next((one for one in (PHOTOS, *cameras) if one.name == name), None)
    if chosen is None:
        raise DeskRefused("no_camera", f"There is no camera {name}.")
    return chosen


def _child_of(camera: CameraChoice, profile: str, folder: Path) -> list[str]:
    """The child's command line."""
    words = [sys.executable, "-m", "vision.fitting_worker", "--profile", profile]
    if camera is PHOTOS:
        return [*words, "--photos"]
    words += ["--camera", camera.name]
    if camera.source:
        words += ["--source", camera.source]
    kept = place_kept(folder, camera.name, camera.kind)
    return [*words, "--calibration", str(kept)] if kept else words


def _is_alike(photo: tuple[int, int], live: tuple[int, int]) -> bool:
    """Whether two pictures have the same shape, as far as is known; if not, corners do not carry over."""
    return not live[0] or abs(photo[0] * live[1] - photo[1] * live[0]) <= 0.01 * photo[0] * live[1]


def _require_place(sitting: _Sitting, corners: Corners) -> None:
    """Check that these corners can be kept for this camera. Raises DeskRefused."""
    if not sitting.size[0]:
        raise DeskRefused("no_picture", "No picture was taken yet.")
    if not _goes_round(corners):
        raise DeskRefused(
            "no_square", "These corners are not those of a table; drag them clockwise from the upper left."
        )
    if sitting.camera is PHOTOS:
        raise DeskRefused(
            "photo_not_camera", "Photographs alone cannot show where the table is: choose a camera."
        )
    if sitting.is_photo and not _is_alike(sitting.size, sitting.live_size):
        raise DeskRefused(
            "photo_not_camera", "This photograph is not of the same shape as the camera's picture."
        )


def _goes_round(corners: Corners) -> bool:
    """Whether the four corners of a table are in clockwise order."""
    sides = [
        (x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
    turns = (a[0] * b[1] - a[1] * b[0] for a, b in zip(sides, (*sides[1:], sides[0]), strict=True))
    return all(turn > 0 for turn in turns)


def _tile_set(folder: Path, name: str) -> Path:
    try:
        return tile_set_path(folder, name)
    except VisionError as error:
        raise DeskRefused("bad_name", str(error)) from error


@contextmanager
def _on_the_disk() -> Iterator[None]:
    """Turn a failure to write into a DeskRefused with one sentence."""
    try:
        yield
    except OSError as error:
        raise DeskRefused("not_kept", f"It could not be written: {error.strerror}.") from error
