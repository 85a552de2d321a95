# ruff: noqa: INP001, T201 (a script that the service runs, no package)
"""Runs the companion for systemd: says when its pages answer, and stops saying so when they hang.

    keep_watch.py URL COMMAND ...

Needs nothing but Python. The service is ready when the URL answers for the first time, and alive as
long as it goes on answering; when it falls silent, or the command ends, systemd starts it anew.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request

LOOK_EVERY_S = 2.0
PATIENCE_S = 3.0
END_WITHIN_S = 8.0


def tell_systemd(words: str) -> None:
    """Send a word to the socket that systemd names, if it names one."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            notify.connect("\0" + address[1:] if address.startswith("@") else address)
            notify.send(words.encode())


def answers(url: str) -> bool:
    """Whether the pages answer at all; being refused is an answer too."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE_S):  # noqa: S310 (the URL is the service's own)
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def end(child: subprocess.Popen[bytes]) -> int:
    """Ask the command to end, and insist after a while."""
    tell_systemd("STOPPING=1")
    child.terminate()
    try:
        return child.wait(END_WITHIN_S)
    except subprocess.TimeoutExpired:
        child.kill()
        return child.wait()


def keep_watch(url: str, command: list[str], stop: threading.Event) -> int:
    """Run the command until it ends or we are asked to stop; returns its exit status."""
    child = subprocess.Popen(command)
    is_ready = False
    while not stop.is_set():
        if child.poll() is not None:
            print(f"the companion has ended with {child.returncode}", file=sys.stderr, flush=True)
            return child.returncode or 1
        if answers(url):
            tell_systemd("WATCHDOG=1" if is_ready else "READY=1\nWATCHDOG=1\nSTATUS=the table is open")
            is_ready = True
        stop.wait(LOOK_EVERY_S)
    end(child)
    return 0


if __name__ == "__main__":
    stopping = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    sys.exit(keep_watch(sys.argv[1], sys.argv[2:], stopping))
