"""Says which face reader is installed: a tile set's numbers mean something only to that one."""

from __future__ import annotations

from functools import cache

from vision.errors import ModelMismatch
from vision.read.faces import MODEL
from vision.read.flowers import reader_mark


@cache
def faces_mark() -> str:
    """A short hash of the installed reader's file.

    Raises:
        ModelMismatch: there is none.
    """
    try:
        return reader_mark(MODEL)
    except OSError as error:
        raise ModelMismatch(
            f"The model {MODEL} is missing; install the companion with its vision extra again."
        ) from error
