"""What can go wrong between a lens and a line of text: each a `VisionError` with one clear sentence.

Ordinary outcomes, such as a table that is out of view, are values and stand where they arise.
"""

from __future__ import annotations

from vision.errors import VisionError

__all__ = ["CameraLost", "CameraUnavailable", "PictureUnreadable", "TileSetUnreadable", "WorkerProtocolError"]


class PictureUnreadable(VisionError, ValueError):
    """A file is missing, is no picture, or is one that cannot be read."""


class CameraUnavailable(VisionError, OSError):
    """A camera cannot be opened."""


class CameraLost(VisionError, ConnectionError):
    """A camera that gave pictures gives none any more: it stalled, or was unplugged."""


class TileSetUnreadable(VisionError, ValueError):
    """The file of an enrolled tile set is missing or damaged."""


class WorkerProtocolError(VisionError, ValueError):
    """A line between the worker and the companion says something that it may not."""
