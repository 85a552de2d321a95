"""What monitoring asks of the companion: whether it is ready, and its meters; no player's name is in it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Protocol

from flask import Blueprint, Flask, Response, jsonify, request

from companion.keeping.readiness import Readiness
from companion.meters import Meters

PROMETHEUS = "text/plain; version=0.0.4"


class Observed(Protocol):
    """What knows how the companion is doing."""

    @property
    def meters(self) -> Meters:
        """Where answers are counted."""

    def readiness(self) -> Readiness:
        """Whether it is ready now, and why not."""

    def metrics(self) -> str:
        """Every meter, in the text format of Prometheus."""


def observing_routes(observed: Observed) -> Blueprint:
    """`GET /readyz`, `GET /metrics`."""
    routes = Blueprint("observing", __name__)

    @routes.get("/readyz")
    def readyz() -> Response:
        now = observed.readiness()
        answer = jsonify(_as_json(now))
        answer.status_code = HTTPStatus.OK if now.is_ready else HTTPStatus.SERVICE_UNAVAILABLE
        return answer

    @routes.get("/metrics")
    def metrics() -> Response:
        return Response(observed.metrics(), content_type=PROMETHEUS)

    return routes


def count_answers(app: Flask, meters: Meters) -> None:
    """Make the app count every answer by its status, and every command by what became of it."""

    @app.after_request
    def _count(answer: Response) -> Response:
        meters.add("answers_total", label=str(answer.status_code))
        if request.path == "/api/commands":
            said = answer.get_json(silent=True) or {}
            meters.add("commands_total", label=str(said.get("error") or said.get("status")))
        return answer


def _as_json(now: Readiness) -> dict[str, object]:
    return {
        "ready": now.is_ready,
        "lacks": list(now.lacks),
        "seq": now.seen.seq,
        "streams": now.seen.streams,
        "sources": dict(now.seen.sources),
        "disk_free_bytes": now.disk_free_bytes,
        "write_probe_age_s": round(now.write_probe_age_s, 3),
        "loops": {loop: round(age_s, 3) for loop, age_s in now.loops.items()},
        "clock_is_set": now.clock_is_set,
    }
