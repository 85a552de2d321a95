"""The eye as a process of its own: lines of JSON on standard output, words for people on standard error.

It may crash or hang without harm to the table: whoever started it starts it again. It writes nothing of a
frame to a disk.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from hardware.errors import ProfileError
from hardware.loading import load_profile
from hardware.profile import CameraMount, Side, Zone
from vision.errors import TileSetUnreadable, VisionError
from vision.extra import missing_libraries, what_is_missing
from vision.pulse import Pulse
from vision.sighting import Condition, EyeStatus, Heartbeat, Message
from vision.wire import to_line

_log = logging.getLogger("vision.worker")
NICENESS = 5
"""Buttons and pages come before the eye."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Watch one camera. Exit status: 0 the film is over or nobody listens, 1 the eye cannot see."""
    asked = _parser().parse_args(arguments)
    log_to_standard_error()
    try:
        mount, zones = table_of(asked)
        with Pulse(_write, time.monotonic_ns) as pulse:
            _watch(asked, mount, zones, pulse.say)
    except BrokenPipeError:
        # Nobody reads the output any longer. Python would complain about the pipe again when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (VisionError, ProfileError) as error:
        _log.error("%s", error)
        return 1
    return 0


def log_to_standard_error() -> None:
    """Log for people, through a descriptor of our own: decoders are silenced by taking the usual one away."""
    words = os.fdopen(os.dup(2), "w", errors="backslashreplace", closefd=False)
    logging.basicConfig(level=logging.INFO, stream=words, format="%(levelname)s %(name)s %(message)s")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m vision.worker", description="The eye of one camera.")
    table_options(parser)
    parser.add_argument("--tiles", type=Path, help="the file of an enrolled tile set")
    parser.add_argument("--once", action="store_true", help="end with the film")
    parser.add_argument("--rests", action="store_true", help="send a small picture of the cloth at each rest")
    return parser


def table_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which camera looks at which table."""
    parser.add_argument("--profile", default="bench", help="the table's hardware")
    parser.add_argument("--camera", help="which of its cameras; otherwise the first")
    parser.add_argument(
        "--source", help="instead of a camera of the profile: KIND=SOURCE, such as folder=DIR"
    )
    parser.add_argument("--calibration", type=Path, help="where the table is; otherwise by its stickers")
    parser.add_argument("--players", type=int, default=4, choices=(3, 4), help="how many sides are played")
    parser.add_argument("--threads", type=int, default=2, help="for the models")


def table_of(asked: argparse.Namespace) -> tuple[CameraMount, tuple[Zone, ...]]:
    """The camera that was asked for, and the zones of its table.

    Raises:
        ProfileError: the profile cannot be used.
        VisionError: it has no such camera.
    """
    profile = load_profile(asked.profile)
    if asked.source:
        kind, _, source = asked.source.partition("=")
        return CameraMount(asked.camera or "table", kind, source), profile.zones
    for mount in profile.cameras:
        if asked.camera in {None, mount.name}:
            return mount, profile.zones
    raise VisionError(f"The profile {profile.name} has no such camera.")


def _watch(
    asked: argparse.Namespace, mount: CameraMount, zones: tuple[Zone, ...], say: Callable[[Message], None]
) -> None:
    say(Heartbeat(mount.name, time.monotonic_ns(), 0))  # loading takes a while on a small machine
    with _telling(Condition.NO_MODEL, mount, say):
        if missing_libraries():
            raise VisionError(what_is_missing())
    # The few matrices are small: waking a second thread for them takes longer than they do.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import cv2

    from vision.place.raising import at_faces
    from vision.place.seeking import locator
    from vision.place.zones import zones_of
    from vision.settle.pipeline import Pipeline
    from vision.settle.watching import OneScale, Watch

    os.nice(NICENESS)
    cv2.setNumThreads(asked.threads)
    with _telling(Condition.NO_MODEL, mount, say):
        look = OneScale(_eye(asked))
    with _telling(Condition.NO_TABLE, mount, say):
        found = at_faces(locator(asked.calibration))
    sides = tuple(Side)[: asked.players]
    pipeline = Pipeline(look, found, zones_of(zones, sides))
    pipeline.portraits.keeps_rests = asked.rests
    watch = Watch(mount, pipeline, say, now_ns=time.monotonic_ns, pause=time.sleep)
    watch.run()
    if not asked.once:
        watch.stay()


@contextmanager
def _telling(condition: Condition, mount: CameraMount, say: Callable[[Message], None]) -> Iterator[None]:
    """Say why the eye cannot begin, before the process ends: few people look into its log."""
    try:
        yield
    except VisionError as error:
        why = Condition.NO_TILE_SET if isinstance(error, TileSetUnreadable) else condition
        say(EyeStatus(mount.name, time.monotonic_ns(), why, str(error)))
        raise


def _eye(asked: argparse.Namespace):  # type: ignore[no-untyped-def]  # noqa: ANN202 - loaded late
    from vision.read.detect import Eye
    from vision.read.tile_files import open_tile_set

    tile_set = open_tile_set(asked.tiles) if asked.tiles else None
    return Eye(tile_set=tile_set, threads=asked.threads)


def _write(message: Message) -> None:
    sys.stdout.buffer.write(to_line(message))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
