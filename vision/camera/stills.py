"""Single pictures from a camera, one at each request: the newest of a live one, the next of a film.

What they show does not matter here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from vision.camera.cameras import STALL_S, Camera, CameraMount, is_live, open_camera
from vision.camera.frozen import Repeats
from vision.camera.live import NewestFrame
from vision.errors import CameraLost, CameraUnavailable, VisionError
from vision.frame import Frame

Open = Callable[[CameraMount, Callable[[], int], float], Camera]

GIVEN_UP_S = 30.0
"""A camera that repeats one picture is opened anew this long after it was opened."""
LONGER_S = 1.0
"""How much longer we wait than the camera does itself: its own message says more than ours."""


class Stills:
    """Holds one camera; a film that is over begins again, a lost camera is opened anew."""

    def __init__(
        self,
        mount: CameraMount,
        *,
        patience_s: float = STALL_S,
        open_one: Open = open_camera,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._mount, self._patience_s = mount, patience_s
        self._open_one, self._now_ns = open_one, now_ns
        self._newest: NewestFrame | None = None
        self._film: Iterator[Frame] | None = None
        self._camera: Camera | None = None
        self._opened_ns = 0
        self._repeats = Repeats()
        self.stalled_s = 0.0
        """How old the picture was that was taken last, if the camera gives no new ones; 0 while it does."""

    def take(self) -> Frame:
        """One picture.

        Raises:
            CameraUnavailable: the camera cannot be opened, or shows nothing.
            CameraLost: it gives no picture in time.
        """
        try:
            return self._live() if is_live(self._mount) else self._of_film()
        except VisionError:
            self.close()
            raise

    def close(self) -> None:
        """Give the camera back; the next picture opens it again."""
        if self._newest is not None:
            self._newest.stop()
        if self._camera is not None:
            self._camera.close()
        self._newest = self._film = self._camera = None

    def _live(self) -> Frame:
        if self._newest is None:
            self._newest, self._opened_ns = NewestFrame(self._opened), self._now_ns()
        try:
            frame = self._newest.take(self._patience_s + LONGER_S)
        except StopIteration:
            raise CameraLost(f"The camera {self._mount.name} has ended.") from None
        if frame is None:
            raise CameraLost(
                f"The camera {self._mount.name} has given no picture for {self._patience_s:g} s."
            )
        now_ns = self._now_ns()
        self.stalled_s = self._repeats.stalled_s(frame, now_ns)
        if self.stalled_s and now_ns - self._opened_ns > GIVEN_UP_S * 1e9:
            self.close()
        return frame

    def _of_film(self) -> Frame:
        for _ in range(2):
            if self._film is None:
                self._camera = self._opened()
                self._film = iter(self._camera)
            frame = next(self._film, None)
            if frame is not None:
                return frame
            self.close()
        raise CameraUnavailable(f"The camera {self._mount.name} shows nothing.")

    def _opened(self) -> Camera:
        return self._open_one(self._mount, self._now_ns, self._patience_s)
