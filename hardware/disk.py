"""Files that are there whole or not at all, whenever the power is cut; what is in them is not known here."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

__all__ = ["give_to_owner", "name_durably", "sync", "write_whole"]


def write_whole(target: Path, content: bytes, mode: int) -> None:
    """Write a file; the old one stays until the new one is complete.

    Args:
        target: where it belongs; its folder is there.
        content: all that it holds.
        mode: who may read and write it, from the first moment on, such as 0o600; the umask may allow less.

    Raises:
        OSError: the disk is full, or the folder cannot be written.
    """
    # Hidden: whoever reads every file of a folder, as NetworkManager does, leaves it alone.
    aside = target.with_name(f".{target.name}.new")
    aside.unlink(missing_ok=True)
    # Made with this mode: at no moment could another account of this machine open it.
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "wb") as file:
        give_to_owner(file.fileno(), target.parent)
        file.write(content)
    name_durably(aside, target)


def give_to_owner(opened: int, folder: Path) -> None:
    """Give what root makes in a folder to the account that owns the folder, and has to use it afterwards.

    `opened` is the file descriptor of what was made. Raises OSError.
    """
    owner = folder.stat()
    if os.geteuid() == 0 and owner.st_uid != 0:
        # The file system of a USB stick may have no owners.
        with contextlib.suppress(PermissionError):
            os.fchown(opened, owner.st_uid, owner.st_gid)


def name_durably(aside: Path, target: Path) -> None:
    """Rename a finished file, so that the name survives a power cut. Raises OSError."""
    sync(aside)
    aside.rename(target)
    sync(target.parent)


def sync(path: Path) -> None:
    """Wait until a file or a folder is on the disk. Raises OSError."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
