"""Chooses which process ends when memory runs out: one that can be restarted, not the table."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

__all__ = ["end_first"]

_BEFORE_ALL_OTHERS: Final = "1000"


def end_first(process: int) -> None:
    """Have the kernel end this child before the companion, whichever of them uses more memory.

    Where a system has no such choice, or the child has ended already, nothing is done.
    """
    with contextlib.suppress(OSError):
        Path(f"/proc/{process}/oom_score_adj").write_text(_BEFORE_ALL_OTHERS, encoding="ascii")
