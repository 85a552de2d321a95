"""Reads the JSON body of a request, and refuses a body that is not JSON."""

from __future__ import annotations

from http import HTTPStatus

from flask import request
from werkzeug.exceptions import BadRequest

from companion.dashboard.errors import RequestRefused

__all__ = ["asked_body"]


def asked_body() -> object:
    """The JSON body as it came, not checked yet. Raises RequestRefused."""
    try:
        body: object = request.get_json()
    except (BadRequest, RecursionError):  # the second: brackets nested too deeply
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "not_json", "The body is not JSON.") from None
    return body
