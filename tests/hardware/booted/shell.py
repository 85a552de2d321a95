"""A shell at the other end of a serial line, which may lose what was typed, in the middle of a line too."""

from __future__ import annotations

import base64
import re
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

LONGEST = 4000
"""A terminal takes no longer line, in letters."""
_INTERRUPT = b"\x03"
_ASK_AGAIN_S = 15.0
_FORGETS_S = 2.0


class Shell:
    """What is typed is one line without a quotation mark.

    Before it starts a shell, systemd asks the terminal for its size and reads whatever comes as the answer:
    some letters are gone. A line that has lost one of two quotation marks would take all that is typed later
    for its own text, and never answer.
    """

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._is_silent = False
        self._asked = 0

    def wait(self, patience_s: float) -> None:
        """Until it answers: what is typed before there is a shell is lost.

        Raises:
            AssertionError: it did not in time.
        """
        give_up_at = time.monotonic() + patience_s
        while True:
            try:
                self.run("true", _ASK_AGAIN_S)
                return
            except AssertionError:
                if time.monotonic() > give_up_at:
                    raise

    def run(self, command: str, patience_s: float = 300.0) -> str:
        """What a command prints. It hears nothing, or it would take the next line for its own.

        Raises:
            AssertionError: it did not end in time.
        """
        # Also for what is typed: a machine that is busy starting takes none of it for a while.
        self._line.settimeout(patience_s)
        try:
            return self._asked_once(command, patience_s)
        except TimeoutError as error:
            self._is_silent = False
            raise AssertionError(f"{command!r} could not be typed within {patience_s:.0f} s") from error

    def _asked_once(self, command: str, patience_s: float) -> str:
        if not self._is_silent:
            # Whatever is half typed or still running ends, and a shell forgets what came right after.
            self._line.sendall(_INTERRUPT)
            time.sleep(_FORGETS_S)
            # From here on it does not send back what is typed.
            self._line.sendall(b"\nexec env TERM=dumb PS1= PS2= /bin/sh\nstty -echo\n")
            self._is_silent = True
        # The marks are typed with a backslash, so that only the answer has them as they are; numbered, so
        # that what an earlier command prints late is not taken for it.
        self._asked += 1
        number = self._asked
        coded = base64.b64encode(command.encode()).decode()
        script = f"echo {coded} | base64 -d | sh /dev/fd/3 3<&0 </dev/null"
        typed = f"echo BEGI\\N{number}; {script}; echo EN\\D{number}\n"
        assert len(typed) < LONGEST, f"too long for a terminal: {command!r}"
        self._line.sendall(typed.encode())
        heard = self._heard(b"END%d" % number, patience_s)
        answer = re.search(rb"BEGIN%d\r?\n(.*)END%d\r?\n" % (number, number), heard, re.DOTALL)
        if answer is None:
            self._is_silent = False
            raise AssertionError(f"{command!r} did not end within {patience_s:.0f} s: {heard[-500:]!r}")
        return answer[1].decode(errors="replace").replace("\r", "").strip()

    def _heard(self, last_line: bytes, patience_s: float) -> bytes:
        """All that comes until a line, or until it is too late."""
        give_up_at = time.monotonic() + patience_s
        heard = b""
        while (left_s := give_up_at - time.monotonic()) > 0:
            self._line.settimeout(max(0.1, left_s))
            try:
                part = self._line.recv(65536)
            except TimeoutError:
                break
            assert part, "the machine has ended"
            heard += part
            if re.search(last_line + rb"\r?\n", heard):
                break
        return heard
