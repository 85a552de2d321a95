"""A phone's pictures on their way to the eye: the newest one alone, in memory, for whoever looks.

One phone at a time is the camera. What is on a picture is not known here.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.clock import Clock
from companion.errors import CompanionError, ConfigError
from companion.intake.eye.calibrating_kept import PHONE_PLACE, place_kept
from companion.intake.eye.cameras import mount_of_source
from vision.camera.picture_header import header_of
from vision.errors import CalibrationUnreadable
from vision.place.calibration import Calibration, read_calibration

__all__ = ["SOURCE", "Outline", "PhoneDoor", "PhoneRefused"]

SOURCE: Final = "phone"
"""What somebody types after `--camera`."""
MOST_PIXELS: Final = 4_200_000
"""The most pixels of a picture: two million are enough to read a table; a phone's own have twelve million."""
SHORTEST_SIDE: Final = 480
"""In pixels: a picture with a shorter side is too small for anybody to read a tile in it."""
STAYS_S: Final = 10.0
"""How long a phone that has fallen silent stays the camera before another one may take over."""
LONGEST_PLACE: Final = 100
"""How many bytes the path of a socket may have."""
HEAD: Final = struct.Struct(">I")
"""Sent before each picture: its size in bytes, as `vision.camera.phone` reads it."""
_SEND_WITHIN_S: Final = 5.0
_LOOKS_S: Final = 1.0
"""How often we check that an eye that waits for a picture is still there."""
_log = logging.getLogger(__name__)

Outline = tuple[tuple[float, float], ...]
"""The table's corners in shares of the picture."""


class PhoneRefused(CompanionError, ValueError):
    """A picture was not accepted; `code` is stable, the sentence says why."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class _Newest:
    number: int = 0
    jpeg: bytes = b""


class PhoneDoor:
    """Takes pictures in and hands the newest on. Its methods may be called by any thread."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder, self._clock = folder, clock
        self._place = folder / PHONE_PLACE
        self._changed = threading.Condition()
        self._newest = _Newest()
        self._sender = ""
        self._sent_ns: int | None = None
        self._is_closed = False
        self._listening: socket.socket | None = None

    def start(self) -> None:
        """Open the socket to which eyes connect.

        Raises:
            ConfigError: no socket can be made in this folder.
        """
        if len(os.fsencode(self._place)) > LONGEST_PLACE:
            raise ConfigError(f"the path of {self._place} is too long for a phone as a camera; try --data")
        self._place.unlink(missing_ok=True)
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        before = os.umask(0o177)  # nobody else on this machine may look through it
        try:
            listening.bind(str(self._place))
        except OSError as error:
            listening.close()
            raise ConfigError(f"pictures cannot be taken in at {self._place}: {error.strerror}") from error
        finally:
            os.umask(before)
        listening.listen(4)
        self._listening = listening
        threading.Thread(target=self._welcome, args=(listening,), name="phone", daemon=True).start()

    def stop(self) -> None:
        """Close the socket: from now on nobody can look, and what is still put in reaches nobody."""
        with self._changed:
            self._is_closed = True
            self._newest = _Newest()
            self._changed.notify_all()
        if self._listening is not None:
            with contextlib.suppress(OSError):
                self._listening.shutdown(socket.SHUT_RDWR)
            self._listening.close()
        self._place.unlink(missing_ok=True)

    @property
    def outline(self) -> Outline | None:
        """Where the table is in the phone's pictures, once somebody has shown it."""
        kept = self._calibration()
        if kept is None:
            return None
        return tuple((x / kept.width, y / kept.height) for x, y in kept.corners)

    @property
    def is_sending(self) -> bool:
        """Whether a phone is the camera now."""
        return self._sent_ns is not None and self._silent_s() < STAYS_S

    def put(self, jpeg: bytes, sender: str, is_being_set_up: Callable[[], bool] = lambda: False) -> None:
        """Take a picture from a phone; while the table's corners are being set it may have any shape.

        Raises:
            PhoneRefused: the picture cannot be used; the phone's page says what to do.
        """
        self._check_sender(sender)
        size = _size_of(jpeg)
        kept = self._calibration()
        if kept is not None and not _is_alike(size, (kept.width, kept.height)) and not is_being_set_up():
            raise PhoneRefused(
                "other_shape", "The phone was turned: its picture has another shape than before."
            )
        with self._changed:
            self._sender, self._sent_ns = sender, self._clock.monotonic_ns()
            self._newest = _Newest(self._newest.number + 1, jpeg)
            self._changed.notify_all()

    def leave(self, sender: str) -> None:
        """The phone says that it stops: another one may begin at once."""
        if sender == self._sender:
            self._sent_ns = None

    def _check_sender(self, sender: str) -> None:
        if self.is_sending and sender != self._sender:
            raise PhoneRefused("another_phone", "Another phone is the camera.")

    def _silent_s(self) -> float:
        return (self._clock.monotonic_ns() - (self._sent_ns or 0)) / 1e9

    def _calibration(self) -> Calibration | None:
        phone = mount_of_source(SOURCE)
        path = place_kept(self._folder, phone.name, phone.kind)
        try:
            return read_calibration(path) if path else None
        except CalibrationUnreadable:
            return None

    def _welcome(self, listening: socket.socket) -> None:
        while True:
            try:
                line, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=self._hand_on, args=(line,), name="phone line", daemon=True).start()

    def _hand_on(self, line: socket.socket) -> None:
        """Send one eye the newest picture whenever there is a new one; a slow eye misses those in between."""
        line.settimeout(_SEND_WITHIN_S)
        # A picture from before the eye connected may be old, so it gets the next one.
        number = self._newest.number
        with contextlib.closing(line), contextlib.suppress(OSError):
            while (newest := self._after(number, line)) is not None:
                number = newest.number
                line.sendall(HEAD.pack(len(newest.jpeg)) + newest.jpeg)

    def _after(self, number: int, line: socket.socket) -> _Newest | None:
        """The next picture; None once no more come, or the eye has hung up (it waits only for a while)."""
        with self._changed:
            while not self._changed.wait_for(
                lambda: self._is_closed or self._newest.number > number, _LOOKS_S
            ):
                if _has_hung_up(line):
                    return None
            return None if self._is_closed else self._newest


def _has_hung_up(line: socket.socket) -> bool:
    """Whether the eye has closed its end: it never says anything."""
    listening = select.poll()
    listening.register(line, select.POLLIN)
    return bool(listening.poll(0))


def _size_of(jpeg: bytes) -> tuple[int, int]:
    header = header_of(jpeg)
    if header is None or header.kind != "JPEG":
        raise PhoneRefused("bad_picture", "This is not a JPEG picture.")
    if header.pixels > MOST_PIXELS:
        raise PhoneRefused("too_many_pixels", "The picture is too large; the page sends smaller ones.")
    if min(header.width, header.height) < SHORTEST_SIDE:
        raise PhoneRefused("too_few_pixels", "The picture is too small for tiles to be read in it.")
    return header.width, header.height


def _is_alike(size: tuple[int, int], kept: tuple[int, int]) -> bool:
    return abs(size[0] * kept[1] - kept[0] * size[1]) <= 0.01 * size[0] * kept[1]
