"""The eye: a whole table, one tile that changed, nothing that changed; beside a YOLO11n; and its memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from lab.bench.eye_peer import peer
from lab.bench.eye_work import PI_4, PI_5, operations
from lab.bench.figures import Figure
from vision.detect import MODEL as FINDER
from vision.detect import USUAL_TILE, Eye
from vision.faces import MODEL as READER
from vision.faces import cut_out
from vision.frame import Frame
from vision.glance import WHOLE
from vision.pipeline import PatchReader, Pipeline
from vision.rectify import SQUARE, TablePlace, placed
from vision.settle import Patience
from vision.watching import OneScale
from vision.zones import zones_of

TITLE = "the eye at 1280 x 960 on two threads"
WIDTH, HEIGHT = 1280, 960
TABLE = 900
TILES = 100
ROUNDS = 15
SAMPLE = Path("tests/vision/pictures/5000000")

Picture = np.ndarray


def figures() -> Iterator[Figure]:
    """Times are medians, taken in turns with the peer's so that a busy machine slows both."""
    eye = Eye(threads=2)
    table = drawn(TILES)
    content, parameters = peer(HEIGHT, WIDTH)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    other = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    x = as_input(table)
    reader, where = PatchReader(OneScale(eye)), place()
    tasks: list[Callable[[], object]] = [
        lambda: other.run(None, {"picture": x}),
        lambda: eye.finder.maps(table),
        lambda: eye.read(table, eye.finder.find_once(table, 1.0)),
        lambda: reader.read(table, where, (WHOLE,)),
    ]
    rival, finder, everywhere, whole = in_turns(*tasks)
    work = in_turns(*tasks, clock=time.process_time)
    found = len(reader.read(table, where, (WHOLE,)))
    yield Figure(
        f"a YOLO11n of {parameters / 1e6:.1f} M, {WIDTH} x {HEIGHT}",
        rival,
        "ms",
        f"found, not read; {busy(work[0])}",
    )
    yield Figure("finder alone, every pixel", finder, "ms", f"{beside(rival, finder)}; {busy(work[1])}")
    yield Figure(
        "every pixel, found and read", everywhere, "ms", f"{beside(rival, everywhere)}; {busy(work[2])}"
    )
    yield Figure(
        f"whole table as the worker looks at it, {found} of {TILES} tiles found and read",
        whole,
        "ms",
        f"target under 150 and 2 times; {beside(rival, whole)}; {busy(work[3])}",
    )
    nothing, one = changes(eye)
    yield Figure("one tile changed, one look at a frame", one, "ms", "target under 25")
    yield Figure("nothing changed, a frame", nothing, "ms", "target under 5")
    yield Figure("memory of the worker at its peak", worker_megabytes(), "MB", "target under 300")
    yield from estimates(content)
    waiting = os.getloadavg()[0]
    yield Figure("processes that wanted a core meanwhile", waiting, "", f"of {os.cpu_count()} cores")


def busy(ms: float) -> str:
    """What a task takes of all cores together, however many others wait for them."""
    return f"{ms:.0f} ms of processor time"


def beside(rival: float, ours: float) -> str:
    """How it stands beside the peer."""
    return f"{rival / ours:.1f} times as fast as the peer"


