"""Files of the house that are huge, or nested without end: one sentence, and they are not read whole."""

import gzip
import tracemalloc
from pathlib import Path

import pytest

from companion.errors import ConfigError
from companion.intake.eye.calibrating_kept import EyeChoice, kept_choice
from companion.intake.tape.events import TapeError
from companion.intake.tape.reading import read_tape
from companion.keeping.trusting import kept_trust
from companion.rules_file import RulesError, load_rules
from hardware.errors import ProfileError
from hardware.loading import load_profile
from vision.camera.pictures import open_picture
from vision.errors import CalibrationUnreadable, PictureUnreadable, TileSetUnreadable
from vision.place.calibration import read_calibration
from vision.read.tile_files import open_tile_set

MIB = 1024 * 1024
HUGE = 300 * MIB
DEEP = 5_000

READERS = {
    "profile.toml": (load_profile, ProfileError),
    "rules.toml": (lambda path: load_rules(str(path)), RulesError),
    "trust.toml": (lambda path: kept_trust(path.parent), ConfigError),
    "calibration.json": (read_calibration, CalibrationUnreadable),
    "tiles.json": (open_tile_set, TileSetUnreadable),
    "picture.jpeg": (open_picture, PictureUnreadable),
    "evening.tape": (read_tape, TapeError),
}


def refused(name: str, path: Path) -> None:
    read, refusal = READERS[name]
    with pytest.raises(refusal) as told:
        read(path)
    assert str(told.value).strip()
    assert len(str(told.value).splitlines()) <= 2


@pytest.mark.parametrize("name", READERS)
def test_a_huge_file_is_not_read_whole(tmp_path, name):
    path = tmp_path / name
    with path.open("wb") as file:
        file.write(b"1\n")
        file.truncate(HUGE)
    tracemalloc.start()
    try:
        refused(name, path)
        assert tracemalloc.get_traced_memory()[1] < 64 * MIB
    finally:
        tracemalloc.stop()


def test_a_tape_with_one_line_is_not_unpacked_whole(tmp_path):
    path = tmp_path / "a.tape"
    path.write_bytes(gzip.compress(b"1" * 24 * MIB))
    tracemalloc.start()
    try:
        refused("evening.tape", path)
        assert tracemalloc.get_traced_memory()[1] < 16 * MIB
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", [name for name in READERS if name.endswith(("toml", "json"))])
def test_what_is_nested_without_end_is_refused(tmp_path, name):
    path = tmp_path / name
    path.write_text("a = " * name.endswith("toml") + "[" * DEEP)
    refused(name, path)


def test_a_huge_choice_of_a_camera_is_none(tmp_path):
    path = tmp_path / "eye" / "choice.json"
    path.parent.mkdir()
    with path.open("wb") as file:
        file.truncate(HUGE)
    tracemalloc.start()
    try:
        assert kept_choice(tmp_path) == EyeChoice()
        assert tracemalloc.get_traced_memory()[1] < 64 * MIB
    finally:
        tracemalloc.stop()
