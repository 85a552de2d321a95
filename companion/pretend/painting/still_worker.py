"""`python -m companion.pretend.painting.still_worker`: reads where tiles lie, and writes pictures.

Each request is a line of JSON, and so is each answer.

It runs at the lowest priority, in a process of its own, so that no page waits for a picture to be painted.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import json
import os
import signal
import sys
import threading
import time
from typing import Any

from companion.pretend.painting.things import Hand, Pose, StageTile, Stance, Stick

__all__ = ["Signs", "as_line", "main"]

LOWEST = 19
SIGN_S = 1.0
"""How often a painter at work says that it is alive, in seconds."""
WORKED_S = 0.001
"""Seconds of processor time; a painter that has used less since its last sign has hung, and gives no sign."""
MOST_WORK_S = 120.0
"""Seconds of processor time; no picture takes this long, and a painter that works longer gives no signs."""


def as_line(tiles: dict[str, StageTile], sticks: dict[str, Stick], hands: tuple[Hand, ...]) -> dict[str, Any]:
    """A request in plain numbers and words."""
    return {
        "tiles": {
            name: [tile.label, *_place(tile.pose), tile.pose.stance.name] for name, tile in tiles.items()
        },
        "sticks": {name: [stick.x, stick.y, stick.turn] for name, stick in sticks.items()},
        "hands": [[hand.side, hand.x, hand.y, hand.z] for hand in hands],
    }


def _place(pose: Pose) -> tuple[float, ...]:
    return tuple(round(number, 4) for number in (pose.x, pose.y, pose.z, pose.turn))


def _tile(told: list[Any]) -> StageTile:
    label, x, y, z, turn, stance = told
    return StageTile(label, Pose(x, y, z, turn, Stance[stance]))


class Signs:
    """Writes pictures, and signs of life while it paints, so that a slow painter does not seem to hang."""

    def __init__(self, each_s: float = SIGN_S) -> None:
        self._each_s = each_s
        self._writing = threading.Lock()
        self._is_at_work = True
        """True from the start: the libraries are loaded first, and that takes longest."""
        self._began_s = self._told_s = time.process_time()
        threading.Thread(target=self._go_on, name="signs", daemon=True).start()

    def begin(self) -> None:
        """Note that a picture is asked for."""
        with self._writing:
            self._is_at_work = True
            self._began_s = self._told_s = time.process_time()

    def finish(self, answer: dict[str, Any]) -> None:
        """The picture is painted: send it."""
        with self._writing:
            self._is_at_work = False
            _say(answer)

    def _go_on(self) -> None:
        while True:
            time.sleep(self._each_s)
            with self._writing, contextlib.suppress(OSError):  # the reader may have closed the pipe
                now_s = time.process_time()
                has_worked = now_s - self._told_s >= WORKED_S
                if self._is_at_work and has_worked and now_s - self._began_s < MOST_WORK_S:
                    self._told_s = now_s
                    _say({"alive": True})


def _say(words: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> int:
    """Answer until standard input ends."""
    parser = argparse.ArgumentParser(
        "python -m companion.pretend.painting.still_worker", description="Paints a table."
    )
    parser.add_argument("--sign-s", type=float, default=SIGN_S)
    asked = parser.parse_args(arguments)
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # it is for the companion, which then closes this pipe
    with contextlib.suppress(OSError):  # where priorities cannot be lowered, it runs at the usual one
        os.nice(LOWEST)
    signs = Signs(asked.sign_s)
    import cv2

    from companion.pretend.painting.still import StillCamera

    cv2.setNumThreads(1)
    camera = StillCamera()
    for line in sys.stdin:
        signs.begin()
        body = json.loads(line)
        tiles = {name: _tile(tile) for name, tile in body["tiles"].items()}
        sticks = {name: Stick(*stick) for name, stick in body["sticks"].items()}
        jpeg = camera.jpeg(tiles, sticks, [Hand(*hand) for hand in body["hands"]])
        signs.finish({"jpeg": base64.b64encode(jpeg).decode()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
