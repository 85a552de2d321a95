"""Who may ask, and with which headers we answer: the Host rule, the rules for commands, the CSP.

A page from elsewhere must not reach the table: not by a name that points here (Host), not by a
form or a script (Origin, content type, our own header). Then the visitor's role must be enough for
the route, and the visitor must not ask too often. Nothing here knows what a command means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from ipaddress import ip_address

from flask import Flask, Response, g, request
from werkzeug.wrappers import Request

from companion.dashboard.addresses import is_own_name
from companion.dashboard.bodies import MOST_BODY_BYTES, body_at
from companion.dashboard.entrance import Entrance, require, the_visitor
from companion.dashboard.errors import RequestRefused
from companion.dashboard.release import WORKER
from companion.dashboard.roles import ROUTES, Role, role_for
from companion.dashboard.settings import DashboardSettings

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:\d{1,5})?", re.IGNORECASE | re.ASCII)

PAGES_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
FILES_POLICY = "default-src 'none'; frame-ancestors 'none'"
"""For whatever is not a page: opened on its own it may load nothing. It is short: every file carries it."""
WORKER_POLICY = f"{FILES_POLICY}; connect-src 'self'"
"""For the service worker, which fetches the page's own files and nothing else."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def guard(
    app: Flask, settings: DashboardSettings, entrance: Entrance, routes: Mapping[str, Role] = ROUTES
) -> None:
    """Make the app refuse requests that break a rule, and put our headers on every answer."""
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY_BYTES

    @app.before_request
    def _check() -> None:
        check_host(request.environ.get("HTTP_HOST", ""), settings)
        if request.method not in SAFE_METHODS:
            check_command(request)
        g.visitor = entrance.visitor(request)
        check_pace(request, entrance)
        # Without a route there is nothing to answer but 404.
        if request.url_rule is not None:
            require(role_for(request.method, request.url_rule.rule, routes))

    @app.after_request
    def _protect(answer: Response) -> Response:
        answer.headers.update(HEADERS)
        answer.headers["Content-Security-Policy"] = _policy(answer)
        answer.headers.setdefault("Cache-Control", "no-store")
        return answer


def _policy(answer: Response) -> str:
    if answer.mimetype == "text/html":
        return PAGES_POLICY
    return WORKER_POLICY if request.path == f"/{WORKER}" else FILES_POLICY


def check_host(host: str, settings: DashboardSettings) -> None:
    """The Host header must be an IP address or a name of this machine, against DNS rebinding.

    Raises:
        RequestRefused: it is neither.
    """
    found = _HOST.fullmatch(host)
    if found is None or not _is_ours(found["name"].lower(), settings):
        raise RequestRefused(
            HTTPStatus.MISDIRECTED_REQUEST, "wrong_host", "This companion is not known by that name."
        )


def _is_ours(name: str, settings: DashboardSettings) -> bool:
    if name == "localhost" or name in settings.host_names:
        return True
    # Anybody on the network can answer for a name in .local. Where no other device may watch, not even
    # our own name counts.
    if settings.is_open and is_own_name(name):
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def check_command(asked: Request) -> None:
    """Only our own page may change something.

    A request must come from our own origin if it names one, be of the media type that its path expects, and
    have a header that no form can send.

    Raises:
        RequestRefused: one of these is wrong.
    """
    origin = asked.headers.get("Origin")
    if origin is not None and origin != f"{asked.scheme}://{asked.environ['HTTP_HOST']}":
        raise RequestRefused(HTTPStatus.FORBIDDEN, "wrong_origin", "Commands come from our own page.")
    if asked.headers.get("X-Table") != "1":
        raise RequestRefused(HTTPStatus.FORBIDDEN, "header_missing", "Commands carry the header X-Table: 1.")
    wanted = body_at(asked.path).media_type
    if asked.mimetype != wanted:
        raise RequestRefused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not_json", f"This must be sent as {wanted}.")


def check_pace(asked: Request, entrance: Entrance) -> None:
    """A visitor who asks too often has to wait; the machine's own screen never has to.

    Raises:
        RequestRefused: too often.
    """
    if the_visitor().is_own_screen:
        return
    is_question = asked.method in SAFE_METHODS
    if is_question and not asked.path.startswith("/api/"):
        return  # files of the page, which are held in memory, and what monitoring asks
    pace = entrance.questions_pace if is_question else entrance.commands_pace
    if pace.may_ask(asked.remote_addr or ""):
        return
    raise RequestRefused(HTTPStatus.TOO_MANY_REQUESTS, "too_fast", "Too much at once; ask again in a second.")
