"""S1: pages of somebody else, in the browser of somebody who may keep the score; no test stands here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

COMMAND = json.dumps({"id": "attack", "expected_seq": 7, "kind": "undo"})
VECTORS = ("fetch with headers", "fetch without asking", "form", "event source", "frame")

PAGE = f"""<!doctype html><title>Win a tile</title><body><script>
const command = {json.dumps(COMMAND)};
const target = new URLSearchParams(location.search).get("target");
const soon = (ms) => new Promise((done) => setTimeout(done, ms));
const vectors = {{
  async "fetch with headers"() {{
    const headers = {{ "Content-Type": "application/json", "X-Table": "1" }};
    const more = {{ method: "POST", credentials: "include", headers, body: command }};
    const told = await fetch(target + "api/commands", more);
    return told.ok || (await told.text()).length > 0;
  }},
  async "fetch without asking"() {{
    const more = {{ method: "POST", mode: "no-cors", credentials: "include", body: command }};
    await fetch(target + "api/commands", more).catch(() => null);
    const seen = await fetch(target + "api/snapshot", {{ mode: "no-cors", credentials: "include" }});
    return (await seen.text()).length > 0;
  }},
  async form() {{
    const form = document.createElement("form");
    const field = document.createElement("input");
    const action = target + "api/commands";
    Object.assign(form, {{ method: "post", enctype: "text/plain", action, target: "aside" }});
    Object.assign(field, {{ name: command.slice(0, -1) + ',"x":"', value: '"}}' }});
    const aside = document.createElement("iframe");
    aside.name = "aside";
    form.append(field);
    document.body.append(aside, form);
    form.submit();
    await soon(600);
    return false;
  }},
  "event source"() {{
    return new Promise((done) => {{
      const source = new EventSource(target + "api/stream", {{ withCredentials: true }});
      source.onmessage = () => done(true);
      source.onopen = () => done(true);
      source.onerror = () => (source.close(), done(false));
    }});
  }},
  async frame() {{
    const frame = document.createElement("iframe");
    frame.src = target;
    document.body.append(frame);
    await soon(900);
    try {{ return Boolean(frame.contentDocument?.querySelector("#page")); }} catch {{ return false; }}
  }},
}};
window.attack = (name) => vectors[name]().catch(() => false);
</script>"""


class _Attacker(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def hostile() -> Iterator[int]:
    """A server of such pages under every name of this machine; its port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Attacker)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
