"""Server-sent events: each snapshot is sent whole to every viewer; one that is too slow misses some.

Nothing here decides what is shown. A stream checks whether its viewer is still there, because
a heartbeat alone would keep its place taken for minutes.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, request

from companion.dashboard.clocks_told import NO_CLOCKS, Clocks, ClocksTeller, SeenClocks, clocks_json
from companion.dashboard.club_door import ClubDoor
from companion.dashboard.entrance import Entrance, HostByKey, standing_of, the_visitor
from companion.dashboard.errors import RequestRefused
from companion.dashboard.pace import Places
from companion.dashboard.referee_told import NOBODY, CallTeller, SeenCall, call_json
from companion.dashboard.round_told import NOWHERE, RoundTeller, SeenRound, round_json
from companion.dashboard.settings import DashboardSettings
from companion.projections.board import Asked, Board, Posted

RETRY_MS = 1_500
SeenHosts = Callable[[], Sequence[HostByKey]]
NO_HOSTS: Final[SeenHosts] = tuple
"""Nobody becomes a host by a key where a table is only shown."""
STILL_HERE = "event: still\ndata: here\n\n"
"""A heartbeat. A comment would do for the socket, but a page is not told of comments."""


@dataclass(frozen=True, slots=True)
class Here:
    """What a table says beside its snapshots; most of it only some tables have."""

    seen_hosts: SeenHosts = NO_HOSTS
    seen_round: SeenRound = NOWHERE
    club: ClubDoor | None = None
    clocks: Clocks | None = None

    def now(self, release: str, board: Board) -> dict[str, Any]:
        """What a stream says first, by the names of its events, for pages that poll.

        A request for a reading has its number: a page answers none that came before it asked, and none twice.
        """
        found: dict[str, Any] = {"release": release, "hosts": hosts_json(self.seen_hosts())}
        if board.asked is not None:
            found["ask"] = asdict(board.asked)
        if self.seen_round is not NOWHERE:
            seen = self.seen_round()
            found["round"] = round_json(seen) if seen else None
        if self.club is not None:
            found["referee"] = call_json(self.club.called())
        if self.clocks is not None:
            found["clocks"] = clocks_json(self.clocks.seen(), time.monotonic())
        return found


def stream_routes(
    board: Board,
    settings: DashboardSettings,
    entrance: Entrance,
    release: str,
    here: Here | None = None,
) -> Blueprint:
    """`GET /api/stream`; `release` is the name of the page that is served now."""
    routes = Blueprint("stream", __name__)
    places, here = Places(settings.most_streams), here or Here()

    @routes.get("/api/stream")
    def stream() -> Response:
        return streamed(
            places,
            entrance,
            lambda is_gone: events(
                board,
                settings,
                is_gone,
                here.seen_hosts,
                release,
                seen_round=here.seen_round,
                seen_call=here.club.called if here.club else NOBODY,
                seen_clocks=here.clocks.seen if here.clocks else NO_CLOCKS,
            ),
        )

    return routes


def newest(board: Board) -> Posted:
    """The newest snapshot.

    Raises:
        RequestRefused: there is none yet.
    """
    if board.current is None:
        raise RequestRefused(
            HTTPStatus.SERVICE_UNAVAILABLE, "not_ready", "The table is not ready yet: try again in a moment."
        )
    return board.current


def polled(text: str, beside: dict[str, Any]) -> Response:
    """Answer a page that polls: the newest snapshot, and what a stream says in events of its own."""
    more = json.dumps(beside, ensure_ascii=False)
    return Response(f'{text.removesuffix("}")},"beside":{more}}}', mimetype="application/json")


def streamed(
    places: Places, entrance: Entrance, told: Callable[[Callable[[], bool]], Iterator[str]]
) -> Response:
    """Answer with a stream, if a place is free for this viewer.

    Args:
        places: how many may watch at once.
        entrance: who is let in.
        told: the events, given a function that says whether the viewer has gone.

    Raises:
        RequestRefused: too many are watching.
    """
    visitor, address = the_visitor(), request.remote_addr or ""
    standing = standing_of(visitor)
    if not places.take(address, standing):
        raise RequestRefused(
            HTTPStatus.SERVICE_UNAVAILABLE,
            "too_many_viewers",
            "Too many pages are watching; ask for snapshots.",
        )
    hung_up = request.environ.get("waitress.client_disconnected", lambda: False)
    # A device that was removed gets nothing more; it may reconnect with the role left to it.
    answer = Response(
        told(lambda: hung_up() or not entrance.is_still_in(visitor)), mimetype="text/event-stream"
    )
    # The server closes it whatever happens, even if no event was ever sent.
    answer.call_on_close(lambda: places.give_back(address, standing))
    answer.headers["Cache-Control"] = "no-store, no-transform"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def events(
    board: Board,
    settings: DashboardSettings,
    is_gone: Callable[[], bool],
    seen_hosts: SeenHosts = NO_HOSTS,
    release: str = "",
    *,
    seen_round: SeenRound = NOWHERE,
    seen_call: SeenCall = NOBODY,
    seen_clocks: SeenClocks = NO_CLOCKS,
) -> Iterator[str]:
    """The newest snapshot, then each that follows, until the viewer goes or the board closes.

    The release served now is sent first, so that a page opened before an update reloads itself.
    Then come the readings that keys at the table ask for. The devices that are hosts by a key, the round of a
    tournament, the table's call for the referee and the clocks are sent, where a table can have them, at the
    start and whenever they change, even if there are none now: a page that was away hears of the hosts made
    meanwhile, and may still show what is gone.
    """
    yield f"retry: {RETRY_MS}\n\n"
    if release:
        yield f"event: release\ndata: {release}\n\n"
    quiet = 0
    tellers = _tellers(seen_hosts, seen_round, seen_call, seen_clocks)
    with board.watching() as reader:
        while not is_gone():
            for teller in tellers:
                yield from teller.news()
            posted = reader.next(settings.poll_s)
            if isinstance(posted, Asked):
                yield ask_event(posted)
            elif posted is not None:
                yield event(posted)
            elif reader.is_closed:
                return
            quiet = 0 if posted else quiet + 1
            if quiet >= settings.polls_to_heartbeat:
                quiet = 0
                yield STILL_HERE


class HostsTeller:
    """Tells one viewer which devices are hosts by a key."""

    def __init__(self, seen_hosts: SeenHosts) -> None:
        self._seen_hosts = seen_hosts
        self._told: int | None = None

    def news(self) -> Iterator[str]:
        """One event at first, and one whenever there is another host; else none."""
        hosts = self._seen_hosts()
        if len(hosts) != self._told:
            self._told = len(hosts)
            yield f"event: hosts\ndata: {json.dumps(hosts_json(hosts), ensure_ascii=False)}\n\n"


def hosts_json(hosts: Sequence[HostByKey]) -> list[dict[str, str]]:
    """The devices that became hosts by a key since the companion's start, in order."""
    return [asdict(each) for each in hosts]


def _tellers(
    seen_hosts: SeenHosts, seen_round: SeenRound, seen_call: SeenCall, seen_clocks: SeenClocks
) -> list[HostsTeller | RoundTeller | CallTeller | ClocksTeller]:
    """Tellers for what this table can have; of the rest nothing is said."""
    tellers: list[HostsTeller | RoundTeller | CallTeller | ClocksTeller] = []
    if seen_hosts is not NO_HOSTS:
        tellers.append(HostsTeller(seen_hosts))
    if seen_round is not NOWHERE:
        tellers.append(RoundTeller(seen_round))
    if seen_call is not NOBODY:
        tellers.append(CallTeller(seen_call))
    if seen_clocks is not NO_CLOCKS:
        tellers.append(ClocksTeller(seen_clocks))
    return tellers


def ask_event(asked: Asked) -> str:
    """One event: a key at the table asks for a reading, which a page reads aloud."""
    return f"event: ask\ndata: {json.dumps(asdict(asked))}\n\n"


def event(posted: Posted) -> str:
    """One snapshot as one event; its number is the event's id."""
    return f"id: {posted.snapshot.seq}\ndata: {posted.text}\n\n"
