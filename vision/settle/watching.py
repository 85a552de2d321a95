"""The worker's loop: frames in, messages out, and a heartbeat whether or not there is anything to see.

Where frames come from, and where messages go, is up to the caller.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vision.camera.cameras import Camera, CameraMount, is_live, open_camera
from vision.camera.frozen import STALLED_S, Repeats
from vision.camera.live import NewestFrame
from vision.camera.pictures import Picture
from vision.errors import CameraAmbiguous, CameraStuck, VisionError
from vision.frame import Frame
from vision.read.detect import Eye, Reading
from vision.read.familiar import Familiar
from vision.read.reading import is_worth_telling
from vision.settle.pipeline import Pipeline
from vision.sighting import Condition, EyeStatus, Heartbeat, Message

__all__ = ["OneScale", "Times", "Watch"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Times:
    """How long the worker waits, in seconds."""

    beat: float = 1.0
    """From one heartbeat to the next, unless a look takes longer."""
    wait: float = 0.5
    """How long one wait for a frame may take."""
    stalled: float = STALLED_S
    """After this long without a new picture the worker says so."""
    given_up: float = 30.0
    """After this long without a frame the process ends: only a new one can help a camera that hangs. One that
    repeats a picture for this long is opened again."""
    reopen: float = 5.0
    """Until it opens a camera again that was lost or could not be opened."""


class OneScale:
    """An eye for patches of one table whose scale is known: it looks once, and reads what it finds."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye
        self._familiar = Familiar()

    def __call__(self, picture: Picture, scale: float) -> list[Reading]:
        """Read everything in a picture."""
        found = self._eye.finder.find_once(picture, scale)
        readings = self._eye.read(picture, found, self._familiar)
        return [reading for reading in readings if is_worth_telling(reading)]


class Watch:
    """One camera, watched until it ends or the process does."""

    def __init__(
        self,
        mount: CameraMount,
        pipeline: Pipeline,
        say: Callable[[Message], None],
        *,
        now_ns: Callable[[], int],
        pause: Callable[[float], None],
        times: Times | None = None,
    ) -> None:
        self._mount, self._pipeline, self._say = mount, pipeline, say
        self._now_ns, self._pause = now_ns, pause
        self._times = times or Times()
        self._frames = 0
        self._beat_ns = -(10**18)
        self._down: Condition | None = None
        self._repeats = Repeats()

    def stay(self) -> None:
        """Keep running when there is nothing more to see, so that nobody restarts the same video."""
        while True:
            self._wait(self._times.reopen)

    def run(self) -> None:
        """Watch until there is nothing more to see; a live camera is watched until the process ends.

        Raises:
            CameraStuck: the camera hangs, and only a new process can help.
        """
        if is_live(self._mount):
            while True:
                self._live_once()
        self._film()

    def _film(self) -> None:
        """Every frame of something that waits for us."""
        try:
            camera = self._opened()
            try:
                for frame in camera:
                    self._see(frame)
            finally:
                camera.close()
        except VisionError as error:
            self._tell(_condition_of(error), str(error))
            return
        self._tell(Condition.ENDED, "")

    def _live_once(self) -> None:
        """Watch a camera from its opening to its loss; then wait, but never without a heartbeat."""
        newest = NewestFrame(self._opened)
        try:
            if self._sees_to_the_end(newest):
                self._tell(Condition.NO_CAMERA, f"The camera {self._mount.name} has ended.")
        except VisionError as error:
            if isinstance(error, CameraStuck):
                raise
            self._tell(_condition_of(error), str(error))
        finally:
            newest.stop()
        self._wait(self._times.reopen)

    def _sees_to_the_end(self, newest: NewestFrame) -> bool:
        """See whatever is new; False if the camera only repeats a picture, and has to be opened again."""
        new_ns: int | None = None
        for frame in self._newest(newest):
            is_new = not self._repeats_itself(frame)
            if is_new:
                self._see(frame)
            if is_new or new_ns is None:
                new_ns = frame.at_ns
            if frame.at_ns - new_ns > self._times.given_up * 1e9:
                return False
        return True

    def _repeats_itself(self, frame: Frame) -> bool:
        """Say that this has been the picture for some time, if so."""
        if not self._repeats.stalled_s(frame, frame.at_ns, self._times.stalled):
            return False
        self._beat()
        note = f"The camera {self._mount.name} has given the same picture for {self._times.stalled:g} s."
        self._tell(Condition.STALLED, note)
        return True

    def _newest(self, newest: NewestFrame) -> Iterator[Frame]:
        seen_ns = self._now_ns()
        while True:
            try:
                frame = newest.take(self._times.wait)
            except StopIteration:
                return
            if frame is not None:
                seen_ns = self._now_ns()
                yield frame
                continue
            self._beat()
            silent_s = (self._now_ns() - seen_ns) / 1e9
            if silent_s > self._times.given_up:
                raise CameraStuck(f"The camera {self._mount.name} hangs; the eye is started again.")
            if silent_s > self._times.stalled:
                note = f"The camera {self._mount.name} has given no picture for {self._times.stalled:g} s."
                self._tell(Condition.STALLED, note)

    def _opened(self) -> Camera:
        return open_camera(self._mount, self._now_ns, self._times.stalled)

    def _see(self, frame: Frame) -> None:
        self._beat()
        if self._down is not None:
            self._down = None
            self._pipeline.say_again()
        for message in self._pipeline.feed(frame):
            self._say(message)
        self._frames += 1

    def _wait(self, seconds: float) -> None:
        until_ns = self._now_ns() + round(seconds * 1e9)
        while self._now_ns() < until_ns:
            self._beat()
            self._pause(min(self._times.beat, seconds))

    def _beat(self) -> None:
        now_ns = self._now_ns()
        if now_ns - self._beat_ns >= self._times.beat * 1e9:
            self._beat_ns = now_ns
            self._say(Heartbeat(self._mount.name, now_ns, self._frames, self._pipeline.rested_ns))

    def _tell(self, condition: Condition, note: str) -> None:
        """Report once that the camera does not see."""
        if self._down is condition:
            return
        self._down = condition
        _log.warning("camera.%s %s", condition.value, note)
        self._say(EyeStatus(self._mount.name, self._now_ns(), condition, note))


def _condition_of(error: VisionError) -> Condition:
    """How the eye is doing without a camera."""
    return Condition.SEVERAL_CAMERAS if isinstance(error, CameraAmbiguous) else Condition.NO_CAMERA
