"""A Pantheon server for tests, written from the messages in its .proto files and the rules of riichi.

It takes no field that the .proto does not have, counts every hand by itself, and can go wrong as networks do.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PEOPLE = (101, 102, 103, 104)
TOKEN = "s3cret-of-the-organiser"
EVENT, PERSON = 7, 55

_SESSION = {"session_hash": str}
_WHERE = {"round_index": int, "honba": int}
_BETS = {**_WHERE, "riichi_bets": [int]}
_DORA = {"dora": int, "uradora": int, "kandora": int, "kanuradora": int}
_WORTH = {"winner_id": int, "pao_player_id": int, "han": int, "fu": int, "yaku": [int], **_DORA}
_WIN = {**_WORTH, "open_hand": bool}
ROUND = {
    "ron": {**_BETS, **_WIN, "loser_id": int},
    "tsumo": {**_BETS, **_WIN},
    "multiron": {**_BETS, "loser_id": int, "multi_ron": int, "wins": [_WIN]},
    "draw": {**_BETS, "tempai": [int]},
    "abort": _BETS,
    "chombo": {**_WHERE, "loser_id": int},
    "nagashi": {**_BETS, "tempai": [int], "nagashi": [int]},
}
"""A message `Round`: exactly one of these."""
METHODS = {
    "StartGame": {"event_id": int, "players": [int]},
    "PreviewRound": {**_SESSION, "round_data": ROUND},
    "AddRound": {**_SESSION, "round_data": ROUND},
    "ForceFinishGame": _SESSION,
    "GetAllRounds": _SESSION,
    "GetSessionOverview": _SESSION,
    "GetCurrentSessions": {"player_id": int, "event_id": int},
}
WRITING = ("StartGame", "AddRound", "ForceFinishGame")


class NotInTheProto(ValueError):
    """A message that no server would understand."""


def check(value: object, kind: object, name: str) -> None:
    """Raises NotInTheProto."""
    if isinstance(kind, list):
        if not isinstance(value, list):
            raise NotInTheProto(f"{name} is not repeated")
        for one in value:
            check(one, kind[0], name)
    elif isinstance(kind, dict):
        if not isinstance(value, dict) or set(value) - set(kind):
            raise NotInTheProto(f"{name} has fields that are not there: {value}")
        if kind is ROUND and len(value) != 1:
            raise NotInTheProto(f"{name} is not one outcome")
        for key, one in value.items():
            check(one, kind[key], key)
    elif type(value) is not kind or (kind is int and not -(2**31) <= value < 2**31):
        raise NotInTheProto(f"{name} is not of type {kind}: {value!r}")


@dataclass
class Session:
    """One game there."""

    players: list[int]
    start: int = 25_000
    rounds: list[dict] = field(default_factory=list)
    is_open: bool = True
    sticks: int = 0
    index: int = 1
    honba: int = 0

    def __post_init__(self) -> None:
        self.scores = dict.fromkeys(self.players, self.start)
        self.history: list[dict[int, int]] = []

    def after(self, round_data: dict) -> tuple[dict[int, int], int, int, int]:
        """Scores, sticks on the table, and the next round and honba."""
        (kind, told), *_ = round_data.items()
        if (told.get("round_index", 0), told.get("honba", 0)) != (self.index, self.honba):
            raise ValueError("this round is already recorded, or another one is played")
        dealer = self.players[(self.index - 1) % 4]
        scores, sticks = dict(self.scores), self.sticks
        for who in told.get("riichi_bets", []):
            scores[who] -= 1_000
            sticks += 1
        if kind in ("ron", "tsumo", "multiron"):
            wins = told["wins"] if kind == "multiron" else [told]
            first = min(wins, key=lambda one: self._turns(told.get("loser_id"), one["winner_id"]))
            for win in wins:
                self._pay(scores, win, told.get("loser_id"), dealer, self.honba if win is first else 0)
            scores[first["winner_id"]] += 1_000 * sticks
            stays = dealer in [one["winner_id"] for one in wins]
            return scores, 0, self.index + (not stays), self.honba + 1 if stays else 0
        tenpai = told.get("tempai", [])
        if kind == "draw" and 0 < len(tenpai) < 4:
            for who in self.players:
                scores[who] += 3_000 // len(tenpai) if who in tenpai else -3_000 // (4 - len(tenpai))
        stays = kind == "abort" or dealer in tenpai
        return scores, sticks, self.index + (not stays), self.honba + 1

    def add(self, round_data: dict) -> None:
        self.scores, self.sticks, self.index, self.honba = self.after(round_data)
        self.rounds.append(round_data)
        self.history.append(self.scores)

    def _turns(self, loser: int | None, winner: int) -> int:
        return 0 if loser is None else (self.players.index(winner) - self.players.index(loser)) % 4

    def _pay(self, scores: dict[int, int], win: dict, loser: int | None, dealer: int, honba: int) -> None:
        assert "pao_player_id" not in win, "this stand-in knows no pao"
        base, winner = _base(win["han"], win["fu"]), win["winner_id"]
        payers = {loser: 6 if winner == dealer else 4} if loser else {}
        for who in self.players:
            if loser is None and who != winner:
                payers[who] = 2 if dealer in (who, winner) else 1
        for who, times in payers.items():
            paid = -(-base * times // 100) * 100 + honba * 300 // len(payers)
            scores[who] -= paid
            scores[winner] += paid


def _base(han: int, fu: int) -> int:
    if han < 0:
        return 8_000 * -han
    limits = ((13, 8_000), (11, 6_000), (8, 4_000), (6, 3_000), (5, 2_000))
    return next((base for least, base in limits if han >= least), min(2_000, fu * 2 ** (han + 2)))


class StandIn:
    """The server, its games, and what goes wrong with which question."""

    def __init__(self) -> None:
        self.sessions: dict[str, Session] = {}
        self.asked: list[tuple[str, dict, dict[str, str]]] = []
        """Method, message and headers (names in small letters) of everything that came in."""
        self.faults: dict[int, str] = {}
        """By the number of the question, from 0: what happens to it."""
        self.start, self.ends_after = 25_000, 99
        self.malformed: list[str] = []
        self.released = threading.Event()
        self.url = ""

    def do(self, method: str, message: dict) -> dict:
        """The answer. Raises ValueError: refused."""
        check(message, METHODS[method], method)
        if method == "StartGame":
            if any(
                one.is_open and set(one.players) & set(message["players"]) for one in self.sessions.values()
            ):
                raise ValueError("somebody plays already")
            name = f"game{len(self.sessions)}"
            self.sessions[name] = Session(message["players"], self.start)
            return {"sessionHash": name}
        if method == "GetCurrentSessions":
            mine = [
                (n, s) for n, s in self.sessions.items() if s.is_open and message["player_id"] in s.players
            ]
            return {
                "sessions": [{"sessionHash": n, "players": [{"id": p} for p in s.players]} for n, s in mine]
            }
        return self._about(method, message, self.sessions[message["session_hash"]])

    def _about(self, method: str, message: dict, session: Session) -> dict:
        if method == "GetAllRounds":
            return {"rounds": [{"scores": _scores(one)} for one in session.history]}
        if method == "GetSessionOverview":
            return {"state": {"scores": _scores(session.scores), "finished": not session.is_open}}
        if not session.is_open:
            raise ValueError("Session not found")
        if method == "ForceFinishGame":
            session.is_open = False
            return {"success": True}
        if method == "PreviewRound":
            return {"state": {"scores": _scores(session.after(message["round_data"])[0])}}
        session.add(message["round_data"])
        session.is_open = len(session.rounds) < self.ends_after
        finished = {} if session.is_open else {"isFinished": True}
        return {"scores": _scores(session.scores), **finished}


def _scores(scores: dict[int, int]) -> list[dict]:
    """As protobuf writes it: what is 0 is left out."""
    return [{"playerId": who, **({"score": score} if score else {})} for who, score in scores.items()]


def _handler(here: StandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            method = self.path.removeprefix("/v2/common.Mimir/")
            message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            fault = here.faults.get(len(here.asked), "")
            here.asked.append((method, message, {k.lower(): v for k, v in self.headers.items()}))
            if fault == "never answers":
                here.released.wait(20)
            if fault in ("dropped before", "never answers"):
                self.close_connection = True
                return
            if fault in ("broken", "refused"):
                words = f"no, {self.headers['X-Auth-Token']} is not liked"
                self._say(500 if fault == "broken" else 403, {"code": "internal", "msg": words})
            elif fault == "sent elsewhere":
                self._say(302, {}, Location=f"{here.url}/elsewhere")
            else:
                self._answer(method, message, fault)

        def do_GET(self) -> None:
            here.asked.append((self.path, {}, {k.lower(): v for k, v in self.headers.items()}))
            self._say(200, {})

        def _answer(self, method: str, message: dict, fault: str) -> None:
            try:
                status, answer = 200, here.do(method, message)
            except (ValueError, KeyError) as error:
                if isinstance(error, NotInTheProto):
                    here.malformed.append(str(error))
                status, answer = 400, {"code": "invalid_argument", "msg": str(error)}
            if fault == "dropped after":
                self.close_connection = True
            elif fault == "nonsense":
                self._say(200, ["?"])
            elif fault == "empty":
                self._say(200, {})
            elif fault == "endless":
                self._say(200, {"padding": "x" * 3_000_000})
            else:
                self._say(status, answer)

        def _say(self, status: int, answer: object, **headers: str) -> None:
            body = json.dumps(answer).encode()
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                self.wfile.write(body)
            except OSError:
                self.close_connection = True  # the one who asked has heard enough

        def log_message(self, *_: object) -> None:
            """Nothing on the screen."""

    return Handler


@contextmanager
def standing_in() -> Iterator[StandIn]:
    """A server on an address of this machine."""
    here = StandIn()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(here))
    server.daemon_threads = True
    here.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield here
    finally:
        here.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
