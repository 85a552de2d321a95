"""A stage's pictures over HTTP on this machine alone, as network cameras send them.

What is in a picture is not known here.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

__all__ = ["PictureStream"]

PATIENCE_S = 2.0
BOUNDARY = "picture"
_PAGE = b"""<!doctype html><meta charset="utf-8"><title>Pretend table</title>
<style>html,body{margin:0;height:100%;background:#111}img{width:100%;height:100%;object-fit:contain}</style>
<img src="/stream" alt="The pretend table as its camera sees it">"""


class PictureStream:
    """Serves the newest JPEG to whoever asks, from threads of its own."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._jpeg = b""
        self._number = 0
        self._is_closed = False
        handler = type("Handler", (_Handler,), {"stream": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, name="stage stream", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where a browser can watch."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    @property
    def stream_url(self) -> str:
        """Where a program finds the stream, as that of a network camera."""
        return f"{self.url}stream"

    def put(self, jpeg: bytes) -> None:
        """Serve this picture from now on: the camera has just taken it."""
        with self._changed:
            self._jpeg = jpeg
            self._number += 1
            self._changed.notify_all()

    def close(self) -> None:
        """End every stream and stop serving."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def newest(self, after: int) -> tuple[int, bytes] | None:
        """The newest picture and its number, after waiting up to `PATIENCE_S` for a number above `after`.

        None if the stream is closed or has no picture yet.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._number > after or self._is_closed, PATIENCE_S)
            if self._is_closed or not self._number:
                return None
            return self._number, self._jpeg


class _Handler(BaseHTTPRequestHandler):
    stream: ClassVar[PictureStream]

    def do_GET(self) -> None:
        """A page, a stream or one picture."""
        with suppress(OSError):  # the viewer has left
            match self.path.partition("?")[0]:
                case "/":
                    self._answer(_PAGE, "text/html; charset=utf-8")
                case "/stream":
                    self._stream()
                case "/picture.jpg":
                    self._picture()
                case _:
                    self.send_error(HTTPStatus.NOT_FOUND)

    def _answer(self, content: bytes, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def _picture(self) -> None:
        newest = self.stream.newest(0)
        if newest is None:
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            self._answer(newest[1], "image/jpeg")

    def _stream(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
        self.end_headers()
        number = 0
        while (newest := self.stream.newest(number)) is not None:
            number, jpeg = newest
            head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            self.wfile.write(head.encode() + jpeg + b"\r\n")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Nobody reads a log of pictures."""
