"""A system's own Python with a picamera2 and a numpy of its own, to test the camera on the ribbon."""

from __future__ import annotations

import json
import sys
from pathlib import Path

# It only works beside its own numpy, as the C parts of the true library do.
LIBRARY = """
import json, os, time
from pathlib import Path
import numpy

HERE = Path(__file__).parent
if Path(numpy.__file__).parent != HERE:
    raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")
DOES = json.loads((HERE / "does.json").read_text())
if "broken" in DOES:
    raise ValueError(DOES["broken"])


class Picamera2:
    camera_controls = DOES.get("controls", {"AeEnable": [0, 1, 1]})

    def __init__(self, number):
        if number > 0:
            raise RuntimeError("no such camera")
        print("a remark of the library", flush=True)
        self.taken = 0
        self.log(number)

    def log(self, what):
        with (HERE / "calls").open("a") as file:
            file.write(json.dumps(what) + "\\n")

    @staticmethod
    def global_camera_info():
        return [{"Model": "imx708"}]

    def create_video_configuration(self, **options):
        return options

    def configure(self, options):
        self.log(options["main"])

    def start(self):
        (HERE / "pid").write_text(str(os.getpid()))
        self.log("start")

    def set_controls(self, controls):
        self.log(controls)

    def capture_array(self, stream):
        self.taken += 1
        if self.taken > DOES.get("pictures", 2):
            if DOES.get("then") == "stall":
                time.sleep(60)
            if DOES.get("then") == "crash":
                os._exit(3)
            raise RuntimeError("the ribbon came loose")
        return numpy.grey(self.taken * 50, 64, 48)
"""

NUMPY = '''
__version__ = "1.24.2"


class Array:
    """Rows of red, green, blue and one byte more, as the library gives them."""

    def __init__(self, value, width, height, depth):
        self.value, self.shape = value, (height, width, depth)

    def __getitem__(self, place):
        assert place == (Ellipsis, slice(None, 3))
        return Array(self.value, self.shape[1], self.shape[0], 3)

    def tobytes(self):
        return bytes([self.value]) * (self.shape[0] * self.shape[1] * self.shape[2])


def grey(value, width, height):
    return Array(value, width, height, 4)
'''

# Called as the system's Python is (-I, program, words); its site-packages are the folder beside it.
PYTHON = """#!{base}
import runpy, sys
assert sys.argv[1] == "-I", sys.argv
sys.path.insert(0, {folder!r})
words = sys.argv[2:]
if words[0] == "-c":
    sys.argv = words[:1]
    exec(words[1])
sys.argv = words
runpy.run_path(words[0], run_name="__main__")
"""


class SystemPython:
    """A stand-in for /usr/bin/python3, and what its camera does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "python3"
        self.path.write_text(PYTHON.format(base=f"{sys._base_executable} -I", folder=str(folder)))
        self.path.chmod(0o755)
        (folder / "numpy.py").write_text(NUMPY)
        (folder / "picamera2.py").write_text(LIBRARY)
        self.does()

    def does(self, **what: object) -> None:
        """What the camera does from now on."""
        (self.folder / "does.json").write_text(json.dumps(what))

    @property
    def calls(self) -> list[object]:
        """What was asked of the library."""
        return [json.loads(line) for line in (self.folder / "calls").read_text().splitlines()]

    @property
    def pid(self) -> int:
        """The process that has opened the camera."""
        return int((self.folder / "pid").read_text())
