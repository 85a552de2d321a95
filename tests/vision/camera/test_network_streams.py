"""Network cameras part their pictures by a boundary, by lengths right or wrong, or not at all."""

from itertools import islice

import cv2
import numpy as np
import pytest

from hardware.profile import CameraMount
from tests.vision.stream_server import USUAL, Script, part, serving
from vision.camera import multipart
from vision.camera.cameras import open_camera
from vision.camera.pictures import picture_of
from vision.errors import CameraLost

END = b"\xff\xd9"


def rough(number: int) -> np.ndarray:
    return np.random.default_rng(number).integers(0, 255, (48, 64, 3)).astype(np.uint8)


def jpeg(number: int, *flags: int) -> bytes:
    return cv2.imencode(".jpg", rough(number), flags)[1].tobytes()


def endless(number: int) -> bytes:
    return jpeg(number).removesuffix(END)


def seen(script: Script, count: int) -> list[int]:
    """Which pictures were seen, by their numbers."""
    with serving(script) as url:
        camera = open_camera(CameraMount("above", "mjpeg", url, 640, 480), patience_s=5)
        frames = list(islice(camera, count))
        camera.close()
    known = {picture_of(jpeg(number), "").pixels.tobytes(): number for number in range(9)}
    return [known.get(frame.pixels.tobytes(), -1) for frame in frames]


@pytest.mark.parametrize("with_length", [True, False])
def test_pictures_without_end_marks_are_seen(with_length: bool) -> None:
    pieces = [part(endless(number), with_length=with_length) for number in range(3)]
    assert seen(Script(*pieces, b"--frame--\r\n"), 3) == [0, 1, 2]


@pytest.mark.parametrize("with_length", [True, False])
def test_pictures_without_end_marks_are_seen_in_crumbs(with_length: bool) -> None:
    whole = b"".join(part(endless(number), with_length=with_length) for number in range(3)) + b"--frame--\r\n"
    assert seen(Script(*(whole[k : k + 61] for k in range(0, len(whole), 61))), 3) == [0, 1, 2]


@pytest.mark.parametrize("with_length", [True, False])
def test_half_a_picture_without_an_end_mark_is_passed_over(with_length: bool) -> None:
    half = endless(1)[: len(jpeg(1)) // 2]
    almost = endless(2)[:-40]
    pieces = [part(one, with_length=with_length) for one in (endless(0), half, almost, endless(3))]
    assert seen(Script(*pieces, b"--frame--\r\n"), 2) == [0, 3]


def test_of_a_picture_that_comes_coarsely_at_first_the_end_mark_counts() -> None:
    coarse = jpeg(1, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    assert picture_of(coarse.removesuffix(END), "it").is_cut
    assert not picture_of(coarse, "it").is_cut
    assert not picture_of(endless(1), "it").is_cut


@pytest.mark.parametrize(
    ("said", "used"),
    [
        ("frame", b"--frame"),
        ('"a frame"', b"--a frame"),
        ("--frame", b"--frame"),
        ("--frame", b"----frame"),
        ("something", b"--else"),
    ],
)
@pytest.mark.parametrize("newline", [b"\r\n", b"\n"])
def test_a_boundary_is_found_as_cameras_spell_it(said: str, used: bytes, newline: bytes) -> None:
    pieces = [
        newline.join((used, b"Content-type: image/jpeg", b"", endless(number), b"")) for number in range(3)
    ]
    script = Script(*pieces, used, newline, kind=f"multipart/x-mixed-replace;boundary={said}")
    assert seen(script, 3) == [0, 1, 2]


@pytest.mark.parametrize("wrong", [-20, -1, 1, 100_000])
def test_a_length_that_is_wrong_is_not_believed(wrong: int) -> None:
    pieces = [
        part(content).replace(b"%d\r\n" % len(content), b"%d\r\n" % (len(content) + wrong))
        for content in map(jpeg, range(4))
    ]
    assert seen(Script(*pieces, b"--frame\r\n"), 3)[-2:] in ([1, 2], [2, 3])


@pytest.mark.parametrize("kind", ["image/jpeg", "multipart/x-mixed-replace", USUAL])
def test_pictures_that_nothing_parts_end_with_their_end_marks(kind: str) -> None:
    small = cv2.imencode(".jpg", rough(8)[:16, :16])[1].tobytes()
    remarks = END[:1] + b"\xe1" + (len(small) + 2).to_bytes(2, "big") + small
    nested = jpeg(1)[:2] + remarks + jpeg(1)[2:]
    assert seen(Script(jpeg(0), nested, jpeg(2), kind=kind), 3) == [0, 1, 2]


@pytest.mark.parametrize("with_length", [True, False])
def test_what_was_searched_for_a_boundary_is_not_searched_again(monkeypatch, with_length: bool) -> None:
    searched = []

    def line_of(held: bytes, delimiter: bytes, begin: int) -> tuple[int, int] | None:
        found = _line_of(held, delimiter, begin)
        searched.append((found[1] if found else len(held)) - begin)
        return found

    _line_of = multipart._line_of
    monkeypatch.setattr(multipart, "_line_of", line_of)
    large = part(jpeg(0) + bytes(200_000), with_length=with_length) + b"--frame\r\n"
    parts = multipart.Parts("frame")
    assert sum(len(list(parts.take(large[k : k + 1000]))) for k in range(0, len(large), 1000)) == 1
    assert sum(searched) < 2 * len(large)


def test_a_part_that_is_no_picture_is_passed_over() -> None:
    words = b"--frame\r\nContent-Type: text/plain\r\n\r\nIt is dark.\r\n"
    assert seen(Script(part(jpeg(0)), words, part(jpeg(1)), words), 2) == [0, 1]


def test_parts_that_never_end_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.camera.multipart.MOST_BYTES", 10_000)
    endless_part = part(jpeg(0), with_length=False) + bytes(1_000) * 20
    with serving(Script(endless_part)) as url, pytest.raises(CameraLost, match="not a picture"):
        open_camera(CameraMount("above", "mjpeg", url, 640, 480))
