"""The JSON body of a request, or the refusal of what is none."""

from __future__ import annotations

from http import HTTPStatus

from flask import request
from werkzeug.exceptions import BadRequest

from companion.dashboard.errors import RequestRefused

__all__ = ["asked_body"]


def asked_body() -> object:
    """What was asked, as it came. Raises RequestRefused."""
    try:
        body: object = request.get_json()
    except (BadRequest, RecursionError):  # the second: brackets within brackets without end
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "not_json", "The body is not JSON.") from None
    return body
