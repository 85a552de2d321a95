"""A child process that has the image libraries: it answers one question at a time, or is ended.

A camera is set up in one; others read photographs of hands, fit the table to its tiles, or paint a pretend
table. No image library is loaded here, and what is asked, and by whom, is not decided here.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
from collections.abc import Sequence
from typing import IO, Any, Final

from companion.errors import CompanionError
from companion.keeping.expendable import end_first

__all__ = ["ChildProcess", "DeskRefused"]

MOST_BYTES: Final = 4 * 1024**2
"""The most bytes of an answer, which may carry a picture."""
SIGN_OF_LIFE: Final = b'{"alive": true}\n'
"""What a busy child says so that the wait for its answer starts again."""
_END_WITHIN_S: Final = 2.0


class DeskRefused(CompanionError, ValueError):
    """What was asked of the eye was not done; `code` is stable, the sentence says why."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


class ChildProcess:
    """One process. `patience_s` limits its silence, not how long it works.

    Raises:
        DeskRefused: it cannot be started.
    """

    def __init__(self, command: Sequence[str], patience_s: float = 40.0) -> None:
        self._patience_s = patience_s
        self._asking = threading.Lock()
        self._heard: queue.Queue[bytes] = queue.Queue()
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise DeskRefused("failed", f"The eye cannot be started: {error.strerror}.") from error
        end_first(self._process.pid)
        self._input, self._output = _pipes(self._process)
        self._listener = threading.Thread(target=self._listen, name="eye being set up", daemon=True)
        self._listener.start()

    @property
    def is_alive(self) -> bool:
        """Whether it can still be asked."""
        return self._process.poll() is None

    def ask(self, body: dict[str, Any]) -> dict[str, Any]:
        """Ask one question and return its answer; other threads wait their turn.

        Raises:
            DeskRefused: there is no answer, or the answer is that it cannot be done.
        """
        with self._asking:
            # A child that has ended may have said why, without reading what it is asked.
            with contextlib.suppress(OSError, ValueError):
                self._input.write(json.dumps(body).encode() + b"\n")
                self._input.flush()
            try:
                answer = self._answer()
            except queue.Empty:
                answer = None
        if answer is None:
            self.end()
            raise DeskRefused("fell", "The eye stopped or gave no answer: try again.")
        if "error" in answer:
            raise DeskRefused(answer["error"], answer["message"])
        return answer

    def _answer(self) -> dict[str, Any] | None:
        """The next answer; None where the child has ended. Raises queue.Empty where it is silent."""
        while (line := self._heard.get(timeout=self._patience_s)).endswith(b"\n"):
            # Its libraries may print there as well.
            with contextlib.suppress(ValueError):
                said = json.loads(line)
                if line != SIGN_OF_LIFE and isinstance(said, dict):
                    return said
        self._heard.put(line)  # whoever asks next need not wait for it
        return None

    def end(self) -> None:
        """End it, so that the camera is free."""
        if self.is_alive:
            self._process.terminate()
            try:
                self._process.wait(_END_WITHIN_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._process.wait()
        self._listener.join(_END_WITHIN_S)
        for pipe in (self._input, self._output):
            with contextlib.suppress(OSError):  # what was not written yet no longer matters
                pipe.close()

    def _listen(self) -> None:
        while line := self._output.readline(MOST_BYTES):
            self._heard.put(line)
        self._heard.put(b"")


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None:
        raise ValueError("a child without pipes cannot be asked")
    return process.stdin, process.stdout
