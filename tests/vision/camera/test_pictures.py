"""Pictures out of files: every usual kind, lying on a side, cut, enormous, or none at all."""

import logging
import os
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.camera import pictures
from vision.camera.picture_header import header_of, lacks_end
from vision.camera.pictures import open_picture, picture_of
from vision.errors import PictureUnreadable
from vision.worker import log_to_standard_error

ODD = Path(__file__).parents[1] / "odd"
RED, BLUE = (230, 20, 20), (20, 20, 230)


def two_halves(width: int = 64, height: int = 40) -> np.ndarray:
    """Red on the left, blue on the right; BGR, as the library writes."""
    picture = np.empty((height, width, 3), np.uint8)
    picture[:, : width // 2], picture[:, width // 2 :] = RED[::-1], BLUE[::-1]
    return picture


def encoded(picture: np.ndarray, ending: str) -> bytes:
    return cv2.imencode(ending, picture)[1].tobytes()


def lying(jpeg: bytes, orientation: int) -> bytes:
    """A JPEG with the remark how the camera was held."""
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def is_near(pixel: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool(np.abs(pixel.astype(int) - colour).max() < 40)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp", ".tif", ".ppm", ".gif"])
def test_every_usual_kind_is_read_in_its_colours(ending: str) -> None:
    opened = picture_of(encoded(two_halves(), ending), "a picture")
    assert (opened.width, opened.height) == (64, 40)
    assert opened.pixels.shape == (40, 64, 3)
    assert is_near(opened.pixels[20, 10], RED)
    assert is_near(opened.pixels[20, 54], BLUE)


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(np.full((30, 50), 90, np.uint8), id="grey"),
        pytest.param(np.full((30, 50), 90 << 8, np.uint16), id="16 bits, grey"),
        pytest.param(np.full((30, 50, 3), 90 << 8, np.uint16), id="16 bits"),
        pytest.param(np.full((30, 50, 4), 90, np.uint8), id="with transparency"),
    ],
)
def test_other_depths_and_channels_become_ordinary_pictures(picture: np.ndarray) -> None:
    opened = picture_of(encoded(picture, ".png"), "a picture")
    assert opened.pixels.shape == (30, 50, 3)
    assert opened.pixels.dtype == np.uint8
    assert np.abs(opened.pixels.astype(int) - 90).max() < 3


def test_printers_colours_in_a_jpeg_are_read() -> None:
    opened = open_picture(ODD / "cmyk.jpg")
    assert opened.pixels.shape == (24, 32, 3)
    assert opened.pixels[12, 6, 0] > 180 > opened.pixels[12, 6, 2]


@pytest.mark.parametrize(
    ("orientation", "shape", "corner"),
    [(1, (40, 64), RED), (3, (40, 64), BLUE), (6, (64, 40), RED), (8, (64, 40), BLUE)],
)
def test_a_picture_is_turned_as_its_remarks_say(orientation: int, shape: tuple, corner: tuple) -> None:
    opened = picture_of(lying(encoded(two_halves(), ".jpg"), orientation), "a picture")
    assert opened.pixels.shape[:2] == shape == (opened.height, opened.width)
    assert is_near(opened.pixels[3, 3], corner)


