"""What a page is answered while the club's file cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from companion.dashboard.errors import RequestRefused
from companion.errors import CompanionError

__all__ = ["refused_where_unreadable"]


@contextmanager
def refused_where_unreadable() -> Iterator[None]:
    """Whatever cannot be read is a request that is refused. Raises RequestRefused."""
    try:
        yield
    except CompanionError as error:
        raise RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE, "cannot_read", f"{error}.") from error
