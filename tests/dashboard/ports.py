"""A dashboard on a real port, and lines to it from other addresses; no test stands here."""

import socket
from contextlib import ExitStack, closing, contextmanager, suppress
from threading import Thread

from companion.dashboard.app import create_app
from companion.dashboard.devices import Devices
from companion.dashboard.entrance import Entrance
from companion.dashboard.serve import Server

PATIENCE_S = 30
AWAY = "192.168.1.7"
"""As who somebody of the network asks for this machine."""


class Port:
    """A dashboard on a port, and lines to it from other addresses."""

    def __init__(self, server, entrance, lines):
        self.server = server
        self.entrance = entrance
        self.devices = entrance.devices
        self._lines = lines

    def dial(self, address="127.0.1.1", *, room=0):
        line = self._lines.enter_context(closing(socket.socket()))
        if room:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        line.settimeout(PATIENCE_S)
        line.bind((address, 0))
        line.connect(("127.0.0.1", self.server.port))
        return line

    def cookie(self, role):
        _, token = self.devices.let_in("Tablet", role, "")
        return f"Cookie: riichi-table-{self.server.port}={token}"

    def ask(self, request, *headers, body=b"", address="127.0.1.1", host=AWAY):
        line = self.dial(address)
        line.sendall(head(request, *headers, host=host) + b"\r\n" + body)
        return answer_on(line)


def head(request, *headers, host=AWAY):
    return "\r\n".join((f"{request} HTTP/1.1", f"Host: {host}", *headers, "")).encode()


def answer_on(line):
    """Status and body of the next answer; 0 where the line was cut instead."""
    said = b""
    with suppress(ConnectionResetError):
        while b"\r\n\r\n" not in said and (part := line.recv(1)):
            said += part
        if not said:
            return 0, b""
        fields = said.lower().split(b"content-length: ")
        length = int(fields[1].split(b"\r\n")[0]) if len(fields) > 1 else 0
        body = b""
        while len(body) < length and (part := line.recv(length - len(body))):
            body += part
        return int(said.split(b" ")[1]), body
    return 0, b""


def is_cut(line):
    """Whether the other side hangs up, before patience ends."""
    with suppress(ConnectionResetError):
        while line.recv(65_536):
            pass
    return True


@contextmanager
def opened(board, commands, limits=None, seal=None):
    entrance = Entrance(Devices())
    app = create_app(board, commands, entrance=entrance)
    server = Server(app, board, "127.0.0.1", 0, limits, seal=seal)
    thread = Thread(target=server.run)
    thread.start()
    try:
        with ExitStack() as lines:
            yield Port(server, entrance, lines)
    finally:
        server.stop()
        thread.join(PATIENCE_S)
        assert not thread.is_alive(), "the server did not stop"
