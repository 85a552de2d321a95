"""The real reader of hand photographs, in its own process, from a picture to tiles."""

import sys

import pytest

from companion.clock import SystemClock
from companion.intake.eye.child_process import DeskRefused
from companion.intake.eye.hand_photos import HandPhotos
from tests.vision.laid_hands import as_photo, laid_hand

TILES = ["2m", "3m", "4m", "3p", "4p", "5p", "6p", "7p", "8p", "8s", "8s", "5s", "6s", "7s"]


@pytest.fixture(scope="module")
def photos():
    photos = HandPhotos(SystemClock())
    yield photos
    photos.stop()


def test_a_photograph_of_a_hand_is_read(photos):
    row = photos.read(as_photo(laid_hand(TILES, apart=(13,))), 14)
    assert [one[0][0] for one in row.tiles] == TILES
    assert row.gaps == (13,)


@pytest.mark.parametrize(
    "content", [b"", b"no photograph", b"GIF89a" + bytes(40), b"\xff\xd8\xff" + bytes(9)]
)
def test_what_is_no_photograph_is_refused_in_one_sentence(photos, content):
    with pytest.raises(DeskRefused) as refused:
        photos.read(content, 14)
    assert refused.value.code == "bad_photo"
    assert photos.read(as_photo(laid_hand(TILES)), 14).tiles


@pytest.mark.parametrize("content", ["{", '{"format": 1, "model": "another", "faces": {}}'])
def test_a_tile_set_that_cannot_be_used_has_to_be_shown_again(tmp_path, content):
    path = tmp_path / "house.json"
    path.write_text(content)
    photos = HandPhotos(SystemClock(), lambda: path)
    with pytest.raises(DeskRefused, match="enrol it again") as refused:
        photos.read(b"no photograph", 14)
    assert refused.value.code == "no_tile_set"
    photos.stop()


ANSWERS = """
import json, os, sys
for line in sys.stdin:
    print(json.dumps({"tiles": [], "gaps": [], "ms": os.getpid()}), flush=True)
"""


def test_tiles_that_were_learned_since_the_last_photograph_are_read_with(tmp_path):
    chosen = []
    photos = HandPhotos(
        SystemClock(), lambda: chosen[-1] if chosen else None, (sys.executable, "-S", "-c", ANSWERS)
    )
    readers = [photos.read(b"", 14).ms, photos.read(b"", 14).ms]
    for content in ("{}", "{ }"):
        chosen.append(tmp_path / "house.json")
        chosen[-1].write_text(content)
        readers += [photos.read(b"", 14).ms, photos.read(b"", 14).ms]
    photos.stop()
    assert readers[::2] == readers[1::2]
    assert len(set(readers)) == 3
