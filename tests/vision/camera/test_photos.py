"""Photographs instead of a camera: which are taken, how they are turned, and what is said of the others."""

import base64
import io
import json
import struct
import subprocess
import sys
import zlib

import numpy as np
import pytest
from PIL import Image

from vision.camera.photos import MOST_PIXELS, Photographs
from vision.errors import PhotoMissing, PictureUnreadable
from vision.frame import Frame


def photo(kind: str = "JPEG", size: tuple[int, int] = (64, 48), orientation: int = 1) -> bytes:
    """Red at the left, blue at the right, as the lens saw it; and how the phone was held."""
    picture = Image.new("RGB", size, (200, 20, 20))
    picture.paste((20, 20, 200), (size[0] // 2, 0, *size))
    exif = Image.Exif()
    exif[0x0112] = orientation
    out = io.BytesIO()
    picture.save(out, kind, exif=exif) if kind == "JPEG" else picture.save(out, kind)
    return out.getvalue()


class Camera:
    """A camera that shows grey."""

    def __init__(self) -> None:
        self.closed = 0

    def take(self) -> Frame:
        return Frame(np.full((4, 6, 3), 99, np.uint8), "above", 0, 0)

    def close(self) -> None:
        self.closed += 1


def test_a_photograph_stands_for_the_camera_until_that_is_wanted_again() -> None:
    camera = Camera()
    photos = Photographs(camera)
    assert (photos.take().camera, photos.has_one) == ("above", False)
    photos.send(photo())
    assert (photos.take().size, photos.has_one) == ((64, 48), True)
    assert photos.take() is photos.take()
    photos.forget()
    assert photos.take().camera == "above"
    photos.send(photo())
    photos.close()
    assert (photos.has_one, camera.closed) == (False, 1)


def test_without_a_camera_and_a_photograph_there_is_nothing_to_be_seen() -> None:
    with pytest.raises(PhotoMissing, match="No photograph"):
        Photographs(None).take()


@pytest.mark.parametrize(
    ("orientation", "size"), [(1, (64, 48)), (3, (64, 48)), (6, (48, 64)), (8, (48, 64))]
)
def test_it_is_turned_as_the_phone_was_held(orientation: int, size: tuple[int, int]) -> None:
    photos = Photographs(None)
    photos.send(photo(orientation=orientation))
    frame = photos.take()
    assert frame.size == size
    ends = {1: (0, 1), 3: (0, -2), 6: (1, 0), 8: (-2, 0)}[orientation]
    row, column = (4 if ends[0] == 0 else ends[0] * 4, 4 if ends[1] == 0 else ends[1] * 4)
    assert frame.pixels[row, column, 0] > 150, "its red side is where it belongs"


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_other_kinds_of_phones_are_taken_too(kind: str) -> None:
    photos = Photographs(None)
    photos.send(photo(kind))
    assert photos.take().size == (64, 48)


def png_of(width: int, height: int) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in ((b"IHDR", head), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    )


def jpeg_of(width: int, height: int) -> bytes:
    whole = photo()
    at = whole.index(b"\xff\xc0") + 5
    return whole[:at] + struct.pack(">HH", height, width) + whole[at + 4 :]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"hello, table", "not a picture of a kind"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(40), "HEIC"),
        (photo("GIF"), "is a GIF"),
        (photo("BMP"), "is a BMP"),
        (png_of(30_000, 30_000), "24 megapixels"),
        (jpeg_of(60_000, 60_000), "64 megapixels"),
        (png_of(40, 40), "damaged"),
        (png_of(0, 40), "no pixels"),
    ],
    ids=["nothing", "text", "heic", "gif", "bmp", "large png", "large jpeg", "damaged", "no pixels"],
)
def test_what_is_no_photograph_is_one_sentence_and_the_one_before_stays(content: bytes, says: str) -> None:
    photos = Photographs(None)
    photos.send(photo())
    before = photos.take()
    with pytest.raises(PictureUnreadable, match=says):
        photos.send(content)
    assert photos.take() is before


def test_nothing_that_is_too_large_is_decoded(monkeypatch) -> None:
    monkeypatch.setattr("vision.camera.photos.picture_of", lambda *_: pytest.fail("it was decoded"))
    side = int(MOST_PIXELS["PNG"] ** 0.5) + 1
    with pytest.raises(PictureUnreadable):
        Photographs(None).send(png_of(side, side))


def test_the_child_is_sent_photographs_and_has_no_camera() -> None:
    asked = [
        {"do": "look"},
        {"do": "photo", "content": base64.b64encode(b"no photograph").decode()},
        {"do": "photo", "content": base64.b64encode(photo(size=(640, 480), orientation=6)).decode()},
        {"do": "look", "corners": [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]},
        {"do": "live"},
    ]
    done = subprocess.run(
        [sys.executable, "-m", "vision.fitting_worker", "--photos"],
        input="".join(json.dumps(one) + "\n" for one in asked),
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one.get("error") for one in said] == ["no_photo", "bad_photo", None, None, "no_photo"]
    assert [(one["width"], one["height"], one["photo"]) for one in said[2:4]] == [(480, 640, True)] * 2
    assert said[3]["found"] == "given"
