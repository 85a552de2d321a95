"""What can go wrong between a camera and a sighting; where people can do something, the message says what.

Ordinary outcomes, such as a table that is out of view, are values, defined where they arise.
"""

from __future__ import annotations

__all__ = [
    "CalibrationUnreadable",
    "CameraAmbiguous",
    "CameraLost",
    "CameraStuck",
    "CameraUnavailable",
    "FacesUnclear",
    "HandsConcealed",
    "ModelMismatch",
    "PhotoMissing",
    "PictureUnreadable",
    "RibbonFailure",
    "TableUnplaced",
    "TileSetUnkept",
    "TileSetUnreadable",
    "VisionError",
    "WorkerProtocolError",
]


class VisionError(Exception):
    """Something is wrong with the eye."""


class ModelMismatch(VisionError, RuntimeError):
    """A model file is missing, damaged or of another version."""


class PictureUnreadable(VisionError, ValueError):
    """A file is missing, is not a picture, or cannot be read or written as one."""


class PhotoMissing(VisionError, LookupError):
    """A photograph was asked for, but none has been sent yet."""


class CameraUnavailable(VisionError, OSError):
    """A camera cannot be opened."""


class CameraAmbiguous(CameraUnavailable):
    """Several cameras have the name of the one that is wanted."""


class CameraLost(VisionError, ConnectionError):
    """A camera that gave pictures has stopped giving them: it stalled, or was unplugged."""


class CameraStuck(VisionError, TimeoutError):
    """A camera has given no frame for so long that only a new process can help."""


class RibbonFailure(VisionError, OSError):
    """The camera on a Pi's ribbon cable, or its library, fails; the message ends another sentence."""


class CalibrationUnreadable(VisionError, ValueError):
    """The file is missing or damaged; the table has to be shown to the camera again."""


class FacesUnclear(VisionError, ValueError):
    """The photographs do not show the faces that they should, or no face was shown or accepted yet."""


class TileSetUnreadable(VisionError, ValueError):
    """An enrolled tile set is missing, damaged or of another model; enrol it again."""


class TileSetUnkept(VisionError, OSError):
    """A tile set cannot be written; its faces were learnt, and are lost with the process."""


class WorkerProtocolError(VisionError, ValueError):
    """A line between the worker and the companion breaks their protocol."""


class HandsConcealed(VisionError, PermissionError):
    """While a hand is played nothing but the table is read, and nobody knows where that is in the picture."""


class TableUnplaced(VisionError, ValueError):
    """These corners cannot be those of a table, or too little of it is in the picture."""
