"""Reads a JSON body of a few texts and nothing else."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from companion.dashboard.asked_body import asked_body
from companion.dashboard.errors import RequestRefused

__all__ = ["asked_texts"]

_MOST_CHARACTERS = 200


def asked_texts(error: str, *names: str, may_have: str = "") -> tuple[str, ...]:
    """The values of exactly these fields, each a text; `may_have` comes last, and is empty if it is missing.

    Raises:
        RequestRefused: the body is not JSON; or, with `error` as the code, a field is missing, unknown or
            not a text of at most 200 characters.
    """
    body: Any = asked_body()
    if may_have:
        names = (*names, may_have)
    if isinstance(body, dict) and may_have:
        body = {may_have: "", **body}
    if not isinstance(body, dict) or set(body) != set(names):
        raise _bad(error, f"The fields are: {', '.join(names) or 'none'}.")
    if not all(type(body[name]) is str and len(body[name]) <= _MOST_CHARACTERS for name in names):
        raise _bad(error, f"Each field must be a text of at most {_MOST_CHARACTERS} characters.")
    return tuple(body[name] for name in names)


def _bad(error: str, sentence: str) -> RequestRefused:
    return RequestRefused(HTTPStatus.BAD_REQUEST, error, sentence)
