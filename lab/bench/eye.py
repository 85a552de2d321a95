"""The eye compared with a YOLO11n: a whole table, one changed tile, no change; and the memory it needs.

Progress goes to standard error, because a run takes long on a busy machine.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from lab.bench.eye_peer import peer
from lab.bench.eye_pi import on_pis
from lab.bench.eye_plain import in_32_bits
from lab.bench.eye_turns import Spent, in_turns, median, said, timed
from lab.bench.eye_work import operations
from lab.bench.figures import Figure
from vision.find.cuts import cut_out
from vision.frame import Frame
from vision.place.rectify import SQUARE, TablePlace, placed
from vision.place.zones import zones_of
from vision.read.detect import MODEL as FINDER
from vision.read.detect import USUAL_TILE, Eye, TileFinder
from vision.read.faces import MODEL as READER
from vision.read.faces import FaceReader
from vision.settle.glance import WHOLE, Patch
from vision.settle.patches import PatchReader
from vision.settle.pipeline import Pipeline
from vision.settle.rests import ONE_TILE
from vision.settle.watching import OneScale

TITLE = "the eye at 1280 x 960 on two threads"
WIDTH, HEIGHT = 1280, 960
TABLE = 900
TILES = 100
THREADS = 2
CHANGES = 10
FRAME_NS = 66_000_000
"""The time between two frames of a camera, in nanoseconds."""
SAMPLE = Path("tests/vision/pictures/5000000")

Picture = np.ndarray


def figures() -> Iterator[Figure]:
    """All figures. Times are medians; those of a whole table are taken in turns with the peer's."""
    cv2.setNumThreads(THREADS)
    eye = Eye(threads=THREADS)
    yield from beside_the_peer(eye)
    said("frames on which nothing or one tile changed")
    nothing, one = changes(eye)
    yield Figure("one tile changed, one look at a frame", one.ms, "ms", f"target under 25; {one.busy}")
    yield Figure("nothing changed, a frame", nothing.ms, "ms", f"target under 5; {nothing.busy}")
    said("the memory of a worker")
    yield Figure("memory of the worker at its peak", worker_megabytes(), "MB", "target under 300")
    yield from estimates()
    waiting = os.getloadavg()[0]
    yield Figure("processes that wanted a core meanwhile", waiting, "", f"of {os.cpu_count()} cores")


def beside_the_peer(eye: Eye) -> Iterator[Figure]:
    """A whole table: how long a network like YOLO11n takes to find tiles, and the eye to read them too."""
    table, where = drawn(TILES), place()
    other, parameters = rival()
    x = as_input(table)
    reader = PatchReader(OneScale(eye))
    found = len(reader.read(table, where, (WHOLE,)))
    with tempfile.TemporaryDirectory() as folder:
        larger = PatchReader(OneScale(whole_eye(Path(folder))))
        tasks: dict[str, Callable[[], object]] = {
            f"a YOLO11n of {parameters / 1e6:.1f} M, found and not read": lambda: other.run(
                None, {"picture": x}
            ),
            "finder alone, every pixel": lambda: eye.finder.maps(table),
            "every pixel, found and read": lambda: eye.read(table, eye.finder.find_once(table, 1.0)),
            f"whole table as the worker looks at it, {found} of {TILES} tiles found and read": lambda: (
                reader.read(table, where, (WHOLE,))
            ),
            "the same with the models in 32 bits": lambda: larger.read(table, where, (WHOLE,)),
        }
        spent = in_turns(*tasks.values())
    for name, each in zip(tasks, spent, strict=True):
        target = "target under 150 and 2 times; " if "worker" in name else ""
        yield Figure(name, each.ms, "ms", target + each.beside(spent[0]))


def rival() -> tuple[onnxruntime.InferenceSession, int]:
    """The peer in the same runtime with the same options, and its number of parameters."""
    content, parameters = peer(HEIGHT, WIDTH)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"]), parameters


def whole_eye(folder: Path) -> Eye:
    """The eye with both models in 32 bits."""
    paths = []
    for model in (FINDER, READER):
        path = folder / model.name
        path.write_bytes(in_32_bits(model))
        paths.append(path)
    return Eye(TileFinder(paths[0], threads=THREADS), FaceReader(paths[1], threads=THREADS))


