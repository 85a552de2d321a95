"""What to type so that an optional part of the product gets its libraries, in the environment that runs."""

from __future__ import annotations

import os
import re
import shlex
import sys
from importlib.util import find_spec
from typing import Final

__all__ = ["to_install"]

_PRODUCT: Final = "riichi-table-companion"


def to_install(extra: str) -> str:
    """The command that installs the libraries of an extra of this product, such as `vision`.

    It names this very Python, because a plain `pip` belongs to another, and the libraries themselves, because
    the product may have come as a file that no registry has.
    """
    pip = [sys.executable, "-m", "pip", "install"]
    if find_spec("pip") is None:
        pip = ["uv", "pip", "install", "--python", sys.executable]
    if not os.access(sys.prefix, os.W_OK):
        pip.insert(0, "sudo")
    return shlex.join([*pip, *_libraries(extra)])


def _libraries(extra: str) -> list[str]:
    from importlib import metadata  # only whoever lacks a library waits for it

    try:
        named = metadata.requires(_PRODUCT) or []
    except metadata.PackageNotFoundError:
        named = []  # it runs from its source alone
    of_extra = re.compile(rf"""\bextra\s*==\s*["']{extra}["']""")
    needed = [one.partition(";") for one in named]
    return [name.strip() for name, _, marker in needed if of_extra.search(marker)] or [f".[{extra}]"]
