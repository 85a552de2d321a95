"""A folder in memory, for files that are synced often where no disk is on trial; no test stands here."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM_BYTES = 512 * 1024 * 1024


@contextmanager
def quick_folder() -> Iterator[Path]:
    """In memory where there is room for it, or else where other files for a while lie."""
    is_roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM_BYTES
    with tempfile.TemporaryDirectory(dir=MEMORY if is_roomy else None) as name:
        yield Path(name)
