"""Sixteen ways in which foreign content could run or be loaded in our page; no test stands here.

Each way leaves a mark: `window.done[way]`, or a request that reaches the foreign server.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

CONTENT = {
    "js": ("text/javascript", b"window.done['foreign script'] = true;"),
    "css": ("text/css", b"#page { --foreign: yes }"),
    "svg": ("image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
    "html": ("text/html", b"<p>framed</p>"),
}

WAYS = """
window.done = {}; window.reports = [];
document.addEventListener("securitypolicyviolation", (event) => window.reports.push(event.blockedURI));
const add = (tag, more, where = document.body) => {
  const made = Object.assign(document.createElement(tag), more);
  where.append(made);
  return made;
};
const mark = (way) => `window.done["${way}"] = true`;
const isRed = (made) => getComputedStyle(made).color === "rgb(255, 0, 0)";
window.ways = {
  "inline script"() { add("script", { textContent: mark("inline script") }); },
  "inline handler"() {
    const made = add("button");
    made.setAttribute("onclick", mark("inline handler"));
    made.click();
  },
  "address of script"() { add("a", { href: `javascript:${mark("address of script")};void 0` }).click(); },
  "eval"() { (0, eval)(mark("eval")); },
  "function of text"() { new Function(mark("function of text"))(); },
  "timer of text"() { setTimeout(mark("timer of text"), 0); },
  "inline style"() {
    const made = add("p");
    made.setAttribute("style", "color: rgb(255, 0, 0)");
    window.done["inline style"] = isRed(made);
  },
  "style element"() {
    const made = add("p", { id: "to-be-red" });
    add("style", { textContent: "#to-be-red { color: rgb(255, 0, 0) }" });
    window.done["style element"] = isRed(made);
  },
  "foreign script"(from) { add("script", { src: `${from}a.js` }); },
  "foreign style"(from) { add("link", { rel: "stylesheet", href: `${from}b.css` }, document.head); },
  "foreign picture"(from) { add("img", { src: `${from}c.svg` }); },
  "foreign frame"(from) { add("iframe", { src: `${from}d.html` }); },
  "foreign object"(from) { add("object", { data: `${from}e.svg` }); },
  "foreign question"(from) { fetch(`${from}f.html`, { mode: "no-cors" }).catch(() => 0); },
  "foreign sound"(from) { add("audio", { src: `${from}g.html`, preload: "auto" }).load(); },
  "foreign form"(from) {
    add("iframe", { name: "aside" });
    add("form", { action: `${from}h.html`, target: "aside" }).submit();
  },
};
window.tryOne = (way, from) => {
  try { window.ways[way](from); } catch (error) { window.reports.push(String(error)); }
};
"""

FOREIGN = {
    "foreign script": "/a.js",
    "foreign style": "/b.css",
    "foreign picture": "/c.svg",
    "foreign frame": "/d.html",
    "foreign object": "/e.svg",
    "foreign question": "/f.html",
    "foreign sound": "/g.html",
    "foreign form": "/h.html",
}
INLINE = (
    *("inline script", "inline handler", "address of script", "eval", "function of text", "timer of text"),
    *("inline style", "style element"),
)


@contextmanager
def foreign() -> Iterator[tuple[str, list[str]]]:
    """A server that is not ours: its address, and the paths that somebody asked it for."""
    asked: list[str] = []

    class Foreign(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            asked.append(path)
            kind, content = CONTENT[path.rpartition(".")[2]]
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://evil.example:{server.server_address[1]}/", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
