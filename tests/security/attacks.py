"""S2 to S6 and S8: attacks on the real app, each many times; no test stands here."""

from __future__ import annotations

import itertools
import json
import random
import re
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread

from companion.dashboard.commands import CommandKind
from companion.dashboard.devices import FILE, Devices, digest
from companion.dashboard.guessing import HEARD_A_MINUTE
from companion.dashboard.pages import load_assets
from companion.dashboard.roles import COMMANDS, ROUTES, Role
from companion.dashboard.serve import Server
from tests.reliability.trials import Outcome, trial
from tests.security.houses import ADDRESS, KINDS, House, command, post

PATIENCE_S = 30
TO_BE_CUT_S = 15
"""Far more than the second that is promised: this tells a stream that is cut from one that goes on."""
CANARY = "Canary of the attic"


@contextmanager
def served(house: House) -> Iterator[Server]:
    """The house on a real port."""
    server = Server(house.app, house.board, "127.0.0.1", 0)
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(PATIENCE_S)
        assert not thread.is_alive(), "the server did not stop"


@trial("S2", "routes and commands without a role of their own", short=1, long=1)
def undeclared(tries: int, folder: Path) -> Outcome:
    app = House().app
    asked = {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    missing = sorted(asked - set(ROUTES)) + sorted(set(CommandKind) - set(COMMANDS))
    return Outcome(len(asked) + len(CommandKind), len(missing), ", ".join(missing))


CLIMBS = (
    *("../", "..\\", "%2e%2e/", "..%2f", "%2e%2e%2f", "..%5c", "%252e%252e%252f", "..%252f", "....//"),
    *(
        "..;/",
        "%c0%ae%c0%ae/",
        "..%c0%af",
        "%e0%80%ae%e0%80%ae/",
        ".%2e/",
        "%2e./",
        "..%00/",
        "./../",
        "//../",
    ),
    *("%uff0e%uff0e/", "..%0d%0a/", "..%09/", "..?/", "..#/"),
)
STARTS = ("/", "/static/", "/static/js/", "/static/lang/../", "/api/games/", "/api/games/x/at/", "/static//")
TARGETS = (
    *("etc/passwd", "proc/self/environ", "proc/self/cmdline", FILE, "table.sqlite", "app.py", "pages.py"),
    *("companion/dashboard/access.py", "windows/win.ini", "etc/passwd%00.js", "log/companion.jsonl"),
)
SECRETS = (
    b"root:",
    b"PATH=",
    CANARY.encode(),
    b"SQLite format",
    b"from __future__",
    b"[fonts]",
    b"token_sha256",
)


def climbing() -> Iterator[str]:
    """Ever new ways out of the folder of the page, in an order of no meaning."""
    ways = list(itertools.product(STARTS, CLIMBS, range(1, 9), TARGETS))
    random.Random(8136).shuffle(ways)
    for start, climb, depth, target in ways:
        yield f"{start}{climb * depth}{target}"


@trial("S3", "paths that climb out of the page's folder: leaks", short=600, long=14_000)
def paths(tries: int, folder: Path) -> Outcome:
    devices = Devices(folder / FILE)
    devices.let_in(CANARY, Role.SCORER, "")
    house = House(devices=devices)
    known = {asset.content for asset in load_assets().values()}
    leaks, asked = [], 0
    with (
        served(house) as server,
        closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as line,
    ):
        for path in itertools.islice(climbing(), tries):
            line.request("GET", path)
            answer = line.getresponse()
            content = answer.read()
            asked += 1
            is_page = answer.status == 200 and content in known
            if any(secret in content for secret in SECRETS) or (answer.status == 200 and not is_page):
                leaks.append(path)
    return Outcome(asked, len(leaks), ", ".join(leaks[:1]))


@trial("S4", "guesses of the six digits that are heard beyond ten a minute", short=600, long=30_000)
def guesses(tries: int, folder: Path) -> Outcome:
    """Five guesses a second from many addresses, while the host shows one code after another."""
    house, heard, let_in = House(), {}, 0
    dice = random.Random(4)
    strangers = [house.stranger(f"192.168.1.{number}") for number in range(20, 40)]
    code = ""
    for number in range(tries):
        if number % 25 == 0:
            code = post(house.host(), "/api/pairing/code", role="host").json["code"]
        guess = f"{dice.randrange(1_000_000):06}"
        while guess == code:  # the one in a million is not what is measured
            guess = f"{dice.randrange(1_000_000):06}"
        answer = post(strangers[number % 20], "/api/pairing", code=guess, name="A")
        let_in += answer.status_code == 200
        if answer.json["error"] == "wrong_code":
            minute = house.clock.monotonic_ns() // 60_000_000_000
            heard[minute] = heard.get(minute, 0) + 1
        house.clock.advance(seconds=0.2)
    beyond = sum(max(0, count - HEARD_A_MINUTE) for count in heard.values())
    return Outcome(tries, beyond + let_in, f"at most {max(heard.values())} a minute were heard")


@trial("S5", "commands of devices that were not let in: done", short=4 * len(KINDS), long=4_000)
def commands(tries: int, folder: Path) -> Outcome:
    house = House()
    gone = house.paired()
    house.devices.send_away(lambda _: True)
    forged = house.stranger("192.168.1.70")
    forged.set_cookie("riichi-table-8136", "A" * 43, domain=ADDRESS)
    proxied = house.stranger("192.168.1.71")
    proxied.environ_base["HTTP_X_FORWARDED_FOR"] = "127.0.0.1"
    visitors = itertools.cycle([house.stranger(), gone, forged, proxied])
    done = []
    # Each kind four times, once from each visitor.
    kinds = itertools.cycle(kind for kind in KINDS for _ in range(4))
    for _ in range(tries):
        kind = next(kinds)
        if command(next(visitors), kind).status_code != 401 or house.table.reached:
            done.append(kind)
            house.table.reached.clear()
        house.clock.advance(seconds=0.05)
    return Outcome(tries, len(done), ", ".join(done[:1]))


# S6: sent away


@trial("S6", "devices that were sent away and still watch or tell (cut in under 1 s)", short=5, long=200)
def sent_away(tries: int, folder: Path) -> Outcome:
    house, failures, longest_s = House(is_private=True, poll_s=0.5), 0, 0.0
    with served(house) as server:
        for number in range(tries):
            device, token = house.devices.let_in(f"Tablet {number}", Role.SCORER, "")
            headers = {"Host": f"{ADDRESS}:{server.port}", "Cookie": f"riichi-table-{server.port}={token}"}
            with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as line:
                line.request("GET", "/api/stream", headers=headers)
                stream = line.getresponse()
                assert stream.status == 200
                while not stream.readline().startswith(b"data: {"):
                    pass
                began = time.monotonic()
                house.devices.send_away(lambda each, id_=device.id: each.id == id_)
                failures += _status(server, headers) != 401
                failures += not _ends(stream)
                longest_s = max(longest_s, time.monotonic() - began)
                failures += _status(server, headers) != 401
            house.clock.advance(seconds=1)  # one at a time: nobody asks too often here
    return Outcome(tries, failures, f"cut within {longest_s * 1000:.0f} ms")


def _ends(stream: HTTPResponse) -> bool:
    """Whether it comes to its end; one that goes on sends signs of life for ever."""
    give_up_at = time.monotonic() + TO_BE_CUT_S
    while stream.readline():
        if time.monotonic() > give_up_at:
            return False
    return True


def _status(server: Server, headers: dict[str, str]) -> int:
    body = json.dumps({"id": "a", "expected_seq": 7, "kind": "undo"})
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as line:
        all_headers = {**headers, "X-Table": "1", "Content-Type": "application/json"}
        line.request("POST", "/api/commands", body, all_headers)
        return line.getresponse().status


@trial("S8", "secrets of a pairing in logs, errors, journal, backup, bundle, files", short=1, long=5)
def secrets_kept(tries: int, folder: Path) -> Outcome:
    found, looked_at = [], 0
    for number in range(tries):
        looked, leaks = _looked_for_secrets(folder / str(number))
        looked_at += looked
        found += leaks
    return Outcome(looked_at, len(found), ", ".join(found[:1]))


def _looked_for_secrets(folder: Path) -> tuple[int, list[str]]:
    """How many texts were searched for the token and the codes, and those that had one."""
    from click.testing import CliRunner

    from companion.cli import main
    from tests.front_door.companions import started

    with started(folder, "demo", "--speed", "200") as companion:
        made = companion.ask("POST", "/api/pairing/code", {"role": "scorer"})[1]
        line = HTTPConnection(companion.host, companion.port, timeout=PATIENCE_S)
        headers = {"X-Table": "1", "Content-Type": "application/json", "Host": f"{ADDRESS}:{companion.port}"}
        body = json.dumps({"code": made["code"], "name": "Tablet"})
        line.request("POST", "/api/pairing", body, headers)
        answer = line.getresponse()
        answer.read()
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
        token = cookie.partition("=")[2]
        for path in ("/api/commands", "/api/devices/revoke", "/api/games", "/api/value"):
            for told in (
                '{"id": 1}',
                "nonsense",
                json.dumps({"id": "t", "expected_seq": 1, "kind": "pause"}),
            ):
                line.request("POST", path, told, {**headers, "Cookie": cookie})
                line.getresponse().read()
        runner, taken = CliRunner(), folder.with_name(f"{folder.name}-taken")
        taken.mkdir()
        for name in ("bundle", "backup"):
            port = ["--port", str(companion.port)] if name == "bundle" else []
            result = runner.invoke(main, [name, "--data", str(folder), *port, str(taken / f"{name}.zip")])
            assert result.exit_code == 0, result.output
        companion.end()
        spoken = companion.greeting + companion.errors
    line.close()
    texts = {"output": spoken.encode(), **_files(folder), **_files(taken)}
    assert digest(token).encode() in texts[FILE], "who is sought is not even where it must be"
    digits = re.compile(rb"code\D{0,4}" + made["code"].encode())
    return len(texts), [name for name, text in texts.items() if token.encode() in text or digits.search(text)]


def _files(folder: Path) -> dict[str, bytes]:
    """Every file of the data folder, and what is packed into those that are packed."""
    texts = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        texts[path.name] = path.read_bytes()
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as packed:
                assert FILE not in packed.namelist()
                texts.update({f"{path.name}/{name}": packed.read(name) for name in packed.namelist()})
    return texts
