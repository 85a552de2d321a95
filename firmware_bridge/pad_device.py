"""Opens the file of a number pad as the kernel shows it; what it says is read elsewhere."""

from __future__ import annotations

import contextlib
import fcntl
import os
import struct
import time
from pathlib import Path

__all__ = ["open_pad"]

# Requests of linux/input.h: _IOW('E', 0x90, int) and _IOW('E', 0xa0, int).
GRAB, SET_CLOCK = 0x40044590, 0x400445A0


def open_pad(path: Path) -> int:
    """Open a pad so that its keys are typed nowhere else, with times of the monotonic clock.

    Raises:
        OSError: it is gone, we may not open it, or another program holds it.
    """
    fd = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        # Otherwise every press would also be typed into the terminal of the Pi.
        fcntl.ioctl(fd, GRAB, 1)
        with contextlib.suppress(OSError):
            fcntl.ioctl(fd, SET_CLOCK, struct.pack("i", time.CLOCK_MONOTONIC))
    except OSError:
        os.close(fd)
        raise
    return fd
