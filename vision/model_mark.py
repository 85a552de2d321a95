"""Says which face reader is installed: a tile set's numbers mean something only to that one."""

from __future__ import annotations

import hashlib
from functools import cache

from vision.errors import ModelMismatch
from vision.faces import MODEL


@cache
def faces_mark() -> str:
    """A short hash of the installed reader's file.

    Raises:
        ModelMismatch: there is none.
    """
    try:
        return hashlib.sha256(MODEL.read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise ModelMismatch(
            f"The model {MODEL} is missing; install the companion with its vision extra again."
        ) from error
