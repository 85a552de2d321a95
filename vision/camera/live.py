"""Gives the newest frame of a camera that does not wait: a thread takes frames, and old ones are dropped."""

from __future__ import annotations

import threading
from collections.abc import Callable

from vision.camera.cameras import Camera
from vision.errors import VisionError
from vision.frame import Frame


class NewestFrame:
    """Takes frames in a thread of its own, so that a stalled camera stalls nobody else."""

    def __init__(self, open_one: Callable[[], Camera]) -> None:
        self._open_one = open_one
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._failure: VisionError | None = None
        self._has_ended = False
        self._stopped = threading.Event()
        threading.Thread(target=self._run, name="camera", daemon=True).start()

    def take(self, wait_s: float) -> Frame | None:
        """The newest frame that has not been taken yet; None if none came in time.

        Raises:
            VisionError: the camera cannot be opened, or was lost.
            StopIteration: it has nothing more to show.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._frame or self._failure or self._has_ended, wait_s)
            frame, self._frame = self._frame, None
            if frame is not None:
                return frame
            if self._failure:
                raise self._failure
            if self._has_ended:
                raise StopIteration
            return None

    def stop(self) -> None:
        """Take no more; a thread that hangs in a device is left alone, and ends with the process."""
        self._stopped.set()

    def _run(self) -> None:
        try:
            camera = self._open_one()
            try:
                for frame in camera:
                    if self._stopped.is_set():
                        return
                    self._put(frame)
            finally:
                camera.close()
        except VisionError as error:
            with self._changed:
                self._failure = error
                self._changed.notify_all()
        finally:
            with self._changed:
                self._has_ended = True
                self._changed.notify_all()

    def _put(self, frame: Frame) -> None:
        with self._changed:
            self._frame = frame
            self._changed.notify_all()
