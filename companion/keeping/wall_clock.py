"""Whether the wall clock can be believed: a small machine without a battery starts in the past."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

BUILT: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""This companion did not exist before this moment: a clock that shows an earlier one is not set."""


def is_set(now: datetime) -> bool:
    """Whether the wall clock says a time at which this companion existed.

    >>> is_set(datetime(1970, 1, 1, tzinfo=UTC))
    False
    """
    return now >= BUILT