def estimates(peer_model: bytes) -> Iterator[Figure]:
    """What the networks alone would take elsewhere, by their work; nothing was run there."""
    scale = USUAL_TILE / place().tile_side
    side = [-(-round(length * scale) // 32) * 32 for length in (HEIGHT, TABLE + 2 * (TABLE // 8))]
    table = operations(FINDER, picture=(1, 3, *side)) + operations(READER, crops=(TILES, 3, 48, 48))
    small = operations(FINDER, picture=(1, 3, 192, 192)) + operations(READER, crops=(4, 3, 48, 48))
    rival = operations(peer_model, picture=(1, 3, HEIGHT, WIDTH))
    yield Figure("work for a whole table", table / 1e9, "GFLOP", f"the peer {rival / 1e9:.1f}")
    for name, speed in (("Pi 5", PI_5), ("Pi 4", PI_4)):
        note = f"estimate: {speed / 1e9:.0f} GFLOP/s, four threads; one tile {small / speed * 1e3:.0f} ms"
        yield Figure(f"whole table on a {name}", table / speed * 1e3, "ms", note)


def as_input(picture: Picture) -> np.ndarray:
    """A picture as a network takes it."""
    return np.ascontiguousarray(picture.transpose(2, 0, 1)[None], np.float32) / np.float32(255)


def in_turns(
    *tasks: Callable[[], object], rounds: int = ROUNDS, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """The median milliseconds of each task."""
    for task in tasks:
        task()
    taken: list[list[float]] = [[] for _ in tasks]
    for _ in range(rounds):
        for times, task in zip(taken, tasks, strict=True):
            began = clock()
            task()
            times.append((clock() - began) * 1000)
    return [float(np.median(times)) for times in taken]


def changes(eye: Eye) -> tuple[float, float]:
    """Milliseconds for a frame on which nothing changed, and for one with one new tile."""
    pipeline, frames = Pipeline(OneScale(eye), lambda _: place(), zones_of(())), 0
    before, after = drawn(TILES), drawn(TILES + 1)
    quiet: list[float] = []
    looked: list[float] = []
    for _ in range(ROUNDS):
        for picture in (before, after):
            for _ in range(9):
                frames += 1
                looks, began = pipeline.looks, time.perf_counter()
                list(pipeline.feed(Frame(picture, "above", frames, frames)))
                ms = (time.perf_counter() - began) * 1000
                (looked if pipeline.looks > looks else quiet).append(ms)
    # The first looks were at the whole table.
    return float(np.median(quiet)), float(np.median(looked[Patience().votes :]))


def place() -> TablePlace:
    """Where the drawn table is."""
    corners = SQUARE * TABLE + np.array([(WIDTH - TABLE) / 2, (HEIGHT - TABLE) / 2])
    found = placed(corners, (WIDTH, HEIGHT))
    assert isinstance(found, TablePlace)
    return found


def places(count: int) -> Sequence[tuple[int, int]]:
    """Where tiles lie: in rows over the middle of the table."""
    return [(330 + 46 * (k % 14), 130 + 80 * (k // 14)) for k in range(count)]


def drawn(count: int) -> Picture:
    """Tiles of a drawn set, row by row, on a green cloth."""
    rng = np.random.default_rng(5)
    cloth = cv2.resize(rng.normal(0, 9, (HEIGHT // 8, WIDTH // 8)), (WIDTH, HEIGHT))[..., None]
    picture = np.clip(np.array([40, 95, 70]) + cloth, 0, 255).astype(np.uint8)
    shown = faces()
    for number, (x, y) in enumerate(places(count)):
        picture[y : y + 35, x : x + 26] = shown[number % len(shown)]
    return picture


def faces() -> list[Picture]:
    """The faces of the largest tiles in a picture that is kept for the tests."""
    picture = np.asarray(cv2.imread(str(SAMPLE.with_suffix(".jpg")))[..., ::-1], np.uint8)
    things = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))
    quads = np.array([thing["quad"] for thing in things if thing["tile"] != "back"], np.float32)
    return [cv2.resize(crop, (26, 35), interpolation=cv2.INTER_AREA) for crop in cut_out(picture, quads)]


def worker_megabytes() -> float:
    """The peak of a worker that reads a film of a whole table at 1280 x 960."""
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder) / "film"
        film.mkdir()
        for number in range(12):
            cv2.imwrite(str(film / f"{number:02}.jpg"), drawn(TILES + number // 9)[..., ::-1])
        corners = {"form": 1, "camera": "above", "corners": place().corners, "width": WIDTH, "height": HEIGHT}
        (Path(folder) / "above.json").write_text(json.dumps(corners), encoding="utf-8")
        command = [sys.executable, "-m", "vision.worker", "--source", f"folder={film}", "--once"]
        command += ["--calibration", str(Path(folder) / "above.json")]
        code = "import resource, subprocess, sys"
        code += "; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)"
        code += "; print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        answer = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, check=True)
        return int(answer.stdout) / 1024
