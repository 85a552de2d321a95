"""Judges the head of a request before its body is received: who sends it, and whether they may do so here.

The app applies the same rules again when it answers; here they keep out of memory what nobody may send.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Request

from companion.dashboard.access import SAFE_METHODS, check_command, check_host
from companion.dashboard.bodies import body_at
from companion.dashboard.entrance import Entrance, Visitor, require, standing_of
from companion.dashboard.errors import RequestRefused
from companion.dashboard.roles import ROUTES, Role, role_for
from companion.dashboard.settings import DashboardSettings
from companion.dashboard.standing import Standing

__all__ = ["Head", "Heads", "heads_of", "judge_heads"]

_EXTENSION: Final = "companion.heads"
WAITING: Final = frozenset({"/api/stream", "/api/keys/beat"})
"""Paths that wait for news before they answer: their threads are counted apart, so no short answer waits."""


@dataclass(frozen=True, slots=True)
class Head:
    """What is known of a request by its head."""

    standing: Standing
    is_stream: bool
    refused: RequestRefused | None = None
    """Set if its body must not be received."""


class Heads:
    """Judges each head by the rules of the app. All connections wait meanwhile.

    So it reads nothing from the disk but a list of devices that has changed.
    """

    def __init__(
        self, app: Flask, settings: DashboardSettings, entrance: Entrance, roles: Mapping[str, Role]
    ) -> None:
        self._routes = app.url_map
        self._roles = roles
        self._settings = settings
        self._entrance = entrance

    def judge(self, environ: dict[str, Any], body_bytes: int | None) -> Head:
        """Judge the head of a request; `body_bytes` is None for a body of unknown length."""
        asked = Request(environ)
        visitor = self._entrance.visitor(asked)
        is_stream = asked.path in WAITING
        refused = None
        if body_bytes != 0:
            try:
                self._check(asked, visitor, body_bytes)
            except RequestRefused as no:
                refused = no
        return Head(standing_of(visitor), is_stream, refused)

    def _check(self, asked: Request, visitor: Visitor, body_bytes: int | None) -> None:
        check_host(asked.environ.get("HTTP_HOST", ""), self._settings)
        if asked.method in SAFE_METHODS:
            raise _refused(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A {asked.method} request must not have a body."
            )
        check_command(asked)
        require(role_for(asked.method, self._rule(asked), self._roles), visitor)
        if body_bytes is None:
            raise _refused(HTTPStatus.LENGTH_REQUIRED, "A request with a body has a Content-Length.")
        most = body_at(asked.path).most_bytes
        if body_bytes > most:
            raise _refused(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"No more than {most // 1024} kB are taken here."
            )

    def _rule(self, asked: Request) -> str:
        try:
            rule, _ = self._routes.bind_to_environ(asked.environ).match(return_rule=True)
        except HTTPException as error:
            status = HTTPStatus(error.code or HTTPStatus.NOT_FOUND)
            raise _refused(status, f"{status.phrase}.") from None
        return rule.rule


def judge_heads(
    app: Flask, settings: DashboardSettings, entrance: Entrance, roles: Mapping[str, Role] = ROUTES
) -> None:
    """Let the server ask the app about heads."""
    app.extensions[_EXTENSION] = Heads(app, settings, entrance, roles)


def heads_of(app: Flask) -> Heads:
    """What judges the heads of this app."""
    found: Heads = app.extensions[_EXTENSION]
    return found


def _refused(status: HTTPStatus, sentence: str) -> RequestRefused:
    return RequestRefused(status, status.name.lower(), sentence)
