"""What the dashboard refuses, and the one JSON shape in which it says so."""

from __future__ import annotations

from http import HTTPStatus

from flask import Flask, Response, jsonify
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError


class RequestRefused(CompanionError, ValueError):
    """This request is refused. Nothing was changed, unless the sentence says otherwise.

    `code` is stable, `str()` is one sentence, `extra` goes into the answer beside them.
    """

    def __init__(self, status: HTTPStatus, code: str, sentence: str, **extra: int | str | bool) -> None:
        self.status = status
        self.code = code
        self.extra = extra
        super().__init__(sentence)

    @property
    def answer(self) -> dict[str, int | str | bool]:
        """The one JSON shape of every error."""
        return {"error": self.code, "message": str(self), **self.extra}


def answer_errors_as_json(app: Flask) -> None:
    """Make the app answer every error as `{"error": code, "message": sentence}`."""
    app.register_error_handler(RequestRefused, _answered)

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> Response:
        status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
        answer = _answered(RequestRefused(status, status.name.lower(), f"{status.phrase}."))
        if status is HTTPStatus.METHOD_NOT_ALLOWED:
            answer.headers.extend(
                (name, value) for name, value in error.get_headers() if name.lower() == "allow"
            )
        return answer

    @app.errorhandler(Exception)
    def _own_fault(error: Exception) -> Response:
        app.logger.error("dashboard.failed", exc_info=error)
        sentence = "The companion made a mistake; the table was not changed."
        return _answered(RequestRefused(HTTPStatus.INTERNAL_SERVER_ERROR, "own_fault", sentence))


def _answered(error: RequestRefused) -> Response:
    answer = jsonify(error.answer)
    answer.status_code = error.status
    return answer
