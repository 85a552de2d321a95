"""The companion's files: complete even after a power cut, and private where nothing else is said.

The only place in the companion that knows how a disk is written safely.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hardware.disk import give_to_owner, name_durably, sync, write_whole

__all__ = ["give_to_owner", "json_in", "name_durably", "sync", "write_openly", "write_privately"]


def json_in(content: bytes) -> Any:
    """The value that a file or a line of JSON holds.

    Raises:
        ValueError: it is not JSON, or nested too deeply.
    """
    try:
        return json.loads(content)
    except RecursionError as error:
        raise ValueError("the JSON is nested too deeply") from error


def write_privately(target: Path, content: bytes) -> None:
    """Write a file that only its owner may read; the old one stays until the new one is complete.

    Raises:
        OSError: the disk is full, or the folder cannot be written.
    """
    write_whole(target, content, 0o600)


def write_openly(target: Path, content: bytes) -> None:
    """The same for a file in which nothing is secret, which other accounts of the machine may read."""
    write_whole(target, content, 0o644)