def estimates() -> Iterator[Figure]:
    """How much work the networks do, and an estimate, not measured, of the eye's time on a Pi."""
    scale = USUAL_TILE / place().tile_side
    side = [-(-round(length * scale) // 32) * 32 for length in (HEIGHT, TABLE + 2 * (TABLE // 8))]
    table = operations(FINDER, picture=(1, *side, 3)) + operations(READER, crops=(TILES, 48, 48, 3))
    small = operations(FINDER, picture=(1, 192, 192, 3)) + operations(READER, crops=(4, 48, 48, 3))
    other = operations(peer(HEIGHT, WIDTH)[0], picture=(1, 3, HEIGHT, WIDTH))
    yield Figure("work for a whole table", table / 1e9, "GFLOP", f"the peer {other / 1e9:.1f}")
    yield Figure("work for one changed tile", small / 1e9, "GFLOP", "")
    said("networks whose times on a Pi are published")
    reader = PatchReader(OneScale(Eye(threads=1)))
    picture, where, (x, y) = drawn(TILES), place(), places(1)[0]
    (left, top), (right, low) = where.flat([(x, y), (x + 26, y + 35)]).tolist()
    tile = Patch(left, top, right, low).grown(ONE_TILE)
    cv2.setNumThreads(1)
    yield from on_pis(
        {
            "whole table": lambda: reader.read(picture, where, (WHOLE,)),
            "one changed tile, found and read": lambda: reader.read(picture, where, (tile,)),
        }
    )


def as_input(picture: Picture) -> np.ndarray:
    """A picture as most networks take it: a batch of one, in planes, from 0 to 1."""
    return np.ascontiguousarray(picture.transpose(2, 0, 1)[None], np.float32) / np.float32(255)


def changes(eye: Eye) -> tuple[Spent, Spent]:
    """The time for a frame at which the eye does not look, and for one at which it looks at one tile."""
    pipeline, frames = Pipeline(OneScale(eye), lambda _: place(), zones_of(())), 0
    spent: dict[bool, list[Spent]] = {False: [], True: []}
    for _ in range(CHANGES):
        for picture in (drawn(TILES), drawn(TILES + 1)):
            for _ in range(9):
                frames += 1
                frame, looks = Frame(picture, "above", frames, frames * FRAME_NS), pipeline.looks
                taken = timed(partial(_fed, pipeline, frame))
                if frames > 9:  # the first looks are at the whole table
                    spent[pipeline.looks > looks].append(taken)
    return median(spent[False]), median(spent[True])


def place() -> TablePlace:
    """Where the drawn table is."""
    corners = SQUARE * TABLE + np.array([(WIDTH - TABLE) / 2, (HEIGHT - TABLE) / 2])
    found = placed(corners, (WIDTH, HEIGHT))
    assert isinstance(found, TablePlace)
    return found


def places(count: int) -> Sequence[tuple[int, int]]:
    """The upper left corners of tiles, in pixels, in rows across the middle of the table."""
    return [(330 + 46 * (k % 14), 130 + 80 * (k // 14)) for k in range(count)]


def drawn(count: int) -> Picture:
    """A picture of this many tiles, row by row, on a green cloth."""
    rng = np.random.default_rng(5)
    cloth = cv2.resize(rng.normal(0, 9, (HEIGHT // 8, WIDTH // 8)), (WIDTH, HEIGHT))[..., None]
    picture = np.clip(np.array([40, 95, 70]) + cloth, 0, 255).astype(np.uint8)
    shown = faces()
    for number, (x, y) in enumerate(places(count)):
        picture[y : y + 35, x : x + 26] = shown[number % len(shown)]
    return picture


def _fed(pipeline: Pipeline, frame: Frame) -> None:
    list(pipeline.feed(frame))


def faces() -> list[Picture]:
    """The faces of all tiles in one of the pictures kept for the tests, except backs."""
    kept = cv2.imread(str(SAMPLE.with_suffix(".jpg")))
    assert kept is not None, "the picture is there"
    picture = np.asarray(kept[..., ::-1], np.uint8)
    things = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))
    quads = np.array([thing["quad"] for thing in things if thing["tile"] != "back"], np.float32)
    return [cv2.resize(crop, (26, 35), interpolation=cv2.INTER_AREA) for crop in cut_out(picture, quads)]


def worker_megabytes() -> float:
    """The peak memory, in MB, of a worker that reads a film of a whole table at 1280 x 960."""
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
        return int(answer.stdout) * 1024 / 1e6
