"""The broker as a child process: Mosquitto from Debian, with a configuration that is written here.

It keeps nothing on a disk: nothing that matters is lost with it, and nothing that was erased survives in it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pwd
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.club.messages import MOST_BYTES
from companion.club.topics import DISCOVERY, FROM_HUB, FROM_TABLES, HUB, LISTENER, topic
from companion.errors import ConfigError
from companion.files import give_to_owner, make_privately, write_privately

__all__ = ["Broker", "BrokerPlan", "program"]

PORT: Final = 8883
_STARTS_WITHIN_S: Final = 10.0
_ENDS_WITHIN_S: Final = 3.0
_LOOK_EVERY_S: Final = 0.2
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BrokerPlan:
    """Where the broker listens, and with which certificates."""

    host: str
    port: int
    authority: Path
    """The certificate of the club's authority."""
    own: Path
    """The broker's key and certificate."""
    is_home_told: bool = False
    """Whether Home Assistant may listen to what everybody sees of the tables."""

    @property
    def near_host(self) -> str:
        """The address at which this machine reaches the broker."""
        return "127.0.0.1" if self.host == "0.0.0.0" else self.host  # noqa: S104 - compared


def program() -> str:
    """The path of Mosquitto. Raises ConfigError, which says what to type."""
    # Debian installs it in a folder that is on the path of root alone.
    places = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
    found = shutil.which("mosquitto", path=places)
    if found is None:
        raise ConfigError(
            "a club needs the broker Mosquitto, which is not installed; type: sudo apt-get install mosquitto"
        )
    return found


class Broker:
    """One running broker, started again whenever it ends by itself.

    Raises:
        ConfigError: it is not installed, or does not start.
    """

    def __init__(self, folder: Path, club: str, plan: BrokerPlan, tables: Iterable[str]) -> None:
        self._program, self._club, self.plan = program(), club, plan
        # Resolved, so that the next hub recognises a left-over broker however people type the folder then.
        self._folder = folder.resolve() / "broker"
        self._pid_file = self._folder / "pid"
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self.restarts = 0
        try:
            make_privately(self._folder)
            self._end_left_over()
            self._write_rights(tables)
            write_privately(self._folder / "mosquitto.conf", self._configuration().encode())
        except OSError as error:
            raise ConfigError(f"the broker cannot be prepared in {self._folder}: {error}") from error

    @property
    def pid(self) -> int:
        """The id of its process; 0 while there is none."""
        child = self._child
        return child.pid if child is not None and child.poll() is None else 0

    def start(self) -> None:
        """Start it, wait until it listens, and restart it whenever it ends. Raises ConfigError."""
        if self._answers():
            # Otherwise that program would be taken for the broker, which would end at once.
            raise ConfigError(f"the broker does not start: another program holds port {self.plan.port}")
        try:
            self._spawn()
        except OSError as error:
            self.stop()
            raise ConfigError(f"the broker cannot be started in {self._folder}: {error}") from error
        deadline = time.monotonic() + _STARTS_WITHIN_S
        while not (self.pid and self._answers()):
            if not self.pid or time.monotonic() > deadline:
                said = self._last_words()
                self.stop()
                raise ConfigError(f"the broker does not start on port {self.plan.port}: {said}")
            time.sleep(0.02)
        threading.Thread(target=self._mind, name="broker", daemon=True).start()

    def stop(self) -> None:
        """End it."""
        self._stopped.set()
        with self._lock:
            if self._child is not None:
                _end(self._child)

    def allow(self, tables: Iterable[str]) -> None:
        """Let these tables, and no others, use their own topics. Raises OSError."""
        with self._lock:
            self._write_rights(tables)
            if self._child is not None and self._child.poll() is None:
                self._child.send_signal(signal.SIGHUP)

    def _mind(self) -> None:
        wait_s = _LOOK_EVERY_S
        while not self._stopped.wait(wait_s):
            if self.pid:
                wait_s = _LOOK_EVERY_S
                continue
            wait_s = min(5.0, wait_s * 2)
            self.restarts += 1
            _log.warning("club.broker_restarted times=%d", self.restarts)
            try:
                self._spawn()
            except OSError as error:
                _log.warning("club.broker_not_started %s", error)

    def _spawn(self) -> None:
        """Start the program. Raises OSError; it may be running even then, and `stop` ends it."""
        with self._lock:
            if self._stopped.is_set():
                return
            command = [self._program, "-c", str(self._folder / "mosquitto.conf")]
            with (self._folder / "log").open("wb") as log:
                give_to_owner(log.fileno(), self._folder)
                # In a group of its own: Ctrl+C in a terminal is for the hub, which ends its broker itself.
                self._child = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, process_group=0
                )
            write_privately(self._pid_file, str(self._child.pid).encode())

    def _answers(self) -> bool:
        where = (self.plan.near_host, self.plan.port)
        with contextlib.suppress(OSError), socket.create_connection(where, 1.0):
            return True
        return False

    def _last_words(self) -> str:
        lines = (self._folder / "log").read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it says nothing"

    def _end_left_over(self) -> None:
        """End the broker that a killed hub has left behind: it may hold the port that is wanted now."""
        try:
            pid = int(self._pid_file.read_text())
            command = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
        except (OSError, ValueError):
            return
        if str(self._folder / "mosquitto.conf") in command.split("\0"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
            deadline = time.monotonic() + _ENDS_WITHIN_S
            while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
                time.sleep(0.02)

    def _write_rights(self, tables: Iterable[str]) -> None:
        lines = [f"user {HUB}", f"topic readwrite {topic(self._club, '+', '#')}"]
        if self.plan.is_home_told:
            heard = (DISCOVERY, topic(self._club, "+", "now"), topic(self._club, "+", "here"))
            lines += [f"topic write {DISCOVERY}", f"user {LISTENER}", *(f"topic read {one}" for one in heard)]
        for table in tables:
            lines.append(f"user {table}")
            lines += [f"topic write {topic(self._club, table, leaf)}" for leaf in FROM_TABLES]
            lines += [f"topic read {topic(self._club, table, leaf)}" for leaf in FROM_HUB]
        write_privately(self._folder / "rights", "\n".join((*lines, "")).encode())

    def _configuration(self) -> str:
        plan = self.plan
        lines = (
            f"user {pwd.getpwuid(os.geteuid()).pw_name}",
            "persistence false",
            f"acl_file {self._folder / 'rights'}",
            f"message_size_limit {MOST_BYTES}",
            "log_dest stderr",
            "log_type error",
            "log_type warning",
            f"listener {plan.port} {plan.host}",
            "max_connections 500",
            f"cafile {plan.authority}",
            f"certfile {plan.own}",
            f"keyfile {plan.own}",
            "tls_version tlsv1.2",
            "require_certificate true",
            "allow_anonymous false",
            "use_identity_as_username true",
        )
        return "\n".join((*lines, ""))


def _end(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(_ENDS_WITHIN_S)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
