"""`python -m vision.stage.still_worker`: what lies on a stage comes in as lines of JSON, pictures go out.

It runs at the lowest priority, in a process of its own: nobody's page waits for a picture to be painted.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import json
import os
import signal
import sys
from typing import Any

from vision.stage.things import Hand, Pose, StageTile, Stance, Stick

__all__ = ["as_line", "main"]

LOWEST = 19


def as_line(tiles: dict[str, StageTile], sticks: dict[str, Stick], hands: tuple[Hand, ...]) -> dict[str, Any]:
    """What is asked, in plain numbers and words."""
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


def main(arguments: list[str] | None = None) -> int:
    """Answer until nobody asks any more."""
    parser = argparse.ArgumentParser("python -m vision.stage.still_worker", description="Paints a table.")
    parser.add_argument("--camera", default="overhead")
    parser.add_argument("--tiles", type=int, default=0)
    asked = parser.parse_args(arguments)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the companion, which then closes this pipe
    with contextlib.suppress(OSError):  # where it may not be modest it is quick
        os.nice(LOWEST)
    import cv2

    from vision.stage.still import StillCamera

    cv2.setNumThreads(1)
    camera = StillCamera(asked.camera, tiles=asked.tiles)
    for line in sys.stdin:
        body = json.loads(line)
        tiles = {name: _tile(tile) for name, tile in body["tiles"].items()}
        sticks = {name: Stick(*stick) for name, stick in body["sticks"].items()}
        jpeg = camera.jpeg(tiles, sticks, [Hand(*hand) for hand in body["hands"]])
        sys.stdout.write(json.dumps({"jpeg": base64.b64encode(jpeg).decode()}) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
