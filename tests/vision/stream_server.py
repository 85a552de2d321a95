"""A camera of the network, on this machine: it sends what a script says, and stops as it says."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

USUAL = "multipart/x-mixed-replace; boundary=frame"


class Script:
    """What the camera sends after the answer's head, and what it does then."""

    def __init__(self, *pieces: bytes, then: str = "hang up", status: int = 200, kind: str = USUAL) -> None:
        self.pieces = pieces
        self.then = then
        self.status = status
        self.kind = kind
        self.release = threading.Event()
        self.asked: list[str] = []
        self.secrets: list[str | None] = []


def part(jpeg: bytes, *, with_length: bool = True) -> bytes:
    length = b"Content-Length: %d\r\n" % len(jpeg) if with_length else b""
    return b"--frame\r\nContent-Type: image/jpeg\r\n" + length + b"\r\n" + jpeg + b"\r\n"


@contextmanager
def serving(script: Script) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            script.asked.append(self.path)
            script.secrets.append(self.headers.get("Authorization"))
            self.send_response(script.status)
            self.send_header("Content-Type", script.kind)
            self.end_headers()
            for piece in script.pieces:
                self.wfile.write(piece)
                self.wfile.flush()
            if script.then == "stall":
                script.release.wait(60)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/stream?size=big"
    finally:
        script.release.set()
        server.shutdown()
        thread.join()
        server.server_close()