def test_a_jpeg_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    rough = np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8)
    whole = encoded(rough, ".jpg")
    opened = picture_of(whole[: len(whole) // 2], "a picture")
    assert opened.is_cut
    assert opened.pixels.shape == (200, 300, 3)
    assert not picture_of(whole, "a picture").is_cut


def test_a_decoder_says_nothing_past_us(capfd: pytest.CaptureFixture[str]) -> None:
    whole = encoded(np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8), ".jpg")
    picture_of(whole[: len(whole) // 2], "a picture")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_picture_that_a_phone_follows_with_a_film_is_whole(ending: str) -> None:
    rough = np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8)
    opened = picture_of(encoded(rough, ending) + bytes(5_000), "a picture")
    assert not opened.is_cut


def test_a_jpeg_that_breaks_off_after_its_thumbnail_is_cut() -> None:
    small = encoded(two_halves(), ".jpg")
    remarks = b"\xff\xe1" + struct.pack(">H", len(small) + 2) + small
    large = encoded(np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8), ".jpg")
    whole = large[:2] + remarks + large[2:]
    assert not picture_of(whole, "a picture").is_cut
    assert picture_of(whole[: len(whole) // 2], "a picture").is_cut


@contextmanager
def standard_error_kept() -> Iterator[None]:
    kept = os.dup(2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def test_pictures_that_are_decoded_at_once_leave_standard_error_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A camera's thread decodes one while a photograph that somebody sent is decoded."""
    decode, jpeg = cv2.imdecode, encoded(two_halves(), ".jpg")
    first = threading.Thread(target=picture_of, args=(jpeg, "the first"))
    second = threading.Thread(target=picture_of, args=(jpeg, "the second"))
    second_began = threading.Event()

    def slow(*asked: object) -> np.ndarray:
        if threading.current_thread() is first:
            second.start()
            second_began.wait(0.2)
        else:
            second_began.set()
            first.join()
        return decode(*asked)

    monkeypatch.setattr(cv2, "imdecode", slow)
    before = os.fstat(2)
    with standard_error_kept():
        first.start()
        first.join()
        second.join()
        assert os.path.samestat(os.fstat(2), before)


def test_a_process_logs_while_its_camera_decodes(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(logging.root, "handlers", [])
    log_to_standard_error()
    decode = cv2.imdecode

    def logged(*asked: object) -> np.ndarray:
        logging.getLogger("vision.settle.watching").warning("camera.stalled")
        return decode(*asked)

    monkeypatch.setattr(cv2, "imdecode", logged)
    picture_of(encoded(two_halves(), ".jpg"), "a picture")
    assert capfd.readouterr().err == "WARNING vision.settle.watching camera.stalled\n"


def empty_png(width: int, height: int) -> bytes:
    """A PNG that says its size and holds as good as nothing."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"no picture, but a letter", "is not a picture of a kind"),
        (b"\0\0\0\x18ftypheic" + bytes(40), "save it as a JPEG"),
        (b"\xff\xd8\xff\xe0", "is damaged or an unusual JPEG"),
        (encoded(two_halves(), ".png")[:12], "is damaged or an unusual PNG"),
        (empty_png(20_000, 20_000), "is too large"),
        (empty_png(0, 10), "has no pixels"),
        (b"BM" + bytes(60), "has no pixels"),
        (b"P6 20 20 255\n", "is damaged or an unusual PNM"),
    ],
)
def test_what_is_no_picture_is_one_sentence(content: bytes, says: str) -> None:
    with pytest.raises(PictureUnreadable, match=says) as raised:
        picture_of(content, "that.png")
    assert str(raised.value).startswith("that.png")
    assert str(raised.value).count("\n") == 0


def test_missing_files_and_folders_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PictureUnreadable, match="No such file"):
        open_picture(tmp_path / "none.jpg")
    with pytest.raises(PictureUnreadable, match="cannot be read"):
        open_picture(tmp_path)


def test_a_giant_jpeg_is_decoded_smaller_and_keeps_its_true_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "ENOUGH_PIXELS", 1_000)
    opened = picture_of(encoded(two_halves(), ".jpg"), "a picture")
    assert (opened.width, opened.height) == (64, 40)
    assert opened.pixels.shape[0] * opened.pixels.shape[1] <= 1_000
    tall = picture_of(lying(encoded(two_halves(), ".jpg"), 6), "a picture")
    assert (tall.width, tall.height) == (40, 64)


def test_another_giant_is_made_smaller_after_it_was_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "ENOUGH_PIXELS", 640)
    opened = picture_of(encoded(two_halves(), ".png"), "a picture")
    assert opened.pixels.shape == (20, 32, 3)
    assert (opened.width, opened.height) == (64, 40)


@given(st.data())
def test_damaged_files_are_a_picture_or_a_sentence(data: st.DataObject) -> None:
    ending = data.draw(st.sampled_from([".jpg", ".png", ".webp", ".bmp", ".tif", ".ppm", ".gif"]))
    content = bytearray(encoded(two_halves(16, 12), ending))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(content)))
    try:
        opened = picture_of(bytes(content[:cut]), "a picture")
    except PictureUnreadable:
        return
    assert opened.pixels.ndim == 3


@given(st.binary(max_size=200))
def test_no_bytes_upset_the_header(content: bytes) -> None:
    for begins in (b"", b"\xff\xd8\xff", b"II*\0", b"RIFF1234WEBP", b"P5 ", b"BM"):
        header = header_of(begins + content)
        if header:
            lacks_end(begins + content, header.kind)
